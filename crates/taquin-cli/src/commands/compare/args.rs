//! The arguments of `taquin compare`.

use crate::args::{GoalArgs, LimitArgs};
use crate::choice;
use crate::commands::method_spec::MethodSpec;
use crate::echo;
use crate::picture_file::PictureFile;
use crate::quantity;
use clap::{ArgGroup, Args, ValueEnum, ValueHint};
use std::ffi::OsString;
use std::num::NonZero;
use std::ops::RangeInclusive;
use taquin::search::{Duplicates, Ties};
use taquin::solver::Algorithm;
use taquin::{HeuristicKind, Metric, Size};
use taquin_lesson::compare::Measure;

const ABOUT: &str = "\
Compare searches on the same boards, with means over the boards of each depth

The boards are given, or drawn at random at each of the --depths, all equally likely up to 12 cells; a seed gives the same \
boards on every machine. The depth of a board is the length of a shortest solution.

A METHOD is written as for `taquin bench`: astar:manhattan, idastar:linear-conflict+walking-distance, bfs, 7-8, and \
policies behind commas, as in astar:hamming,ties=state,duplicates=keep. --algorithm, --heuristic, --duplicates and --ties \
with several values each add all combinations that make sense.

A method that reaches a limit counts with what it had used by then: its means are marked with ≥, and the column solved says \
on how many boards it was. The effective branching factor b* is that of the textbooks: with N nodes generated besides the \
start, and a solution of d moves, N + 1 = 1 + b* + b*² + … + b*^d; the mean is that of the boards' b*. Everything but the \
time is the same on every machine. Tables are made when a method first needs them, in that board's time.

As LaTeX it is a tabular that needs no package. A wide one fits a slide with graphicx: \\resizebox{\\textwidth}{!}{\\input{table}}.";

const AFTER_HELP: &str = "\
EXIT CODES:
  0    compared
  1    lengths disagree: a defect, please report it
  2    wrong usage or input
  3    a limit was reached on some board
  130  interrupted; what is known by then is printed

EXAMPLES:
  taquin compare examples/puzzle04.txt '8 1 3/4 0 2/7 6 5'
  taquin compare --size 3x3 --depths 2..12 --step 2 --count 5 --textbook
  taquin compare --size 3x3 --depths 10..12 --method greedy --method wastar,weight=3 --output latex
  taquin compare --size 3x3 --depths 8 --algorithm astar,idastar --heuristic hamming,manhattan
  taquin compare --size 3x3 --depths 4..16 --step 4 --no-time --chart target/nodes.svg";

/// Compare searches on the same boards, with means over the boards of each depth
#[derive(Args, Debug)]
#[command(long_about = ABOUT, after_help = AFTER_HELP)]
#[command(group = ArgGroup::new("which").args(["boards", "depths"]).required(true))]
pub(crate) struct CompareArgs {
    /// The boards: files of one or many, - for standard input, or boards as text
    #[arg(value_name = "BOARD", value_hint = ValueHint::FilePath)]
    pub(crate) boards: Vec<OsString>,
    #[command(flatten)]
    pub(crate) goal: GoalArgs,
    /// How to print
    #[arg(long, value_name = "FORM", value_enum, default_value = "text")]
    pub(crate) output: CompareForm,
    /// What to show of each method, with commas between them [default: everything]
    #[arg(long, value_name = "NAME", value_parser = choice::measures(), value_delimiter = ',')]
    pub(crate) columns: Vec<Measure>,
    /// A row for each depth and methods side by side, as in textbooks [default of --columns: generated,branching]
    #[arg(long)]
    pub(crate) textbook: bool,
    /// Leave the time out, which is never the same twice
    #[arg(long)]
    pub(crate) no_time: bool,
    /// Also draw the nodes generated at each depth into a file whose name ends in .svg or .png
    #[arg(long, value_name = "FILE", value_parser = PictureFile::read, value_hint = ValueHint::FilePath)]
    pub(crate) chart: Option<PictureFile>,
    #[command(flatten)]
    pub(crate) draw: DrawnArgs,
    #[command(flatten)]
    pub(crate) methods: MethodsArgs,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
}

/// Boards that are drawn.
#[derive(Args, Debug)]
#[command(next_help_heading = "Random boards")]
pub(crate) struct DrawnArgs {
    /// Rows and columns, as in 3x3
    #[arg(long, value_name = "ROWSxCOLS", value_parser = echo::value::<Size>, allow_hyphen_values = true, requires = "depths")]
    pub(crate) size: Option<Size>,
    /// The depth of the boards, or the first and the last: 14, 2..24
    #[arg(long, value_name = "D|A..B", value_parser = quantity::range, allow_hyphen_values = true, requires = "size", conflicts_with = "boards")]
    pub(crate) depths: Option<RangeInclusive<u32>>,
    /// From each depth to the next
    #[arg(long, value_name = "N", value_parser = quantity::at_least_one::<NonZero<u32>>, allow_negative_numbers = true, default_value = "1", requires = "depths")]
    pub(crate) step: NonZero<u32>,
    /// How many boards of each depth
    #[arg(long, value_name = "N", value_parser = quantity::at_least_one::<NonZero<u64>>, allow_negative_numbers = true, default_value = "20", requires = "depths")]
    pub(crate) count: NonZero<u64>,
    /// The seed of random boards
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = quantity::whole::<u64>, allow_negative_numbers = true, requires = "depths")]
    pub(crate) seed: u64,
}

/// Which methods.
#[derive(Args, Debug)]
#[command(next_help_heading = "Methods")]
pub(crate) struct MethodsArgs {
    /// A method, as often as you like [default: bfs, astar:hamming, astar:manhattan and idastar:manhattan; in pushes idastar:walking-distance]
    #[arg(long = "method", value_name = "METHOD", value_parser = MethodSpec::read)]
    pub(crate) named: Vec<MethodSpec>,
    /// Searches, with commas between them, each with every --heuristic
    #[arg(long, value_name = "NAME", value_parser = choice::named_algorithms(), value_delimiter = ',')]
    pub(crate) algorithm: Vec<Algorithm>,
    /// Estimates, with commas between them [default: manhattan]
    #[arg(long, value_name = "NAME", value_parser = choice::heuristics(), value_delimiter = ',')]
    pub(crate) heuristic: Vec<HeuristicKind>,
    /// What A* does with boards it has met before; several with commas between them
    #[arg(long, value_name = "POLICY", value_parser = choice::duplicates(), value_delimiter = ',')]
    pub(crate) duplicates: Vec<Duplicates>,
    /// Which of equally promising boards A* takes first; several with commas between them
    #[arg(long, value_name = "POLICY", value_parser = choice::ties(), value_delimiter = ',')]
    pub(crate) ties: Vec<Ties>,
    /// What counts as one move
    #[arg(long, value_name = "METRIC", value_parser = choice::metrics(), default_value = "single")]
    pub(crate) metric: Metric,
}

/// How to print a comparison.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum CompareForm {
    /// A table
    Text,
    /// The same table in Markdown
    Markdown,
    /// The same table in LaTeX, which needs no package
    Latex,
    /// A line for each depth and method
    Csv,
    /// Everything, board by board, as one object
    Json,
}
