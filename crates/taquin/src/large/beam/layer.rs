//! The boards of a beam at one depth, and the choice of those of the next.
//!
//! A layer has as many parts as there are threads; a board's hash says which part it belongs to, so that each thread
//! finds the duplicates of its own part alone. In a part, boards with the blank on the same cell are together: they make
//! the same slides, and slides of the same tile look at the same row of [`Steps`].

use super::MOST_CELLS;
use super::back_pointers::Link;
use super::steps::Steps;
use super::weights::MOVE;

/// So many boards are expanded together: they fit into a cache.
const TOGETHER: usize = 1024;

/// A board but for its tiles.
#[derive(Clone, Copy, Debug)]
struct Node {
    hash: u64,
    /// How much farther from the goal it looks than the start.
    value: i32,
    blank: u8,
    /// The way that led here; there is no way back.
    way: u8,
}

/// A way that no way back is opposite to.
const NO_WAY: u8 = u8::MAX;

/// A board that may be in the next layer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Child {
    hash: u64,
    value: i32,
    link: Link,
}

/// The boards of a layer that one thread takes care of, together by the cell of the blank.
#[derive(Debug, Default)]
pub(super) struct Part {
    tiles: Vec<u8>,
    nodes: Vec<Node>,
    pub(super) links: Vec<Link>,
}

/// The keys that a board's hash is made of.
pub(super) struct Keys {
    cells: usize,
    keys: Vec<u64>,
}

impl Keys {
    pub(super) fn new(cells: usize) -> Keys {
        // Numbers without a pattern: multiples of the golden ratio, mixed.
        let mixed = |index: usize| {
            let mut key = (index as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
            for shift in [30, 27, 31] {
                key = (key ^ (key >> shift)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
            }
            key ^ (key >> 32)
        };
        Keys { cells, keys: (0..cells * cells).map(mixed).collect() }
    }

    /// The hash of a board, given as the tile on each cell.
    fn hash(&self, tiles: &[u8]) -> u64 {
        tiles.iter().enumerate().fold(0, |hash, (cell, &tile)| hash ^ self.of(tile.into(), cell))
    }

    fn of(&self, tile: usize, cell: usize) -> u64 {
        self.keys[tile * self.cells + cell]
    }

    /// What a slide changes in a hash.
    fn change(&self, tile: usize, from: usize, to: usize) -> u64 {
        self.of(tile, from) ^ self.of(tile, to) ^ self.of(0, from) ^ self.of(0, to)
    }
}

/// A board to be found.
pub(super) struct Target {
    tiles: Vec<u8>,
    hash: u64,
}

impl Target {
    pub(super) fn new(tiles: Vec<u8>, keys: &Keys) -> Target {
        Target { hash: keys.hash(&tiles), tiles }
    }

    pub(super) fn is_board(&self, tiles: &[u8]) -> bool {
        self.tiles == tiles
    }

    /// Is it this board, with a hash, once the blank has changed places with the tile it comes from?
    fn is(&self, hash: u64, tiles: &[u8], from: usize, blank: usize) -> bool {
        let after = |cell: usize| match cell {
            cell if cell == from => blank,
            cell if cell == blank => from,
            cell => cell,
        };
        hash == self.hash && self.tiles.iter().enumerate().all(|(cell, &tile)| tile == tiles[after(cell)])
    }
}

/// The children that one thread makes.
pub(super) struct Expansion {
    pub(super) children: Vec<Child>,
    /// How many have which value, counted from `lowest` on; the first and the last count also what is beyond.
    counts: Vec<u32>,
    lowest: i32,
}

/// Values are counted in steps of a 32nd of a move, up to 64 moves above the lowest.
const GRAIN: i32 = MOVE as i32 / 32;
const VALUES: usize = 64 * 32;

/// A child may look so much nearer to the goal than its parent.
const NEARER: i32 = 8 * MOVE as i32;

/// A layer: its parts.
pub(super) struct Layer {
    pub(super) parts: Vec<Part>,
}

impl Layer {
    /// The start alone.
    pub(super) fn start(tiles: &[u8], keys: &Keys, parts: usize) -> Layer {
        let hash = keys.hash(tiles);
        let blank = tiles.iter().position(|&tile| tile == 0).unwrap_or_default() as u8;
        let mut parts: Vec<Part> = (0..parts).map(|_| Part::default()).collect();
        parts[0].tiles = tiles.to_vec();
        parts[0].nodes = vec![Node { hash, value: 0, blank, way: NO_WAY }];
        Layer { parts }
    }

    /// How many boards there are.
    pub(super) fn len(&self) -> usize {
        self.parts.iter().map(Part::len).sum()
    }

    /// The value of the board that looks nearest to the goal.
    pub(super) fn lowest(&self) -> i32 {
        self.parts.iter().flat_map(|part| &part.nodes).map(|node| node.value).min().unwrap_or_default()
    }

    /// The part of a board and its number in it, from its number in the layer.
    fn locate(&self, mut number: usize) -> (&Part, usize) {
        let parts = self.parts.iter();
        let mut part = &self.parts[0];
        for next in parts {
            part = next;
            if number < part.len() {
                break;
            }
            number -= part.len();
        }
        (part, number)
    }
}

impl Part {
    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }
}

impl Expansion {
    /// For the children of so many boards.
    pub(super) fn new(boards: usize) -> Expansion {
        Expansion { children: Vec::with_capacity(3 * boards), counts: vec![0; VALUES], lowest: 0 }
    }

    pub(super) fn bytes(boards: usize) -> u64 {
        (3 * boards * size_of::<Child>() + VALUES * size_of::<u32>()) as u64
    }

    /// Makes the children of a part of a layer. Gives the first target that is one of them, by its number.
    ///
    /// `go_on` is asked every few hundred boards.
    pub(super) fn of<const STRIDE: usize>(
        &mut self,
        part: &Part,
        first: usize,
        lowest: i32,
        steps: &Steps<STRIDE>,
        (keys, targets): (&Keys, &[Target]),
        go_on: impl Fn() -> bool,
    ) -> Option<(usize, Link)> {
        let cells = steps.cells();
        let Expansion { children, counts, .. } = self;
        self.lowest = lowest - NEARER;
        children.clear();
        counts.fill(0);
        let mut order = [0u16; TOGETHER];
        let mut begin = 0;
        let mut found: Option<(usize, Link)> = None;
        let groups = part.nodes.chunk_by(|a, b| a.blank == b.blank);
        for together in groups.flat_map(|group| group.chunks(TOGETHER)) {
            if !go_on() {
                return None;
            }
            let tiles = &part.tiles[begin * cells..][..together.len() * cells];
            let blank = usize::from(together[0].blank);
            for &exit in steps.exits(blank) {
                // Boards in which the same tile slides come one after the other.
                let tile_of = |index: usize| usize::from(tiles[index * cells + exit.from]);
                let going = || (0..together.len()).filter(|&index| together[index].way != exit.way ^ 1);
                let mut ends = [0u16; 1 + MOST_CELLS];
                going().for_each(|index| ends[tile_of(index) + 1] += 1);
                for tile in 0..cells {
                    ends[tile + 1] += ends[tile];
                }
                let begins = ends;
                for index in going() {
                    let end = &mut ends[tile_of(index)];
                    order[usize::from(*end)] = index as u16;
                    *end += 1;
                }
                for tile in 1..cells {
                    let row = steps.row(exit, tile);
                    let change = keys.change(tile, exit.from, blank);
                    for &index in &order[begins[tile].into()..begins[tile + 1].into()] {
                        let index = usize::from(index);
                        let node = &together[index];
                        let value = node.value + exit.change(row, &tiles[index * cells..][..cells]);
                        let link = Link::new(first + begin + index, exit.way);
                        let hash = node.hash ^ change;
                        for (number, target) in targets.iter().enumerate() {
                            if target.is(hash, &tiles[index * cells..][..cells], exit.from, blank) {
                                found = Some(found.map_or((number, link), |other| other.min((number, link))));
                            }
                        }
                        children.push(Child { hash, value, link });
                        counts[((value - self.lowest) / GRAIN).clamp(0, VALUES as i32 - 1) as usize] += 1;
                    }
                }
            }
            begin += together.len();
        }
        found
    }

    /// The highest value that so many children do not exceed; there may be fewer, if many have the next one.
    pub(super) fn highest(broods: &[Expansion], most: usize) -> i32 {
        let total: usize = broods.iter().map(|brood| brood.children.len()).sum();
        if total <= most {
            return i32::MAX;
        }
        let mut sum = 0;
        for value in 0..VALUES {
            sum += broods.iter().map(|brood| brood.counts[value] as usize).sum::<usize>();
            if sum > most {
                return broods[0].lowest + value as i32 * GRAIN - 1;
            }
        }
        i32::MAX
    }
}

/// What one thread chooses a part of the next layer with.
#[derive(Default)]
pub(super) struct Selection {
    /// What it has chosen.
    pub(super) part: Part,
    kept: Vec<Child>,
    seen: Vec<u64>,
}

impl Selection {
    /// For a part of so many boards.
    pub(super) fn new(boards: usize) -> Selection {
        let seen = vec![0; (2 * boards).next_power_of_two()];
        Selection { part: Part::default(), kept: Vec::with_capacity(boards), seen }
    }

    /// The bytes of a sieve, its part, and the part of the layer before.
    pub(super) fn bytes(boards: usize, cells: usize) -> u64 {
        let board = 2 * (cells + size_of::<Node>() + size_of::<Link>()) + size_of::<Child>();
        (boards * board + (2 * boards).next_power_of_two() * size_of::<u64>()) as u64
    }

    /// Chooses those children of a layer that belong to a part, are not above a value, and were not chosen yet.
    pub(super) fn choose<const STRIDE: usize>(
        &mut self,
        number: usize,
        layer: &Layer,
        broods: &[Expansion],
        highest: i32,
        steps: &Steps<STRIDE>,
    ) {
        let Selection { part, kept, seen } = self;
        let cells = steps.cells();
        let parts = layer.parts.len() as u64;
        let belongs =
            |child: &&Child| child.value <= highest && ((child.hash >> 32) * parts) >> 32 == number as u64;
        let (mask, most) = (seen.len() - 1, kept.capacity());
        seen.fill(0);
        kept.clear();
        for child in broods.iter().flat_map(|brood| &brood.children).filter(belongs) {
            let mut slot = child.hash as usize & mask;
            while seen[slot] != 0 && seen[slot] != child.hash {
                slot = (slot + 1) & mask;
            }
            // A part is full only if the hashes were spread very unevenly.
            if seen[slot] == 0 && kept.len() < most {
                seen[slot] = child.hash;
                kept.push(*child);
            }
        }
        let blank_of = |child: &Child| {
            let (part, index) = layer.locate(child.link.parent());
            let exits = steps.exits(part.nodes[index].blank.into());
            exits.iter().find(|exit| exit.way == child.link.way()).map_or(0, |exit| exit.from)
        };
        let mut begins = [0u32; 1 + MOST_CELLS];
        kept.iter().for_each(|child| begins[blank_of(child) + 1] += 1);
        for cell in 0..cells {
            begins[cell + 1] += begins[cell];
        }
        part.tiles.resize(kept.len() * cells, 0);
        part.nodes.resize(kept.len(), Node { hash: 0, value: 0, blank: 0, way: NO_WAY });
        part.links.resize(kept.len(), Link::new(0, 0));
        for child in kept {
            let blank = blank_of(child);
            let place = begins[blank] as usize;
            begins[blank] += 1;
            let (parent, index) = layer.locate(child.link.parent());
            let tiles = &mut part.tiles[place * cells..][..cells];
            tiles.copy_from_slice(&parent.tiles[index * cells..][..cells]);
            tiles.swap(parent.nodes[index].blank.into(), blank);
            let (hash, value, way) = (child.hash, child.value, child.link.way());
            part.nodes[place] = Node { hash, value, blank: blank as u8, way };
            part.links[place] = child.link;
        }
    }
}
