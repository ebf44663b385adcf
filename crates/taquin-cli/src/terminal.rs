//! The width of the terminal.

use std::io;
use terminal_size::{Width, terminal_size_of};

/// Returns the width of standard error; `None` if it is not a terminal or the width is unknown.
pub(crate) fn stderr_columns() -> Option<usize> {
    terminal_size_of(io::stderr()).map(|(Width(columns), _)| columns.into())
}
