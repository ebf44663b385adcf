//! The options for very many boards, as typed.

use crate::echo;
use crate::lines::Shard;
use crate::quantity;
use clap::{Args, ValueHint};
use std::ffi::OsString;
use std::num::NonZero;
use std::path::PathBuf;

/// Very many boards.
#[derive(Args, Debug)]
#[command(next_help_heading = "Very many boards")]
pub(crate) struct BatchArgs {
    /// Solve one board per line of a file (- for standard input), on all cores
    ///
    /// The answers come in the order of the lines, as soon as they are known: one line each, as --output json (the
    /// default here) or moves. A line that cannot be read or solved gets an answer that says so, and the others go on.
    /// Blank lines and comments (#) are skipped. The file may be of any length.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    #[arg(conflicts_with_all = ["boards", "all", "explain"])]
    pub(crate) lines: Option<OsString>,
    /// How many threads to use, for one board or for many; they share the memory limit [default: one per core]
    #[arg(long, value_name = "N", value_parser = quantity::threads, allow_negative_numbers = true)]
    pub(crate) threads: Option<NonZero<usize>>,
    /// Only the I-th of N equal parts: the boards I, I+N, I+2N, …
    ///
    /// Lines without a board are not counted here; the numbers of lines in the answers are still those of the file.
    #[arg(long, value_name = "I/N", value_parser = echo::value::<Shard>, allow_hyphen_values = true)]
    pub(crate) shard: Option<Shard>,
    /// Write the answers into a new file
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) output_file: Option<PathBuf>,
    /// Go on where the answers in the --output-file end, if there are some already
    ///
    /// They must be those of the first boards of the same input. An answer that was half written is written anew.
    #[arg(long, requires = "output_file")]
    pub(crate) resume: bool,
}
