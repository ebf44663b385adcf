//! The properties and functions of one notation.

use super::Notation;
use super::columbia::DriverMethod;
use super::error::ParseError;
use super::record::Record;
use super::token::Token;
use super::write::Reason;
use crate::board::Board;
use crate::size::Size;

/// Everything about a notation but its name and title.
pub(super) struct Format {
    pub(super) reading: Reading,
    /// Returns why no board of this size can be written; `None` if it can.
    pub(super) refusal: fn(Size) -> Option<Reason>,
    /// Writes a board, and its goal if the notation holds one.
    pub(super) write: fn(&Board, Option<&Board>) -> String,
    /// True if the text says what the goal is.
    pub(super) holds_goal: bool,
}

/// How a notation is recognised and read. Notations are tried from the last row of the table to the first, so the
/// first row takes what no other notation recognises.
pub(super) enum Reading {
    /// From the text itself, because it has its own comments or structure.
    Text { is: fn(&str) -> bool, read: fn(&str) -> Result<Vec<Record>, ParseError> },
    /// From the tokens of one board.
    Board { is: fn(&[Token<'_>]) -> bool, read: fn(&[Token<'_>]) -> Result<Found, ParseError> },
    /// By the reader of another notation.
    Shared,
}

/// A board as it was found in a text.
pub(super) struct Found {
    pub(super) board: Board,
    pub(super) notation: Notation,
    pub(super) goal: Option<Board>,
    pub(super) method: Option<DriverMethod>,
}

impl Found {
    /// Returns a board that came with neither a goal nor a method.
    pub(super) fn alone(board: Board, notation: Notation) -> Found {
        Found { board, notation, goal: None, method: None }
    }
}

/// The refusal of a notation that can write every board.
pub(super) fn any_size(_: Size) -> Option<Reason> {
    None
}

/// The refusal of a notation that does not tell the size.
pub(super) fn square_only(size: Size) -> Option<Reason> {
    (size.rows() != size.cols()).then_some(Reason::NotSquare)
}
