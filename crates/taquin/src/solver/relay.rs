//! Between several searches for one answer and whoever watches: what they count is added up, and what one has proven
//! is known to the next.

use super::gap::Gap;
use crate::search::{Event, Improvement, Observer, Progress, Stats};
use std::ops::ControlFlow;

/// Watches one search after the other on behalf of an observer.
pub(super) struct Relay<'a> {
    observer: &'a mut dyn Observer,
    /// What the searches before have done.
    pub(super) stats: Stats,
    /// No solution is shorter.
    pub(super) bound: u32,
    /// The length of the best answer so far.
    length: Option<usize>,
    pub(super) gap: Gap,
}

impl<'a> Relay<'a> {
    pub(super) fn new(observer: &'a mut dyn Observer, gap: Gap) -> Relay<'a> {
        Relay { observer, stats: Stats::default(), bound: 0, length: None, gap }
    }

    /// Is the answer good enough?
    pub(super) fn has_enough(&self) -> bool {
        self.length.is_some_and(|length| self.gap.allows(length, self.bound))
    }

    /// Tells that there is a better answer.
    pub(super) fn tell(&mut self, improvement: &Improvement) {
        self.length = Some(improvement.length);
        self.observer.improved(improvement);
    }

    /// Adds what a search has done in the end.
    pub(super) fn add(&mut self, stats: &Stats) {
        self.stats = self.stats.followed_by(stats);
    }
}

impl Observer for Relay<'_> {
    fn progress(&mut self, progress: &Progress) -> ControlFlow<()> {
        self.bound = self.bound.max(progress.lower_bound);
        if self.has_enough() {
            return ControlFlow::Break(());
        }
        let stats = self.stats.followed_by(&progress.stats);
        self.observer.progress(&Progress { stats, lower_bound: self.bound })
    }

    fn wants_trace(&self) -> bool {
        self.observer.wants_trace()
    }

    fn trace(&mut self, event: &Event) {
        self.observer.trace(event);
    }
}
