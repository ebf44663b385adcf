//! The selection of the next layer from the children of all threads: duplicates are dropped, the others written out.
//!
//! The hash of a child determines its bucket. A bucket is small enough for its hash table to stay in a processor cache,
//! and each thread searches its own buckets for duplicates. Of several equal boards the first is kept, in the order of
//! the expansion, which does not depend on the number of threads.

use super::back_pointers::BackPointer;
use super::expansion::{Child, Expansion};
use super::layer::{Layer, Node};
use super::slide_deltas::{SlideDeltas, Tiles};
use prefetch_index::prefetch_index;
use std::sync::atomic::{AtomicBool, Ordering};

/// How many children ahead their parents are prefetched.
const AHEAD: usize = 16;

/// The number of children of a bucket.
const BUCKET: usize = 4096;

/// The children of one thread that are not dropped yet.
pub(super) struct Selection {
    /// The hashes of the children and their indices, by bucket.
    buckets: Vec<Vec<(u64, u32)>>,
    /// Whether a child is a duplicate.
    duplicates: Vec<AtomicBool>,
    /// How many children have the blank in each cell.
    counts: Vec<usize>,
}

/// The boards of the next layer that one thread writes, for each cell of the blank.
pub(super) type Destinations<'a, const N: usize> = Vec<Destination<'a, N>>;

/// A run of boards with the blank in the same cell.
pub(super) struct Destination<'a, const N: usize> {
    tiles: &'a mut [Tiles<N>],
    nodes: &'a mut [Node],
    back_pointers: &'a mut [BackPointer],
    written: usize,
}

impl Selection {
    /// Prepares the selection of about a number of boards of all threads.
    pub(super) fn new(boards: usize, cells: usize) -> Selection {
        let buckets = (boards / BUCKET).max(1).next_power_of_two();
        Selection {
            buckets: (0..buckets).map(|_| Vec::new()).collect(),
            duplicates: Vec::new(),
            counts: vec![0; cells],
        }
    }

    /// Returns the bytes of the selections of all threads for a number of boards.
    pub(super) fn bytes(boards: usize) -> u64 {
        // Buckets grow by doubling.
        (boards * (2 * size_of::<(u64, u32)>() + size_of::<AtomicBool>()) + DuplicateTable::bytes()) as u64
    }

    pub(super) fn buckets(&self) -> usize {
        self.buckets.len()
    }

    /// Distributes the children of a thread to the buckets.
    pub(super) fn distribute(&mut self, children: &[Child]) {
        self.buckets.iter_mut().for_each(Vec::clear);
        self.duplicates.clear();
        self.duplicates.resize_with(children.len(), AtomicBool::default);
        let mask = self.buckets.len() - 1;
        for (index, child) in children.iter().enumerate() {
            self.buckets[(child.hash >> 48) as usize & mask].push((child.hash, index as u32));
        }
    }

    /// Marks the duplicates within a bucket of all threads.
    pub(super) fn mark_duplicates(selections: &[&Selection], bucket: usize, seen: &mut DuplicateTable) {
        let children = selections.iter().map(|selection| selection.buckets[bucket].len()).sum();
        seen.clear(children);
        for selection in selections {
            for &(hash, index) in &selection.buckets[bucket] {
                if !seen.insert(hash) {
                    selection.duplicates[index as usize].store(true, Ordering::Relaxed);
                }
            }
        }
    }

    /// Counts the boards with the blank in each cell.
    pub(super) fn count<const N: usize>(&mut self, expansion: &Expansion<N>) {
        self.counts.fill(0);
        let mut begin = 0;
        for segment in &expansion.segments {
            let duplicates = &self.duplicates[begin..segment.end];
            let kept = duplicates.iter().filter(|duplicate| !duplicate.load(Ordering::Relaxed)).count();
            self.counts[segment.slide.from] += kept;
            begin = segment.end;
        }
    }

    /// Makes room in the next layer, and divides it among the threads.
    pub(super) fn destinations<'a, const N: usize>(
        selections: &[&Selection],
        next: &'a mut Layer<N>,
    ) -> Vec<Destinations<'a, N>> {
        let cells = selections[0].counts.len();
        next.resize((0..cells).map(|cell| selections.iter().map(|selection| selection.counts[cell]).sum()));
        let mut tiles = next.tiles.as_mut_slice();
        let mut nodes = next.nodes.as_mut_slice();
        let mut back_pointers = next.back_pointers.as_mut_slice();
        let mut all: Vec<Destinations<N>> = selections.iter().map(|_| Vec::with_capacity(cells)).collect();
        for cell in 0..cells {
            for (destinations, selection) in all.iter_mut().zip(selections) {
                let count = selection.counts[cell];
                destinations.push(Destination {
                    tiles: tiles.split_off_mut(..count).unwrap_or_default(),
                    nodes: nodes.split_off_mut(..count).unwrap_or_default(),
                    back_pointers: back_pointers.split_off_mut(..count).unwrap_or_default(),
                    written: 0,
                });
            }
        }
        all
    }

    /// Writes the boards of a thread.
    pub(super) fn write<const N: usize>(
        &self,
        layer: &Layer<N>,
        expansion: &Expansion<N>,
        destinations: &mut Destinations<N>,
        deltas: &SlideDeltas<N>,
    ) {
        let mut begin = 0;
        for segment in &expansion.segments {
            let from = segment.slide.from;
            let Destination { tiles, nodes, back_pointers, written } = &mut destinations[from];
            let children = &expansion.children[begin..segment.end];
            let flagged = children.iter().zip(&self.duplicates[begin..]).enumerate();
            for (index, (child, is_duplicate)) in flagged {
                if expansion.exceeds_cache
                    && let Some(ahead) = children.get(index + AHEAD)
                {
                    prefetch_index(&layer.tiles, ahead.back_pointer.parent());
                }
                if is_duplicate.load(Ordering::Relaxed) {
                    continue;
                }
                let board = &mut tiles[*written];
                *board = layer.tiles[child.back_pointer.parent()];
                board[segment.blank % N] = board[from % N];
                board[from % N] = 0;
                let last = (from, Some(segment.slide.step));
                nodes[*written] = Node::new((child.hash, child.value), board, last, deltas);
                back_pointers[*written] = child.back_pointer;
                *written += 1;
            }
            begin = segment.end;
        }
    }
}

/// An open-addressing hash table of fingerprints; 0 is an empty slot.
///
/// The bits of a hash that select its bucket, its slot and its fingerprint are different. Two different boards are taken
/// for equal once in thousands of layers, which costs a board of the beam.
pub(super) struct DuplicateTable {
    slots: Vec<u32>,
    mask: usize,
}

impl DuplicateTable {
    pub(super) fn new() -> DuplicateTable {
        DuplicateTable { slots: Vec::new(), mask: 0 }
    }

    fn bytes() -> usize {
        4 * BUCKET * size_of::<u32>()
    }

    /// Removes all hashes and makes room for a number of them.
    fn clear(&mut self, children: usize) {
        let slots = (2 * children).next_power_of_two().max(64);
        self.slots.clear();
        self.slots.resize(slots, 0);
        self.mask = slots - 1;
    }

    /// Adds a hash; returns `false` if it is already there.
    #[inline]
    fn insert(&mut self, hash: u64) -> bool {
        let fingerprint = (hash >> 16) as u32 | 1;
        let mut slot = hash as usize & self.mask;
        while self.slots[slot] != 0 {
            if self.slots[slot] == fingerprint {
                return false;
            }
            slot = (slot + 1) & self.mask;
        }
        self.slots[slot] = fingerprint;
        true
    }
}
