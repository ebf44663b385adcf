//! The arguments of `taquin bench`.

use super::{SuiteArg, SuiteParser};
use crate::args::{FormatArgs, GoalArgs, LimitArgs};
use crate::choice;
use crate::commands::method_spec::MethodSpec;
use crate::echo;
use crate::picture_file::PictureFile;
use crate::quantity;
use clap::{Args, ValueEnum, ValueHint};
use std::num::NonZero;
use std::path::PathBuf;
use taquin::notation::Columns;

const ABOUT: &str = "\
Benchmark methods on suites of boards, or on your own

A BOARDS argument is a suite, or a file of boards in any notation (- for standard input). A file can have a line for each \
board with its name and its optimal length before the tiles, as in `1 57 14 13 15 7 …`; then lengths are compared with it. \
Set the goal of your boards with --goal.

A METHOD is auto; an algorithm with its heuristic, as in astar:manhattan or idastar:linear-conflict+walking-distance (the \
maximum of several), and with policies after commas, as in astar:hamming,ties=state,duplicates=keep; table; or pattern \
databases, as in 6-6-3 or 7-8+8-7 for IDA* and astar:6-6-3 for other algorithms. The suffix @2 makes auto, table and patterns use two threads, also to build \
their tables.

Methods take turns on each board, so that other load on the machine affects all of them alike. Tables are built beforehand \
and their time is reported separately; only auto decides per board, so its tables count towards the times of its boards. On sizes of up to 25 cells auto proves \
its answers optimal, however long that takes, unless a limit is given; on larger ones it stops after 10 s. The \
time of a board covers planning, searching and replaying. A solve shorter than 100 µs is repeated until that much time has \
passed, and the mean counts. For the method table, only the walks through all boards are timed, and divided by their number. \
With --repeat, the median of the runs counts.

Every answer is replayed, and its length is compared with the known length or with the other methods.";

const AFTER_HELP: &str = "\
EXIT CODES:
  0    measured
  1    solution lengths disagree: with each other, with known lengths, or with those of --against
  2    bad usage or input
  3    a limit was reached on some board, which counts as not solved
  130  interrupted, 143 terminated by SIGTERM; results so far are printed

EXAMPLES:
  taquin bench small
  taquin bench random3x3 --method table --method astar:linear-conflict --format markdown
  taquin bench small --method bfs --method bidirectional --chart target/small.svg
  taquin bench small --method idastar:linear-conflict --repeat 5 --save target/before.json
  taquin bench korf100 --board 12,42,55 --method idastar:manhattan --output csv
  taquin bench examples/lists.txt --method idastar:manhattan --method astar:linear-conflict
  taquin bench --list
  taquin bench --signature";

/// Benchmark methods on suites of boards
#[derive(Args, Debug)]
#[command(long_about = ABOUT, after_help = AFTER_HELP)]
pub(crate) struct BenchArgs {
    /// Suite, or a file of your own boards [default: small]
    #[arg(value_name = "BOARDS", value_parser = SuiteParser, value_hint = ValueHint::FilePath)]
    pub(crate) suites: Vec<SuiteArg>,
    #[command(flatten)]
    pub(crate) goal: GoalArgs,
    /// Columns before the board on each line of a file: id, length or - (ignored), as in id,length,-,board
    #[arg(long, value_name = "COLUMNS", value_parser = echo::value::<Columns>, allow_hyphen_values = true)]
    pub(crate) columns: Option<Columns>,
    /// Only the boards with these names, separated by commas
    #[arg(long = "board", value_name = "NAME", value_delimiter = ',')]
    pub(crate) boards: Vec<String>,
    /// Method; may be repeated, ratios are relative to the first [default: the methods of the suite]
    #[arg(long = "method", value_name = "METHOD", value_parser = choice::methods(MethodSpec::read))]
    #[arg(hide_possible_values = true)]
    pub(crate) methods: Vec<MethodSpec>,
    /// Threads for methods that support several and have no @ suffix
    #[arg(long, short = 'j', value_name = "N", value_parser = quantity::threads, allow_negative_numbers = true, default_value = "1")]
    pub(crate) threads: NonZero<usize>,
    /// Measure every board N times and report the median
    #[arg(long, value_name = "N", value_parser = repeats, allow_negative_numbers = true, default_value = "1")]
    pub(crate) repeat: NonZero<usize>,
    #[command(flatten)]
    pub(crate) format: FormatArgs<BenchForm>,
    /// Also draw a chart of the times per board to a .svg or .png file
    #[arg(long, value_name = "FILE", value_parser = PictureFile::read, value_hint = ValueHint::FilePath)]
    pub(crate) chart: Option<PictureFile>,
    /// Also save the results to a file, as JSON
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) save: Option<PathBuf>,
    /// Also compare with results saved by --save; different solution lengths are an error
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) against: Option<PathBuf>,
    /// Print only the number of generated nodes, which changes only if a search changes
    ///
    /// Without a suite, counts the nodes that every search, every heuristic and pattern databases generate on a fixed
    /// selection of boards. With suites, prints one line per method and the sum. The number is the same on every machine.
    // Nothing is timed, read or limited, so these options have no meaning.
    #[arg(long, conflicts_with_all = [
        "threads", "repeat", "format", "json", "chart", "save", "against", "time_limit", "memory_limit", "node_limit", "list",
    ])]
    pub(crate) signature: bool,
    /// List the suites and their methods
    #[arg(long, conflicts_with_all = ["suites", "goal", "columns", "boards", "methods", "threads", "repeat", "format", "json", "chart", "save", "against"])]
    pub(crate) list: bool,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
}

/// Parses the number of repetitions.
fn repeats(text: &str) -> Result<NonZero<usize>, &'static str> {
    NonZero::new(quantity::whole::<usize>(text)?).ok_or("expected a number of at least 1")
}

/// The output formats of `bench`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum BenchForm {
    /// A table
    Text,
    /// A Markdown table
    Markdown,
    /// One line per method and board
    Csv,
    /// One JSON object, readable by --against
    Json,
    /// A chart of the times per board as SVG; a single suite
    Svg,
    /// The chart as PNG; not to a terminal
    Png,
}
