//! Boards in one word, a hexadecimal digit for each cell: `fe169b4c0a73d852`.

use super::entry::{self, Entry};
use super::error::ParseError;
use super::token::Token;
use crate::board::Board;
use crate::tile::Tile;

/// The most cells that digits can name.
pub(super) const MAX_CELLS: usize = 16;

/// Is this word a board? As a number it would be larger than any tile, so it can be nothing else.
pub(super) fn is_board(tokens: &[Token<'_>]) -> bool {
    let [word] = tokens else { return false };
    let digits = || word.text.chars().map(|digit| digit.to_digit(16));
    let cells = word.text.len();
    matches!(cells, 4 | 9 | MAX_CELLS)
        && digits().all(|digit| digit.is_some_and(|digit| (digit as usize) < cells))
        && digits().flatten().fold(0_u32, |seen, digit| seen | 1 << digit).count_ones() as usize == cells
}

/// Reads a word that [`is_board`].
///
/// # Errors
/// If it is no board after all.
pub(super) fn board(word: &Token<'_>) -> Result<Board, ParseError> {
    let digits = word.text.chars().enumerate();
    let entries: Vec<Entry> = digits
        .filter_map(|(at, digit)| Some(Entry { number: digit.to_digit(16)?, place: word.place.right(at) }))
        .collect();
    entry::assemble(entry::square_size(word.place, entries.len())?, &entries, word.place)
}

/// Writes the digits of at most sixteen tiles.
pub(super) fn write(tiles: &[Tile]) -> String {
    tiles.iter().filter_map(|tile| char::from_digit(tile.number().into(), 16)).collect()
}
