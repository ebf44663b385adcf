//! What the two IDA* have in common: iterations with a growing bound, and counting in registers.

use super::monitor::Monitor;
use crate::control::StopReason;
use crate::moves::Moves;
use crate::trace::TraceEvent;
use std::ops::RangeInclusive;

/// What an iteration found.
pub(super) enum Deepened {
    /// The goal was reached by these moves.
    Goal(Moves),
    /// The smallest f beyond the bound.
    NextBound(u32),
    /// Nothing lies beyond the bound.
    Nothing,
}

impl Deepened {
    /// No goal; the smallest f seen beyond the bound, or the largest number if there was none.
    pub(super) fn beyond(next_bound: u32) -> Deepened {
        if next_bound == u32::MAX { Deepened::Nothing } else { Deepened::NextBound(next_bound) }
    }
}

/// Iterates with growing bounds up to the last, each of which is a lower bound if the estimate is admissible. `path` is
/// given room for any path within the bound, filled up with `root`.
pub(super) fn deepening<N: Clone>(
    bounds: RangeInclusive<u32>,
    is_admissible: bool,
    root: &N,
    monitor: &mut Monitor,
    mut iterate: impl FnMut(u32, &mut [N], &mut Monitor) -> Result<Deepened, StopReason>,
) -> Result<Option<Moves>, StopReason> {
    let (mut bound, last) = bounds.into_inner();
    let mut path = Vec::new();
    loop {
        if is_admissible {
            monitor.raise_lower_bound(bound);
        }
        if bound > last {
            return Ok(None);
        }
        monitor.trace(|| TraceEvent::Iteration { bound });
        // A node within the bound is at most that deep.
        let more = bound as usize + 1 - path.len();
        monitor.make_room(&mut path, more)?;
        path.resize(bound as usize + 1, root.clone());
        match iterate(bound, &mut path, monitor)? {
            Deepened::Goal(moves) => return Ok(Some(moves)),
            Deepened::NextBound(next) => bound = next,
            Deepened::Nothing => return Ok(None),
        }
    }
}

/// What an iteration has counted since it last told.
#[derive(Default)]
pub(super) struct Counted {
    pub(super) expanded: u32,
    pub(super) generated: u64,
    pub(super) deepest: usize,
}

impl Counted {
    /// Tells what was counted, and begins anew.
    pub(super) fn tell(&mut self, counters: &mut impl Counters) {
        counters.count(std::mem::take(self));
    }
}

/// Whom an iteration tells what it has counted, and asks how long it may go on.
pub(super) trait Counters {
    fn count(&mut self, counted: Counted);

    /// How many nodes may be expanded before it has to be asked again, unless it is time to stop.
    fn quota(&mut self) -> Result<u32, StopReason>;

    /// How many nodes were expanded, as far as it was told.
    fn expanded(&self) -> u64;

    /// Tells one step, if anybody wants to know.
    fn trace(&mut self, event: impl FnOnce() -> TraceEvent);
}

impl Counters for Monitor<'_> {
    fn count(&mut self, counted: Counted) {
        Monitor::count(self, counted.expanded, counted.generated, counted.deepest as u32);
    }

    fn quota(&mut self) -> Result<u32, StopReason> {
        Monitor::quota(self)
    }

    fn expanded(&self) -> u64 {
        self.stats.expanded
    }

    #[inline]
    fn trace(&mut self, event: impl FnOnce() -> TraceEvent) {
        Monitor::trace(self, event);
    }
}
