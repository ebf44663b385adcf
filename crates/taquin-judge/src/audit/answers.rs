//! The output of an audited program: one number per line, in the order of the boards.

use super::states::line;
use super::{Estimates, State, States, estimate};
use std::fmt;

/// The longest line that is parsed, in bytes.
const MAX_LINE: usize = 200;

/// Parses answers incrementally. Blank lines are skipped.
#[derive(Clone, Debug)]
pub struct Answers<'a> {
    states: &'a States,
    values: Vec<f64>,
    /// The number of the board from which to look for the next state.
    next: usize,
    count: usize,
    /// The incomplete last line, and the number of lines before it.
    partial: Vec<u8>,
    lines: usize,
}

impl<'a> Answers<'a> {
    /// Creates a parser that has read nothing yet.
    pub fn new(states: &'a States) -> Answers<'a> {
        let values = vec![f64::NAN; states.numbers()];
        Answers { states, values, next: 0, count: 0, partial: Vec::new(), lines: 0 }
    }

    /// Returns the number of answers so far.
    pub fn count(&self) -> usize {
        self.count
    }

    /// Parses the next chunk of output, which may begin and end within a line.
    ///
    /// # Errors
    /// If a line is not an estimate, or there are more lines than boards.
    pub fn push(&mut self, chunk: &[u8]) -> Result<(), AnswerError> {
        for part in chunk.split_inclusive(|&byte| byte == b'\n') {
            let text = part.strip_suffix(b"\n").unwrap_or(part);
            let room = MAX_LINE.saturating_sub(self.partial.len());
            self.partial.extend_from_slice(&text[..text.len().min(room)]);
            // An error whatever it contains: where a pipe divides the output must not matter.
            let is_too_long = text.len() > room;
            if is_too_long || part.ends_with(b"\n") {
                self.take_line(is_too_long)?;
            }
        }
        Ok(())
    }

    /// Finishes at the end of the output.
    ///
    /// # Errors
    /// If the last line is not an estimate, or answers are missing.
    pub fn finish(mut self) -> Result<Estimates, AnswerError> {
        if !self.partial.is_empty() {
            self.take_line(false)?;
        }
        match self.next_state() {
            None => Ok(Estimates { values: self.values }),
            Some(state) => Err(AnswerError::TooFew {
                given: self.count,
                expected: self.states.count(),
                board: line(&state.board),
            }),
        }
    }

    fn take_line(&mut self, is_too_long: bool) -> Result<(), AnswerError> {
        self.lines += 1;
        let bytes = std::mem::take(&mut self.partial);
        let text = String::from_utf8_lossy(&bytes).trim().to_owned();
        if text.is_empty() && !is_too_long {
            return Ok(());
        }
        let Some(state) = self.next_state() else {
            return Err(AnswerError::TooMany { line: self.lines, expected: self.states.count(), text });
        };
        let Some(value) = estimate(&text).filter(|_| !is_too_long) else {
            return Err(AnswerError::NotANumber { line: self.lines, text, board: line(&state.board) });
        };
        self.values[state.number] = value;
        self.next = state.number + 1;
        self.count += 1;
        Ok(())
    }

    fn next_state(&self) -> Option<State> {
        (self.next..self.states.numbers()).find_map(|number| self.states.state(number))
    }
}

/// An error in the output of an audited program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AnswerError {
    /// A line is not an estimate.
    NotANumber {
        /// The line number, from 1.
        line: usize,
        /// The text of the line.
        text: String,
        /// The board that it belongs to.
        board: String,
    },
    /// There are more lines than boards.
    TooMany {
        /// The number of the first excess line, from 1.
        line: usize,
        /// The number of boards.
        expected: usize,
        /// The text of the line.
        text: String,
    },
    /// There are fewer lines than boards.
    TooFew {
        /// The number of answers.
        given: usize,
        /// The number of boards.
        expected: usize,
        /// The first board without an answer.
        board: String,
    },
}

impl fmt::Display for AnswerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AnswerError::NotANumber { line, text, board } => {
                write!(
                    f,
                    "line {line} of the output: {text:?} is not a number from 0 to 65535 (board {board})"
                )
            }
            AnswerError::TooMany { line, expected, text } => {
                write!(f, "line {line} of the output: {text:?} is one answer too many for {expected} boards")
            }
            AnswerError::TooFew { given, expected, board } => {
                write!(
                    f,
                    "the output has {given} answers for {expected} boards; the first board without one is {board}"
                )
            }
        }
    }
}

impl std::error::Error for AnswerError {}
