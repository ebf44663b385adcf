//! The boards one move away, as the course documents print them.

use super::dialect::{Dialect, as_list, under_size_line};
use super::pddl;
use super::write::{commas, coordinates, headed, slashes};
use crate::board::Board;
use crate::cell::Cell;
use crate::direction::Direction;
use crate::tile::Tile;
use std::io::{self, Write};

/// A board one move away, and the move.
struct Successor {
    tile: Tile,
    from: Cell,
    direction: Direction,
    board: Board,
}

impl Dialect {
    /// Writes the boards one move away:
    /// - Princeton: boards with blank lines between them, by ascending cell of the tile that moves;
    /// - Python: `[1, 2, 0, 4, 5, 3, 6, 7, 8] h=6`, ascending as numbers;
    /// - Prolog: one term `Moves = […].`, in the order of Princeton;
    /// - Coordinates: `[(2,1), …] swap (2,2) and (2,1), t0 and t2`, by ascending tile;
    /// - Moves: `tile 5 up`, in the order of Princeton;
    /// - PDDL: the actions that are possible, in the same order;
    /// - the others: boards as their courses write them, in the same order.
    ///
    /// ```
    /// use taquin::notation::{self, Dialect};
    /// let board = notation::read("1 2/3 0")?;
    /// let mut text = Vec::new();
    /// Dialect::Moves.write_successors(&mut text, &board, &|_| 0).unwrap();
    /// assert_eq!(text, b"tile 2 down\ntile 3 right\n");
    /// # Ok::<(), taquin::notation::ParseError>(())
    /// ```
    ///
    /// # Errors
    /// If the writer fails.
    pub fn write_successors(
        self,
        out: &mut dyn Write,
        board: &Board,
        heuristic: &dyn Fn(&Board) -> u32,
    ) -> io::Result<()> {
        let mut successors = successors(board);
        let size = board.size();
        match self {
            Dialect::Princeton | Dialect::FortyTwo => with_gaps(out, &successors, under_size_line),
            Dialect::Sise => with_gaps(out, &successors, |board| headed(board, true)),
            Dialect::Columbia if size.rows() == size.cols() => {
                successors.iter().try_for_each(|next| writeln!(out, "{}", commas(&next.board)))
            }
            Dialect::Columbia | Dialect::Aizu | Dialect::Rosetta | Dialect::Slidysim => {
                successors.iter().try_for_each(|next| writeln!(out, "{}", slashes(&next.board)))
            }
            Dialect::Pddl => successors
                .iter()
                .try_for_each(|next| pddl::write_action(out, size, next.tile, [next.from, board.blank()])),
            Dialect::Python => {
                successors.sort_by(|a, b| a.board.cmp(&b.board));
                successors.iter().try_for_each(|next| {
                    writeln!(out, "{} h={}", as_list(&next.board), heuristic(&next.board))
                })
            }
            Dialect::Prolog if successors.is_empty() => writeln!(out, "Moves = []."),
            Dialect::Prolog => {
                let lines: Vec<String> =
                    successors.iter().map(|next| format!("    {}", as_list(&next.board))).collect();
                writeln!(out, "Moves = [\n{}\n].", lines.join(",\n"))
            }
            Dialect::Coordinates => {
                successors.sort_by_key(|next| next.tile);
                let place = |cell| format!("({},{})", size.col(cell) + 1, size.row(cell) + 1);
                let blank = place(board.blank());
                successors.iter().try_for_each(|Successor { tile, from, board, .. }| {
                    writeln!(out, "{} swap {blank} and {}, t0 and t{tile}", coordinates(board), place(*from))
                })
            }
            Dialect::Moves => successors
                .iter()
                .try_for_each(|Successor { tile, direction, .. }| writeln!(out, "tile {tile} {direction}")),
        }
    }
}

/// Boards of several lines each.
fn with_gaps(
    out: &mut dyn Write,
    successors: &[Successor],
    text: impl Fn(&Board) -> String,
) -> io::Result<()> {
    successors.iter().enumerate().try_for_each(|(index, next)| {
        let gap = if index == 0 { "" } else { "\n" };
        writeln!(out, "{gap}{}", text(&next.board))
    })
}

fn successors(board: &Board) -> Vec<Successor> {
    let with_tile = |(direction, next): (Direction, Board)| {
        // The blank goes where the tile comes from.
        let from = next.blank();
        Some(Successor { tile: board.tile(from)?, from, direction, board: next })
    };
    board.neighbours().filter_map(with_tile).collect()
}
