//! The boards of a comparison.

use super::CompareArgs;
use crate::commands::scramble::{NoBoards, Sampling};
use crate::exit::{Exit, Failure};
use crate::input::{GoalChoice, Reader};
use crate::quantity::{counted, written_range};
use taquin::scramble::Scrambler;
use taquin::tables::TableCache;
use taquin_lesson::compare::Puzzle;

/// Boards and their origin.
pub(super) struct Boards {
    pub(super) puzzles: Vec<Puzzle>,
    /// A description of the origin.
    pub(super) origin: String,
    /// The seed of random boards.
    pub(super) seed: Option<u64>,
}

/// Reads or draws the boards; the inner error is the exit status if drawing ended early.
pub(super) fn read(args: &CompareArgs, tables: &TableCache) -> Result<Result<Boards, Exit>, Failure> {
    let mut reader = Reader::default();
    let goal = GoalChoice::read(args.goal.goal.as_deref(), &mut reader)?;
    let (Some(size), Some(depths)) = (args.draw.size, &args.draw.depths) else {
        let items = reader.boards(&args.boards)?;
        let mut puzzles: Vec<Puzzle> = Vec::new();
        for item in &items {
            let (start, goal) = (item.board.clone(), goal.of(item)?);
            if let Some(first) = puzzles.first().filter(|first| first.start.size() != start.size()) {
                return Err(Failure::input(format_args!(
                    "{}: size {} differs from the previous {}; all boards must have the same size",
                    item.name,
                    start.size(),
                    first.start.size()
                )));
            }
            puzzles.push(Puzzle { start, goal, depth: None });
        }
        let origin = counted(puzzles.len() as u64, "board");
        return Ok(Ok(Boards { puzzles, origin, seed: None }));
    };
    let goal = goal.at(size)?;
    let seed = args.draw.seed;
    let mut scrambler = Scrambler::seeded(seed);
    let mut puzzles = Vec::new();
    for depth in depths.clone().step_by(args.draw.step.get() as usize) {
        let sampling = Sampling {
            goal: &goal,
            metric: args.methods.metric,
            depths: depth..=depth,
            count: args.draw.count.get(),
            option: "depths",
        };
        let drawn = sampling.run(&mut scrambler, tables, &mut |board| {
            puzzles.push(Puzzle { start: board.clone(), goal: goal.clone(), depth: Some(depth) });
            Ok(())
        })?;
        if let Err(NoBoards(exit)) = drawn {
            return Ok(Err(exit));
        }
    }
    let written = written_range(depths);
    let depths = match args.draw.step.get() {
        _ if depths.start() == depths.end() => format!("depth {written}"),
        1 => format!("each of the depths {written}"),
        step => format!("each of the depths {written} step {step}"),
    };
    let origin = format!("{size}, {} at {depths}, seed {seed}", counted(args.draw.count.get(), "board"));
    Ok(Ok(Boards { puzzles, origin, seed: Some(seed) }))
}
