//! The space of a whole puzzle, laid out for walking: from a position to its neighbours and to its bit, without a search
//! for either.

use super::layers::Parity;
use super::{Space, State};
use crate::cell::Cell;
use crate::direction::Direction;
use crate::rank::Arrangement;
use crate::size::Size;

/// Where the blank is, and the arrangement of all tiles in the order of their cells.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// The blank's cell.
    pub blank: u8,
    /// The arrangement of the tiles.
    pub arrangement: Arrangement,
}

/// One way on from a cell of the blank.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Exit {
    /// What the tile does.
    pub direction: Direction,
    /// The cell it leaves, where the blank will be.
    pub to: u8,
    /// The places in the order of all tiles that it leaves and takes; sideways they are the same.
    places: (u8, u8),
}

/// The space of a puzzle whose tiles are called by their home cells, from one goal.
///
/// ```
/// use taquin::{Direction, Size, space::PuzzleSpace};
/// let puzzle = PuzzleSpace::new(Size::new(2, 3)?, 0);
/// assert_eq!(puzzle.space().states(), 360);
/// let position = puzzle.position(&[1, 0, 2, 3, 4, 5]).unwrap();
/// let exit = puzzle.exits(position.blank)[0];
/// assert_eq!(exit.direction, Direction::Right);
/// assert_eq!(puzzle.step(position, exit), puzzle.home());
/// // Two tiles exchanged: it has no place in this space.
/// assert_eq!(puzzle.position(&[0, 2, 1, 3, 4, 5]), None);
/// # Ok::<(), taquin::SizeError>(())
/// ```
#[derive(Clone, Debug)]
pub struct PuzzleSpace {
    space: Space,
    blank: u8,
    parity: Parity,
    /// For each cell of the blank, the number of its block and whether the parity of arrangements there is odd.
    blocks: Box<[(usize, bool)]>,
    exits: Box<[Box<[Exit]>]>,
}

impl PuzzleSpace {
    /// The largest number of cells of a puzzle whose space can be numbered.
    pub const MOST_CELLS: usize = 12;

    /// Has this size such a space? Not if it is a single row or column or has more than twelve cells.
    pub fn exists(size: Size) -> bool {
        !size.is_line() && size.cells() <= PuzzleSpace::MOST_CELLS
    }

    /// The space of a puzzle with the blank's home in a given cell.
    ///
    /// # Panics
    /// If there is [none](PuzzleSpace::exists), or the size has no such cell.
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
        let exit = |cell: usize, direction: Direction| {
            let to = size.step(Cell::new(cell), direction.of_blank())?.index();
            let (from, onto) = places(cell, to);
            Some(Exit { direction, to: to as u8, places: (from as u8, onto as u8) })
        };
        let exits = (0..size.cells())
            .map(|cell| Direction::SUCCESSOR_ORDER.into_iter().filter_map(|way| exit(cell, way)).collect())
            .collect();
        PuzzleSpace { blank, parity, blocks: (0..size.cells()).map(block).collect(), exits, space }
    }

    /// As a space of blocks.
    pub fn space(&self) -> &Space {
        &self.space
    }

    /// The home of the blank.
    pub fn blank(&self) -> u8 {
        self.blank
    }

    /// Everything at home.
    pub fn home(&self) -> Position {
        Position { blank: self.blank, arrangement: Arrangement::default() }
    }

    /// A position as a state of the space.
    pub fn state(&self, position: Position) -> State {
        let all = (1_u32 << self.space.size.cells()) - 1;
        let Position { blank, arrangement } = position;
        State { cells: all & !(1 << blank), arrangement, blank }
    }

    /// The position of a board whose tiles are called by their homes; `None` if everything cannot get home from there.
    ///
    /// # Panics
    /// If it is no permutation of the cells.
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
        assert!(left == 0, "no permutation: {homes:?}");
        let arrangement = Arrangement { high: high as u16, low: number as u16 };
        let odd = self.space.odd_highs[high] ^ self.space.odd_lows[number];
        (odd == self.blocks[blank].1).then_some(Position { blank: blank as u8, arrangement })
    }

    /// The homes of the tiles of a position, by cell: the inverse of [`position`](PuzzleSpace::position).
    pub fn homes(&self, position: Position) -> Vec<u8> {
        let row = self.space.arrangements.unrank(position.arrangement);
        // The things of a row are numbered without the blank's home.
        let name = |thing: u8| thing + u8::from(thing >= self.blank);
        let mut homes: Vec<u8> = row.into_iter().map(name).collect();
        homes.insert(position.blank.into(), self.blank);
        homes
    }

    /// The ways on from a cell of the blank, in the order of successors.
    #[inline]
    pub fn exits(&self, blank: u8) -> &[Exit] {
        &self.exits[usize::from(blank)]
    }

    /// The position after one of the [`exits`](PuzzleSpace::exits) of its blank.
    #[inline]
    pub fn step(&self, position: Position, exit: Exit) -> Position {
        let (from, to) = exit.places;
        let arrangement = if from == to {
            position.arrangement
        } else {
            self.space.turns.apply(from.into(), to.into(), position.arrangement)
        };
        Position { blank: exit.to, arrangement }
    }

    /// The number of the bit of a position.
    #[inline]
    pub fn index(&self, position: Position) -> usize {
        let Position { blank, arrangement: Arrangement { high, low } } = position;
        let block = self.blocks[usize::from(blank)].0;
        let words = block * self.space.block_words + usize::from(high) * self.space.page_words;
        words * 64 + usize::from(low) / 2
    }

    /// The position of a bit: the inverse of [`index`](PuzzleSpace::index).
    pub fn position_of(&self, index: usize) -> Position {
        let (block, in_block) = (index / 64 / self.space.block_words, index / 64 % self.space.block_words);
        let (high, in_page) = (in_block / self.space.page_words, in_block % self.space.page_words);
        let half = in_page * 64 + index % 64;
        let odd = self.parity.is_odd(&self.space, block) ^ self.space.odd_highs[high];
        // The last digit is not stored: it is what makes the parity right.
        let low = 2 * half + usize::from(self.space.odd_lows[2 * half] ^ odd);
        let blank = self.space.regions[block].trailing_zeros() as u8;
        Position { blank, arrangement: Arrangement { high: high as u16, low: low as u16 } }
    }

    /// Is the number of moves between a position and home odd?
    #[inline]
    pub fn is_odd(&self, position: Position) -> bool {
        let is_second = |blank: u8| self.blocks[usize::from(blank)].0 >= self.space.first_colour;
        is_second(position.blank) != is_second(self.blank)
    }

    /// The block of a cell of the blank, and whether the arrangements in it are odd.
    pub(super) fn block(&self, cell: usize) -> (usize, bool) {
        self.blocks[cell]
    }
}

/// The places in the order of all tiles that a tile leaves and takes, when it moves from a cell onto the blank's.
pub(super) fn places(blank: usize, tile: usize) -> (usize, usize) {
    (tile - usize::from(blank < tile), blank - usize::from(tile < blank))
}
