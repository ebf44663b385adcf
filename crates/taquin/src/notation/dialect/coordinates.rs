//! Lists of coordinates: the column and row of the blank, of tile 1, and so on.

use super::super::solution::read_solution;
use super::super::write::coordinates;
use super::successors::Successor;
use super::{Freedom, Row, Signature, Successors, Transcript, UNSOLVABLE, each_board};
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
    each_board(transcript.start, transcript.moves, |board, _| writeln!(out, "{}", coordinates(board)))
}

fn write_successors(out: &mut dyn Write, mut successors: Successors<'_>) -> io::Result<()> {
    successors.list.sort_by_key(|next| next.tile);
    let (size, blank) = (successors.board.size(), successors.board.blank());
    let place = |cell| format!("({},{})", size.col(cell) + 1, size.row(cell) + 1);
    let blank = place(blank);
    successors.list.iter().try_for_each(|Successor { tile, from, board, .. }| {
        writeln!(out, "{} swap {blank} and {}, t0 and t{tile}", coordinates(board), place(*from))
    })
}
