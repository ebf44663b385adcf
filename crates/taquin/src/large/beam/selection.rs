//! The selection of one part of the next layer from the children of all threads.

use super::MAX_CELLS;
use super::back_pointers::BackPointer;
use super::expansion::Expansion;
use super::layer::{Child, Layer, NO_STEP, Node, Part};
use super::slide_deltas::SlideDeltas;

#[derive(Default)]
pub(super) struct Selection {
    /// The selected boards.
    pub(super) part: Part,
    kept: Vec<Child>,
    /// An open-addressing hash table of the selected hashes; 0 is an empty slot.
    seen: Vec<u64>,
}

impl Selection {
    /// Reserves room for a part with a number of boards.
    pub(super) fn new(boards: usize) -> Selection {
        let seen = vec![0; (2 * boards).next_power_of_two()];
        Selection { part: Part::default(), kept: Vec::with_capacity(boards), seen }
    }

    /// Returns the bytes of a selection, its part, and the part of the layer before.
    pub(super) fn bytes(boards: usize, cells: usize) -> u64 {
        let board = 2 * (cells + size_of::<Node>() + size_of::<BackPointer>()) + size_of::<Child>();
        (boards * board + (2 * boards).next_power_of_two() * size_of::<u64>()) as u64
    }

    /// Selects the children that belong to a part, do not exceed a value, and are not duplicates.
    pub(super) fn select<const STRIDE: usize>(
        &mut self,
        part_index: usize,
        layer: &Layer,
        expansions: &[Expansion],
        highest: i32,
        deltas: &SlideDeltas<STRIDE>,
    ) {
        let Selection { part, kept, seen } = self;
        let cells = deltas.cells();
        let parts = layer.parts.len() as u64;
        let belongs = |child: &&Child| {
            child.value <= highest && ((child.hash >> 32) * parts) >> 32 == part_index as u64
        };
        let (mask, most) = (seen.len() - 1, kept.capacity());
        seen.fill(0);
        kept.clear();
        for child in expansions.iter().flat_map(|expansion| &expansion.children).filter(belongs) {
            let mut slot = child.hash as usize & mask;
            while seen[slot] != 0 && seen[slot] != child.hash {
                slot = (slot + 1) & mask;
            }
            // A part overflows only if the hashes are distributed very unevenly.
            if seen[slot] == 0 && kept.len() < most {
                seen[slot] = child.hash;
                kept.push(*child);
            }
        }
        let blank_of = |child: &Child| {
            let (part, index) = layer.locate(child.back_pointer.parent());
            let slides = deltas.slides(part.nodes[index].blank.into());
            slides.iter().find(|slide| slide.step == child.back_pointer.step()).map_or(0, |slide| slide.from)
        };
        let mut begins = [0u32; 1 + MAX_CELLS];
        kept.iter().for_each(|child| begins[blank_of(child) + 1] += 1);
        for cell in 0..cells {
            begins[cell + 1] += begins[cell];
        }
        part.tiles.resize(kept.len() * cells, 0);
        part.nodes.resize(kept.len(), Node { hash: 0, value: 0, blank: 0, step: NO_STEP });
        part.back_pointers.resize(kept.len(), BackPointer::new(0, 0));
        for child in kept {
            let blank = blank_of(child);
            let place = begins[blank] as usize;
            begins[blank] += 1;
            let (parent, index) = layer.locate(child.back_pointer.parent());
            let tiles = &mut part.tiles[place * cells..][..cells];
            tiles.copy_from_slice(&parent.tiles[index * cells..][..cells]);
            tiles.swap(parent.nodes[index].blank.into(), blank);
            let (hash, value, step) = (child.hash, child.value, child.back_pointer.step());
            part.nodes[place] = Node { hash, value, blank: blank as u8, step };
            part.back_pointers[place] = child.back_pointer;
        }
    }
}
