//! The progress of a breadth-first search by layers.

use crate::control::{Control, Event, Progress, StopReason};
use crate::stats::Stats;

/// Counts the states of each layer and polls the control.
pub(crate) struct LayerCounter<'a> {
    control: &'a Control<'a>,
    stats: Stats,
}

impl<'a> LayerCounter<'a> {
    pub(crate) fn new(control: &'a Control<'a>) -> LayerCounter<'a> {
        LayerCounter { control, stats: Stats::default() }
    }

    /// Counts a finished layer.
    ///
    /// # Errors
    /// If the control stops it.
    pub(crate) fn add(&mut self, states: u64) -> Result<(), StopReason> {
        self.stats.expanded += states;
        self.stats.generated += states;
        self.stats.max_depth += 1;
        self.control.report(&Event::Layer { depth: self.stats.max_depth, states })
    }

    /// Polls within a layer, which can take long.
    ///
    /// # Errors
    /// If the control stops it.
    pub(crate) fn check(&self) -> Result<(), StopReason> {
        self.control.poll(&Progress { stats: self.stats, ..Progress::default() })
    }
}
