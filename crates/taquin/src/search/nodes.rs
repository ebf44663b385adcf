//! The nodes of a search, kept compactly.
//!
//! A node is its stored grid and one word with its depth, the move that led to it and whether it is done: 12 bytes
//! on boards up to 16 cells, in one vector. In a graph search every board is kept once and found again through a
//! table of 4-byte node numbers; then a node's parent is found by taking its move back, and needs no place of its
//! own. In a tree search the same board may be kept many times, and the number of the parent lies beside the node.
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

/// The number of a node, in the order in which nodes were made.
pub(super) type NodeId = u32;

/// How a node was reached, how deep it is, and whether it is done.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct NodeRecord(u32);

const DIRECTIONS: [Direction; 4] = [Direction::Up, Direction::Left, Direction::Right, Direction::Down];
const CLOSED: u32 = 0b100;
const DEPTH_SHIFT: u32 = 3;

impl NodeRecord {
    /// The start of the search.
    pub(super) const ROOT: NodeRecord = NodeRecord(0);

    /// The largest depth there is room for.
    pub(super) const MAX_DEPTH: u32 = u32::MAX >> DEPTH_SHIFT;

    /// A node reached by a move at a depth of at least one; a depth beyond the largest is kept as the largest.
    pub(super) fn new(depth: u32, last: Direction) -> NodeRecord {
        NodeRecord(depth.min(NodeRecord::MAX_DEPTH) << DEPTH_SHIFT | last as u32)
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

    fn closed(self) -> NodeRecord {
        NodeRecord(self.0 | CLOSED)
    }
}

/// How to get from a node to its parent.
enum ParentLookup {
    /// Graph search: by the board before the move.
    Table(Table),
    /// Tree search: by the number of each node's parent.
    Parents(Vec<NodeId>),
}

/// Node numbers by the hash of their grids: open addressing with linear probing.
///
/// A slot holds a node's number plus one, 0 for empty. The bits that numbers do not need hold some of the hash, so
/// that most other nodes are passed over without a look at their records.
struct Table {
    slots: Vec<u32>,
    number_bits: u32,
}

impl Table {
    const FIRST_SLOTS: usize = 1 << 12;

    /// From this many slots on memory counts more than probes.
    const LARGE: usize = 1 << 18;

    /// A number must leave at least one bit of a slot to the tag.
    const LARGEST: usize = (1 << 31) - 1;

    fn new(slots: usize) -> Table {
        Table { slots: vec![0; slots], number_bits: u32::BITS - (slots as u32).leading_zeros() }
    }

    /// A small table is filled to a half, a large one to four fifths; beyond that linear probing takes many steps.
    #[inline]
    fn is_full(&self, nodes: usize) -> bool {
        let slots = self.slots.len();
        nodes >= if slots < Table::LARGE { slots / 2 } else { slots / 5 * 4 }
    }

    /// A large table grows by a half, which leaves it little more than half full. `None` for one that cannot grow.
    fn next_slots(&self) -> Option<usize> {
        let slots = self.slots.len();
        let next = if slots < Table::LARGE { slots * 4 } else { slots / 2 * 3 };
        (slots < Table::LARGEST).then(|| next.min(Table::LARGEST))
    }

    /// The upper bits of a hash choose where to begin.
    #[inline]
    fn first_slot(&self, hash: u64) -> usize {
        ((u128::from(hash) * self.slots.len() as u128) >> u64::BITS) as usize
    }

    /// The lower bits of a hash make the tag.
    #[inline]
    fn tag(&self, hash: u64) -> u32 {
        (hash as u32) << self.number_bits
    }

    #[inline]
    fn anticipate(&self, hash: u64) {
        black_box(self.slots[self.first_slot(hash)]);
    }

    /// Might a filled slot be for a grid with this hash?
    #[inline]
    fn has_tag(&self, entry: u32, hash: u64) -> bool {
        (entry ^ self.tag(hash)) >> self.number_bits == 0
    }

    /// The node of a filled slot.
    #[inline]
    fn node(&self, entry: u32) -> NodeId {
        (entry & ((1 << self.number_bits) - 1)) - 1
    }

    /// The empty slot where a hash belongs, or the node for which `is_it` holds.
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

/// How many nodes are put into a new table together.
const BATCH: usize = 64;

/// After so many of them the search looks whether to go on.
const GLANCE: usize = 1 << 12;

pub(super) struct Nodes<G> {
    /// One after the other: a word for the visit, then the stored grid.
    records: Vec<u32>,
    count: usize,
    cells: usize,
    lineage: ParentLookup,
    grid: PhantomData<G>,
}

impl<G: Grid> Nodes<G> {
    /// For graph search: every board once.
    pub(super) fn graph(cells: usize, monitor: &mut Monitor) -> Result<Nodes<G>, StopReason> {
        monitor.keep((Table::FIRST_SLOTS * size_of::<u32>()) as u64)?;
        Ok(Nodes::with(cells, ParentLookup::Table(Table::new(Table::FIRST_SLOTS))))
    }

    /// For tree search: boards may come again.
    pub(super) fn tree(cells: usize) -> Nodes<G> {
        Nodes::with(cells, ParentLookup::Parents(Vec::new()))
    }

    fn with(cells: usize, lineage: ParentLookup) -> Nodes<G> {
        Nodes { records: Vec::new(), count: 0, cells, lineage, grid: PhantomData }
    }

    pub(super) fn len(&self) -> usize {
        self.count
    }

    /// The words of a record; a constant for packed grids.
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
    pub(super) fn visit(&self, node: NodeId) -> NodeRecord {
        NodeRecord(self.records[node as usize * self.stride()])
    }

    #[inline]
    fn set_visit(&mut self, node: NodeId, visit: NodeRecord) {
        let first = node as usize * self.stride();
        self.records[first] = visit.0;
    }

    /// A shorter way to a node was found.
    pub(super) fn improve(&mut self, node: NodeId, visit: NodeRecord) {
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
            ParentLookup::Table(table) => {
                table.find(grid.hash(), |node| grid.matches(self.stored(node))).err()
            }
            ParentLookup::Parents(_) => None,
        }
    }

    /// Is the table too large for the caches, so that it pays to [`anticipate`](Nodes::anticipate)?
    pub(super) fn is_large(&self) -> bool {
        matches!(&self.lineage, ParentLookup::Table(table) if table.slots.len() >= Table::LARGE)
    }

    /// Looks at the first slot of a grid that will be looked for soon. In a large table that is a cache miss, which
    /// the processor can wait for while it does other things.
    #[inline]
    pub(super) fn anticipate(&self, grid: &G) {
        if let ParentLookup::Table(table) = &self.lineage {
            table.anticipate(grid.hash());
        }
    }

    /// Adds a node, or gives the one that has the same grid as `Err`. In a tree every node is new.
    #[inline]
    pub(super) fn insert(
        &mut self,
        grid: &G,
        visit: NodeRecord,
        parent: NodeId,
        monitor: &mut Monitor,
    ) -> Result<Result<NodeId, NodeId>, StopReason> {
        let hash = match &self.lineage {
            ParentLookup::Table(_) => grid.hash(),
            ParentLookup::Parents(_) => 0,
        };
        let node = self.count as NodeId;
        let slot = match &self.lineage {
            ParentLookup::Table(table) => match table.find(hash, |node| grid.matches(self.stored(node))) {
                Ok(slot) => slot,
                Err(known) => return Ok(Err(known)),
            },
            ParentLookup::Parents(_) => 0,
        };
        if node == NodeId::MAX {
            return Err(StopReason::NodeNumbers);
        }
        let stride = self.stride();
        monitor.make_room(&mut self.records, stride)?;
        match &mut self.lineage {
            ParentLookup::Table(table) => table.fill(slot, hash, node),
            ParentLookup::Parents(parents) => {
                monitor.make_room(parents, 1)?;
                parents.push(parent);
            }
        }
        self.records.push(visit.0);
        let first = self.records.len();
        self.records.resize(first + G::words(self.cells), 0);
        grid.store(&mut self.records[first..][..G::words(self.cells)]);
        self.count += 1;
        monitor.keep_state(visit.depth());
        if matches!(&self.lineage, ParentLookup::Table(table) if table.is_full(self.count)) {
            self.grow_table(grid, monitor)?;
        }
        Ok(Ok(node))
    }

    /// Makes a larger table. The old one is dropped first: everything it knew is in the records.
    #[cold]
    fn grow_table(&mut self, any_grid: &G, monitor: &mut Monitor) -> Result<(), StopReason> {
        let ParentLookup::Table(table) = &mut self.lineage else { return Ok(()) };
        let old = table.slots.len();
        let new = table.next_slots().ok_or(StopReason::NodeNumbers)?;
        monitor.keep(((new - old) * size_of::<u32>()) as u64)?;
        table.slots = Vec::new();
        let mut table = Table::new(new);
        let mut grid = any_grid.clone();
        let stride = 1 + G::words(self.cells);
        let mut node = 0;
        for (number, batch) in self.records.chunks(BATCH * stride).enumerate() {
            // A large table takes seconds.
            if number % GLANCE == GLANCE - 1 {
                monitor.check()?;
            }
            let mut hashes = [0; BATCH];
            for (hash, record) in hashes.iter_mut().zip(batch.chunks_exact(stride)) {
                grid.restore(&record[1..]);
                *hash = grid.hash();
                table.anticipate(*hash);
            }
            for &hash in &hashes[..batch.len() / stride] {
                // All boards are different, so none is the one looked for.
                if let Ok(slot) = table.find(hash, |_| false) {
                    table.fill(slot, hash, node);
                }
                node += 1;
            }
        }
        self.lineage = ParentLookup::Table(table);
        Ok(())
    }

    /// The moves from the root to a node. `grid` is any grid of this size, to work with.
    pub(super) fn moves_to(&self, mut node: NodeId, geometry: &Geometry, mut grid: G) -> Moves {
        let mut backwards = Vec::new();
        self.restore(node, &mut grid);
        while let Some(last) = self.visit(node).last() {
            backwards.push(last);
            let parent = match &self.lineage {
                ParentLookup::Parents(parents) => parents[node as usize],
                ParentLookup::Table(_) => {
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

/// Undoes the last move of a grid.
fn take_back<G: Grid>(grid: &mut G, last: Direction, geometry: &Geometry) {
    let to = grid.blank();
    if let Some(exit) = geometry.successors(to, None).find(|exit| exit.direction == last.opposite()) {
        grid.slide(Slide { tile: grid.tile(exit.from()), from: exit.from(), to, direction: exit.direction });
    }
}
