//! A breadth-first frontier without duplicates, from which depth-first searches start (Bu & Korf 2019).
//!
//! Layer by layer, every board within the f-limit is stored once. The values of views are consistent, so every board is
//! in the layer of its shortest distance, and a child is new unless it is in its own layer or in the one two before. Of
//! several paths to a board the first in the order of successors is kept, with its state of the duplicate pruning. The
//! first optimal solution consists of such paths, so that pruning from there on does not lose it (see `geometry`).
//!
//! The frontier is the list of parts into which an iteration is divided. It depends on nothing but its arguments, so
//! every process that computes it gets the same parts. Some of its nodes can be expanded further in the same way: of all
//! paths from the start to a board the first one is the first of any selection that contains it, too.

use super::lane::MOST_PATTERNS;
use crate::control::StopReason;
use crate::direction::Direction;
use crate::geometry::{Geometry, Slide};
use crate::grid::{Grid, KernelGrid, Packed25};
use crate::hash_index::HashIndex;
use crate::heuristic::view::{Slot, View};
use crate::search::monitor::Monitor;

/// The most views of a search.
pub(crate) const MOST_VIEWS: usize = 12;

/// The most moves of a prefix: two bits each.
const MOST_MOVES: u32 = u128::BITS / 2;

/// A node of the frontier.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Prefix {
    pub(super) grid: Packed25,
    /// The moves from the start, two bits each, the last in the lowest bits.
    moves: u128,
    /// The list of successors.
    pub(super) list: u32,
}

/// The boards of one depth within an f-limit.
#[derive(Clone, Debug)]
pub(crate) struct Frontier {
    depth: u32,
    prefixes: Vec<Prefix>,
    /// The values of all patterns, node by node.
    values: Vec<u8>,
    /// The number of patterns of all views.
    patterns: usize,
}

impl Frontier {
    /// Expands layers from a start until one has at least `enough` nodes, or none.
    ///
    /// # Errors
    /// If the monitor stops it.
    pub(crate) fn expand(
        start: Packed25,
        views: &[View],
        geometry: &Geometry,
        bound: u32,
        enough: usize,
        monitor: &mut Monitor,
    ) -> Result<Frontier, StopReason> {
        Frontier::root(start, views, geometry, bound).expanded(views, geometry, bound, enough, monitor)
    }

    /// Expands layers from all nodes until one has at least `enough` nodes, or none.
    ///
    /// # Errors
    /// If the monitor stops it.
    pub(crate) fn expanded(
        self,
        views: &[View],
        geometry: &Geometry,
        bound: u32,
        enough: usize,
        monitor: &mut Monitor,
    ) -> Result<Frontier, StopReason> {
        let mut frontier = self;
        let mut before = Vec::new();
        let mut known = HashIndex::default();
        while !frontier.prefixes.is_empty()
            && frontier.prefixes.len() < enough
            && frontier.depth < MOST_MOVES.min(bound.saturating_sub(1))
        {
            let next = frontier.next_layer(views, geometry, bound, &before, &mut known, monitor)?;
            before = frontier.prefixes;
            frontier = next;
        }
        Ok(frontier)
    }

    /// Returns the start alone, or nothing if it exceeds the f-limit.
    fn root(start: Packed25, views: &[View], geometry: &Geometry, bound: u32) -> Frontier {
        let patterns = views.iter().map(|view| view.tables().len()).sum();
        let is_within = views.iter().all(|view| view.value(&start) <= bound);
        let list = geometry.first_successor(start.blank(), None);
        let prefixes = if is_within { vec![Prefix { grid: start, moves: 0, list }] } else { Vec::new() };
        let slots = views.iter().flat_map(|view| view.slots_from_scratch(&start));
        let values = slots.map(|slot| slot.value as u8).collect();
        Frontier { depth: 0, prefixes, values, patterns }
    }

    /// Returns a frontier with some of the nodes, given in ascending order.
    pub(crate) fn selected(&self, numbers: impl Iterator<Item = usize>) -> Frontier {
        let mut selected =
            Frontier { depth: self.depth, prefixes: Vec::new(), values: Vec::new(), patterns: self.patterns };
        for number in numbers {
            let (prefix, values) = self.node(number);
            selected.prefixes.push(*prefix);
            selected.values.extend_from_slice(values);
        }
        selected
    }

    fn next_layer(
        &self,
        views: &[View],
        geometry: &Geometry,
        bound: u32,
        before: &[Prefix],
        known: &mut HashIndex,
        monitor: &mut Monitor,
    ) -> Result<Frontier, StopReason> {
        let depth = self.depth + 1;
        let mut next = Frontier { depth, prefixes: Vec::new(), values: Vec::new(), patterns: self.patterns };
        // A node has at most three children besides its parent, the root four.
        let most = before.len() + 4 * self.prefixes.len();
        let bytes = HashIndex::bytes(most) + next.bytes_of(most);
        monitor.keep(bytes)?;
        known.clear(most);
        for (item, prefix) in before.iter().enumerate() {
            known.find_or_add(prefix.grid.hash(), item as u32, |_| false);
        }
        for (prefix, values) in self.prefixes.iter().zip(self.values.chunks(self.patterns)) {
            monitor.expand(self.depth)?;
            let node = Node::new(prefix, values, views);
            let mut list = prefix.list as usize;
            while let Some(successor) = geometry.successor_lists()[list] {
                list += 1;
                monitor.stats.generated += 1;
                let from = successor.from();
                let slide = Slide {
                    tile: prefix.grid.tile(from),
                    from,
                    to: prefix.grid.blank(),
                    direction: successor.direction,
                };
                let Some(child) = node.stepped(views, slide, bound.checked_sub(depth)) else { continue };
                let mut grid = prefix.grid;
                grid.slide(slide);
                let item = (before.len() + next.prefixes.len()) as u32;
                let stored = |item: u32| match (item as usize).checked_sub(before.len()) {
                    None => before[item as usize].grid,
                    Some(item) => next.prefixes[item].grid,
                };
                if known.find_or_add(grid.hash(), item, |other| stored(other) == grid) {
                    continue;
                }
                let moves = prefix.moves << 2 | successor.direction as u128;
                next.prefixes.push(Prefix { grid, moves, list: successor.next_list });
                next.values.extend(child.slots[..self.patterns].iter().map(|slot| slot.value as u8));
            }
        }
        monitor.release(bytes);
        Ok(next)
    }

    /// Returns the number of moves from the start.
    pub(crate) fn depth(&self) -> u32 {
        self.depth
    }

    /// Returns the number of nodes.
    pub(crate) fn len(&self) -> usize {
        self.prefixes.len()
    }

    /// Returns the memory in bytes.
    pub(crate) fn bytes(&self) -> u64 {
        self.bytes_of(self.prefixes.len())
    }

    fn bytes_of(&self, nodes: usize) -> u64 {
        (nodes * (size_of::<Prefix>() + self.patterns)) as u64
    }

    /// Returns a node and the values of its patterns.
    pub(super) fn node(&self, number: usize) -> (&Prefix, &[u8]) {
        (&self.prefixes[number], &self.values[number * self.patterns..][..self.patterns])
    }

    /// Returns the moves from the start to a node.
    pub(super) fn moves(&self, number: usize) -> impl Iterator<Item = Direction> {
        let moves = self.prefixes[number].moves;
        (0..self.depth).rev().map(move |place| View::direction((moves >> (2 * place) & 3) as usize))
    }

    /// Returns a number that differs, in all likelihood, from that of any other frontier.
    #[cfg(all(feature = "disk", feature = "serde"))]
    pub(crate) fn fingerprint(&self) -> u64 {
        self.prefixes
            .iter()
            .fold(u64::from(self.depth), |hash, prefix| crate::mix::mix(hash, prefix.grid.hash()))
    }
}

/// The patterns of a node in all views.
#[derive(Clone, Copy)]
struct Node {
    slots: [Slot; MOST_VIEWS * MOST_PATTERNS],
    sums: [u16; MOST_VIEWS],
}

impl Node {
    fn new(prefix: &Prefix, values: &[u8], views: &[View]) -> Node {
        let mut node = Node { slots: [Slot::default(); MOST_VIEWS * MOST_PATTERNS], sums: [0; MOST_VIEWS] };
        let mut values = values.iter().copied();
        let mut slots = node.slots.iter_mut();
        for (view, sum) in views.iter().zip(&mut node.sums) {
            let value = |_: &_, _| values.next().unwrap_or_default().into();
            for (now, slot) in view.slots(&prefix.grid, value).zip(&mut slots) {
                *slot = now;
                *sum += now.value;
            }
        }
        node
    }

    /// Returns the node after a slide, unless a view exceeds `most`.
    fn stepped(&self, views: &[View], slide: Slide, most: Option<u32>) -> Option<Node> {
        let mut node = *self;
        let edge = View::edge(slide.from, slide.direction);
        let mut first = 0;
        for (view, sum) in views.iter().zip(&mut node.sums) {
            let pattern = view.pattern(slide.tile);
            let slot = &mut node.slots[first + pattern];
            let stepped = view.stepped(pattern, *slot, edge);
            *sum = *sum + stepped.value - slot.value;
            *slot = stepped;
            if u32::from(*sum) > most? {
                return None;
            }
            first += view.tables().len();
        }
        Some(node)
    }
}
