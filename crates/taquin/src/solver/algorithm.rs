//! The searches by name, one row each: its names, the options it takes, and what it guarantees.
//!
//! To add a search, write it in a file of [`search`](crate::search), add a row here, and follow the compiler to its arm in
//! `dispatch.rs`.

use super::options::MethodOption;
use crate::names::named_enum;

/// A row of the table of searches.
struct Row {
    title: &'static str,
    /// Other accepted names.
    aliases: &'static [&'static str],
    /// The options it takes besides the metric.
    options: &'static [MethodOption],
    /// Its first solution is optimal.
    is_optimal: bool,
    kind: Kind,
    /// It can count a push of several tiles as one move.
    counts_pushes: bool,
    /// It keeps an open list, so the list's largest size is meaningful.
    has_open_list: bool,
    /// It expands one node after the other, so that its steps can be traced.
    has_steps: bool,
    memory: MemoryUse,
}

/// What a search keeps in memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum MemoryUse {
    /// The boards of the current path.
    Path,
    /// The solution.
    Solution,
    /// One layer of boards, the evaluator's tables, and back-pointers.
    Beam,
    /// One or two bits for every board of the size.
    PerfectTable,
    /// Every board it has generated.
    EveryBoard,
}

/// How a method comes to a solution.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// By a search that has no solution before it is done.
    Search,
    /// Line by line, without a search.
    Construction,
    /// By one beam, after a construction.
    Beam,
    /// By a construction, and then by every other method in turn.
    Anytime,
}

macro_rules! algorithms {
    ($($(#[$doc:meta])* $variant:ident = $name:literal { $($field:ident: $value:expr,)* })+) => {
        named_enum! {
            /// A search algorithm.
            pub enum Algorithm as "an algorithm" {
                $($(#[$doc])* $variant = $name,)+
            }
        }

        impl Algorithm {
            const fn row(self) -> &'static Row {
                match self {
                    $(Algorithm::$variant => &Row { $($field: $value,)* },)+
                }
            }
        }
    };
}

use MethodOption::{BeamWidth, Duplicates, GoalTest, Heuristic, Order, Patterns, Ties, Weight};

algorithms! {
    /// [`a_star`](crate::search::a_star).
    AStar = "astar" {
        title: "A*",
        aliases: &["a-star", "a*"],
        options: &[Heuristic, Patterns, Duplicates, Ties, Order],
        is_optimal: true,
        kind: Kind::Search,
        counts_pushes: false,
        has_open_list: true,
        has_steps: true,
        memory: MemoryUse::EveryBoard,
    }
    /// [`weighted_a_star`](crate::search::weighted_a_star).
    WeightedAStar = "wastar" {
        title: "weighted A*",
        aliases: &["weighted", "weighted-astar", "weighted-a-star", "wa*"],
        options: &[Heuristic, Patterns, Weight, Duplicates, Ties, Order],
        is_optimal: false,
        kind: Kind::Search,
        counts_pushes: false,
        has_open_list: true,
        has_steps: true,
        memory: MemoryUse::EveryBoard,
    }
    /// [`greedy`](crate::search::greedy).
    Greedy = "greedy" {
        title: "greedy best-first search",
        aliases: &["best-first", "gbfs"],
        options: &[Heuristic, Patterns, Duplicates, Ties, Order],
        is_optimal: false,
        kind: Kind::Search,
        counts_pushes: false,
        has_open_list: true,
        has_steps: true,
        memory: MemoryUse::EveryBoard,
    }
    /// [`breadth_first`](crate::search::breadth_first), which is also uniform-cost search.
    BreadthFirst = "bfs" {
        title: "breadth-first search",
        aliases: &["breadth-first", "ucs", "uniform-cost"],
        options: &[GoalTest, Order],
        is_optimal: true,
        kind: Kind::Search,
        counts_pushes: false,
        has_open_list: true,
        has_steps: true,
        memory: MemoryUse::EveryBoard,
    }
    /// [`depth_first`](crate::search::depth_first).
    DepthFirst = "dfs" {
        title: "depth-first search",
        aliases: &["depth-first"],
        options: &[GoalTest, Order],
        is_optimal: false,
        kind: Kind::Search,
        counts_pushes: false,
        has_open_list: false,
        has_steps: true,
        memory: MemoryUse::EveryBoard,
    }
    /// [`iterative_deepening`](crate::search::iterative_deepening).
    IterativeDeepening = "iddfs" {
        title: "iterative deepening",
        aliases: &["ids", "iterative-deepening"],
        options: &[Order],
        is_optimal: true,
        kind: Kind::Search,
        counts_pushes: false,
        has_open_list: false,
        has_steps: true,
        memory: MemoryUse::Path,
    }
    /// [`ida_star`](crate::search::ida_star); in pushes, IDA* over pushes.
    IdaStar = "idastar" {
        title: "IDA*",
        aliases: &["ida", "ida*", "ida-star"],
        options: &[Heuristic, Patterns, Order],
        is_optimal: true,
        kind: Kind::Search,
        counts_pushes: true,
        has_open_list: false,
        has_steps: true,
        memory: MemoryUse::Path,
    }
    /// [`bidirectional`](crate::search::bidirectional).
    Bidirectional = "bidirectional" {
        title: "bidirectional breadth-first search",
        aliases: &["bibfs"],
        options: &[Order],
        is_optimal: true,
        kind: Kind::Search,
        counts_pushes: false,
        has_open_list: true,
        has_steps: true,
        memory: MemoryUse::EveryBoard,
    }
    /// [`lockstep`](crate::search::lockstep).
    Lockstep = "lockstep" {
        title: "A* on board and twin in lockstep",
        aliases: &[],
        options: &[Heuristic, Duplicates, Ties, Order],
        is_optimal: true,
        kind: Kind::Search,
        counts_pushes: false,
        has_open_list: true,
        has_steps: true,
        memory: MemoryUse::EveryBoard,
    }
    /// A walk down a [`PerfectTable`](crate::tables::PerfectTable).
    Table = "table" {
        title: "a table of all boards",
        aliases: &[],
        options: &[],
        is_optimal: true,
        kind: Kind::Search,
        counts_pushes: true,
        has_open_list: false,
        has_steps: false,
        memory: MemoryUse::PerfectTable,
    }
    /// A solution constructed line by line, without a search.
    Fast = "fast" {
        title: "construction without search",
        aliases: &[],
        options: &[],
        is_optimal: false,
        kind: Kind::Construction,
        counts_pushes: true,
        has_open_list: false,
        has_steps: false,
        memory: MemoryUse::Solution,
    }
    /// Beam search: keeps the most promising boards of each depth.
    Beam = "beam" {
        title: "beam search",
        aliases: &[],
        options: &[BeamWidth],
        is_optimal: false,
        kind: Kind::Beam,
        counts_pushes: true,
        has_open_list: false,
        has_steps: false,
        memory: MemoryUse::Beam,
    }
    /// A solution at once, then shorter ones until a limit is reached or one is proved optimal.
    Improve = "improve" {
        title: "anytime search",
        aliases: &["anytime"],
        options: &[Order],
        is_optimal: false,
        kind: Kind::Anytime,
        counts_pushes: true,
        has_open_list: false,
        has_steps: false,
        memory: MemoryUse::Solution,
    }
}

impl Algorithm {
    /// Returns a short description.
    pub const fn title(self) -> &'static str {
        self.row().title
    }

    /// Returns the other accepted names.
    pub const fn aliases(self) -> &'static [&'static str] {
        self.row().aliases
    }

    /// Returns the search with a name or alias.
    pub fn named(name: &str) -> Option<Algorithm> {
        let is = |algorithm: &&Algorithm| algorithm.name() == name || algorithm.aliases().contains(&name);
        Algorithm::ALL.iter().find(is).copied()
    }

    /// Returns whether it takes an option. Every search takes a metric, though few count pushes.
    pub fn takes(self, option: MethodOption) -> bool {
        match option {
            MethodOption::Algorithm | MethodOption::Metric => true,
            option => self.row().options.contains(&option),
        }
    }

    /// Returns whether its first solution is optimal.
    pub const fn is_optimal(self) -> bool {
        self.row().is_optimal
    }

    /// Returns whether it has a solution at once, whatever the node and time limits.
    pub const fn is_anytime(self) -> bool {
        !matches!(self.row().kind, Kind::Search)
    }

    /// Returns whether it can count a push of several tiles as one move.
    pub const fn counts_pushes(self) -> bool {
        self.row().counts_pushes
    }

    /// Returns whether it keeps an open list, so that the list's largest size is meaningful.
    pub const fn has_open_list(self) -> bool {
        self.row().has_open_list
    }

    /// Returns whether it expands one node after the other, so that its steps can be traced.
    pub const fn has_steps(self) -> bool {
        self.row().has_steps
    }

    pub(super) const fn kind(self) -> Kind {
        self.row().kind
    }

    pub(super) const fn memory(self) -> MemoryUse {
        self.row().memory
    }
}
