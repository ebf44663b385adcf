//! Boards at every distance from a goal, found by one enumeration and kept.
//!
//! Enumerating all boards of 3x4 takes seconds and more than 100 MB, so it is done once for a goal and not for every
//! example. The boards depend only on the goal: a seed gives the same example with every engine, in any order of messages.

use super::api_error::{ApiError, ErrorKind};
use super::{Engine, Listener, progress_reporter};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use taquin::control::StopReason;
use taquin::scramble::Scrambler;
use taquin::tables::{DepthHistogram, NoTable, PerfectKey, TableId, boards_at, known_counts};
use taquin::{Board, Goal, Metric};

/// How many boards are kept for each distance.
const PER_DEPTH: u64 = 16;

/// How many goals are kept; each takes less than 100 kB.
const MAX_GOALS: usize = 32;

/// Some boards at each distance, from 0.
type ByDepth = Vec<Vec<Board>>;

/// The examples that were found so far, by the tiles of the goal.
#[derive(Default)]
pub(super) struct Examples {
    found: Mutex<BTreeMap<Vec<u16>, Arc<ByDepth>>>,
}

impl Examples {
    /// Returns a board at a distance from a goal of at most [`PerfectKey::MOST_CELLS`] cells; `None` if there is none.
    pub(super) fn board(
        &self,
        engine: &Engine,
        goal: &Goal,
        depth: u32,
        scrambler: &mut Scrambler,
        listener: &mut dyn Listener,
    ) -> Result<Option<Board>, ApiError> {
        let examples = self.of(engine, goal, listener)?;
        let Some(boards) = examples.get(depth as usize) else { return Ok(None) };
        let last = boards.len().saturating_sub(1) as u32;
        Ok(boards.get(scrambler.one_of(0..=last) as usize).cloned())
    }

    fn of(
        &self,
        engine: &Engine,
        goal: &Goal,
        listener: &mut dyn Listener,
    ) -> Result<Arc<ByDepth>, ApiError> {
        // The tiles alone would be the same for 2x6 and 3x4.
        let key: Vec<u16> =
            std::iter::once(goal.size().rows() as u16).chain(goal.board().numbers()).collect();
        let known = self.found.lock().unwrap_or_else(PoisonError::into_inner).get(&key).cloned();
        if let Some(known) = known {
            return Ok(known);
        }
        // The lock is not held during the enumeration. Two callers may do the same work, with the same result.
        let examples = Arc::new(enumerate(engine, goal, listener)?);
        let mut found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        if found.len() >= MAX_GOALS {
            found.pop_first();
        }
        found.insert(key, Arc::clone(&examples));
        Ok(examples)
    }
}

/// Draws boards at each distance from a goal.
fn enumerate(engine: &Engine, goal: &Goal, listener: &mut dyn Listener) -> Result<ByDepth, ApiError> {
    let (counts, _) = counts(engine, goal, listener)?;
    // The seed is part of the definition: another one would give other examples.
    let mut scrambler = Scrambler::seeded(0);
    let wanted: Vec<(u32, u64)> = (0..)
        .zip(&counts)
        .flat_map(|(depth, &count)| {
            let mut draw = |number: u64| match u32::try_from(count - 1) {
                Ok(last) if count > PER_DEPTH => u64::from(scrambler.one_of(0..=last)),
                _ => number,
            };
            (0..count.min(PER_DEPTH)).map(|number| (depth, draw(number))).collect::<Vec<_>>()
        })
        .collect();
    let (workers, control) = (engine.solver.tables().workers(), progress_reporter::silent(engine, listener));
    let boards = boards_at(goal, Metric::Single, &wanted, workers, &control).map_err(no_table)?;
    let mut examples = vec![Vec::new(); counts.len()];
    for ((depth, _), board) in wanted.iter().zip(boards) {
        examples[*depth as usize].extend(board);
    }
    Ok(examples)
}

/// Returns the number of boards at each distance, and where the numbers come from.
pub(super) fn counts(
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
    let (workers, control) = (engine.solver.tables().workers(), progress_reporter::silent(engine, listener));
    match DepthHistogram::count(goal, Metric::Single, 0, workers, &control) {
        Ok(histogram) => Ok((histogram.counts().to_vec(), "counted now")),
        Err(error) => Err(no_table(error)),
    }
}

fn no_table(error: NoTable) -> ApiError {
    match error {
        NoTable::Stopped(_) => ApiError::cancelled(),
        error => ApiError::unsupported(error),
    }
}
