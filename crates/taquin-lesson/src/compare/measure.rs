//! What is measured, and its mean.

use super::{Ending, Trial};

/// Something that is measured of every trial.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Measure {
    /// The length of the solution.
    Length,
    /// Nodes expanded.
    Expanded,
    /// Nodes generated.
    Generated,
    /// The most nodes that ever waited.
    Queue,
    /// The deepest node expanded.
    Depth,
    /// The most bytes ever kept.
    Memory,
    /// The effective branching factor.
    Branching,
    /// Seconds.
    Time,
}

impl Measure {
    /// All of them, in the order of a table: time, which is never the same twice, comes last.
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

    /// Its name in a word.
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

    /// What it is, in a few words.
    pub const fn title(self) -> &'static str {
        match self {
            Measure::Length => "the length of the solution",
            Measure::Expanded => "nodes whose children were made",
            Measure::Generated => "nodes made, the start included",
            Measure::Queue => "the most nodes that ever waited, or the longest path",
            Measure::Depth => "the deepest node expanded",
            Measure::Memory => "the most bytes ever kept",
            Measure::Branching => "the effective branching factor",
            Measure::Time => "the time it took",
        }
    }

    /// Its value, and whether it would have been larger without a limit. `None` if the trial has none.
    fn of(self, trial: &Trial) -> Option<(f64, bool)> {
        let stats = &trial.stats;
        let is_stopped = trial.stopped.is_some();
        match self {
            Measure::Length => match trial.ending {
                Ending::Solved { length, .. } => Some((length.into(), false)),
                Ending::Stopped => Some((trial.lower_bound.into(), true)),
                Ending::Unsolvable => None,
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

/// A mean over boards.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Mean {
    /// The mean; `None` if some board has no such value.
    pub value: Option<f64>,
    /// Was a limit reached on some board, so that without it the mean would be larger?
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
