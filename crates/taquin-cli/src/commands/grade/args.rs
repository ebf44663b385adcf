//! The arguments of `taquin grade`.

use super::{DEFAULT_MEMORY, DEFAULT_TIME};
use crate::args::GoalArgs;
use crate::choice::{self, AskedDialect};
use crate::echo;
use crate::quantity;
use clap::{ArgGroup, Args, ValueEnum, ValueHint};
use std::ffi::OsString;
use std::ops::RangeInclusive;
use std::time::Duration;
use taquin::Size;
use taquin::notation::{Mover, Notation};
use taquin_judge::grade::{FULL, Suite};

fn about() -> String {
    format!(
        "Run somebody's solver on a set of boards and judge its answers: legal, complete, shortest, the number of moves \
         right, boards without a solution recognised?\n\n\
         The PROGRAM gets one board at a time: in a file where {{}} is in its arguments, as text where {{board}} is, or \
         else on standard input. Its answer is what it prints, or writes into the file whose name is put where \
         {{answer}} is, in any dialect that `taquin check` reads. No shell is involved. For each board it has {DEFAULT_TIME:?} and {} MiB unless the limits say otherwise; then it is ended, with everything \
         it has started.\n\n\
         A board is worth {FULL} points: 2 for a solution, 1 if none is shorter, 1 if the number of moves is right \
         where it is told, and the dialect where one is asked for. A board without a solution is worth {FULL} if it is \
         called unsolvable, and the number of moves alone is, in a dialect that has no more, if it is that of a \
         shortest solution.",
        DEFAULT_MEMORY >> 20
    )
}

fn after_help() -> String {
    let mut text = "SUITES, with commands to fill in:\n".to_owned();
    for suite in Suite::ALL {
        text += &format!("  {:<15} {}\n{:18}-- {}\n", suite.name, suite.title, "", suite.command);
    }
    text + AFTER_HELP
}

const AFTER_HELP: &str = r#"
EXIT CODES:
  0    all points
  1    not all of them
  2    wrong usage or input
  130  interrupted; what was graded by then is told

EXAMPLES:
  taquin grade --suite princeton -- taquin solve {}
  taquin grade --size 3x3 --depths 2..6 --unsolvable 1 -- taquin solve -
  taquin grade --dialect sise '1 2/0 3' -- sh -c 'taquin solve --output sise "$0" >"$1"' {} {answer}
  taquin grade examples/puzzle04.txt --output csv -- taquin solve --output moves {board}"#;

/// Run somebody's solver on a set of boards and judge its answers
#[derive(Args, Debug)]
#[command(long_about = about(), after_help = after_help())]
#[command(group = ArgGroup::new("exercises").args(["boards", "suite", "depths", "unsolvable"]).multiple(true).required(true))]
pub(crate) struct GradeArgs {
    /// The boards: files of one or many, - for standard input, or boards as text
    #[arg(value_name = "BOARD", value_hint = ValueHint::FilePath)]
    pub(crate) boards: Vec<OsString>,
    /// The program and its arguments, after --
    #[arg(value_name = "PROGRAM", last = true, required = true, value_hint = ValueHint::CommandWithArguments)]
    pub(crate) program: Vec<OsString>,
    /// The boards of an assignment, its goal, notation and dialect
    #[arg(long, value_name = "NAME", value_parser = choice::grading_suites(), hide_possible_values = true, conflicts_with_all = ["boards", "goal", "size"])]
    pub(crate) suite: Option<&'static Suite>,
    /// Rows and columns of random boards, as in 3x3: at most 12 cells
    #[arg(long, value_name = "ROWSxCOLS", value_parser = echo::value::<Size>, allow_hyphen_values = true)]
    pub(crate) size: Option<Size>,
    /// Random boards at each of these distances from the goal: 2..20
    #[arg(long, value_name = "D|A..B", requires = "size", value_parser = quantity::range, allow_hyphen_values = true)]
    pub(crate) depths: Option<RangeInclusive<u32>>,
    /// How many boards at each distance
    #[arg(long, value_name = "N", default_value_t = 1, requires = "depths", value_parser = quantity::whole::<u32>, allow_negative_numbers = true)]
    pub(crate) count: u32,
    /// So many random boards without a solution
    #[arg(long, value_name = "N", requires = "size", value_parser = quantity::whole::<u32>, allow_negative_numbers = true)]
    pub(crate) unsolvable: Option<u32>,
    /// The seed of random boards
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = quantity::whole::<u64>, allow_negative_numbers = true)]
    pub(crate) seed: u64,
    #[command(flatten)]
    pub(crate) goal: GoalArgs,
    /// Be content with any solution, shortest or not
    #[arg(long)]
    pub(crate) any_length: bool,
    /// How a board is written for the program [default: princeton in files and input, list for {board}, or the suite's]
    #[arg(long, value_name = "NOTATION", value_parser = choice::notations(), hide_possible_values = true)]
    pub(crate) notation: Option<Notation>,
    /// The dialect the answer must have [default: any, or the suite's]
    ///
    /// The answer is read as that dialect has it, and it costs a point if it must be read in another way. Texts that
    /// follow from the moves must be the same, apart from spaces; of columbia, 42, sise, aizu and pddl it is enough that
    /// they can be read. It also says which goal is meant, unless --goal or the board does: columbia means blank-first, 42
    /// means spiral.
    #[arg(long, value_name = "DIALECT", value_parser = choice::asked_dialects())]
    pub(crate) dialect: Option<AskedDialect>,
    /// What letters describe, if the answer does not say it with tile: or blank:
    #[arg(long, value_name = "MOVER", value_parser = choice::movers(), default_value = "tile")]
    pub(crate) letters: Mover,
    /// How to print
    #[arg(long, value_name = "FORM", value_enum, default_value = "text")]
    pub(crate) output: GradeForm,
    /// End the program after this time: 500ms, 10s, 2m
    #[arg(long, value_name = "TIME", value_parser = quantity::duration, allow_hyphen_values = true, help_heading = "Limits, for each board")]
    pub(crate) time_limit: Option<Duration>,
    /// End the program when it uses more memory: 500M, 2GiB
    #[arg(long, value_name = "BYTES", value_parser = quantity::bytes, allow_hyphen_values = true, help_heading = "Limits, for each board")]
    pub(crate) memory_limit: Option<u64>,
}

/// How to print the marks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum GradeForm {
    /// A table and the points
    Text,
    /// One object
    Json,
    /// A line for each board
    Csv,
    /// XML as build servers read it
    Junit,
}
