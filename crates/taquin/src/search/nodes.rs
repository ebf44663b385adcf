//! The nodes of a search in compact form.
//!
//! A node is a packed grid and one word with its depth, the move that led to it and whether it is closed: 12 bytes on
//! boards up to 16 cells, in one vector. Graph search stores every board once and finds it through a hash table of
//! 4-byte node numbers; a node's parent is found by undoing its last move, so no back-pointer is stored. Tree search
//! may store a board many times, and stores each node's back-pointer.
//!
//! The spare bits of a node number in the table hold a tag of the hash, so that most comparisons need no node. Nodes,
//! table and queue together take at most 24 bytes per node from a hundred thousand nodes on, which `tests/limits.rs`
//! checks with a counting allocator. Large tables grow by half, large vectors by an eighth, and the old table is
//! dropped before the new one is built.

use super::monitor::Monitor;
use crate::control::StopReason;
use crate::direction::Direction;
use crate::geometry::{Geometry, Slide};
use crate::grid::Grid;
use crate::moves::Moves;
use std::hint::black_box;
use std::marker::PhantomData;

/// The number of a node, in the order of generation.
pub(super) type NodeId = u32;

/// A node's last move, its depth, and whether it is closed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct NodeRecord(u32);

const DIRECTIONS: [Direction; 4] = [Direction::Up, Direction::Left, Direction::Right, Direction::Down];
const CLOSED: u32 = 0b100;
const DEPTH_SHIFT: u32 = 3;

impl NodeRecord {
    /// The record of the root.
    pub(super) const ROOT: NodeRecord = NodeRecord(0);

    /// The largest depth that fits.
    pub(super) const MAX_DEPTH: u32 = u32::MAX >> DEPTH_SHIFT;

    /// Builds the record of a node at a depth of at least 1; larger depths than the maximum are clamped.
    pub(super) fn new(depth: u32, last: Direction) -> NodeRecord {
        NodeRecord(depth.min(NodeRecord::MAX_DEPTH) << DEPTH_SHIFT | last as u32)
    }

    pub(super) fn depth(self) -> u32 {
        self.0 >> DEPTH_SHIFT
    }

    /// Returns the move that led to the node; `None` for the root.
    pub(super) fn last(self) -> Option<Direction> {
        (self.depth() > 0).then(|| DIRECTIONS[(self.0 & 0b11) as usize])
    }

    pub(super) fn is_closed(self) -> bool {
        self.0 & CLOSED != 0
    }

    fn closed(self) -> NodeRecord {
        NodeRecord(self.0 | CLOSED)
    }
}

/// How to find a node's parent.
enum ParentLookup {
    /// Graph search: by hashing the board before the last move.
    Table(Table),
    /// Tree search: by a stored back-pointer for each node.
    Parents(Vec<NodeId>),
}

/// Node numbers by the hash of their grids: open addressing with linear probing.
///
/// A slot holds a node number plus one, 0 if empty. The bits that numbers do not need hold a tag of the hash, so that
/// most other nodes are skipped without reading their records.
struct Table {
    slots: Vec<u32>,
    number_bits: u32,
}

impl Table {
    const FIRST_SLOTS: usize = 1 << 12;

    /// From this many slots memory matters more than probes.
    const LARGE: usize = 1 << 18;

    /// A number must leave at least one bit of a slot for the tag.
    const LARGEST: usize = (1 << 31) - 1;

    fn new(slots: usize) -> Table {
        Table { slots: vec![0; slots], number_bits: u32::BITS - (slots as u32).leading_zeros() }
    }

    /// Returns whether the table must grow: a small one is filled to a half, a large one to four fifths; beyond that
    /// linear probing takes many steps.
    #[inline]
    fn is_full(&self, nodes: usize) -> bool {
        let slots = self.slots.len();
        nodes >= if slots < Table::LARGE { slots / 2 } else { slots / 5 * 4 }
    }

    /// Returns the next size; `None` for a table that cannot grow. A large table grows by a half, which leaves it
    /// little more than half full.
    fn next_slots(&self) -> Option<usize> {
        let slots = self.slots.len();
        let next = if slots < Table::LARGE { slots * 4 } else { slots / 2 * 3 };
        (slots < Table::LARGEST).then(|| next.min(Table::LARGEST))
    }

    /// Returns the slot where probing begins: the upper bits of the hash.
    #[inline]
    fn first_slot(&self, hash: u64) -> usize {
        ((u128::from(hash) * self.slots.len() as u128) >> u64::BITS) as usize
    }

    /// Returns the tag: the lower bits of the hash.
    #[inline]
    fn tag(&self, hash: u64) -> u32 {
        (hash as u32) << self.number_bits
    }

    #[inline]
    fn prefetch(&self, hash: u64) {
        black_box(self.slots[self.first_slot(hash)]);
    }

    /// Returns whether a filled slot may belong to a grid with this hash.
    #[inline]
    fn has_tag(&self, entry: u32, hash: u64) -> bool {
        (entry ^ self.tag(hash)) >> self.number_bits == 0
    }

    /// Returns the node of a filled slot.
    #[inline]
    fn node(&self, entry: u32) -> NodeId {
        (entry & ((1 << self.number_bits) - 1)) - 1
    }

    /// Returns the empty slot for a hash, or as `Err` the node for which `is_it` holds.
    #[inline]
    fn find(&self, hash: u64, is_it: impl Fn(NodeId) -> bool) -> Result<usize, NodeId> {
        let mut slot = self.first_slot(hash);
        loop {
            let entry = self.slots[slot];
            if entry == 0 {
                return Ok(slot);
            }
            if self.has_tag(entry, hash) && is_it(self.node(entry)) {
                return Err(self.node(entry));
            }
            slot += 1;
            if slot == self.slots.len() {
                slot = 0;
            }
        }
    }

    #[inline]
    fn fill(&mut self, slot: usize, hash: u64, node: NodeId) {
        self.slots[slot] = self.tag(hash) | (node + 1);
    }
}

/// The number of nodes that are rehashed together, to overlap their cache misses.
const BATCH: usize = 64;

/// The control is polled after this many batches.
const POLL_INTERVAL: usize = 1 << 12;

/// The result of inserting a node.
#[derive(Clone, Copy)]
pub(super) enum Insertion {
    /// The node was added.
    New(NodeId),
    /// This node has the same grid.
    Known(NodeId),
}

pub(super) struct Nodes<G> {
    /// The records: one word for the [`NodeRecord`], then the packed grid.
    records: Vec<u32>,
    count: usize,
    cells: usize,
    parent_lookup: ParentLookup,
    grid: PhantomData<G>,
}

impl<G: Grid> Nodes<G> {
    /// Builds an empty set of nodes for graph search, which stores every board once.
    pub(super) fn graph(cells: usize, monitor: &mut Monitor) -> Result<Nodes<G>, StopReason> {
        monitor.keep((Table::FIRST_SLOTS * size_of::<u32>()) as u64)?;
        Ok(Nodes::with(cells, ParentLookup::Table(Table::new(Table::FIRST_SLOTS))))
    }

    /// Builds an empty set of nodes for tree search, which may store a board many times.
    pub(super) fn tree(cells: usize) -> Nodes<G> {
        Nodes::with(cells, ParentLookup::Parents(Vec::new()))
    }

    fn with(cells: usize, parent_lookup: ParentLookup) -> Nodes<G> {
        Nodes { records: Vec::new(), count: 0, cells, parent_lookup, grid: PhantomData }
    }

    pub(super) fn len(&self) -> usize {
        self.count
    }

    /// Returns the words per record; a constant for packed grids.
    #[inline]
    fn stride(&self) -> usize {
        1 + G::words(self.cells)
    }

    #[inline]
    fn stored(&self, node: NodeId) -> &[u32] {
        let first = node as usize * self.stride() + 1;
        &self.records[first..][..G::words(self.cells)]
    }

    #[inline]
    pub(super) fn record(&self, node: NodeId) -> NodeRecord {
        NodeRecord(self.records[node as usize * self.stride()])
    }

    #[inline]
    fn set_record(&mut self, node: NodeId, record: NodeRecord) {
        let first = node as usize * self.stride();
        self.records[first] = record.0;
    }

    /// Replaces a node's record after a shorter path to it was found.
    pub(super) fn improve(&mut self, node: NodeId, record: NodeRecord) {
        self.set_record(node, record);
    }

    /// Closes a node.
    pub(super) fn close(&mut self, node: NodeId) {
        self.set_record(node, self.record(node).closed());
    }

    /// Restores the grid of a node into `grid`.
    pub(super) fn restore(&self, node: NodeId, grid: &mut G) {
        grid.restore(self.stored(node));
    }

    /// Returns the node of a grid, if there is one; always `None` in tree search.
    pub(super) fn find(&self, grid: &G) -> Option<NodeId> {
        match &self.parent_lookup {
            ParentLookup::Table(table) => {
                table.find(grid.hash(), |node| grid.matches(self.stored(node))).err()
            }
            ParentLookup::Parents(_) => None,
        }
    }

    /// Returns whether the table exceeds the caches, so that [`prefetch`](Nodes::prefetch) pays.
    pub(super) fn is_large(&self) -> bool {
        matches!(&self.parent_lookup, ParentLookup::Table(table) if table.slots.len() >= Table::LARGE)
    }

    /// Reads the first slot of a grid that will be searched soon. In a large table that is a cache miss, which the
    /// processor can overlap with other work.
    #[inline]
    pub(super) fn prefetch(&self, grid: &G) {
        if let ParentLookup::Table(table) = &self.parent_lookup {
            table.prefetch(grid.hash());
        }
    }

    /// Adds a node, unless one has the same grid. In tree search every node is new.
    #[inline]
    pub(super) fn insert(
        &mut self,
        grid: &G,
        record: NodeRecord,
        parent: NodeId,
        monitor: &mut Monitor,
    ) -> Result<Insertion, StopReason> {
        let hash = match &self.parent_lookup {
            ParentLookup::Table(_) => grid.hash(),
            ParentLookup::Parents(_) => 0,
        };
        let node = self.count as NodeId;
        let slot = match &self.parent_lookup {
            ParentLookup::Table(table) => match table.find(hash, |node| grid.matches(self.stored(node))) {
                Ok(slot) => slot,
                Err(known) => return Ok(Insertion::Known(known)),
            },
            ParentLookup::Parents(_) => 0,
        };
        if node == NodeId::MAX {
            return Err(StopReason::NodeNumbers);
        }
        let stride = self.stride();
        monitor.make_room(&mut self.records, stride)?;
        match &mut self.parent_lookup {
            ParentLookup::Table(table) => table.fill(slot, hash, node),
            ParentLookup::Parents(parents) => {
                monitor.make_room(parents, 1)?;
                parents.push(parent);
            }
        }
        self.records.push(record.0);
        let first = self.records.len();
        self.records.resize(first + G::words(self.cells), 0);
        grid.store(&mut self.records[first..][..G::words(self.cells)]);
        self.count += 1;
        monitor.keep_state(record.depth());
        if matches!(&self.parent_lookup, ParentLookup::Table(table) if table.is_full(self.count)) {
            self.grow_table(grid, monitor)?;
        }
        Ok(Insertion::New(node))
    }

    /// Grows the table. The old one is dropped first: it can be rebuilt from the records.
    #[cold]
    fn grow_table(&mut self, any_grid: &G, monitor: &mut Monitor) -> Result<(), StopReason> {
        let ParentLookup::Table(table) = &mut self.parent_lookup else { return Ok(()) };
        let old = table.slots.len();
        let new = table.next_slots().ok_or(StopReason::NodeNumbers)?;
        monitor.keep(((new - old) * size_of::<u32>()) as u64)?;
        table.slots = Vec::new();
        let mut table = Table::new(new);
        let mut grid = any_grid.clone();
        let stride = 1 + G::words(self.cells);
        let mut node = 0;
        for (number, batch) in self.records.chunks(BATCH * stride).enumerate() {
            // Rehashing a large table takes seconds.
            if number % POLL_INTERVAL == POLL_INTERVAL - 1 {
                monitor.check()?;
            }
            let mut hashes = [0; BATCH];
            for (hash, record) in hashes.iter_mut().zip(batch.chunks_exact(stride)) {
                grid.restore(&record[1..]);
                *hash = grid.hash();
                table.prefetch(*hash);
            }
            for &hash in &hashes[..batch.len() / stride] {
                // All boards differ, so none matches.
                if let Ok(slot) = table.find(hash, |_| false) {
                    table.fill(slot, hash, node);
                }
                node += 1;
            }
        }
        self.parent_lookup = ParentLookup::Table(table);
        Ok(())
    }

    /// Returns the moves from the root to a node. `grid` is any grid of this size, used as scratch space.
    pub(super) fn moves_to(&self, mut node: NodeId, geometry: &Geometry, mut grid: G) -> Moves {
        let mut backwards = Vec::new();
        self.restore(node, &mut grid);
        while let Some(last) = self.record(node).last() {
            backwards.push(last);
            let parent = match &self.parent_lookup {
                ParentLookup::Parents(parents) => parents[node as usize],
                ParentLookup::Table(_) => {
                    undo(&mut grid, last, geometry);
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

/// Undoes the last move of a grid.
fn undo<G: Grid>(grid: &mut G, last: Direction, geometry: &Geometry) {
    let to = grid.blank();
    if let Some(exit) = geometry.successors(to, None).find(|exit| exit.direction == last.opposite()) {
        grid.slide(Slide { tile: grid.tile(exit.from()), from: exit.from(), to, direction: exit.direction });
    }
}
