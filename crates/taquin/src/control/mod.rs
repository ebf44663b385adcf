//! Budget, cancellation, progress and clock: one value that every long loop polls in one way.
//!
//! The caller creates a [`Control`] and passes it by reference. Its time limit starts with each solve, so one value can
//! be used for many solves. No other part of the library reads a clock.
//!
//! ```
//! use std::time::Duration;
//! use taquin::control::{Control, Event};
//! let mut polls = 0;
//! let control = Control::new().time_limit(Duration::from_secs(10)).on_event(|event| {
//!     if let Event::Progress(progress) = event {
//!         polls += 1;
//!         println!("{} expanded, at least {} moves", progress.stats.expanded, progress.lower_bound);
//!     }
//! });
//! let token = control.cancel_token();
//! token.cancel(); // from any thread or signal handler
//! ```

mod budget;
mod cancel_token;
mod clock;
mod event;
mod stop_reason;

pub use budget::Budget;
pub use cancel_token::CancelToken;
pub use clock::Clock;
pub use event::{Event, Improvement, Parts, Progress, ViewChoice};
pub use stop_reason::StopReason;

use crate::gap::Gap;
use crate::proof::Verified;
use crate::stats::Stats;
use crate::trace::TraceEvent;
use clock::TimeSource;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

type OnEvent<'a> = Arc<dyn Fn(&Event<'_>) + Send + Sync + 'a>;
type OnTrace<'a> = Arc<dyn Fn(&TraceEvent) + Send + Sync + 'a>;

/// Budget, cancellation, progress and clock of a piece of work. See the [module](self) for an example.
///
/// Cloning is cheap; clones share the cancellation flag and the callbacks.
#[derive(Clone)]
pub struct Control<'a> {
    budget: Budget,
    time_source: TimeSource<'a>,
    cancel: CancelToken,
    on_event: Option<OnEvent<'a>>,
    on_trace: Option<OnTrace<'a>>,
    /// When the work started; `None` before that.
    started: Option<Duration>,
    /// When the time is up, on the same clock.
    deadline: Option<Duration>,
    /// The statistics of earlier searches for the same solution.
    before: Stats,
    /// The lower bound that they proved.
    lower_bound: u32,
    /// The length of the best solution so far.
    incumbent: Option<usize>,
    /// The lower bound that ends the work.
    sufficient_bound: Option<u32>,
}

impl<'a> Control<'a> {
    /// Creates a control without limits or callbacks.
    pub fn new() -> Control<'a> {
        Control {
            budget: Budget::default(),
            time_source: TimeSource::DEFAULT,
            cancel: CancelToken::new(),
            on_event: None,
            on_trace: None,
            started: None,
            deadline: None,
            before: Stats::default(),
            lower_bound: 0,
            incumbent: None,
            sufficient_bound: None,
        }
    }

    /// Sets all limits at once.
    #[must_use]
    pub fn with_budget(self, budget: Budget) -> Control<'a> {
        Control { budget, ..self }
    }

    /// Stops after this time, counted from the start of each solve.
    #[must_use]
    pub fn time_limit(mut self, time: Duration) -> Control<'a> {
        self.budget.time = Some(time);
        self
    }

    /// Stops after expanding this many nodes.
    #[must_use]
    pub fn node_limit(mut self, nodes: u64) -> Control<'a> {
        self.budget.nodes = Some(nodes);
        self
    }

    /// Never keeps more than this many bytes.
    #[must_use]
    pub fn memory_limit(mut self, bytes: u64) -> Control<'a> {
        self.budget.memory = Some(bytes);
        self
    }

    /// Accepts a solution that is at most this far above the lower bound.
    #[must_use]
    pub fn gap(mut self, gap: Gap) -> Control<'a> {
        self.budget.gap = Some(gap);
        self
    }

    /// Stops once it is proved that no solution is shorter than this.
    #[must_use]
    pub fn stop_at_bound(self, lower_bound: u32) -> Control<'a> {
        Control { sufficient_bound: Some(lower_bound), ..self }
    }

    /// Is cancelled by `token` instead of by a token of its own.
    #[must_use]
    pub fn with_cancel_token(self, token: CancelToken) -> Control<'a> {
        Control { cancel: token, ..self }
    }

    /// Reads the time from `clock` instead of the system's.
    #[must_use]
    pub fn with_clock(self, clock: impl Clock + 'a) -> Control<'a> {
        Control { time_source: TimeSource::Given(Arc::new(clock)), ..self }
    }

    /// Calls `callback` every few milliseconds, and for every better solution. It runs on the thread that called the
    /// solver; to stop the work from inside it, cancel a [token](Control::cancel_token).
    #[must_use]
    pub fn on_event(self, callback: impl FnMut(&Event<'_>) + Send + 'a) -> Control<'a> {
        let callback = Mutex::new(callback);
        let on_event: OnEvent<'a> = Arc::new(move |event| {
            // A panicking callback unwinds through the search; a caller that catches the panic may use the control
            // again.
            (callback.lock().unwrap_or_else(PoisonError::into_inner))(event);
        });
        Control { on_event: Some(on_event), ..self }
    }

    /// Calls `callback` for every step of the search. Parallel searches, table lookups and beam searches have no steps
    /// to trace.
    #[must_use]
    pub fn on_trace(self, callback: impl FnMut(&TraceEvent) + Send + 'a) -> Control<'a> {
        let callback = Mutex::new(callback);
        let on_trace: OnTrace<'a> = Arc::new(move |event| {
            (callback.lock().unwrap_or_else(PoisonError::into_inner))(event);
        });
        Control { on_trace: Some(on_trace), ..self }
    }

    /// Fills in the limits that are not set and [starts](Control::started) the work.
    #[must_use]
    pub(crate) fn started_within(&self, defaults: Budget) -> Control<'a> {
        let mut started = self.clone();
        started.budget = self.budget.or(defaults);
        started.start();
        started
    }

    /// Returns the limits.
    pub fn budget(&self) -> Budget {
        self.budget
    }

    /// Returns a token that cancels the work.
    pub fn cancel_token(&self) -> CancelToken {
        self.cancel.clone()
    }

    /// Returns the time since the work started.
    pub fn elapsed(&self) -> Duration {
        self.started.map_or(Duration::ZERO, |started| self.time_source.now().saturating_sub(started))
    }

    /// Reports progress and returns why the work must stop, if it must. Every long loop calls this every few
    /// milliseconds. The elapsed time in the event is read from the clock here.
    ///
    /// # Errors
    /// The reason to stop: cancellation, the time limit, or a solution within the gap. The node and memory limits are
    /// enforced by the search that counts them.
    pub fn poll(&self, progress: &Progress) -> Result<(), StopReason> {
        if self.cancel.is_cancelled() {
            return Err(StopReason::Cancelled);
        }
        if self.budget.time.is_some() && !self.has_clock() {
            return Err(StopReason::NoClock);
        }
        if self.deadline.is_some_and(|deadline| self.time_source.now() >= deadline) {
            return Err(StopReason::Time);
        }
        let lower_bound = self.lower_bound.max(progress.lower_bound);
        if self.is_within_gap(lower_bound) {
            return Err(StopReason::Gap);
        }
        if self.sufficient_bound.is_some_and(|sufficient| lower_bound >= sufficient) {
            return Err(StopReason::Bound);
        }
        if let Some(on_event) = &self.on_event {
            let stats = Stats { elapsed: self.elapsed(), ..self.before.followed_by(&progress.stats) };
            on_event(&Event::Progress(Progress { stats, lower_bound, ..*progress }));
            // The callback may have cancelled.
            if self.cancel.is_cancelled() {
                return Err(StopReason::Cancelled);
            }
        }
        Ok(())
    }

    /// Reports an event other than progress and polls.
    ///
    /// # Errors
    /// The reason to stop.
    pub(crate) fn report(&self, event: &Event<'_>) -> Result<(), StopReason> {
        if let Some(on_event) = &self.on_event {
            on_event(event);
        }
        self.silent().check()
    }

    /// Polls for work that counts nothing.
    ///
    /// # Errors
    /// The reason to stop.
    pub fn check(&self) -> Result<(), StopReason> {
        self.poll(&Progress::default())
    }

    /// Starts the clock, unless it is running already: the time limit is then for everything that uses this control.
    #[must_use]
    pub fn started(&self) -> Control<'a> {
        let mut started = self.clone();
        started.start();
        started
    }

    fn start(&mut self) {
        if self.started.is_none() {
            let now = self.time_source.now();
            self.started = Some(now);
            self.deadline = self.budget.time.map(|time| now.saturating_add(time));
        }
    }

    /// Returns whether a time limit can be enforced.
    pub(crate) fn has_clock(&self) -> bool {
        match self.time_source {
            #[cfg(not(target_family = "wasm"))]
            TimeSource::System => true,
            TimeSource::Given(_) => true,
            #[cfg(target_family = "wasm")]
            TimeSource::Missing => false,
        }
    }

    /// Returns the time that is left; `None` without a time limit.
    pub(crate) fn time_left(&self) -> Option<Duration> {
        self.deadline.map(|deadline| deadline.saturating_sub(self.time_source.now()))
    }

    /// Returns the remaining limits.
    pub(crate) fn budget_left(&self) -> Budget {
        Budget { time: self.time_left(), ..self.budget }
    }

    /// Returns the control of a part of the work that may take at most `time` from now.
    #[must_use]
    pub(crate) fn within_time(&self, time: Duration) -> Control<'a> {
        let end = self.time_source.now().saturating_add(time);
        let deadline = Some(self.deadline.map_or(end, |deadline| deadline.min(end)));
        Control { deadline, ..self.clone() }
    }

    /// Returns the control of a part of the work that may expand at most `nodes`.
    #[must_use]
    pub(crate) fn within_nodes(&self, nodes: u64) -> Control<'a> {
        let mut part = self.clone();
        part.budget.nodes = Some(self.budget.nodes.map_or(nodes, |limit| limit.min(nodes)));
        part
    }

    /// Returns the control of the remaining work if `bytes` of memory are taken.
    #[must_use]
    pub(crate) fn beside(&self, bytes: u64) -> Control<'a> {
        let mut rest = self.clone();
        rest.budget.memory = self.budget.memory.map(|memory| memory.saturating_sub(bytes));
        rest
    }

    /// Returns the control after a search with these statistics and this lower bound.
    #[must_use]
    pub(crate) fn after(&self, stats: &Stats, lower_bound: u32) -> Control<'a> {
        let mut rest = self.clone();
        rest.budget.nodes = self.budget.nodes.map(|nodes| nodes.saturating_sub(stats.expanded));
        rest.before = self.before.followed_by(stats);
        rest.lower_bound = self.lower_bound.max(lower_bound);
        rest
    }

    /// Returns the control without callbacks and traces, for a part of the work whose progress means something else.
    #[must_use]
    pub(crate) fn silent(&self) -> Control<'a> {
        Control { on_event: None, on_trace: None, ..self.clone() }
    }

    /// Records a new incumbent and reports it to the caller.
    pub(crate) fn improve(&mut self, solution: &Verified) {
        self.incumbent = Some(solution.len());
        self.announce(solution);
    }

    /// Tells the caller of a solution.
    pub(crate) fn announce(&self, solution: &Verified) {
        if let Some(on_event) = &self.on_event {
            let (lower_bound, elapsed) = (self.lower_bound, self.elapsed());
            on_event(&Event::Improved(Improvement { solution, lower_bound, elapsed }));
        }
    }

    /// Returns the statistics of earlier searches for the same solution.
    pub(crate) fn before(&self) -> &Stats {
        &self.before
    }

    /// Returns the lower bound so far.
    pub(crate) fn lower_bound(&self) -> u32 {
        self.lower_bound
    }

    /// Raises the lower bound, unless it is larger already.
    pub(crate) fn raise_lower_bound(&mut self, lower_bound: u32) {
        self.lower_bound = self.lower_bound.max(lower_bound);
    }

    /// Returns whether the incumbent is good enough.
    pub(crate) fn is_good_enough(&self) -> bool {
        self.is_within_gap(self.lower_bound)
    }

    fn is_within_gap(&self, lower_bound: u32) -> bool {
        let gap = self.budget.gap.unwrap_or(Gap::ZERO);
        self.incumbent.is_some_and(|length| gap.allows(length, lower_bound))
    }

    /// Returns whether steps of a search are traced.
    pub(crate) fn is_traced(&self) -> bool {
        self.on_trace.is_some()
    }

    /// Traces one step of a search.
    pub(crate) fn trace(&self, event: &TraceEvent) {
        if let Some(on_trace) = &self.on_trace {
            on_trace(event);
        }
    }
}

impl Default for Control<'_> {
    fn default() -> Self {
        Control::new()
    }
}

impl fmt::Debug for Control<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Control")
            .field("budget", &self.budget)
            .field("cancelled", &self.cancel.is_cancelled())
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU64, Ordering};

    /// Advances by a second whenever it is read.
    struct Ticking(AtomicU64);

    impl Clock for Ticking {
        fn now(&self) -> Duration {
            Duration::from_secs(self.0.fetch_add(1, Ordering::Relaxed))
        }
    }

    #[test]
    fn time_counts_from_the_start_of_each_solve() {
        let control = Control::new().with_clock(Ticking(100.into())).time_limit(Duration::from_secs(3));
        assert_eq!(control.check(), Ok(()), "nothing has started");
        for _ in 0..3 {
            let started = control.started();
            assert_eq!((started.check(), started.check()), (Ok(()), Ok(())));
            assert_eq!(started.check(), Err(StopReason::Time));
            // A part of the work does not start the clock again.
            assert_eq!(started.started().check(), Err(StopReason::Time));
        }
    }

    #[test]
    fn a_callback_can_cancel() {
        let token = CancelToken::new();
        let mut events = 0;
        let control = Control::new().with_cancel_token(token.clone()).on_event(|_| {
            events += 1;
            if events == 2 {
                token.cancel();
            }
        });
        assert_eq!(control.check(), Ok(()));
        assert_eq!([control.check(), control.clone().check()], [Err(StopReason::Cancelled); 2]);
        drop(control);
        assert_eq!(events, 2);
    }

    #[test]
    fn parts_are_never_larger_than_the_whole() {
        let control = Control::new().node_limit(10).memory_limit(100);
        let stats = Stats { expanded: 4, ..Stats::default() };
        let rest = control.after(&stats, 7);
        assert_eq!((rest.budget.nodes, rest.lower_bound), (Some(6), 7));
        assert_eq!(rest.within_nodes(99).budget.nodes, Some(6));
        assert_eq!(rest.within_nodes(2).budget.nodes, Some(2));
        assert_eq!(rest.beside(30).budget.memory, Some(70));
        assert_eq!(rest.beside(300).budget.memory, Some(0));
    }
}
