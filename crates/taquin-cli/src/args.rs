//! The arguments as typed. One definition per flag feeds parsing, help, man pages and completions.

mod audit;
mod batch;
mod bench;
mod compare;
mod draw;
mod explore;
mod grade;
mod play;
mod scramble;
mod serve;
mod tables;
mod trace;

pub(crate) use audit::AuditArgs;
pub(crate) use batch::BatchArgs;
pub(crate) use bench::{BenchArgs, BenchForm};
pub(crate) use compare::{CompareArgs, CompareForm, MethodsArgs};
pub(crate) use draw::DrawArgs;
pub(crate) use explore::{ExploreArgs, ExploreForm};
pub(crate) use grade::{GradeArgs, GradeForm};
pub(crate) use play::PlayArgs;
pub(crate) use scramble::ScrambleArgs;
pub(crate) use serve::ServeArgs;
pub(crate) use tables::{TablesBuildArgs, TablesCheckArgs, TablesCommand, TablesListArgs, TablesRemoveArgs};
pub(crate) use trace::{TraceArgs, TraceForm};

use crate::choice::{self, AlgorithmChoice, Form, ValueForm};
use crate::commands::check;
use crate::commands::inspect::Field;
use crate::echo;
use crate::quantity;
use clap::builder::ArgPredicate;
use clap::{ArgGroup, Args, Parser, Subcommand, ValueHint};
use clap_complete::Shell;
use std::ffi::OsString;
use std::num::NonZero;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::time::Duration;
use taquin::notation::{Dialect, MoveNotation, Mover, Notation};
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

const SOLVE_EXAMPLES: &str = "\
EXAMPLES:
  taquin solve examples/puzzle04.txt
  taquin solve --output moves '0 1 3/4 2 5/7 8 6'
  taquin solve --output python --ties state '[4,3,8,5,1,6,7,2,0]'
  taquin solve --goal spiral examples/coordinates-18.txt
  taquin solve --algorithm idastar --heuristic manhattan --stats examples/puzzle3x3-31.txt
  taquin solve --metric multi --output moves --moves-as counted examples/puzzle3x3-31.txt
  taquin solve --explain examples/puzzle4x4.txt
  taquin solve --patterns 6-6-3 --threads 1 --stats examples/puzzle4x4.txt
  taquin solve --all --output moves examples/puzzle3x3-31.txt
  taquin solve --all --count examples/puzzle3x3-31.txt
  taquin solve --time-limit 1m --output json --progress examples/puzzle5x5.txt
  taquin solve --gap 5% --output moves examples/puzzle5x5.txt
  taquin solve --algorithm fast --output moves examples/puzzle5x5.txt
  taquin solve --algorithm beam --beam-width 1000 --output moves examples/puzzle5x5.txt
  taquin solve --output json --time-limit 10s examples/puzzle04.txt examples/puzzle2x3.txt
  taquin solve --output columbia 'bfs 1,2,5,3,4,0,6,7,8'
  taquin solve --output 42 --algorithm astar examples/coordinates-18.txt
  taquin solve --output sise --write target/sise examples/puzzle4x4.txt
  taquin solve --lines examples/lists.txt --output json
  taquin solve --lines examples/lists.txt --shard 1/2 --output-file answers.jsonl --resume";

const ENUMERATE_EXAMPLES: &str = "\
EXAMPLES:
  taquin enumerate '[4,3,2,1,0,5,6,7,8]' --bound 6 --goal blank-first --output prolog
  taquin enumerate examples/puzzle04.txt --bound 14 --output moves
  taquin enumerate examples/puzzle04.txt --bound 18 --count
  taquin enumerate examples/puzzle04.txt --length 15..20 --output moves";

const MOVES_EXAMPLES: &str = "\
EXAMPLES:
  taquin moves '8 1 3/4 0 2/7 6 5'
  taquin moves --output python '[1,2,3,4,5,0,6,7,8]'
  taquin moves --output prolog '[0,3,2,4,5,1,7,8,6]'";

const INSPECT_EXAMPLES: &str = "\
EXAMPLES:
  taquin inspect '8 1 3/4 0 2/7 6 5'
  taquin inspect --goal spiral examples/coordinates-18.txt
  taquin inspect --print manhattan examples/puzzle04.txt
  taquin inspect --print solvable --output prolog '[1,2,3,0,4,6,8,5,7]'
  taquin inspect --json examples/puzzle4x4.txt";

const WHERE_EXAMPLES: &str = "\
EXAMPLES:
  taquin where '[1,2,0,4,3,8,7,6,5]' --tile 2
  taquin where '[1,2,0,4,3,8,7,6,5]' --x 1 --y 2
  taquin where '[1,2,0,4,3,8,7,6,5]' --y 2 --output prolog";

const CHECK_AFTER_HELP: &str = "\
EXIT CODES:
  0    a legal solution that reaches the goal, shortest or not; or rightly called unsolvable
  1    not so
  2    wrong usage or input
  3    with --from aizu: a limit was reached before it was known whether the number is right
  130  interrupted before it was known whether it is shortest

EXAMPLES:
  taquin check examples/puzzle04.txt 'tile: LULU'
  taquin check examples/puzzle04.txt --letters blank RDRD
  taquin check examples/puzzle04.txt '1 2 5 6'
  taquin check examples/puzzle04.txt --from rosetta rdrd
  taquin check examples/puzzle04.txt --from aizu 4
  taquin solve examples/puzzle3x3-31.txt | taquin check examples/puzzle3x3-31.txt -";

const CONVERT_EXAMPLES: &str = "\
EXAMPLES:
  taquin convert examples/puzzle04.txt --to list
  taquin convert '[(2,2),(1,1),(3,2),(3,1),(2,3),(2,1),(3,3),(1,3),(1,2)]' --to rows
  taquin convert examples/lists.txt --to slash
  taquin convert examples/puzzle04.txt --to pddl --write target/planning";

const COMPLETIONS_EXAMPLES: &str = "\
EXAMPLES:
  taquin completions bash
  taquin completions zsh";

const MAN_EXAMPLES: &str = "\
EXAMPLES:
  taquin man
  taquin man --dir target/man";

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

#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// Find a solution, a shortest one unless another method is asked for
    // Nothing but lines is of use where every board has one.
    #[command(after_help = SOLVE_EXAMPLES)]
    #[command(mut_arg("output", |output| output.default_value_if("lines", ArgPredicate::IsPresent, "json")))]
    Solve(SolveArgs),
    /// List all solutions up to a length, or in a window of lengths
    #[command(after_help = ENUMERATE_EXAMPLES)]
    Enumerate(EnumerateArgs),
    /// List the boards one move away
    #[command(after_help = MOVES_EXAMPLES)]
    Moves(MovesArgs),
    /// Tell everything about a board: distances, inversions, parity, solvable or not and why
    #[command(after_help = INSPECT_EXAMPLES)]
    Inspect(InspectArgs),
    /// Tell which tile lies where: give any of tile, x and y
    #[command(after_help = WHERE_EXAMPLES)]
    Where(WhereArgs),
    /// Judge a solution: legal, complete, without circles, shortest?
    #[command(long_about = check_about(), after_help = CHECK_AFTER_HELP)]
    Check(CheckArgs),
    /// Write boards in another notation
    #[command(after_help = CONVERT_EXAMPLES)]
    Convert(ConvertArgs),
    /// Make random boards
    #[command(long_about = scramble::about(), after_help = scramble::EXAMPLES)]
    Scramble(ScrambleArgs),
    /// Enumerate all boards of a size: how many at each distance, and which are farthest
    #[command(long_about = explore::ABOUT, after_help = explore::EXAMPLES)]
    Explore(ExploreArgs),
    /// Draw a board, or a solution, as SVG, PNG or GIF
    #[command(long_about = draw::ABOUT, after_help = draw::EXAMPLES)]
    Draw(DrawArgs),
    /// Play in the terminal, with hints, solutions and the moves left
    #[command(long_about = play::ABOUT, after_help = play::EXAMPLES)]
    Play(PlayArgs),
    /// Compare searches on the same boards, with means over the boards of each depth
    #[command(long_about = compare::ABOUT, after_help = compare::AFTER_HELP)]
    Compare(CompareArgs),
    /// Show every step of a search: what was expanded, and what became of each child
    #[command(long_about = trace::ABOUT, after_help = trace::AFTER_HELP)]
    Trace(TraceArgs),
    /// Build, list, check and remove the tables that are kept on disk
    #[command(long_about = tables::ABOUT, after_help = tables::EXAMPLES)]
    #[command(subcommand_required = true, arg_required_else_help = true)]
    Tables {
        #[command(subcommand)]
        command: TablesCommand,
    },
    /// Measure methods side by side on boards with known results
    #[command(long_about = bench::ABOUT, after_help = bench::AFTER_HELP)]
    Bench(BenchArgs),
    /// Ask a heuristic about every board of a size: is it admissible and consistent?
    #[command(long_about = audit::about(), after_help = audit::AFTER_HELP)]
    Audit(AuditArgs),
    /// Run somebody's solver on a set of boards and judge its answers
    #[command(long_about = grade::about(), after_help = grade::after_help())]
    Grade(GradeArgs),
    /// Serve the page: play, solve, and see the search happen
    #[command(long_about = serve::ABOUT, after_help = serve::EXAMPLES)]
    Serve(ServeArgs),
    /// Print a completion script for a shell
    #[command(after_help = COMPLETIONS_EXAMPLES)]
    Completions(CompletionsArgs),
    /// Print the manual page, or write all pages into a directory
    #[command(after_help = MAN_EXAMPLES)]
    Man(ManArgs),
}

fn check_about() -> String {
    format!(
        "Judge a solution: legal, complete, without circles, shortest?\n\n\
         Whether it is shortest is found by searching, for at most {:?} unless --time-limit says otherwise. If that \
         is not enough, the answer is unknown, with the least number of moves that is proven.",
        check::DEFAULT_TIME
    )
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

#[derive(Args, Debug)]
pub(crate) struct SolveArgs {
    /// The boards: files of one or many, - for standard input, or boards as text
    #[arg(value_name = "BOARD", required_unless_present = "lines", value_hint = ValueHint::FilePath)]
    pub(crate) boards: Vec<OsString>,
    #[command(flatten)]
    pub(crate) goal: GoalArgs,
    #[command(flatten)]
    pub(crate) method: MethodArgs,
    /// List all shortest solutions
    #[arg(long)]
    pub(crate) all: bool,
    /// With --all: print only how many there are
    #[arg(long, requires = "all", conflicts_with_all = ["output", "moves_as", "letters"])]
    pub(crate) count: bool,
    #[command(flatten)]
    pub(crate) form: FormArgs,
    /// Write the files of --output columbia, sise or pddl into this folder instead of printing an answer; one board only
    ///
    /// columbia: output.txt; sise: solution.txt and statistics.txt; pddl: domain.pddl, problem.pddl and plan.txt.
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath, help_heading = "Output")]
    #[arg(conflicts_with_all = ["all", "lines", "progress", "explain"])]
    pub(crate) write: Option<PathBuf>,
    /// With --output json: also print an object for every solution on the way to the last, as soon as it is found
    #[arg(long, conflicts_with_all = ["all", "lines"])]
    pub(crate) progress: bool,
    /// Also tell on standard error what was done and what it cost; with --lines, how fast
    #[arg(long)]
    pub(crate) stats: bool,
    /// Only tell which method would be used, and why
    // Nothing is solved, so there is nothing that these could be about.
    #[arg(long, conflicts_with_all = ["all", "output", "moves_as", "letters", "progress", "stats"])]
    pub(crate) explain: bool,
    #[command(flatten)]
    pub(crate) batch: BatchArgs,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
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

#[derive(Args, Debug)]
#[command(group = ArgGroup::new("window").args(["bound", "length"]).required(true))]
pub(crate) struct EnumerateArgs {
    #[command(flatten)]
    pub(crate) board: BoardArg,
    /// The largest number of moves
    #[arg(long, value_name = "N", value_parser = quantity::whole::<u32>, allow_negative_numbers = true)]
    pub(crate) bound: Option<u32>,
    /// The number of moves, or the least and the largest: 14, 10..20
    #[arg(long, value_name = "N|A..B", value_parser = quantity::range, allow_hyphen_values = true)]
    pub(crate) length: Option<RangeInclusive<u32>>,
    /// Print only how many there are
    #[arg(long, conflicts_with_all = ["output", "moves_as", "letters"])]
    pub(crate) count: bool,
    #[command(flatten)]
    pub(crate) goal: GoalArgs,
    /// In which order moves are tried, as what the blank or the tile does: blank:ULRD, tile:DRLU
    #[arg(long, value_name = "ORDER", value_parser = echo::value::<Order>)]
    pub(crate) order: Option<Order>,
    #[command(flatten)]
    pub(crate) form: FormArgs,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
}

#[derive(Args, Debug)]
pub(crate) struct MovesArgs {
    #[command(flatten)]
    pub(crate) board: BoardArg,
    #[command(flatten)]
    pub(crate) goal: GoalArgs,
    /// The dialect of the answer
    #[arg(long, value_name = "DIALECT", value_parser = choice::forms(), default_value = "princeton")]
    pub(crate) output: Form,
    /// The estimate that python and json show; of several the largest counts [default: manhattan]
    #[arg(long, value_name = "NAME", value_parser = choice::heuristics(), value_delimiter = ',')]
    pub(crate) heuristic: Vec<HeuristicKind>,
}

#[derive(Args, Debug)]
pub(crate) struct InspectArgs {
    #[command(flatten)]
    pub(crate) boards: BoardsArg,
    #[command(flatten)]
    pub(crate) goal: GoalArgs,
    /// Print one value alone
    #[arg(long, value_name = "FIELD", value_enum)]
    pub(crate) print: Option<Field>,
    /// How --print prints it
    #[arg(long, value_name = "FORM", value_parser = choice::value_forms(), requires = "print", default_value = "plain")]
    pub(crate) output: ValueForm,
    /// Print everything as one JSON object per board
    #[arg(long, conflicts_with = "print")]
    pub(crate) json: bool,
}

#[derive(Args, Debug)]
pub(crate) struct WhereArgs {
    #[command(flatten)]
    pub(crate) board: BoardArg,
    /// The tile, 0 for the blank
    #[arg(long, value_name = "T", value_parser = quantity::whole::<u16>, allow_negative_numbers = true)]
    pub(crate) tile: Option<u16>,
    /// The column
    #[arg(long, value_name = "X", value_parser = quantity::whole::<usize>, allow_negative_numbers = true)]
    pub(crate) x: Option<usize>,
    /// The row
    #[arg(long, value_name = "Y", value_parser = quantity::whole::<usize>, allow_negative_numbers = true)]
    pub(crate) y: Option<usize>,
    /// The number of the first column and row
    #[arg(long, value_name = "0|1", default_value_t = 0, value_parser = quantity::origin, allow_negative_numbers = true)]
    pub(crate) origin: u8,
    /// How to print
    #[arg(long, value_name = "FORM", value_parser = choice::value_forms(), default_value = "plain")]
    pub(crate) output: ValueForm,
    /// Print one JSON object per match
    #[arg(long, conflicts_with = "output")]
    pub(crate) json: bool,
}

#[derive(Args, Debug)]
pub(crate) struct CheckArgs {
    #[command(flatten)]
    pub(crate) board: BoardArg,
    /// What is said to be a solution, in any dialect that `taquin solve` prints: a file, - or the text itself
    #[arg(value_name = "SOLUTION", value_hint = ValueHint::FilePath)]
    pub(crate) solution: OsString,
    #[command(flatten)]
    pub(crate) goal: GoalArgs,
    /// The dialect of the solution [default: whatever it looks like]
    ///
    /// It also says which goal is meant, unless --goal or the board does: columbia means blank-first, 42 means spiral.
    #[arg(long, value_name = "DIALECT", value_parser = choice::dialects(), conflicts_with = "letters")]
    pub(crate) from: Option<Dialect>,
    /// What letters describe, if the text does not say it with tile: or blank:
    #[arg(long, value_name = "MOVER", value_parser = choice::movers(), default_value = "tile")]
    pub(crate) letters: Mover,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
}

#[derive(Args, Debug)]
pub(crate) struct ConvertArgs {
    #[command(flatten)]
    pub(crate) boards: BoardsArg,
    /// The notation to write
    #[arg(long, value_name = "NOTATION", value_parser = choice::notations())]
    pub(crate) to: Notation,
    /// The goal to write, in json and pddl: rows, blank-first, spiral or any BOARD [default: the board's own]
    #[arg(long, value_name = "GOAL", value_hint = ValueHint::FilePath)]
    pub(crate) goal: Option<OsString>,
    /// With --to pddl: write domain.pddl and problem.pddl of one board into this folder
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) write: Option<PathBuf>,
}

#[derive(Args, Debug)]
pub(crate) struct CompletionsArgs {
    /// The shell
    #[arg(value_enum)]
    pub(crate) shell: Shell,
}

#[derive(Args, Debug)]
pub(crate) struct ManArgs {
    /// Write the pages of the program and of every command into this directory
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) dir: Option<PathBuf>,
}
