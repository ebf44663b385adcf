//! The space of a whole puzzle, with direct access from a position to its neighbours and to its bit.
//!
//! Arrangements are ranked in the order of the cells without the blank, so a move along a row does not change the rank
//! and a move along a column rotates a few of its digits. Half of all arrangements are unreachable and have no rank.

use super::layers::Parity;
use super::{Space, State};
use crate::cell::Cell;
use crate::direction::Direction;
use crate::rank::Arrangement;
use crate::size::Size;

/// The blank's cell, and the arrangement of all tiles in the order of their cells.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// The blank's cell.
    pub blank: u8,
    /// The arrangement of the tiles.
    pub arrangement: Arrangement,
}

/// A legal move of a blank cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Successor {
    /// The direction in which the tile moves.
    pub direction: Direction,
    /// The cell the tile leaves, where the blank will be.
    pub to: u8,
    /// The tile's index in the row-major order of all tiles before and after; equal for a horizontal move.
    places: (u8, u8),
}

/// The space of a puzzle whose tiles are named by their goal cells.
///
/// ```
/// use taquin::{Direction, Size, internals::space::PuzzleSpace};
/// let puzzle = PuzzleSpace::new(Size::new(2, 3)?, 0);
/// assert_eq!(puzzle.space().states(), 360);
/// let position = puzzle.position(&[1, 0, 2, 3, 4, 5]).unwrap();
/// let successor = puzzle.successors(position.blank)[0];
/// assert_eq!(successor.direction, Direction::Right);
/// assert_eq!(puzzle.step(position, successor), puzzle.home());
/// // With two tiles exchanged the goal is unreachable, so the board is not in this space.
/// assert_eq!(puzzle.position(&[0, 2, 1, 3, 4, 5]), None);
/// # Ok::<(), taquin::SizeError>(())
/// ```
#[derive(Clone, Debug)]
pub struct PuzzleSpace {
    space: Space,
    blank: u8,
    parity: Parity,
    /// For each blank cell the index of its block, and true if the arrangements in it are odd.
    blocks: Box<[(usize, bool)]>,
    successors: Box<[Box<[Successor]>]>,
}

impl PuzzleSpace {
    /// The largest number of cells of a puzzle whose space can be numbered.
    pub const MOST_CELLS: usize = 12;

    /// Returns true if the size has such a space: at least two rows and two columns, and at most twelve cells.
    pub fn exists(size: Size) -> bool {
        !size.is_line() && size.cells() <= PuzzleSpace::MOST_CELLS
    }

    /// Builds the space of a puzzle with the blank's goal cell.
    ///
    /// # Panics
    /// If the space does not [exist](PuzzleSpace::exists), or the cell is not on the board.
    pub fn new(size: Size, blank: u8) -> PuzzleSpace {
        assert!(PuzzleSpace::exists(size) && usize::from(blank) < size.cells(), "{size}, blank {blank}");
        let space = Space::new(size, size.cells() - 1);
        let all = (1_u32 << size.cells()) - 1;
        let cells = all & !(1 << blank);
        let parity = Parity::of(&space, State { cells, arrangement: Arrangement::default(), blank });
        let block = |cell: usize| {
            let block = space.block(all & !(1 << cell), cell);
            (block, parity.is_odd(&space, block))
        };
        let successor = |cell: usize, direction: Direction| {
            let to = size.step(Cell::new(cell), direction.of_blank())?.index();
            let (from, onto) = places(cell, to);
            Some(Successor { direction, to: to as u8, places: (from as u8, onto as u8) })
        };
        let directions = Direction::SUCCESSOR_ORDER.into_iter();
        let successors = (0..size.cells())
            .map(|cell| directions.clone().filter_map(|direction| successor(cell, direction)).collect())
            .collect();
        PuzzleSpace { blank, parity, blocks: (0..size.cells()).map(block).collect(), successors, space }
    }

    /// Returns the space as blocks.
    pub fn space(&self) -> &Space {
        &self.space
    }

    /// Returns the blank's goal cell.
    pub fn blank(&self) -> u8 {
        self.blank
    }

    /// Returns the goal position.
    pub fn home(&self) -> Position {
        Position { blank: self.blank, arrangement: Arrangement::default() }
    }

    /// Converts a position to a state of the space.
    pub fn state(&self, position: Position) -> State {
        let all = (1_u32 << self.space.size.cells()) - 1;
        let Position { blank, arrangement } = position;
        State { cells: all & !(1 << blank), arrangement, blank }
    }

    /// Returns the position of a board whose tiles are named by their goal cells; `None` if the goal is unreachable.
    ///
    /// # Panics
    /// If the board is not a permutation of the cells.
    #[inline]
    pub fn position(&self, homes: &[u8]) -> Option<Position> {
        assert!(homes.len() == self.space.size.cells(), "{} homes", homes.len());
        let length = homes.len() - 1;
        let split = length - length.min(8);
        let mut left = ((1_u32 << homes.len()) - 1) & !(1 << self.blank);
        let (mut blank, mut high, mut number) = (0, 0, 0);
        let mut radix = length;
        for (cell, &home) in homes.iter().enumerate() {
            if home == self.blank {
                blank = cell;
                continue;
            }
            if length - radix == split {
                (high, number) = (number, 0);
            }
            let smaller = (left & ((1 << home) - 1)).count_ones() as usize;
            left &= !(1 << home);
            number = number * radix + smaller;
            radix -= 1;
        }
        assert!(left == 0, "not a permutation: {homes:?}");
        let arrangement = Arrangement { high: high as u16, low: number as u16 };
        let odd = self.space.odd_highs[high] ^ self.space.odd_lows[number];
        (odd == self.blocks[blank].1).then_some(Position { blank: blank as u8, arrangement })
    }

    /// Returns the goal cell of the tile at each cell: the inverse of [`position`](PuzzleSpace::position).
    pub fn homes(&self, position: Position) -> Vec<u8> {
        let row = self.space.arrangements.unrank(position.arrangement);
        // Arrangements number the tiles without the blank's goal cell.
        let name = |tile: u8| tile + u8::from(tile >= self.blank);
        let mut homes: Vec<u8> = row.into_iter().map(name).collect();
        homes.insert(position.blank.into(), self.blank);
        homes
    }

    /// Returns the successors of a blank cell, in the default order.
    #[inline]
    pub fn successors(&self, blank: u8) -> &[Successor] {
        &self.successors[usize::from(blank)]
    }

    /// Returns the position after one of the [`successors`](PuzzleSpace::successors) of its blank cell.
    #[inline]
    pub fn step(&self, position: Position, successor: Successor) -> Position {
        let (from, to) = successor.places;
        let arrangement = if from == to {
            position.arrangement
        } else {
            self.space.rotations.apply(from.into(), to.into(), position.arrangement)
        };
        Position { blank: successor.to, arrangement }
    }

    /// Returns the index of the bit of a position.
    #[inline]
    pub fn index(&self, position: Position) -> usize {
        let Position { blank, arrangement: Arrangement { high, low } } = position;
        let block = self.blocks[usize::from(blank)].0;
        let words = block * self.space.block_words + usize::from(high) * self.space.page_words;
        words * 64 + usize::from(low) / 2
    }

    /// Returns the position of a bit: the inverse of [`index`](PuzzleSpace::index).
    pub fn position_of(&self, index: usize) -> Position {
        let (block, in_block) = (index / 64 / self.space.block_words, index / 64 % self.space.block_words);
        let (high, in_page) = (in_block / self.space.page_words, in_block % self.space.page_words);
        let half = in_page * 64 + index % 64;
        let odd = self.parity.is_odd(&self.space, block) ^ self.space.odd_highs[high];
        // The last digit is not stored: the parity determines it.
        let low = 2 * half + usize::from(self.space.odd_lows[2 * half] ^ odd);
        let blank = self.space.regions[block].trailing_zeros() as u8;
        Position { blank, arrangement: Arrangement { high: high as u16, low: low as u16 } }
    }

    /// Returns true if the number of moves between a position and the goal is odd.
    #[inline]
    pub fn is_odd(&self, position: Position) -> bool {
        let is_second = |blank: u8| self.blocks[usize::from(blank)].0 >= self.space.first_colour;
        is_second(position.blank) != is_second(self.blank)
    }

    /// Returns the index of the block of a blank cell, and true if the arrangements in it are odd.
    pub(super) fn block(&self, cell: usize) -> (usize, bool) {
        self.blocks[cell]
    }
}

/// Returns the index of a tile in the row-major order of all tiles before and after it moves into the blank.
pub(super) fn places(blank: usize, tile: usize) -> (usize, usize) {
    (tile - usize::from(blank < tile), blank - usize::from(tile < blank))
}
