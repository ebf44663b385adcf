//! `example`: a board at exactly the distance that one points at in a chart.

use super::puzzle::{GoalField, Puzzle, SizeField, goal_of};
use super::refusal::Refusal;
use super::scramble::at_depth;
use super::{Engine, Listener};
use serde::Deserialize;
use serde_json::Value;
use taquin::scramble::Scrambler;

/// A size, a goal and a distance.
#[derive(Deserialize)]
pub struct Ask {
    size: SizeField,
    goal: Option<GoalField>,
    depth: u32,
    seed: Option<u64>,
}

impl Ask {
    pub(super) fn answer(self, engine: &Engine, listener: &mut dyn Listener) -> Result<Value, Refusal> {
        let goal = goal_of(self.goal.as_ref(), self.size.read()?)?;
        let seed = self.seed.unwrap_or_else(Scrambler::any_seed);
        let start = at_depth(engine, &goal, self.depth, &mut Scrambler::seeded(seed), listener)?;
        let mut answer = Puzzle { start, goal }.json();
        answer["depth"] = self.depth.into();
        answer["seed"] = seed.into();
        Ok(answer)
    }
}
