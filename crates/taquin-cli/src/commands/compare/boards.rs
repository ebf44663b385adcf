//! The boards of a comparison.

use super::CompareArgs;
use crate::commands::budget;
use crate::commands::scramble::{DEFAULT_TIME as DRAWING_TIME, Sampling};
use crate::exit::Failure;
use crate::input::{GoalChoice, Reader};
use crate::quantity::{counted, written_range};
use taquin::Puzzle;
use taquin::control::Budget;
use taquin::scramble::Scrambler;
use taquin::tables::Store;
use taquin_lesson::compare::Exercise;

/// Boards and their origin.
pub(super) struct Boards {
    pub(super) exercises: Vec<Exercise>,
    /// A description of the origin.
    pub(super) origin: String,
    /// The seed of random boards.
    pub(super) seed: Option<u64>,
}

/// Reads or draws the boards.
pub(super) fn read(args: &CompareArgs, store: Option<Store>) -> Result<Boards, Failure> {
    let mut reader = Reader::default();
    let goal = GoalChoice::read(&args.goal, &mut reader)?;
    let mut exercises: Vec<Exercise> = Vec::new();
    let (Some(size), Some(depths)) = (args.draw.size, &args.draw.depths) else {
        for item in &reader.boards(&args.boards, None)? {
            let puzzle = goal.puzzle(item)?;
            let first = exercises.first().map_or(puzzle.size(), |first| first.puzzle.size());
            if first != puzzle.size() {
                return Err(Failure::input(format_args!(
                    "{}: size {} differs from the previous {first}; all boards must have the same size",
                    item.name,
                    puzzle.size(),
                )));
            }
            exercises.push(Exercise { puzzle, depth: None });
        }
        let origin = counted(exercises.len() as u64, "board");
        return Ok(Boards { exercises, origin, seed: None });
    };
    let goal = goal.at(size)?;
    let seed = args.draw.seed;
    let mut scrambler = Scrambler::seeded(seed);
    let limits = budget(&args.limits);
    let budget = Budget { nodes: None, time: limits.time.or(Some(DRAWING_TIME)), ..limits };
    let sampling = |depth| Sampling {
        goal: &goal,
        metric: args.methods.metric,
        depths: depth..=depth,
        count: args.draw.count.get(),
        option: "depth",
        budget,
    };
    let solver = sampling(*depths.start()).solver(store)?;
    for depth in depths.clone().step_by(args.draw.step.get() as usize) {
        sampling(depth).run(&mut scrambler, &solver, &mut |board| {
            let puzzle = Puzzle::new(board.clone(), goal.clone()).map_err(Failure::input)?;
            exercises.push(Exercise { puzzle, depth: Some(depth) });
            Ok(())
        })?;
    }
    let written = written_range(depths);
    let depths = match args.draw.step.get() {
        _ if depths.start() == depths.end() => format!("depth {written}"),
        1 => format!("each of the depths {written}"),
        step => format!("each of the depths {written} step {step}"),
    };
    let origin = format!("{size}, {} at {depths}, seed {seed}", counted(args.draw.count.get(), "board"));
    Ok(Boards { exercises, origin, seed: Some(seed) })
}
