//! Which search to run, with which heuristic and policies.

use super::algorithm::Algorithm;
use super::options::MethodOption;
use crate::geometry::Order;
use crate::heuristic::{HeuristicChoice, HeuristicKind};
use crate::metric::Metric;
use crate::search::{Duplicates, GoalTest, Ties, Weight};
use crate::tables::Partition;
use std::fmt;

/// A search with all its options; those it does not take are `None`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Method {
    /// The search.
    pub algorithm: Algorithm,
    /// Its estimate of the remaining moves.
    pub heuristic: Option<HeuristicChoice>,
    /// The factor of the estimate, in weighted A*.
    pub weight: Option<Weight>,
    /// What it does with boards generated before.
    pub duplicates: Option<Duplicates>,
    /// Which of the open nodes with equal f is expanded first.
    pub ties: Option<Ties>,
    /// When it tests whether a board is the goal.
    pub goal_test: Option<GoalTest>,
    /// The order of successors.
    pub order: Order,
    /// The metric, which an optimal search minimises.
    pub metric: Metric,
    /// The partitions whose pattern databases are its estimate, instead of a heuristic.
    pub patterns: Vec<Partition>,
    /// Whether it chooses more partitions for the board from a [pool](crate::tables::pool) if the search takes long.
    pub pool: bool,
    /// In pushes, the number of tiles of the pattern databases that improve the estimate; 0 for none.
    pub push_tiles: usize,
    /// The depth of duplicate pruning by finite-state machine; up to 2, only the last move is never undone.
    pub fsm_depth: usize,
    /// The number of threads that search.
    pub threads: usize,
}

impl Method {
    /// Returns whether it uses pattern databases.
    pub(super) fn has_tables(&self) -> bool {
        !self.patterns.is_empty() || self.push_tiles > 0
    }

    /// Returns whether its estimate adds up distances, rather than counting tiles or nothing.
    pub(super) fn has_distances(&self) -> bool {
        let is_weak = |kind: &HeuristicKind| matches!(kind, HeuristicKind::Zero | HeuristicKind::Hamming);
        self.heuristic.as_ref().is_some_and(|choice| !choice.kinds().iter().all(is_weak))
    }

    /// Returns a short description of its estimate.
    pub(super) fn estimate(&self) -> String {
        match &self.heuristic {
            Some(heuristic) if self.push_tiles > 0 => {
                format!("{heuristic} and patterns of {} tiles", self.push_tiles)
            }
            Some(heuristic) => heuristic.to_string(),
            None if self.patterns.is_empty() => "no estimate".to_owned(),
            None if self.pool => format!("patterns {} and others chosen for the board", self.pattern_names()),
            None => format!("patterns {}", self.pattern_names()),
        }
    }

    /// Returns the names of its partitions, as in `7-8+8-7`; empty if it has none.
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
        if self.pool {
            f.write_str(" and others chosen for the board")?;
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
        if self.algorithm.takes(MethodOption::Order) {
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
