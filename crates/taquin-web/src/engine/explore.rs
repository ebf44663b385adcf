//! `explore`: how many boards of a size there are at each distance.

use super::puzzle::{GoalField, SizeField, goal_of, size_json, tiles_json};
use super::refusal::{Kind, Refusal};
use super::{Engine, Listener};
use serde::Deserialize;
use serde_json::{Value, json};
use taquin::search::StopReason;
use taquin::tables::{DepthHistogram, NoTable, PerfectKey, TableId, known_counts};
use taquin::{Goal, Metric};

/// A size and a goal.
#[derive(Deserialize)]
pub struct Ask {
    size: SizeField,
    goal: Option<GoalField>,
}

impl Ask {
    pub(super) fn answer(self, engine: &Engine, listener: &mut dyn Listener) -> Result<Value, Refusal> {
        let size = self.size.read()?;
        let goal = goal_of(self.goal.as_ref(), size)?;
        let (counts, source) = counts(engine, &goal, listener)?;
        let chart = taquin_draw::distances(&goal, Metric::Single, &counts).svg();
        Ok(json!({
            "size": size_json(size),
            "goal": tiles_json(goal.board()),
            "depths": counts,
            "chart": chart,
            "source": source,
        }))
    }
}

/// The boards at each distance, and where the numbers come from.
fn counts(
    engine: &Engine,
    goal: &Goal,
    listener: &mut dyn Listener,
) -> Result<(Vec<u64>, &'static str), Refusal> {
    let key = PerfectKey::of(goal, Metric::Single);
    if let Some(counts) = key.and_then(|key| known_counts(&TableId::Perfect(key))) {
        return Ok((counts, "published counts, which this program has counted as well"));
    }
    if key.is_some_and(|key| key.building_bytes() > engine.memory) {
        return Err(Refusal::new(Kind::TooLarge, StopReason::Memory(engine.memory)));
    }
    let workers = engine.tables.workers();
    match DepthHistogram::count(goal, Metric::Single, 0, workers, |_| listener.goes_on()) {
        Ok(census) => Ok((census.counts().to_vec(), "counted just now")),
        Err(NoTable::Stopped) => Err(Refusal::cancelled()),
        Err(error) => Err(Refusal::unsupported(error)),
    }
}
