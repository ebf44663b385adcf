//! The Prolog exercise: a term, which is a list of boards.

use super::super::solution::read_solution;
use super::{Freedom, Row, Signature, Successors, Transcript, as_list, each_board};
use crate::board::Board;
use crate::goal::NamedGoal;
use crate::moves::Moves;
use std::io::{self, Write};

pub(super) const ROW: Row = Row {
    goal: NamedGoal::Rows,
    unsolvable: NONE,
    is_one_line: false,
    freedom: Freedom::Spaces,
    signature: Signature::None,
    read_solution,
    write_solution: write,
    write_successors,
    files: None,
};

/// Prolog's answer to a query that has none.
const NONE: &str = "false.";

fn write(out: &mut dyn Write, transcript: &Transcript<'_>) -> io::Result<()> {
    let Transcript { start, moves, .. } = *transcript;
    writeln!(out, "Sol = [")?;
    each_board(start, moves, |board, index| {
        let comma = if index < moves.as_slice().len() { "," } else { "" };
        writeln!(out, "    {}{comma}", as_list(board))
    })?;
    writeln!(out, "].")
}

fn write_successors(out: &mut dyn Write, successors: Successors<'_>) -> io::Result<()> {
    if successors.list.is_empty() {
        return writeln!(out, "Moves = [].");
    }
    let line = |board: &Board| format!("    {}", as_list(board));
    let lines: Vec<String> = successors.list.iter().map(|next| line(&next.board)).collect();
    writeln!(out, "Moves = [\n{}\n].", lines.join(",\n"))
}

/// Writes several solutions of one board, as Prolog's `solve_bounded` enumerates them.
///
/// ```
/// use taquin::notation::{self, Alternatives, Mover};
/// let start = notation::read("1 2/0 3")?;
/// let mut text = Vec::new();
/// let mut alternatives = Alternatives::new(&mut text);
/// alternatives.push(&start, &notation::read_moves("3", &start, Mover::Tile)?).unwrap();
/// alternatives.finish().unwrap();
/// assert_eq!(text, b"Sol = [[1, 2, 0, 3],\n       [1, 2, 3, 0]].\n");
/// # Ok::<(), taquin::notation::ParseError>(())
/// ```
pub struct Alternatives<'w> {
    out: &'w mut dyn Write,
    has_any: bool,
}

impl<'w> Alternatives<'w> {
    /// Starts an empty list.
    pub fn new(out: &'w mut dyn Write) -> Alternatives<'w> {
        Alternatives { out, has_any: false }
    }

    /// Writes the next solution.
    ///
    /// # Errors
    /// As [`Dialect::write_solution`](crate::notation::Dialect::write_solution).
    pub fn push(&mut self, start: &Board, moves: &Moves) -> io::Result<()> {
        // The last solution ends differently, so the separator is written once the next one is known to exist.
        if self.has_any {
            writeln!(self.out, " ;")?;
        }
        self.has_any = true;
        each_board(start, moves, |board, index| {
            let before = if index == 0 { "Sol = [" } else { ",\n       " };
            write!(self.out, "{before}{}", as_list(board))
        })?;
        write!(self.out, "]")
    }

    /// Ends the list with a full stop, or with `false.` if there was no solution.
    ///
    /// # Errors
    /// If the writer fails.
    pub fn finish(self) -> io::Result<()> {
        writeln!(self.out, "{}", if self.has_any { "." } else { NONE })
    }
}
