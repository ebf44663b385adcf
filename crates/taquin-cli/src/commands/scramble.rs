//! `taquin scramble`.

use super::Run;
use super::convert::write_one;
use super::explore::{board_count, check_count_memory, check_memory};
use super::solve::report_table_fault;
use crate::args::GoalArgs;
use crate::choice;
use crate::destination::Answers;
use crate::echo;
use crate::exit::{Exit, Failure};
use crate::input::{GoalChoice, Reader};
use crate::layer_progress::LayerProgress;
use crate::memory;
use crate::output;
use crate::progress::{self, SearchProgress};
use crate::quantity;
use crate::signals;
use crate::table_dir;
use clap::Args;
use std::ffi::OsStr;
use std::io::Write;
use std::ops::RangeInclusive;
use std::time::Duration;
use taquin::Workers;
use taquin::control::{Budget, StopReason};
use taquin::notation::{self, Notation};
use taquin::scramble::Scrambler;
use taquin::solver::{AtDepthError, Solver};
use taquin::tables::{self, DepthError, DepthHistogram, NoTable, PerfectKey, Store};
use taquin::{Board, Goal, Metric, NamedGoal, Size};

const EXAMPLES: &str = "\
EXAMPLES:
  taquin scramble --size 4x4
  taquin scramble --size 3x3 --seed 7 --count 3 --to slash
  taquin scramble --size 5x5 --moves 20 --seed 1
  taquin scramble --size 2x3 --unsolvable --seed 1
  taquin scramble --size 3x3 --depth 20..25 --seed 1 --count 2
  taquin scramble --size 4x4 --depth 15 --seed 1
  taquin scramble --size 3x5 --depth 20 --seed 1 --time-limit 1m
  taquin scramble --size 3x3 --hardest --to slash";

fn about() -> String {
    format!(
        "Generate random boards, uniformly among those from which the goal can be reached.\n\n\
         With --depth, boards are at an exact distance from the goal. Up to 12 cells, all such boards are enumerated and \
         drawn uniformly: they are numbered by distance, then in the order of the table, and one number is drawn per \
         board. Larger boards come from random walks, repeated until the optimal solution has the right length; for a \
         range A..B, the distance is drawn first. A distance that few boards have, or none, may not be found: the \
         search for a board stops at the time limit.\n\n\
         A seed gives the same boards on every machine. The generator is named {}; boards generated under this name \
         will not change.",
        Scrambler::GENERATOR
    )
}

/// Generate random boards
#[derive(Args, Debug)]
#[command(long_about = about(), after_help = EXAMPLES)]
pub(crate) struct ScrambleArgs {
    /// Rows and columns, as in 4x4
    #[arg(long, value_name = "ROWSxCOLS", value_parser = echo::value::<Size>, allow_hyphen_values = true)]
    pub(crate) size: Size,
    #[command(flatten)]
    pub(crate) goal: GoalArgs,
    /// Generate unsolvable boards
    #[arg(long)]
    pub(crate) unsolvable: bool,
    /// Random seed [default: random, printed to standard error]
    #[arg(long, value_name = "N", value_parser = quantity::whole::<u64>, allow_negative_numbers = true)]
    pub(crate) seed: Option<u64>,
    /// Number of boards
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = quantity::whole::<u64>, allow_negative_numbers = true)]
    pub(crate) count: u64,
    /// Make K random moves from the goal instead
    #[arg(long, value_name = "K", conflicts_with = "unsolvable", value_parser = quantity::whole::<u64>, allow_negative_numbers = true)]
    pub(crate) moves: Option<u64>,
    /// Distance from the goal, or a range of distances: 25, 20..30
    #[arg(long, value_name = "D|A..B", conflicts_with_all = ["unsolvable", "moves"], value_parser = quantity::range, allow_hyphen_values = true)]
    pub(crate) depth: Option<RangeInclusive<u32>>,
    /// List all boards at the largest distance instead; up to 12 cells, 2x7 and 4x4
    #[arg(long, conflicts_with_all = ["unsolvable", "moves", "depth", "seed", "count"])]
    pub(crate) hardest: bool,
    /// What counts as one move for --depth and --hardest [default: single]
    #[arg(long, value_name = "METRIC", value_parser = choice::metrics())]
    pub(crate) metric: Option<Metric>,
    /// Stop after this time, with --depth per board: 500ms, 10s, 2m, 1h [default: 10m with --depth and --hardest]
    #[arg(long, value_name = "TIME", value_parser = quantity::duration, allow_hyphen_values = true)]
    pub(crate) time_limit: Option<Duration>,
    /// Use at most this much memory for --depth and --hardest [default: three quarters of the available memory]
    #[arg(long, value_name = "BYTES", value_parser = quantity::bytes, allow_hyphen_values = true)]
    pub(crate) memory_limit: Option<u64>,
    /// Output notation [default: princeton, or header for rectangles]
    #[arg(long, value_name = "NOTATION", value_parser = choice::notations())]
    pub(crate) to: Option<Notation>,
}

impl Run for ScrambleArgs {
    fn run(&self, folder: Option<&OsStr>) -> Result<Exit, Failure> {
        let goal = GoalChoice::read(&self.goal, &mut Reader::default())?.at(self.size)?;
        let flags = [("--metric", self.metric.is_some()), ("--memory-limit", self.memory_limit.is_some())];
        let is_random = self.depth.is_none() && !self.hardest;
        if let Some((flag, _)) = flags.iter().find(|(_, given)| *given && is_random) {
            return Err(Failure::input(format_args!("{flag}: requires --depth or --hardest")));
        }
        let mut printer = Printer::new(self, &goal);
        if self.hardest {
            return hardest(self, &goal, &mut printer);
        }
        let seed = self.seed.unwrap_or_else(Scrambler::any_seed);
        let mut scrambler = Scrambler::seeded(seed);
        if let Some(depths) = &self.depth {
            let (metric, depths) = (self.metric.unwrap_or_default(), depths.clone());
            let (count, budget) = (self.count, self.budget());
            let sampling = Sampling { goal: &goal, metric, depths, count, option: "depth", budget };
            let is_slow = !sampling.is_enumerated();
            let solver = sampling.solver(table_dir::store(folder))?;
            let drawn = sampling.run(&mut scrambler, &solver, &mut |board| {
                printer.print(board)?;
                // A reader need not wait for the remaining boards.
                if is_slow {
                    printer.out.flush()?;
                }
                Ok(())
            });
            printer.finish(self, seed)?;
            return drawn.map(|()| Exit::Success);
        }
        signals::catch();
        let limit = Budget { time: self.time_limit, ..Budget::default() };
        let control = &progress::control().with_budget(limit).started();
        for _ in 0..self.count {
            let board = match self.moves {
                Some(moves) => scrambler.walk_within(&goal, moves, control),
                None if self.unsolvable => {
                    let board = scrambler.unsolvable(&goal).map_err(Failure::input)?;
                    control.check().map(|()| board)
                }
                None => control.check().map(|()| scrambler.solvable(&goal)),
            };
            let board = match board {
                Ok(board) => board,
                Err(reason) => {
                    printer.finish(self, seed)?;
                    return Err(stopped(reason));
                }
            };
            printer.print(&board)?;
        }
        printer.finish(self, seed)?;
        Ok(Exit::Success)
    }
}

/// The time limit without `--time-limit`: a distance that no board has would be searched for ever.
pub(super) const DEFAULT_TIME: Duration = Duration::from_secs(600);

impl ScrambleArgs {
    fn budget(&self) -> Budget {
        let memory = self.memory_limit.unwrap_or_else(memory::default_limit);
        let time = self.time_limit.unwrap_or(DEFAULT_TIME);
        Budget { time: Some(time), memory: Some(memory), ..Budget::default() }
    }
}

/// The memory of a drawn board besides its cells: its number, its index and its place in the list.
const DRAWN_BYTES: u64 = 100;

/// Reports why boards could not be enumerated or drawn.
fn stopped(reason: StopReason) -> Failure {
    match reason {
        StopReason::Cancelled => Failure::interrupted(),
        reason => {
            output::message(format_args!("{reason}"));
            Failure::Stopped(Exit::Limit)
        }
    }
}

/// Lists all boards at the largest distance.
fn hardest(args: &ScrambleArgs, goal: &Goal, printer: &mut Printer) -> Result<Exit, Failure> {
    let metric = args.metric.unwrap_or_default();
    let boards = match tables::hardest_fifteen(goal, metric) {
        Some(boards) => boards,
        None => {
            let budget = args.budget();
            check_count_memory(goal, metric, budget.memory)?;
            signals::catch();
            let histogram = {
                let mut layers = LayerProgress::new(board_count(goal, metric));
                let control = progress::control().with_budget(budget).on_event(|event| layers.show(event));
                DepthHistogram::count(goal, metric, usize::MAX, Workers::all(), &control)
            };
            match histogram {
                Ok(histogram) => histogram.antipodes().to_vec(),
                Err(NoTable::Stopped(reason)) => return Err(stopped(reason)),
                Err(NoTable::Size(size)) if size.rows() == 4 && size.cols() == 4 => {
                    return Err(Failure::input("--hardest: 4x4 requires a goal with the blank in a corner"));
                }
                Err(error) => return Err(Failure::input(error)),
            }
        }
    };
    for board in &boards {
        printer.print(board)?;
    }
    printer.out.flush()?;
    Ok(Exit::Success)
}

/// A random sample of boards in a range of distances.
pub(super) struct Sampling<'a> {
    pub(super) goal: &'a Goal,
    pub(super) metric: Metric,
    pub(super) depths: RangeInclusive<u32>,
    pub(super) count: u64,
    /// The option that gave the range, for messages.
    pub(super) option: &'a str,
    /// The limits of each board, or of the enumeration of all.
    pub(super) budget: Budget,
}

impl Sampling<'_> {
    /// Returns a solver for the boards that are not enumerated.
    pub(super) fn solver(&self, store: Option<Store>) -> Result<Solver, Failure> {
        let solver = Solver::builder().store(store).expected_boards(self.count).metric(self.metric);
        Ok(solver.budget(self.budget).build()?)
    }

    /// Passes the boards to `on_board` one by one. Catches Ctrl-C from here on.
    ///
    /// # Errors
    /// If there are no such boards, `on_board` fails, or it was stopped.
    pub(super) fn run(
        &self,
        scrambler: &mut Scrambler,
        solver: &Solver,
        on_board: &mut dyn FnMut(&Board) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let Sampling { goal, metric, depths, count, option, budget } = self;
        check_memory(goal, *metric, budget.memory)?;
        signals::catch();
        let failure = |error: &dyn std::fmt::Display| Failure::input(format_args!("--{option}: {error}"));
        if self.is_enumerated() {
            let total = PerfectKey::of(goal, *metric).map(PerfectKey::states);
            // The boards are picked from the layers all at once.
            let board_bytes = DRAWN_BYTES + 2 * goal.size().cells() as u64;
            if budget.memory.is_some_and(|limit| count.saturating_mul(board_bytes) > limit) {
                return Err(stopped(StopReason::Memory));
            }
            let count = usize::try_from(*count).unwrap_or(usize::MAX);
            let boards = {
                let mut layers = LayerProgress::new(total);
                let control = progress::control().with_budget(*budget).on_event(|event| layers.show(event));
                let (depths, workers) = (depths.clone(), Workers::all());
                tables::boards_between(scrambler, goal, *metric, depths, count, workers, &control)
            };
            return match boards {
                Ok(boards) => boards.iter().try_for_each(on_board),
                Err(DepthError::NoTable(NoTable::Stopped(reason))) => Err(stopped(reason)),
                Err(error) => Err(failure(&error)),
            };
        }
        for _ in 0..*count {
            let depth = scrambler.one_of(depths.clone());
            let board = {
                let mut watch = SearchProgress::new();
                let control = progress::control().on_event(|event| watch.show(event));
                solver.board_at(scrambler, goal, depth, &control)
            };
            report_table_fault(solver);
            match board {
                Ok(board) => on_board(&board)?,
                Err(AtDepthError::Stopped(reason)) => return Err(stopped(reason)),
                Err(error) => return Err(failure(&error)),
            }
        }
        Ok(())
    }

    /// Returns whether all boards of the size are enumerated.
    fn is_enumerated(&self) -> bool {
        self.goal.size().is_line() || PerfectKey::of(self.goal, self.metric).is_some()
    }
}

/// Prints boards in the chosen notation.
struct Printer {
    out: Answers,
    notation: Notation,
    /// A goal other than rows, which readers assume; written if the notation supports it.
    custom_goal: Option<Board>,
    printed: u64,
}

impl Printer {
    fn new(args: &ScrambleArgs, goal: &Goal) -> Printer {
        let is_square = args.size.rows() == args.size.cols();
        Printer {
            out: output::stdout(),
            notation: args.to.unwrap_or(if is_square { Notation::Princeton } else { Notation::Header }),
            custom_goal: (*goal != NamedGoal::Rows.of(args.size)).then(|| goal.board().clone()),
            printed: 0,
        }
    }

    fn print(&mut self, board: &Board) -> Result<(), Failure> {
        let text = notation::write_with_goal(board, self.custom_goal.as_ref(), self.notation);
        write_one(&mut self.out, self.notation, self.printed == 0, &text.map_err(Failure::input)?)?;
        self.printed += 1;
        Ok(())
    }

    fn finish(&mut self, args: &ScrambleArgs, seed: u64) -> Result<(), Failure> {
        self.out.flush()?;
        if self.printed > 0 && args.seed.is_none() {
            output::message(format_args!(
                "use --seed {seed} to generate the same boards again ({})",
                Scrambler::GENERATOR
            ));
        }
        Ok(())
    }
}
