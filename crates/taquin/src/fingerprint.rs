//! A number for a board that a move changes in two places only (Zobrist 1970): the boards on the way of a long solution
//! are more than there is memory for, their numbers are not.

use crate::board::Board;
use crate::cell::Cell;
use crate::direction::Direction;
use crate::tile::Tile;

/// The numbers of all tiles on their cells, added without carry. Among a million boards two have the same with a chance
/// of less than 1 to 10²⁶; a proof looks whether they do, a hint does not.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Fingerprint(u128);

impl Fingerprint {
    /// That of a board.
    pub(crate) fn of(board: &Board) -> Fingerprint {
        let cells = board.tiles().iter().enumerate();
        let marks =
            cells.filter(|(_, tile)| !tile.is_blank()).map(|(cell, &tile)| mark(tile, Cell::new(cell)));
        Fingerprint(marks.fold(0, |all, mark| all ^ mark))
    }

    /// That of the board after a tile has moved.
    pub(crate) fn after(self, tile: Tile, from: Cell, to: Cell) -> Fingerprint {
        Fingerprint(self.0 ^ mark(tile, from) ^ mark(tile, to))
    }

    /// Those of the boards one move away, each with what the tile did.
    pub(crate) fn neighbours(self, board: &Board) -> impl Iterator<Item = (Direction, Fingerprint)> + '_ {
        Direction::SUCCESSOR_ORDER.into_iter().filter_map(move |direction| {
            let from = board.size().step(board.blank(), direction.of_blank())?;
            Some((direction, self.after(board.tile(from)?, from, board.blank())))
        })
    }
}

/// A random-looking number for a tile at a cell.
fn mark(tile: Tile, cell: Cell) -> u128 {
    let pair = u64::from(tile.number()) << 32 | cell.index() as u64;
    u128::from(mixed(2 * pair)) << 64 | u128::from(mixed(2 * pair + 1))
}

/// The number at this place of the random numbers that are called SplitMix64 (Steele, Lea, Flood 2014).
fn mixed(place: u64) -> u64 {
    let mut number = place.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    number = (number ^ number >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    number = (number ^ number >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    number ^ number >> 31
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::goal::Goal;
    use crate::size::Size;
    use std::collections::{HashMap, VecDeque};

    #[test]
    fn splitmix() {
        // The first numbers from the seed 0, as in the generators of Java, Boost and xoshiro's authors.
        assert_eq!((mixed(0), mixed(1)), (0xE220_A839_7B1D_CDAF, 0x6E78_9E6A_A1B9_65F4));
    }

    /// All boards of 3x3: no two have the same number, and every move changes it as it should.
    #[test]
    fn every_board_has_its_own() {
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
