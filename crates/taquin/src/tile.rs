//! The number on a cell.

use std::fmt;

/// A tile, known by its number; tile 0 is the blank. For the place of a tile, see [`Cell`](crate::Cell).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Tile(u16);

impl Tile {
    /// The blank.
    pub const BLANK: Tile = Tile(0);

    /// Returns the tile with a number; 0 is the blank.
    pub const fn new(number: u16) -> Tile {
        Tile(number)
    }

    /// Returns the number on the tile, 0 for the blank.
    pub const fn number(self) -> u16 {
        self.0
    }

    /// Returns the number as an index into tables.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns true for tile 0.
    pub const fn is_blank(self) -> bool {
        self.0 == 0
    }
}

impl From<u16> for Tile {
    fn from(number: u16) -> Tile {
        Tile(number)
    }
}

impl fmt::Display for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
