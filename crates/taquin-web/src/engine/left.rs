//! `left`: the number of moves left, and the next move of a shortest solution.

use super::api_error::ApiError;
use super::message::Message;
use super::progress_reporter::ProgressReporter;
use super::puzzle::{Puzzle, PuzzleFields};
use super::{Engine, Listener, Pace};
use serde::Deserialize;
use serde_json::{Value, json};
use taquin::Direction;
use taquin::solver::{Hints, Remaining};

/// The current board, and whether to return the next move.
#[derive(Deserialize)]
pub(super) struct Left {
    #[serde(flatten)]
    puzzle: PuzzleFields,
    #[serde(default)]
    hint: bool,
}

impl Message for Left {
    const NAME: &'static str = "left";
    const PACE: Pace = Pace::Slow;

    fn answer(self, engine: &Engine, listener: &mut dyn Listener) -> Result<Value, ApiError> {
        let Puzzle { start, goal } = self.puzzle.read()?;
        let limits = engine.limits(Hints::patience(start.size()));
        let mut reporter = ProgressReporter::silent(listener);
        let bounds = match engine.hints.left(&engine.workshop(), &start, &goal, &limits, &mut reporter)? {
            Remaining::Moves(bounds) => bounds,
            Remaining::Unsolvable(why) => return Ok(json!({ "solvable": false, "reason": why.to_string() })),
            Remaining::Stopped(reason) => return Err(ApiError::unsupported(reason)),
        };
        let mut answer = json!({
            "solvable": true,
            "lower_bound": bounds.lower_bound,
            "upper_bound": bounds.upper_bound,
        });
        if bounds.is_exact() {
            answer["optimal"] = bounds.upper_bound.into();
        }
        if let Some(direction) = bounds.next.filter(|_| self.hint) {
            answer["next"] = move_json(&start, direction);
        }
        Ok(answer)
    }
}

/// Describes a move: the tile, and the directions of the tile and of the blank.
fn move_json(board: &taquin::Board, direction: Direction) -> Value {
    let from = board.size().step(board.blank(), direction.of_blank());
    let tile = from.and_then(|cell| board.tile(cell)).map(taquin::Tile::number);
    json!({
        "tile": tile,
        "tile_direction": direction.word(),
        "blank_direction": direction.of_blank().word(),
    })
}
