//! Why a computation stopped early.

use std::fmt;
use std::time::Duration;

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
    /// The journal of the search cannot be written.
    Journal,
    /// There is a time limit, but the target has no clock; see [`Control::with_clock`](super::Control::with_clock).
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
            StopReason::Journal => "the journal cannot be written",
            StopReason::NoClock => "a time limit needs a clock, which this target does not have",
        })
    }
}

impl std::error::Error for StopReason {}
