//! Detours: sequences of moves that arrive where an earlier sequence arrives.
//!
//! Sequences from one blank cell are ordered by length, those of one length by the order of successors of the first
//! move in which they differ. Where a sequence leads does not depend on the tiles, only on the blank cell it starts
//! from; so a sequence is a *detour* from that cell if an earlier one turns a board of distinct tiles into the same
//! board. Going straight back is the shortest detour: no move at all does the same. Half a round of the blank in a
//! square of four cells, six moves, is one of the two next ones.
//!
//! Invariant: what is found are the *shortest* detours, those that contain no other one, and all of them up to a
//! length. They are found on the board itself, so its border needs no special care.

use super::{Geometry, Slide};
use crate::board::Board;
use crate::direction::Direction;
use crate::grid::Grid;
use std::ops::Range;

/// A sequence of moves from a blank cell that is never needed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Duplicate {
    pub(super) blank: usize,
    pub(super) moves: Vec<Direction>,
}

/// A sequence of moves that is no detour, as a node of a tree, and the board it leads to.
struct Path<G> {
    grid: G,
    /// The path without its last move.
    before: u32,
    /// The path without its first move, which begins at another blank cell.
    tail: u32,
    /// The paths that are longer by one move lie side by side from here on, in the order of successors.
    longer: u32,
    /// By which moves they are longer, one bit a direction.
    longer_by: u8,
    /// The last move.
    last: Direction,
}

/// The shortest detours of at most `length` moves from every blank cell of a plain geometry, shorter ones first.
pub(super) fn duplicates<G: Grid>(plain: &Geometry, length: usize) -> Vec<Duplicate> {
    let cells = plain.cells();
    let mut paths: Vec<Path<G>> = (0..cells)
        .map(|blank| {
            // Only the root has no moves; what is said of its last one is never read.
            let (before, tail, last) = (blank as u32, blank as u32, Direction::Up);
            Path { grid: distinct_tiles(plain, blank), before, tail, longer: 0, longer_by: 0, last }
        })
        .collect();
    // The longest paths of every blank cell, and those that are shorter by one.
    let mut longest: Vec<Range<usize>> = (0..cells).map(|blank| blank..blank + 1).collect();
    let mut shorter = vec![0..0; cells];
    let mut boards = Boards::default();
    let mut found = Vec::new();
    for moves in 1..=length {
        for blank in 0..cells {
            let older = std::mem::replace(&mut shorter[blank], longest[blank].clone());
            let begin = paths.len();
            // A path that contains no detour can only arrive where one of the same length or shorter by two does.
            boards.clear(older.len() + 4 * shorter[blank].len());
            for path in older {
                boards.find_or_add(&paths, path as u32, &paths[path].grid);
            }
            for before in shorter[blank].clone() {
                paths[before].longer = paths.len() as u32;
                let end = paths[before].grid.blank();
                for exit in plain.exits(end, None) {
                    let tail = if moves == 1 {
                        Some(exit.from() as u32)
                    } else {
                        longer(&paths, plain, paths[before].tail, exit.direction)
                    };
                    // Without a tail it is a detour, but not a shortest one.
                    let Some(tail) = tail else { continue };
                    let mut grid = paths[before].grid.clone();
                    let (tile, from) = (grid.tile(exit.from()), exit.from());
                    grid.slide(Slide { tile, from, to: end, direction: exit.direction });
                    if boards.find_or_add(&paths, paths.len() as u32, &grid) {
                        found.push(Duplicate { blank, moves: spell(&paths, before, exit.direction, moves) });
                    } else {
                        paths[before].longer_by |= 1 << exit.direction as u8;
                        let (before, last) = (before as u32, exit.direction);
                        paths.push(Path { grid, before, tail, longer: 0, longer_by: 0, last });
                    }
                }
            }
            if moves == length {
                paths.truncate(begin);
            }
            longest[blank] = begin..paths.len();
        }
    }
    found
}

/// A board without equal tiles.
fn distinct_tiles<G: Grid>(plain: &Geometry, blank: usize) -> G {
    let mut numbers: Vec<u16> = (1..plain.cells() as u16).collect();
    numbers.insert(blank, 0);
    G::load(&Board::new(plain.size(), &numbers).expect("every number once"))
}

/// The path that is longer by a move, if it is no detour.
fn longer<G: Grid>(paths: &[Path<G>], plain: &Geometry, path: u32, by: Direction) -> Option<u32> {
    let path = &paths[path as usize];
    let has = |direction: Direction| path.longer_by & 1 << direction as u8 != 0;
    let earlier = plain.order.0.into_iter().take_while(|&direction| direction != by);
    has(by).then(|| path.longer + earlier.filter(|&direction| has(direction)).count() as u32)
}

/// The moves of a path and one more, `length` together.
fn spell<G>(paths: &[Path<G>], path: usize, last: Direction, length: usize) -> Vec<Direction> {
    let mut moves = vec![last; length];
    let mut path = path;
    for place in moves.iter_mut().rev().skip(1) {
        *place = paths[path].last;
        path = paths[path].before as usize;
    }
    moves
}

/// Where some paths of one blank cell lead: path numbers by the hash of their grids, open addressing.
#[derive(Default)]
struct Boards {
    /// A path's number plus one, 0 for an empty slot; at most half of them are filled.
    slots: Vec<u32>,
    /// What takes the upper bits of a hash down to the number of a slot.
    shift: u32,
}

impl Boards {
    /// Empties the table and makes room for so many boards.
    fn clear(&mut self, boards: usize) {
        let slots = (2 * boards).next_power_of_two().max(2);
        self.slots.clear();
        self.slots.resize(slots, 0);
        self.shift = u64::BITS - slots.ilog2();
    }

    /// True if a path leads to this grid already; otherwise it is noted that `path` does.
    fn find_or_add<G: Grid>(&mut self, paths: &[Path<G>], path: u32, grid: &G) -> bool {
        let mut slot = (grid.hash() >> self.shift) as usize;
        while self.slots[slot] != 0 {
            if paths[self.slots[slot] as usize - 1].grid == *grid {
                return true;
            }
            slot = (slot + 1) % self.slots.len();
        }
        self.slots[slot] = path + 1;
        false
    }
}
