//! Lists of boards with a line for each: some columns, such as a name and the known length, then the board.
//!
//! The files in `data/` and most published collections look like this: `1 57 14 13 15 7 …`. [`read_all`] recognises
//! such lines if the board is 3x3 or larger; [`Columns`] reads others.
//!
//! ```
//! use taquin::notation::{self, Columns};
//! let records = notation::read_all("1 31 8 6 7 2 5 4 3 0 1\n2 31 6 4 7 8 5 0 3 2 1")?;
//! assert_eq!((records[1].id.as_deref(), records[1].length), (Some("2"), Some(31)));
//! let columns: Columns = "length,id,board".parse().unwrap();
//! let records = columns.read("21 first 4 5 0/1 2 3")?;
//! assert_eq!((records[0].id.as_deref(), records[0].length), (Some("first"), Some(21)));
//! # Ok::<(), taquin::notation::ParseError>(())
//! ```
//!
//! [`read_all`]: super::read_all

use super::Notation;
use super::entry::{self, Entry};
use super::error::{ParseError, ParseErrorKind};
use super::normal;
use super::record::{self, Record};
use super::token::{self, Token};
use crate::names::{UnknownName, named_enum};
use crate::size::Size;
use std::fmt;
use std::str::FromStr;

named_enum! {
    /// The content of a column before the board.
    pub enum Column as "a column" {
        /// The name of the board.
        Id = "id": "the name of the board",
        /// The optimal solution length; a word that is not a number means that it is not known.
        Length = "length": "the known solution length",
        /// Anything; it is not read.
        Ignored = "-": "ignored",
    }
}

/// The columns of a line: those before the board; the board is the rest of the line, in any notation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Columns(Vec<Column>);

/// The name of the last column.
const BOARD: &str = "board";

/// Smaller boards than this fit the end of a line by chance.
const SMALLEST_SIDE: usize = 3;

/// More columns than this are not recognised.
const MOST_COLUMNS: usize = 8;

impl Columns {
    /// Reads a board from every line that is not blank or a comment.
    ///
    /// # Errors
    /// If there is no board, a line has too few columns, or one of the boards is wrong.
    pub fn read(&self, text: &str) -> Result<Vec<Record>, ParseError> {
        let text = normal::text(text);
        let tokens = token::scan(&text)?;
        let records: Result<Vec<Record>, ParseError> =
            tokens.chunk_by(Token::same_line).map(|line| self.read_line(line)).collect();
        records.and_then(|records| if records.is_empty() { Err(ParseError::empty()) } else { Ok(records) })
    }

    fn read_line(&self, line: &[Token<'_>]) -> Result<Record, ParseError> {
        let (mut id, mut length) = (None, None);
        let mut rest = line;
        for column in &self.0 {
            let Some((word, others)) = rest.split_first() else { break };
            match column {
                Column::Id => id = Some(word.text.to_owned()),
                Column::Length => length = word.text.parse().ok(),
                Column::Ignored => {}
            }
            let is_separated = others.first().is_some_and(|next| next.text == ",");
            rest = &others[usize::from(is_separated)..];
        }
        let Some(first) = rest.first() else {
            return Err(line
                .last()
                .map_or_else(ParseError::empty, |last| last.unexpected("a board after it")));
        };
        let mut records = record::records(rest, None)?.into_iter();
        match (records.next(), records.next()) {
            (Some(record), None) => Ok(Record { id, length, ..record }),
            _ => Err(ParseError::at(first.place, ParseErrorKind::MoreThanOneBoard)),
        }
    }
}

/// Reads lines of the form `id length … tiles`; `None` if they do not look like that.
///
/// The first line decides: its last numbers are a square board, the longest possible, and two to eight columns come
/// before it. A line that is a board as a whole, such as one of twelve numbers, is not taken apart.
pub(super) fn detect(tokens: &[Token<'_>]) -> Option<Result<Vec<Record>, ParseError>> {
    let first = tokens.chunk_by(Token::same_line).next()?;
    // A line with a comma between any two numbers of the largest board is no longer than this.
    if first.len() > 2 * (Size::MAX_CELLS + MOST_COLUMNS) {
        return None;
    }
    let first = words(first);
    let before = columns_before(&first)?;
    let is_whole = |line| is_permutation(&words(line));
    if tokens.chunk_by(Token::same_line).all(is_whole) {
        return None;
    }
    Some(tokens.chunk_by(Token::same_line).map(|line| read_detected(&words(line), before)).collect())
}

/// Returns the words of a line without the commas between them.
fn words<'t>(line: &[Token<'t>]) -> Vec<Token<'t>> {
    line.iter().copied().filter(|token| token.text != ",").collect()
}

/// Returns the number of columns before the board at the end of a line.
fn columns_before(words: &[Token<'_>]) -> Option<usize> {
    words.get(1)?.text.parse::<u32>().ok()?;
    let largest = words.len().saturating_sub(2).isqrt();
    let mut sides = (SMALLEST_SIDE..=largest).rev().map(|side| words.len() - side * side);
    sides.find(|&before| before <= MOST_COLUMNS && is_permutation(&words[before..]))
}

fn is_permutation(words: &[Token<'_>]) -> bool {
    let mut seen = vec![false; words.len()];
    words.iter().all(|word| {
        let number = Entry::read(word).ok().map(|entry| entry.number as usize);
        let place = number.and_then(|number| seen.get_mut(number));
        place.is_some_and(|seen| !std::mem::replace(seen, true))
    })
}

fn read_detected(words: &[Token<'_>], before: usize) -> Result<Record, ParseError> {
    let [id, length, ..] = words else {
        return Err(words
            .first()
            .map_or_else(ParseError::empty, |word| word.unexpected("id, length and tiles")));
    };
    let tiles = words.get(before..).unwrap_or_default();
    let entries: Vec<Entry> = tiles.iter().map(Entry::read).collect::<Result<_, _>>()?;
    let place = tiles.first().unwrap_or(length).place;
    let board = entry::assemble(entry::square_size(place, entries.len())?, &entries, place)?;
    let (line, length) = (id.place.line(), length.text.parse().ok());
    let id = Some(id.text.to_owned());
    Ok(Record { id, length, line, ..Record::of_board(board, Notation::Rows) })
}

/// Reads names separated by commas, as in `id,length,-,board`. The board comes last and may be left out.
impl FromStr for Columns {
    type Err = UnknownColumn;

    fn from_str(text: &str) -> Result<Columns, UnknownColumn> {
        let names: Vec<&str> = text.split(',').map(str::trim).collect();
        let before = match names.split_last() {
            Some((&BOARD, before)) => before,
            _ => &names,
        };
        let columns: Vec<Column> =
            before.iter().map(|name| name.parse().map_err(UnknownColumn::Name)).collect::<Result<_, _>>()?;
        for column in [Column::Id, Column::Length] {
            if columns.iter().filter(|&&other| other == column).count() > 1 {
                return Err(UnknownColumn::Twice(column));
            }
        }
        Ok(Columns(columns))
    }
}

/// The error of a text that does not name [`Columns`].
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum UnknownColumn {
    /// A name that no column has.
    Name(UnknownName),
    /// A column that is named twice.
    Twice(Column),
}

impl fmt::Display for UnknownColumn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            UnknownColumn::Name(error) => write!(f, "{error}; the last column is the board"),
            UnknownColumn::Twice(column) => write!(f, "the column {column} is given twice"),
        }
    }
}

impl std::error::Error for UnknownColumn {}
