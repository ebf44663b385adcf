//! The steps of a search, as the search itself tells them.
//!
//! ```
//! use taquin::search::{Limits, Unobserved};
//! use taquin::solver::{Request, Workshop};
//! use taquin::space::Workers;
//! use taquin::tables::TableCache;
//! use taquin::{Goal, notation};
//! use taquin_lesson::trace::Recording;
//! let start = notation::read("1 2 3/4 5 6/7 0 8")?;
//! let goal = Goal::rows(start.size());
//! let tables = TableCache::new(Workers::ONE);
//! let recording = Recording { start: &start, goal: &goal, request: Request::default(), bound: None, most: 100 };
//! let recorded = recording.run(&Workshop::new(&tables), &Limits::none(), &mut Unobserved).unwrap();
//! let trace = recorded.trace;
//! let first = trace.expansions().next().unwrap();
//! assert_eq!((first.open, first.closed), (0, 1));
//! assert_eq!(trace.children()[first.node], [1, 2, 3]);
//! assert_eq!(trace.nodes[trace.goal().unwrap()].board, *goal.board());
//! # Ok::<(), taquin::notation::ParseError>(())
//! ```

mod recorder;
mod recording;
mod row;
mod value;

pub use recorder::Recorder;
pub use recording::{Recorded, Recording, RecordingError, takes_steps};
pub use row::Row;
pub use value::value;

use taquin::search::ChildStatus;
use taquin::{Board, Direction, Tile};

/// What a search did.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Trace {
    /// Every way to a board that was looked at, in this order: those that were cut, too.
    pub nodes: Vec<Node>,
    /// What happened, in this order; nodes are named by their places.
    pub steps: Vec<Step>,
    /// Did more happen than was recorded?
    pub is_truncated: bool,
}

/// One way to a board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Node {
    /// Where it came from; a root came from nowhere.
    pub origin: Option<Origin>,
    /// The board.
    pub board: Board,
    /// The moves that led to it.
    pub g: u32,
    /// The estimate of what remains, where the search asked for it.
    pub h: Option<u32>,
}

/// Where a node came from, and what became of it then.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Origin {
    /// The place of its parent.
    pub parent: usize,
    /// What the tile did.
    pub direction: Direction,
    /// The tile that moved.
    pub tile: Tile,
    /// What became of it.
    pub fate: ChildStatus,
}

/// Something that happened.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// A depth-first search begins again with a larger bound.
    Iteration {
        /// Nothing beyond this is looked at.
        bound: u32,
    },
    /// A node is taken up.
    Expand(Expansion),
    /// A child of the node last taken up.
    Child {
        /// Its place.
        node: usize,
    },
    /// A depth-first search goes back.
    Backtrack,
    /// The goal is found.
    Goal {
        /// Its place.
        node: usize,
    },
}

/// A node that is taken up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Expansion {
    /// Its place.
    pub node: usize,
    /// How many nodes wait.
    pub open: usize,
    /// How many are done, this one included.
    pub closed: usize,
}

impl Trace {
    /// The nodes that were taken up, in this order.
    pub fn expansions(&self) -> impl Iterator<Item = Expansion> + '_ {
        self.steps.iter().filter_map(|step| match step {
            Step::Expand(expansion) => Some(*expansion),
            _ => None,
        })
    }

    /// The places of every node's children, in the order in which they were made.
    pub fn children(&self) -> Vec<Vec<usize>> {
        let mut children = vec![Vec::new(); self.nodes.len()];
        for (child, node) in self.nodes.iter().enumerate() {
            if let Some(origin) = node.origin {
                children[origin.parent].push(child);
            }
        }
        children
    }

    /// The goal, if it was found.
    pub fn goal(&self) -> Option<usize> {
        self.steps.iter().find_map(|step| match step {
            Step::Goal { node } => Some(*node),
            _ => None,
        })
    }
}
