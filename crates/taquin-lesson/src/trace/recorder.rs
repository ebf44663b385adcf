//! Records the steps of a search.
//!
//! Pruned nodes are recorded, too. A search reports boards and not nodes, so an expanded node is found by its board and
//! its depth.

use super::unexpanded::Unexpanded;
use super::{Expansion, Node, Origin, Step, Trace};
use taquin::search::{ChildStatus, TraceEvent};
use taquin::{Board, Direction, Moves};

/// Records a search up to a maximum number of nodes.
///
/// The search reports boards; the trace refers to nodes by their index. A node is one path to a board, and pruned nodes are
/// listed, too. So the recorder finds the node that is expanded by its board and its depth.
pub struct Recorder {
    max_nodes: usize,
    trace: Trace,
    /// The roots that are not in the trace yet.
    roots: Vec<Board>,
    open: Unexpanded,
    /// True if the search expands the oldest of several nodes with the same board and depth first, not the newest.
    is_oldest_first: bool,
    /// The path to the node that was expanded last; a depth-first search backtracks along it.
    path: Vec<usize>,
}

impl Recorder {
    /// Creates a recorder that keeps at most `max_nodes` nodes.
    pub fn new(max_nodes: usize) -> Recorder {
        let (trace, open, path) = (Trace::default(), Unexpanded::default(), Vec::new());
        Recorder { max_nodes, trace, roots: Vec::new(), open, is_oldest_first: false, path }
    }

    /// Sets whether the search expands the oldest of several nodes with the same board and depth first.
    #[must_use]
    pub fn oldest_first(self, is_oldest_first: bool) -> Recorder {
        Recorder { is_oldest_first, ..self }
    }

    /// Sets the boards that a search starts from, if there are several: it may end before it expands all of them.
    #[must_use]
    pub fn roots(self, roots: Vec<Board>) -> Recorder {
        Recorder { roots, ..self }
    }

    /// Adds the roots before the first expansion.
    fn add_roots(&mut self) {
        for board in std::mem::take(&mut self.roots) {
            let node = self.trace.nodes.len();
            self.trace.nodes.push(Node { origin: None, board, g: 0, h: None });
            self.open.add(&self.trace.nodes, node);
        }
    }

    /// Removes the next of the nodes with a board and a depth.
    fn take(&mut self, board: &Board, g: u32) -> Option<usize> {
        self.open.take(&self.trace.nodes, board, g, self.is_oldest_first)
    }

    /// Returns the node that is expanded: one that was generated before, or else a new root.
    fn expanded(&mut self, board: &Board, g: u32, h: u32) -> usize {
        if let Some(node) = self.take(board, g) {
            self.trace.nodes[node].h.get_or_insert(h);
            return node;
        }
        self.trace.nodes.push(Node { origin: None, board: board.clone(), g, h: Some(h) });
        self.trace.nodes.len() - 1
    }

    fn child(&mut self, direction: Direction, g: u32, h: Option<u32>, status: ChildStatus) {
        let Some(&parent) = self.path.last() else { return };
        let before = &self.trace.nodes[parent].board;
        // The tile that moved is where the blank was.
        let Some(board) = before.slide(direction) else { return };
        let Some(tile) = board.tile(before.blank()) else { return };
        let node = self.trace.nodes.len();
        let origin = Some(Origin { parent, direction, tile, status });
        self.trace.nodes.push(Node { origin, board, g, h });
        if status.is_kept() && status != ChildStatus::Meeting {
            self.open.add(&self.trace.nodes, node);
        }
        self.trace.steps.push(Step::Child { node });
    }

    /// Records that the goal was found. Searches that test it when it is generated do not report that it was expanded.
    pub fn found_goal(&mut self, goal: &Board, moves: &Moves) {
        let length = moves.len() as u32;
        if length == 0 {
            // A search that starts at the goal reports no node. Every heuristic is 0 there.
            if self.trace.nodes.is_empty() {
                self.trace.nodes.push(Node { origin: None, board: goal.clone(), g: 0, h: Some(0) });
            }
            self.trace.steps.push(Step::Goal { node: 0 });
        } else if !self.trace.is_truncated
            && let Some(node) = self.take(goal, length)
        {
            self.trace.steps.push(Step::Goal { node });
        }
    }

    /// Returns the trace.
    pub fn finish(self) -> Trace {
        self.trace
    }
}

impl Recorder {
    /// Records one step, as [`Control::on_trace`](taquin::control::Control::on_trace) passes it on.
    pub fn record(&mut self, event: &TraceEvent) {
        let Trace { nodes, steps, is_truncated } = &mut self.trace;
        *is_truncated |= nodes.len() >= self.max_nodes || steps.len() >= 4 * self.max_nodes;
        if *is_truncated {
            return;
        }
        match event {
            TraceEvent::Iteration { bound } => {
                // Each iteration generates its own nodes.
                self.open.clear();
                steps.push(Step::Iteration { bound: *bound });
            }
            TraceEvent::Expand { board, g, h, open, closed } => {
                self.add_roots();
                let node = self.expanded(board, *g, *h);
                self.path.truncate(*g as usize);
                self.path.push(node);
                self.trace.steps.push(Step::Expand(Expansion { node, open: *open, closed: *closed }));
            }
            TraceEvent::Child { direction, g, h, status } => self.child(*direction, *g, *h, *status),
            TraceEvent::Backtrack => {
                self.path.pop();
                steps.push(Step::Backtrack);
            }
            // Recorded by `found_goal`, for searches that test the goal when it is generated, too.
            TraceEvent::Goal { .. } => {}
        }
    }
}
