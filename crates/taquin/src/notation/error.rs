//! Syntax errors with their places.
//!
//! Invariant: lines and columns count from 1, columns in characters. They point to the word that is wrong or, if
//! something is missing, to the last word before the gap.
//!
//! ```
//! use taquin::notation::{self, ParseErrorKind};
//! let error = notation::read("1 2 3\n4 5\n7 8 0").unwrap_err();
//! assert_eq!(error.to_string(), "line 2, column 3: row 2 has 2 of 3 entries");
//! assert_eq!(error.kind, ParseErrorKind::Ragged { row: 2, found: 2, expected: 3 });
//! ```

use super::Notation;
use super::token::Place;
use crate::direction::Direction;
use crate::display::Grouped;
use crate::names::alternatives;
use crate::size::Size;
use std::fmt;

/// The error of a text that cannot be read, with its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseError {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// What is wrong there.
    pub kind: ParseErrorKind,
    /// The notation that the text was read in, because it resembles that most.
    pub nearest: Option<Notation>,
}

/// What is wrong with a text; each kind carries what was found.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ParseErrorKind {
    /// Nothing but white space and comments.
    Empty,
    /// A control character: the file is not a text.
    Binary {
        /// The character.
        found: char,
    },
    /// More words and signs than are read at once.
    TooLong {
        /// The most words and signs.
        most: usize,
    },
    /// A word or sign in the wrong place.
    Unexpected {
        /// The word.
        found: String,
        /// What was expected instead.
        expected: &'static str,
    },
    /// A number that is too large for every board.
    TooLarge {
        /// The number as written.
        found: String,
    },
    /// A number below zero.
    Negative {
        /// The number as written.
        found: String,
    },
    /// Fewer numbers than the size has cells.
    TooFew {
        /// The size.
        size: Size,
        /// The number of entries.
        found: usize,
    },
    /// More numbers than the size asks for.
    TooMany {
        /// The size.
        size: Size,
        /// How many there are.
        found: usize,
    },
    /// A row of another length than the others.
    Ragged {
        /// Which row, from 1.
        row: usize,
        /// Its number of entries.
        found: usize,
        /// The number of entries it should have.
        expected: usize,
    },
    /// A row without entries.
    EmptyRow {
        /// Which row, from 1.
        row: usize,
    },
    /// A tile that this size does not have.
    OutOfRange {
        /// The size.
        size: Size,
        /// The number.
        number: u32,
        /// A number that is missing instead.
        missing: u32,
    },
    /// A tile that appears twice.
    Duplicate {
        /// The number.
        number: u32,
        /// The line where it appears first.
        first_line: usize,
        /// The column where it appears first.
        first_column: usize,
        /// A number that is missing instead.
        missing: u32,
    },
    /// A second blank.
    TwoBlanks {
        /// The line of the first blank.
        first_line: usize,
        /// The column of the first blank.
        first_column: usize,
        /// A tile that is missing instead.
        missing: u32,
    },
    /// No blank at all.
    NoBlank {
        /// The size.
        size: Size,
    },
    /// Two tiles in one place, in coordinates.
    PlaceTwice {
        /// The column, from 1.
        x: usize,
        /// The row, from 1.
        y: usize,
        /// The tile named first.
        first: usize,
        /// The tile named second.
        second: usize,
    },
    /// A place without a tile, in coordinates.
    PlaceEmpty {
        /// The column, from 1.
        x: usize,
        /// The row, from 1.
        y: usize,
        /// The size that the other places span.
        size: Size,
    },
    /// A row in which nothing is written for the blank, and the layout does not show where the blank is.
    BlankUnclear {
        /// Which row, from 1.
        row: usize,
        /// The possible rows, each with the blank in another place.
        rows: Vec<String>,
    },
    /// A text that has two meanings.
    Ambiguous {
        /// What it could be.
        first: &'static str,
        /// What else it could be.
        second: &'static str,
    },
    /// Several boards in the same rows, where nothing separates them.
    SideBySide {
        /// The size of each.
        size: Size,
        /// How many there are.
        count: usize,
    },
    /// A size that no board has.
    SizeOutOfRange {
        /// The number of rows.
        rows: usize,
        /// The number of columns.
        cols: usize,
    },
    /// A flat list of a length that is not a square.
    NotSquare {
        /// The number of entries.
        found: usize,
    },
    /// A bracket that is never closed.
    Unclosed {
        /// The bracket.
        bracket: char,
    },
    /// A second board where one was expected.
    MoreThanOneBoard,
    /// A second solution where one was expected.
    MoreThanOneSolution,
    /// JSON that cannot be read as a board or a solution.
    Json {
        /// What is wrong with it.
        message: String,
    },
    /// JSON of another version of the format.
    Version {
        /// The version found.
        found: u64,
    },
    /// JSON, but the library was built without the feature `serde`.
    JsonUnavailable,
    /// A count of 0 after a letter.
    ZeroCount,
    /// A move that no tile can make.
    NoTileToMove {
        /// Which move of the sequence, from 1.
        number: usize,
        /// What the tile should have done.
        direction: Direction,
    },
    /// A tile that is not next to the blank.
    NotBesideBlank {
        /// Which move of the sequence, from 1.
        number: usize,
        /// The tile as written.
        tile: u32,
    },
}

impl ParseError {
    /// Returns the error of a text without a board.
    pub(super) fn empty() -> ParseError {
        ParseError::at(Place::START, ParseErrorKind::Empty)
    }

    pub(super) fn at(place: Place, kind: ParseErrorKind) -> ParseError {
        ParseError::new(place.line(), place.column(), kind)
    }

    /// Creates an error at a line and a column, both from 1.
    pub fn new(line: usize, column: usize, kind: ParseErrorKind) -> ParseError {
        ParseError { line, column, kind, nearest: None }
    }

    /// Returns the error with the notation that the text resembles, unless a closer one is known.
    #[must_use]
    pub(super) fn near(self, notation: Notation) -> ParseError {
        ParseError { nearest: self.nearest.or(Some(notation)), ..self }
    }

    /// Returns the error with the notation that the text as a whole was read in.
    #[must_use]
    pub(super) fn read_as(self, notation: Notation) -> ParseError {
        ParseError { nearest: Some(notation), ..self }
    }

    /// Returns what to write instead, and which notation the text was taken for.
    pub fn hint(&self) -> Option<String> {
        let read_as = self.nearest.map(|notation| format!("read as {notation}: {}", notation.title()));
        match (self.advice(), read_as) {
            (Some(advice), Some(read_as)) => Some(format!("{advice} ({read_as})")),
            (advice, read_as) => advice.or(read_as),
        }
    }

    /// Returns what to write instead, if the message itself does not tell.
    fn advice(&self) -> Option<String> {
        use ParseErrorKind as Kind;
        let hint = match &self.kind {
            Kind::Empty => "write a board, for example 1 2 3/4 5 6/7 8 0".to_owned(),
            Kind::Binary { .. } => "save the board as plain UTF-8 text".to_owned(),
            Kind::TooLong { .. } => {
                "divide the text; `taquin solve --lines` reads any number of boards, one per line".to_owned()
            }
            Kind::NotSquare { found } => {
                let sizes = possible_sizes(*found);
                let first = "write one row per line, or start with a line of rows and columns";
                if sizes.is_empty() { first.to_owned() } else { format!("{first}: it could be {sizes}") }
            }
            Kind::Ragged { .. } | Kind::EmptyRow { .. } => {
                "every row needs the same number of entries".to_owned()
            }
            Kind::BlankUnclear { rows, .. } => format!("write the row as {}", alternatives(rows)),
            Kind::Ambiguous { .. } => "write one row per line, or 1 2/3 0".to_owned(),
            Kind::SideBySide { .. } => {
                "paste one board, or separate the boards by => or by wider space".to_owned()
            }
            Kind::MoreThanOneBoard => "keep one board, or use a command that reads many".to_owned(),
            Kind::MoreThanOneSolution => "keep one solution".to_owned(),
            Kind::Version { .. } => "this program reads version 1".to_owned(),
            Kind::JsonUnavailable => "build with the feature `serde`, or use another notation".to_owned(),
            Kind::NoTileToMove { .. } => {
                "do the letters describe the blank instead? start the text with `blank:`".to_owned()
            }
            Kind::Unexpected { .. } | Kind::Unclosed { .. } if self.nearest == Some(Notation::Braces) => {
                "JSON cannot be mixed with other notations in one text".to_owned()
            }
            // Perhaps another sign for the blank.
            Kind::Unexpected { found, expected: "a number" } if found.chars().count() == 1 => {
                "the blank can be written as 0, _, . or x".to_owned()
            }
            Kind::Unexpected { .. }
            | Kind::TooLarge { .. }
            | Kind::Negative { .. }
            | Kind::TooFew { .. }
            | Kind::TooMany { .. }
            | Kind::OutOfRange { .. }
            | Kind::Duplicate { .. }
            | Kind::TwoBlanks { .. }
            | Kind::NoBlank { .. }
            | Kind::PlaceTwice { .. }
            | Kind::PlaceEmpty { .. }
            | Kind::SizeOutOfRange { .. }
            | Kind::Unclosed { .. }
            | Kind::Json { .. }
            | Kind::ZeroCount
            | Kind::NotBesideBlank { .. } => return None,
        };
        Some(hint)
    }
}

/// Returns the sizes with a number of cells, as in `1x6, 2x3, 3x2 or 6x1`; empty if there are none.
fn possible_sizes(cells: usize) -> String {
    let sides = 1..=Size::MAX_SIDE.min(cells);
    let sizes = sides
        .filter(|rows| cells.is_multiple_of(*rows))
        .filter_map(|rows| Size::new(rows, cells / rows).ok());
    let names: Vec<String> = sizes.map(|size| size.to_string()).collect();
    alternatives(&names)
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.kind)
    }
}

impl fmt::Display for ParseErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use ParseErrorKind as Kind;
        let largest = Size::MAX_SIDE * Size::MAX_SIDE - 1;
        match self {
            Kind::Empty => write!(f, "the text has no board"),
            Kind::TooLong { most } => {
                write!(f, "the text has more than {} words and signs", Grouped(*most as u64))
            }
            Kind::Binary { found } => {
                write!(f, "found the control character U+{:04X}: this is not a text file", u32::from(*found))
            }
            Kind::Unexpected { found, expected } => {
                write!(f, "found {found:?} where {expected} was expected")
            }
            Kind::TooLarge { found } => {
                write!(f, "the number {found} is too large: the largest board has tiles up to {largest}")
            }
            Kind::Negative { found } => {
                write!(f, "the number {found} is negative: tiles count from 1, and 0 is the blank")
            }
            Kind::TooFew { size, found } | Kind::TooMany { size, found } => {
                let cells = size.cells();
                let entries = if cells == 1 { "entry" } else { "entries" };
                write!(f, "a {size} board has {cells} {entries}, found {found}")
            }
            Kind::Ragged { row, found, expected } if found < expected => {
                write!(f, "row {row} has {found} of {expected} entries")
            }
            Kind::Ragged { row, found, expected } => {
                write!(f, "row {row} has {found} entries, not {expected}")
            }
            Kind::EmptyRow { row } => write!(f, "row {row} is empty"),
            Kind::BlankUnclear { row, .. } => {
                write!(f, "row {row} has no sign for the blank, which could be in any column")
            }
            Kind::Ambiguous { first, second } => write!(f, "this could be {first} or {second}"),
            Kind::SideBySide { size, count } => {
                write!(f, "{count} boards of {size} are side by side, and nothing separates them")
            }
            Kind::OutOfRange { size, number, missing } => {
                write!(f, "there is no tile {number}, and tile {missing} is missing: {}", TilesOf(*size))
            }
            Kind::Duplicate { number, first_line, first_column, missing } => {
                write!(
                    f,
                    "tile {number} appears twice (first at line {first_line}, column {first_column}); "
                )?;
                match missing {
                    0 => write!(f, "the blank is missing"),
                    tile => write!(f, "tile {tile} is missing"),
                }
            }
            Kind::TwoBlanks { first_line, first_column, missing } => {
                let first = format!("the first is at line {first_line}, column {first_column}");
                write!(f, "a second blank ({first}); tile {missing} is missing")
            }
            Kind::NoBlank { size } => {
                write!(f, "no blank: write 0, _ or . for the empty place; {}", TilesOf(*size))
            }
            Kind::PlaceTwice { x, y, first, second } => {
                write!(f, "tiles {first} and {second} are both at ({x},{y})")
            }
            Kind::PlaceEmpty { x, y, size } => write!(f, "no tile is at ({x},{y}) of the {size} board"),
            Kind::SizeOutOfRange { rows, cols } => {
                write!(
                    f,
                    "a {rows}x{cols} board is out of range: rows and columns must each be 1 to {}",
                    Size::MAX_SIDE
                )
            }
            Kind::NotSquare { found } => write!(f, "a flat list of {found} numbers is not a square board"),
            Kind::Unclosed { bracket } => write!(f, "the bracket {bracket} is never closed"),
            Kind::MoreThanOneBoard => write!(f, "a second board begins here, but one was expected"),
            Kind::MoreThanOneSolution => write!(f, "a second solution begins here, but one was expected"),
            Kind::Json { message } => write!(f, "not the expected JSON: {message}"),
            Kind::Version { found } => {
                write!(f, "version {found} of the JSON format is not supported (expected 1)")
            }
            Kind::JsonUnavailable => write!(f, "this looks like JSON, which this build cannot read"),
            Kind::ZeroCount => write!(f, "a move cannot be repeated 0 times"),
            Kind::NoTileToMove { number, direction } => {
                write!(f, "move {number}: no tile can move {direction} here")
            }
            Kind::NotBesideBlank { number, tile } => {
                write!(f, "move {number}: tile {tile} is not next to the blank")
            }
        }
    }
}

/// The tiles of a size, in words.
struct TilesOf(Size);

impl fmt::Display for TilesOf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = self.0;
        match size.cells() - 1 {
            0 => write!(f, "a {size} board has only the blank, 0"),
            1 => write!(f, "a {size} board has tile 1 and the blank, 0"),
            last => write!(f, "a {size} board has tiles 1 to {last} and the blank, 0"),
        }
    }
}

impl std::error::Error for ParseError {}
