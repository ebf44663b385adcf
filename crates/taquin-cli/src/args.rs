//! The top level of the command line, and the groups of options that several commands share.
//!
//! One definition per option feeds parsing, help, manual pages and completions.

use crate::choice::{self, AlgorithmChoice, Form};
use crate::colour::When;
use crate::commands::{self, Command, Row};
use crate::destination;
use crate::echo;
use crate::exit::Failure;
use crate::quantity;
use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Args, CommandFactory, Parser, ValueEnum, ValueHint};
use std::ffi::OsString;
use std::num::NonZero;
use std::path::PathBuf;
use std::time::Duration;
use taquin::notation::{Columns, MoveNotation, Mover};
use taquin::search::{Duplicates, GoalTest, Ties, Weight};
use taquin::{Course, Gap, HeuristicKind, Metric, Order};

const AFTER_HELP: &str = "\
A BOARD is a file, - for standard input, or the board itself, in any notation that `taquin convert` knows.

EXIT CODES:
  0    solved, or true
  1    proven unsolvable, or false
  2    bad usage or input
  3    a limit was reached; the best solution and lower bound found so far are reported
  130  interrupted; results so far are reported as for 3
  143  terminated by SIGTERM, otherwise as 130

EXAMPLES:
  taquin solve examples/puzzle04.txt
  taquin inspect '8 1 3/4 0 2/7 6 5'
  taquin scramble --size 3x3 --seed 7 | taquin solve --output moves -";

/// Solve, check, inspect and convert sliding-tile puzzles.
#[derive(Parser, Debug)]
#[command(name = "taquin", version, after_help = AFTER_HELP, max_term_width = 100)]
#[command(subcommand_required = true, arg_required_else_help = true)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
    #[command(flatten)]
    pub(crate) global: GlobalArgs,
}

/// Options of every command. A command's help shows those that matter to it; see [`command`].
#[derive(Args, Debug)]
#[command(next_help_heading = "General")]
pub(crate) struct GlobalArgs {
    /// Write the output to a file; - is standard output
    #[arg(long, short, global = true, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) output_file: Option<PathBuf>,
    /// Print only errors on standard error, and no progress
    #[arg(long, short, global = true)]
    pub(crate) quiet: bool,
    /// When to use colours
    #[arg(long, global = true, value_name = "WHEN", value_enum, ignore_case = true, default_value = "auto")]
    pub(crate) color: When,
    /// Directory for tables, or none to disable them [default: $TAQUIN_TABLES, or the user's cache directory]
    #[arg(long, global = true, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) tables: Option<OsString>,
    /// Also read tables that other users can write and that are not known to this version
    #[arg(long, global = true)]
    pub(crate) trust_tables: bool,
    /// Use the goal, method, output and letters of a course unless they are given; see `taquin courses`
    #[arg(long, global = true, value_name = "COURSE", value_parser = choice::courses(), hide_possible_values = true)]
    pub(crate) course: Option<Course>,
}

/// The options of [`GlobalArgs`], as the table of commands names them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum GeneralOption {
    OutputFile,
    Quiet,
    Color,
    Tables,
    Course,
}

/// The name of the argument for the output file.
const OUTPUT_FILE: &str = "output_file";

impl GeneralOption {
    /// Returns the names of the arguments.
    fn ids(self) -> &'static [&'static str] {
        match self {
            GeneralOption::OutputFile => &[OUTPUT_FILE],
            GeneralOption::Quiet => &["quiet"],
            GeneralOption::Color => &["color"],
            GeneralOption::Tables => &["tables", "trust_tables"],
            GeneralOption::Course => &["course"],
        }
    }
}

/// Returns the definition of the command line: every front end to it (parsing, help, manual pages, completions) uses this.
pub(crate) fn command() -> clap::Command {
    let mut command = Cli::command();
    let globals: Vec<Arg> = command.get_arguments().filter(|arg| arg.is_global_set()).cloned().collect();
    let names: Vec<String> = command.get_subcommands().map(|sub| sub.get_name().to_owned()).collect();
    for (name, row) in names.iter().zip(commands::ROWS) {
        // A definition of the command's own replaces the global one, also in the commands below it.
        let own: Vec<Arg> = globals.iter().map(|arg| of_command(arg, row)).collect();
        command = command.mut_subcommand(name, |sub| sub.args(own));
    }
    command
}

/// Returns whether an option of the command that was given has its default value.
pub(crate) fn is_default(matches: &ArgMatches, id: &str) -> bool {
    source(matches, id) == Some(ValueSource::DefaultValue)
}

/// Returns whether an option of the command was given.
pub(crate) fn is_given(matches: &ArgMatches, id: &str) -> bool {
    source(matches, id) == Some(ValueSource::CommandLine)
}

fn source(matches: &ArgMatches, id: &str) -> Option<ValueSource> {
    let (_, command) = matches.subcommand()?;
    command.ids().any(|known| known == id).then(|| command.value_source(id)).flatten()
}

/// Returns the definition of a general option in a command.
fn of_command(global: &Arg, row: &Row) -> Arg {
    let id = global.get_id().as_str();
    let arg = global.clone().hide(!row.general.iter().any(|option| option.ids().contains(&id)));
    match row.old_output_file {
        Some(old) if id == OUTPUT_FILE => arg.alias(old),
        _ => arg,
    }
}

/// The goal.
#[derive(Args, Debug)]
pub(crate) struct GoalArgs {
    /// Goal: rows (1 2 … 0), blank-first (0 1 2 …), spiral (1 2 3/8 0 4/7 6 5) or any BOARD [default: rows]
    ///
    /// The default is the goal given with the board, in JSON or PDDL, or else the goal of the dialect: blank-first for
    /// columbia, spiral for 42, rows for all others.
    #[arg(long, short, value_name = "GOAL", value_parser = choice::goals(), hide_possible_values = true)]
    pub(crate) goal: Option<OsString>,
    // clap hands over a value once, so commands that need the course for other purposes take it from here.
    #[arg(from_global)]
    pub(crate) course: Option<Course>,
}

/// One board.
#[derive(Args, Debug)]
pub(crate) struct BoardArg {
    /// Board: a file, - for standard input, or the board itself
    #[arg(value_name = "BOARD", value_hint = ValueHint::FilePath)]
    pub(crate) board: OsString,
}

/// Some boards.
#[derive(Args, Debug)]
pub(crate) struct BoardsArg {
    /// Boards: files with one or more boards, - for standard input, or boards themselves
    #[arg(value_name = "BOARD", required = true, value_hint = ValueHint::FilePath)]
    pub(crate) boards: Vec<OsString>,
    /// Columns before the board on each line: id, length or - (ignored), as in id,length,-,board
    #[arg(long, value_name = "COLUMNS", value_parser = echo::value::<Columns>, allow_hyphen_values = true)]
    pub(crate) columns: Option<Columns>,
}

/// The limits of a search.
#[derive(Args, Debug)]
#[command(next_help_heading = "Limits per board")]
pub(crate) struct LimitArgs {
    /// Stop after this time: 500ms, 10s, 2m, 1h
    #[arg(long, value_name = "TIME", value_parser = quantity::duration, allow_hyphen_values = true)]
    pub(crate) time_limit: Option<Duration>,
    /// Stop before using more memory: 500M, 2GiB [default: three quarters of the available memory]
    #[arg(long, value_name = "BYTES", value_parser = quantity::bytes, allow_hyphen_values = true)]
    pub(crate) memory_limit: Option<u64>,
    /// Stop after expanding N nodes
    #[arg(long, value_name = "N", value_parser = quantity::whole::<u64>, allow_negative_numbers = true)]
    pub(crate) node_limit: Option<u64>,
}

/// Output options of commands that print solutions.
#[derive(Args, Debug)]
#[command(next_help_heading = "Output")]
pub(crate) struct FormArgs {
    /// Dialect of the answer
    ///
    /// Without this option and without a course, a solution whose boards have more than 200,000 numbers together is printed
    /// as by --output moves, on one line.
    #[arg(long, value_name = "DIALECT", value_parser = choice::forms(), default_value = "princeton")]
    #[arg(default_value_if("json", "true", "json"))]
    pub(crate) output: Form,
    /// Print JSON, one object per line; the same as --output json
    #[arg(long, conflicts_with = "output", default_value_if("output", "json", "true"))]
    pub(crate) json: bool,
    /// Move notation of --output moves [default: letters]
    #[arg(long, value_name = "NOTATION", value_parser = choice::move_notations())]
    pub(crate) moves_as: Option<MoveNotation>,
    /// Whether the letters of --output moves describe the tile or the blank [default: tile]
    #[arg(long, value_name = "MOVER", value_parser = choice::movers())]
    pub(crate) letters: Option<Mover>,
}

/// Options that choose a search.
#[derive(Args, Debug)]
#[command(next_help_heading = "Method")]
pub(crate) struct MethodArgs {
    /// Search algorithm [default: auto, or that of the course]
    #[arg(long, short, value_name = "NAME", value_parser = choice::algorithms())]
    pub(crate) algorithm: Option<AlgorithmChoice>,
    /// Heuristic; the maximum of several, separated by commas [default: that of the method]
    #[arg(long, short = 'H', value_name = "NAME", value_parser = choice::heuristics(), value_delimiter = ',')]
    pub(crate) heuristic: Vec<HeuristicKind>,
    /// What counts as one move; solutions are optimal in this metric
    ///
    /// Solutions always list single tile moves; `--output moves --moves-as counted` groups them into pushes.
    #[arg(long, value_name = "METRIC", value_parser = choice::metrics(), default_value = "single")]
    pub(crate) metric: Metric,
    /// Accept a solution at most PERCENT longer than optimal: 5, 2.5% [default: 0]
    ///
    /// With 0, the search runs until a solution is proven optimal or a limit is reached. This is the default for boards of
    /// up to 16 cells; without a limit, anytime search on larger boards stops at a default time limit.
    #[arg(long, value_name = "PERCENT", value_parser = echo::value::<Gap>, allow_negative_numbers = true)]
    pub(crate) gap: Option<Gap>,
    /// Beam width: boards that beam search keeps per depth [default: 10000]
    #[arg(long, value_name = "N", value_parser = quantity::width, allow_negative_numbers = true)]
    pub(crate) beam_width: Option<NonZero<usize>>,
    /// Pattern databases for IDA*, A*, weighted A* and greedy search: a partition such as 7-8, or the maximum of several: 7-8+8-7
    ///
    /// Partitions for 4x4 are 5-5-5, 6-6-3, 7-8 and 8-7; for 5x5, 5-5-5-5-4 and 6-6-6-6.
    #[arg(long, value_name = "NAME", value_parser = choice::partitions(), value_delimiter = '+')]
    #[arg(conflicts_with = "heuristic", hide_possible_values = true)]
    pub(crate) patterns: Vec<String>,
    /// File with drawings of additional partitions
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, requires = "patterns")]
    pub(crate) catalogue: Option<PathBuf>,
    /// Weight of the heuristic in weighted A*, from 1 to 1000 [default: 2]
    #[arg(long, value_name = "W", value_parser = echo::value::<Weight>, allow_negative_numbers = true)]
    pub(crate) weight: Option<Weight>,
    /// How A* treats boards that it has generated before [default: closed]
    #[arg(long, value_name = "POLICY", value_parser = choice::duplicates())]
    pub(crate) duplicates: Option<Duplicates>,
    /// How A* breaks ties between boards with equal f [default: deep-first]
    #[arg(long, value_name = "POLICY", value_parser = choice::ties())]
    pub(crate) ties: Option<Ties>,
    /// When breadth-first and depth-first search test for the goal [default: generated]
    #[arg(long, value_name = "WHEN", value_parser = choice::goal_tests())]
    pub(crate) goal_test: Option<GoalTest>,
    /// Order in which moves are generated, of the blank or of the tile: tile:DRLU [default: blank:ULRD]
    #[arg(long, value_name = "ORDER", value_parser = echo::value::<Order>)]
    pub(crate) order: Option<Order>,
}

/// Output options of commands that print a table, a picture or JSON. The first format is the default.
#[derive(Args, Debug)]
#[command(next_help_heading = "Output")]
pub(crate) struct FormatArgs<T: ValueEnum + Send + Sync + 'static> {
    /// Output format [default: by the extension of the file of -o, or text]
    #[arg(long, alias = "output", value_name = "FORMAT", value_enum, ignore_case = true)]
    pub(crate) format: Option<T>,
    /// Print one JSON object; the same as --format json
    #[arg(long, conflicts_with = "format")]
    pub(crate) json: bool,
}

/// The formats that the extension of a file name stands for.
const EXTENSIONS: &[(&str, &str)] = &[
    ("txt", "text"),
    ("md", "markdown"),
    ("markdown", "markdown"),
    ("tex", "latex"),
    ("csv", "csv"),
    ("json", "json"),
    ("svg", "svg"),
    ("png", "png"),
    ("gif", "gif"),
    ("dot", "dot"),
    ("gv", "dot"),
    ("xml", "junit"),
    ("html", "html"),
];

impl<T: ValueEnum + Send + Sync + 'static> FormatArgs<T> {
    /// Returns the format: the given one, that of the file's name, or text.
    ///
    /// # Errors
    /// If the file's name stands for a format that this command does not have.
    pub(crate) fn resolve(&self) -> Result<T, Failure> {
        if let Some(format) = &self.format {
            return Ok(format.clone());
        }
        let named = |name: &str| T::from_str(name, true).ok();
        let path = destination::name();
        let extension = path.and_then(|path| path.extension()?.to_str()).map(str::to_ascii_lowercase);
        let by_name = EXTENSIONS.iter().find(|(ending, _)| Some(*ending) == extension.as_deref());
        match (self.json, by_name) {
            (true, _) => named("json"),
            (false, Some((_, format))) => named(format),
            (false, None) => T::value_variants().first().cloned(),
        }
        .ok_or_else(|| {
            let endings = EXTENSIONS.iter().filter(|(_, format)| named(format).is_some());
            let endings: Vec<String> = endings.map(|(ending, _)| format!(".{ending}")).collect();
            let name = path.map(|path| echo::file_name(&path.display().to_string())).unwrap_or_default();
            Failure::input(format_args!("-o {name}: not a format of this command"))
                .hint(format!("use the extension {}, or choose with --format", endings.join(", ")))
        })
    }
}
