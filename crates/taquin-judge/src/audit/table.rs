//! A heuristic as a table: lines with a board and its estimate, in any order.

use super::states::line;
use super::{Estimates, States, estimate};
use std::fmt;
use taquin::Board;

/// What stands between numbers besides spaces.
const SEPARATORS: &str = ",;:=/|[]()";

/// The lines of a table as they come. Boards that cannot be solved are skipped.
#[derive(Clone, Debug)]
pub struct Table<'a> {
    states: &'a States,
    values: Vec<f64>,
    found: usize,
}

impl<'a> Table<'a> {
    /// Before the first line.
    pub fn new(states: &'a States) -> Table<'a> {
        Table { states, values: vec![f64::NAN; states.numbers()], found: 0 }
    }

    /// The next line: the numbers of a board and its estimate.
    ///
    /// # Errors
    /// If it is something else, or the board was there before.
    pub fn take(&mut self, text: &str) -> Result<(), TableError> {
        let is_between = |c: char| c.is_whitespace() || SEPARATORS.contains(c);
        let words: Vec<&str> = text.split(is_between).filter(|word| !word.is_empty()).collect();
        let size = self.states.goal().size();
        let no_line = || TableError::NoLine { cells: size.cells(), text: text.trim().to_owned() };
        let (value, numbers) =
            words.split_last().filter(|_| words.len() == size.cells() + 1).ok_or_else(no_line)?;
        let numbers: Option<Vec<u16>> = numbers.iter().map(|word| word.parse().ok()).collect();
        let board = numbers.and_then(|numbers| Board::new(size, &numbers).ok()).ok_or_else(no_line)?;
        let value = estimate(value).ok_or_else(|| TableError::NoEstimate((*value).to_owned()))?;
        let Some(state) = self.states.find(&board) else { return Ok(()) };
        if !self.values[state.number].is_nan() {
            return Err(TableError::Twice(line(&board)));
        }
        self.values[state.number] = value;
        self.found += 1;
        Ok(())
    }

    /// The end of the table.
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

/// What is wrong with a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TableError {
    /// A line that is no board with a number behind it.
    NoLine {
        /// How many cells the board should have.
        cells: usize,
        /// What it says.
        text: String,
    },
    /// A board with something behind it that is no estimate.
    NoEstimate(String),
    /// A board that was there before.
    Twice(String),
    /// Boards that are not there.
    Missing {
        /// How many.
        boards: usize,
        /// The first of them.
        first: String,
    },
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TableError::NoLine { cells, text } => {
                write!(f, "{text:?} is not a board of {cells} numbers and its estimate")
            }
            TableError::NoEstimate(text) => {
                write!(f, "the estimate {text:?} is not a number from 0 to 65535")
            }
            TableError::Twice(board) => write!(f, "the board {board} was there before"),
            TableError::Missing { boards, first } => {
                write!(f, "{boards} boards that can be solved are missing, the first is {first}")
            }
        }
    }
}

impl std::error::Error for TableError {}
