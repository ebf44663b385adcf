//! `example`: a board at exactly the given distance.

use super::api_error::ApiError;
use super::message::Message;
use super::puzzle::{GoalField, SizeField, goal_of, puzzle_json};
use super::scramble::at_depth;
use super::{Engine, Listener, Pace};
use serde::Deserialize;
use serde_json::Value;
use taquin::Metric;
use taquin::scramble::Scrambler;
use taquin::tables::PerfectKey;

/// A size, a goal and a distance.
#[derive(Deserialize)]
pub(super) struct Example {
    size: SizeField,
    goal: Option<GoalField>,
    depth: u32,
    seed: Option<u64>,
}

impl Message for Example {
    const NAME: &'static str = "example";
    const PACE: Pace = Pace::Slow;

    fn answer(self, engine: &Engine, listener: &mut dyn Listener) -> Result<Value, ApiError> {
        let goal = goal_of(self.goal.as_ref(), self.size.read()?)?;
        let seed = self.seed.unwrap_or_else(engine.seeds);
        let mut scrambler = Scrambler::seeded(seed);
        let kept =
            match PerfectKey::of(&goal, Metric::Single).filter(|key| key.building_bytes() <= engine.memory) {
                Some(_) => engine.examples.board(engine, &goal, self.depth, &mut scrambler, listener)?,
                None => None,
            };
        // Without an example, the library says why.
        let start = match kept {
            Some(board) => board,
            None => at_depth(engine, &goal, self.depth, &mut scrambler, listener)?,
        };
        let mut answer = puzzle_json(&start, &goal);
        answer["depth"] = self.depth.into();
        answer["seed"] = seed.into();
        Ok(answer)
    }
}
