//! Which search to run, with which heuristic and policies.

use crate::geometry::Order;
use crate::heuristic::HeuristicChoice;
use crate::metric::Metric;
use crate::names::named_enum;
use crate::search::{Duplicates, GoalTest, Ties, Weight};
use crate::tables::Partition;
use std::fmt;

named_enum! {
    /// The searches by name.
    pub enum Algorithm as "an algorithm" {
        /// [`a_star`](crate::search::a_star).
        AStar = "astar",
        /// [`weighted_a_star`](crate::search::weighted_a_star).
        WeightedAStar = "wastar",
        /// [`greedy`](crate::search::greedy).
        Greedy = "greedy",
        /// [`breadth_first`](crate::search::breadth_first), which is also uniform-cost search.
        BreadthFirst = "bfs",
        /// [`depth_first`](crate::search::depth_first).
        DepthFirst = "dfs",
        /// [`iterative_deepening`](crate::search::iterative_deepening).
        IterativeDeepening = "iddfs",
        /// [`ida_star`](crate::search::ida_star), or [`ida_star_multi`](crate::search::ida_star_multi) for pushes.
        IdaStar = "idastar",
        /// [`bidirectional`](crate::search::bidirectional).
        Bidirectional = "bidirectional",
        /// [`lockstep`](crate::search::lockstep).
        Lockstep = "lockstep",
        /// A walk down a [`PerfectTable`](crate::tables::PerfectTable).
        Table = "table",
        /// [`construct`](crate::large::construct): a solution without searching.
        Fast = "fast",
        /// [`Beam`](crate::large::Beam): a search that keeps the most promising boards of each depth.
        Beam = "beam",
        /// A solution at once, then shorter ones until a limit is reached or it is proven to be shortest.
        Improve = "improve",
    }
}

impl Algorithm {
    /// What it is, in a few words.
    pub const fn title(self) -> &'static str {
        match self {
            Algorithm::AStar => "A*",
            Algorithm::WeightedAStar => "weighted A*",
            Algorithm::Greedy => "greedy best-first search",
            Algorithm::BreadthFirst => "breadth-first search",
            Algorithm::DepthFirst => "depth-first search",
            Algorithm::IterativeDeepening => "iterative deepening",
            Algorithm::IdaStar => "IDA*",
            Algorithm::Bidirectional => "bidirectional breadth-first search",
            Algorithm::Lockstep => "A* on board and twin in lockstep",
            Algorithm::Table => "a table of all boards",
            Algorithm::Fast => "a construction without a search",
            Algorithm::Beam => "beam search",
            Algorithm::Improve => "a first answer that is improved",
        }
    }

    /// Does it ask a heuristic?
    pub const fn is_informed(self) -> bool {
        matches!(self, Algorithm::IdaStar) || self.is_best_first()
    }

    /// Does it have a queue, with policies for duplicates and ties?
    pub const fn is_best_first(self) -> bool {
        matches!(self, Algorithm::AStar | Algorithm::WeightedAStar | Algorithm::Greedy | Algorithm::Lockstep)
    }

    /// Can it look for the goal when a board is made, or when it is selected?
    pub const fn has_goal_test(self) -> bool {
        matches!(self, Algorithm::BreadthFirst | Algorithm::DepthFirst)
    }

    /// Does it matter in which order it makes successors?
    pub const fn is_ordered(self) -> bool {
        !matches!(self, Algorithm::Table | Algorithm::Fast | Algorithm::Beam)
    }

    /// Is its first solution a shortest one?
    pub const fn is_optimal(self) -> bool {
        !matches!(self, Algorithm::WeightedAStar | Algorithm::Greedy | Algorithm::DepthFirst)
            && !self.has_first_answer()
    }

    /// Does it have an answer at once, whatever the limits on nodes and time?
    pub const fn has_first_answer(self) -> bool {
        matches!(self, Algorithm::Fast | Algorithm::Beam | Algorithm::Improve)
    }
}

/// A search with everything it needs to know; what does not apply to it is `None`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Method {
    /// Which search.
    pub algorithm: Algorithm,
    /// Its estimate, if it asks for one.
    pub heuristic: Option<HeuristicChoice>,
    /// The factor of the estimate, in weighted A*.
    pub weight: Option<Weight>,
    /// What it does with boards met before, if that can be chosen.
    pub duplicates: Option<Duplicates>,
    /// Which of equal nodes comes first, if that can be chosen.
    pub ties: Option<Ties>,
    /// When it looks whether a board is the goal, if that can be chosen.
    pub goal_test: Option<GoalTest>,
    /// In which order successors are made.
    pub order: Order,
    /// What it minimises, or would if it were optimal.
    pub metric: Metric,
    /// The partitions whose pattern databases are its estimate, instead of a heuristic.
    pub patterns: Vec<Partition>,
    /// In pushes, patterns of so many tiles and the blank help the estimate; 0 for none.
    pub push_tiles: usize,
    /// Detours of up to so many moves are never made; up to 2, only the step straight back is not.
    pub fsm_depth: usize,
    /// How many threads search.
    pub threads: usize,
}

impl Method {
    /// Does it look up patterns?
    pub(super) fn has_tables(&self) -> bool {
        !self.patterns.is_empty() || self.push_tiles > 0
    }

    /// Its estimate, in a few words.
    pub(super) fn estimate(&self) -> String {
        match &self.heuristic {
            Some(heuristic) if self.push_tiles > 0 => {
                format!("{heuristic} and patterns of {} tiles", self.push_tiles)
            }
            Some(heuristic) => heuristic.to_string(),
            None if self.patterns.is_empty() => "no estimate".to_owned(),
            None => format!("patterns {}", self.pattern_names()),
        }
    }

    /// The names of its partitions, as in `7-8+8-7`; empty if it has none.
    pub fn pattern_names(&self) -> String {
        let names: Vec<&str> = self.patterns.iter().map(Partition::name).collect();
        names.join("+")
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.algorithm.title())?;
        if let Some(weight) = self.weight {
            write!(f, " with weight {weight}")?;
        }
        if let Some(heuristic) = &self.heuristic {
            write!(f, ", heuristic {heuristic}")?;
        }
        if !self.patterns.is_empty() {
            write!(f, ", patterns {}", self.pattern_names())?;
        }
        if self.push_tiles > 0 {
            write!(f, ", patterns of {} tiles", self.push_tiles)?;
        }
        if let Some(duplicates) = self.duplicates {
            write!(f, ", duplicates {duplicates}")?;
        }
        if let Some(ties) = self.ties {
            write!(f, ", ties {ties}")?;
        }
        if let Some(goal_test) = self.goal_test {
            write!(f, ", goal test {goal_test}")?;
        }
        if self.algorithm.is_ordered() {
            write!(f, ", order {}", self.order)?;
        }
        if self.metric == Metric::Multi {
            write!(f, ", metric {}", self.metric)?;
        }
        if self.fsm_depth > 2 {
            write!(f, ", duplicate pruning up to {} moves", self.fsm_depth)?;
        }
        if self.threads > 1 {
            write!(f, ", {} threads", self.threads)?;
        }
        Ok(())
    }
}
