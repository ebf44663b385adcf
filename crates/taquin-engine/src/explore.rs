//! `explore`: the number of boards at each distance from the goal.

use super::api_error::ApiError;
use super::message::Message;
use super::puzzle::{GoalField, SizeField, goal_of, size_json, tiles_json};
use super::{Engine, Listener, Pace, examples};
use serde::Deserialize;
use serde_json::{Value, json};
use taquin::Metric;
use taquin_plot::Scale;

/// A size and a goal.
#[derive(Deserialize)]
pub(super) struct Explore {
    size: SizeField,
    goal: Option<GoalField>,
}

impl Message for Explore {
    const NAME: &'static str = "explore";
    const PACE: Pace = Pace::Slow;

    fn answer(self, engine: &Engine, listener: &mut dyn Listener) -> Result<Value, ApiError> {
        let size = self.size.read()?;
        let goal = goal_of(self.goal.as_ref(), size)?;
        let (counts, source) = examples::counts(engine, &goal, listener)?;
        let chart = taquin_draw::distances(&goal, Metric::Single, &counts, Scale::Log).svg();
        Ok(json!({
            "size": size_json(size),
            "goal": tiles_json(goal.board()),
            "depths": counts,
            "chart": chart,
            "source": source,
        }))
    }
}
