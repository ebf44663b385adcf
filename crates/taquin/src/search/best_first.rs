//! Best-first search: always expand a waiting node with the smallest f.
//!
//! A*, weighted A* and greedy search are this loop with different weights of g and h. The search takes one step
//! at a time, so that lockstep search can run two of them side by side.
//!
//! The textbooks describe several A*. They differ in [policies](super::Policies), not in code: what to do with
//! duplicates, and which of equal nodes comes first.
//!
//! Nodes are taken from the queue sixteen at a time, so that the cache misses of a large table overlap. In A* f never
//! decreases, so this changes only which of equal nodes comes first.

use super::frontier::Frontier;
use super::monitor::Monitor;
use super::nodes::{NodeId, NodeRecord, Nodes};
use super::policy::{Duplicates, Policies};
use super::root::{Root, slide_through};
use crate::control::StopReason;
use crate::direction::Direction;
use crate::grid::{Grid, KernelGrid, Packed25};
use crate::heuristic::Heuristic;
use crate::moves::Moves;
use crate::trace::{ChildStatus, TraceEvent};
use std::hint::black_box;

/// f = `g` · depth + `h` · estimate.
#[derive(Clone, Copy)]
pub(super) struct Priority {
    pub(super) g: u32,
    /// At least one: a node's estimate is recovered from its f and g.
    pub(super) h: u32,
}

impl Priority {
    fn f(self, g: u32, h: u32) -> u64 {
        u64::from(self.g) * u64::from(g) + u64::from(self.h) * u64::from(h)
    }

    #[inline]
    fn estimate(self, f: u64, g: u32) -> u32 {
        ((f - u64::from(self.g) * u64::from(g)) / u64::from(self.h)) as u32
    }
}

/// What one step came to.
pub(super) enum Step {
    /// A node was expanded; the search goes on.
    Expanded,
    /// The goal was taken from the queue.
    Solved(Moves),
    /// Nothing waits any more: the goal cannot be reached.
    Exhausted,
}

/// Nodes of one f and g that were taken from the queue together and still wait for their turn.
struct Batch {
    f: u64,
    g: u32,
    nodes: [NodeId; BATCH],
    next: usize,
    end: usize,
}

/// Enough to wait for several cache misses at once, few enough to be expanded before the caches forget them.
const BATCH: usize = 16;

pub(super) struct BestFirst<'a, G: Grid, H: Heuristic> {
    root: &'a Root<'a, G>,
    heuristic: &'a H,
    priority: Priority,
    duplicates: Duplicates,
    nodes: Nodes<G>,
    frontier: Frontier<G>,
    batch: Batch,
    /// How many nodes wait. Entries of the frontier that a shorter path has made stale do not count.
    open: usize,
    closed: usize,
    /// The grid to work with, so that no step has to make one.
    grid: G,
}

impl<'a, G: Grid, H: Heuristic> BestFirst<'a, G, H> {
    /// Is what the queue says a lower bound? It is if the estimate is one, and never falls faster than the moves.
    const PROVES: bool = H::ADMISSIBLE && H::CONSISTENT;

    pub(super) fn new(
        root: &'a Root<'a, G>,
        heuristic: &'a H,
        priority: Priority,
        policies: Policies,
        monitor: &mut Monitor,
    ) -> Result<BestFirst<'a, G, H>, StopReason> {
        let h = heuristic.value(heuristic.start(&root.start));
        let f = priority.f(0, h);
        let cells = root.geometry.cells();
        let nodes = match policies.duplicates {
            Duplicates::Closed => Nodes::graph(cells, monitor)?,
            Duplicates::Keep | Duplicates::Parent => Nodes::tree(cells),
        };
        let rising = H::CONSISTENT && priority.g == priority.h;
        let mut search = BestFirst {
            root,
            heuristic,
            priority,
            duplicates: policies.duplicates,
            nodes,
            frontier: Frontier::new(policies.ties, f, rising),
            batch: Batch { f, g: 0, nodes: [0; BATCH], next: 0, end: 0 },
            open: 0,
            closed: 0,
            grid: root.start.clone(),
        };
        search.admit(NodeRecord::ROOT, 0, h, monitor)?;
        if Self::PROVES {
            monitor.raise_lower_bound(h);
        }
        Ok(search)
    }

    /// How many nodes wait.
    pub(super) fn open(&self) -> usize {
        self.open
    }

    /// The f of the node last taken from the queue.
    pub(super) fn smallest_f(&self) -> u64 {
        self.batch.f
    }

    /// Expands the next node.
    pub(super) fn step(&mut self, monitor: &mut Monitor) -> Result<Step, StopReason> {
        let (node, visit) = loop {
            if self.batch.next == self.batch.end && !self.take_batch(monitor) {
                return Ok(Step::Exhausted);
            }
            let node = self.batch.nodes[self.batch.next];
            self.batch.next += 1;
            let visit = self.nodes.visit(node);
            if !visit.is_closed() && visit.depth() == self.batch.g {
                break (node, visit);
            }
        };
        let (f, g) = (self.batch.f, self.batch.g);
        self.open -= 1;
        self.nodes.restore(node, &mut self.grid);
        if self.grid == self.root.goal {
            monitor.trace(|| TraceEvent::Goal { g, open: self.open, closed: self.closed });
            let moves = self.nodes.moves_to(node, self.root.geometry, self.grid.clone());
            return Ok(Step::Solved(moves));
        }
        if g >= NodeRecord::MAX_DEPTH {
            return Err(StopReason::NodeNumbers);
        }
        monitor.expand(g)?;
        self.nodes.close(node);
        self.closed += 1;
        let h = self.priority.estimate(f, g);
        monitor.trace(|| TraceEvent::Expand {
            board: self.root.board(&self.grid),
            g,
            h,
            open: self.open,
            closed: self.closed,
        });
        let acc = self.heuristic.resume(&self.grid, h);
        let blank = self.grid.blank();
        let last = visit.last().filter(|_| self.duplicates != Duplicates::Keep);
        if let Some(last) = last {
            let direction = last.opposite();
            monitor.trace(|| TraceEvent::Child {
                direction,
                g: g + 1,
                h: None,
                status: ChildStatus::StepsBack,
            });
        }
        for exit in self.root.geometry.successors(blank, last) {
            let slide = slide_through(&self.grid, blank, exit);
            let child_h = self.heuristic.value(self.heuristic.step(&self.grid, acc, slide));
            monitor.stats.generated += 1;
            self.grid.slide(slide);
            let status = self.admit(NodeRecord::new(g + 1, slide.direction), node, child_h, monitor)?;
            self.grid.slide(slide.back());
            let direction = slide.direction;
            monitor.trace(|| TraceEvent::Child { direction, g: g + 1, h: Some(child_h), status });
        }
        Ok(Step::Expanded)
    }

    /// Takes the next nodes from the queue; false if there are none. In a large search their records and their
    /// children's places in the table are cache misses: these are waited for together, not one after the other.
    fn take_batch(&mut self, monitor: &mut Monitor) -> bool {
        let batch = &mut self.batch;
        let Some((f, g, end)) = self.frontier.pop(&mut batch.nodes, monitor) else { return false };
        (batch.f, batch.g, batch.next, batch.end) = (f, g, 0, end);
        // The hash of a large board takes longer than a cache miss.
        if self.nodes.is_large() && G::MAX_CELLS <= Packed25::MAX_CELLS {
            for &node in &batch.nodes[..end] {
                black_box(self.nodes.visit(node));
            }
            for index in 0..end {
                let node = self.batch.nodes[index];
                self.nodes.restore(node, &mut self.grid);
                self.anticipate_children(self.nodes.visit(node).last());
            }
        }
        true
    }

    /// Looks the children of the present grid up in the table.
    #[inline]
    fn anticipate_children(&mut self, last: Option<Direction>) {
        let blank = self.grid.blank();
        for exit in self.root.geometry.successors(blank, last) {
            let slide = slide_through(&self.grid, blank, exit);
            self.grid.slide(slide);
            self.nodes.anticipate(&self.grid);
            self.grid.slide(slide.back());
        }
    }

    /// Lets the present grid wait, unless the duplicate policy cuts it.
    fn admit(
        &mut self,
        visit: NodeRecord,
        parent: NodeId,
        h: u32,
        monitor: &mut Monitor,
    ) -> Result<ChildStatus, StopReason> {
        let g = visit.depth();
        let (node, status) = match self.nodes.insert(&self.grid, visit, parent, monitor)? {
            Ok(node) => {
                self.open += 1;
                (node, ChildStatus::Kept)
            }
            Err(known) if self.nodes.visit(known).is_closed() => return Ok(ChildStatus::Closed),
            Err(known) if self.nodes.visit(known).depth() <= g => return Ok(ChildStatus::NotBetter),
            Err(known) => {
                self.nodes.improve(known, visit);
                (known, ChildStatus::Improved)
            }
        };
        let f = self.priority.f(g, h);
        self.frontier.push(f, g, node, &self.grid, monitor)?;
        Ok(status)
    }

    /// Takes steps to the end. `lower_bound` tells what a smallest waiting f proves.
    pub(super) fn run(
        &mut self,
        lower_bound: impl Fn(u64) -> u32,
        monitor: &mut Monitor,
    ) -> Result<Option<Moves>, StopReason> {
        monitor.queue(self.open);
        loop {
            let step = self.step(monitor);
            monitor.queue(self.open);
            if Self::PROVES {
                monitor.raise_lower_bound(lower_bound(self.batch.f));
            }
            match step? {
                Step::Expanded => {}
                Step::Solved(moves) => return Ok(Some(moves)),
                Step::Exhausted => return Ok(None),
            }
        }
    }
}
