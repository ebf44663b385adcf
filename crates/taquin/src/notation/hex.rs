//! Boards in one word with a hexadecimal digit for each cell: `fe169b4c0a73d852`.

use super::Notation;
use super::entry::{self, Entry};
use super::error::ParseError;
use super::format::{Format, Found, Reading, square_only};
use super::token::{Place, Token};
use super::write::Reason;
use crate::board::Board;
use crate::size::Size;

pub(super) const FORMAT: Format = Format {
    reading: Reading::Board { is: is_board, read },
    refusal: |size: Size| square_only(size).or((size.cells() > MAX_CELLS).then_some(Reason::TooManyCells)),
    write: |board, _| write(board),
    holds_goal: false,
};

/// The most cells that digits can name.
const MAX_CELLS: usize = 16;

/// Returns true for a word whose digits are a permutation. As a number it would be larger than any tile, so it is
/// never part of another notation.
fn is_board(tokens: &[Token<'_>]) -> bool {
    let [word] = tokens else { return false };
    let digits = || word.text.chars().map(|digit| digit.to_digit(16));
    let cells = word.text.len();
    matches!(cells, 4 | 9 | MAX_CELLS)
        && digits().all(|digit| digit.is_some_and(|digit| (digit as usize) < cells))
        && digits().flatten().fold(0_u32, |seen, digit| seen | 1 << digit).count_ones() as usize == cells
}

/// Reads a word that [`is_board`].
fn read(tokens: &[Token<'_>]) -> Result<Found, ParseError> {
    let place = tokens.first().map_or(Place::START, |word| word.place);
    let digits = tokens.iter().flat_map(|word| word.text.chars()).enumerate();
    let entries: Vec<Entry> = digits
        .filter_map(|(at, digit)| Some(Entry { number: digit.to_digit(16)?, place: place.right(at) }))
        .collect();
    let board = entry::assemble(entry::square_size(place, entries.len())?, &entries, place)?;
    Ok(Found::alone(board, Notation::Hex))
}

/// Writes the digits of a board of at most sixteen cells.
fn write(board: &Board) -> String {
    board.numbers().filter_map(|number| char::from_digit(number.into(), 16)).collect()
}
