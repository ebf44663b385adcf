//! The options of `taquin solve --lines`.

use crate::echo;
use crate::lines::Shard;
use crate::quantity;
use clap::{Args, ValueHint};
use std::ffi::OsString;
use std::num::NonZero;
use std::path::PathBuf;
use taquin::notation::Columns;

/// Options for many boards.
#[derive(Args, Debug)]
#[command(next_help_heading = "Many boards")]
pub(crate) struct BatchArgs {
    /// Solve the boards in a file, one per line (- for standard input), on all cores
    ///
    /// Answers are printed in input order as soon as they are known, one line each, as --json (the default here), --csv or
    /// --output moves; with --all --count, each has the number of optimal solutions. A line that cannot be read or solved
    /// gets an answer that says so. Blank lines and comments (#) are skipped.
    /// The input is streamed and may have any length.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    #[arg(conflicts_with_all = ["boards", "explain"])]
    pub(crate) lines: Option<OsString>,
    /// Columns before the board on each line: id, length or - (ignored), as in id,length,-,board
    ///
    /// Lines of id, length, other columns and the tiles of a board of at least 3x3 are recognized without this option.
    #[arg(long, value_name = "COLUMNS", value_parser = echo::value::<Columns>, allow_hyphen_values = true)]
    pub(crate) columns: Option<Columns>,
    /// Print CSV: a heading, and a row for each board; the default if the file of -o ends with .csv
    #[arg(long, conflicts_with_all = ["output", "json", "resume"])]
    pub(crate) csv: bool,
    /// Number of threads, which share the memory limit [default: one per core]
    #[arg(long, short = 'j', value_name = "N", value_parser = quantity::threads, allow_negative_numbers = true)]
    pub(crate) threads: Option<NonZero<usize>>,
    /// Solve only the I-th of N equal parts: boards I, I+N, I+2N, …
    ///
    /// Blank lines and comments are not counted; line numbers in answers are those of the file.
    #[arg(long, value_name = "I/N", value_parser = echo::value::<Shard>, allow_hyphen_values = true)]
    pub(crate) shard: Option<Shard>,
    /// Continue after the last answer in the file of -o; without --lines, continue the search recorded in FILE
    ///
    /// With --lines: the answers must belong to the first boards of the same input. A partially written answer is replaced.
    /// Without: a search on 17 to 25 cells records in FILE what it has done, and continues there if FILE exists.
    #[arg(long, value_name = "FILE", num_args = 0..=1, value_hint = ValueHint::FilePath)]
    pub(crate) resume: Option<Option<PathBuf>>,
}
