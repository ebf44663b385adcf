//! `SlidySim`: the tiles' moves in letters, each with its count.

use super::super::moves::{self, Mover};
use super::super::solution::read_solution;
use super::{Freedom, Row, Signature, Transcript, UNSOLVABLE, successors};
use crate::goal::NamedGoal;
use std::io::{self, Write};

pub(super) const ROW: Row = Row {
    goal: NamedGoal::Rows,
    unsolvable: UNSOLVABLE,
    is_one_line: true,
    freedom: Freedom::Spaces,
    signature: Signature::None,
    read_solution: |text, start, _| read_solution(text, start, Mover::Tile),
    write_solution: write,
    write_successors: successors::on_lines,
    files: None,
};

fn write(out: &mut dyn Write, transcript: &Transcript<'_>) -> io::Result<()> {
    moves::write_runs(out, transcript.moves, Mover::Tile)?;
    writeln!(out)
}
