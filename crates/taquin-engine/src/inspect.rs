//! `inspect`: what is known about a board without a search.

use super::api_error::ApiError;
use super::message::Message;
use super::puzzle::PuzzleFields;
use super::{Engine, Listener, Pace};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use taquin::{Board, Goal, HeuristicChoice, HeuristicKind, ParitySum, Tile};

/// A puzzle.
#[derive(Deserialize)]
pub(super) struct Inspect {
    #[serde(flatten)]
    puzzle: PuzzleFields,
}

/// How many pairs of inverted tiles are listed.
const MAX_PAIRS: usize = 200;

impl Message for Inspect {
    const NAME: &'static str = "inspect";
    const PACE: Pace = Pace::Quick;

    fn answer(self, engine: &Engine, _: &mut dyn Listener) -> Result<Value, ApiError> {
        let puzzle = self.puzzle.read()?;
        let (start, goal) = (puzzle.start(), puzzle.goal());
        let size = start.size();
        let kinds = HeuristicKind::ALL.iter().copied().filter(|kind| kind.is_for(size));
        let heuristics: Map<String, Value> = kinds
            .map(|kind| (kind.name().to_owned(), HeuristicChoice::from(kind).evaluate(start, goal).into()))
            .collect();
        let mut answer = json!({
            "solvable": true,
            "inversions": inversions(start),
            "goal_inversions": inversions(goal.board()),
            "blank": { "row": start.blank_row(), "col": size.col(start.blank()) },
            "goal_blank": { "row": goal.board().blank_row(), "col": size.col(goal.board().blank()) },
            "row_counts": ParitySum::of(start).blank_row.is_some(),
            "parity": { "start": parity(start), "goal": parity(goal.board()) },
            "manhattan": start.manhattan(goal),
            "linear_conflict": HeuristicChoice::from(HeuristicKind::LinearConflict).evaluate(start, goal),
            "lower_bound": engine.solver.lower_bound(&puzzle),
            "heuristics": heuristics,
            "goal_name": goal.name(),
        });
        if let Err(why) = puzzle.task() {
            answer["solvable"] = false.into();
            answer["reason"] = why.to_string().into();
            if let Some(exchange) = exchange(start, goal) {
                answer["exchange"] = json!(exchange.map(Tile::number));
            }
        }
        Ok(answer)
    }
}

fn inversions(board: &Board) -> Value {
    let count = board.inversions();
    let pairs = board.inversion_pairs().take(MAX_PAIRS);
    let pairs: Vec<[u16; 2]> = pairs.map(|(larger, smaller)| [larger.number(), smaller.number()]).collect();
    let truncated = (pairs.len() as u64) < count;
    json!({ "count": count, "pairs": pairs, "truncated": truncated })
}

fn parity(board: &Board) -> Value {
    let sum = ParitySum::of(board);
    json!({ "sum": sum.sum(), "odd": sum.is_odd(), "words": sum.to_string() })
}

/// Returns two tiles whose exchange makes the board solvable, if there are any: two that are in each other's place, else
/// two of which one gets to its place.
fn exchange(start: &Board, goal: &Goal) -> Option<[Tile; 2]> {
    let size = start.size();
    if size.is_line() || size.cells() < 3 {
        return None;
    }
    // The tile that belongs where `tile` is; its exchange with `tile` puts it in its place.
    let owner = |tile: Tile| start.cell(tile).and_then(|cell| goal.board().tile(cell));
    let wrong = || {
        start.tiles().iter().copied().filter_map(|tile| {
            let other = owner(tile).filter(|&other| other != tile)?;
            (!tile.is_blank() && !other.is_blank()).then_some([tile, other])
        })
    };
    let mutual = wrong().find(|&[tile, other]| owner(other) == Some(tile));
    mutual.or_else(|| wrong().next()).or_else(|| {
        let mut tiles = start.tiles().iter().copied().filter(|tile| !tile.is_blank());
        Some([tiles.next()?, tiles.next()?])
    })
}
