//! `scramble`: a random board, as hard as one likes.

use super::puzzle::{GoalField, Puzzle, SizeField, goal_of};
use super::refusal::{Kind, Refusal};
use super::watch::Watch;
use super::{Engine, Listener};
use serde::Deserialize;
use serde_json::Value;
use std::time::Duration;
use taquin::scramble::Scrambler;
use taquin::search::StopReason;
use taquin::solver::{AtDepthError, Difficulty};
use taquin::space::PuzzleSpace;
use taquin::{Board, Goal};

/// A size, a goal, and how far from it.
#[derive(Deserialize)]
pub struct Ask {
    size: SizeField,
    goal: Option<GoalField>,
    difficulty: Option<String>,
    depth: Option<u32>,
    seed: Option<u64>,
}

/// A board at an exact distance takes no longer.
const TIME: Duration = Duration::from_secs(20);

impl Ask {
    pub(super) fn answer(self, engine: &Engine, listener: &mut dyn Listener) -> Result<Value, Refusal> {
        let size = self.size.read()?;
        let goal = goal_of(self.goal.as_ref(), size)?;
        if self.depth.is_some() && self.difficulty.is_some() {
            return Err(Refusal::bad("depth and difficulty: give one of them"));
        }
        let seed = self.seed.unwrap_or_else(Scrambler::any_seed);
        let mut scrambler = Scrambler::seeded(seed);
        let difficulty: Option<Difficulty> =
            self.difficulty.map(|name| name.parse().map_err(Refusal::bad)).transpose()?;
        let (start, depth) = match self.depth {
            Some(depth) => (at_depth(engine, &goal, depth, &mut scrambler, listener)?, Some(depth)),
            None => {
                let (limits, mut watch) = (engine.limits(TIME), Watch::silent(listener));
                let difficulty = difficulty.unwrap_or_default();
                engine.workshop().scramble(&mut scrambler, &goal, difficulty, &limits, &mut watch)?
            }
        };
        let mut answer = Puzzle { start, goal }.json();
        answer["seed"] = seed.into();
        if let Some(depth) = depth {
            answer["depth"] = depth.into();
        }
        Ok(answer)
    }
}

/// A board at an exact distance from a goal.
pub(super) fn at_depth(
    engine: &Engine,
    goal: &Goal,
    depth: u32,
    scrambler: &mut Scrambler,
    listener: &mut dyn Listener,
) -> Result<Board, Refusal> {
    let size = goal.size();
    let is_fifteen = size.rows() == 4 && size.cols() == 4;
    if !size.is_line() && size.cells() > PuzzleSpace::MOST_CELLS && !is_fifteen {
        return Err(Refusal::unsupported(format_args!(
            "boards at an exact distance are drawn up to 12 cells and on 4x4, not on {size}"
        )));
    }
    let (limits, mut watch) = (engine.limits(TIME), Watch::silent(listener));
    Ok(engine.workshop().scramble_to(scrambler, goal, depth, &limits, &mut watch)?)
}

impl From<AtDepthError> for Refusal {
    fn from(error: AtDepthError) -> Refusal {
        match error {
            AtDepthError::Stopped(StopReason::Asked) => Refusal::cancelled(),
            AtDepthError::Stopped(StopReason::Memory(_)) => Refusal::new(Kind::TooLarge, error),
            AtDepthError::Solve(error) => error.into(),
            AtDepthError::Stopped(_) | AtDepthError::TooFar { .. } | AtDepthError::Enumeration(_) => {
                Refusal::unsupported(error)
            }
        }
    }
}
