//! `explore`: the number of boards at each distance from the goal.

use super::api_error::{ApiError, ErrorKind};
use super::message::Message;
use super::puzzle::{GoalField, SizeField, goal_of, size_json, tiles_json};
use super::{Engine, Listener, Pace, progress_reporter};
use serde::Deserialize;
use serde_json::{Value, json};
use taquin::control::StopReason;
use taquin::tables::{DepthHistogram, NoTable, PerfectKey, TableId, known_counts};
use taquin::{Goal, Metric};
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
        let (counts, source) = counts(engine, &goal, listener)?;
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

/// Returns the number of boards at each distance, and where the numbers come from.
fn counts(
    engine: &Engine,
    goal: &Goal,
    listener: &mut dyn Listener,
) -> Result<(Vec<u64>, &'static str), ApiError> {
    let key = PerfectKey::of(goal, Metric::Single);
    if let Some(counts) = key.and_then(|key| known_counts(&TableId::Perfect(key))) {
        return Ok((counts, "published counts, confirmed by this program"));
    }
    if key.is_none() && !goal.size().is_line() {
        return Err(ApiError::unsupported(NoTable::Size(goal.size())));
    }
    if key.is_some_and(|key| key.building_bytes() > engine.memory) {
        return Err(ApiError::new(ErrorKind::TooLarge, StopReason::Memory));
    }
    let (workers, control) = (engine.solver.tables().workers(), progress_reporter::silent(listener));
    match DepthHistogram::count(goal, Metric::Single, 0, workers, &control) {
        Ok(histogram) => Ok((histogram.counts().to_vec(), "counted now")),
        Err(NoTable::Stopped(_)) => Err(ApiError::cancelled()),
        Err(error) => Err(ApiError::unsupported(error)),
    }
}
