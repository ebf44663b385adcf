//! Princeton's COS 226: the number of moves, then each board under its size line.

use super::super::solution::read_solution;
use super::{Freedom, Row, Signature, Transcript, UNSOLVABLE, each_board, successors, under_size_line};
use crate::goal::NamedGoal;
use crate::metric::Metric;
use std::io::{self, Write};

pub(super) const ROW: Row = Row {
    goal: NamedGoal::Rows,
    unsolvable: UNSOLVABLE,
    is_one_line: false,
    freedom: Freedom::Spaces,
    signature: Signature::None,
    read_solution,
    write_solution: write,
    write_successors: successors::under_size_lines,
    files: None,
};

fn write(out: &mut dyn Write, transcript: &Transcript<'_>) -> io::Result<()> {
    let Transcript { start, moves, metric, minimal, .. } = *transcript;
    let what = if minimal { "Minimum number" } else { "Number" };
    let unit = match metric {
        Metric::Single => "moves",
        Metric::Multi => "pushes",
    };
    writeln!(out, "{what} of {unit} = {}", moves.len_in(metric))?;
    each_board(start, moves, |board, _| writeln!(out, "\n{}", under_size_line(board)))
}
