//! Rows of cells in which an empty cell is the blank: what drawings and spreadsheets have in common.

use super::entry::{self, Entry};
use super::error::{ParseError, ParseErrorKind};
use super::token::{Place, Token};
use crate::board::Board;

/// The text between two separators, without white space around it, and its place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cell<'t> {
    pub(super) text: &'t str,
    pub(super) place: Place,
}

impl Cell<'_> {
    pub(super) fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// Returns true if white space separates several words.
    pub(super) fn has_words(&self) -> bool {
        self.text.contains(char::is_whitespace)
    }
}

/// The cells of one line.
pub(super) type Row<'t> = Vec<Cell<'t>>;

/// Splits a line into the cells between separators.
pub(super) fn split(line: &str, number: usize, is_separator: impl Fn(char) -> bool) -> Row<'_> {
    let mut column = 1;
    let cells = line.split(is_separator).map(|part| {
        let text = part.trim();
        let indent = if text.is_empty() { 0 } else { part.chars().take_while(|c| c.is_whitespace()).count() };
        let place = Place::new(number, column + indent);
        column += part.chars().count() + 1;
        Cell { text, place }
    });
    cells.collect()
}

/// Returns the board of a rectangle of cells.
///
/// # Errors
/// If the rows differ in length, a cell is neither a number nor a sign for the blank, or the numbers are not a board.
pub(super) fn board(rows: &[&[Cell<'_>]]) -> Result<Board, ParseError> {
    let start = rows.first().and_then(|row| row.first()).map_or(Place::START, |cell| cell.place);
    let cols = rows.first().map_or(0, |row| row.len());
    let size = entry::size_at(start, rows.len(), cols)?;
    if let Some((index, row)) = rows.iter().enumerate().find(|(_, row)| row.len() != cols) {
        let place = row.get(cols).or(row.last()).map_or(start, |cell| cell.place);
        let kind = ParseErrorKind::Ragged { row: index + 1, found: row.len(), expected: cols };
        return Err(ParseError::at(place, kind));
    }
    entry::assemble(size, &entries(rows.iter().copied().flatten())?, start)
}

/// Returns the square board of a flat list of cells.
///
/// # Errors
/// As [`board`], and if their number is not a square.
pub(super) fn flat_board(cells: &[Cell<'_>]) -> Result<Board, ParseError> {
    let start = cells.first().map_or(Place::START, |cell| cell.place);
    entry::assemble(entry::square_size(start, cells.len())?, &entries(cells)?, start)
}

fn entries<'t>(cells: impl IntoIterator<Item = &'t Cell<'t>>) -> Result<Vec<Entry>, ParseError> {
    let entry = |cell: &Cell<'_>| match cell.is_empty() {
        true => Ok(Entry { number: 0, place: cell.place }),
        false => Entry::read(&Token::new(cell.text, cell.place)),
    };
    cells.into_iter().map(entry).collect()
}
