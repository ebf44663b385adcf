//! `taquin moves`.

use crate::args::MovesArgs;
use crate::choice::Form;
use crate::exit::{Exit, Failure};
use crate::input::{GoalChoice, Reader};
use crate::output::{self, shown_heuristic};
use crate::puzzle_object::puzzle_with;
use serde_json::json;
use std::io::Write;
use taquin::Tile;
use taquin::solver::PlanError;

pub(crate) fn run(args: &MovesArgs) -> Result<Exit, Failure> {
    let mut reader = Reader::default();
    let goal = GoalChoice::read(args.goal.goal.as_deref(), &mut reader)?;
    let item = reader.board(&args.board.board)?;
    let goal = goal.of(&item)?;
    let heuristic = shown_heuristic(&args.heuristic);
    let size = item.board.size();
    if let Some(&heuristic) = heuristic.kinds().iter().find(|kind| !kind.is_for(size)) {
        let error = PlanError::TableTooLarge { heuristic, size };
        return Err(Failure::input(format_args!("--heuristic: {error}")));
    }
    let mut out = output::stdout();
    match args.output {
        Form::Dialect(dialect) => {
            dialect.write_successors(&mut out, &item.board, &|board| heuristic.evaluate(board, &goal))?;
        }
        Form::Json => {
            for (direction, board) in item.board.neighbours() {
                // The tile was where the blank is now.
                let tile = item.board.tile(board.blank()).map(Tile::number);
                let fields = json!({
                    "move": {
                        "tile": tile,
                        "direction": direction.word(),
                    },
                    "heuristic": heuristic.to_string(),
                    "h": heuristic.evaluate(&board, &goal),
                });
                writeln!(out, "{}", puzzle_with(&board, &goal, fields))?;
            }
        }
    }
    out.flush()?;
    Ok(Exit::Success)
}
