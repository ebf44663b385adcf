//! Duplicates: sequences of moves that lead to the same board as an earlier sequence.
//!
//! Sequences from one blank cell are ordered by length, those of equal length by the order of successors at the first
//! move in which they differ. The effect of a sequence depends only on the blank cell it starts from, not on the tiles.
//! So a sequence is a *duplicate* for that cell if an earlier one leads from a board of distinct tiles to the same board.
//! The shortest duplicate is a move and its inverse: the empty sequence has the same effect. The next ones have six
//! moves: half of a cycle in a 2x2 square.
//!
//! Invariant: the result has all *minimal* duplicates up to a length, those that contain no other duplicate. They are
//! found on the board itself, so its border needs no special case.

use super::{Geometry, Slide};
use crate::board::Board;
use crate::direction::Direction;
use crate::grid::Grid;
use crate::hash_index::HashIndex;
use std::ops::Range;

/// A sequence of moves from a blank cell that a search can prune.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Duplicate {
    pub(super) blank: usize,
    pub(super) moves: Vec<Direction>,
}

/// A node of the tree of sequences that are not duplicates, and the board its sequence leads to.
struct Path<G> {
    grid: G,
    /// The path without its last move.
    parent: u32,
    /// The path without its first move, which begins at another blank cell.
    suffix: u32,
    /// The first child; the children are adjacent, in the order of successors.
    first_child: u32,
    /// The moves to the children, one bit per direction.
    child_moves: u8,
    /// The last move.
    last: Direction,
}

/// Returns the minimal duplicates of at most `length` moves from every blank cell, shorter ones first.
pub(super) fn duplicates<G: Grid>(plain: &Geometry, length: usize) -> Vec<Duplicate> {
    let cells = plain.cells();
    let mut paths: Vec<Path<G>> = (0..cells)
        .map(|blank| {
            // The last move of a root is never read.
            let (parent, suffix, last) = (blank as u32, blank as u32, Direction::Up);
            Path { grid: distinct_tiles(plain, blank), parent, suffix, first_child: 0, child_moves: 0, last }
        })
        .collect();
    // For every blank cell the paths of the last layer, and those of the layer before.
    let mut last_layer: Vec<Range<usize>> = (0..cells).map(|blank| blank..blank + 1).collect();
    let mut layer_before = vec![0..0; cells];
    let mut boards = HashIndex::default();
    let mut found = Vec::new();
    for moves in 1..=length {
        for blank in 0..cells {
            let two_before = std::mem::replace(&mut layer_before[blank], last_layer[blank].clone());
            let begin = paths.len();
            // Without an inner duplicate, a path can only reach a board of its own layer or of two layers before.
            boards.clear(two_before.len() + 4 * layer_before[blank].len());
            for path in two_before {
                find_or_add(&mut boards, &paths, path as u32, &paths[path].grid);
            }
            for parent in layer_before[blank].clone() {
                paths[parent].first_child = paths.len() as u32;
                let end = paths[parent].grid.blank();
                for successor in plain.successors(end, None) {
                    let (from, direction) = (successor.from(), successor.direction);
                    let suffix = if moves == 1 {
                        Some(from as u32)
                    } else {
                        child(&paths, plain, paths[parent].suffix, direction)
                    };
                    // Without a suffix in the tree it is a duplicate, but not a minimal one.
                    let Some(suffix) = suffix else { continue };
                    let mut grid = paths[parent].grid.clone();
                    grid.slide(Slide { tile: grid.tile(from), from, to: end, direction });
                    if find_or_add(&mut boards, &paths, paths.len() as u32, &grid) {
                        found.push(Duplicate { blank, moves: moves_of(&paths, parent, direction, moves) });
                    } else {
                        paths[parent].child_moves |= 1 << direction as u8;
                        let (parent, last) = (parent as u32, direction);
                        paths.push(Path { grid, parent, suffix, first_child: 0, child_moves: 0, last });
                    }
                }
            }
            if moves == length {
                paths.truncate(begin);
            }
            last_layer[blank] = begin..paths.len();
        }
    }
    found
}

/// Returns a board of distinct tiles with the blank at a cell.
fn distinct_tiles<G: Grid>(plain: &Geometry, blank: usize) -> G {
    let mut numbers: Vec<u16> = (1..plain.cells() as u16).collect();
    numbers.insert(blank, 0);
    G::load(&Board::new(plain.size(), &numbers).expect("every number once"))
}

/// Returns the child of a path by a move; `None` if it is a duplicate.
fn child<G: Grid>(paths: &[Path<G>], plain: &Geometry, path: u32, by: Direction) -> Option<u32> {
    let path = &paths[path as usize];
    let has = |direction: Direction| path.child_moves & 1 << direction as u8 != 0;
    let earlier = plain.order.0.into_iter().take_while(|&direction| direction != by);
    has(by).then(|| path.first_child + earlier.filter(|&direction| has(direction)).count() as u32)
}

/// Returns the moves of a path followed by `last`, `length` in all.
fn moves_of<G>(paths: &[Path<G>], path: usize, last: Direction, length: usize) -> Vec<Direction> {
    let mut moves = vec![last; length];
    let mut path = path;
    for place in moves.iter_mut().rev().skip(1) {
        *place = paths[path].last;
        path = paths[path].parent as usize;
    }
    moves
}

/// Returns true if a path to this grid is known; otherwise records `path`.
fn find_or_add<G: Grid>(boards: &mut HashIndex, paths: &[Path<G>], path: u32, grid: &G) -> bool {
    boards.find_or_add(grid.hash(), path, |known| paths[known as usize].grid == *grid)
}
