//! Columns of numbers that are aligned, with a gap where the blank is.
//!
//! A column is a range of characters that is not white space on some line. Boards side by side are separated by an arrow
//! or by white space that is at least twice as wide as between their columns.

use super::Notation;
use super::cells::{self, Cell};
use super::drawing::{is_arrow, is_rule};
use super::entry::Entry;
use super::error::{ParseError, ParseErrorKind};
use super::format::Found;
use super::token::{Place, Token};
use std::ops::Range;

/// Wider than white space inside a board, even if that is a single space.
const NARROWEST_MARGIN: usize = 3;

/// Shorter lines could be signs for the blank.
const SHORTEST_RULE: usize = 3;

/// The most possible rows that an error lists.
const MOST_ROWS: usize = 4;

/// The words of some lines, by their columns of characters.
pub(super) struct Layout<'t> {
    lines: Vec<Line<'t>>,
    /// The columns, from left to right.
    columns: Vec<Range<usize>>,
    /// True for each column that has the line below the head of a table, which makes the table one column.
    rules: Vec<bool>,
    /// True for each space between two columns that has an arrow.
    arrows: Vec<bool>,
    /// True if white space was kept: somewhere it is wider than one character.
    is_kept: bool,
}

struct Line<'t> {
    words: Vec<Word<'t>>,
    number: usize,
    ends_with_space: bool,
}

#[derive(Clone, Copy)]
struct Word<'t> {
    text: &'t str,
    start: usize,
    end: usize,
}

impl Word<'_> {
    fn is_rule(&self) -> bool {
        self.end - self.start >= SHORTEST_RULE && is_rule(self.text)
    }
}

impl<'t> Line<'t> {
    fn new(number: usize, text: &'t str) -> Line<'t> {
        let text = text.trim_end_matches('\r');
        let mut words = Vec::new();
        let mut word: Option<(usize, usize)> = None;
        for (index, (at, character)) in text.char_indices().enumerate() {
            if !character.is_whitespace() {
                word = word.or(Some((at, index)));
            } else if let Some((begin, start)) = word.take() {
                words.push(Word { text: &text[begin..at], start, end: index });
            }
        }
        if let Some((begin, start)) = word {
            words.push(Word { text: &text[begin..], start, end: text.chars().count() });
        }
        Line { words, number, ends_with_space: text.ends_with(char::is_whitespace) }
    }

    fn numbers(&self) -> impl Iterator<Item = &Word<'t>> {
        self.words.iter().filter(|word| !is_arrow(word.text))
    }
}

impl<'t> Layout<'t> {
    pub(super) fn new(lines: &[(usize, &'t str)]) -> Layout<'t> {
        let is_kept = lines.iter().any(|(_, line)| {
            let line = line.trim_end_matches('\r');
            line.chars().zip(line.chars().skip(1)).any(|(a, b)| a.is_whitespace() && b.is_whitespace())
        });
        let lines: Vec<Line<'t>> = lines.iter().map(|&(number, line)| Line::new(number, line)).collect();
        let width = lines.iter().flat_map(|line| &line.words).map(|word| word.end).max().unwrap_or(0);
        let mut is_used = vec![false; width + 1];
        for word in lines.iter().flat_map(Line::numbers) {
            is_used[word.start..word.end].fill(true);
        }
        let mut columns: Vec<Range<usize>> = Vec::new();
        let mut start = None;
        for (index, &used) in is_used.iter().enumerate() {
            match (start, used) {
                (None, true) => start = Some(index),
                (Some(begin), false) => {
                    columns.push(begin..index);
                    start = None;
                }
                (None, false) | (Some(_), true) => {}
            }
        }
        let mut rules = vec![false; columns.len()];
        for word in lines.iter().flat_map(Line::numbers).filter(|word| word.is_rule()) {
            rules[columns.partition_point(|column| column.end <= word.start)] = true;
        }
        let mut starts_arrow = vec![false; width + 1];
        for word in lines.iter().flat_map(|line| &line.words).filter(|word| is_arrow(word.text)) {
            starts_arrow[word.start] = true;
        }
        let has_arrow = |pair: &[Range<usize>]| starts_arrow[pair[0].end..pair[1].start].contains(&true);
        let arrows = columns.windows(2).map(has_arrow).collect();
        Layout { lines, columns, rules, arrows, is_kept }
    }

    /// Returns the one board that all columns are, or the boards that are side by side.
    ///
    /// # Errors
    /// If they are neither.
    pub(super) fn boards(&self) -> Result<Vec<Found>, ParseError> {
        let whole = if self.arrows.contains(&true) {
            Err(ParseError::empty())
        } else {
            self.panel(0..self.columns.len()).map(|found| vec![found])
        };
        whole.or_else(|error| {
            let panels = self.panels();
            if panels.len() < 2 {
                return Err(error);
            }
            let is_board = |panel: &Range<usize>| !self.rules[panel.clone()].contains(&true);
            panels.into_iter().filter(is_board).map(|panel| self.panel(panel)).collect()
        })
    }

    /// Returns the columns of each board, if several are side by side.
    fn panels(&self) -> Vec<Range<usize>> {
        let spaces: Vec<usize> = self.columns.windows(2).map(|pair| pair[1].start - pair[0].end).collect();
        let narrowest = spaces.iter().copied().min().unwrap_or(0);
        let is_margin =
            |space: usize| self.arrows[space] || spaces[space] >= NARROWEST_MARGIN.max(2 * narrowest);
        let mut panels = Vec::new();
        let mut start = 0;
        for space in (0..spaces.len()).filter(|&space| is_margin(space)) {
            panels.push(start..space + 1);
            start = space + 1;
        }
        panels.push(start..self.columns.len());
        panels
    }

    /// Returns the board in a range of columns.
    fn panel(&self, columns: Range<usize>) -> Result<Found, ParseError> {
        let rows: Vec<Vec<Cell<'t>>> =
            self.lines.iter().map(|line| self.cells(line, columns.clone())).collect::<Result<_, _>>()?;
        let is_row = |row: &Vec<Cell<'t>>| row.iter().any(|cell| !cell.is_empty());
        // A smaller board may be beside a larger one.
        let start = rows.iter().position(is_row).unwrap_or(0);
        let end = rows.iter().rposition(is_row).map_or(0, |last| last + 1);
        let rows: Vec<&[Cell<'t>]> = rows[start..end].iter().map(Vec::as_slice).collect();
        Ok(Found::alone(cells::board(&rows)?, Notation::Drawing))
    }

    /// Returns what a line has in each of these columns.
    fn cells(&self, line: &Line<'t>, columns: Range<usize>) -> Result<Vec<Cell<'t>>, ParseError> {
        let mut cells: Vec<Cell<'t>> = self.columns[columns.clone()]
            .iter()
            .map(|column| Cell {
                text: "",
                place: Place::new(line.number, column.start.min(line.width()) + 1),
            })
            .collect();
        for word in line.numbers() {
            let column = self.columns.partition_point(|column| column.end <= word.start);
            let Some(cell) = column.checked_sub(columns.start).and_then(|index| cells.get_mut(index)) else {
                continue;
            };
            let place = Place::new(line.number, word.start + 1);
            if !cell.is_empty() {
                return Err(Token::new(word.text, place).unexpected("numbers in aligned columns"));
            }
            *cell = Cell { text: word.text, place };
        }
        Ok(cells)
    }

    /// Returns true if a number is missing, so that a gap can be the blank.
    pub(super) fn has_gap(&self) -> bool {
        self.lines.iter().any(|line| line.numbers().count() < self.columns.len())
    }

    /// Returns true if the gap of a single board is visible. A gap at the end of a row is visible only if white space was
    /// kept: where it is reduced to single spaces, the blank could be anywhere in the row.
    pub(super) fn shows_gap(&self) -> bool {
        let short = self.lines.iter().find(|line| line.numbers().count() < self.columns.len());
        self.is_kept || short.is_some_and(|line| line.ends_with_space)
    }

    /// Returns the error of a board that lacks only its blank, if the lines are one.
    pub(super) fn blank_unclear(&self) -> Option<ParseError> {
        let cols = self.lines.iter().map(|line| line.words.len()).max()?;
        let mut short = self.lines.iter().enumerate().filter(|(_, line)| line.words.len() < cols);
        let (index, line) = short.next()?;
        if short.next().is_some() || line.words.len() + 1 != cols || self.lines.len() < 2 {
            return None;
        }
        let mut numbers: Vec<u32> = Vec::new();
        for word in self.lines.iter().flat_map(|line| &line.words) {
            numbers.push(Entry::read(&Token::new(word.text, Place::START)).ok()?.number);
        }
        numbers.sort_unstable();
        if !numbers.into_iter().eq(1..(cols * self.lines.len()) as u32) {
            return None;
        }
        let words = || line.words.iter().map(|word| word.text);
        let row = |blank: usize| {
            let row: Vec<&str> = words().take(blank).chain(["0"]).chain(words().skip(blank)).collect();
            row.join(" ")
        };
        let rows = (0..cols).rev().take(MOST_ROWS).map(row).collect();
        let place = Place::new(line.number, line.words.last()?.start + 1);
        Some(ParseError::at(place, ParseErrorKind::BlankUnclear { row: index + 1, rows }))
    }
}

impl Line<'_> {
    fn width(&self) -> usize {
        self.words.last().map_or(0, |word| word.end)
    }
}
