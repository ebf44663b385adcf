//! How wide the terminals are.

use std::io;
use terminal_size::{Width, terminal_size_of};

/// The columns of the terminal that is standard output; `None` if it is none, or does not tell.
pub(crate) fn stdout_columns() -> Option<usize> {
    terminal_size_of(io::stdout()).map(|(Width(columns), _)| columns.into())
}

/// The same of standard error.
pub(crate) fn stderr_columns() -> Option<usize> {
    terminal_size_of(io::stderr()).map(|(Width(columns), _)| columns.into())
}
