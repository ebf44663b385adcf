//! The four directions, always of the *tile* that moves.
//!
//! When a tile slides one way, the blank goes the other. Some notations name the blank's movement; they convert
//! at the border with [`Direction::of_blank`], and every place that prints or reads letters says which it means.
//!
//! ```
//! use taquin::Direction;
//! assert_eq!(Direction::Up.of_blank(), Direction::Down);
//! assert_eq!(Direction::Up.letter(), 'U');
//! ```

use std::fmt;

/// What a tile does.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Direction {
    /// To the row above.
    Up,
    /// To the column before.
    Left,
    /// To the next column.
    Right,
    /// To the row below.
    Down,
}

impl Direction {
    /// The project's order of successors: by ascending cell of the tile that moves, which is up, left, right,
    /// down *of the blank*.
    pub const SUCCESSOR_ORDER: [Direction; 4] =
        [Direction::Down, Direction::Right, Direction::Left, Direction::Up];

    /// The way back.
    pub const fn opposite(self) -> Direction {
        match self {
            Direction::Up => Direction::Down,
            Direction::Left => Direction::Right,
            Direction::Right => Direction::Left,
            Direction::Down => Direction::Up,
        }
    }

    /// Converts between what the tile does and what the blank does, in both directions: it is the same
    /// reversal as [`opposite`](Direction::opposite), named for what it means.
    pub const fn of_blank(self) -> Direction {
        self.opposite()
    }

    /// `U`, `L`, `R` or `D`.
    pub const fn letter(self) -> char {
        match self {
            Direction::Up => 'U',
            Direction::Left => 'L',
            Direction::Right => 'R',
            Direction::Down => 'D',
        }
    }

    /// The direction of a letter, in either case.
    pub const fn from_letter(letter: char) -> Option<Direction> {
        match letter {
            'U' | 'u' => Some(Direction::Up),
            'L' | 'l' => Some(Direction::Left),
            'R' | 'r' => Some(Direction::Right),
            'D' | 'd' => Some(Direction::Down),
            _ => None,
        }
    }

    /// `up`, `left`, `right` or `down`.
    pub const fn word(self) -> &'static str {
        match self {
            Direction::Up => "up",
            Direction::Left => "left",
            Direction::Right => "right",
            Direction::Down => "down",
        }
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}
