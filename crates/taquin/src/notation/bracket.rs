//! Boards in brackets of any kind: flat lists, lists of rows, and lists of coordinates.
//!
//! The first sign after the opening bracket decides which of the three it is. Commas between entries are optional, as
//! in numpy's output. Semicolons end rows, as in MATLAB.

use super::Notation;
use super::entry::{self, Entry};
use super::error::{ParseError, ParseErrorKind};
use super::format::{Format, Found, Reading, any_size, square_only};
use super::rows;
use super::token::{Place, Token};
use super::write::{self, Reason};
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

/// `[(2,2), (1,1), (2,1), (1,2)]`; its reader is that of all notations in brackets.
pub(super) const COORDINATES: Format = Format {
    reading: Reading::Board { is: opens, read },
    refusal: any_size,
    write: |board, _| write::coordinates(board),
    holds_goal: false,
};

/// `{{1, 2}, {3, 0}}`.
pub(super) const BRACES: Format = Format {
    reading: Reading::Shared,
    refusal: any_size,
    write: |board, _| write::enclosed(board, "{", "}"),
    holds_goal: false,
};

/// `((1, 2), (3, 0))`.
pub(super) const TUPLES: Format = Format {
    reading: Reading::Shared,
    // In Python, a pair of parentheses around one number or one row is not a tuple.
    refusal: |size: Size| size.is_line().then_some(Reason::OneLine),
    write: |board, _| write::enclosed(board, "(", ")"),
    holds_goal: false,
};

/// `[1 2; 3 0]`; without brackets it is read like rows between slashes.
pub(super) const MATLAB: Format = Format {
    reading: Reading::Shared,
    refusal: |size: Size| (size.rows() == 1).then_some(Reason::OneRow),
    write: |board, _| write::matlab(board),
    holds_goal: false,
};

/// Returns true if the first token is an opening bracket.
pub(super) fn opens(tokens: &[Token<'_>]) -> bool {
    tokens.first().is_some_and(|token| closing(token.text).is_some())
}

/// Returns the bracket that closes an opening one.
pub(super) fn closing(open: &str) -> Option<&'static str> {
    match open {
        "[" => Some("]"),
        "{" => Some("}"),
        "(" => Some(")"),
        _ => None,
    }
}

/// Returns true for what follows a board in the output of Wisconsin's assignment: `h=6 moves: 1`.
pub(super) fn is_estimate(token: &Token<'_>) -> bool {
    token.text.starts_with("h=")
}

/// Reads one board and nothing after it.
fn read(tokens: &[Token<'_>]) -> Result<Found, ParseError> {
    let (mut found, taken) = first_list(tokens)?;
    match (tokens.get(taken), found.len(), found.pop()) {
        (Some(next), ..) if !opens(&[*next]) => Err(next.unexpected("the end of the board")),
        (None, 1, Some(found)) => Ok(found),
        (next, ..) => {
            let second = next.or(tokens.get(1)).map_or(Place::START, |token| token.place);
            Err(ParseError::at(second, ParseErrorKind::MoreThanOneBoard))
        }
    }
}

/// Reads the board, or the list of flat boards, at the beginning of `tokens`, and returns the number of tokens it took.
///
/// # Errors
/// If a bracket is not closed, the lengths of rows differ, or the entries are not a board.
pub(super) fn first_list(tokens: &[Token<'_>]) -> Result<(Vec<Found>, usize), ParseError> {
    let (Some(&open), true) = (tokens.first(), opens(tokens)) else {
        return Err(tokens.first().map_or(ParseError::at(Place::START, ParseErrorKind::Empty), |token| {
            token.unexpected("a list in brackets")
        }));
    };
    let inner = tokens.get(1).map_or("", |token| token.text);
    let nearest = match inner {
        "[" | "{" => with_brackets(Notation::Nested, open.text, inner),
        "(" => Notation::Coordinates,
        _ => with_brackets(Notation::List, open.text, inner),
    };
    list(tokens, open, inner).map_err(|error| error.near(nearest))
}

fn list(tokens: &[Token<'_>], open: Token<'_>, inner: &str) -> Result<(Vec<Found>, usize), ParseError> {
    let mut reader = Reader { tokens, next: 1 };
    let found = match closing(inner) {
        None => {
            let (board, has_rows) = reader.flat(open)?;
            let notation = if has_rows { Notation::Matlab } else { Notation::List };
            vec![Found::alone(board, with_brackets(notation, open.text, ""))]
        }
        Some(_) if inner == "(" => vec![reader.pairs_or_rows(open)?],
        Some(_) => {
            let begin = reader.next;
            match reader.nested(open) {
                Ok(board) => vec![Found::alone(board, with_brackets(Notation::Nested, open.text, inner))],
                Err(complaint) => {
                    reader.next = begin;
                    let boards = reader.flat_boards(open).map_err(|_| complaint)?;
                    let notation = with_brackets(Notation::List, open.text, inner);
                    boards.into_iter().map(|board| Found::alone(board, notation)).collect()
                }
            }
        }
    };
    // Prolog ends a clause with a full stop, and C a statement with a semicolon.
    let is_end = |token: &Token<'_>| matches!(token.text, "." | ";");
    if reader.peek().is_some_and(|token| is_end(&token) && token.same_line(&tokens[reader.next - 1])) {
        reader.next += 1;
    }
    Ok((found, reader.next))
}

/// Returns the notation of a list with these brackets, where `square` is that of square brackets.
fn with_brackets(square: Notation, open: &str, inner: &str) -> Notation {
    match (open, inner) {
        ("{", _) | (_, "{") => Notation::Braces,
        ("(", _) | (_, "(") => Notation::Tuples,
        _ => square,
    }
}

/// Returns true for the entries of a list: a number, a sign for the blank, or what programs print for them.
pub(super) fn is_entry(word: &str) -> bool {
    let number = whole_number(word);
    is_nothing(word)
        || entry::is_blank_sign(word)
        || (!number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Reads an entry of a list: a number, also with a decimal point as numpy prints it, or one of the signs and words for
/// the blank.
fn list_entry(token: &Token<'_>) -> Result<Entry, ParseError> {
    if is_nothing(token.text) {
        return Ok(Entry { number: 0, place: token.place });
    }
    Entry::read(&Token::new(whole_number(token.text), token.place)).map_err(|error| match error.kind {
        ParseErrorKind::Unexpected { .. } => token.unexpected("a number"),
        _ => error,
    })
}

/// Returns true for the words by which programming languages mean that a cell has no value.
fn is_nothing(word: &str) -> bool {
    ["none", "null", "nil", "nan", "undefined"].iter().any(|nothing| word.eq_ignore_ascii_case(nothing))
}

/// Returns the digits before the decimal point of `1.` and `1.0`; any other word as it is.
fn whole_number(word: &str) -> &str {
    match word.split_once('.') {
        Some((whole, zeros)) if !whole.is_empty() && zeros.bytes().all(|byte| byte == b'0') => whole,
        _ => word,
    }
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

    /// Consumes the next token if it closes `open`.
    fn take_closing(&mut self, open: Token<'t>) -> Option<Token<'t>> {
        self.take(closing(open.text)?)
    }

    /// Reads numbers, and returns whether semicolons end their rows.
    fn flat(&mut self, open: Token<'t>) -> Result<(Board, bool), ParseError> {
        let mut entries = Vec::new();
        let mut widths = Vec::new();
        loop {
            let row_start = entries.len();
            self.entries(open, &mut entries)?;
            let semicolon = self.take(";");
            if let Some(semicolon) = semicolon.filter(|_| entries.len() == row_start) {
                let kind = ParseErrorKind::EmptyRow { row: widths.len() + 1 };
                return Err(ParseError::at(semicolon.place, kind));
            }
            let is_row = semicolon.is_some() || !widths.is_empty();
            if is_row && entries.len() > row_start {
                rows::check_width(&mut widths, &entries, row_start)?;
            }
            if semicolon.is_none() {
                break;
            }
        }
        self.take_closing(open);
        if entries.is_empty() {
            return Err(ParseError::at(open.place, ParseErrorKind::Empty));
        }
        let board = match widths.first() {
            Some(&cols) => {
                let size = entry::size_at(open.place, widths.len(), cols)?;
                entry::assemble(size, &entries, open.place)?
            }
            None => entry::flat_board(&entries, open.place)?,
        };
        Ok((board, !widths.is_empty()))
    }

    fn nested(&mut self, open: Token<'t>) -> Result<Board, ParseError> {
        let mut entries = Vec::new();
        let mut rows = 0;
        let mut cols = 0;
        while let Some(row_open) = self.row(open, "the next row, or a closing bracket,")? {
            let row_start = entries.len();
            self.row_entries(row_open, &mut entries)?;
            let found = entries.len() - row_start;
            rows += 1;
            if found == 0 {
                return Err(ParseError::at(row_open.place, ParseErrorKind::EmptyRow { row: rows }));
            }
            if rows == 1 {
                cols = found;
            }
            if found != cols {
                let row = &entries[row_start..];
                let blamed = row.get(cols).or(row.last()).map_or(row_open.place, |entry| entry.place);
                let kind = ParseErrorKind::Ragged { row: rows, found, expected: cols };
                return Err(ParseError::at(blamed, kind));
            }
            if rows > Size::MAX_SIDE {
                entry::size_at(row_open.place, rows, cols)?;
            }
        }
        let size = entry::size_at(open.place, rows, cols)?;
        entry::assemble(size, &entries, open.place)
    }

    /// Reads a list whose elements are flat boards, as Prolog and Python print several boards.
    fn flat_boards(&mut self, open: Token<'t>) -> Result<Vec<Board>, ParseError> {
        let mut boards = Vec::new();
        while let Some(board_open) = self.row(open, "the next board, or a closing bracket,")? {
            let mut entries = Vec::new();
            self.row_entries(board_open, &mut entries)?;
            let size = entry::square_size(board_open.place, entries.len())?;
            boards.push(entry::assemble(size, &entries, board_open.place)?);
        }
        Ok(boards)
    }

    /// Consumes the bracket that opens the next row, after a comma; `None` if that of the list is closed.
    fn row(&mut self, open: Token<'t>, expected: &'static str) -> Result<Option<Token<'t>>, ParseError> {
        self.take(",");
        if self.take_closing(open).is_some() {
            return Ok(None);
        }
        let token = self.peek().ok_or_else(|| open.unclosed())?;
        if closing(token.text).is_none() {
            return Err(token.unexpected(expected));
        }
        self.next += 1;
        Ok(Some(token))
    }

    /// Reads the numbers of a row and its closing bracket.
    fn row_entries(&mut self, open: Token<'t>, entries: &mut Vec<Entry>) -> Result<(), ParseError> {
        self.entries(open, entries)?;
        match self.take(";") {
            Some(semicolon) => Err(semicolon.unexpected("a number")),
            None => {
                self.take_closing(open);
                Ok(())
            }
        }
    }

    /// Reads the numbers up to a semicolon or to the closing bracket, which is not consumed.
    fn entries(&mut self, open: Token<'t>, entries: &mut Vec<Entry>) -> Result<(), ParseError> {
        loop {
            let token = self.peek().ok_or_else(|| open.unclosed())?;
            if token.text == ";" || closing(open.text) == Some(token.text) {
                return Ok(());
            }
            entries.push(list_entry(&token)?);
            self.next += 1;
            // Stop here instead of collecting more.
            if entries.len() > Size::MAX_CELLS {
                let side = entries.len().isqrt() + 1;
                return Err(ParseError::at(
                    token.place,
                    ParseErrorKind::SizeOutOfRange { rows: side, cols: side },
                ));
            }
            self.take(",");
        }
    }

    /// Reads coordinates, or rows in parentheses. Coordinates count from 1 and rows have a 0, so a list is never both.
    fn pairs_or_rows(&mut self, open: Token<'t>) -> Result<Found, ParseError> {
        let begin = self.next;
        let complaint = match self.coordinates(open) {
            Ok(board) => return Ok(Found::alone(board, Notation::Coordinates)),
            Err(complaint) => complaint,
        };
        self.next = begin;
        let width = self.tokens[begin + 1..]
            .iter()
            .take_while(|token| token.text != ")")
            .filter(|token| token.text != ",")
            .count();
        match self.nested(open) {
            // A single pair with a 0 is more likely a wrong coordinate than a board of two cells.
            Ok(board) if width != 2 || board.size().rows() > 1 => Ok(Found::alone(board, Notation::Tuples)),
            Err(error) if width != 2 => Err(error),
            Ok(_) | Err(_) => Err(complaint),
        }
    }

    fn coordinates(&mut self, open: Token<'t>) -> Result<Board, ParseError> {
        let mut pairs: Vec<((usize, usize), Place)> = Vec::new();
        loop {
            if self.take_closing(open).is_some() {
                return board_of_pairs(&pairs, open.place);
            }
            let Some(pair_open) = self.take("(") else {
                return Err(self.peek().map_or(open.unclosed(), |token| {
                    token.unexpected("the next pair, or a closing bracket,")
                }));
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
            if pairs.len() > Size::MAX_CELLS + 1 {
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
