//! The files that a course prescribes, by name.

use super::super::{PDDL_DOMAIN, pddl};
use super::Transcript;
use crate::board::Board;
use crate::goal::Goal;
use crate::stats::Stats;

/// A file of an answer, or of a problem.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AnswerFile {
    /// The file name.
    pub name: &'static str,
    /// The content.
    pub content: Vec<u8>,
}

/// A board and its outcome, as input to [`Dialect::files`](super::Dialect::files).
#[derive(Clone, Copy)]
pub struct Answered<'a> {
    /// The board.
    pub start: &'a Board,
    /// The goal.
    pub goal: &'a Goal,
    /// The solution; `None` if the board is unsolvable.
    pub solution: Option<&'a Transcript<'a>>,
    /// The counts of the search.
    pub stats: &'a Stats,
}

/// Returns the PDDL domain and the problem of a board; without a goal, the goal is `1 2 … 0`.
pub fn pddl_files(board: &Board, goal: Option<&Board>) -> [AnswerFile; 2] {
    [("domain.pddl", PDDL_DOMAIN.to_owned()), ("problem.pddl", pddl::write(board, goal))]
        .map(|(name, text)| AnswerFile { name, content: format!("{text}\n").into_bytes() })
}
