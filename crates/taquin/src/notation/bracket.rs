//! Boards in brackets: flat lists, lists of rows, and lists of coordinates.
//!
//! The first sign after the opening bracket decides which of the three it is. Commas between entries are optional, as
//! in numpy's output.

use super::Notation;
use super::entry::{self, Entry};
use super::error::{ParseError, ParseErrorKind};
use super::format::{Format, Found, Reading, any_size, square_only};
use super::token::{Place, Token};
use super::write;
use crate::board::{Board, BoardError};
use crate::size::Size;

/// `[1, 2, 3, 0]`.
pub(super) const LIST: Format = Format {
    reading: Reading::Shared,
    refusal: square_only,
    write: |board, _| write::list(board),
    holds_goal: false,
};

/// `[[1, 2], [3, 0]]`.
pub(super) const NESTED: Format = Format {
    reading: Reading::Shared,
    refusal: any_size,
    write: |board, _| write::nested(board),
    holds_goal: false,
};

/// `[(2,2), (1,1), (2,1), (1,2)]`; its reader is that of all three notations.
pub(super) const COORDINATES: Format = Format {
    reading: Reading::Board { is: opens, read },
    refusal: any_size,
    write: |board, _| write::coordinates(board),
    holds_goal: false,
};

/// The most entries that a board can have; reading stops there instead of collecting more.
const MAX_CELLS: usize = Size::MAX_SIDE * Size::MAX_SIDE;

/// Returns true if the first token is an opening bracket.
pub(super) fn opens(tokens: &[Token<'_>]) -> bool {
    tokens.first().is_some_and(|token| token.text == "[")
}

/// Reads one board and nothing after it.
fn read(tokens: &[Token<'_>]) -> Result<Found, ParseError> {
    let (found, taken) = first_board(tokens)?;
    match tokens.get(taken) {
        Some(next) if next.text == "[" => Err(ParseError::at(next.place, ParseErrorKind::MoreThanOneBoard)),
        Some(next) => Err(next.unexpected("the end of the board")),
        None => Ok(found),
    }
}

/// Reads the board at the beginning of `tokens`, which starts with `[`, and returns the number of tokens it took.
///
/// # Errors
/// If a bracket is not closed, the lengths of rows differ, or the entries are not a board.
pub(super) fn first_board(tokens: &[Token<'_>]) -> Result<(Found, usize), ParseError> {
    let mut reader = Reader { tokens, next: 0 };
    let Some(open) = reader.take("[") else {
        return Err(tokens.first().map_or(ParseError::at(Place::START, ParseErrorKind::Empty), |token| {
            token.unexpected("a list in brackets")
        }));
    };
    let (board, notation) = match reader.peek().map(|token| token.text) {
        Some("[") => (reader.nested(open)?, Notation::Nested),
        Some("(") => (reader.coordinates(open)?, Notation::Coordinates),
        _ => (reader.flat(open)?, Notation::List),
    };
    // Prolog ends a clause with a full stop.
    if reader.peek().is_some_and(|token| token.text == "." && token.same_line(&tokens[reader.next - 1])) {
        reader.next += 1;
    }
    Ok((Found::alone(board, notation), reader.next))
}

struct Reader<'a, 't> {
    tokens: &'a [Token<'t>],
    next: usize,
}

impl<'t> Reader<'_, 't> {
    fn peek(&self) -> Option<Token<'t>> {
        self.tokens.get(self.next).copied()
    }

    /// Consumes the next token if it is this sign.
    fn take(&mut self, sign: &str) -> Option<Token<'t>> {
        let token = self.peek().filter(|token| token.text == sign)?;
        self.next += 1;
        Some(token)
    }

    fn flat(&mut self, open: Token<'t>) -> Result<Board, ParseError> {
        let entries = self.entries(open)?;
        if entries.is_empty() {
            return Err(ParseError::at(open.place, ParseErrorKind::Empty));
        }
        let size = entry::square_size(open.place, entries.len())?;
        entry::assemble(size, &entries, open.place)
    }

    fn nested(&mut self, open: Token<'t>) -> Result<Board, ParseError> {
        let mut entries = Vec::new();
        let mut rows = 0;
        let mut cols = 0;
        loop {
            if self.take("]").is_some() {
                let size = entry::size_at(open.place, rows, cols)?;
                return entry::assemble(size, &entries, open.place);
            }
            let Some(row_open) = self.take("[") else {
                return Err(self
                    .peek()
                    .map_or(open.unclosed(), |token| token.unexpected("the next row, or ],")));
            };
            let row = self.entries(row_open)?;
            rows += 1;
            if row.is_empty() {
                return Err(ParseError::at(row_open.place, ParseErrorKind::EmptyRow { row: rows }));
            }
            if rows == 1 {
                cols = row.len();
            }
            let found = row.len();
            if found != cols {
                let blamed = row.get(cols).or(row.last()).map_or(row_open.place, |entry| entry.place);
                let kind = ParseErrorKind::Ragged { row: rows, found, expected: cols };
                return Err(ParseError::at(blamed, kind));
            }
            if rows > Size::MAX_SIDE {
                entry::size_at(row_open.place, rows, cols)?;
            }
            entries.extend(row);
            self.take(",");
        }
    }

    /// Reads the numbers up to the closing bracket.
    fn entries(&mut self, open: Token<'t>) -> Result<Vec<Entry>, ParseError> {
        let mut entries = Vec::new();
        loop {
            if self.take("]").is_some() {
                return Ok(entries);
            }
            let token = self.peek().ok_or_else(|| open.unclosed())?;
            entries.push(Entry::read(&token)?);
            self.next += 1;
            if entries.len() > MAX_CELLS {
                let found = entries.len();
                let side = found.isqrt() + 1;
                return Err(ParseError::at(
                    token.place,
                    ParseErrorKind::SizeOutOfRange { rows: side, cols: side },
                ));
            }
            self.take(",");
        }
    }

    fn coordinates(&mut self, open: Token<'t>) -> Result<Board, ParseError> {
        let mut pairs: Vec<((usize, usize), Place)> = Vec::new();
        loop {
            if self.take("]").is_some() {
                return board_of_pairs(&pairs, open.place);
            }
            let Some(pair_open) = self.take("(") else {
                return Err(self
                    .peek()
                    .map_or(open.unclosed(), |token| token.unexpected("the next pair, or ],")));
            };
            let x = self.coordinate(pair_open)?;
            self.take(",");
            let y = self.coordinate(pair_open)?;
            if self.take(")").is_none() {
                return Err(self
                    .peek()
                    .map_or(pair_open.unclosed(), |token| token.unexpected("a closing )")));
            }
            pairs.push(((x, y), pair_open.place));
            if pairs.len() > MAX_CELLS + 1 {
                // By now some place must have appeared twice, so the rest cannot make this a board.
                return board_of_pairs(&pairs, open.place);
            }
            self.take(",");
        }
    }

    /// Reads a column or a row, counted from 1.
    fn coordinate(&mut self, pair_open: Token<'t>) -> Result<usize, ParseError> {
        let token = self.peek().ok_or_else(|| pair_open.unclosed())?;
        let number = Entry::read(&token)?.number as usize;
        if number == 0 {
            return Err(token.unexpected("a column or a row, counted from 1,"));
        }
        entry::size_at(token.place, number, number)?;
        self.next += 1;
        Ok(number)
    }
}

/// Returns the board with tile `i` at the i-th pair.
pub(super) fn board_of_pairs(pairs: &[((usize, usize), Place)], open: Place) -> Result<Board, ParseError> {
    let from_zero: Vec<(usize, usize)> = pairs.iter().map(|&((x, y), _)| (x - 1, y - 1)).collect();
    Board::from_coordinates(&from_zero).map_err(|error| {
        let place_of = |tile: usize| pairs.get(tile).map_or(open, |&(_, place)| place);
        match error {
            BoardError::PlaceTwice { x, y, first, second } => {
                let (first, second) = (first.into(), second.into());
                let kind = ParseErrorKind::PlaceTwice { x: x + 1, y: y + 1, first, second };
                ParseError::at(place_of(second), kind)
            }
            BoardError::Count { size, found } => {
                let mut filled = vec![false; size.cells()];
                from_zero.iter().for_each(|&(x, y)| filled[y * size.cols() + x] = true);
                let empty = filled.iter().take_while(|&&there| there).count();
                let (x, y) = (empty % size.cols() + 1, empty / size.cols() + 1);
                ParseError::at(place_of(found - 1), ParseErrorKind::PlaceEmpty { x, y, size })
            }
            // Each coordinate was checked and each tile has one place, so none of these can occur.
            BoardError::Size(_)
            | BoardError::NotSquare { .. }
            | BoardError::Ragged { .. }
            | BoardError::TooLarge { .. }
            | BoardError::Duplicate { .. } => ParseError::at(open, ParseErrorKind::Empty),
        }
    })
}
