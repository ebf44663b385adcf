//! The steps of a search, recorded while it runs.
//!
//! ```
//! use taquin::Puzzle;
//! use taquin::control::Control;
//! use taquin::solver::{MethodOptions, Solver};
//! use taquin_lesson::trace::Recording;
//! let puzzle: Puzzle = "1 2 3/4 5 6/7 0 8".parse()?;
//! let options = MethodOptions::default();
//! let recording = Recording { puzzle: &puzzle, options, bound: None, max_nodes: 100 };
//! let recorded = recording.run(&Solver::new(), &Control::new())?;
//! let trace = recorded.trace;
//! let first = trace.expansions().next().unwrap();
//! assert_eq!((first.open, first.closed), (0, 1));
//! assert_eq!(trace.children()[first.node], [1, 2, 3]);
//! assert_eq!(trace.nodes[trace.goal().unwrap()].board, *puzzle.goal().board());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod children;
mod open_list;
mod queue_order;
mod recorder;
mod recording;
mod row;
mod unexpanded;
mod value;

pub use children::Children;
pub use open_list::OpenList;
pub use queue_order::has_open_list;
pub use recorder::Recorder;
pub use recording::{Recorded, Recording, RecordingError, is_traceable};
pub use row::Row;
pub use value::value;

use taquin::search::ChildStatus;
use taquin::{Board, Direction, Tile};

/// The nodes and steps of a search.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Trace {
    /// The generated nodes in order, including the pruned ones.
    pub nodes: Vec<Node>,
    /// The steps in order; they refer to nodes by index.
    pub steps: Vec<Step>,
    /// Whether the search went on after the recording ended.
    pub is_truncated: bool,
}

/// A node: one path to a board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Node {
    /// How it was generated; `None` for a root.
    pub origin: Option<Origin>,
    /// The board.
    pub board: Board,
    /// Its depth.
    pub g: u32,
    /// The heuristic value, if the search computed it.
    pub h: Option<u32>,
}

/// How a node was generated, and what the search did with it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Origin {
    /// The index of its parent.
    pub parent: usize,
    /// The direction in which the tile moved.
    pub direction: Direction,
    /// The tile that moved.
    pub tile: Tile,
    /// What the search did with the node.
    pub status: ChildStatus,
}

/// A step of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// An iterative-deepening search starts again with a larger limit.
    Iteration {
        /// The f-limit or depth limit of the iteration.
        bound: u32,
    },
    /// A node is expanded.
    Expand(Expansion),
    /// A child of the node that was expanded last is generated.
    Child {
        /// Its index.
        node: usize,
    },
    /// A depth-first search backtracks.
    Backtrack,
    /// The goal is found.
    Goal {
        /// Its index.
        node: usize,
    },
}

/// The expansion of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Expansion {
    /// The index of the node.
    pub node: usize,
    /// The number of open nodes.
    pub open: usize,
    /// The number of closed nodes, including this one.
    pub closed: usize,
}

impl Trace {
    /// Returns the expansions in order.
    pub fn expansions(&self) -> impl Iterator<Item = Expansion> + '_ {
        self.steps.iter().filter_map(|step| match step {
            Step::Expand(expansion) => Some(*expansion),
            Step::Iteration { .. } | Step::Child { .. } | Step::Backtrack | Step::Goal { .. } => None,
        })
    }

    /// Returns the indices of every node's children, in the order of their generation.
    pub fn children(&self) -> Children {
        Children::new(self)
    }

    /// Returns the two nodes of the board where the sides of a bidirectional search met: the one that was generated last,
    /// and that of the other side.
    pub fn meeting(&self) -> Option<[usize; 2]> {
        let is_meeting =
            |node: &Node| node.origin.is_some_and(|origin| origin.status == ChildStatus::Meeting);
        let met = self.nodes.iter().rposition(is_meeting)?;
        // Each side keeps one node of every board.
        let is_other = |node: &Node| {
            node.board == self.nodes[met].board && node.origin.is_none_or(|origin| origin.status.is_kept())
        };
        Some([met, self.nodes[..met].iter().position(is_other)?])
    }

    /// Returns the nodes of the solution from the start to the goal, if the search recorded it.
    pub fn solution(&self) -> Option<Vec<usize>> {
        let up = |node| {
            let parent = |&node: &usize| self.nodes[node].origin.map(|origin| origin.parent);
            std::iter::successors(Some(node), parent).collect::<Vec<usize>>()
        };
        let Some(sides) = self.meeting() else {
            return self.goal().map(|goal| up(goal).into_iter().rev().collect());
        };
        let [one, other] = sides.map(up);
        // The start is the first node; the path of the other side leads from the meeting board to the goal.
        let (ahead, back) = if one.last() == Some(&0) { (one, other) } else { (other, one) };
        Some(ahead.into_iter().rev().chain(back.into_iter().skip(1)).collect())
    }

    /// Returns the index of the goal, if it was found: that is the last step.
    pub fn goal(&self) -> Option<usize> {
        match self.steps.last()? {
            Step::Goal { node } => Some(*node),
            Step::Iteration { .. } | Step::Expand(_) | Step::Child { .. } | Step::Backtrack => None,
        }
    }
}
