//! `taquin scramble`.

use super::convert::write_one;
use super::explore::lacks_memory;
use super::solve::report_table_fault;
use crate::args::ScrambleArgs;
use crate::exit::{Exit, Failure};
use crate::input::{GoalChoice, Reader};
use crate::memory;
use crate::output::{self, talk};
use crate::progress::{self, SearchProgress};
use crate::table_dir;
use std::ffi::OsStr;
use std::io::{BufWriter, StdoutLock, Write};
use std::ops::RangeInclusive;
use taquin::notation::{self, Notation};
use taquin::scramble::Scrambler;
use taquin::search::{Limits, StopReason};
use taquin::solver::{AtDepthError, Workshop};
use taquin::space::Workers;
use taquin::tables::{self, DepthError, DepthHistogram, NoTable, PerfectKey, TableCache};
use taquin::{Board, Goal, Metric, NamedGoal};

pub(crate) fn run(args: &ScrambleArgs, folder: Option<&OsStr>) -> Result<Exit, Failure> {
    let goal = GoalChoice::read(args.goal.goal.as_deref(), &mut Reader::default())?.at(args.size)?;
    if args.metric.is_some() && args.depth.is_none() && !args.hardest {
        return Err(Failure::input("--metric goes with --depth and --hardest: no other board is measured"));
    }
    let mut printer = Printer::new(args, &goal);
    if args.hardest {
        return hardest(args, &goal, &mut printer);
    }
    let seed = args.seed.unwrap_or_else(Scrambler::any_seed);
    let mut scrambler = Scrambler::new(seed);
    if let Some(depths) = &args.depth {
        let (metric, depths) = (args.metric.unwrap_or_default(), depths.clone());
        let drawing = Drawing { goal: &goal, metric, depths, count: args.count, option: "depth" };
        let comes_slowly = !drawing.are_enumerated();
        let tables = TableCache::stored(table_dir::store(folder), Workers::all());
        let drawn = drawing.run(&mut scrambler, &tables, &mut |board| {
            printer.print(board)?;
            // Whoever reads on need not wait for the others.
            if comes_slowly {
                printer.out.flush()?;
            }
            Ok(())
        })?;
        printer.finish(args, seed)?;
        return Ok(drawn.map_or_else(|NoBoards(exit)| exit, |()| Exit::Success));
    }
    for _ in 0..args.count {
        let board = match args.moves {
            Some(moves) => scrambler.walk(&goal, moves),
            None if args.unsolvable => scrambler.unsolvable(&goal).map_err(Failure::input)?,
            None => scrambler.solvable(&goal),
        };
        printer.print(&board)?;
    }
    printer.finish(args, seed)?;
    Ok(Exit::Success)
}

/// All boards at the largest distance.
fn hardest(args: &ScrambleArgs, goal: &Goal, printer: &mut Printer) -> Result<Exit, Failure> {
    let metric = args.metric.unwrap_or_default();
    let boards = match tables::hardest_fifteen(goal, metric) {
        Some(boards) => boards,
        None => {
            if let Some(exit) = lacks_memory(goal, metric) {
                return Ok(exit);
            }
            progress::catch_interrupts();
            let total = PerfectKey::of(goal, metric).map(PerfectKey::states);
            let (mut counts, mut watch) = (vec![1], SearchProgress::new());
            let census = DepthHistogram::count(goal, metric, usize::MAX, Workers::all(), |found| {
                counts.push(found);
                watch.layer(&counts, total)
            });
            drop(watch);
            match census {
                Ok(census) => census.antipodes().to_vec(),
                Err(NoTable::Stopped) => return Ok(interrupted()),
                Err(NoTable::Size(size)) if size.rows() == 4 && size.cols() == 4 => {
                    return Err(Failure::input(
                        "the hardest 4x4 boards are known for goals with the blank in a corner only",
                    ));
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

/// Boards in a window of distances, to be drawn at random.
pub(super) struct Drawing<'a> {
    pub(super) goal: &'a Goal,
    pub(super) metric: Metric,
    pub(super) depths: RangeInclusive<u32>,
    pub(super) count: u64,
    /// The option that named the window, for complaints.
    pub(super) option: &'a str,
}

/// There are not as many boards as were wanted; why, was told, and how the program ends.
pub(super) struct NoBoards(pub(super) Exit);

impl Drawing<'_> {
    /// Gives them one by one. Ctrl-C is caught from here on.
    ///
    /// # Errors
    /// If there are no such boards, or `on_board` fails.
    pub(super) fn run(
        &self,
        scrambler: &mut Scrambler,
        tables: &TableCache,
        on_board: &mut dyn FnMut(&Board) -> Result<(), Failure>,
    ) -> Result<Result<(), NoBoards>, Failure> {
        let Drawing { goal, metric, depths, count, option } = self;
        if let Some(exit) = lacks_memory(goal, *metric) {
            return Ok(Err(NoBoards(exit)));
        }
        progress::catch_interrupts();
        let complaint = |error: &dyn std::fmt::Display| Failure::input(format_args!("--{option}: {error}"));
        if self.are_enumerated() {
            let total = PerfectKey::of(goal, *metric).map(PerfectKey::states);
            let (mut counts, mut watch) = (vec![1], SearchProgress::new());
            let count = usize::try_from(*count).unwrap_or(usize::MAX);
            let on_layer = |found| {
                counts.push(found);
                watch.layer(&counts, total)
            };
            let boards = tables::boards_between(
                scrambler,
                goal,
                *metric,
                depths.clone(),
                count,
                Workers::all(),
                on_layer,
            );
            drop(watch);
            return match boards {
                Ok(boards) => boards.iter().try_for_each(on_board).map(Ok),
                Err(DepthError::NoTable(NoTable::Stopped)) => Ok(Err(NoBoards(interrupted()))),
                Err(error) => Err(complaint(&error)),
            };
        }
        let workshop = Workshop { tables, boards: *count, workers: Workers::all() };
        for _ in 0..*count {
            let depth = scrambler.one_of(depths.clone());
            let limits = Limits { memory: Some(memory::default_limit()), ..Limits::none() };
            let board =
                workshop.board_at(scrambler, goal, *metric, depth, &limits, &mut SearchProgress::new());
            report_table_fault(tables);
            match board {
                Ok(board) => on_board(&board)?,
                Err(AtDepthError::Stopped(StopReason::Asked)) => return Ok(Err(NoBoards(interrupted()))),
                Err(AtDepthError::Stopped(reason)) => {
                    talk(format_args!("taquin: stopped: {reason}"));
                    return Ok(Err(NoBoards(Exit::Limit)));
                }
                Err(error) => return Err(complaint(&error)),
            }
        }
        Ok(Ok(()))
    }

    /// Are all boards of the size looked at?
    fn are_enumerated(&self) -> bool {
        self.goal.size().is_line() || PerfectKey::of(self.goal, self.metric).is_some()
    }
}

fn interrupted() -> Exit {
    talk(format_args!("taquin: interrupted"));
    Exit::Interrupted
}

/// Prints boards in the notation asked for.
struct Printer {
    out: BufWriter<StdoutLock<'static>>,
    notation: Notation,
    /// Whoever reads the board takes rows for granted; any other goal is said where the notation can.
    said_goal: Option<Board>,
    printed: u64,
}

impl Printer {
    fn new(args: &ScrambleArgs, goal: &Goal) -> Printer {
        let is_square = args.size.rows() == args.size.cols();
        Printer {
            out: output::stdout(),
            notation: args.to.unwrap_or(if is_square { Notation::Princeton } else { Notation::Header }),
            said_goal: (*goal != NamedGoal::Rows.of(args.size)).then(|| goal.board().clone()),
            printed: 0,
        }
    }

    fn print(&mut self, board: &Board) -> Result<(), Failure> {
        let text = notation::write_with_goal(board, self.said_goal.as_ref(), self.notation);
        write_one(&mut self.out, self.notation, self.printed == 0, &text.map_err(Failure::input)?)?;
        self.printed += 1;
        Ok(())
    }

    fn finish(&mut self, args: &ScrambleArgs, seed: u64) -> Result<(), Failure> {
        self.out.flush()?;
        if self.printed > 0 && args.seed.is_none() {
            talk(format_args!("taquin: --seed {seed} makes the same again ({})", Scrambler::GENERATOR));
        }
        Ok(())
    }
}
