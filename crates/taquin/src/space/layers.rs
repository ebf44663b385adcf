//! Breadth-first search over the blocks of a [`Space`], layer by layer, with one bit per state.
//!
//! Each thread writes whole target blocks and only reads the layer before, so no two threads write the same word and
//! the result does not depend on the number of threads. The blocks of a layer all have one colour and those of the next
//! layer the other, so each colour's frontier is overwritten in place. Altogether three bits per state: visited,
//! frontier, and the bit of the table.

use super::{Bits, LayerCounter, Space, State, Workers, place};
use crate::control::{Control, StopReason};
use crate::rank::{Arrangement, RotationTable};
use std::sync::atomic::{AtomicU64, Ordering};

/// The least words per work item, unless a block has more.
const PIECE_WORDS: usize = 1 << 14;

/// The number of blocks whose edges are computed between two polls: a few milliseconds.
const BETWEEN_POLLS: usize = 1 << 14;

/// The result of a breadth-first search over a whole space.
#[derive(Debug)]
pub struct Layers {
    /// For each state the second-lowest bit of its distance. The lowest follows from the state, and a move changes the
    /// distance by one; so the bit tells nearer from farther.
    pub bits: Bits,
    /// The number of states at each distance.
    pub counts: Vec<u64>,
}

/// The bits of one colour's blocks.
struct Colour {
    /// The index of its first block.
    base: usize,
    seen: Vec<u64>,
    frontier: Vec<u64>,
    /// Which blocks have states in the frontier; the frontier words of the others are stale.
    active: Vec<bool>,
    bits: Vec<u64>,
}

/// An edge into a block: from a block, by a rotation.
struct Edge {
    source: u32,
    rotation: u16,
}

/// Explores a space from a state.
///
/// # Errors
/// If the control stops it.
pub fn explore(
    space: &Space,
    start: State,
    workers: Workers,
    control: &Control,
) -> Result<Layers, StopReason> {
    let mut counter = LayerCounter::new(control);
    let edges = Edges::of(space, || counter.check())?;
    let mut exploration = Exploration::along(edges, start);
    while let Some(found) = exploration.advance(workers, &counter)? {
        counter.add(found)?;
    }
    Ok(exploration.finish())
}

/// A breadth-first search over a space.
pub struct Exploration<'a> {
    edges: Edges<'a>,
    parity: Parity,
    colours: [Colour; 2],
    /// The colour of the current layer.
    now: usize,
    counts: Vec<u64>,
}

impl<'a> Exploration<'a> {
    /// The bits per state until the search is finished.
    pub const BITS: u64 = 3;

    fn along(edges: Edges<'a>, start: State) -> Exploration<'a> {
        let space = edges.space;
        let block_words = space.block_words;
        let colour = |blocks: std::ops::Range<usize>| {
            let words = blocks.len() * block_words;
            let empty = || vec![0_u64; words];
            Colour {
                base: blocks.start,
                seen: empty(),
                frontier: empty(),
                active: vec![false; blocks.len()],
                bits: empty(),
            }
        };
        let mut colours = [colour(0..space.first_colour), colour(space.first_colour..space.blocks())];
        let index = space.index(start);
        let now = usize::from(index >= colours[1].base * block_words * 64);
        let Colour { base, seen, frontier, active, .. } = &mut colours[now];
        let word = index / 64 - *base * block_words;
        seen[word] |= 1 << (index % 64);
        frontier[word] |= 1 << (index % 64);
        active[word / block_words] = true;
        let parity = Parity::of(space, start);
        Exploration { edges, parity, colours, now, counts: vec![1] }
    }

    /// Advances to the next layer and returns its number of states; `None` after the last.
    ///
    /// # Errors
    /// If the counter's control stops it; then the search cannot be continued.
    fn advance(&mut self, workers: Workers, counter: &LayerCounter) -> Result<Option<u64>, StopReason> {
        let [first, second] = &mut self.colours;
        let (sources, targets) = if self.now == 0 { (&*first, second) } else { (&*second, first) };
        let mark = self.counts.len() & 2 != 0;
        let found = next_layer(&self.edges, self.parity, sources, targets, mark, workers, counter)?;
        if found == 0 {
            return Ok(None);
        }
        self.counts.push(found);
        self.now = 1 - self.now;
        Ok(Some(found))
    }

    /// Returns the result.
    fn finish(self) -> Layers {
        // Memory that is no longer needed is freed before the copy.
        let halves = self.colours.map(|colour| colour.bits);
        Layers { bits: Bits::of(&halves), counts: self.counts }
    }
}

/// Computes the next layer from the frontier of `sources`; returns its number of states.
fn next_layer(
    edges: &Edges,
    parity: Parity,
    sources: &Colour,
    targets: &mut Colour,
    mark: bool,
    workers: Workers,
    counter: &LayerCounter,
) -> Result<u64, StopReason> {
    let space = edges.space;
    let block_words = space.block_words;
    let piece = PIECE_WORDS.div_ceil(block_words);
    let words = piece * block_words;
    let pieces = targets
        .frontier
        .chunks_mut(words)
        .zip(targets.seen.chunks_mut(words))
        .zip(targets.bits.chunks_mut(words))
        .zip(targets.active.chunks_mut(piece))
        .enumerate();
    let found = AtomicU64::new(0);
    let base = targets.base;
    workers.share_while(
        pieces,
        |(number, (((frontier, seen), bits), active))| {
            let blocks = frontier
                .chunks_mut(block_words)
                .zip(seen.chunks_mut(block_words))
                .zip(bits.chunks_mut(block_words))
                .zip(active);
            let mut piece_found = 0;
            for (block, (((frontier, seen), bits), active)) in (base + number * piece..).zip(blocks) {
                *active = false;
                for edge in edges.ways_into(block) {
                    let source = edge.source as usize - sources.base;
                    if !sources.active[source] {
                        continue;
                    }
                    if !*active {
                        frontier.fill(0);
                        *active = true;
                    }
                    let from = &sources.frontier[source * block_words..][..block_words];
                    match edges.rotation(edge) {
                        None => frontier.iter_mut().zip(from).for_each(|(to, from)| *to |= from),
                        Some(rotation) if space.halved => {
                            let odd = parity.is_odd(space, edge.source as usize);
                            gather_halved(space, rotation, odd, from, frontier);
                        }
                        Some(rotation) => gather(rotation, from, frontier),
                    }
                }
                if *active {
                    let mut block_found = 0;
                    for ((new, seen), bits) in frontier.iter_mut().zip(seen).zip(bits) {
                        *new &= !*seen;
                        *seen |= *new;
                        block_found += u64::from(new.count_ones());
                        if mark {
                            *bits |= *new;
                        }
                    }
                    *active = block_found > 0;
                    piece_found += block_found;
                }
            }
            found.fetch_add(piece_found, Ordering::Relaxed);
        },
        || counter.check(),
    )?;
    Ok(found.into_inner())
}

/// Adds the states of a block, rotated, to another block.
fn gather(rotation: &RotationTable, from: &[u64], to: &mut [u64]) {
    // A space that is not halved is that of a pattern, whose arrangements have only a low part.
    for_ones(from, |low| {
        let low = usize::from(rotation.apply_low(low as u16));
        to[low / 64] |= 1 << (low % 64);
    });
}

/// Adds the states of a block to another in a halved space, where only arrangements of one parity have bits.
pub(super) fn gather_halved(
    space: &Space,
    rotation: &RotationTable,
    odd: bool,
    from: &[u64],
    to: &mut [u64],
) {
    let page = space.page_words;
    for (high, from) in from.chunks(page).enumerate() {
        let odd_low = odd ^ space.odd_highs[high];
        for_ones(from, |half| {
            // The last digit is not stored: the parity determines it.
            let low = 2 * half + usize::from(space.odd_lows[2 * half] ^ odd_low);
            let rotated = rotation.apply(Arrangement { high: high as u16, low: low as u16 });
            let half = usize::from(rotated.low / 2);
            to[usize::from(rotated.high) * page + half / 64] |= 1 << (half % 64);
        });
    }
}

/// The parity of the reachable arrangements in a halved space, which changes with the blank's row if a tile that moves
/// vertically passes an odd number of others.
#[derive(Clone, Copy, Debug)]
pub(super) struct Parity {
    start_row: usize,
    start_odd: bool,
}

impl Parity {
    pub(super) fn of(space: &Space, start: State) -> Parity {
        let Arrangement { high, low } = start.arrangement;
        let start_odd = space.odd_highs[usize::from(high)] ^ space.odd_lows[usize::from(low)];
        Parity { start_row: usize::from(start.blank) / space.size.cols(), start_odd }
    }

    pub(super) fn is_odd(self, space: &Space, block: usize) -> bool {
        let blank = space.regions[block].trailing_zeros() as usize;
        let rows = (blank / space.size.cols()).abs_diff(self.start_row);
        self.start_odd ^ (rows * (space.size.cols() - 1) % 2 == 1)
    }
}

/// Calls `work` with the index of each bit that is set.
#[inline]
fn for_ones(words: &[u64], mut work: impl FnMut(usize)) {
    for (index, &word) in words.iter().enumerate() {
        let mut word = word;
        while word != 0 {
            work(index * 64 + word.trailing_zeros() as usize);
            word &= word - 1;
        }
    }
}

/// The edges into every block, as concatenated lists.
struct Edges<'a> {
    space: &'a Space,
    starts: Vec<u32>,
    edges: Vec<Edge>,
    /// The rotations that some edge applies, by index.
    rotations: Vec<Option<RotationTable>>,
}

impl Edges<'_> {
    /// Computes the edges. Calls `poll` every few milliseconds, which may stop it.
    fn of(space: &Space, poll: impl Fn() -> Result<(), StopReason>) -> Result<Edges<'_>, StopReason> {
        let mut sets = vec![0; space.blocks()];
        for set in space.subsets.iter() {
            for block in space.blocks_of(set) {
                sets[block] = set;
            }
        }
        let mut starts = vec![0];
        let mut edges = Vec::new();
        for (block, (&set, &region)) in sets.iter().zip(&space.regions).enumerate() {
            if block % BETWEEN_POLLS == 0 {
                poll()?;
            }
            // Moves are reversible: the edges out of a block are also the edges into it.
            edges.extend(space.block_moves(set, region).map(|(from, to)| {
                let other = set ^ (1 << from) ^ (1 << to);
                let rotation = place(other, to) * space.tiles() + place(set, from);
                Edge { source: space.block(other, from) as u32, rotation: rotation as u16 }
            }));
            starts.push(edges.len() as u32);
        }
        let mut rotations = vec![None; space.tiles() * space.tiles()];
        for rotation in edges.iter().map(|edge| usize::from(edge.rotation)) {
            let (from, to) = (rotation / space.tiles(), rotation % space.tiles());
            if rotations[rotation].is_none() && from != to {
                rotations[rotation] = Some(space.rotations.table(from, to));
            }
        }
        Ok(Edges { space, starts, edges, rotations })
    }

    fn ways_into(&self, block: usize) -> &[Edge] {
        &self.edges[self.starts[block] as usize..self.starts[block + 1] as usize]
    }

    /// Returns the rotation of an edge, if it is not the identity.
    fn rotation(&self, edge: &Edge) -> Option<&RotationTable> {
        self.rotations[usize::from(edge.rotation)].as_ref()
    }
}
