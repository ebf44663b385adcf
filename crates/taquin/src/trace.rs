//! The steps of a search, for tracing.
//!
//! There is no second implementation of a search for teaching: the kernels themselves report these events.

use crate::board::Board;
use crate::direction::Direction;
use crate::names::named_enum;

/// One step of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TraceEvent {
    /// A new iteration of iterative deepening begins, with a larger limit.
    Iteration {
        /// Nodes whose f (or depth) is larger are pruned.
        bound: u32,
    },
    /// A node is expanded.
    Expand {
        /// Its board.
        board: Board,
        /// The moves that led to it.
        g: u32,
        /// The estimate of the remaining distance.
        h: u32,
        /// The number of open nodes, without this one.
        open: usize,
        /// The number of closed nodes, including this one; 0 in a search that keeps only its path.
        closed: usize,
    },
    /// A child of the node last expanded.
    Child {
        /// The direction in which the tile moves.
        direction: Direction,
        /// The moves that lead to it.
        g: u32,
        /// The estimate of the remaining distance, if the search computed it.
        h: Option<u32>,
        /// Whether the child is kept or why it is pruned.
        status: ChildStatus,
    },
    /// The goal is selected from the open list: the search ends.
    Goal {
        /// The moves that led to it.
        g: u32,
        /// The number of open nodes, without the goal.
        open: usize,
        /// The number of closed nodes.
        closed: usize,
    },
    /// A depth-first search backtracks from the last node of its path.
    Backtrack,
}

named_enum! {
    /// The status of a generated child: kept, or why it is pruned.
    pub enum ChildStatus as "a child's status" {
        /// It is new: it is added to the open list, or expanded next.
        Kept = "kept",
        /// It was open already; the new path to it is shorter.
        Improved = "improved",
        /// It is the goal.
        Goal = "goal",
        /// The other side of a bidirectional search has generated it, too.
        Meeting = "meeting",
        /// It undoes the last move.
        StepsBack = "steps-back",
        /// It was expanded before.
        Closed = "closed",
        /// It is open already, and the new path to it is not shorter.
        NotBetter = "not-better",
        /// Its f (or depth) is over the limit.
        OverBound = "over-bound",
        /// It is on the current path.
        OnPath = "on-path",
    }
}

impl ChildStatus {
    /// Returns whether the search keeps the child: it is open, or ends the search.
    pub const fn is_kept(self) -> bool {
        match self {
            ChildStatus::Kept | ChildStatus::Improved | ChildStatus::Goal | ChildStatus::Meeting => true,
            ChildStatus::StepsBack
            | ChildStatus::Closed
            | ChildStatus::NotBetter
            | ChildStatus::OverBound
            | ChildStatus::OnPath => false,
        }
    }

    /// Returns a short description.
    pub const fn title(self) -> &'static str {
        match self {
            ChildStatus::Kept => "new",
            ChildStatus::Improved => "already open; this path is shorter",
            ChildStatus::Goal => "the goal",
            ChildStatus::Meeting => "the two sides meet",
            ChildStatus::StepsBack => "undoes the last move",
            ChildStatus::Closed => "already expanded",
            ChildStatus::NotBetter => "already open; this path is not shorter",
            ChildStatus::OverBound => "beyond the limit",
            ChildStatus::OnPath => "already on the current path",
        }
    }
}
