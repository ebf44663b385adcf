//! `taquin split`: divides a search among processes and machines.

use super::solve::journal_failure;
use super::{Run, budget};
use crate::args::{GoalArgs, LimitArgs};
use crate::exit::{Exit, Failure};
use crate::input::{GoalChoice, Reader};
use crate::output;
use crate::progress::{self, SearchProgress};
use crate::quantity;
use crate::signals;
use crate::table_dir;
use clap::{Args, ValueHint};
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::Write;
use std::path::PathBuf;
use taquin::control::{Budget, StopReason};
use taquin::display::SystemError;
use taquin::proof::Verified;
use taquin::solver::{Journal, Solver};
use taquin::{Gap, Puzzle};

/// The journal of the whole search, in the folder of the parts.
const JOURNAL: &str = "search.jsonl";

const ABOUT: &str = "\
Divide the next iteration of a long search into parts for other processes and machines

The first iterations are short, and this command runs them itself. It stops when a long one begins and writes a file for each \
part, whose names it prints. Search each with `taquin solve --part FILE`, on any machine, and bring the results back with \
`taquin merge`. Parts whose results were not merged are handed out again. Repeat until there is nothing to split; then `taquin solve --gap 0 --resume DIR/search.jsonl BOARD` prints the \
solution.";

const AFTER_HELP: &str = "\
EXAMPLES:
  taquin split board5x5.txt --parts 8 --into parts
  taquin split board5x5.txt --parts 8 --into parts | parallel taquin solve -j 1 --part {}
  taquin merge parts/search.jsonl parts/part-*.jsonl

EXIT STATUS:
  0  the files were written
  1  there is nothing to split: the board is solved, or unsolvable";

/// Divide the next iteration of a long search into parts for other processes and machines
#[derive(Args, Debug)]
#[command(long_about = ABOUT, after_help = AFTER_HELP)]
pub(crate) struct SplitArgs {
    /// A board of 17 to 25 cells: a file, - for standard input, or the board itself
    #[arg(value_name = "BOARD", value_hint = ValueHint::FilePath)]
    pub(crate) board: OsString,
    /// The number of parts
    #[arg(long, value_name = "N", value_parser = quantity::whole::<u16>, allow_negative_numbers = true)]
    pub(crate) parts: u16,
    /// The folder for the journal of the search and the files of the parts
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) into: PathBuf,
    #[command(flatten)]
    pub(crate) goal: GoalArgs,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
}

impl Run for SplitArgs {
    fn run(&self, tables: Option<&OsStr>) -> Result<Exit, Failure> {
        if self.parts == 0 {
            return Err(Failure::input("--parts: expected at least 1, found 0"));
        }
        let puzzle = self.puzzle()?;
        if let Err(why) = puzzle.task() {
            output::message(format_args!("nothing to split: unsolvable: {why}"));
            return Ok(Exit::No);
        }
        let folder = self.into.display();
        fs::create_dir_all(&self.into)
            .map_err(|error| Failure::input(format_args!("{folder}: {}", SystemError(&error))))?;
        let file = self.into.join(JOURNAL);
        let journal = Journal::open(&file, &puzzle).map_err(journal_failure)?;
        signals::catch();
        let is_open = journal.open_parts().is_some_and(|open| !open.is_empty()) && !journal.is_solved();
        if !is_open && !self.begin_iteration(&puzzle, &journal, tables)? {
            return Ok(Exit::No);
        }
        let open = journal.open_parts().unwrap_or_default();
        let count = (self.parts as usize).min(open.len().max(1));
        let mut out = output::stdout();
        let mut names =
            (1..).map(|number| self.into.join(format!("part-{}-{number}.jsonl", journal.lower_bound())));
        let mut is_repeated = false;
        for number in 0..count {
            // Neighbouring parts differ little in size, so each file gets parts from everywhere.
            let parts: Vec<u32> = open.iter().copied().skip(number).step_by(count).collect();
            // Files of an earlier split may have results that were not merged.
            let Some(path) = names.find(|path| {
                is_repeated |= path.exists();
                !path.exists()
            }) else {
                break;
            };
            journal.assign(&path, &parts).map_err(journal_failure)?;
            writeln!(out, "{}", path.display())?;
        }
        out.flush()?;
        if is_repeated {
            output::message(format_args!(
                "parts of an earlier split that were not merged are handed out again"
            ));
        }
        Ok(Exit::Success)
    }
}

impl SplitArgs {
    fn puzzle(&self) -> Result<Puzzle, Failure> {
        let mut reader = Reader::default();
        let goal = GoalChoice::read(&self.goal, &mut reader)?;
        let mut items = reader.boards(std::slice::from_ref(&self.board), None)?;
        match (items.pop(), items.len()) {
            (Some(item), 0) => goal.puzzle(&item),
            (_, more) => Err(Failure::input(format_args!("BOARD: one board expected, {} found", more + 1))),
        }
    }

    /// Runs short iterations until a long one begins; returns false if the board is solved before.
    fn begin_iteration(
        &self,
        puzzle: &Puzzle,
        journal: &Journal,
        tables: Option<&OsStr>,
    ) -> Result<bool, Failure> {
        let limits = Budget { gap: Some(Gap::ZERO), ..budget(&self.limits) };
        let solver = Solver::builder().store(table_dir::store(tables)).budget(limits).build()?;
        let mut watch = SearchProgress::new();
        let plan = solver.plan(puzzle)?;
        let outcome = {
            let control = progress::control().on_event(|event| watch.show(event));
            plan.run_until_divided(journal, &control)
        };
        watch.finish()?;
        let outcome = outcome.map_err(|error| Failure::input(&error).maybe_hint(error.hint()))?;
        match (&outcome.solution, outcome.stopped) {
            (_, Some(StopReason::Cancelled)) if signals::was_interrupted() => Err(Failure::interrupted()),
            // The journal has stopped the search.
            (_, Some(StopReason::Cancelled)) => Ok(true),
            (_, Some(reason)) => {
                output::message(format_args!("{reason}; repeat the command to go on"));
                Err(Failure::Stopped(Exit::Limit))
            }
            (solution, None) => {
                let length = quantity::counted(solution.as_ref().map_or(0, Verified::len) as u64, "move");
                output::message(format_args!("nothing to split: solved in {length}, proven optimal"));
                Ok(false)
            }
        }
    }
}
