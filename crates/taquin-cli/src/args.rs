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
use taquin::solver::Gap;
use taquin::{HeuristicKind, Metric, Order};

const AFTER_HELP: &str = "\
A BOARD is a file, - for standard input, or the board itself as text, in any notation of `taquin convert`.

EXIT CODES:
  0    solved, or true
  1    proven unsolvable, or false
  2    wrong usage or input
  3    a limit was reached; the best solution so far is printed, and what is proven is told
  130  interrupted; likewise

EXAMPLES:
  taquin solve examples/puzzle04.txt
  taquin inspect '8 1 3/4 0 2/7 6 5'
  taquin scramble --size 3x3 --seed 7 | taquin solve --output moves -";

/// Sliding-tile puzzles: solve, check, inspect and convert them.
#[derive(Parser, Debug)]
#[command(name = "taquin", version, after_help = AFTER_HELP, max_term_width = 100)]
#[command(subcommand_required = true, arg_required_else_help = true)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
    /// Where tables are kept, or none [default: the variable TAQUIN_TABLES, or the user's cache folder]
    #[arg(long, global = true, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) tables: Option<OsString>,
}

/// The goal.
#[derive(Args, Debug)]
pub(crate) struct GoalArgs {
    /// What to reach: rows (1 2 … 0), blank-first (0 1 2 …), spiral (1 2 3/8 0 4/7 6 5) or any BOARD
    ///
    /// Without it the goal is the one that a board in JSON or PDDL carries, or else that of the dialect: blank-first in
    /// columbia, spiral in 42, rows in the others.
    #[arg(long, value_name = "GOAL", value_hint = ValueHint::FilePath)]
    pub(crate) goal: Option<OsString>,
}

/// One board.
#[derive(Args, Debug)]
pub(crate) struct BoardArg {
    /// The board: a file, - for standard input, or the board itself as text
    #[arg(value_name = "BOARD", value_hint = ValueHint::FilePath)]
    pub(crate) board: OsString,
}

/// Some boards.
#[derive(Args, Debug)]
pub(crate) struct BoardsArg {
    /// The boards: files of one or many, - for standard input, or boards as text
    #[arg(value_name = "BOARD", required = true, value_hint = ValueHint::FilePath)]
    pub(crate) boards: Vec<OsString>,
}

/// The budget of a search.
#[derive(Args, Debug)]
#[command(next_help_heading = "Limits, for each board")]
pub(crate) struct LimitArgs {
    /// Stop after this time: 500ms, 10s, 2m, 1h
    #[arg(long, value_name = "TIME", value_parser = quantity::duration, allow_hyphen_values = true)]
    pub(crate) time_limit: Option<Duration>,
    /// Stop before more memory is kept: 500M, 2GiB [default: three quarters of what is available]
    #[arg(long, value_name = "BYTES", value_parser = quantity::bytes, allow_hyphen_values = true)]
    pub(crate) memory_limit: Option<u64>,
    /// Stop after so many expanded nodes
    #[arg(long, value_name = "N", value_parser = quantity::whole::<u64>, allow_negative_numbers = true)]
    pub(crate) node_limit: Option<u64>,
}

/// How solutions are printed.
#[derive(Args, Debug)]
#[command(next_help_heading = "Output")]
pub(crate) struct FormArgs {
    /// The dialect of the answer
    #[arg(long, value_name = "DIALECT", value_parser = choice::forms(), default_value = "princeton")]
    pub(crate) output: Form,
    /// How --output moves writes
    #[arg(long, value_name = "NOTATION", value_parser = choice::move_notations())]
    pub(crate) moves_as: Option<MoveNotation>,
    /// What the letters of --output moves describe [default: tile]
    #[arg(long, value_name = "MOVER", value_parser = choice::movers())]
    pub(crate) letters: Option<Mover>,
}

/// Which search to run.
#[derive(Args, Debug)]
#[command(next_help_heading = "Method")]
pub(crate) struct MethodArgs {
    /// The search
    #[arg(long, value_name = "NAME", value_parser = choice::algorithms(), default_value = "auto")]
    pub(crate) algorithm: AlgorithmChoice,
    /// The estimate; of several, with commas between them, the largest counts
    #[arg(long, value_name = "NAME", value_parser = choice::heuristics(), value_delimiter = ',')]
    pub(crate) heuristic: Vec<HeuristicKind>,
    /// What counts as one move: the solution is shortest in this metric
    ///
    /// Answers always show every tile's move; `--output moves --moves-as counted` writes a push in one piece.
    #[arg(long, value_name = "METRIC", value_parser = choice::metrics(), default_value = "single")]
    pub(crate) metric: Metric,
    /// Be content with a solution that is at most so many percent longer than a shortest one: 5, 2.5%
    ///
    /// With 0 the search goes on until a shortest one is found or a limit is reached. Without it the same holds for boards
    /// of up to 16 cells; larger ones are improved for a while, unless there is a limit.
    #[arg(long, value_name = "PERCENT", value_parser = echo::value::<Gap>, allow_negative_numbers = true)]
    pub(crate) gap: Option<Gap>,
    /// How many boards of each depth beam search keeps [default: 10000]
    #[arg(long, value_name = "N", value_parser = quantity::width, allow_negative_numbers = true)]
    pub(crate) beam_width: Option<NonZero<usize>>,
    /// Pattern databases as the estimate of IDA*: a partition such as 7-8, or several of which the largest counts
    ///
    /// For 4x4 there are 5-5-5, 6-6-3, 7-8 and 8-7, for 5x5 5-5-5-5-4 and 6-6-6-6.
    #[arg(long, value_name = "NAME", value_delimiter = '+', conflicts_with = "heuristic")]
    pub(crate) patterns: Vec<String>,
    /// A file with drawings of more partitions
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, requires = "patterns")]
    pub(crate) catalogue: Option<PathBuf>,
    /// The factor of the estimate in weighted A*, from 1 to 1000
    #[arg(long, value_name = "W", value_parser = echo::value::<Weight>, allow_negative_numbers = true)]
    pub(crate) weight: Option<Weight>,
    /// What A* does with boards it has met before
    #[arg(long, value_name = "POLICY", value_parser = choice::duplicates())]
    pub(crate) duplicates: Option<Duplicates>,
    /// Which of equally promising boards A* takes first
    #[arg(long, value_name = "POLICY", value_parser = choice::ties())]
    pub(crate) ties: Option<Ties>,
    /// When breadth-first and depth-first search look whether a board is the goal
    #[arg(long, value_name = "WHEN", value_parser = choice::goal_tests())]
    pub(crate) goal_test: Option<GoalTest>,
    /// In which order moves are tried, as what the blank or the tile does: blank:ULRD, tile:DRLU
    #[arg(long, value_name = "ORDER", value_parser = echo::value::<Order>)]
    pub(crate) order: Option<Order>,
}
