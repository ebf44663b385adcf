//! Best-first search: always expand an open node with the smallest f.
//!
//! A*, weighted A* and greedy search are this loop with different weights of g and h. The search advances one expansion
//! at a time, so that lockstep search can alternate between two of them.
//!
//! The textbooks describe several A*. They differ in [policies](super::Policies), not in code: what to do with
//! duplicates, and which of equal nodes comes first.
//!
//! Nodes are taken from the queue sixteen at a time, so that the cache misses of a large table overlap. In A* f never
//! decreases, so this changes only which of equal nodes comes first.

use super::frontier::Frontier;
use super::monitor::Monitor;
use super::nodes::{Insertion, NodeId, NodeRecord, Nodes};
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
    /// At least 1: a node's estimate is computed back from its f and g.
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

/// The result of one step.
pub(super) enum Step {
    /// A node was expanded; the search is not over.
    Expanded,
    /// The goal was selected for expansion.
    Solved(Moves),
    /// The open list is empty: the goal is unreachable.
    Exhausted,
}

/// Nodes with the same f and g that were popped together and are not expanded yet.
struct Batch {
    f: u64,
    g: u32,
    nodes: [NodeId; BATCH],
    next: usize,
    end: usize,
}

/// Large enough to overlap several cache misses, small enough that the nodes are expanded before they are evicted from
/// the caches.
const BATCH: usize = 16;

pub(super) struct BestFirst<'a, G: Grid, H: Heuristic> {
    root: &'a Root<'a, G>,
    heuristic: &'a H,
    priority: Priority,
    duplicates: Duplicates,
    nodes: Nodes<G>,
    frontier: Frontier<G>,
    batch: Batch,
    /// The number of open nodes. Frontier entries that a shorter path made stale do not count.
    open: usize,
    closed: usize,
    /// What the heuristic saves of every node.
    saved: Vec<u8>,
    /// The working grid, reused by every step to avoid allocations.
    grid: G,
}

impl<'a, G: Grid, H: Heuristic> BestFirst<'a, G, H> {
    /// Whether the smallest open f proves a lower bound: the heuristic must be admissible and consistent.
    const PROVES: bool = H::ADMISSIBLE && H::CONSISTENT;

    pub(super) fn new(
        root: &'a Root<'a, G>,
        heuristic: &'a H,
        priority: Priority,
        policies: Policies,
        monitor: &mut Monitor,
    ) -> Result<BestFirst<'a, G, H>, StopReason> {
        let acc = heuristic.start(&root.start);
        let h = heuristic.value(acc);
        let f = priority.f(0, h);
        let cells = root.geometry.cells();
        let nodes = match policies.duplicates {
            Duplicates::Closed => Nodes::graph(cells, monitor)?,
            Duplicates::Keep | Duplicates::Parent => Nodes::tree(cells),
        };
        let is_monotone = H::CONSISTENT && priority.g == priority.h;
        let mut search = BestFirst {
            root,
            heuristic,
            priority,
            duplicates: policies.duplicates,
            nodes,
            frontier: Frontier::new(policies.ties, f, is_monotone),
            batch: Batch { f, g: 0, nodes: [0; BATCH], next: 0, end: 0 },
            open: 0,
            closed: 0,
            saved: Vec::new(),
            grid: root.start.clone(),
        };
        search.add_to_open(NodeRecord::ROOT, 0, acc, monitor)?;
        if Self::PROVES {
            monitor.raise_lower_bound(h);
        }
        Ok(search)
    }

    /// Returns the number of open nodes.
    pub(super) fn open(&self) -> usize {
        self.open
    }

    /// Returns the f of the node popped last.
    pub(super) fn smallest_f(&self) -> u64 {
        self.batch.f
    }

    /// Expands the next open node.
    pub(super) fn step(&mut self, monitor: &mut Monitor) -> Result<Step, StopReason> {
        let (node, record) = loop {
            if self.batch.next == self.batch.end && !self.take_batch(monitor) {
                return Ok(Step::Exhausted);
            }
            let node = self.batch.nodes[self.batch.next];
            self.batch.next += 1;
            let record = self.nodes.record(node);
            if !record.is_closed() && record.depth() == self.batch.g {
                break (node, record);
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
        let acc = self.heuristic.resume(&self.grid, h, self.saved(node));
        let blank = self.grid.blank();
        let last = record.last().filter(|_| self.duplicates != Duplicates::Keep);
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
            let child = self.heuristic.step(&self.grid, acc, slide);
            monitor.stats.generated += 1;
            self.grid.slide(slide);
            let status = self.add_to_open(NodeRecord::new(g + 1, slide.direction), node, child, monitor)?;
            self.grid.slide(slide.back());
            let direction = slide.direction;
            let h = || Some(self.heuristic.value(child));
            monitor.trace(|| TraceEvent::Child { direction, g: g + 1, h: h(), status });
        }
        Ok(Step::Expanded)
    }

    /// Pops the next batch of open nodes; returns false if there are none. In a large search their records and their
    /// children's table slots are cache misses, which are overlapped by prefetching.
    fn take_batch(&mut self, monitor: &mut Monitor) -> bool {
        let batch = &mut self.batch;
        let Some((f, g, end)) = self.frontier.pop(&mut batch.nodes, monitor) else { return false };
        (batch.f, batch.g, batch.next, batch.end) = (f, g, 0, end);
        // Hashing a large board takes longer than a cache miss.
        if self.nodes.is_large() && G::MAX_CELLS <= Packed25::MAX_CELLS {
            for &node in &batch.nodes[..end] {
                black_box(self.nodes.record(node));
            }
            for index in 0..end {
                let node = self.batch.nodes[index];
                self.nodes.restore(node, &mut self.grid);
                self.prefetch_children(self.nodes.record(node).last());
            }
        }
        true
    }

    /// Prefetches the table slots of the current grid's children.
    #[inline]
    fn prefetch_children(&mut self, last: Option<Direction>) {
        let blank = self.grid.blank();
        for exit in self.root.geometry.successors(blank, last) {
            let slide = slide_through(&self.grid, blank, exit);
            self.grid.slide(slide);
            self.nodes.prefetch(&self.grid);
            self.grid.slide(slide.back());
        }
    }

    /// Returns what the heuristic saved of a node.
    #[inline]
    fn saved(&self, node: NodeId) -> &[u8] {
        let bytes = self.heuristic.saved_bytes();
        &self.saved[node as usize * bytes..][..bytes]
    }

    /// Adds the current grid to the open list, unless the duplicate policy prunes it.
    fn add_to_open(
        &mut self,
        record: NodeRecord,
        parent: NodeId,
        acc: H::Acc,
        monitor: &mut Monitor,
    ) -> Result<ChildStatus, StopReason> {
        let g = record.depth();
        let (node, status) = match self.nodes.insert(&self.grid, record, parent, monitor)? {
            Insertion::New(node) => {
                self.open += 1;
                let (first, bytes) = (self.saved.len(), self.heuristic.saved_bytes());
                monitor.make_room(&mut self.saved, bytes)?;
                self.saved.resize(first + bytes, 0);
                self.heuristic.save(acc, &mut self.saved[first..]);
                (node, ChildStatus::Kept)
            }
            Insertion::Known(known) if self.nodes.record(known).is_closed() => {
                return Ok(ChildStatus::Closed);
            }
            Insertion::Known(known) if self.nodes.record(known).depth() <= g => {
                return Ok(ChildStatus::NotBetter);
            }
            Insertion::Known(known) => {
                self.nodes.improve(known, record);
                (known, ChildStatus::Improved)
            }
        };
        let f = self.priority.f(g, self.heuristic.value(acc));
        self.frontier.push(f, g, node, &self.grid, monitor)?;
        Ok(status)
    }

    /// Runs to the end. `lower_bound` converts the smallest open f to a lower bound.
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
