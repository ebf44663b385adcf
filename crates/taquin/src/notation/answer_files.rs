//! The files that a course wants to have, by name.

use super::dialect::{Dialect, Transcript};
use super::{PDDL_DOMAIN, pddl, sise};
use crate::board::Board;
use crate::goal::Goal;
use crate::stats::Stats;
use std::io::{self, Write};

/// A file of an answer, or of a problem.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AnswerFile {
    /// What it is called.
    pub name: &'static str,
    /// What is in it.
    pub content: Vec<u8>,
}

/// What came of a board, for the files about it.
#[derive(Clone, Copy)]
pub struct Answered<'a> {
    /// The board.
    pub start: &'a Board,
    /// What was to be reached.
    pub goal: &'a Goal,
    /// The solution; `None` if there is none.
    pub solution: Option<&'a Transcript<'a>>,
    /// What the search did.
    pub stats: &'a Stats,
}

impl Dialect {
    /// Has this dialect files of its own?
    pub const fn has_files(self) -> bool {
        matches!(self, Dialect::Columbia | Dialect::Sise | Dialect::Pddl)
    }

    /// The files of an answer: what [`write_solution`](Dialect::write_solution) writes, and what else belongs to it.
    /// None if the dialect has no files.
    ///
    /// # Errors
    /// If a move is illegal ([`io::ErrorKind::InvalidInput`]).
    pub fn files(self, answered: &Answered<'_>) -> io::Result<Vec<AnswerFile>> {
        let Answered { start, goal, solution, stats } = *answered;
        let mut text = Vec::new();
        match solution {
            Some(transcript) => self.write_solution(&mut text, transcript)?,
            None => writeln!(text, "{}", self.unsolvable())?,
        }
        let own = |name| AnswerFile { name, content: text };
        Ok(match self {
            Dialect::Columbia => vec![own("output.txt")],
            Dialect::Sise => {
                let mut content = Vec::new();
                let length = solution.map(|transcript| transcript.moves.as_slice().len());
                sise::write_statistics(&mut content, length, stats)?;
                vec![own("solution.txt"), AnswerFile { name: "statistics.txt", content }]
            }
            Dialect::Pddl => {
                let mut files = Vec::from(pddl_files(start, Some(goal.board())));
                files.push(own("plan.txt"));
                files
            }
            _ => Vec::new(),
        })
    }
}

/// The domain and the problem of a board; without a goal it is `1 2 … 0`.
pub fn pddl_files(board: &Board, goal: Option<&Board>) -> [AnswerFile; 2] {
    [("domain.pddl", PDDL_DOMAIN.to_owned()), ("problem.pddl", pddl::write(board, goal))]
        .map(|(name, text)| AnswerFile { name, content: format!("{text}\n").into_bytes() })
}
