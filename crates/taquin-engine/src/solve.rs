//! `solve`: a solution, with progress events.

use super::api_error::{ApiError, ErrorKind};
use super::message::Message;
use super::method::{self, MethodFields};
use super::puzzle::PuzzleFields;
use super::{Engine, Listener, MAX_SECONDS, Pace, progress_reporter};
use serde::Deserialize;
use serde_json::Value;
use taquin::Puzzle;
use taquin::solver::{Outcome, Report};

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
        let puzzle = self.puzzle.read()?;
        let time = method::time(self.seconds, DEFAULT_SECONDS, MAX_SECONDS)?;
        let solver = self.method.solver(engine, time)?;
        let outcome = solver.plan(&puzzle)?.run(&progress_reporter::reporting(engine, listener))?;
        if let Some(solution) = &outcome.solution {
            engine.hints.remember(solution);
        }
        report(&puzzle, &outcome)
    }
}

/// A longer solution would not fit into a `download` message.
const MAX_MOVES: usize = 20_000;

/// Writes the result in the program's own format.
pub(super) fn report(puzzle: &Puzzle, outcome: &Outcome) -> Result<Value, ApiError> {
    if let Some(solution) = &outcome.solution
        && solution.moves().len() > MAX_MOVES
    {
        let (method, length) = (outcome.method.algorithm.title(), solution.len());
        return Err(ApiError::new(
            ErrorKind::TooLarge,
            format_args!("{method} found {length} moves; the page shows at most {MAX_MOVES}"),
        ));
    }
    serde_json::to_value(Report::new(puzzle, outcome))
        .map_err(|error| ApiError::new(ErrorKind::Internal, error))
}
