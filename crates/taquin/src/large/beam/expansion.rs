//! The expansion of a run of batches by one thread: all children of its boards, and a histogram of their values.

use super::back_pointers::BackPointer;
use super::goal_board::GoalBoard;
use super::lanes::{LANES, Lanes};
use super::layer::{BATCH, Batch, Layer};
use super::slide_deltas::{RowBuffer, Slide, SlideDeltas};
use super::weights::MOVE;
use prefetch_index::prefetch_index;

/// The histogram counts values in steps of 1/32 of a move, up to 64 moves above the lowest.
const STEP: i32 = MOVE as i32 / 32;
const STEPS: usize = 64 * 32;

/// The most by which the value of a child may be below that of its parent.
const MAX_DROP: i32 = 8 * MOVE as i32;

/// A row of deltas that is used for at least this many boards is copied to a buffer first.
const REPEATED: usize = 4;

/// The bytes of boards that fit into the caches of one core. Only beyond them does it pay to prefetch boards
/// (`results/decisions.md`).
const CORE_CACHE: usize = 1 << 20;

/// A board that may be in the next layer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Child {
    pub(super) hash: u64,
    pub(super) value: i32,
    pub(super) back_pointer: BackPointer,
}

/// Consecutive children that the same slide led to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Segment {
    pub(super) slide: Slide,
    /// The cell that the blank leaves.
    pub(super) blank: usize,
    /// The index after the last child.
    pub(super) end: usize,
}

/// The children that one thread generates.
pub(super) struct Expansion<const N: usize> {
    pub(super) children: Vec<Child>,
    pub(super) segments: Vec<Segment>,
    /// How many children have which value, from `lowest` on; the first and the last entry include everything beyond.
    histogram: Vec<u32>,
    lowest: i32,
    row: RowBuffer<N>,
    lanes: Option<Lanes>,
    /// Whether the boards of the batches exceed the caches of a core.
    pub(super) exceeds_cache: bool,
}

impl<const N: usize> Expansion<N> {
    /// Reserves room for the children of a number of boards.
    pub(super) fn new(boards: usize) -> Expansion<N> {
        Expansion {
            children: Vec::with_capacity(3 * boards),
            segments: Vec::new(),
            histogram: vec![0; STEPS],
            lowest: 0,
            row: RowBuffer::new(),
            lanes: Lanes::detect(),
            exceeds_cache: false,
        }
    }

    pub(super) fn bytes(boards: usize) -> u64 {
        (3 * boards * size_of::<Child>() + STEPS * size_of::<u32>()) as u64
    }

    /// Generates the children of some batches. Returns the first goal among them, by its index.
    ///
    /// Stops when `has_time`, which is called for every batch, returns false.
    pub(super) fn expand(
        &mut self,
        layer: &Layer<N>,
        batches: &[Batch],
        lowest: i32,
        (deltas, goals): (&SlideDeltas<N>, &[GoalBoard; 2]),
        has_time: impl Fn() -> bool,
    ) -> Option<(usize, BackPointer)> {
        self.lowest = lowest - MAX_DROP;
        self.children.clear();
        self.segments.clear();
        self.histogram.fill(0);
        let mut order = [0; BATCH];
        let mut found: Option<(usize, BackPointer)> = None;
        let boards: usize = batches.iter().map(|batch| batch.boards.len()).sum();
        self.exceeds_cache = boards * N > CORE_CACHE;
        for batch in batches {
            if !has_time() {
                return None;
            }
            if self.exceeds_cache {
                // The slides read the boards out of order, tile by tile.
                batch.boards.clone().for_each(|index| prefetch_index(&layer.tiles, index));
            }
            for &slide in deltas.slides(batch.blank) {
                let begin = self.children.len();
                let goal_hashes = goals.each_ref().map(|goal| goal.hash);
                if self.slide(layer, batch, slide, (deltas, goal_hashes), &mut order) {
                    let goal = self.goal(layer, begin, goals, (slide.from, batch.blank));
                    found = found.into_iter().chain(goal).min();
                }
                let end = self.children.len();
                self.segments.push(Segment { slide, blank: batch.blank, end });
            }
        }
        found
    }

    /// Returns the first goal among the children from an index on, which one slide led to.
    fn goal(
        &self,
        layer: &Layer<N>,
        begin: usize,
        goals: &[GoalBoard; 2],
        (from, blank): (usize, usize),
    ) -> Option<(usize, BackPointer)> {
        let numbered = || goals.iter().enumerate();
        let found = self.children[begin..].iter().flat_map(|child| {
            let parent = &layer.tiles[child.back_pointer.parent()];
            let is_goal = |goal: &GoalBoard| goal.hash == child.hash && goal.is_child(parent, from, blank);
            let goal = numbered().find(|(_, goal)| is_goal(goal));
            goal.map(|(number, _)| (number, child.back_pointer))
        });
        found.min()
    }

    /// Makes one slide on all boards of a batch, tile by tile, so that consecutive boards use the same row of deltas.
    /// Returns whether a child has the hash of a goal.
    fn slide(
        &mut self,
        layer: &Layer<N>,
        batch: &Batch,
        slide: Slide,
        (deltas, goal_hashes): (&SlideDeltas<N>, [u64; 2]),
        order: &mut [u16; BATCH],
    ) -> bool {
        let Expansion { children, histogram, lowest, row, lanes, .. } = self;
        let nodes = &layer.nodes[batch.boards.clone()];
        let tiles = &layer.tiles[batch.boards.clone()];
        let step = usize::from(slide.step & 3);
        let mut ends = [0u16; 1 + u8::MAX as usize + 1];
        nodes.iter().for_each(|node| ends[usize::from(node.sliding[step]) + 1] += 1);
        for tile in 0..deltas.cells() {
            ends[tile + 1] += ends[tile];
        }
        let begins = ends;
        for (index, node) in nodes.iter().enumerate() {
            let end = &mut ends[usize::from(node.sliding[step])];
            order[usize::from(*end) % BATCH] = index as u16;
            *end += 1;
        }
        let mut has_goal = false;
        // Tile 0 stands for boards on which the slide is not possible.
        for tile in 1..deltas.cells() {
            let boards = &order[begins[tile].into()..begins[tile + 1].into()];
            if boards.is_empty() {
                continue;
            }
            let changes = deltas.of_tile(slide, tile, boards.len() >= REPEATED, row);
            for boards in boards.chunks(LANES) {
                let sums = changes.sums(tiles, boards, *lanes);
                children.extend(boards.iter().enumerate().map(|(lane, &index)| {
                    let index = usize::from(index);
                    let node = &nodes[index];
                    let sum = sums.as_ref().map_or_else(|| changes.sum(&tiles[index]), |sums| sums[lane]);
                    let value = node.value + changes.change(sum);
                    histogram[((value - *lowest) / STEP).clamp(0, STEPS as i32 - 1) as usize] += 1;
                    let back_pointer = BackPointer::new(batch.boards.start + index, slide.step);
                    let hash = node.hash ^ changes.hash;
                    has_goal |= hash == goal_hashes[0] || hash == goal_hashes[1];
                    Child { hash, value, back_pointer }
                }));
            }
        }
        has_goal
    }

    /// Returns the highest value that at most `most` children do not exceed, to the accuracy of the histogram; `None` if its
    /// lowest step has more children, as in a narrow beam.
    pub(super) fn highest<'a>(
        expansions: impl Iterator<Item = &'a Self> + Clone,
        most: usize,
    ) -> Option<i32> {
        let total: usize = expansions.clone().map(|expansion| expansion.children.len()).sum();
        if total <= most {
            return Some(i32::MAX);
        }
        let lowest = expansions.clone().map(|expansion| expansion.lowest).min().unwrap_or_default();
        let mut sum = 0;
        for value in 0..STEPS {
            let before = sum;
            sum += expansions.clone().map(|expansion| expansion.histogram[value] as usize).sum::<usize>();
            if sum > most {
                return (before > 0).then_some(lowest + value as i32 * STEP - 1);
            }
        }
        Some(i32::MAX)
    }

    /// Returns the value and hash of the child after which all others are dropped, if children are sorted by both: an order
    /// that does not depend on the number of threads.
    pub(super) fn last_kept<'a>(expansions: impl Iterator<Item = &'a Self>, most: usize) -> (i32, u64) {
        let children = expansions.flat_map(|expansion| &expansion.children);
        let mut keys: Vec<(i32, u64)> = children.map(|child| (child.value, child.hash)).collect();
        let last = most.clamp(1, keys.len().max(1)) - 1;
        match keys.is_empty() {
            true => (i32::MAX, u64::MAX),
            false => *keys.select_nth_unstable(last).1,
        }
    }

    /// Drops the other children.
    pub(super) fn retain(&mut self, is_kept: impl Fn(&Child) -> bool) {
        let (mut kept, mut begin) = (0, 0);
        for segment in &mut self.segments {
            for index in begin..segment.end {
                let child = self.children[index];
                self.children[kept] = child;
                kept += usize::from(is_kept(&child));
            }
            begin = std::mem::replace(&mut segment.end, kept);
        }
        self.children.truncate(kept);
    }
}
