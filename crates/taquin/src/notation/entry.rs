//! Numbers with their places, and their conversion to a board.
//!
//! All numeric notations use this, so the same mistake gives the same message everywhere.

use super::error::{ParseError, ParseErrorKind};
use super::token::{Place, Token};
use crate::board::Board;
use crate::size::Size;

/// A number and its place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    pub(super) number: u32,
    pub(super) place: Place,
}

impl Entry {
    /// Reads a number, or one of the signs for the blank.
    ///
    /// # Errors
    /// If the token is neither, or if the number is negative or too large.
    pub(super) fn read(token: &Token<'_>) -> Result<Entry, ParseError> {
        let found = || token.text.chars().take(40).collect::<String>();
        let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let place = token.place;
        if is_blank_sign(token.text) {
            Ok(Entry { number: 0, place })
        } else if is_number(token.text) {
            let number = token.text.parse();
            let too_large = |_| ParseError::at(place, ParseErrorKind::TooLarge { found: found() });
            Ok(Entry { number: number.map_err(too_large)?, place })
        } else if token.text.strip_prefix('-').is_some_and(is_number) {
            Err(ParseError::at(place, ParseErrorKind::Negative { found: found() }))
        } else {
            Err(token.unexpected("a number"))
        }
    }
}

/// Returns true for the signs other than 0 that mean the blank among numbers.
pub(super) fn is_blank_sign(word: &str) -> bool {
    matches!(word, "x" | "X" | "_" | ".")
}

/// Returns the size that a text gives at a place.
///
/// # Errors
/// If it is out of range.
pub(super) fn size_at(place: Place, rows: usize, cols: usize) -> Result<Size, ParseError> {
    Size::new(rows, cols).map_err(|_| ParseError::at(place, ParseErrorKind::SizeOutOfRange { rows, cols }))
}

/// Returns the square size of a flat list that begins at `place`.
///
/// # Errors
/// If the number of entries is not a square, or is too large.
pub(super) fn square_size(place: Place, found: usize) -> Result<Size, ParseError> {
    let side = found.isqrt();
    if side * side != found {
        return Err(ParseError::at(place, ParseErrorKind::NotSquare { found }));
    }
    size_at(place, side, side)
}

/// Returns the square board of a flat list that begins at `place`.
///
/// # Errors
/// As [`square_size`] and [`assemble`]; a list of all tiles without the blank is an error of its own.
pub(super) fn flat_board(entries: &[Entry], place: Place) -> Result<Board, ParseError> {
    let mut numbers: Vec<u32> = entries.iter().map(|entry| entry.number).collect();
    numbers.sort_unstable();
    let side = (numbers.len() + 1).isqrt();
    let has_all_tiles = side * side == numbers.len() + 1 && numbers.into_iter().eq(1..(side * side) as u32);
    if has_all_tiles && side > 1 {
        let size = size_at(place, side, side)?;
        return Err(ParseError::at(place, ParseErrorKind::NoBlank { size }));
    }
    assemble(square_size(place, entries.len())?, entries, place)
}

/// Returns the size of the boards that are side by side in these rows of equal length, and their number; `None` if they
/// are not.
pub(super) fn side_by_side(rows: &[&[Entry]]) -> Option<(Size, usize)> {
    let cols = rows.first()?.len();
    (2..=cols / 2).filter(|count| cols.is_multiple_of(*count)).find_map(|count| {
        let size = Size::new(rows.len(), cols / count).ok()?;
        let is_board = |board: usize| {
            let parts = rows.iter().map(|row| &row[board * size.cols()..(board + 1) * size.cols()]);
            assemble(size, &parts.flatten().copied().collect::<Vec<Entry>>(), Place::START).is_ok()
        };
        (0..count).all(is_board).then_some((size, count))
    })
}

/// Returns the board with these entries in row-major order; `before` is the place of the error if there are none.
///
/// # Errors
/// If there are too few or too many, or they are not `0..cells`, each once.
pub(super) fn assemble(size: Size, entries: &[Entry], before: Place) -> Result<Board, ParseError> {
    let found = entries.len();
    if let Some(extra) = entries.get(size.cells()) {
        return Err(ParseError::at(extra.place, ParseErrorKind::TooMany { size, found }));
    }
    let last = entries.last().map_or(before, |entry| entry.place);
    if found < size.cells() {
        return Err(ParseError::at(last, ParseErrorKind::TooFew { size, found }));
    }
    // A number beyond u16 is beyond every board, and so is the largest u16.
    let numbers: Vec<u16> = entries.iter().map(|e| u16::try_from(e.number).unwrap_or(u16::MAX)).collect();
    Board::new(size, &numbers).map_err(|_| not_a_permutation(size, entries))
}

/// Returns why these entries, as many as the size has cells, are not a permutation.
fn not_a_permutation(size: Size, entries: &[Entry]) -> ParseError {
    let mut places: Vec<Option<Place>> = vec![None; size.cells()];
    let mut wrong = None;
    for entry in entries {
        match places.get_mut(entry.number as usize) {
            None => wrong = wrong.or(Some((*entry, None))),
            Some(Some(first)) => wrong = wrong.or(Some((*entry, Some(*first)))),
            Some(place) => *place = Some(entry.place),
        }
    }
    let missing = places.iter().take_while(|place| place.is_some()).count() as u32;
    let (place, kind) = match wrong {
        Some((entry, Some(first))) => {
            let (first_line, first_column) = (first.line(), first.column());
            let kind = match entry.number {
                0 => ParseErrorKind::TwoBlanks { first_line, first_column, missing },
                number => ParseErrorKind::Duplicate { number, first_line, first_column, missing },
            };
            (entry.place, kind)
        }
        // In 1 to 9 the blank was forgotten; it is not one tile that is wrong.
        Some((entry, None)) if missing == 0 => (entry.place, ParseErrorKind::NoBlank { size }),
        Some((entry, None)) => {
            (entry.place, ParseErrorKind::OutOfRange { size, number: entry.number, missing })
        }
        None => (Place::START, ParseErrorKind::NoBlank { size }),
    };
    ParseError::at(place, kind)
}
