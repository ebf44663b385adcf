//! The Python exercise: a list per line with its heuristic value and the number of moves so far.

use super::super::solution::read_solution;
use super::{Freedom, Row, Signature, Successors, Transcript, UNSOLVABLE, as_list, each_board};
use crate::goal::NamedGoal;
use std::io::{self, Write};

pub(super) const ROW: Row = Row {
    goal: NamedGoal::Rows,
    unsolvable: UNSOLVABLE,
    is_one_line: false,
    freedom: Freedom::Spaces,
    signature: Signature::None,
    read_solution,
    write_solution: write,
    write_successors,
    files: None,
};

fn write(out: &mut dyn Write, transcript: &Transcript<'_>) -> io::Result<()> {
    let Transcript { start, moves, heuristic, max_queue, .. } = *transcript;
    each_board(start, moves, |board, index| {
        writeln!(out, "{} h={} moves: {index}", as_list(board), heuristic(board))
    })?;
    match max_queue {
        Some(length) => writeln!(out, "Max queue length: {length}"),
        None => Ok(()),
    }
}

fn write_successors(out: &mut dyn Write, mut successors: Successors<'_>) -> io::Result<()> {
    successors.list.sort_by(|a, b| a.board.cmp(&b.board));
    let heuristic = successors.heuristic;
    let mut list = successors.list.iter();
    list.try_for_each(|next| writeln!(out, "{} h={}", as_list(&next.board), heuristic(&next.board)))
}
