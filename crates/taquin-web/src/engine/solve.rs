//! `solve`: a solution, with progress on the way.

use super::method::{self, MethodFields};
use super::puzzle::{Puzzle, PuzzleFields};
use super::refusal::{Kind, Refusal};
use super::watch::Watch;
use super::{Engine, Listener, MOST_SECONDS};
use serde::Deserialize;
use serde_json::Value;
use taquin::solver::{Report, Resolution, Verdict};
use taquin::{Board, Goal, Metric};

/// A puzzle, a method, and how long it may take.
#[derive(Deserialize)]
pub struct Ask {
    #[serde(flatten)]
    puzzle: PuzzleFields,
    #[serde(flatten)]
    method: MethodFields,
    seconds: Option<f64>,
}

/// A search whose time is not limited ends after this.
const USUAL_SECONDS: f64 = 60.0;

impl Ask {
    pub(super) fn answer(self, engine: &Engine, listener: &mut dyn Listener) -> Result<Value, Refusal> {
        let Puzzle { start, goal } = self.puzzle.read()?;
        let request = self.method.read()?;
        let limits = engine.limits(method::time(self.seconds, USUAL_SECONDS, MOST_SECONDS)?);
        let mut watch = Watch::telling(listener);
        let resolution = engine.workshop().solve(&start, &goal, &request, &limits, &mut watch)?;
        if let Verdict::Solved(verified) = &resolution.verdict {
            engine.coach.remember(verified);
        }
        report(&start, &goal, &resolution)
    }
}

/// Nobody follows more moves, and they would not fit into a message that is sent back.
const MOST_MOVES: usize = 20_000;

/// The program's own result.
pub(super) fn report(start: &Board, goal: &Goal, resolution: &Resolution) -> Result<Value, Refusal> {
    if let Verdict::Solved(verified) = &resolution.verdict
        && verified.moves().len(Metric::Single) > MOST_MOVES
    {
        let (method, length) = (resolution.plan.method.algorithm.title(), verified.length());
        return Err(Refusal::new(
            Kind::TooLarge,
            format_args!("{method} found {length} moves, and no more than {MOST_MOVES} can be shown"),
        ));
    }
    serde_json::to_value(Report::new(start, goal, resolution))
        .map_err(|error| Refusal::new(Kind::Internal, error))
}
