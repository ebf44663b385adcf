//! The boards of a beam at one depth.
//!
//! A layer has one part for each thread. A board's hash determines its part, so each thread detects the duplicates of its
//! own part alone. Within a part, boards with the blank in the same cell are contiguous: they allow the same slides.

use super::back_pointers::BackPointer;
use crate::large::zobrist::ZobristKeys;

/// A board without its tiles.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) hash: u64,
    /// The estimate minus that of the start.
    pub(super) value: i32,
    pub(super) blank: u8,
    /// The step of the blank that led here, which is never undone; [`NO_STEP`] at the start.
    pub(super) step: u8,
}

/// A step code that is the opposite of no step.
pub(super) const NO_STEP: u8 = u8::MAX;

/// A board that may be in the next layer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Child {
    pub(super) hash: u64,
    pub(super) value: i32,
    pub(super) back_pointer: BackPointer,
}

/// The boards of a layer that belong to one thread, grouped by the cell of the blank.
#[derive(Debug, Default)]
pub(super) struct Part {
    pub(super) tiles: Vec<u8>,
    pub(super) nodes: Vec<Node>,
    pub(super) back_pointers: Vec<BackPointer>,
}

impl Part {
    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }
}

pub(super) struct Layer {
    pub(super) parts: Vec<Part>,
}

impl Layer {
    /// Creates the layer that contains only the start.
    pub(super) fn start(tiles: &[u8], keys: &ZobristKeys, parts: usize) -> Layer {
        let hash = keys.hash(tiles);
        let blank = tiles.iter().position(|&tile| tile == 0).unwrap_or_default() as u8;
        let mut parts: Vec<Part> = (0..parts).map(|_| Part::default()).collect();
        parts[0].tiles = tiles.to_vec();
        parts[0].nodes = vec![Node { hash, value: 0, blank, step: NO_STEP }];
        Layer { parts }
    }

    /// Returns the number of boards.
    pub(super) fn len(&self) -> usize {
        self.parts.iter().map(Part::len).sum()
    }

    /// Returns the lowest value of any board.
    pub(super) fn lowest(&self) -> i32 {
        self.parts.iter().flat_map(|part| &part.nodes).map(|node| node.value).min().unwrap_or_default()
    }

    /// Returns the part of a board and its index there, given its index in the layer.
    pub(super) fn locate(&self, mut index: usize) -> (&Part, usize) {
        let mut part = &self.parts[0];
        for next in &self.parts {
            part = next;
            if index < part.len() {
                break;
            }
            index -= part.len();
        }
        (part, index)
    }
}
