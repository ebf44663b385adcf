//! `left`: how many moves are left, and the next one of a shortest solution.

use super::puzzle::{Puzzle, PuzzleFields};
use super::refusal::Refusal;
use super::watch::Watch;
use super::{Engine, Listener};
use serde::Deserialize;
use serde_json::{Value, json};
use taquin::Direction;
use taquin::solver::{Hints, Remaining};

/// The present board, and whether the next move is to be told.
#[derive(Deserialize)]
pub struct Ask {
    #[serde(flatten)]
    puzzle: PuzzleFields,
    #[serde(default)]
    hint: bool,
}

impl Ask {
    pub(super) fn answer(self, engine: &Engine, listener: &mut dyn Listener) -> Result<Value, Refusal> {
        let Puzzle { start, goal } = self.puzzle.read()?;
        let limits = engine.limits(Hints::patience(start.size()));
        let mut watch = Watch::silent(listener);
        let known = match engine.coach.left(&engine.workshop(), &start, &goal, &limits, &mut watch)? {
            Remaining::Moves(known) => known,
            Remaining::Unsolvable(why) => return Ok(json!({ "solvable": false, "reason": why.to_string() })),
            Remaining::Stopped(reason) => return Err(Refusal::unsupported(reason)),
        };
        let mut answer = json!({
            "solvable": true,
            "lower_bound": known.lower_bound,
            "upper_bound": known.upper_bound,
        });
        if known.is_exact() {
            answer["optimal"] = known.upper_bound.into();
        }
        if let Some(direction) = known.next.filter(|_| self.hint) {
            answer["next"] = move_json(&start, direction);
        }
        Ok(answer)
    }
}

/// A move of a board: which tile, and where it and the blank go.
fn move_json(board: &taquin::Board, direction: Direction) -> Value {
    let from = board.size().step(board.blank(), direction.of_blank());
    let tile = from.and_then(|cell| board.tile(cell)).map(taquin::Tile::number);
    json!({
        "tile": tile,
        "tile_direction": direction.word(),
        "blank_direction": direction.of_blank().word(),
    })
}
