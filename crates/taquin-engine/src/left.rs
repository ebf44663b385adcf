//! `left`: the number of moves left, and the next move of a shortest solution.

use super::api_error::ApiError;
use super::message::Message;
use super::puzzle::PuzzleFields;
use super::{Engine, Listener, Pace, progress_reporter};
use serde::Deserialize;
use serde_json::{Value, json};
use taquin::Direction;
use taquin::solver::{Hints, Remaining};

/// The current board, whether to return the next move, and how long to search.
#[derive(Deserialize)]
pub(super) struct Left {
    #[serde(flatten)]
    puzzle: PuzzleFields,
    #[serde(default)]
    hint: bool,
    /// How many times this was asked before without an exact answer; each time the engine searches longer.
    #[serde(default)]
    attempt: usize,
}

impl Message for Left {
    const NAME: &'static str = "left";
    const PACE: Pace = Pace::Slow;

    fn answer(self, engine: &Engine, listener: &mut dyn Listener) -> Result<Value, ApiError> {
        let puzzle = self.puzzle.read()?;
        let attempts = Hints::patience(puzzle.size());
        let attempt = self.attempt.min(attempts.len() - 1);
        let solver = engine.solver(attempts[attempt])?;
        let control = progress_reporter::silent(engine, listener);
        let bounds = match engine.hints.remaining(&solver, &puzzle, &control)? {
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
        } else if attempt + 1 < attempts.len() && Hints::can_be_exact(puzzle.size()) {
            answer["next_attempt"] = (attempt + 1).into();
        }
        if let Some(direction) = bounds.next.filter(|_| self.hint) {
            answer["next"] = move_json(puzzle.start(), direction);
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
