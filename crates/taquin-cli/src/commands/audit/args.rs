//! The arguments of `taquin audit`.

use crate::args::GoalArgs;
use crate::echo;
use crate::quantity;
use clap::{ArgGroup, Args, ValueHint};
use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;
use taquin::Size;

fn about() -> String {
    format!(
        "Check whether a heuristic is admissible and consistent on every board of a size.\n\n\
         The heuristic is a PROGRAM with its arguments, run without a shell. It reads one board per line, as the numbers \
         of its cells with 0 for the blank, until the end of its input, and prints one number per line. Every solvable \
         board is sent once, in ascending order. The program and its child processes are killed at the time limit of {:?} \
         or the memory limit. Alternatively, the heuristic is a table: a file with a board and its value on each line.\n\n\
         Values may have decimals, from 0 to 65535; differences below a millionth are ignored. A* and IDA* then search a \
         sample of random boards with the heuristic, rounded up, which preserves both properties.",
        super::DEFAULT_TIME
    )
}

const AFTER_HELP: &str = "\
EXIT CODES:
  0    admissible and consistent
  1    not admissible or not consistent
  2    bad usage, or the program failed or gave a malformed answer
  3    the program reached a limit
  130  interrupted, 143 terminated by SIGTERM

EXAMPLES:
  taquin audit --size 3x3 -- python3 examples/heuristics/manhattan.py
  taquin audit --size 2x2 --boards";

/// Check whether a heuristic is admissible and consistent
#[derive(Args, Debug)]
#[command(long_about = about(), after_help = AFTER_HELP)]
#[command(group = ArgGroup::new("heuristic").args(["program", "table", "boards"]).required(true))]
pub(crate) struct AuditArgs {
    /// Rows and columns, as in 3x3; at most 10 cells
    #[arg(long, value_name = "ROWSxCOLS", value_parser = echo::value::<Size>, allow_hyphen_values = true)]
    pub(crate) size: Size,
    #[command(flatten)]
    pub(crate) goal: GoalArgs,
    /// Program and its arguments, after --
    #[arg(value_name = "PROGRAM", last = true, value_hint = ValueHint::CommandWithArguments)]
    pub(crate) program: Vec<OsString>,
    /// File with a board and its value on each line, in any order; - for standard input
    #[arg(long = "values", alias = "table", value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) table: Option<PathBuf>,
    /// Only print the boards that a program would be asked about
    #[arg(long)]
    pub(crate) boards: bool,
    /// Number of random boards to search with the heuristic
    #[arg(long = "count", alias = "sample", value_name = "N", default_value_t = 100, value_parser = quantity::whole::<u32>, allow_negative_numbers = true)]
    pub(crate) sample: u32,
    /// Random seed of these boards
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = quantity::whole::<u64>, allow_negative_numbers = true)]
    pub(crate) seed: u64,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
    /// Kill the program after this time: 500ms, 10s, 2m, 1h [default: 2m]
    #[arg(long, value_name = "TIME", value_parser = quantity::duration, allow_hyphen_values = true, help_heading = "Limits")]
    pub(crate) time_limit: Option<Duration>,
    /// Kill the program if it uses more memory: 500M, 2GiB [default: 2GiB]
    #[arg(long, value_name = "BYTES", value_parser = quantity::bytes, allow_hyphen_values = true, help_heading = "Limits")]
    pub(crate) memory_limit: Option<u64>,
}
