//! The four directions, always of the *tile* that moves.
//!
//! The blank moves in the opposite direction. Notations that name the blank's direction convert with
//! [`Direction::of_blank`], and every place that reads or prints letters says which of the two it means.
//!
//! ```
//! use taquin::Direction;
//! assert_eq!(Direction::Up.of_blank(), Direction::Down);
//! assert_eq!(Direction::Up.letter(), 'U');
//! ```

use crate::names::UnknownName;
use std::fmt;
use std::str::FromStr;

/// The direction in which a tile moves.
///
/// Displayed as a word; parsed from a word or a letter, in either case.
///
/// ```
/// use taquin::Direction;
/// assert_eq!("left".parse(), Ok(Direction::Left));
/// assert_eq!("L".parse(), Ok(Direction::Left));
/// assert_eq!(Direction::Left.to_string(), "left");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Direction {
    /// To the row above.
    Up,
    /// To the previous column.
    Left,
    /// To the next column.
    Right,
    /// To the row below.
    Down,
}

impl Direction {
    /// The default order of successors: by ascending cell of the tile that moves, which is up, left, right, down *of the
    /// blank*.
    pub const SUCCESSOR_ORDER: [Direction; 4] =
        [Direction::Down, Direction::Right, Direction::Left, Direction::Up];

    /// Returns the opposite direction.
    pub const fn opposite(self) -> Direction {
        match self {
            Direction::Up => Direction::Down,
            Direction::Left => Direction::Right,
            Direction::Right => Direction::Left,
            Direction::Down => Direction::Up,
        }
    }

    /// Converts between the direction of the tile and that of the blank.
    ///
    /// This is [`opposite`](Direction::opposite) under a name that says why.
    pub const fn of_blank(self) -> Direction {
        self.opposite()
    }

    /// Returns `U`, `L`, `R` or `D`.
    pub const fn letter(self) -> char {
        match self {
            Direction::Up => 'U',
            Direction::Left => 'L',
            Direction::Right => 'R',
            Direction::Down => 'D',
        }
    }

    /// Returns the direction of a letter, in either case.
    pub const fn from_letter(letter: char) -> Option<Direction> {
        match letter {
            'U' | 'u' => Some(Direction::Up),
            'L' | 'l' => Some(Direction::Left),
            'R' | 'r' => Some(Direction::Right),
            'D' | 'd' => Some(Direction::Down),
            _ => None,
        }
    }

    /// Returns `up`, `left`, `right` or `down`.
    pub const fn word(self) -> &'static str {
        match self {
            Direction::Up => "up",
            Direction::Left => "left",
            Direction::Right => "right",
            Direction::Down => "down",
        }
    }

    /// Returns the direction of a word, in either case.
    pub fn from_word(word: &str) -> Option<Direction> {
        let mut all = Direction::SUCCESSOR_ORDER.into_iter();
        all.find(|direction| direction.word().eq_ignore_ascii_case(word))
    }
}

impl FromStr for Direction {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<Direction, UnknownName> {
        const KNOWN: &[&str] = &["up", "left", "right", "down", "U", "L", "R", "D"];
        let mut characters = text.chars();
        let of_letter = match (characters.next(), characters.next()) {
            (Some(letter), None) => Direction::from_letter(letter),
            (Some(_), Some(_)) | (None, Some(_) | None) => None,
        };
        let unknown = || UnknownName { what: "a direction", found: text.to_owned(), known: KNOWN };
        of_letter.or_else(|| Direction::from_word(text)).ok_or_else(unknown)
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}
