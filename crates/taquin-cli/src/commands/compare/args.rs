//! The arguments of `taquin compare`.

use crate::args::{FormatArgs, GoalArgs, LimitArgs};
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
Compare searches on the same boards, with means per depth

Boards are given, or drawn at random at each depth of --depth, uniformly for up to 12 cells; a seed gives the same boards \
on every machine. The depth of a board is its optimal solution length.

A METHOD is written as for `taquin bench`: astar:manhattan, idastar:linear-conflict+walking-distance, bfs, 7-8, and \
policies after commas, as in astar:hamming,ties=state,duplicates=keep. Several values of --algorithm, --heuristic, \
--duplicates and --ties add all valid combinations.

A method that reaches a limit counts with what it had used by then: its means are marked with ≥, and the column `solved` \
shows on how many boards it finished. The effective branching factor b* solves N + 1 = 1 + b* + b*² + … + b*^d for N \
generated nodes besides the start and a solution of d moves; the mean is over the b* of each board. Everything but the time \
is the same on every machine. Building a table counts towards the time of the first board that needs it.

LaTeX output is a tabular that needs no package. To fit a wide one on a slide: \\resizebox{\\textwidth}{!}{\\input{table}}.";

const AFTER_HELP: &str = "\
EXIT CODES:
  0    compared
  1    solution lengths disagree: a bug, please report it
  2    bad usage or input
  3    a limit was reached on some board
  130  interrupted, 143 terminated by SIGTERM; results so far are printed

EXAMPLES:
  taquin compare examples/puzzle04.txt '8 1 3/4 0 2/7 6 5'
  taquin compare --size 3x3 --depth 2..12 --step 2 --count 5 --textbook
  taquin compare --size 3x3 --depth 10..12 --method greedy --method wastar,weight=3 --format latex
  taquin compare --size 3x3 --depth 8 --algorithm astar,idastar --heuristic hamming,manhattan
  taquin compare --size 3x3 --depth 4..16 --step 4 --no-time --chart target/nodes.svg";

/// Compare searches on the same boards, with means per depth
#[derive(Args, Debug)]
#[command(long_about = ABOUT, after_help = AFTER_HELP)]
#[command(group = ArgGroup::new("which").args(["boards", "depths"]).required(true))]
pub(crate) struct CompareArgs {
    /// Boards: files with one or more boards, - for standard input, or boards themselves
    #[arg(value_name = "BOARD", value_hint = ValueHint::FilePath)]
    pub(crate) boards: Vec<OsString>,
    #[command(flatten)]
    pub(crate) goal: GoalArgs,
    #[command(flatten)]
    pub(crate) format: FormatArgs<CompareForm>,
    /// Measures to show, separated by commas [default: all]
    #[arg(long = "measures", alias = "columns", value_name = "NAME", value_parser = choice::measures(), value_delimiter = ',')]
    pub(crate) columns: Vec<Measure>,
    /// One row per depth with methods side by side, as in textbooks [default of --measures: generated,branching]
    #[arg(long)]
    pub(crate) textbook: bool,
    /// Omit times, so that the output is reproducible
    #[arg(long)]
    pub(crate) no_time: bool,
    /// Also draw a chart of generated nodes per depth to a .svg or .png file
    #[arg(long, value_name = "FILE", value_parser = PictureFile::read, value_hint = ValueHint::FilePath)]
    pub(crate) chart: Option<PictureFile>,
    #[command(flatten)]
    pub(crate) draw: DrawnArgs,
    #[command(flatten)]
    pub(crate) methods: MethodsArgs,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
}

/// Options for random boards.
#[derive(Args, Debug)]
#[command(next_help_heading = "Random boards")]
pub(crate) struct DrawnArgs {
    /// Rows and columns, as in 3x3
    #[arg(long, value_name = "ROWSxCOLS", value_parser = echo::value::<Size>, allow_hyphen_values = true, requires = "depths")]
    pub(crate) size: Option<Size>,
    /// Depth of the boards, or a range: 14, 2..24
    #[arg(long = "depth", alias = "depths", value_name = "D|A..B", value_parser = quantity::range, allow_hyphen_values = true)]
    #[arg(requires = "size", conflicts_with = "boards")]
    pub(crate) depths: Option<RangeInclusive<u32>>,
    /// Step between depths
    #[arg(long, value_name = "N", value_parser = quantity::at_least_one::<NonZero<u32>>, allow_negative_numbers = true, default_value = "1", requires = "depths")]
    pub(crate) step: NonZero<u32>,
    /// Number of boards per depth
    #[arg(long, value_name = "N", value_parser = quantity::at_least_one::<NonZero<u64>>, allow_negative_numbers = true, default_value = "20", requires = "depths")]
    pub(crate) count: NonZero<u64>,
    /// Random seed
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = quantity::whole::<u64>, allow_negative_numbers = true, requires = "depths")]
    pub(crate) seed: u64,
}

/// Options that choose methods.
#[derive(Args, Debug)]
#[command(next_help_heading = "Methods")]
pub(crate) struct MethodsArgs {
    /// Method; may be repeated [default: that of the course, bfs, astar:hamming, astar:manhattan and idastar:manhattan; with --metric multi idastar:walking-distance]
    #[arg(long = "method", value_name = "METHOD", value_parser = choice::methods(MethodSpec::read), hide_possible_values = true)]
    pub(crate) named: Vec<MethodSpec>,
    /// Algorithms, separated by commas, each combined with every --heuristic
    #[arg(long, short, value_name = "NAME", value_parser = choice::named_algorithms(), value_delimiter = ',')]
    pub(crate) algorithm: Vec<Algorithm>,
    /// Heuristics, separated by commas [default: manhattan]
    #[arg(long, short = 'H', value_name = "NAME", value_parser = choice::heuristics(), value_delimiter = ',')]
    pub(crate) heuristic: Vec<HeuristicKind>,
    /// How A* treats boards that it has generated before; several separated by commas
    #[arg(long, value_name = "POLICY", value_parser = choice::duplicates(), value_delimiter = ',')]
    pub(crate) duplicates: Vec<Duplicates>,
    /// How A* breaks ties between boards with equal f; several separated by commas
    #[arg(long, value_name = "POLICY", value_parser = choice::ties(), value_delimiter = ',')]
    pub(crate) ties: Vec<Ties>,
    /// What counts as one move
    #[arg(long, value_name = "METRIC", value_parser = choice::metrics(), default_value = "single")]
    pub(crate) metric: Metric,
}

/// The output formats of `compare`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum CompareForm {
    /// A table
    Text,
    /// A Markdown table
    Markdown,
    /// A LaTeX tabular
    Latex,
    /// One line per depth and method
    Csv,
    /// One JSON object with all boards
    Json,
    /// A chart of generated nodes per depth as SVG
    Svg,
    /// The chart as PNG; not to a terminal
    Png,
}
