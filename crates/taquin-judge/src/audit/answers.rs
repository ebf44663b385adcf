//! What a program answers: one number per line, in the order of the boards.

use super::states::line;
use super::{Estimates, State, States, estimate};
use std::fmt;

/// The longest line that is kept: no number is longer.
const LONGEST: usize = 200;

/// Answers as they come. Blank lines are skipped.
#[derive(Clone, Debug)]
pub struct Answers<'a> {
    states: &'a States,
    values: Vec<f64>,
    /// The number that the next answer is about.
    next: usize,
    given: usize,
    /// The line that is not complete yet, and how many there were before.
    partial: Vec<u8>,
    lines: usize,
}

impl<'a> Answers<'a> {
    /// Before the first answer.
    pub fn new(states: &'a States) -> Answers<'a> {
        let values = vec![f64::NAN; states.numbers()];
        Answers { states, values, next: 0, given: 0, partial: Vec::new(), lines: 0 }
    }

    /// How many answers have come.
    pub fn given(&self) -> usize {
        self.given
    }

    /// The next piece of the output, which may begin and end within a line.
    ///
    /// # Errors
    /// If a line is no estimate, or there are more lines than boards.
    pub fn hear(&mut self, piece: &[u8]) -> Result<(), AnswerError> {
        for part in piece.split_inclusive(|&byte| byte == b'\n') {
            // What is longer than any number is wrong already.
            let room = LONGEST.saturating_sub(self.partial.len());
            self.partial.extend_from_slice(&part[..part.len().min(room)]);
            if part.ends_with(b"\n") || self.partial.len() >= LONGEST {
                self.take_line()?;
            }
        }
        Ok(())
    }

    /// The end of the output.
    ///
    /// # Errors
    /// If the last line is no estimate, or answers are missing.
    pub fn finish(mut self) -> Result<Estimates, AnswerError> {
        if !self.partial.is_empty() {
            self.take_line()?;
        }
        match self.next_state() {
            None => Ok(Estimates { values: self.values }),
            Some(state) => Err(AnswerError::TooFew {
                given: self.given,
                wanted: self.states.count(),
                board: line(&state.board),
            }),
        }
    }

    fn take_line(&mut self) -> Result<(), AnswerError> {
        self.lines += 1;
        let bytes = std::mem::take(&mut self.partial);
        let text = String::from_utf8_lossy(&bytes).trim().to_owned();
        if text.is_empty() {
            return Ok(());
        }
        let Some(state) = self.next_state() else {
            return Err(AnswerError::TooMany { line: self.lines, wanted: self.states.count(), text });
        };
        let Some(value) = estimate(&text) else {
            return Err(AnswerError::NoEstimate { line: self.lines, text, board: line(&state.board) });
        };
        self.values[state.number] = value;
        self.next = state.number + 1;
        self.given += 1;
        Ok(())
    }

    fn next_state(&self) -> Option<State> {
        (self.next..self.states.numbers()).find_map(|number| self.states.state(number))
    }
}

/// What is wrong with the answers of a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AnswerError {
    /// A line that is no estimate.
    NoEstimate {
        /// Its number, from 1.
        line: usize,
        /// What it says.
        text: String,
        /// The board it is about.
        board: String,
    },
    /// More lines than boards.
    TooMany {
        /// The number of the first that is too many, from 1.
        line: usize,
        /// How many boards there are.
        wanted: usize,
        /// What it says.
        text: String,
    },
    /// Fewer lines than boards.
    TooFew {
        /// How many there are.
        given: usize,
        /// How many boards there are.
        wanted: usize,
        /// The first board without an answer.
        board: String,
    },
}

impl fmt::Display for AnswerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AnswerError::NoEstimate { line, text, board } => {
                write!(
                    f,
                    "line {line} of the answers, about the board {board}, is {text:?}, not a number from 0 to 65535"
                )
            }
            AnswerError::TooMany { line, wanted, text } => {
                write!(f, "there are {wanted} boards and more answers: line {line} is {text:?}")
            }
            AnswerError::TooFew { given, wanted, board } => {
                write!(f, "there are {wanted} boards and {given} answers: the first without one is {board}")
            }
        }
    }
}

impl std::error::Error for AnswerError {}
