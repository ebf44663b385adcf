//! The expansion of one part of a layer: all children of its boards, and a histogram of their values.

use super::MAX_CELLS;
use super::back_pointers::BackPointer;
use super::goal_board::GoalBoard;
use super::layer::{Child, Part};
use super::slide_deltas::SlideDeltas;
use super::weights::MOVE;
use crate::large::zobrist::ZobristKeys;

/// How many boards are expanded together: they fit into a processor cache.
const BATCH: usize = 1024;

/// The histogram counts values in steps of 1/32 of a move, up to 64 moves above the lowest.
const STEP: i32 = MOVE as i32 / 32;
const STEPS: usize = 64 * 32;

/// The most by which the value of a child may be below that of its parent.
const MAX_DROP: i32 = 8 * MOVE as i32;

/// The children that one thread generates.
pub(super) struct Expansion {
    pub(super) children: Vec<Child>,
    /// How many children have which value, from `lowest` on; the first and the last entry include everything beyond.
    histogram: Vec<u32>,
    lowest: i32,
}

impl Expansion {
    /// Reserves room for the children of a number of boards.
    pub(super) fn new(boards: usize) -> Expansion {
        Expansion { children: Vec::with_capacity(3 * boards), histogram: vec![0; STEPS], lowest: 0 }
    }

    pub(super) fn bytes(boards: usize) -> u64 {
        (3 * boards * size_of::<Child>() + STEPS * size_of::<u32>()) as u64
    }

    /// Generates the children of a part of a layer. Returns the first goal among them, by its index.
    ///
    /// Stops when `has_time`, which is called every few hundred boards, returns false.
    pub(super) fn expand<const STRIDE: usize>(
        &mut self,
        part: &Part,
        first: usize,
        lowest: i32,
        deltas: &SlideDeltas<STRIDE>,
        (keys, goals): (&ZobristKeys, &[GoalBoard]),
        has_time: impl Fn() -> bool,
    ) -> Option<(usize, BackPointer)> {
        let cells = deltas.cells();
        let Expansion { children, histogram, .. } = self;
        self.lowest = lowest - MAX_DROP;
        children.clear();
        histogram.fill(0);
        let mut order = [0u16; BATCH];
        let mut begin = 0;
        let mut found: Option<(usize, BackPointer)> = None;
        let groups = part.nodes.chunk_by(|a, b| a.blank == b.blank);
        for batch in groups.flat_map(|group| group.chunks(BATCH)) {
            if !has_time() {
                return None;
            }
            let tiles = &part.tiles[begin * cells..][..batch.len() * cells];
            let blank = usize::from(batch[0].blank);
            for &slide in deltas.slides(blank) {
                // Sort the boards by the tile that slides, so that consecutive boards use the same row of deltas.
                let tile_of = |index: usize| usize::from(tiles[index * cells + slide.from]);
                let sliding = || (0..batch.len()).filter(|&index| batch[index].step != slide.step ^ 1);
                let mut ends = [0u16; 1 + MAX_CELLS];
                sliding().for_each(|index| ends[tile_of(index) + 1] += 1);
                for tile in 0..cells {
                    ends[tile + 1] += ends[tile];
                }
                let begins = ends;
                for index in sliding() {
                    let end = &mut ends[tile_of(index)];
                    order[usize::from(*end)] = index as u16;
                    *end += 1;
                }
                for tile in 1..cells {
                    let row = deltas.row(slide, tile);
                    let change = keys.change(tile, slide.from, blank);
                    for &index in &order[begins[tile].into()..begins[tile + 1].into()] {
                        let index = usize::from(index);
                        let node = &batch[index];
                        let value = node.value + slide.delta(row, &tiles[index * cells..][..cells]);
                        let back_pointer = BackPointer::new(first + begin + index, slide.step);
                        let hash = node.hash ^ change;
                        for (number, goal) in goals.iter().enumerate() {
                            if goal.is_child(hash, &tiles[index * cells..][..cells], slide.from, blank) {
                                let goal = (number, back_pointer);
                                found = Some(found.map_or(goal, |other| other.min(goal)));
                            }
                        }
                        children.push(Child { hash, value, back_pointer });
                        histogram[((value - self.lowest) / STEP).clamp(0, STEPS as i32 - 1) as usize] += 1;
                    }
                }
            }
            begin += batch.len();
        }
        found
    }

    /// Returns the highest value that at most `most` children do not exceed.
    pub(super) fn highest(expansions: &[Expansion], most: usize) -> i32 {
        let total: usize = expansions.iter().map(|expansion| expansion.children.len()).sum();
        if total <= most {
            return i32::MAX;
        }
        let mut sum = 0;
        for value in 0..STEPS {
            sum += expansions.iter().map(|expansion| expansion.histogram[value] as usize).sum::<usize>();
            if sum > most {
                return expansions[0].lowest + value as i32 * STEP - 1;
            }
        }
        i32::MAX
    }
}
