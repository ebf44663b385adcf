//! What a search may use, and why it stopped.
//!
//! Reaching a limit is an outcome, not an error. The library reads no clock of its own: time comes through
//! [`Clock`], so that tests can fake it and targets without one can do without.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

/// Tells how long the work has been going on.
pub trait Clock: Send + Sync {
    /// The time since the work began.
    fn elapsed(&self) -> Duration;
}

/// The system's clock, started when it is made.
#[cfg(not(target_family = "wasm"))]
#[derive(Clone, Copy, Debug)]
pub struct Stopwatch(std::time::Instant);

#[cfg(not(target_family = "wasm"))]
impl Stopwatch {
    /// Starts now.
    pub fn start() -> Stopwatch {
        Stopwatch(std::time::Instant::now())
    }
}

#[cfg(not(target_family = "wasm"))]
impl Clock for Stopwatch {
    fn elapsed(&self) -> Duration {
        self.0.elapsed()
    }
}

/// A clock that stands still: no time limit is ever reached.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoClock;

impl Clock for NoClock {
    fn elapsed(&self) -> Duration {
        Duration::ZERO
    }
}

/// The budget of a search; `None` is no limit.
#[derive(Clone)]
pub struct Limits {
    /// The largest number of nodes to expand.
    pub nodes: Option<u64>,
    /// The time after which to stop, on the clock.
    pub time: Option<Duration>,
    /// The largest number of bytes to keep.
    pub memory: Option<u64>,
    /// Where time comes from.
    pub clock: Arc<dyn Clock>,
}

impl Limits {
    /// No limits. The clock is a [`Stopwatch`] that starts now, where the target has one.
    pub fn none() -> Limits {
        #[cfg(not(target_family = "wasm"))]
        let clock = Arc::new(Stopwatch::start());
        #[cfg(target_family = "wasm")]
        let clock = Arc::new(NoClock);
        Limits { nodes: None, time: None, memory: None, clock }
    }
}

impl Default for Limits {
    fn default() -> Limits {
        Limits::none()
    }
}

impl fmt::Debug for Limits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Limits { nodes, time, memory, clock: _ } = self;
        f.debug_struct("Limits").field("nodes", nodes).field("time", time).field("memory", memory).finish()
    }
}

/// Why a search stopped before it had an answer, or before the answer was proven to be the best.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum StopReason {
    /// As many nodes were expanded as allowed.
    Nodes(u64),
    /// The time was up.
    Time(Duration),
    /// No time limit was given, and what is usual for a board whose optimum is out of reach was up.
    Usual(Duration),
    /// The next growth would have kept more bytes than allowed.
    Memory(u64),
    /// A search that numbers its nodes with 31 bits, or their depth with 29, ran out of numbers.
    NodeNumbers,
    /// The observer asked to stop.
    Asked,
}

impl fmt::Display for StopReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StopReason::Nodes(limit) => write!(f, "the limit of {limit} expanded nodes was reached"),
            // Debug shows no time at all as 0ns.
            StopReason::Time(Duration::ZERO) => write!(f, "the time limit of 0s was reached"),
            StopReason::Time(limit) => write!(f, "the time limit of {limit:?} was reached"),
            StopReason::Usual(time) => write!(f, "{time:?} were spent, as is usual without a time limit"),
            StopReason::Memory(limit) if limit < &(1 << 20) => {
                write!(f, "the memory limit of {limit} bytes was reached")
            }
            StopReason::Memory(limit) => {
                write!(f, "the memory limit of {:.1} MiB was reached", *limit as f64 / f64::from(1 << 20))
            }
            StopReason::NodeNumbers => write!(f, "there were more nodes than the search can number"),
            StopReason::Asked => write!(f, "it was asked to stop"),
        }
    }
}
