//! Numbers without brackets: Princeton's size line, the rectangular header, bare rows and flat lines.
//!
//! Every interpretation that fits the shape is tried, and the one that gives a permutation wins. Two interpretations
//! never give different boards: a header repeats a number of the board or is too large for the rest, so a text that is
//! a board with its header is not a board without it. The one exception, `1 0`, is read as Princeton's 1x1 board (bare
//! rows need two rows and two columns).

use super::Notation;
use super::entry::{self, Entry};
use super::error::{ParseError, ParseErrorKind};
use super::format::{Format, Found, Reading, any_size, square_only};
use super::token::{Place, Token};
use super::write::{self, Reason};
use crate::board::Board;
use crate::size::Size;
use std::ops::Range;

/// The size on a line, then the rows; its reader takes all plain numbers.
pub(super) const PRINCETON: Format = Format {
    reading: Reading::Board { is: |_| true, read },
    refusal: square_only,
    write: |board, _| write::headed(board, false),
    holds_goal: false,
};

/// Bare rows.
pub(super) const ROWS: Format = Format {
    reading: Reading::Shared,
    refusal: |size: Size| (size.is_line() && size.cells() > 1).then_some(Reason::OneLine),
    write: |board, _| write::bare_rows(board),
    holds_goal: false,
};

/// Rows and columns on a line, then the rows.
pub(super) const HEADER: Format = Format {
    reading: Reading::Shared,
    refusal: any_size,
    write: |board, _| write::headed(board, true),
    holds_goal: false,
};

/// `1,2,3,0`.
pub(super) const COMMA: Format = Format {
    reading: Reading::Shared,
    refusal: square_only,
    write: |board, _| write::commas(board),
    holds_goal: false,
};

fn read(tokens: &[Token<'_>]) -> Result<Found, ParseError> {
    Table::read(tokens).map_err(|error| error.near(resembled(tokens)))?.board()
}

/// Returns the notation that these tokens resemble, though one of them is not a number.
fn resembled(tokens: &[Token<'_>]) -> Notation {
    let mut lines = tokens.chunk_by(Token::same_line);
    match (lines.next(), lines.next()) {
        (Some([_]), Some(_)) => Notation::Princeton,
        (Some(line), None) if line.iter().any(|token| token.text == ",") => Notation::Comma,
        _ => Notation::Rows,
    }
}

/// The numbers of a text, by line.
pub(super) struct Table {
    entries: Vec<Entry>,
    lines: Vec<Range<usize>>,
    has_commas: bool,
}

impl Table {
    /// Reads the numbers and the commas between them.
    ///
    /// # Errors
    /// At the first token that is neither.
    pub(super) fn read(tokens: &[Token<'_>]) -> Result<Table, ParseError> {
        let mut table = Table { entries: Vec::new(), lines: Vec::new(), has_commas: false };
        for line in tokens.chunk_by(Token::same_line) {
            let first = table.entries.len();
            let mut comma_allowed = false;
            for token in line {
                if token.text == "," && comma_allowed {
                    table.has_commas = true;
                } else {
                    table.entries.push(Entry::read(token)?);
                }
                comma_allowed = token.text != ",";
            }
            table.lines.push(first..table.entries.len());
        }
        Ok(table)
    }

    fn number(&self, index: usize) -> usize {
        self.entries.get(index).map_or(0, |entry| entry.number as usize)
    }

    fn place(&self, index: usize) -> Place {
        self.entries.get(index).map_or(Place::START, |entry| entry.place)
    }

    /// Returns the size that the first one or two numbers announce, if exactly that many numbers follow.
    fn exact_header(&self) -> Option<(Notation, Size)> {
        let found = self.entries.len();
        let (first, second) = (self.number(0), self.number(1));
        let princeton = Size::square(first).ok().filter(|size| size.cells() + 1 == found);
        let header = Size::new(first, second).ok().filter(|size| size.cells() + 2 == found);
        match (princeton, header) {
            (Some(size), _) => Some((Notation::Princeton, size)),
            (None, Some(size)) => Some((Notation::Header, size)),
            (None, None) => None,
        }
    }

    /// Returns true if the header is one even if the numbers after it are not a board. First numbers can fit as a size
    /// by chance; a header is certain if it is alone on its line, or if nothing else explains the count.
    pub(super) fn is_surely_headed(&self) -> bool {
        let found = self.entries.len();
        let is_square = found.isqrt() * found.isqrt() == found;
        self.exact_header().is_some_and(|(notation, _)| {
            let header = if notation == Notation::Princeton { 1 } else { 2 };
            self.first_length() == header || (self.lines.len() == 1 && !is_square)
        })
    }

    /// Returns true if all lines have as many numbers as the first.
    fn is_rectangular(&self) -> bool {
        let mut lengths = self.lines.iter().map(Range::len);
        let first = lengths.next();
        lengths.all(|length| Some(length) == first)
    }

    fn first_length(&self) -> usize {
        self.lines.first().map_or(0, Range::len)
    }

    /// Returns true if all numbers are on one line, or each on its own.
    fn is_flat(&self) -> bool {
        self.lines.len() == 1 || (self.first_length() == 1 && self.is_rectangular())
    }

    /// Returns true if each line is a flat board: all lengths are the same square, and the first two lines do not have
    /// the larger numbers that two rows of one board would have.
    fn is_flat_lines(&self) -> bool {
        let length = self.first_length();
        let side = length.isqrt();
        let mut two_lines = self.entries.iter().take(2 * length);
        side > 1
            && side * side == length
            && self.lines.len() > 1
            && self.is_rectangular()
            && two_lines.all(|entry| (entry.number as usize) < length)
    }

    /// Returns true if a complete headed board is followed by another on a new line.
    fn is_headed_sequence(&self) -> bool {
        let header = self.first_length();
        let size = match header {
            1 => Size::square(self.number(0)),
            2 => Size::new(self.number(0), self.number(1)),
            _ => return false,
        };
        let Ok(size) = size else { return false };
        let next = header + size.cells();
        self.lines.iter().any(|line| line.start == next && line.len() == header)
    }

    /// Returns true if this looks like several boards without blank lines between them.
    pub(super) fn is_sequence(&self) -> bool {
        self.is_headed_sequence() || self.is_flat_lines()
    }

    /// Returns the board that these numbers are.
    ///
    /// # Errors
    /// If they are not one board; the error is about the form that comes nearest.
    pub(super) fn board(&self) -> Result<Found, ParseError> {
        let headed = self.exact_header().map(|(notation, size)| {
            (notation, self.headed(notation, size).map_err(|error| error.near(notation)))
        });
        if let Some((notation, Ok(board))) = headed {
            return Ok(Found::alone(board, notation));
        }
        let complaint = match self.bare() {
            Ok(found) => return Ok(found),
            Err(complaint) => complaint.near(self.bare_notation()),
        };
        if let Some((_, Err(error))) = headed
            && self.is_surely_headed()
        {
            return Err(error);
        }
        let Some(notation) = self.intended_header() else { return Err(complaint) };
        let rows = self.number(0);
        let cols = if notation == Notation::Princeton { rows } else { self.number(1) };
        let size = entry::size_at(self.place(0), rows, cols);
        size.and_then(|size| self.headed(notation, size)).map_err(|error| error.near(notation))?;
        Err(complaint)
    }

    /// Returns the header that the first line was probably meant to be, though the numbers after it do not fit.
    fn intended_header(&self) -> Option<Notation> {
        let mut body = self.lines.iter().skip(1);
        match self.first_length() {
            // In a column of single numbers the first is a size only if it is too large for a tile.
            1 if self.is_flat() && self.number(0) < self.entries.len() => None,
            1 => Some(Notation::Princeton),
            2 if self.is_rectangular() => None,
            2 if body.len() == 1 || body.len() == self.number(0) => Some(Notation::Header),
            2 if body.all(|line| line.len() == self.number(1)) => Some(Notation::Header),
            _ => None,
        }
    }

    /// Reads the board after a header.
    fn headed(&self, notation: Notation, size: Size) -> Result<Board, ParseError> {
        let header = if notation == Notation::Princeton { 1 } else { 2 };
        let body = self.entries.get(header..).unwrap_or_default();
        if body.len() != size.cells() {
            // Naming the wrong row helps more than a total.
            let lines = self.lines.iter().skip_while(|line| line.start < header);
            let rows: Vec<Range<usize>> = lines.cloned().collect();
            if rows.len() == size.rows() {
                self.check_lengths(&rows, size.cols())?;
            }
        }
        entry::assemble(size, body, self.place(header.saturating_sub(1)))
    }

    /// Returns the notation of a board without a header.
    fn bare_notation(&self) -> Notation {
        if self.has_commas && self.is_flat() { Notation::Comma } else { Notation::Rows }
    }

    /// Reads a board without a header: rows, or a flat square.
    fn bare(&self) -> Result<Found, ParseError> {
        if self.is_flat() {
            let board = entry::flat_board(&self.entries, self.place(0))?;
            return Ok(Found::alone(board, self.bare_notation()));
        }
        let lengths: Vec<usize> = self.lines.iter().map(Range::len).collect();
        // If the first row is the odd one out, report it and not all the others.
        let cols = match lengths[..] {
            [_, second, third, ..] if second == third => second,
            [first, ..] => first,
            [] => 0,
        };
        self.check_lengths(&self.lines, cols)?;
        let size = entry::size_at(self.place(0), self.lines.len(), cols)?;
        let board = entry::assemble(size, &self.entries, self.place(0)).map_err(|error| {
            let rows: Vec<&[Entry]> = self.lines.iter().map(|line| &self.entries[line.clone()]).collect();
            let found = entry::side_by_side(&rows);
            found.map_or(error, |(size, count)| {
                ParseError::at(self.place(0), ParseErrorKind::SideBySide { size, count })
            })
        })?;
        Ok(Found::alone(board, self.bare_notation()))
    }

    fn check_lengths(&self, rows: &[Range<usize>], expected: usize) -> Result<(), ParseError> {
        for (index, row) in rows.iter().enumerate() {
            let found = row.len();
            if found != expected {
                let blamed = if found < expected { row.end - 1 } else { row.start + expected };
                let kind = ParseErrorKind::Ragged { row: index + 1, found, expected };
                return Err(ParseError::at(self.place(blamed), kind));
            }
        }
        Ok(())
    }
}
