//! The board files of the course SISE in Łódź: rows and columns on the first line, then bare rows.

use super::format::{Format, Reading, any_size};
use super::write::bare_rows;

pub(super) const FORMAT: Format = Format {
    // Detected as a header and its rows.
    reading: Reading::Shared,
    refusal: any_size,
    write: |board, _| format!("{} {}\n{}", board.size().rows(), board.size().cols(), bare_rows(board)),
    holds_goal: false,
};
