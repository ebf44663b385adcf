//! A beam as one walk: all its states are the leaves of a tree of moves, and a single board visits them in order.
//!
//! The walk is a sequence of bytes: a step of the blank, the same step taken back, or a leaf. So a state takes a few
//! bytes whatever the size of the board, and what all states have in common is committed: it leaves the walk and is
//! the beginning of the solution.
//!
//! Of the states that look alike to the guide, the best is kept. This is what makes narrow beams work: otherwise they
//! fill up with shuffles of the same few tiles.

use super::scene::Scene;

/// Added to a step that is taken back.
const BACK: u8 = 4;
const LEAF: u8 = 8;

/// A step that no step is the opposite of.
const NO_STEP: u8 = 9;

/// A walk with more bytes than this for each state of the beam is cut down to the best of them.
const LONGEST_WALK: usize = 100;

/// The places of the history for each state of the beam.
const HISTORY: usize = 16;

/// Keys are told apart by so many classes at most, and by a few for each state in a narrow beam.
const CLASSES: usize = 2048;

/// Costs count in this part of a move.
pub(super) const UNIT: i32 = 32;

/// What a beam shall do.
pub(super) trait Guide {
    /// What a row or a column between a tile and its home costs, by their number.
    fn pull(&self) -> &[i32];

    /// Something about a state that its children share.
    fn survey(&self, scene: &Scene, mark: u32) -> i32;

    /// Judges the child of a state, after the tile has moved away from `to` and before the blank is there. `None` if
    /// it may not.
    fn judge(&self, scene: &Scene, child: &Child) -> Option<Judgement>;
}

/// A state that is about to be made.
pub(super) struct Child {
    pub(super) tile: u16,
    /// Where the blank goes, and where it comes from.
    pub(super) to: usize,
    pub(super) from: usize,
    /// The state before: its mark, and what the guide said about it.
    pub(super) mark: u32,
    pub(super) surveyed: i32,
    /// Tells boards apart.
    pub(super) hash: u64,
}

pub(super) struct Judgement {
    /// How far the state has got.
    pub(super) mark: u32,
    /// What it costs beside the pull of the homes.
    pub(super) cost: i32,
    /// States with the same view are alike.
    pub(super) view: u64,
}

#[derive(Clone, Copy)]
struct Leaf {
    hash: u64,
    base: i32,
    mark: u32,
    last: u8,
}

#[derive(Clone, Copy)]
struct Candidate {
    hash: u64,
    view: u64,
    key: i32,
    base: i32,
    mark: u32,
    leaf: u32,
    step: u8,
    chosen: bool,
}

pub(super) struct Walk {
    pub(super) scene: Scene,
    /// The steps that are committed.
    pub(super) steps: Vec<u8>,
    width: usize,
    walk: Vec<u8>,
    leaves: Vec<Leaf>,
    next_walk: Vec<u8>,
    next_leaves: Vec<Leaf>,
    candidates: Vec<Candidate>,
    by_key: Vec<u32>,
    class_ends: Vec<u32>,
    /// Boards met before, as far as there is room.
    history: Vec<u64>,
    views: Views,
}

impl Walk {
    pub(super) fn new(scene: Scene, width: usize) -> Walk {
        Walk {
            scene,
            steps: Vec::new(),
            width,
            walk: vec![LEAF],
            leaves: vec![Leaf { hash: 0, base: 0, mark: 0, last: NO_STEP }],
            next_walk: Vec::new(),
            next_leaves: Vec::new(),
            candidates: Vec::new(),
            by_key: Vec::new(),
            class_ends: vec![0; (4 * width).next_power_of_two().clamp(64, CLASSES) + 1],
            history: vec![0; (width * HISTORY).next_power_of_two()],
            views: Views::new(width),
        }
    }

    /// Another walk that goes on where one has got to, which must have a single state.
    pub(super) fn after(walk: Walk, width: usize) -> Walk {
        let Walk { scene, steps, .. } = walk;
        Walk { steps, ..Walk::new(scene, width) }
    }

    /// The most bytes that a walk of this width keeps, without the steps that are committed.
    pub(super) fn bytes(cells: usize, width: usize) -> u64 {
        let states = width
            * (4 * LONGEST_WALK
                + 4 * size_of::<Leaf>()
                + 6 * (size_of::<Candidate>() + size_of::<u32>())
                + 2 * HISTORY * size_of::<u64>()
                + 2 * Views::FOR_EACH * size_of::<(u32, u64)>());
        (states + cells * 24 + CLASSES * 4) as u64
    }

    /// How many states there are.
    pub(super) fn len(&self) -> usize {
        self.leaves.len()
    }

    /// The farthest mark of a state.
    pub(super) fn farthest(&self) -> u32 {
        self.leaves.iter().map(|leaf| leaf.mark).max().unwrap_or_default()
    }

    /// Gives all states, of which there is one, another mark, and forgets what it cost to get here.
    pub(super) fn begin(&mut self, mark: u32) {
        self.leaves.iter_mut().for_each(|leaf| (leaf.mark, leaf.base) = (mark, 0));
    }

    /// Goes on to the best children of all states; `false` if there are none.
    pub(super) fn advance(&mut self, guide: &impl Guide) -> bool {
        self.generate(guide);
        if self.candidates.is_empty() {
            return false;
        }
        self.choose();
        self.rebuild();
        if self.walk.len() > self.width.max(64) * LONGEST_WALK {
            self.keep_best(0);
        }
        true
    }

    fn generate(&mut self, guide: &impl Guide) {
        let Walk { scene, walk, leaves, candidates, history, .. } = self;
        let pull = guide.pull();
        let mask = history.len() - 1;
        candidates.clear();
        let mut leaf_number = 0;
        for &byte in walk.iter() {
            if byte < BACK {
                scene.go(byte);
                continue;
            }
            if byte < LEAF {
                scene.go(3 + BACK - byte);
                continue;
            }
            let leaf = leaves[leaf_number];
            let from = scene.blank;
            let surveyed = guide.survey(scene, leaf.mark);
            for step in 0..4 {
                if step + leaf.last == 3 {
                    continue;
                }
                let Some(to) = scene.exit(step) else { continue };
                let tile = scene.tiles[to];
                let hash = leaf.hash ^ scatter(tile, to) ^ scatter(tile, from);
                let met = &mut history[(hash >> 20) as usize & mask];
                if *met == hash {
                    continue;
                }
                let home = scene.home(tile);
                let [rows, cols] = scene.extent(home, from);
                let [rows_before, cols_before] = scene.extent(home, to);
                let base = leaf.base + pull[rows] + pull[cols] - pull[rows_before] - pull[cols_before];
                scene.places[usize::from(tile)] = from as u16;
                let child = Child { tile, to, from, mark: leaf.mark, surveyed, hash };
                if let Some(Judgement { mark, cost, view }) = guide.judge(scene, &child) {
                    *met = hash;
                    let leaf = leaf_number as u32;
                    let key = base + cost;
                    candidates.push(Candidate { hash, view, key, base, mark, leaf, step, chosen: false });
                }
                scene.places[usize::from(tile)] = to as u16;
            }
            leaf_number += 1;
        }
    }

    /// Chooses the best candidates of different views.
    fn choose(&mut self) {
        let Walk { candidates, by_key, class_ends, views, .. } = self;
        let classes = class_ends.len() - 1;
        let keys = || candidates.iter().map(|candidate| candidate.key);
        let (least, most) = (keys().min().unwrap_or_default(), keys().max().unwrap_or_default());
        // Classes are so wide that there is one for every key.
        let bits = (most - least)
            .unsigned_abs()
            .checked_ilog2()
            .map_or(0, |bits| (bits + 1).saturating_sub(classes.ilog2()));
        let class = |candidate: &Candidate| ((candidate.key - least) >> bits) as usize;
        class_ends.fill(0);
        candidates.iter().for_each(|candidate| class_ends[class(candidate) + 1] += 1);
        for index in 0..classes {
            class_ends[index + 1] += class_ends[index];
        }
        by_key.clear();
        by_key.resize(candidates.len(), 0);
        for (index, candidate) in candidates.iter().enumerate() {
            let end = &mut class_ends[class(candidate)];
            by_key[*end as usize] = index as u32;
            *end += 1;
        }
        views.forget();
        let mut chosen = 0;
        for &index in by_key.iter() {
            let candidate = &mut candidates[index as usize];
            if views.is_new(candidate.view) {
                candidate.chosen = true;
                chosen += 1;
                if chosen == self.width {
                    break;
                }
            }
        }
    }

    /// Makes the walk to those that were chosen, and commits what they have in common.
    fn rebuild(&mut self) {
        let Walk { walk, next_walk, next_leaves, candidates, .. } = self;
        next_walk.clear();
        next_leaves.clear();
        let mut chosen = candidates.iter().filter(|candidate| candidate.chosen).peekable();
        let mut leaf = 0;
        let mut depth = 0;
        // How far the walk goes back between its first leaf and its last.
        let mut common = usize::MAX;
        for &byte in walk.iter() {
            match byte {
                LEAF => {
                    while let Some(candidate) = chosen.next_if(|candidate| candidate.leaf == leaf) {
                        let Candidate { hash, base, mark, step, .. } = *candidate;
                        next_walk.extend([step, LEAF, step + BACK]);
                        next_leaves.push(Leaf { hash, base, mark, last: step });
                        if chosen.peek().is_some() {
                            common = common.min(depth);
                        }
                    }
                    leaf += 1;
                }
                BACK.. => {
                    depth -= 1;
                    // Nothing has grown from a step that is taken back at once.
                    if next_walk.last().is_some_and(|&last| last < BACK) {
                        next_walk.pop();
                    } else {
                        next_walk.push(byte);
                    }
                    if !next_leaves.is_empty() && chosen.peek().is_some() {
                        common = common.min(depth);
                    }
                }
                _ => {
                    depth += 1;
                    next_walk.push(byte);
                }
            }
        }
        if common == usize::MAX {
            common = next_walk.iter().position(|&byte| byte == LEAF).unwrap_or_default();
        }
        std::mem::swap(&mut self.walk, &mut self.next_walk);
        std::mem::swap(&mut self.leaves, &mut self.next_leaves);
        self.commit(common);
    }

    /// Takes the first steps, which all states share, out of the walk.
    fn commit(&mut self, count: usize) {
        for &step in &self.walk[..count] {
            self.scene.go(step);
            self.steps.push(step);
        }
        self.walk.truncate(self.walk.len() - count);
        self.walk.drain(..count);
    }

    /// The steps of all tiles to their homes, in the state with the least pull.
    pub(super) fn distance(&mut self) -> u64 {
        let Some((_, path)) = self.best(0) else { return 0 };
        path.iter().for_each(|&step| self.scene.go(step));
        let distance = self.scene.total_distance();
        path.iter().rev().for_each(|&step| self.scene.go(3 - step));
        distance
    }

    /// Gives up all states but the one with the least pull of those that have got to a mark, which there must be.
    pub(super) fn keep_best(&mut self, mark: u32) {
        let Some((leaf, mut path)) = self.best(mark) else { return };
        path.iter().for_each(|&step| self.scene.go(step));
        self.steps.append(&mut path);
        self.walk.clear();
        self.walk.push(LEAF);
        self.leaves.clear();
        self.leaves.push(leaf);
    }

    /// The state with the least pull of those that have got to a mark, and the steps that lead to it.
    fn best(&self, mark: u32) -> Option<(Leaf, Vec<u8>)> {
        let reached = self.leaves.iter().enumerate().filter(|(_, leaf)| leaf.mark >= mark);
        let (best, &leaf) = reached.min_by_key(|(_, leaf)| leaf.base)?;
        let mut path = Vec::new();
        let mut number = 0;
        for &byte in &self.walk {
            match byte {
                LEAF if number == best => break,
                LEAF => number += 1,
                BACK.. => {
                    path.pop();
                }
                step => path.push(step),
            }
        }
        Some((leaf, path))
    }
}

/// The views of the states that were chosen.
struct Views {
    slots: Vec<(u32, u64)>,
    /// Slots with another number are empty.
    round: u32,
}

impl Views {
    const FOR_EACH: usize = 4;

    fn new(width: usize) -> Views {
        Views { slots: vec![(0, 0); (width * Self::FOR_EACH).next_power_of_two()], round: 0 }
    }

    fn forget(&mut self) {
        self.round += 1;
    }

    fn is_new(&mut self, view: u64) -> bool {
        let mask = self.slots.len() - 1;
        let mut index = (view >> 20) as usize & mask;
        while self.slots[index].0 == self.round {
            if self.slots[index].1 == view {
                return false;
            }
            index = (index + 1) & mask;
        }
        self.slots[index] = (self.round, view);
        true
    }
}

/// A number for a tile at a cell; boards are told apart by the exclusive or of theirs.
#[inline]
pub(super) fn scatter(tile: u16, cell: usize) -> u64 {
    let number = (u64::from(tile) << 16 | cell as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (number ^ (number >> 29)).wrapping_mul(0xBF58_476D_1CE4_E5B9)
}
