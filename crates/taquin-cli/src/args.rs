//! The top level of the command line, and the groups of options that several commands share.
//!
//! One definition per option feeds parsing, help, manual pages and completions.

use crate::choice::{self, AlgorithmChoice, Form};
use crate::commands::Command;
use crate::echo;
use crate::quantity;
use clap::{Args, Parser, ValueHint};
use std::ffi::OsString;
use std::num::NonZero;
use std::path::PathBuf;
use std::time::Duration;
use taquin::notation::{MoveNotation, Mover};
use taquin::search::{Duplicates, GoalTest, Ties, Weight};
use taquin::{Gap, HeuristicKind, Metric, Order};

const AFTER_HELP: &str = "\
A BOARD is a file, - for standard input, or the board itself, in any notation that `taquin convert` knows.

EXIT CODES:
  0    solved, or true
  1    proven unsolvable, or false
  2    bad usage or input
  3    a limit was reached; the best solution and lower bound found so far are reported
  130  interrupted; results so far are reported as for 3

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
    /// Directory for tables, or none to disable them [default: $TAQUIN_TABLES, or the user's cache directory]
    #[arg(long, global = true, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) tables: Option<OsString>,
}

/// The goal.
#[derive(Args, Debug)]
pub(crate) struct GoalArgs {
    /// Goal: rows (1 2 … 0), blank-first (0 1 2 …), spiral (1 2 3/8 0 4/7 6 5) or any BOARD
    ///
    /// The default is the goal given with the board, in JSON or PDDL, or else the goal of the dialect: blank-first for
    /// columbia, spiral for 42, rows for all others.
    #[arg(long, value_name = "GOAL", value_hint = ValueHint::FilePath)]
    pub(crate) goal: Option<OsString>,
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
    /// Output format: a dialect or json
    #[arg(long, value_name = "DIALECT", value_parser = choice::forms(), default_value = "princeton")]
    pub(crate) output: Form,
    /// Move notation of --output moves
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
    /// Search algorithm
    #[arg(long, value_name = "NAME", value_parser = choice::algorithms(), default_value = "auto")]
    pub(crate) algorithm: AlgorithmChoice,
    /// Heuristic; the maximum of several, separated by commas
    #[arg(long, value_name = "NAME", value_parser = choice::heuristics(), value_delimiter = ',')]
    pub(crate) heuristic: Vec<HeuristicKind>,
    /// What counts as one move; solutions are optimal in this metric
    ///
    /// Solutions always list single tile moves; `--output moves --moves-as counted` groups them into pushes.
    #[arg(long, value_name = "METRIC", value_parser = choice::metrics(), default_value = "single")]
    pub(crate) metric: Metric,
    /// Accept a solution at most PERCENT longer than optimal: 5, 2.5%
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
    #[arg(long, value_name = "NAME", value_delimiter = '+', conflicts_with = "heuristic")]
    pub(crate) patterns: Vec<String>,
    /// File with drawings of additional partitions
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, requires = "patterns")]
    pub(crate) catalogue: Option<PathBuf>,
    /// Weight of the heuristic in weighted A*, from 1 to 1000
    #[arg(long, value_name = "W", value_parser = echo::value::<Weight>, allow_negative_numbers = true)]
    pub(crate) weight: Option<Weight>,
    /// How A* treats boards that it has generated before
    #[arg(long, value_name = "POLICY", value_parser = choice::duplicates())]
    pub(crate) duplicates: Option<Duplicates>,
    /// How A* breaks ties between boards with equal f
    #[arg(long, value_name = "POLICY", value_parser = choice::ties())]
    pub(crate) ties: Option<Ties>,
    /// When breadth-first and depth-first search test for the goal
    #[arg(long, value_name = "WHEN", value_parser = choice::goal_tests())]
    pub(crate) goal_test: Option<GoalTest>,
    /// Order in which moves are generated, of the blank or of the tile: blank:ULRD, tile:DRLU
    #[arg(long, value_name = "ORDER", value_parser = echo::value::<Order>)]
    pub(crate) order: Option<Order>,
}
