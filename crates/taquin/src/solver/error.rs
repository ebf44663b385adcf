//! Why a puzzle could not be planned or solved.

use super::algorithm::Algorithm;
#[cfg(all(feature = "disk", feature = "serde"))]
use super::journal::JournalError;
use super::options::{MethodOption, MethodOptions};
use crate::control::StopReason;
use crate::heuristic::HeuristicKind;
use crate::metric::Metric;
use crate::names::alternatives;
use crate::parity::Unsolvable;
use crate::proof::CheckError;
use crate::size::Size;
use crate::tables::NoTable;
use std::fmt;

/// Options that contradict each other, or that a size does not support.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum PlanError {
    /// An option that the algorithm does not take.
    Unsupported {
        /// The option.
        option: MethodOption,
        /// The algorithm.
        algorithm: Algorithm,
    },
    /// An option that cannot be combined with the metric `multi`.
    UnsupportedForPushes {
        /// The option.
        option: MethodOption,
    },
    /// A gap, for an algorithm that does not prove bounds while it improves a solution.
    Gap {
        /// The algorithm.
        algorithm: Algorithm,
    },
    /// A heuristic whose table would be too large for the size.
    TableTooLarge {
        /// The heuristic.
        heuristic: HeuristicKind,
        /// The size.
        size: Size,
    },
    /// A size without a table of all boards.
    NoTable {
        /// The size.
        size: Size,
    },
    /// A size without beam search.
    NoBeam {
        /// The size.
        size: Size,
    },
    /// Too many partitions at once; carries their number.
    Partitions(usize),
    /// A heuristic and patterns at once.
    HeuristicAndPatterns,
    /// All solutions of the optimal length, in pushes.
    AllPushes,
    /// Optimal solutions, of a search that does not find them.
    NotOptimal(Algorithm),
}

impl PlanError {
    /// Returns the name of the option at fault.
    pub fn option(&self) -> &'static str {
        match self {
            PlanError::Unsupported { option, .. } | PlanError::UnsupportedForPushes { option } => {
                option.name()
            }
            PlanError::Gap { .. } => "gap",
            PlanError::TableTooLarge { .. } => MethodOption::Heuristic.name(),
            PlanError::NoTable { .. } | PlanError::NoBeam { .. } => MethodOption::Algorithm.name(),
            PlanError::Partitions(_) | PlanError::HeuristicAndPatterns => MethodOption::Patterns.name(),
            PlanError::AllPushes | PlanError::NotOptimal(_) => "all",
        }
    }

    /// Returns what to do instead, if there is something: `use bfs or dfs`.
    pub fn hint(&self) -> Option<String> {
        let instead = match *self {
            PlanError::Unsupported { option, .. } => names(|algorithm| algorithm.takes(option)),
            PlanError::UnsupportedForPushes { option: MethodOption::Algorithm } => {
                names(Algorithm::counts_pushes)
            }
            PlanError::UnsupportedForPushes { option: MethodOption::Heuristic } => {
                HeuristicKind::WalkingDistance.name().to_owned()
            }
            PlanError::Gap { .. } => format!("{} or no algorithm", Algorithm::Improve),
            PlanError::TableTooLarge { size, .. } => {
                let kinds = HeuristicKind::ALL.iter().filter(|kind| kind.is_for(size));
                alternatives(&kinds.map(|kind| kind.name()).collect::<Vec<_>>())
            }
            PlanError::NoBeam { .. } => Algorithm::Improve.name().to_owned(),
            PlanError::NotOptimal(_) => names(Algorithm::is_optimal),
            PlanError::UnsupportedForPushes { .. }
            | PlanError::NoTable { .. }
            | PlanError::Partitions(_)
            | PlanError::HeuristicAndPatterns
            | PlanError::AllPushes => return None,
        };
        Some(format!("use {instead}"))
    }
}

/// The names of algorithms as an English list.
fn names(of: impl Fn(Algorithm) -> bool) -> String {
    let names: Vec<&str> = Algorithm::ALL.iter().copied().filter(|&a| of(a)).map(Algorithm::name).collect();
    alternatives(&names)
}

/// What is wrong; [`PlanError::hint`] says what to do instead.
impl fmt::Display for PlanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.option())?;
        match *self {
            PlanError::Unsupported { algorithm, .. } | PlanError::Gap { algorithm } => {
                write!(f, "not supported by {algorithm}")
            }
            PlanError::UnsupportedForPushes { .. } | PlanError::AllPushes => {
                write!(f, "not supported with metric {}", Metric::Multi)
            }
            PlanError::TableTooLarge { heuristic, size } => {
                write!(f, "the table of {heuristic} is too large for {size}")
            }
            PlanError::NoTable { size } => NoTable::Size(size).fmt(f),
            PlanError::NoBeam { size } => {
                write!(f, "beam search needs two or more rows and columns and at most 100 cells, not {size}")
            }
            PlanError::Partitions(found) => {
                write!(
                    f,
                    "{found} partitions given, at most {} are supported",
                    MethodOptions::MOST_PARTITIONS
                )
            }
            PlanError::HeuristicAndPatterns => {
                write!(f, "cannot be combined with heuristic: pattern databases are the estimate")
            }
            PlanError::NotOptimal(algorithm) => {
                write!(f, "{algorithm} does not find optimal solutions")
            }
        }
    }
}

impl std::error::Error for PlanError {}

/// Why a puzzle has no solution, or none was found.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum SolveError {
    /// The options contradict each other.
    Plan(PlanError),
    /// The goal cannot be reached; carries the argument.
    Unsolvable(Box<Unsolvable>),
    /// The search stopped before it found a solution.
    Stopped(StopReason),
    /// There is a time limit, but the target has no clock; see [`Control::with_clock`](crate::control::Control::with_clock).
    NoClock,
    /// Boards of this size have no search that can be resumed.
    NoJournal {
        /// The size.
        size: Size,
    },
    /// The journal of the search cannot be used.
    #[cfg(all(feature = "disk", feature = "serde"))]
    Journal(JournalError),
    /// The replay refutes the solution that a search found: a bug in this library.
    Check(CheckError),
    /// The search and the parity argument disagree: a bug in this library.
    Contradiction,
}

impl fmt::Display for SolveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SolveError::Plan(error) => error.fmt(f),
            SolveError::Unsolvable(why) => write!(f, "unsolvable: {why}"),
            SolveError::Stopped(reason) => reason.fmt(f),
            SolveError::NoClock => f.write_str("a time limit needs a clock, which this target does not have"),
            SolveError::NoJournal { size } => write!(f, "this search on {size} cannot be resumed or divided"),
            #[cfg(all(feature = "disk", feature = "serde"))]
            SolveError::Journal(error) => error.fmt(f),
            SolveError::Check(error) => write!(f, "this is a bug in taquin, please report it: {error}"),
            SolveError::Contradiction => {
                f.write_str("this is a bug in taquin, please report it: search and parity disagree")
            }
        }
    }
}

impl SolveError {
    /// Returns what to do instead, if there is something.
    pub fn hint(&self) -> Option<String> {
        match self {
            SolveError::Plan(error) => error.hint(),
            #[cfg(all(feature = "disk", feature = "serde"))]
            SolveError::Journal(error) => error.hint().map(str::to_owned),
            SolveError::NoJournal { .. } => {
                Some("only searches for the fewest single moves on boards of 17 to 25 cells can be, with the method left to the planner".to_owned())
            }
            SolveError::Unsolvable(_)
            | SolveError::Stopped(_)
            | SolveError::NoClock
            | SolveError::Check(_)
            | SolveError::Contradiction => None,
        }
    }
}

impl std::error::Error for SolveError {}

impl From<PlanError> for SolveError {
    fn from(error: PlanError) -> SolveError {
        SolveError::Plan(error)
    }
}
