//! The states of a beam as the leaves of a tree of moves, stored as its Euler tour.
//!
//! A single board visits all states in order. The tour is a sequence of bytes: a step of the blank, the same step undone,
//! or a leaf. A state thus takes a few bytes whatever the size of the board. The steps that all states share are
//! committed: they leave the tour and are the beginning of the solution.
//!
//! Of the states with the same abstraction only the best is kept. Narrow beams depend on it: otherwise they fill up with
//! permutations of the same few tiles.

use super::evaluator::{Child, Evaluation, Evaluator};
use crate::direction::Direction;
use crate::large::mutable_board::{DIRECTIONS, MutableBoard};
use crate::large::zobrist::tile_key;

/// Added to the byte of a step that is undone.
const UNDO: u8 = 4;
const LEAF: u8 = 8;

/// A state below a leaf takes a step, the new leaf, and the step undone.
const BYTES_PER_CHILD: usize = 3;

/// A tour with more bytes for each state of the beam is cut down to the best state.
const MAX_TOUR: usize = 100;

/// The slots of the table of generated hashes for each state of the beam.
const HISTORY: usize = 16;

/// The most buckets that sort the candidates; a narrow beam has a few for each state.
const MAX_BUCKETS: usize = 2048;

#[derive(Clone, Copy)]
struct Leaf {
    hash: u64,
    /// The change of the distance costs since the beginning of the phase.
    distance_cost: i32,
    completed: u32,
    last: Option<Direction>,
}

/// A child of a leaf that may be in the next layer.
#[derive(Clone, Copy)]
struct Candidate {
    hash: u64,
    abstraction: u64,
    cost: i32,
    distance_cost: i32,
    completed: u32,
    leaf: u32,
    step: Direction,
    is_selected: bool,
}

pub(super) struct BeamTree {
    /// The board at the root.
    pub(super) board: MutableBoard,
    /// The steps of the blank from the start to the root.
    pub(super) committed: Vec<Direction>,
    width: usize,
    tour: Vec<u8>,
    leaves: Vec<Leaf>,
    next_tour: Vec<u8>,
    next_leaves: Vec<Leaf>,
    candidates: Vec<Candidate>,
    by_cost: Vec<u32>,
    bucket_ends: Vec<u32>,
    /// Hashes of generated boards; a new one overwrites the one in its slot.
    history: Vec<u64>,
    abstractions: AbstractionSet,
}

impl BeamTree {
    /// Creates a tree with the start alone, with room for at most `max_width` states.
    pub(super) fn new(board: MutableBoard, max_width: usize, width: usize) -> BeamTree {
        BeamTree {
            board,
            committed: Vec::new(),
            width,
            tour: vec![LEAF],
            leaves: vec![Leaf { hash: 0, distance_cost: 0, completed: 0, last: None }],
            next_tour: Vec::new(),
            next_leaves: Vec::new(),
            candidates: Vec::new(),
            by_cost: Vec::new(),
            bucket_ends: vec![0; buckets(max_width) + 1],
            history: vec![0; (max_width * HISTORY).next_power_of_two()],
            abstractions: AbstractionSet::new(max_width),
        }
    }

    /// Continues from a tree with a single state in a new tree of another width.
    pub(super) fn resume(tree: BeamTree, max_width: usize, width: usize) -> BeamTree {
        let BeamTree { board, committed, .. } = tree;
        BeamTree { committed, ..BeamTree::new(board, max_width, width) }
    }

    /// Changes the number of states of the next layers, up to the number that there is room for.
    pub(super) fn set_width(&mut self, width: usize) {
        self.width = width;
    }

    /// Returns the most bytes that a tree of this width takes without the committed steps.
    pub(super) fn bytes(cells: usize, width: usize) -> u64 {
        let states = width
            * (4 * MAX_TOUR
                + 4 * size_of::<Leaf>()
                + 6 * (size_of::<Candidate>() + size_of::<u32>())
                + 2 * HISTORY * size_of::<u64>()
                + 2 * AbstractionSet::SLOTS * size_of::<(u32, u64)>());
        (states + cells * 24 + MAX_BUCKETS * 4) as u64
    }

    /// Returns the number of states.
    pub(super) fn len(&self) -> usize {
        self.leaves.len()
    }

    /// Returns the largest number of completed cells of any state.
    pub(super) fn most_completed(&self) -> u32 {
        self.leaves.iter().map(|leaf| leaf.completed).max().unwrap_or_default()
    }

    /// Begins a phase from the single state, with a number of completed cells.
    pub(super) fn begin_phase(&mut self, completed: u32) {
        self.leaves.iter_mut().for_each(|leaf| (leaf.completed, leaf.distance_cost) = (completed, 0));
    }

    /// Replaces the states by the best of their children; returns `false` if there are no children.
    pub(super) fn advance(&mut self, evaluator: &impl Evaluator) -> bool {
        self.expand(evaluator);
        if self.candidates.is_empty() {
            return false;
        }
        self.select();
        self.rebuild();
        if self.tour.len() > self.width.max(64) * MAX_TOUR {
            self.keep_best(0);
        }
        true
    }

    fn expand<E: Evaluator>(&mut self, evaluator: &E) {
        let BeamTree { board, width, tour, leaves, candidates, history, .. } = self;
        let costs = evaluator.distance_costs();
        // A table that is large for the width remembers so much that a beam cannot leave a dead end.
        let mask = (*width * HISTORY).next_power_of_two().min(history.len()) - 1;
        candidates.clear();
        let mut leaf_number = 0;
        let mut walk = board.walk();
        for &byte in tour.iter() {
            if byte < LEAF {
                if E::READS_POSITIONS {
                    walk.step::<true>(byte);
                } else {
                    walk.step::<false>(byte);
                }
                continue;
            }
            let leaf = leaves[leaf_number];
            let (board, from) = walk.here();
            let shared_cost = evaluator.shared_cost(board, leaf.completed);
            for step in DIRECTIONS {
                if leaf.last == Some(step.opposite()) {
                    continue;
                }
                let Some(to) = board.neighbour(from, step) else { continue };
                let tile = board.tiles[to];
                let hash = leaf.hash ^ tile_key(tile, to) ^ tile_key(tile, from);
                let slot = &mut history[(hash >> 20) as usize & mask];
                if *slot == hash {
                    continue;
                }
                let home = board.home(tile);
                let [rows, cols] = board.offsets(home, from);
                let [rows_before, cols_before] = board.offsets(home, to);
                let distance_cost =
                    leaf.distance_cost + costs[rows] + costs[cols] - costs[rows_before] - costs[cols_before];
                if E::READS_POSITIONS {
                    board.positions[usize::from(tile)] = from as u16;
                }
                let child = Child { tile, to, from, completed: leaf.completed, shared_cost, hash };
                if let Some(Evaluation { completed, cost, abstraction }) = evaluator.evaluate(board, &child) {
                    *slot = hash;
                    candidates.push(Candidate {
                        hash,
                        abstraction,
                        cost: distance_cost + cost,
                        distance_cost,
                        completed,
                        leaf: leaf_number as u32,
                        step,
                        is_selected: false,
                    });
                }
                if E::READS_POSITIONS {
                    board.positions[usize::from(tile)] = to as u16;
                }
            }
            leaf_number += 1;
        }
        walk.end();
    }

    /// Selects the best candidates with different abstractions.
    fn select(&mut self) {
        let BeamTree { candidates, by_cost, bucket_ends, abstractions, .. } = self;
        // No more than the width needs: clearing and adding up buckets would take longer than the states of a narrow beam.
        let buckets = buckets(self.width).min(bucket_ends.len() - 1);
        let bucket_ends = &mut bucket_ends[..=buckets];
        let costs = || candidates.iter().map(|candidate| candidate.cost);
        let (least, most) = (costs().min().unwrap_or_default(), costs().max().unwrap_or_default());
        // A bucket spans a power of two of costs, so that all candidates find one.
        let bits = (most - least)
            .unsigned_abs()
            .checked_ilog2()
            .map_or(0, |bits| (bits + 1).saturating_sub(buckets.ilog2()));
        let bucket = |candidate: &Candidate| ((candidate.cost - least) >> bits) as usize;
        bucket_ends.fill(0);
        candidates.iter().for_each(|candidate| bucket_ends[bucket(candidate) + 1] += 1);
        for index in 0..buckets {
            bucket_ends[index + 1] += bucket_ends[index];
        }
        by_cost.clear();
        by_cost.resize(candidates.len(), 0);
        for (index, candidate) in candidates.iter().enumerate() {
            let end = &mut bucket_ends[bucket(candidate)];
            by_cost[*end as usize] = index as u32;
            *end += 1;
        }
        abstractions.clear();
        let mut selected = 0;
        for &index in by_cost.iter() {
            let candidate = &mut candidates[index as usize];
            if abstractions.insert(candidate.abstraction) {
                candidate.is_selected = true;
                selected += 1;
                if selected == self.width {
                    break;
                }
            }
        }
    }

    /// Builds the tour of the selected candidates and commits the steps that they share.
    fn rebuild(&mut self) {
        let BeamTree { tour, next_tour, next_leaves, candidates, .. } = self;
        // Every byte is written before it is known whether it stays: an unpredictable branch would take longer.
        next_tour.clear();
        next_tour.resize(tour.len() + BYTES_PER_CHILD * candidates.len() + 1, 0);
        next_leaves.clear();
        let mut selected = candidates.iter().filter(|candidate| candidate.is_selected).peekable();
        let mut leaf = 0;
        let mut end = 0;
        let mut depth = 0;
        // The least depth between the first leaf and the last, where the mask is 0.
        let mut common = usize::MAX;
        let mut outside = usize::MAX;
        for &byte in tour.iter() {
            if byte != LEAF {
                let is_undo = byte >= UNDO;
                // A step that is undone at once leads to no selected state.
                let is_detour = is_undo && end > 0 && next_tour[end - 1] < UNDO;
                next_tour[end] = byte;
                end = if is_detour { end - 1 } else { end + 1 };
                depth = if is_undo { depth - 1 } else { depth + 1 };
                common = common.min(depth | outside);
                continue;
            }
            while let Some(candidate) = selected.next_if(|candidate| candidate.leaf == leaf) {
                let Candidate { hash, distance_cost, completed, step, .. } = *candidate;
                next_tour[end..][..BYTES_PER_CHILD].copy_from_slice(&[step as u8, LEAF, step as u8 + UNDO]);
                end += BYTES_PER_CHILD;
                next_leaves.push(Leaf { hash, distance_cost, completed, last: Some(step) });
                outside = if selected.peek().is_some() { 0 } else { usize::MAX };
                common = common.min(depth | outside);
            }
            leaf += 1;
        }
        next_tour.truncate(end);
        if common == usize::MAX {
            common = next_tour.iter().position(|&byte| byte == LEAF).unwrap_or_default();
        }
        std::mem::swap(&mut self.tour, &mut self.next_tour);
        std::mem::swap(&mut self.leaves, &mut self.next_leaves);
        self.commit(common);
    }

    /// Moves the first steps, which all states share, out of the tour.
    fn commit(&mut self, count: usize) {
        for &byte in &self.tour[..count] {
            let step = DIRECTIONS[usize::from(byte)];
            self.board.move_blank(step);
            self.committed.push(step);
        }
        self.tour.truncate(self.tour.len() - count);
        self.tour.drain(..count);
    }

    /// Returns the total distance of the tiles in the state with the least distance cost.
    pub(super) fn total_distance(&mut self) -> u64 {
        let Some((_, path)) = self.best(0) else { return 0 };
        path.iter().for_each(|&step| {
            self.board.move_blank(step);
        });
        let distance = self.board.total_distance();
        path.iter().rev().for_each(|&step| {
            self.board.move_blank(step.opposite());
        });
        distance
    }

    /// Drops all states except the one with the least distance cost among those with enough completed cells, if any.
    pub(super) fn keep_best(&mut self, completed: u32) {
        let Some((leaf, mut path)) = self.best(completed) else { return };
        path.iter().for_each(|&step| {
            self.board.move_blank(step);
        });
        self.committed.append(&mut path);
        self.tour.clear();
        self.tour.push(LEAF);
        self.leaves.clear();
        self.leaves.push(leaf);
    }

    /// Returns the state with the least distance cost among those with enough completed cells, and the path to it.
    fn best(&self, completed: u32) -> Option<(Leaf, Vec<Direction>)> {
        let eligible = self.leaves.iter().enumerate().filter(|(_, leaf)| leaf.completed >= completed);
        let (best, &leaf) = eligible.min_by_key(|(_, leaf)| leaf.distance_cost)?;
        let mut path = Vec::new();
        let mut number = 0;
        for &byte in &self.tour {
            match byte {
                LEAF if number == best => break,
                LEAF => number += 1,
                UNDO.. => {
                    path.pop();
                }
                step => path.push(DIRECTIONS[usize::from(step)]),
            }
        }
        Some((leaf, path))
    }
}

/// Returns the number of buckets for a beam width.
fn buckets(width: usize) -> usize {
    (4 * width).next_power_of_two().clamp(64, MAX_BUCKETS)
}

/// The abstractions of the selected states: an open-addressing hash set that is cleared in constant time.
struct AbstractionSet {
    /// The round in which a slot was filled, and the abstraction.
    slots: Vec<(u32, u64)>,
    /// Slots of other rounds are empty.
    round: u32,
}

impl AbstractionSet {
    /// The slots for each state of the beam.
    const SLOTS: usize = 4;

    fn new(width: usize) -> AbstractionSet {
        AbstractionSet { slots: vec![(0, 0); (width * Self::SLOTS).next_power_of_two()], round: 0 }
    }

    fn clear(&mut self) {
        self.round += 1;
    }

    /// Adds an abstraction; returns `false` if it is already in the set.
    fn insert(&mut self, abstraction: u64) -> bool {
        let mask = self.slots.len() - 1;
        let mut index = (abstraction >> 20) as usize & mask;
        while self.slots[index].0 == self.round {
            if self.slots[index].1 == abstraction {
                return false;
            }
            index = (index + 1) & mask;
        }
        self.slots[index] = (self.round, abstraction);
        true
    }
}
