//! Incremental hashes of boards (Zobrist 1970).
//!
//! The boards along a solution of millions of moves do not fit into memory; their fingerprints do.

use crate::board::Board;
use crate::cell::Cell;
use crate::direction::Direction;
use crate::mix::splitmix;
use crate::tile::Tile;

/// The exclusive or of a random-looking number for each tile on its cell.
///
/// The chance that two of a million boards collide is below 10⁻²⁶. A proof checks for collisions, a hint does not.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Fingerprint(u128);

impl Fingerprint {
    /// Returns the fingerprint of a board.
    pub(crate) fn of(board: &Board) -> Fingerprint {
        let cells = board.tiles().iter().enumerate();
        let marks =
            cells.filter(|(_, tile)| !tile.is_blank()).map(|(cell, &tile)| mark(tile, Cell::new(cell)));
        Fingerprint(marks.fold(0, |all, mark| all ^ mark))
    }

    /// Returns the fingerprint after a tile has moved, in constant time.
    pub(crate) fn after(self, tile: Tile, from: Cell, to: Cell) -> Fingerprint {
        Fingerprint(self.0 ^ mark(tile, from) ^ mark(tile, to))
    }

    /// Returns the fingerprints of the boards one move away, each with the direction of the tile.
    pub(crate) fn neighbours(self, board: &Board) -> impl Iterator<Item = (Direction, Fingerprint)> + '_ {
        Direction::SUCCESSOR_ORDER.into_iter().filter_map(move |direction| {
            let from = board.size().step(board.blank(), direction.of_blank())?;
            Some((direction, self.after(board.tile(from)?, from, board.blank())))
        })
    }
}

/// Returns a random-looking number for a tile at a cell.
fn mark(tile: Tile, cell: Cell) -> u128 {
    let pair = u64::from(tile.number()) << 32 | cell.index() as u64;
    u128::from(splitmix(2 * pair)) << 64 | u128::from(splitmix(2 * pair + 1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::goal::Goal;
    use crate::size::Size;
    use std::collections::{HashMap, VecDeque};

    /// No two 3x3 boards collide, and every incremental update agrees with the fingerprint computed anew.
    #[test]
    fn fingerprints_of_3x3_are_unique() {
        let start = Goal::rows(Size::square(3).unwrap()).board().clone();
        let mut met = HashMap::from([(Fingerprint::of(&start), start.clone())]);
        let mut queue = VecDeque::from([start]);
        while let Some(board) = queue.pop_front() {
            let print = Fingerprint::of(&board);
            for ((direction, next), (same, after)) in board.neighbours().zip(print.neighbours(&board)) {
                assert_eq!((direction, Fingerprint::of(&next)), (same, after));
                match met.get(&after) {
                    Some(known) => assert_eq!(*known, next),
                    None => {
                        met.insert(after, next.clone());
                        queue.push_back(next);
                    }
                }
            }
        }
        assert_eq!(met.len(), 181_440);
    }
}
