//! Measures of a trial, and their means.

use super::{Trial, TrialResult};

/// A quantity measured in every trial.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Measure {
    /// The length of the solution.
    Length,
    /// Nodes expanded.
    Expanded,
    /// Nodes generated.
    Generated,
    /// The largest size of the queue.
    Queue,
    /// The deepest node expanded.
    Depth,
    /// The peak memory in bytes.
    Memory,
    /// The effective branching factor.
    Branching,
    /// The time in seconds.
    Time,
}

impl Measure {
    /// All measures, in the order of a table. Time comes last, because it varies from run to run.
    pub const ALL: [Measure; 8] = [
        Measure::Length,
        Measure::Expanded,
        Measure::Generated,
        Measure::Queue,
        Measure::Depth,
        Measure::Memory,
        Measure::Branching,
        Measure::Time,
    ];

    /// Returns its name.
    pub const fn name(self) -> &'static str {
        match self {
            Measure::Length => "length",
            Measure::Expanded => "expanded",
            Measure::Generated => "generated",
            Measure::Queue => "queue",
            Measure::Depth => "depth",
            Measure::Memory => "memory",
            Measure::Branching => "branching",
            Measure::Time => "time",
        }
    }

    /// Returns a short description.
    pub const fn title(self) -> &'static str {
        match self {
            Measure::Length => "solution length",
            Measure::Expanded => "nodes expanded",
            Measure::Generated => "nodes generated, including the start",
            Measure::Queue => "largest queue, or longest path of a depth-first search",
            Measure::Depth => "depth of the deepest expanded node",
            Measure::Memory => "peak memory in bytes",
            Measure::Branching => "effective branching factor",
            Measure::Time => "time",
        }
    }

    /// Returns its value, and whether it is only a lower bound because of a limit. `None` if the trial has no such value.
    fn of(self, trial: &Trial) -> Option<(f64, bool)> {
        let stats = &trial.stats;
        let is_stopped = trial.stopped.is_some();
        match self {
            Measure::Length => match trial.result {
                TrialResult::Solved { length, .. } => Some((length.into(), false)),
                TrialResult::Stopped => Some((trial.lower_bound.into(), true)),
                TrialResult::Unsolvable => None,
            },
            Measure::Expanded => Some((stats.expanded as f64, is_stopped)),
            Measure::Generated => Some((stats.generated as f64, is_stopped)),
            Measure::Queue => Some((stats.max_queue as f64, is_stopped)),
            Measure::Depth => Some((stats.max_depth.into(), is_stopped)),
            Measure::Memory => Some((stats.bytes as f64, is_stopped)),
            Measure::Branching => trial.branching().map(|branching| (branching, false)),
            Measure::Time => trial.seconds().map(|seconds| (seconds, is_stopped)),
        }
    }
}

/// The mean of a measure over boards.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Mean {
    /// The mean; `None` if a board has no such value.
    pub value: Option<f64>,
    /// Whether the mean is only a lower bound, because a limit was reached on a board.
    pub is_least: bool,
}

impl Mean {
    pub(super) fn of<'a>(trials: impl Iterator<Item = &'a Trial>, measure: Measure) -> Mean {
        let (mut sum, mut count, mut is_least) = (0.0, 0, false);
        for trial in trials {
            let Some((value, at_least)) = measure.of(trial) else {
                return Mean { value: None, is_least: false };
            };
            sum += value;
            count += 1;
            is_least |= at_least;
        }
        Mean { value: (count > 0).then(|| sum / f64::from(count)), is_least }
    }
}
