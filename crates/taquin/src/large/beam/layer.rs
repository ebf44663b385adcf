//! The boards of a beam at one depth.
//!
//! Boards with the blank in the same cell are contiguous: they allow the same slides. They are expanded in batches, whose
//! bounds do not depend on the number of threads, so neither does the order of their children.

use super::back_pointers::BackPointer;
use super::slide_deltas::{SlideDeltas, Tiles};
use crate::large::zobrist::ZobristKeys;
use std::ops::Range;

/// How many boards are expanded together: they fit into a processor cache.
pub(super) const BATCH: usize = 4096;

/// A board without its tiles.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Node {
    pub(super) hash: u64,
    /// The estimate minus that of the start.
    pub(super) value: i32,
    /// The tile that slides when the blank takes a step, by step code; 0 where the blank cannot go and where it came from.
    pub(super) sliding: [u8; 4],
}

impl Node {
    pub(super) fn new<const N: usize>(
        (hash, value): (u64, i32),
        tiles: &Tiles<N>,
        (blank, last_step): (usize, Option<u8>),
        deltas: &SlideDeltas<N>,
    ) -> Node {
        let mut sliding = [0; 4];
        for slide in deltas.slides(blank) {
            sliding[usize::from(slide.step & 3)] = tiles[slide.from % N];
        }
        if let Some(step) = last_step {
            sliding[usize::from((step ^ 1) & 3)] = 0;
        }
        Node { hash, value, sliding }
    }
}

/// Boards with the blank in the same cell.
#[derive(Clone, Debug)]
pub(super) struct Batch {
    pub(super) blank: usize,
    pub(super) boards: Range<usize>,
}

#[derive(Debug)]
pub(super) struct Layer<const N: usize> {
    pub(super) tiles: Vec<Tiles<N>>,
    pub(super) nodes: Vec<Node>,
    pub(super) back_pointers: Vec<BackPointer>,
    /// Where the boards with the blank in each cell begin, and where the last of them end.
    pub(super) begins: Vec<usize>,
}

impl<const N: usize> Layer<N> {
    pub(super) fn empty() -> Layer<N> {
        Layer { tiles: Vec::new(), nodes: Vec::new(), back_pointers: Vec::new(), begins: Vec::new() }
    }

    /// Returns the bytes of two layers with a number of boards.
    pub(super) fn bytes(boards: usize) -> u64 {
        (2 * boards * (N + size_of::<Node>() + size_of::<BackPointer>())) as u64
    }

    /// Creates the layer that contains only the start.
    pub(super) fn start(start: &[u8], keys: &ZobristKeys, deltas: &SlideDeltas<N>) -> Layer<N> {
        let mut tiles = [0; N];
        tiles[..start.len()].copy_from_slice(start);
        let blank = start.iter().position(|&tile| tile == 0).unwrap_or_default();
        let node = Node::new((keys.hash(start), 0), &tiles, (blank, None), deltas);
        let begins = (0..=start.len()).map(|cell| usize::from(cell > blank)).collect();
        Layer { tiles: vec![tiles], nodes: vec![node], back_pointers: Vec::new(), begins }
    }

    /// Returns the number of boards.
    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Returns the lowest value of any board.
    pub(super) fn lowest(&self) -> i32 {
        self.nodes.iter().map(|node| node.value).min().unwrap_or_default()
    }

    /// Makes room for boards, given how many have the blank in each cell.
    pub(super) fn resize(&mut self, counts: impl Iterator<Item = usize>) {
        self.begins.clear();
        self.begins.push(0);
        let mut sum = 0;
        self.begins.extend(counts.map(|count| {
            sum += count;
            sum
        }));
        self.tiles.resize(sum, [0; N]);
        self.nodes.resize(sum, Node::default());
        self.back_pointers.clear();
        self.back_pointers.resize(sum, BackPointer::new(0, 0));
    }

    /// Divides the boards into batches, and these into as many runs of about the same number of boards as there are
    /// threads.
    pub(super) fn batches(&self, threads: usize) -> Vec<Vec<Batch>> {
        let mut runs = vec![Vec::new(); threads];
        for (blank, group) in self.begins.windows(2).enumerate() {
            for begin in (group[0]..group[1]).step_by(BATCH) {
                let boards = begin..group[1].min(begin + BATCH);
                let middle = (boards.start + boards.end) / 2;
                runs[middle * threads / self.len()].push(Batch { blank, boards });
            }
        }
        runs
    }
}
