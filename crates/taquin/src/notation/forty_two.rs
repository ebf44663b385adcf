//! The board files of the school 42: a comment on solvability, the size, then bare rows.

use super::format::{Format, Reading, square_only};
use super::write::bare_rows;
use crate::board::Board;
use crate::goal::Goal;

pub(super) const FORMAT: Format = Format {
    // Detected as Princeton's, because comments are skipped.
    reading: Reading::Shared,
    refusal: square_only,
    write: |board, _| write(board),
    holds_goal: false,
};

fn write(board: &Board) -> String {
    // The school's goal is the spiral.
    let is_solvable = board.is_solvable(&Goal::spiral(board.size()));
    let verdict = if is_solvable { "solvable" } else { "unsolvable" };
    format!("# This puzzle is {verdict}\n{}\n{}", board.size().rows(), bare_rows(board))
}
