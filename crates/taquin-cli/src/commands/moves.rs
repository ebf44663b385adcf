//! `taquin moves`.

use super::Run;
use crate::args::{BoardArg, GoalArgs};
use crate::choice::{self, Form};
use crate::exit::{Exit, Failure};
use crate::input::{GoalChoice, Reader};
use crate::output::{self, shown_heuristic};
use crate::puzzle_object::puzzle_with;
use clap::Args;
use serde_json::json;
use std::ffi::OsStr;
use std::io::Write;
use taquin::solver::PlanError;
use taquin::{HeuristicKind, Tile};

const EXAMPLES: &str = "\
EXAMPLES:
  taquin moves '8 1 3/4 0 2/7 6 5'
  taquin moves --output python '[1,2,3,4,5,0,6,7,8]'
  taquin moves --json '1 2/3 0'
  taquin moves --output prolog '[0,3,2,4,5,1,7,8,6]'";

/// List the successors of a board
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct MovesArgs {
    #[command(flatten)]
    pub(crate) board: BoardArg,
    #[command(flatten)]
    pub(crate) goal: GoalArgs,
    /// Dialect of the answer
    #[arg(long, value_name = "DIALECT", value_parser = choice::forms(), default_value = "princeton")]
    #[arg(default_value_if("json", "true", "json"))]
    pub(crate) output: Form,
    /// Print JSON, one object per successor; the same as --output json
    #[arg(long, conflicts_with = "output")]
    pub(crate) json: bool,
    /// Heuristic shown by python and json; the maximum of several [default: manhattan]
    #[arg(long, short = 'H', value_name = "NAME", value_parser = choice::heuristics(), value_delimiter = ',')]
    pub(crate) heuristic: Vec<HeuristicKind>,
}

impl Run for MovesArgs {
    fn run(&self, _: Option<&OsStr>) -> Result<Exit, Failure> {
        let mut reader = Reader::default();
        let goal = GoalChoice::read(&self.goal, &mut reader)?;
        let item = reader.board(&self.board.board)?;
        let goal = goal.of(&item)?;
        let heuristic = shown_heuristic(&self.heuristic);
        let size = item.board.size();
        if let Some(&heuristic) = heuristic.kinds().iter().find(|kind| !kind.is_for(size)) {
            let error = PlanError::TableTooLarge { heuristic, size };
            return Err(Failure::input(format_args!("--heuristic: {error}")).maybe_hint(error.hint()));
        }
        let mut out = output::stdout();
        match self.output {
            Form::Dialect(dialect) => {
                dialect.write_successors(&mut out, &item.board, &|board| heuristic.evaluate(board, &goal))?;
            }
            Form::Json => {
                for (direction, board) in item.board.neighbours() {
                    // The tile that moved was where the blank is now.
                    let tile = item.board.tile(board.blank()).map(Tile::number);
                    let fields = json!({
                        "move": {
                            "tile": tile,
                            "direction": direction.word(),
                        },
                        "heuristic": heuristic.to_string(),
                        "h": heuristic.evaluate(&board, &goal),
                    });
                    writeln!(out, "{}", puzzle_with("successor", &board, &goal, fields))?;
                }
            }
        }
        out.flush()?;
        Ok(Exit::Success)
    }
}
