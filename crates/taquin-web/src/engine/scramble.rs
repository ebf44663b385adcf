//! `scramble`: a random board, as hard as one likes.

use super::puzzle::{GoalField, Puzzle, SizeField, goal_of};
use super::refusal::{Kind, Refusal};
use super::watch::Watch;
use super::{Engine, Listener};
use serde::Deserialize;
use serde_json::Value;
use std::ops::RangeInclusive;
use std::time::Duration;
use taquin::scramble::Scrambler;
use taquin::search::StopReason;
use taquin::solver::AtDepthError;
use taquin::tables::{self, DepthError, NoTable, PerfectKey, TableId, known_counts};
use taquin::{Board, Goal, Metric, Size};

/// A size, a goal, and how far from it.
#[derive(Deserialize)]
pub struct Ask {
    size: SizeField,
    goal: Option<GoalField>,
    difficulty: Option<Difficulty>,
    depth: Option<u32>,
    seed: Option<u64>,
}

#[derive(Deserialize, Clone, Copy, PartialEq, Eq, Default)]
#[serde(rename_all = "lowercase")]
enum Difficulty {
    Easy,
    Medium,
    Hard,
    #[default]
    Any,
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
        let mut scrambler = Scrambler::new(seed);
        let difficulty = self.difficulty.unwrap_or_default();
        let depth = self.depth.or_else(|| Some(scrambler.one_of(depths(&goal, difficulty)?)));
        let start = match (depth, difficulty) {
            (Some(depth), _) => at_depth(engine, &goal, depth, &mut scrambler, listener)?,
            (None, Difficulty::Easy) => scrambler.walk(&goal, 2 * size.cells() as u64),
            (None, Difficulty::Medium) => scrambler.walk(&goal, 8 * size.cells() as u64),
            (None, Difficulty::Hard | Difficulty::Any) => scrambler.solvable(&goal),
        };
        let mut answer = Puzzle { start, goal }.json();
        answer["seed"] = seed.into();
        if let Some(depth) = depth {
            answer["depth"] = depth.into();
        }
        Ok(answer)
    }
}

/// How far from the goal boards of a difficulty are, where distances are known.
fn depths(goal: &Goal, difficulty: Difficulty) -> Option<RangeInclusive<u32>> {
    let size = goal.size();
    match difficulty {
        Difficulty::Easy if is_fifteen(size) => Some(10..=20),
        Difficulty::Medium if is_fifteen(size) => Some(26..=38),
        Difficulty::Any => None,
        _ => {
            // The largest distance from a goal whose blank lies elsewhere is nearly the same.
            let rows = PerfectKey::of(&Goal::rows(size), Metric::Single)?;
            let diameter = known_counts(&TableId::Perfect(rows))?.len() as u32 - 1;
            Some(match difficulty {
                Difficulty::Easy => diameter / 6..=diameter / 3,
                Difficulty::Medium => diameter / 3 + 1..=diameter * 3 / 5,
                Difficulty::Hard | Difficulty::Any => diameter * 3 / 5 + 1..=diameter * 9 / 10,
            })
        }
    }
}

fn is_fifteen(size: Size) -> bool {
    size.rows() == 4 && size.cols() == 4
}

/// A board at an exact distance from a goal.
pub(super) fn at_depth(
    engine: &Engine,
    goal: &Goal,
    depth: u32,
    scrambler: &mut Scrambler,
    listener: &mut dyn Listener,
) -> Result<Board, Refusal> {
    let metric = Metric::Single;
    let key = PerfectKey::of(goal, metric);
    if goal.size().is_line() || key.is_some() {
        let needed = key.map_or(0, PerfectKey::building_bytes);
        if needed > engine.memory {
            return Err(Refusal::new(Kind::TooLarge, StopReason::Memory(engine.memory)));
        }
        let workers = engine.tables.workers();
        let boards = tables::boards_between(scrambler, goal, metric, depth..=depth, 1, workers, |_| {
            listener.goes_on()
        });
        return match boards {
            Ok(boards) => {
                boards.into_iter().next().ok_or_else(|| Refusal::unsupported("there is no such board"))
            }
            Err(DepthError::NoTable(NoTable::Stopped)) => Err(Refusal::cancelled()),
            Err(error) => Err(Refusal::unsupported(error)),
        };
    }
    if !is_fifteen(goal.size()) {
        return Err(Refusal::unsupported(format_args!(
            "boards at an exact distance are drawn up to 12 cells and on 4x4, not on {}",
            goal.size()
        )));
    }
    let limits = engine.limits(TIME);
    let mut watch = Watch::silent(listener);
    let workshop = engine.workshop();
    workshop.board_at(scrambler, goal, metric, depth, &limits, &mut watch).map_err(|error| match error {
        AtDepthError::Stopped(StopReason::Asked) => Refusal::cancelled(),
        AtDepthError::Stopped(_) | AtDepthError::TooFar { .. } => Refusal::unsupported(error),
        AtDepthError::Solve(error) => error.into(),
    })
}
