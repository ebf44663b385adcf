//! Watching a search, and stopping it.

use crate::board::Board;
use crate::direction::Direction;
use crate::names::named_enum;
use crate::stats::Stats;
use std::ops::ControlFlow;
use std::time::Duration;

/// Sees what a search does and may stop it. All methods have a default, so an observer says only what it wants.
pub trait Observer {
    /// Called every few milliseconds or so; [`ControlFlow::Break`] stops the search.
    fn progress(&mut self, progress: &Progress) -> ControlFlow<()> {
        let _ = progress;
        ControlFlow::Continue(())
    }

    /// A solution was found that is shorter than all before, replayed already. Others may follow, each shorter than the
    /// one before, and no bound is smaller.
    fn improved(&mut self, improvement: &Improvement) {
        let _ = improvement;
    }

    /// Shall every step be told to [`trace`](Observer::trace)? Asked once, at the start.
    fn wants_trace(&self) -> bool {
        false
    }

    /// One step of the search.
    fn trace(&mut self, event: &Event) {
        let _ = event;
    }
}

/// Watches nothing and never stops.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unobserved;

impl Observer for Unobserved {}

/// Where a search is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Progress {
    /// What it did so far.
    pub stats: Stats,
    /// The least number of moves a solution has, as far as proven.
    pub lower_bound: u32,
}

/// A solution that is shorter than all before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Improvement {
    /// Its length in the metric that was asked for.
    pub length: usize,
    /// No solution is shorter than this in the metric, as far as proven.
    pub lower_bound: u32,
    /// The time it took on the clock of the limits.
    pub elapsed: Duration,
}

/// One step of a search, as the search itself took it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// A depth-first search begins again with a larger bound.
    Iteration {
        /// Nothing beyond this f (or depth) is looked at.
        bound: u32,
    },
    /// A node is taken up.
    Expand {
        /// Its board.
        board: Board,
        /// The moves that led to it.
        g: u32,
        /// The estimate of what remains.
        h: u32,
        /// How many nodes wait, this one no longer counted.
        open: usize,
        /// How many nodes are done, this one included.
        closed: usize,
    },
    /// A child of the node last taken up.
    Child {
        /// What the tile did.
        direction: Direction,
        /// The moves that lead to it.
        g: u32,
        /// The estimate of what remains, where the search asked for it.
        h: Option<u32>,
        /// What became of it.
        fate: ChildStatus,
    },
    /// A depth-first search is done with the last node of its path and goes back.
    Backtrack,
}

named_enum! {
    /// What became of a child.
    pub enum ChildStatus as "a fate" {
        /// It is new and waits to be expanded, or is entered at once.
        Kept = "kept",
        /// It was waiting already; the new path to it is shorter.
        Improved = "improved",
        /// It is the goal.
        Goal = "goal",
        /// It takes the last move back.
        StepsBack = "steps-back",
        /// It was expanded before.
        Closed = "closed",
        /// It waits already, and the new path to it is not shorter.
        NotBetter = "not-better",
        /// Its f (or depth) is beyond the bound.
        OverBound = "over-bound",
        /// It is on the present path already.
        OnPath = "on-path",
    }
}

impl ChildStatus {
    /// The reason, in a sentence.
    pub const fn title(self) -> &'static str {
        match self {
            ChildStatus::Kept => "it is new and will be looked at",
            ChildStatus::Improved => "it was waiting already; this way to it is shorter",
            ChildStatus::Goal => "it is the goal",
            ChildStatus::StepsBack => "it takes the last move back",
            ChildStatus::Closed => "it was expanded before",
            ChildStatus::NotBetter => "it waits already, and this way to it is not shorter",
            ChildStatus::OverBound => "it lies beyond the bound",
            ChildStatus::OnPath => "it is on the present path already",
        }
    }
}
