//! The nodes of a search, kept compactly.
//!
//! A node is its stored grid and one word with its depth, the move that led to it and whether it is done: 12 bytes
//! on boards up to 16 cells, in one vector. In a graph search every board is kept once and found again through a
//! table of 4-byte node numbers; then a node's parent is found by taking its move back, and needs no place of its
//! own. In a tree search the same board may be kept many times, and the number of the parent lies beside the node.

use super::limits::StopReason;
use super::monitor::Monitor;
use crate::direction::Direction;
use crate::geometry::{Geometry, Slide};
use crate::grid::Grid;
use crate::moves::Moves;
use std::marker::PhantomData;

/// The number of a node, in the order in which nodes were made.
pub(super) type NodeId = u32;

/// How a search was reached, how deep, and whether it is done.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Visit(u32);

const DIRECTIONS: [Direction; 4] = [Direction::Up, Direction::Left, Direction::Right, Direction::Down];
const CLOSED: u32 = 0b100;
const DEPTH_SHIFT: u32 = 3;

impl Visit {
    /// The start of the search.
    pub(super) const ROOT: Visit = Visit(0);

    /// A node reached by a move at a depth of at least one.
    pub(super) fn new(depth: u32, last: Direction) -> Visit {
        Visit(depth << DEPTH_SHIFT | last as u32)
    }

    pub(super) fn depth(self) -> u32 {
        self.0 >> DEPTH_SHIFT
    }

    /// The move that led here; none led to the root.
    pub(super) fn last(self) -> Option<Direction> {
        (self.depth() > 0).then(|| DIRECTIONS[(self.0 & 0b11) as usize])
    }

    pub(super) fn is_closed(self) -> bool {
        self.0 & CLOSED != 0
    }

    fn closed(self) -> Visit {
        Visit(self.0 | CLOSED)
    }
}

/// How to get from a node to its parent.
enum Lineage {
    /// Graph search: slots of node numbers plus one, 0 for empty; a power of two, at most 7/8 full.
    Table(Vec<u32>),
    /// Tree search: the number of each node's parent.
    Parents(Vec<NodeId>),
}

const FIRST_SLOTS: usize = 1 << 10;

pub(super) struct Nodes<G> {
    records: Vec<u32>,
    stride: usize,
    lineage: Lineage,
    grid: PhantomData<G>,
}

impl<G: Grid> Nodes<G> {
    /// For graph search: every board once.
    pub(super) fn graph(cells: usize, monitor: &mut Monitor) -> Result<Nodes<G>, StopReason> {
        monitor.keep((FIRST_SLOTS * size_of::<u32>()) as u64)?;
        Ok(Nodes::with(cells, Lineage::Table(vec![0; FIRST_SLOTS])))
    }

    /// For tree search: boards may come again.
    pub(super) fn tree(cells: usize) -> Nodes<G> {
        Nodes::with(cells, Lineage::Parents(Vec::new()))
    }

    fn with(cells: usize, lineage: Lineage) -> Nodes<G> {
        Nodes { records: Vec::new(), stride: G::words(cells) + 1, lineage, grid: PhantomData }
    }

    pub(super) fn len(&self) -> usize {
        self.records.len() / self.stride
    }

    fn stored(&self, node: NodeId) -> &[u32] {
        let first = node as usize * self.stride;
        &self.records[first + 1..first + self.stride]
    }

    pub(super) fn visit(&self, node: NodeId) -> Visit {
        Visit(self.records[node as usize * self.stride])
    }

    fn set_visit(&mut self, node: NodeId, visit: Visit) {
        self.records[node as usize * self.stride] = visit.0;
    }

    /// A shorter way to a node was found.
    pub(super) fn improve(&mut self, node: NodeId, visit: Visit) {
        self.set_visit(node, visit);
    }

    /// The node is done.
    pub(super) fn close(&mut self, node: NodeId) {
        self.set_visit(node, self.visit(node).closed());
    }

    /// Makes `grid` the grid of a node.
    pub(super) fn restore(&self, node: NodeId, grid: &mut G) {
        grid.restore(self.stored(node));
    }

    /// The node of a grid, if the graph has it; a tree does not look.
    pub(super) fn find(&self, grid: &G) -> Option<NodeId> {
        match &self.lineage {
            Lineage::Table(slots) => self.slot(slots, grid).err(),
            Lineage::Parents(_) => None,
        }
    }

    /// The empty slot where a grid belongs, or the node that has it.
    #[inline]
    fn slot(&self, slots: &[u32], grid: &G) -> Result<usize, NodeId> {
        let mask = slots.len() - 1;
        let mut slot = first_slot(grid, slots.len());
        loop {
            match slots[slot] {
                0 => return Ok(slot),
                number if grid.matches(self.stored(number - 1)) => return Err(number - 1),
                _ => slot = (slot + 1) & mask,
            }
        }
    }

    /// Adds a node, or gives the one that has the same grid as `Err`. In a tree every node is new.
    #[inline]
    pub(super) fn insert(
        &mut self,
        grid: &G,
        visit: Visit,
        parent: NodeId,
        monitor: &mut Monitor,
    ) -> Result<Result<NodeId, NodeId>, StopReason> {
        let node = self.len() as NodeId;
        if let Lineage::Table(slots) = &self.lineage {
            if self.len() + 1 > slots.len() / 8 * 7 {
                self.grow_table(grid, monitor)?;
            }
        }
        let slot = match &self.lineage {
            Lineage::Table(slots) => match self.slot(slots, grid) {
                Ok(slot) => slot,
                Err(known) => return Ok(Err(known)),
            },
            Lineage::Parents(_) => 0,
        };
        // The last number is left out: a slot holds the number plus one.
        if node == NodeId::MAX - 1 {
            return Err(StopReason::NodeNumbers);
        }
        monitor.make_room(&mut self.records, self.stride)?;
        match &mut self.lineage {
            Lineage::Table(slots) => slots[slot] = node + 1,
            Lineage::Parents(parents) => {
                monitor.make_room(parents, 1)?;
                parents.push(parent);
            }
        }
        self.records.push(visit.0);
        let first = self.records.len();
        self.records.resize(first + self.stride - 1, 0);
        grid.store(&mut self.records[first..]);
        Ok(Ok(node))
    }

    /// Doubles the table. The old one is dropped first: everything it knew is in the records.
    #[cold]
    fn grow_table(&mut self, any_grid: &G, monitor: &mut Monitor) -> Result<(), StopReason> {
        let Lineage::Table(slots) = &mut self.lineage else { return Ok(()) };
        let old = slots.len();
        monitor.keep((old * size_of::<u32>()) as u64)?;
        *slots = Vec::new();
        let mut slots = vec![0; 2 * old];
        let mut grid = any_grid.clone();
        let mask = slots.len() - 1;
        for (number, record) in self.records.chunks_exact(self.stride).enumerate() {
            grid.restore(&record[1..]);
            let mut slot = first_slot(&grid, slots.len());
            while slots[slot] != 0 {
                slot = (slot + 1) & mask;
            }
            slots[slot] = number as u32 + 1;
        }
        self.lineage = Lineage::Table(slots);
        Ok(())
    }

    /// The moves from the root to a node. `grid` is any grid of this size, to work with.
    pub(super) fn moves_to(&self, mut node: NodeId, geometry: &Geometry, mut grid: G) -> Moves {
        let mut backwards = Vec::new();
        self.restore(node, &mut grid);
        while let Some(last) = self.visit(node).last() {
            backwards.push(last);
            let parent = match &self.lineage {
                Lineage::Parents(parents) => parents[node as usize],
                Lineage::Table(_) => {
                    take_back(&mut grid, last, geometry);
                    // Every node's parent was inserted before it.
                    let Some(parent) = self.find(&grid) else { break };
                    parent
                }
            };
            node = parent;
        }
        backwards.reverse();
        Moves::from(backwards)
    }
}

/// The upper bits of a hash choose the slot; a multiplication spreads to them best.
#[inline]
fn first_slot<G: Grid>(grid: &G, slots: usize) -> usize {
    (grid.hash() >> (u64::BITS - slots.trailing_zeros())) as usize
}

/// Undoes the last move of a grid.
fn take_back<G: Grid>(grid: &mut G, last: Direction, geometry: &Geometry) {
    let to = grid.blank();
    if let Some(exit) = geometry.exits(to, None).find(|exit| exit.direction == last.opposite()) {
        grid.slide(Slide { tile: grid.tile(exit.from()), from: exit.from(), to, direction: exit.direction });
    }
}
