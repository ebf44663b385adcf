//! How a puzzle will be solved, and why.

use super::algorithm::{Algorithm, MemoryUse};
use super::cost;
use super::method::Method;
use crate::control::StopReason;
use crate::display::{Bytes, Counted};
use crate::metric::Metric;
use crate::size::Size;
use std::fmt;
use std::time::Duration;

/// The methods to run, one after the other, and why they were chosen. `Display` explains it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Strategy {
    /// The stages that run first, in order; each starts from the lower bound that the one before has proved.
    pub first: Vec<Stage>,
    /// The last method, without a node limit of its own.
    pub method: Method,
    /// The expected time, where it is known.
    pub expected: Option<Expectation>,
    pub(super) reason: Reason,
    pub(super) size: Size,
    /// The bytes of tables that the methods may use.
    pub(super) table_bytes: u64,
}

/// A method with a node limit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stage {
    /// The method.
    pub method: Method,
    /// The node limit of the stage.
    pub nodes: u64,
}

/// The expected time of a strategy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Expectation {
    /// The time to build the first tables.
    pub set_up: Duration,
    /// The time to search.
    pub search: Duration,
    /// Whether the search takes about as long on every board. Otherwise its time is the mean of boards like this one, and
    /// one of them can easily take ten times as long.
    pub is_certain: bool,
}

impl Expectation {
    /// Expects a search that takes about as long on every board; times in nanoseconds.
    pub(super) fn certain(set_up: f64, search: f64) -> Expectation {
        let duration = |nanoseconds: f64| Duration::try_from_secs_f64(nanoseconds / 1e9);
        let [set_up, search] = [set_up, search].map(|time| duration(time).unwrap_or(Duration::MAX));
        Expectation { set_up, search, is_certain: true }
    }

    /// Expects a search whose mean is known; times in nanoseconds.
    pub(super) fn average(set_up: f64, search: f64) -> Expectation {
        Expectation { is_certain: false, ..Expectation::certain(set_up, search) }
    }
}

impl fmt::Display for Expectation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let search = cost::readable(self.search);
        match self.set_up {
            Duration::ZERO => write!(f, "nothing has to be built; about {search} for the board")?,
            set_up => {
                write!(f, "about {} for the tables and {search} for the board", cost::readable(set_up))?;
            }
        }
        match self.is_certain {
            true => Ok(()),
            false => f.write_str(" on average; how long this one takes is not known before the search"),
        }
    }
}

/// Why a method was chosen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Reason {
    /// The algorithm was named.
    Named,
    /// An option was set that only this algorithm takes.
    Option(&'static str),
    /// The size is small enough to keep every board that A* generates.
    FewBoards,
    /// The size has too many boards to keep.
    ManyBoards,
    /// Only this search counts pushes; it uses pattern databases of this many tiles, if any.
    Pushes { tiles: usize },
    /// The table of all boards is in memory.
    CachedTable,
    /// For this many boards a table of all boards pays.
    TablePays { boards: u64 },
    /// The tables of these partitions are in memory; the estimate is this many moves.
    CachedPatterns { names: String, estimate: u32 },
    /// For this many boards the tables of these partitions pay first.
    PatternsPay { names: String, estimate: u32, boards: u64 },
    /// An optimal solution may be out of reach; `has_default_limit` says that the default time limit applies.
    OutOfReach { has_default_limit: bool },
    /// Anytime search was named, and gets the default time limit.
    NamedWithDefaultLimit,
}

/// `one board`, `20 boards`.
struct Boards(u64);

impl fmt::Display for Boards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            1 => f.write_str("one board"),
            boards => write!(f, "{boards} boards"),
        }
    }
}

fn moves(number: u32) -> String {
    Metric::Single.counted(number.into())
}

impl Strategy {
    /// Returns why the methods were chosen, in words.
    pub fn reason(&self) -> String {
        let size = self.size;
        let default_limit = StopReason::DEFAULT_TIME.as_secs();
        match &self.reason {
            Reason::Named => "asked for".to_owned(),
            Reason::NamedWithDefaultLimit => {
                format!("asked for; stops after {default_limit} s, because no limit or gap was given")
            }
            Reason::Option(option) => format!("{option} was given"),
            Reason::FewBoards => format!("{size} is small enough to keep every board A* generates"),
            Reason::ManyBoards => format!("{size} has too many boards to keep; IDA* keeps only its path"),
            Reason::Pushes { tiles: 0 } => "IDA* finds the fewest pushes".to_owned(),
            Reason::Pushes { tiles } => format!(
                "IDA* finds the fewest pushes; patterns of {tiles} tiles and the blank help the estimate"
            ),
            Reason::CachedTable => format!("the table of all {size} boards is in memory"),
            Reason::TablePays { boards } => {
                format!("{} of {size}: a table of all of them is built quickly", Boards(*boards))
            }
            Reason::CachedPatterns { names, estimate } => {
                format!("the tables of {names} are in memory; the estimate is {}", moves(*estimate))
            }
            Reason::PatternsPay { names, estimate, boards } => format!(
                "the estimate is {}; for {} the tables of {names} pay first",
                moves(*estimate),
                Boards(*boards)
            ),
            Reason::OutOfReach { has_default_limit } => {
                let reason = format!("an optimal solution may take too long on {} cells", size.cells());
                match has_default_limit {
                    true => {
                        format!("{reason}; stops after {default_limit} s, because no limit or gap was given")
                    }
                    false => reason,
                }
            }
        }
    }

    /// Returns what is kept in memory, in words.
    pub fn memory(&self) -> String {
        let tables = Bytes(self.table_bytes);
        match self.method.algorithm.memory() {
            MemoryUse::Path if self.table_bytes > 0 => format!("one path, and about {tables} of tables"),
            MemoryUse::Path => "one path".to_owned(),
            MemoryUse::Solution if self.method.algorithm == Algorithm::Improve => {
                "the solution twice, and tables within the memory limit".to_owned()
            }
            MemoryUse::Solution => "the solution".to_owned(),
            MemoryUse::Beam => {
                "the boards of one depth, the evaluator's tables, and back-pointers".to_owned()
            }
            MemoryUse::PerfectTable if self.table_bytes > 0 => format!("{tables} for the table"),
            MemoryUse::PerfectTable => "a bit for every board of the size, or two for pushes".to_owned(),
            MemoryUse::EveryBoard if self.table_bytes > 0 => {
                format!("every board generated, and about {tables} of tables")
            }
            MemoryUse::EveryBoard if self.size.cells() <= 16 => {
                "every board generated, at 24 bytes each with the default policies".to_owned()
            }
            MemoryUse::EveryBoard => "every board generated".to_owned(),
        }
    }

    /// Returns what the strategy finds, in words.
    pub fn finds(&self) -> &'static str {
        let algorithm = self.method.algorithm;
        match self.method.metric {
            _ if algorithm == Algorithm::Improve => {
                "a solution at once, then shorter ones, and a lower bound"
            }
            _ if !algorithm.is_optimal() => "a solution, not always an optimal one",
            Metric::Single => "an optimal solution",
            Metric::Multi => "a solution with the fewest pushes",
        }
    }
}

impl fmt::Display for Strategy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.explain(f, self.has_default_limit().then_some(StopReason::DEFAULT_TIME))
    }
}

impl Strategy {
    /// Returns whether the search stops at the default time limit unless another is given.
    pub(super) fn has_default_limit(&self) -> bool {
        matches!(self.reason, Reason::NamedWithDefaultLimit | Reason::OutOfReach { has_default_limit: true })
    }

    /// Returns the expected time if it can be told to people: means were measured on 3x3 and 4x4 boards. On other sizes
    /// they are good enough to choose a method, but not within a factor of three.
    pub(super) fn stated_expectation(&self) -> Option<&Expectation> {
        let is_measured = self.size.rows() == self.size.cols() && self.size.cells() <= 16;
        self.expected.as_ref().filter(|expected| expected.is_certain || is_measured)
    }

    /// Explains the strategy for a search with this time limit.
    pub(super) fn explain(&self, f: &mut fmt::Formatter<'_>, time_limit: Option<Duration>) -> fmt::Result {
        for (index, Stage { method, nodes }) in self.first.iter().enumerate() {
            let word = if index == 0 { "first" } else { "then" };
            let title = method.algorithm.title();
            write!(f, "{word:<8}{title} with {}", method.estimate())?;
            if method.threads > 1 {
                write!(f, " on {} threads", method.threads)?;
            }
            writeln!(f, ", up to {}", Counted(*nodes, "node"))?;
        }
        writeln!(f, "method  {}\nwhy     {}", self.method, self.reason())?;
        write!(f, "finds   {}\nmemory  {}", self.finds(), self.memory())?;
        f.write_str("\nexpect  ")?;
        match (self.stated_expectation(), time_limit) {
            (Some(expected), _) => write!(f, "{expected}"),
            (None, Some(limit)) => write!(f, "at most {}, the time limit", cost::readable(limit)),
            (None, None) => {
                f.write_str("unknown: the time of this method depends on the board too much to tell")
            }
        }
    }
}
