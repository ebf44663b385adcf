//! The steps of a search, as the search itself takes them.
//!
//! There is no second implementation of a search for teaching: the kernels themselves report these events.

use crate::board::Board;
use crate::direction::Direction;
use crate::names::named_enum;

/// One step of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TraceEvent {
    /// A depth-first search begins again with a larger limit.
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
        /// The estimate of what remains.
        h: u32,
        /// How many nodes are open, this one no longer counted.
        open: usize,
        /// How many nodes are closed, this one included.
        closed: usize,
    },
    /// A child of the node last expanded.
    Child {
        /// What the tile did.
        direction: Direction,
        /// The moves that lead to it.
        g: u32,
        /// The estimate of what remains, where the search asked for it.
        h: Option<u32>,
        /// What became of it.
        status: ChildStatus,
    },
    /// The goal is taken from the open list: the search is done.
    Goal {
        /// The moves that led to it.
        g: u32,
        /// How many nodes are open, the goal no longer counted.
        open: usize,
        /// How many nodes are closed.
        closed: usize,
    },
    /// A depth-first search is done with the last node of its path and goes back.
    Backtrack,
}

named_enum! {
    /// What became of a child.
    pub enum ChildStatus as "a child's status" {
        /// It is new: it is put on the open list, or entered at once.
        Kept = "kept",
        /// It was open already; the new path to it is shorter.
        Improved = "improved",
        /// It is the goal.
        Goal = "goal",
        /// It undoes the last move.
        StepsBack = "steps-back",
        /// It was expanded before.
        Closed = "closed",
        /// It is open already, and the new path to it is not shorter.
        NotBetter = "not-better",
        /// Its f (or depth) is beyond the limit.
        OverBound = "over-bound",
        /// It is on the current path.
        OnPath = "on-path",
    }
}

impl ChildStatus {
    /// Returns the reason in a few words.
    pub const fn title(self) -> &'static str {
        match self {
            ChildStatus::Kept => "new",
            ChildStatus::Improved => "already open; this path is shorter",
            ChildStatus::Goal => "the goal",
            ChildStatus::StepsBack => "undoes the last move",
            ChildStatus::Closed => "already expanded",
            ChildStatus::NotBetter => "already open; this path is not shorter",
            ChildStatus::OverBound => "beyond the limit",
            ChildStatus::OnPath => "already on the current path",
        }
    }
}
