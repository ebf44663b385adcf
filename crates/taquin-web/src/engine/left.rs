//! `left`: how many moves are left, and the next one of a shortest solution.

use super::puzzle::{Puzzle, PuzzleFields};
use super::refusal::Refusal;
use super::remembered::Known;
use super::watch::Watch;
use super::{Engine, Listener};
use serde::Deserialize;
use serde_json::{Value, json};
use std::time::Duration;
use taquin::solver::{Request, Verdict, lower_bound};
use taquin::{Direction, Metric, Size};

/// The present board, and whether the next move is to be told.
#[derive(Deserialize)]
pub struct Ask {
    #[serde(flatten)]
    puzzle: PuzzleFields,
    #[serde(default)]
    hint: bool,
}

/// A player waits no longer.
const TIME: Duration = Duration::from_millis(1200);

/// Up to so many cells a shortest solution is usually found meanwhile.
pub(super) const EXACT_CELLS: usize = 16;

/// Where a shortest solution is out of reach, a first answer is as good.
const SHORT_TIME: Duration = Duration::from_millis(400);

impl Ask {
    pub(super) fn answer(self, engine: &Engine, listener: &mut dyn Listener) -> Result<Value, Refusal> {
        let Puzzle { start, goal } = self.puzzle.read()?;
        let at_once = lower_bound(&start, &goal, Metric::Single) as usize;
        let recalled = engine.recall(&start, &goal);
        let known = recalled.map(|known| Known { lower_bound: known.lower_bound.max(at_once), ..known });
        let known = match known.filter(Known::is_exact) {
            Some(known) => known,
            None => {
                let limits = engine.limits(if is_within_reach(start.size()) { TIME } else { SHORT_TIME });
                let workshop = engine.workshop();
                let mut watch = Watch::silent(listener);
                let resolution = workshop.solve(&start, &goal, &Request::default(), &limits, &mut watch)?;
                let found = match &resolution.verdict {
                    Verdict::Solved(verified) => {
                        engine.remember(verified);
                        Known {
                            upper_bound: verified.length(),
                            lower_bound: verified.lower_bound() as usize,
                            next: verified.moves().iter().next(),
                        }
                    }
                    Verdict::Unsolvable(why) => {
                        return Ok(json!({ "solvable": false, "reason": why.to_string() }));
                    }
                    Verdict::Stopped(reason) => match known {
                        Some(known) => known,
                        None => return Err(Refusal::unsupported(reason)),
                    },
                };
                known.map_or(found, |known| known.better(found))
            }
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

/// Is a shortest solution usually found while a player waits?
fn is_within_reach(size: Size) -> bool {
    size.cells() <= EXACT_CELLS
}

impl Known {
    fn is_exact(&self) -> bool {
        self.lower_bound == self.upper_bound
    }

    /// The shorter solution of both, and the larger bound.
    fn better(self, other: Known) -> Known {
        let best = if other.upper_bound <= self.upper_bound { other } else { self };
        Known { lower_bound: self.lower_bound.max(other.lower_bound), ..best }
    }
}

/// A move of a board: which tile, and where it and the blank go.
pub(super) fn move_json(board: &taquin::Board, direction: Direction) -> Value {
    let from = board.size().step(board.blank(), direction.of_blank());
    let tile = from.and_then(|cell| board.tile(cell)).map(taquin::Tile::number);
    json!({
        "tile": tile,
        "tile_direction": direction.word(),
        "blank_direction": direction.of_blank().word(),
    })
}
