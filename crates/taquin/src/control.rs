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

use crate::gap::Gap;
use crate::proof::Verified;
use crate::stats::Stats;
use crate::trace::TraceEvent;
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
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

/// Cancels work from another thread or from a signal handler. Clones share one flag.
#[derive(Clone, Debug, Default)]
pub struct CancelToken(Arc<AtomicBool>);

impl CancelToken {
    /// Creates a token that is not cancelled.
    pub fn new() -> CancelToken {
        CancelToken::default()
    }

    /// Makes the work stop at its next poll, within a few milliseconds.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::SeqCst);
    }

    /// Returns whether [`cancel`](CancelToken::cancel) has been called.
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// A source of time, for targets without a system clock and for tests.
pub trait Clock: Send + Sync {
    /// Returns the time since some fixed moment; it never decreases.
    fn now(&self) -> Duration;
}

/// The clock of a control.
#[derive(Clone)]
enum TimeSource<'a> {
    /// The system's monotonic clock.
    #[cfg(not(target_family = "wasm"))]
    System,
    /// A clock given by the caller.
    Given(Arc<dyn Clock + 'a>),
    /// No clock: a time limit is refused.
    #[cfg(target_family = "wasm")]
    Missing,
}

impl TimeSource<'_> {
    #[cfg(not(target_family = "wasm"))]
    const DEFAULT: TimeSource<'static> = TimeSource::System;
    #[cfg(target_family = "wasm")]
    const DEFAULT: TimeSource<'static> = TimeSource::Missing;

    fn now(&self) -> Duration {
        match self {
            #[cfg(not(target_family = "wasm"))]
            TimeSource::System => {
                static ORIGIN: std::sync::OnceLock<std::time::Instant> = std::sync::OnceLock::new();
                ORIGIN.get_or_init(std::time::Instant::now).elapsed()
            }
            TimeSource::Given(clock) => clock.now(),
            #[cfg(target_family = "wasm")]
            TimeSource::Missing => Duration::ZERO,
        }
    }
}

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
            on_event(&Event::Progress(Progress { stats, lower_bound }));
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

    /// Starts the clock, unless it is running already.
    #[must_use]
    pub(crate) fn started(&self) -> Control<'a> {
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

/// An event that is reported while the work runs.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Event<'e> {
    /// The progress of the work, every few milliseconds.
    Progress(Progress),
    /// A new incumbent: a solution shorter than all before.
    Improved(Improvement<'e>),
    /// A breadth-first search that builds a table or counts boards has finished a layer.
    Layer {
        /// The distance of its states from the goal.
        depth: u32,
        /// The number of its states.
        states: u64,
    },
    /// Another process is building the table; repeated until it is done.
    Waiting,
}

/// The progress of a search.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Progress {
    /// The statistics so far.
    pub stats: Stats,
    /// The lower bound so far.
    pub lower_bound: u32,
}

/// A new incumbent: a solution shorter than all before.
#[derive(Clone, Copy, Debug)]
pub struct Improvement<'e> {
    /// The solution, already replayed.
    pub solution: &'e Verified,
    /// The lower bound so far.
    pub lower_bound: u32,
    /// The time since the work started.
    pub elapsed: Duration,
}

/// Why a computation stopped early.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum StopReason {
    /// The node limit was reached.
    Nodes,
    /// The time limit was reached.
    Time,
    /// No limit was given, and the default time for boards whose optimum is out of reach is up.
    DefaultTime,
    /// The memory limit was reached.
    Memory,
    /// The search has more nodes than its 31-bit node numbers, or deeper ones than its 29-bit depths.
    NodeNumbers,
    /// The caller cancelled.
    Cancelled,
    /// The incumbent is within the gap.
    Gap,
    /// The requested lower bound is proved.
    Bound,
    /// There is a time limit, but the target has no clock; see [`Control::with_clock`].
    NoClock,
}

impl StopReason {
    /// The default time limit for boards whose optimum is out of reach.
    pub const DEFAULT_TIME: Duration = Duration::from_secs(10);
}

impl fmt::Display for StopReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            StopReason::Nodes => "node limit reached",
            StopReason::Time => "time limit reached",
            StopReason::DefaultTime => {
                return write!(f, "stopped at the default limit of {} s", StopReason::DEFAULT_TIME.as_secs());
            }
            StopReason::Memory => "memory limit reached",
            StopReason::NodeNumbers => "more nodes than the search can number",
            StopReason::Cancelled => "interrupted",
            StopReason::Gap => "the solution is within the gap",
            StopReason::Bound => "the lower bound is proved",
            StopReason::NoClock => "a time limit needs a clock, which this target does not have",
        })
    }
}

impl std::error::Error for StopReason {}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicU64;

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
