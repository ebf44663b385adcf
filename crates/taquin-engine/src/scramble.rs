//! `scramble`: a random board of a chosen difficulty or distance.

use super::api_error::{ApiError, ErrorKind};
use super::message::Message;
use super::puzzle::{GoalField, SizeField, goal_of, puzzle_json};
use super::{Engine, Listener, Pace, progress_reporter};
use serde::Deserialize;
use serde_json::Value;
use std::time::Duration;
use taquin::control::StopReason;
use taquin::scramble::Scrambler;
use taquin::solver::{AtDepthError, Difficulty};
use taquin::tables::PerfectKey;
use taquin::{Board, Goal};

/// A size, a goal, and a difficulty or distance.
#[derive(Deserialize)]
pub(super) struct Scramble {
    size: SizeField,
    goal: Option<GoalField>,
    difficulty: Option<String>,
    depth: Option<u32>,
    seed: Option<u64>,
}

/// The time limit for finding a board.
const TIME: Duration = Duration::from_secs(20);

impl Message for Scramble {
    const NAME: &'static str = "scramble";
    const PACE: Pace = Pace::Slow;

    fn answer(self, engine: &Engine, listener: &mut dyn Listener) -> Result<Value, ApiError> {
        let size = self.size.read()?;
        let goal = goal_of(self.goal.as_ref(), size)?;
        if self.depth.is_some() && self.difficulty.is_some() {
            return Err(ApiError::bad_request("depth, difficulty: give only one of them"));
        }
        let seed = self.seed.unwrap_or_else(engine.seeds);
        let mut scrambler = Scrambler::seeded(seed);
        let difficulty: Option<Difficulty> =
            self.difficulty.map(|name| name.parse().map_err(ApiError::bad_request)).transpose()?;
        let (start, depth) = match self.depth {
            Some(depth) => (at_depth(engine, &goal, depth, &mut scrambler, listener)?, Some(depth)),
            None => {
                let (solver, control) = (engine.solver(TIME)?, progress_reporter::silent(engine, listener));
                solver.scramble(&mut scrambler, &goal, difficulty.unwrap_or_default(), &control)?
            }
        };
        let mut answer = puzzle_json(&start, &goal);
        answer["seed"] = seed.into();
        if let Some(depth) = depth {
            answer["depth"] = depth.into();
        }
        Ok(answer)
    }
}

/// Finds a random board at an exact distance from a goal.
pub(super) fn at_depth(
    engine: &Engine,
    goal: &Goal,
    depth: u32,
    scrambler: &mut Scrambler,
    listener: &mut dyn Listener,
) -> Result<Board, ApiError> {
    let size = goal.size();
    let is_fifteen = size.rows() == 4 && size.cols() == 4;
    if !size.is_line() && size.cells() > PerfectKey::MOST_CELLS && !is_fifteen {
        return Err(ApiError::unsupported(format_args!(
            "depth: not supported on {size}, only up to 12 cells, on 4x4, and on one row or column"
        )));
    }
    let (solver, control) = (engine.solver(TIME)?, progress_reporter::silent(engine, listener));
    Ok(solver.board_at(scrambler, goal, depth, &control)?)
}

impl From<AtDepthError> for ApiError {
    fn from(error: AtDepthError) -> ApiError {
        match error {
            AtDepthError::Stopped(StopReason::Cancelled) => ApiError::cancelled(),
            AtDepthError::Stopped(StopReason::Memory) => ApiError::new(ErrorKind::TooLarge, error),
            AtDepthError::Solve(error) => error.into(),
            AtDepthError::Stopped(_)
            | AtDepthError::TooFar { .. }
            | AtDepthError::EmptyRange(_)
            | AtDepthError::Enumeration(_) => ApiError::unsupported(error),
        }
    }
}
