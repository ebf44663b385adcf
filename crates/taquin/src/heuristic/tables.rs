//! The small tables of the named heuristics, kept between solves.

use super::walking_table::{Axis, WalkingTable};
use crate::metric::Metric;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// A table that the first caller builds while the others wait.
type Slot = Arc<OnceLock<Arc<WalkingTable>>>;

/// Tables that heuristics of the same shape share, whatever the order of the goal's tiles.
///
/// Building the tables of [`WalkingDistance`](super::WalkingDistance) takes longer than many searches, so a solver keeps
/// one value of this type for all its solves. Each table is built on first use.
#[derive(Debug, Default)]
pub struct HeuristicTables {
    walking: Mutex<HashMap<(Axis, Metric), Slot>>,
}

impl HeuristicTables {
    /// Returns the bytes of all tables built so far.
    pub fn bytes(&self) -> u64 {
        let walking = self.walking.lock().unwrap_or_else(PoisonError::into_inner);
        walking.values().filter_map(|slot| slot.get()).map(|table| table.bytes()).sum()
    }

    /// Returns whether the walking-distance table of an axis is built.
    pub(super) fn has_walking(&self, axis: Axis, metric: Metric) -> bool {
        let walking = self.walking.lock().unwrap_or_else(PoisonError::into_inner);
        walking.get(&(axis, metric)).is_some_and(|slot| slot.get().is_some())
    }

    /// Returns the walking-distance table of an axis. Callers block while another thread builds it.
    ///
    /// # Panics
    /// If the axis has no table: see [`Axis::has_table`].
    pub(super) fn walking(&self, axis: Axis, metric: Metric) -> Arc<WalkingTable> {
        let mut walking = self.walking.lock().unwrap_or_else(PoisonError::into_inner);
        let slot = Arc::clone(walking.entry((axis, metric)).or_default());
        // Other shapes must not wait for this one.
        drop(walking);
        Arc::clone(slot.get_or_init(|| Arc::new(WalkingTable::new(axis, metric))))
    }
}
