//! The limits of a computation.

use crate::gap::Gap;
use std::time::Duration;

/// The limits of a computation; `None` means unlimited.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Budget {
    /// The time from the start of the computation.
    pub time: Option<Duration>,
    /// The most nodes to expand.
    pub nodes: Option<u64>,
    /// The most bytes to keep.
    pub memory: Option<u64>,
    /// How far above the lower bound a solution may be.
    pub gap: Option<Gap>,
}

impl Budget {
    /// Fills in the limits that are not set from `defaults`.
    #[must_use]
    pub fn or(self, defaults: Budget) -> Budget {
        Budget {
            time: self.time.or(defaults.time),
            nodes: self.nodes.or(defaults.nodes),
            memory: self.memory.or(defaults.memory),
            gap: self.gap.or(defaults.gap),
        }
    }
}
