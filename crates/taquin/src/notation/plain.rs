//! Numbers without brackets: Princeton's size line, the rectangular header, bare rows and flat lines.
//!
//! All candidates of the right shape are tried, and the one that makes a permutation wins. Two can never win
//! with different boards: a header repeats a number that the board also has, or is too large for the rest, so a
//! text that is a board with its header is none without it. The one exception, `1 0`, is Princeton's 1x1 (bare
//! rows need two rows and two columns).

use super::Notation;
use super::entry::{self, Entry};
use super::error::{ParseError, ParseErrorKind};
use super::token::{Place, Token};
use crate::board::Board;
use crate::size::Size;
use std::ops::Range;

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
        let mut table =
            Table { entries: Vec::with_capacity(tokens.len()), lines: Vec::new(), has_commas: false };
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

    /// The size that the first number or two announce, if exactly that many numbers follow.
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

    /// Is the header, which the numbers after it fit, a header even if they are wrong? Any first numbers can
    /// fit by chance; these stand on a line of their own or can be nothing else.
    pub(super) fn is_surely_headed(&self) -> bool {
        let found = self.entries.len();
        let is_square = found.isqrt() * found.isqrt() == found;
        self.exact_header().is_some_and(|(notation, _)| {
            let header = if notation == Notation::Princeton { 1 } else { 2 };
            self.first_length() == header || (self.lines.len() == 1 && !is_square)
        })
    }

    /// Do all lines have as many numbers as the first?
    fn is_rectangular(&self) -> bool {
        let mut lengths = self.lines.iter().map(Range::len);
        let first = lengths.next();
        lengths.all(|length| Some(length) == first)
    }

    fn first_length(&self) -> usize {
        self.lines.first().map_or(0, Range::len)
    }

    /// All on one line, or one number per line.
    fn is_flat(&self) -> bool {
        self.lines.len() == 1 || (self.first_length() == 1 && self.is_rectangular())
    }

    /// Lines that are boards by themselves, flat: each as long as the first, which is a square, and without the
    /// larger numbers that a second row of one board would have.
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

    /// A complete headed board that another headed board follows on a new line.
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

    /// Does this look like several boards without blank lines between them?
    pub(super) fn is_sequence(&self) -> bool {
        self.is_headed_sequence() || self.is_flat_lines()
    }

    /// The one board these numbers are.
    ///
    /// # Errors
    /// If they are none; the error is about the form that comes nearest.
    pub(super) fn board(&self) -> Result<(Board, Notation), ParseError> {
        let headed = self.exact_header().map(|(notation, size)| (notation, self.headed(notation, size)));
        if let Some((notation, Ok(board))) = headed {
            return Ok((board, notation));
        }
        let complaint = match self.bare() {
            Ok(found) => return Ok(found),
            Err(complaint) => complaint,
        };
        if let Some((_, Err(error))) = headed
            && self.is_surely_headed()
        {
            return Err(error);
        }
        let Some(notation) = self.intended_header() else { return Err(complaint) };
        let rows = self.number(0);
        let cols = if notation == Notation::Princeton { rows } else { self.number(1) };
        self.headed(notation, entry::size_at(self.place(0), rows, cols)?)?;
        Err(complaint)
    }

    /// The header that the first line was probably meant to be, though the numbers after it do not fit it.
    fn intended_header(&self) -> Option<Notation> {
        let mut body = self.lines.iter().skip(1);
        match self.first_length() {
            // In a column of single numbers, the first is only a size if it is too large to be a tile.
            1 if self.is_flat() && self.number(0) < self.entries.len() => None,
            1 => Some(Notation::Princeton),
            2 if self.is_rectangular() => None,
            2 if body.len() == 1 || body.len() == self.number(0) => Some(Notation::Header),
            2 if body.all(|line| line.len() == self.number(1)) => Some(Notation::Header),
            _ => None,
        }
    }

    /// The board after a header.
    fn headed(&self, notation: Notation, size: Size) -> Result<Board, ParseError> {
        let header = if notation == Notation::Princeton { 1 } else { 2 };
        let body = self.entries.get(header..).unwrap_or_default();
        if body.len() != size.cells() {
            // Blaming one row helps more than a count, if there are rows to blame.
            let lines = self.lines.iter().skip_while(|line| line.start < header);
            let rows: Vec<Range<usize>> = lines.cloned().collect();
            if rows.len() == size.rows() {
                self.check_lengths(&rows, size.cols())?;
            }
        }
        entry::assemble(size, body, self.place(header.saturating_sub(1)))
    }

    /// The board without a header: rows, or a flat square.
    fn bare(&self) -> Result<(Board, Notation), ParseError> {
        if self.is_flat() {
            let size = entry::square_size(self.place(0), self.entries.len())?;
            let board = entry::assemble(size, &self.entries, self.place(0))?;
            return Ok((board, if self.has_commas { Notation::Comma } else { Notation::Rows }));
        }
        let lengths: Vec<usize> = self.lines.iter().map(Range::len).collect();
        // If the first row is the odd one out, blame it and not all the others.
        let cols = match lengths[..] {
            [_, second, third, ..] if second == third => second,
            [first, ..] => first,
            [] => 0,
        };
        self.check_lengths(&self.lines, cols)?;
        let size = entry::size_at(self.place(0), self.lines.len(), cols)?;
        Ok((entry::assemble(size, &self.entries, self.place(0))?, Notation::Rows))
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
