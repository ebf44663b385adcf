//! The boards one move away, and the layouts that several dialects share.

use super::super::write::slashes;
use super::under_size_line;
use crate::board::Board;
use crate::cell::Cell;
use crate::direction::Direction;
use crate::tile::Tile;
use std::io::{self, Write};

/// The boards one move away from a board, by ascending cell of the tile that moves.
pub(super) struct Successors<'a> {
    pub(super) board: &'a Board,
    pub(super) heuristic: &'a dyn Fn(&Board) -> u32,
    pub(super) list: Vec<Successor>,
}

/// A board one move away, and the move.
pub(super) struct Successor {
    pub(super) tile: Tile,
    pub(super) from: Cell,
    pub(super) direction: Direction,
    pub(super) board: Board,
}

impl<'a> Successors<'a> {
    pub(super) fn new(board: &'a Board, heuristic: &'a dyn Fn(&Board) -> u32) -> Successors<'a> {
        let with_tile = |(direction, next): (Direction, Board)| {
            // The blank goes to the cell that the tile leaves.
            let from = next.blank();
            Some(Successor { tile: board.tile(from)?, from, direction, board: next })
        };
        Successors { board, heuristic, list: board.neighbours().filter_map(with_tile).collect() }
    }

    /// Writes the boards, several lines each, with blank lines between them.
    pub(super) fn write_apart(&self, out: &mut dyn Write, text: impl Fn(&Board) -> String) -> io::Result<()> {
        self.list.iter().enumerate().try_for_each(|(index, next)| {
            let gap = if index == 0 { "" } else { "\n" };
            writeln!(out, "{gap}{}", text(&next.board))
        })
    }

    /// Writes the boards, one line each.
    pub(super) fn write_lines(&self, out: &mut dyn Write, text: impl Fn(&Board) -> String) -> io::Result<()> {
        self.list.iter().try_for_each(|next| writeln!(out, "{}", text(&next.board)))
    }
}

/// Writes each board under its size line.
pub(super) fn under_size_lines(out: &mut dyn Write, successors: Successors<'_>) -> io::Result<()> {
    successors.write_apart(out, under_size_line)
}

/// Writes each board on a line, its rows between slashes.
pub(super) fn on_lines(out: &mut dyn Write, successors: Successors<'_>) -> io::Result<()> {
    successors.write_lines(out, slashes)
}
