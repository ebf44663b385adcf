//! What can be wrong with a journal.

use super::line::VERSION;
use crate::size::Size;
use std::fmt;
use std::io;
use std::path::PathBuf;

/// A problem with a journal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct JournalError {
    /// The file.
    pub path: PathBuf,
    /// The problem.
    pub fault: JournalFault,
}

/// What is wrong with a journal.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum JournalFault {
    /// The file cannot be read or written.
    Io(io::ErrorKind),
    /// Another process is using it.
    InUse,
    /// It is empty.
    Empty,
    /// A line is not one of a journal, or contradicts the lines before it.
    Line {
        /// The line, from 1.
        line: usize,
    },
    /// It was written by another version of this library.
    Version {
        /// The version of the format.
        found: u32,
    },
    /// A search on boards of this size cannot be resumed.
    Size {
        /// The size.
        size: Size,
    },
    /// It is for another board or goal.
    OtherPuzzle,
    /// It is for another iteration, or divides it into other parts.
    OtherIteration,
    /// It has no unfinished iteration.
    NoIteration,
    /// It is restricted to some parts of an iteration.
    Part,
}

impl fmt::Display for JournalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.path.display())?;
        match &self.fault {
            JournalFault::Io(io::ErrorKind::NotFound) => f.write_str("no such file"),
            JournalFault::Io(kind) => kind.fmt(f),
            JournalFault::InUse => f.write_str("another process is using this journal"),
            JournalFault::Empty => f.write_str("the journal is empty"),
            JournalFault::Line { line } => write!(f, "line {line} is not a line of this journal"),
            JournalFault::Version { found } => {
                write!(f, "the journal has version {found}, and this program reads version {VERSION}")
            }
            JournalFault::Size { size } => write!(f, "a search on {size} cannot be resumed or divided"),
            JournalFault::OtherPuzzle => f.write_str("the journal is for another board or goal"),
            JournalFault::OtherIteration => f.write_str("the journal is for another iteration of the search"),
            JournalFault::Part => f.write_str("the journal is for some parts of a search only"),
            JournalFault::NoIteration => f.write_str("the journal has no unfinished iteration"),
        }
    }
}

impl JournalError {
    /// Returns what to do about it, if there is something.
    pub fn hint(&self) -> Option<&'static str> {
        match self.fault {
            JournalFault::Line { .. } => Some("restore the file, or start again with another name"),
            JournalFault::Version { .. } | JournalFault::OtherIteration => {
                Some("use the program that wrote it, or start again with another name")
            }
            JournalFault::Size { .. } => Some("only searches on boards of 17 to 25 cells can be"),
            JournalFault::Part => Some("search it with `taquin solve --part`"),
            JournalFault::OtherPuzzle => Some("give the same board and --goal, or another file"),
            JournalFault::Io(_) | JournalFault::InUse | JournalFault::Empty | JournalFault::NoIteration => {
                None
            }
        }
    }
}

impl std::error::Error for JournalError {}
