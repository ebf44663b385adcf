//! The moves alone, on one line, in any move notation.

use super::super::moves;
use super::super::solution::read_solution;
use super::successors::Successor;
use super::{Freedom, Row, Signature, Successors, Transcript, UNSOLVABLE};
use crate::goal::NamedGoal;
use std::io::{self, Write};

pub(super) const ROW: Row = Row {
    goal: NamedGoal::Rows,
    unsolvable: UNSOLVABLE,
    is_one_line: true,
    freedom: Freedom::MoveNotation,
    signature: Signature::None,
    read_solution,
    write_solution: write,
    write_successors,
    files: None,
};

fn write(out: &mut dyn Write, transcript: &Transcript<'_>) -> io::Result<()> {
    let Transcript { start, moves, move_notation, mover, .. } = *transcript;
    moves::write_moves(out, moves, start, move_notation, mover)?;
    writeln!(out)
}

fn write_successors(out: &mut dyn Write, successors: Successors<'_>) -> io::Result<()> {
    let mut list = successors.list.iter();
    list.try_for_each(|Successor { tile, direction, .. }| writeln!(out, "tile {tile} {direction}"))
}
