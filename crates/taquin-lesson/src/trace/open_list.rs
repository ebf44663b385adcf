//! The open list of a best-first search, replayed from its trace.

use super::Trace;
use taquin::search::ChildStatus;

/// The open list after each expansion.
///
/// ```
/// use taquin::Puzzle;
/// use taquin::control::Control;
/// use taquin::solver::{MethodOptions, Solver};
/// use taquin_lesson::trace::{OpenList, Recording};
/// let puzzle: Puzzle = "1 2 3/4 5 6/7 0 8".parse()?;
/// let recording = Recording { puzzle: &puzzle, options: MethodOptions::default(), bound: None, max_nodes: 100 };
/// let trace = recording.run(&Solver::new(), &Control::new())?.trace;
/// let (children, first) = (trace.children(), trace.expansions().next().unwrap());
/// let mut open = OpenList::new(&trace);
/// open.expand(first.node, &children[first.node]);
/// assert_eq!((open.nodes().len(), open.place(first.node)), (3, Some(0)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct OpenList<'a> {
    trace: &'a Trace,
    nodes: Vec<usize>,
    /// For each node, how many were expanded before it.
    places: Vec<Option<usize>>,
    expanded: usize,
}

impl OpenList<'_> {
    /// Creates the list before the first expansion.
    pub fn new(trace: &Trace) -> OpenList<'_> {
        OpenList { trace, nodes: Vec::new(), places: vec![None; trace.nodes.len()], expanded: 0 }
    }

    /// Removes a node from the list and adds those of its children that the search kept. A child that was open already and
    /// has a shorter path now replaces its older node.
    pub fn expand(&mut self, node: usize, children: &[usize]) {
        self.nodes.retain(|&other| other != node);
        self.places[node] = Some(self.expanded);
        self.expanded += 1;
        for &child in children {
            let entry = &self.trace.nodes[child];
            match entry.origin.map(|origin| origin.status) {
                Some(ChildStatus::Kept | ChildStatus::Goal) => self.nodes.push(child),
                Some(ChildStatus::Improved) => {
                    self.nodes.retain(|&other| self.trace.nodes[other].board != entry.board);
                    self.nodes.push(child);
                }
                Some(
                    ChildStatus::StepsBack
                    | ChildStatus::Closed
                    | ChildStatus::NotBetter
                    | ChildStatus::OverBound
                    | ChildStatus::OnPath,
                )
                | None => {}
            }
        }
    }

    /// Returns the open nodes in the order of their generation.
    pub fn nodes(&self) -> &[usize] {
        &self.nodes
    }

    /// Returns how many nodes were expanded before a node; `None` if it has not been expanded.
    pub fn place(&self, node: usize) -> Option<usize> {
        self.places[node]
    }
}
