//! The n-puzzle of the school 42: complexity in time and in size, the number of moves, the boards.

use super::super::solution::read_solution;
use super::{Freedom, Row, Signature, Transcript, UNSOLVABLE, each_board, successors, under_size_line};
use crate::goal::NamedGoal;
use std::io::{self, Write};

// The school asks for the boards and their number, and leaves their layout open.
pub(super) const ROW: Row = Row {
    goal: NamedGoal::Spiral,
    unsolvable: UNSOLVABLE,
    is_one_line: false,
    freedom: Freedom::Layout,
    signature: Signature::None,
    read_solution,
    write_solution: write,
    write_successors: successors::under_size_lines,
    files: None,
};

fn write(out: &mut dyn Write, transcript: &Transcript<'_>) -> io::Result<()> {
    let Transcript { start, moves, stats, .. } = *transcript;
    if let Some(stats) = stats {
        writeln!(out, "Complexity in time: {}", stats.expanded)?;
        writeln!(out, "Complexity in size: {}", stats.max_states)?;
    }
    writeln!(out, "Number of moves: {}", moves.as_slice().len())?;
    each_board(start, moves, |board, _| writeln!(out, "\n{}", under_size_line(board)))
}
