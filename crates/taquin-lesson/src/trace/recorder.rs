//! Writes down what a search does.

use super::{Expansion, Node, Origin, Step, Trace};
use std::collections::HashMap;
use std::ops::ControlFlow;
use taquin::search::{ChildStatus, Event, Observer, Progress};
use taquin::{Board, Direction, Metric, Moves};

/// Records a search until there are too many nodes. Whether to go on, another observer says.
///
/// The search names boards, the record names nodes by their place in the list: a node is one way to reach a board, and those
/// that were cut are in the list, too. So who is taken up is found by its board and the moves that led to it.
pub struct Recorder<'a> {
    observer: &'a mut dyn Observer,
    most: usize,
    trace: Trace,
    /// The nodes made for each board and number of moves that were not taken up yet, the latest last.
    waiting: HashMap<(Board, u32), Vec<usize>>,
    /// The node last taken up, at the end; a depth-first search goes back along this path.
    path: Vec<usize>,
}

impl<'a> Recorder<'a> {
    /// Records at most so many nodes.
    pub fn new(observer: &'a mut dyn Observer, most: usize) -> Recorder<'a> {
        Recorder { observer, most, trace: Trace::default(), waiting: HashMap::new(), path: Vec::new() }
    }

    /// Who is taken up: a node that was made for it, or else a root.
    fn taken(&mut self, board: &Board, g: u32, h: u32) -> usize {
        if let Some(node) = self.waiting.get_mut(&(board.clone(), g)).and_then(Vec::pop) {
            return node;
        }
        self.trace.nodes.push(Node { origin: None, board: board.clone(), g, h: Some(h) });
        self.trace.nodes.len() - 1
    }

    fn child(&mut self, direction: Direction, g: u32, h: Option<u32>, fate: ChildStatus) {
        let Some(&parent) = self.path.last() else { return };
        let before = &self.trace.nodes[parent].board;
        // The tile that moved lies where the blank was.
        let Some(board) = before.slide(direction) else { return };
        let Some(tile) = board.tile(before.blank()) else { return };
        let node = self.trace.nodes.len();
        if matches!(fate, ChildStatus::Kept | ChildStatus::Improved | ChildStatus::Goal) {
            self.waiting.entry((board.clone(), g)).or_default().push(node);
        }
        let origin = Some(Origin { parent, direction, tile, fate });
        self.trace.nodes.push(Node { origin, board, g, h });
        self.trace.steps.push(Step::Child { node });
    }

    /// The search has found the goal, which it takes up without a word.
    pub fn arrive(&mut self, goal: &Board, moves: &Moves) {
        let length = moves.len(Metric::Single) as u32;
        if length == 0 {
            // A search that need not begin tells of no node. Every estimate of a goal is 0.
            if self.trace.nodes.is_empty() {
                self.trace.nodes.push(Node { origin: None, board: goal.clone(), g: 0, h: Some(0) });
            }
            self.trace.steps.push(Step::Goal { node: 0 });
        } else if !self.trace.is_truncated
            && let Some(&node) = self.waiting.get(&(goal.clone(), length)).and_then(|nodes| nodes.last())
        {
            self.trace.steps.push(Step::Goal { node });
        }
    }

    /// What was recorded.
    pub fn finish(self) -> Trace {
        self.trace
    }
}

impl Observer for Recorder<'_> {
    fn progress(&mut self, progress: &Progress) -> ControlFlow<()> {
        self.observer.progress(progress)
    }

    fn wants_trace(&self) -> bool {
        true
    }

    fn trace(&mut self, event: &Event) {
        let Trace { nodes, steps, is_truncated } = &mut self.trace;
        *is_truncated |= nodes.len() >= self.most || steps.len() >= 4 * self.most;
        if *is_truncated {
            return;
        }
        match event {
            Event::Iteration { bound } => {
                // Everything begins again, with nodes of its own.
                self.waiting.clear();
                steps.push(Step::Iteration { bound: *bound });
            }
            Event::Expand { board, g, h, open, closed } => {
                let node = self.taken(board, *g, *h);
                self.path.truncate(*g as usize);
                self.path.push(node);
                self.trace.steps.push(Step::Expand(Expansion { node, open: *open, closed: *closed }));
            }
            Event::Child { direction, g, h, fate } => self.child(*direction, *g, *h, *fate),
            Event::Backtrack => {
                self.path.pop();
                steps.push(Step::Backtrack);
            }
        }
    }
}
