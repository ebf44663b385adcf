//! The arguments of `taquin grade`.

use super::{DEFAULT_MEMORY, DEFAULT_TIME};
use crate::args::{FormatArgs, GoalArgs};
use crate::choice::{self, RequiredDialect};
use crate::echo;
use crate::quantity;
use clap::{ArgGroup, Args, ValueEnum, ValueHint};
use std::ffi::OsString;
use std::ops::RangeInclusive;
use std::time::Duration;
use taquin::Size;
use taquin::display::Bytes;
use taquin::notation::{Mover, Notation};
use taquin_judge::grade::{MAX_POINTS, Suite};

fn about() -> String {
    format!(
        "Run a solver on a set of boards and grade its answers.\n\n\
         The PROGRAM receives one board per run: as the name of a file in place of {{}}, as text in place of {{board}}, or \
         on standard input. Its answer is its standard output, or the file whose name replaces {{answer}}, in any dialect \
         that `taquin check` reads. No shell is involved. The program and its child processes are killed after \
         {DEFAULT_TIME:?} or above {} per board; see the limits.\n\n\
         A board is worth {MAX_POINTS} points: 2 for a solution, 1 if it is optimal, 1 if the reported number of moves and the \
         requested dialect are right. An unsolvable board is worth {MAX_POINTS} points if it is reported as unsolvable. In a \
         dialect that has only the number of moves, the optimal length is worth {MAX_POINTS} points.",
        Bytes(DEFAULT_MEMORY)
    )
}

fn after_help() -> String {
    let mut text = "SUITES, with command templates:\n".to_owned();
    for suite in Suite::ALL {
        text += &format!("  {:<15} {}\n{:18}-- {}\n", suite.name, suite.title, "", suite.command);
    }
    text + AFTER_HELP
}

const AFTER_HELP: &str = r#"
EXIT CODES:
  0    full points
  1    points were lost
  2    bad usage or input
  130  interrupted; the boards graded so far are reported

EXAMPLES:
  taquin grade --suite princeton -- taquin solve {}
  taquin grade --size 3x3 --depth 2..6 --unsolvable 1 -- taquin solve -
  taquin grade --from sise '1 2/0 3' -- sh -c 'taquin solve --output sise "$0" >"$1"' {} {answer}
  taquin grade examples/puzzle04.txt --format csv -- taquin solve --output moves {board}"#;

/// Run a solver on a set of boards and grade its answers
#[derive(Args, Debug)]
#[command(long_about = about(), after_help = after_help())]
#[command(group = ArgGroup::new("exercises").args(["boards", "suite", "depths", "unsolvable"]).multiple(true).required(true))]
pub(crate) struct GradeArgs {
    /// Boards: files with one or more boards, - for standard input, or boards themselves
    #[arg(value_name = "BOARD", value_hint = ValueHint::FilePath)]
    pub(crate) boards: Vec<OsString>,
    /// Program and its arguments, after --
    #[arg(value_name = "PROGRAM", last = true, required = true, value_hint = ValueHint::CommandWithArguments)]
    pub(crate) program: Vec<OsString>,
    /// Suite of an assignment: its boards, goal, notation and dialect
    #[arg(long, value_name = "NAME", value_parser = choice::grading_suites(), hide_possible_values = true, conflicts_with_all = ["boards", "goal", "size"])]
    pub(crate) suite: Option<&'static Suite>,
    /// Rows and columns of random boards, as in 3x3; at most 12 cells
    #[arg(long, value_name = "ROWSxCOLS", value_parser = echo::value::<Size>, allow_hyphen_values = true)]
    pub(crate) size: Option<Size>,
    /// Add random boards at each of these distances from the goal: 2..20
    #[arg(long = "depth", alias = "depths", value_name = "D|A..B", requires = "size", value_parser = quantity::range, allow_hyphen_values = true)]
    pub(crate) depths: Option<RangeInclusive<u32>>,
    /// Number of boards per distance
    #[arg(long, value_name = "N", default_value_t = 1, requires = "depths", value_parser = quantity::whole::<u32>, allow_negative_numbers = true)]
    pub(crate) count: u32,
    /// Add N random unsolvable boards
    #[arg(long, value_name = "N", requires = "size", value_parser = quantity::whole::<u32>, allow_negative_numbers = true)]
    pub(crate) unsolvable: Option<u32>,
    /// Random seed
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = quantity::whole::<u64>, allow_negative_numbers = true)]
    pub(crate) seed: u64,
    #[command(flatten)]
    pub(crate) goal: GoalArgs,
    /// Accept any solution, optimal or not
    #[arg(long)]
    pub(crate) any_length: bool,
    /// Notation of boards for the program [default: that of the suite, or list for {board} and princeton otherwise]
    #[arg(long = "to", alias = "notation", value_name = "NOTATION", value_parser = choice::notations(), hide_possible_values = true)]
    pub(crate) notation: Option<Notation>,
    /// Required dialect of answers [default: that of the suite, or any]
    ///
    /// An answer in another dialect loses a point. Output that is determined by the moves must match except for white space;
    /// for columbia, 42, sise, aizu and pddl it is enough that it can be read. The dialect also implies the goal unless
    /// --goal or the board gives one: blank-first for columbia, spiral for 42.
    #[arg(long = "from", alias = "dialect", value_name = "DIALECT", value_parser = choice::required_dialects())]
    pub(crate) dialect: Option<RequiredDialect>,
    /// Whether letters describe the tile or the blank, unless the answer starts with tile: or blank:
    #[arg(long, value_name = "MOVER", value_parser = choice::movers(), default_value = "tile")]
    pub(crate) letters: Mover,
    #[command(flatten)]
    pub(crate) format: FormatArgs<GradeForm>,
    /// Kill the program after this time: 500ms, 10s, 2m [default: 10s]
    #[arg(long, value_name = "TIME", value_parser = quantity::duration, allow_hyphen_values = true, help_heading = "Limits per board")]
    pub(crate) time_limit: Option<Duration>,
    /// Kill the program if it uses more memory: 500M, 2GiB [default: 1GiB]
    #[arg(long, value_name = "BYTES", value_parser = quantity::bytes, allow_hyphen_values = true, help_heading = "Limits per board")]
    pub(crate) memory_limit: Option<u64>,
}

/// The output formats of `grade`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum GradeForm {
    /// A table
    Text,
    /// One JSON object
    Json,
    /// One line per board
    Csv,
    /// JUnit XML for CI servers
    Junit,
}
