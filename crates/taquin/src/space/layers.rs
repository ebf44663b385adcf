//! Breadth-first search over the blocks of a [`Space`], layer by layer, one bit a state.
//!
//! Each thread works on whole target blocks and only reads the layer before, so nothing is written by two and the
//! result does not depend on the number of threads. The blocks of a layer all have one colour and those of the next
//! layer the other, so each colour's frontier is overwritten in place. Together three bits a state: seen, frontier, and
//! what the table keeps.

use super::{Bits, LayerCounter, Space, State, Workers, place};
use crate::control::{Control, StopReason};
use crate::rank::{Arrangement, RotationTable};
use std::sync::atomic::{AtomicU64, Ordering};

/// So many words at least are one piece of work, unless a block has more.
const PIECE_WORDS: usize = 1 << 14;

/// The number of blocks whose edges are made between two polls: a few milliseconds.
const BETWEEN_POLLS: usize = 1 << 14;

/// What a breadth-first search over a whole space found.
#[derive(Debug)]
pub struct Layers {
    /// For each state the second-lowest bit of its distance. The lowest follows from the state, and a move changes
    /// the distance by one; so the bit tells nearer from farther.
    pub bits: Bits,
    /// How many states there are at each distance.
    pub counts: Vec<u64>,
}

/// The bits of one colour's blocks.
struct Colour {
    /// The number of its first block.
    base: usize,
    seen: Vec<u64>,
    frontier: Vec<u64>,
    /// Which blocks have states in the frontier; the frontier of the others is leftover.
    active: Vec<bool>,
    bits: Vec<u64>,
}

/// One way into a block: from this block, by this rotation.
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

/// A breadth-first search over a space that can be looked at between two layers.
pub struct Exploration<'a> {
    edges: Edges<'a>,
    parity: Parity,
    colours: [Colour; 2],
    /// The colour of the present layer.
    now: usize,
    counts: Vec<u64>,
}

impl<'a> Exploration<'a> {
    /// The bits a state takes until the search is finished.
    pub const BITS: u64 = 3;

    /// The search at its start, which is the first layer.
    ///
    /// # Errors
    /// If the counter's control stops it.
    pub(crate) fn new(
        space: &'a Space,
        start: State,
        counter: &LayerCounter,
    ) -> Result<Exploration<'a>, StopReason> {
        Ok(Exploration::along(Edges::of(space, || counter.check())?, start))
    }

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

    /// How many states there are at each distance so far.
    pub fn counts(&self) -> &[u64] {
        &self.counts
    }

    /// Goes on to the next layer and gives its number of states. After the last one it stays there and gives `None`.
    ///
    /// # Errors
    /// If the counter's control stops it; then nothing more can be done with this search.
    pub(crate) fn advance(
        &mut self,
        workers: Workers,
        counter: &LayerCounter,
    ) -> Result<Option<u64>, StopReason> {
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

    /// The words of the present layer that are not zero, with their numbers, ascending.
    pub fn layer_words(&self) -> impl Iterator<Item = (usize, u64)> + '_ {
        let block_words = self.edges.space.block_words;
        let Colour { base, frontier, active, .. } = &self.colours[self.now];
        let blocks = frontier.chunks(block_words).zip(active).enumerate();
        let active = blocks.filter(|(_, (_, active))| **active);
        active.flat_map(move |(block, (words, _))| {
            let numbers = (base + block) * block_words..;
            numbers.zip(words.iter().copied()).filter(|&(_, word)| word != 0)
        })
    }

    /// What was found.
    pub fn finish(self) -> Layers {
        // What is no longer needed goes before the copy is made.
        let halves = self.colours.map(|colour| colour.bits);
        Layers { bits: Bits::of(&halves), counts: self.counts }
    }
}

/// Makes the next layer from the frontier of `sources`; gives its number of states.
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

/// Adds the states of a block, rotated, to those of another.
fn gather(rotation: &RotationTable, from: &[u64], to: &mut [u64]) {
    // A space that is not halved is that of a pattern, whose arrangements have a low part only.
    for_ones(from, |low| {
        let low = usize::from(rotation.apply_low(low as u16));
        to[low / 64] |= 1 << (low % 64);
    });
}

/// The same where only arrangements of one parity have bits.
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
            // The last digit is not stored: it is what makes the parity right.
            let low = 2 * half + usize::from(space.odd_lows[2 * half] ^ odd_low);
            let rotated = rotation.apply(Arrangement { high: high as u16, low: low as u16 });
            let half = usize::from(rotated.low / 2);
            to[usize::from(rotated.high) * page + half / 64] |= 1 << (half % 64);
        });
    }
}

/// In a halved space: the parity of the arrangements that can be reached, which changes with the blank's row if a tile
/// that moves up or down passes an odd number of others.
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

/// Does something with the number of each bit that is set.
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

/// The ways into every block, one list after the other.
struct Edges<'a> {
    space: &'a Space,
    starts: Vec<u32>,
    edges: Vec<Edge>,
    /// The rotations that some edge makes, by number.
    rotations: Vec<Option<RotationTable>>,
}

impl Edges<'_> {
    /// Calls `poll` every few milliseconds, which may stop it.
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
            // A move there and back: what leaves the block this way also comes in this way.
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

    /// The rotation of an edge, if it is not the identity.
    fn rotation(&self, edge: &Edge) -> Option<&RotationTable> {
        self.rotations[usize::from(edge.rotation)].as_ref()
    }
}
