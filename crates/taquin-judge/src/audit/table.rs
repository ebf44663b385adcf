//! A heuristic as a table: one line per board with its estimate, in any order.

use super::states::line;
use super::{Estimates, States, estimate};
use std::fmt;
use taquin::Board;

/// Separators between numbers, in addition to white space.
const SEPARATORS: &str = ",;:=/|[]()";

/// Parses a table line by line. Unsolvable boards are skipped.
#[derive(Clone, Debug)]
pub struct Table<'a> {
    states: &'a States,
    values: Vec<f64>,
    found: usize,
}

impl<'a> Table<'a> {
    /// Creates an empty table.
    pub fn new(states: &'a States) -> Table<'a> {
        Table { states, values: vec![f64::NAN; states.numbers()], found: 0 }
    }

    /// Adds a line: the numbers of a board and its estimate.
    ///
    /// # Errors
    /// If the line is malformed, or the board appeared before.
    pub fn push(&mut self, text: &str) -> Result<(), TableError> {
        let is_separator = |c: char| c.is_whitespace() || SEPARATORS.contains(c);
        let words: Vec<&str> = text.split(is_separator).filter(|word| !word.is_empty()).collect();
        let size = self.states.goal().size();
        let malformed = || TableError::Malformed { cells: size.cells(), text: text.trim().to_owned() };
        let (value, numbers) =
            words.split_last().filter(|_| words.len() == size.cells() + 1).ok_or_else(malformed)?;
        let numbers: Option<Vec<u16>> = numbers.iter().map(|word| word.parse().ok()).collect();
        let board = numbers.and_then(|numbers| Board::new(size, &numbers).ok()).ok_or_else(malformed)?;
        let value = estimate(value).ok_or_else(|| TableError::NotANumber((*value).to_owned()))?;
        let Some(state) = self.states.find(&board) else { return Ok(()) };
        if !self.values[state.number].is_nan() {
            return Err(TableError::Duplicate(line(&board)));
        }
        self.values[state.number] = value;
        self.found += 1;
        Ok(())
    }

    /// Finishes the table.
    ///
    /// # Errors
    /// If a board is missing.
    pub fn finish(self) -> Result<Estimates, TableError> {
        let missing = self.states.iter().find(|state| self.values[state.number].is_nan());
        match missing {
            None => Ok(Estimates { values: self.values }),
            Some(state) => Err(TableError::Missing {
                boards: self.states.count() - self.found,
                first: line(&state.board),
            }),
        }
    }
}

/// An error in a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TableError {
    /// A line is not a board followed by a number.
    Malformed {
        /// The number of cells of the board.
        cells: usize,
        /// The text of the line.
        text: String,
    },
    /// The estimate of a board is not a valid number.
    NotANumber(String),
    /// A board appears twice.
    Duplicate(String),
    /// Boards are missing.
    Missing {
        /// The number of missing boards.
        boards: usize,
        /// The first of them.
        first: String,
    },
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TableError::Malformed { cells, text } => {
                write!(f, "{text:?} is not a board of {cells} numbers followed by an estimate")
            }
            TableError::NotANumber(text) => {
                write!(f, "the estimate {text:?} is not a number from 0 to 65535")
            }
            TableError::Duplicate(board) => write!(f, "the board {board} appears twice"),
            TableError::Missing { boards, first } => {
                write!(f, "{boards} solvable boards are missing; the first is {first}")
            }
        }
    }
}

impl std::error::Error for TableError {}
