//! `solve`: a solution, with progress events.

use super::api_error::{ApiError, ErrorKind};
use super::message::Message;
use super::method::{self, MethodFields};
use super::progress_reporter::ProgressReporter;
use super::puzzle::{Puzzle, PuzzleFields};
use super::{Engine, Listener, MAX_SECONDS, Pace};
use serde::Deserialize;
use serde_json::Value;
use taquin::solver::{Report, Resolution, Verdict};
use taquin::{Board, Goal, Metric};

/// A puzzle, a method and a time limit.
#[derive(Deserialize)]
pub(super) struct Solve {
    #[serde(flatten)]
    puzzle: PuzzleFields,
    #[serde(flatten)]
    method: MethodFields,
    seconds: Option<f64>,
}

/// The time limit of a message that does not give one.
const DEFAULT_SECONDS: f64 = 60.0;

impl Message for Solve {
    const NAME: &'static str = "solve";
    const PACE: Pace = Pace::Streamed;

    fn answer(self, engine: &Engine, listener: &mut dyn Listener) -> Result<Value, ApiError> {
        let Puzzle { start, goal } = self.puzzle.read()?;
        let request = self.method.read()?;
        let limits = engine.limits(method::time(self.seconds, DEFAULT_SECONDS, MAX_SECONDS)?);
        let mut reporter = ProgressReporter::new(listener);
        let resolution = engine.workshop().solve(&start, &goal, &request, &limits, &mut reporter)?;
        if let Verdict::Solved(verified) = &resolution.verdict {
            engine.hints.remember(verified);
        }
        report(&start, &goal, &resolution)
    }
}

/// A longer solution would not fit into a `download` message.
const MAX_MOVES: usize = 20_000;

/// Writes the result in the program's own format.
pub(super) fn report(start: &Board, goal: &Goal, resolution: &Resolution) -> Result<Value, ApiError> {
    if let Verdict::Solved(verified) = &resolution.verdict
        && verified.moves().len(Metric::Single) > MAX_MOVES
    {
        let (method, length) = (resolution.plan.method.algorithm.title(), verified.length());
        return Err(ApiError::new(
            ErrorKind::TooLarge,
            format_args!("{method} found {length} moves; the page shows at most {MAX_MOVES}"),
        ));
    }
    serde_json::to_value(Report::new(start, goal, resolution))
        .map_err(|error| ApiError::new(ErrorKind::Internal, error))
}
