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
        "Is a heuristic admissible and consistent? Ask it about every board of a size.\n\n\
         The heuristic is a PROGRAM with its arguments. It reads one board per line, the numbers of its cells with 0 for \
         the blank, until the end of its input, and answers one number per line, at once or at the end. Every board that \
         can be solved comes once, in ascending order. It runs without a shell; at the time limit of {:?}, or when it \
         uses more memory than allowed, it is ended with everything it has started. Or it is a table: a file with a \
         board and its value on each line.\n\n\
         Values may have decimals, from 0 to 65535; differences below a millionth do not count. The searches take the next \
         larger whole number, which changes neither property. They run on a sample of random boards: A* as `taquin \
         solve --algorithm astar` does, and IDA*.",
        super::DEFAULT_TIME
    )
}

const AFTER_HELP: &str = "\
EXIT CODES:
  0    admissible and consistent
  1    not so
  2    wrong usage, or a program that fails or does not answer as it should
  3    the program reached a limit
  130  interrupted

EXAMPLES:
  taquin audit --size 3x3 -- python3 examples/heuristics/manhattan.py
  taquin audit --size 2x2 --boards";

/// Ask a heuristic about every board of a size: is it admissible and consistent?
#[derive(Args, Debug)]
#[command(long_about = about(), after_help = AFTER_HELP)]
#[command(group = ArgGroup::new("heuristic").args(["program", "table", "boards"]).required(true))]
pub(crate) struct AuditArgs {
    /// Rows and columns, as in 3x3: at most 10 cells
    #[arg(long, value_name = "ROWSxCOLS", value_parser = echo::value::<Size>, allow_hyphen_values = true)]
    pub(crate) size: Size,
    #[command(flatten)]
    pub(crate) goal: GoalArgs,
    /// The program and its arguments, after --
    #[arg(value_name = "PROGRAM", last = true, value_hint = ValueHint::CommandWithArguments)]
    pub(crate) program: Vec<OsString>,
    /// A file with a board and its value on each line, in any order; - for standard input
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) table: Option<PathBuf>,
    /// Only print the boards that a program is asked about
    #[arg(long)]
    pub(crate) boards: bool,
    /// How many random boards are searched with the heuristic
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = quantity::whole::<u32>, allow_negative_numbers = true)]
    pub(crate) sample: u32,
    /// The seed of these boards
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = quantity::whole::<u64>, allow_negative_numbers = true)]
    pub(crate) seed: u64,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
    /// End the program after this time: 500ms, 10s, 2m, 1h [default: 2m]
    #[arg(long, value_name = "TIME", value_parser = quantity::duration, allow_hyphen_values = true, help_heading = "Limits")]
    pub(crate) time_limit: Option<Duration>,
    /// End the program when it uses more memory: 500M, 2GiB [default: 2GiB]
    #[arg(long, value_name = "BYTES", value_parser = quantity::bytes, allow_hyphen_values = true, help_heading = "Limits")]
    pub(crate) memory_limit: Option<u64>,
}
