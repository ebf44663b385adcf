//! `taquin check`.

use super::solve::report_table_fault;
use super::{Run, limits};
use crate::args::{BoardArg, GoalArgs, LimitArgs};
use crate::choice;
use crate::exit::{Exit, Failure};
use crate::input::{GoalChoice, Item, Reader};
use crate::output;
use crate::progress::{self, SearchProgress};
use crate::puzzle_object::puzzle_with;
use crate::quantity::counted;
use crate::table_dir;
use clap::{Args, ValueHint};
use serde_json::{Value, json};
use std::ffi::{OsStr, OsString};
use std::io::{self, Write};
use std::time::Duration;
use taquin::notation::{Dialect, Mover, SolutionText};
use taquin::search::{Limits, StopReason};
use taquin::solver::SolveError;
use taquin::space::Workers;
use taquin::tables::TableCache;
use taquin::{Board, Goal, Moves, NamedGoal, Task, TaskError};
use taquin_judge::claim::{self, Claim, Replay};
use taquin_judge::length::LengthCheck;
use taquin_judge::optimum::Optimum;

const AFTER_HELP: &str = "\
EXIT CODES:
  0    legal and reaches the goal, optimal or not; or correctly reported as unsolvable
  1    not a solution
  2    bad usage or input
  3    with --from aizu: a limit was reached before the length could be checked
  130  interrupted before optimality was decided

EXAMPLES:
  taquin check examples/puzzle04.txt 'tile: LULU'
  taquin check examples/puzzle04.txt --letters blank RDRD
  taquin check examples/puzzle04.txt '1 2 5 6'
  taquin check examples/puzzle04.txt --from rosetta rdrd
  taquin check examples/puzzle04.txt --from aizu 4
  taquin solve examples/puzzle3x3-31.txt | taquin check examples/puzzle3x3-31.txt -";

fn about() -> String {
    format!(
        "Check whether a solution is legal, complete, free of cycles and optimal.\n\n\
         Optimality is checked by searching for at most {:?}, or the time given with --time-limit. If that is not \
         enough, optimality is unknown and the proven lower bound is reported.",
        DEFAULT_TIME
    )
}

/// Check whether a solution is legal, complete, free of cycles and optimal
#[derive(Args, Debug)]
#[command(long_about = about(), after_help = AFTER_HELP)]
pub(crate) struct CheckArgs {
    #[command(flatten)]
    pub(crate) board: BoardArg,
    /// Solution in any dialect that `taquin solve` prints: a file, - for standard input, or the text itself
    #[arg(value_name = "SOLUTION", value_hint = ValueHint::FilePath)]
    pub(crate) solution: OsString,
    #[command(flatten)]
    pub(crate) goal: GoalArgs,
    /// Dialect of the solution [default: detected]
    ///
    /// The dialect also implies the goal unless --goal or the board gives one: blank-first for columbia, spiral for 42.
    #[arg(long, value_name = "DIALECT", value_parser = choice::dialects(), conflicts_with = "letters")]
    pub(crate) from: Option<Dialect>,
    /// Whether letters describe the tile or the blank, unless the text starts with tile: or blank:
    #[arg(long, value_name = "MOVER", value_parser = choice::movers(), default_value = "tile")]
    pub(crate) letters: Mover,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
}

/// Replaying moves is fast, but proving optimality can take hours.
pub(crate) const DEFAULT_TIME: Duration = Duration::from_secs(10);

impl Run for CheckArgs {
    fn run(&self, folder: Option<&OsStr>) -> Result<Exit, Failure> {
        let mut reader = Reader::default();
        let usual = self.from.map_or(NamedGoal::Rows, Dialect::goal);
        let goal = GoalChoice::read(self.goal.goal.as_deref(), &mut reader)?.or(usual);
        let item = reader.board(&self.board.board)?;
        let goal = goal.of(&item)?;
        let solution = reader.solution(&self.solution, &item.board, self.from, self.letters)?;
        if says_nothing(&solution) && !item.board.is_solved(&goal) {
            return Err(Failure::input("the solution is empty"));
        }
        let judgement = match Statement::of(&item.board, &goal, solution) {
            Statement::Solution(judgement) => judgement,
            Statement::Length(length) => return check_length(self, folder, &item, &goal, length),
            Statement::Unsolvable => return unsolvable(self, &item, &goal),
        };
        let optimum = if judgement.is_solution() {
            Some(run_search(self, folder, &item, |tables, limits, watch| {
                Optimum::find(&item.board, &goal, judgement.length(), tables, limits, watch)
            })?)
        } else {
            None
        };
        let mut out = output::stdout();
        if self.json {
            writeln!(out, "{}", object(&item.board, &goal, &judgement, optimum.as_ref()))?;
        } else {
            write_report(&mut out, &judgement, optimum.as_ref())?;
        }
        out.flush()?;
        if progress::was_interrupted() {
            output::message(format_args!("interrupted before optimality was decided"));
            return Ok(Exit::Interrupted);
        }
        Ok(Exit::from(judgement.is_solution()))
    }
}

/// Returns the moves of a solution.
///
/// # Errors
/// If a move is illegal, or the solution has no moves.
pub(super) fn legal_moves(item: &Item, goal: &Goal, solution: SolutionText) -> Result<Moves, Failure> {
    match Statement::of(&item.board, goal, solution) {
        Statement::Solution(Judgement { fault: None, examination, .. }) => Ok(examination.moves),
        Statement::Solution(Judgement { fault: Some(fault), .. }) => {
            Err(Failure::input(format_args!("illegal solution: {fault}")))
        }
        Statement::Length(_) => Err(Failure::input("the solution is only a length, without moves")),
        Statement::Unsolvable => Err(Failure::input("the solution says that the board is unsolvable")),
    }
}

/// Runs a search within the limits, until Ctrl-C.
fn run_search<T>(
    args: &CheckArgs,
    folder: Option<&OsStr>,
    item: &Item,
    search: impl FnOnce(&TableCache, &Limits, &mut SearchProgress) -> Result<T, SolveError>,
) -> Result<T, Failure> {
    progress::catch_interrupts();
    let limits = limits(&args.limits, Some(DEFAULT_TIME));
    let tables = TableCache::stored(table_dir::store(folder), Workers::all());
    let found = search(&tables, &limits, &mut SearchProgress::new())
        .map_err(|error| Failure::input(format_args!("{}: {error}", item.name)))?;
    report_table_fault(&tables);
    Ok(found)
}

pub(super) fn describe_stop(reason: &StopReason) -> String {
    match reason {
        StopReason::Asked => "interrupted".to_owned(),
        limit => limit.to_string(),
    }
}

fn write_report(out: &mut dyn Write, replay: &Replay, optimum: Option<&Optimum>) -> io::Result<()> {
    let length = replay.length() as u64;
    let yes_or_no = |yes: bool| if yes { "yes".to_owned() } else { "no".to_owned() };
    let mut rows = vec![("solution", yes_or_no(replay.is_solution()))];
    match &replay.fault {
        None => rows.push(("legal", format!("yes, {}", counted(length, "move")))),
        Some(fault) => {
            rows.push(("legal", format!("no: {fault}")));
            rows.push(("first illegal", format!("move {}", length + 1)));
        }
    }
    rows.push(("reaches the goal", yes_or_no(replay.is_solution())));
    rows.push((
        "repeats a board",
        match replay.examination.repeat {
            None => yes_or_no(false),
            Some((first, again)) => {
                format!("yes: the board after {first} appears again after {}", counted(again as u64, "move"))
            }
        },
    ));
    // A truncated text has no length to compare with.
    if let (Some(reported), Some(is_right)) = (judgement.reported, judgement.is_count_right()) {
        let verdict = if is_right { "right".to_owned() } else { format!("wrong, the solution has {length}") };
        rows.push(("reported length", format!("{reported}, {verdict}")));
    }
    rows.extend(optimum.map(|optimum| {
        (
            "optimal",
            match optimum {
                Optimum::Length(shortest) if *shortest == length => "yes".to_owned(),
                Optimum::Length(shortest) => {
                    let above = counted(length.saturating_sub(*shortest), "move");
                    format!("no, {above} longer than the optimum of {shortest}")
                }
                Optimum::AtLeast(bound, reason) => {
                    let moves = counted(*bound, "move");
                    format!("unknown, lower bound {moves}; {}", describe_stop(reason))
                }
            },
        )
    }));
    rows.iter().try_for_each(|(label, value)| writeln!(out, "{label:<17} {value}"))
}

fn object(start: &Board, goal: &Goal, replay: &Replay, optimum: Option<&Optimum>) -> Value {
    let Replay { examination, fault, reported } = replay;
    let length = replay.length();
    let (shortest, bound) = match optimum {
        None => (None, None),
        Some(Optimum::Length(shortest)) => (Some(*shortest), Some(*shortest)),
        Some(Optimum::AtLeast(bound, _)) => (None, Some(*bound)),
    };
    let reason = match optimum {
        None => Some("not a solution".to_owned()),
        Some(Optimum::Length(_)) => None,
        Some(Optimum::AtLeast(_, reason)) => Some(describe_stop(reason)),
    };
    let fields = json!({
        "solution": replay.is_solution(),
        "legal": fault.is_none(),
        "fault": fault,
        "legal_moves": length,
        "reaches_goal": replay.is_solution(),
        "repeat": examination.repeat.map(|(first, again)| [first, again]),
        "reported": reported,
        "optimal": shortest.map(|shortest| shortest == length as u64),
        "optimal_length": shortest,
        "above_optimal": shortest.map(|shortest| (length as u64).saturating_sub(shortest)),
        "optimal_at_least": bound,
    });
    let mut object = puzzle_with(start, goal, fields);
    // Why optimality is unknown. The schema omits absent fields instead of setting them to null.
    if let Some(reason) = reason {
        object["reason"] = reason.into();
    }
    object
}

/// Checks a solution that is only a length: it is right if it is optimal.
fn check_length(
    args: &CheckArgs,
    folder: Option<&OsStr>,
    item: &Item,
    goal: &Goal,
    length: usize,
) -> Result<Exit, Failure> {
    let verdict = run_search(args, folder, item, |tables, limits, watch| {
        LengthVerdict::of(length, &item.board, goal, tables, limits, watch)
    })?;
    let mut out = output::stdout();
    if args.json {
        let fields = json!({
            "reported": length,
            "optimal": verdict.is_correct(),
            "optimal_length": verdict.shortest(),
        });
        writeln!(out, "{}", puzzle_with(&item.board, goal, fields))?;
    } else {
        let (word, why) = describe_length(&verdict);
        writeln!(out, "{:<17} {length}, {word}: {why}", "reported length")?;
    }
    out.flush()?;
    if progress::was_interrupted() {
        return Ok(Exit::Interrupted);
    }
    Ok(verdict.is_correct().map_or(Exit::Limit, Exit::from))
}

/// Describes the verdict on a length: one word, and the reason.
pub(super) fn describe_length(verdict: &LengthVerdict) -> (&'static str, String) {
    match verdict {
        LengthVerdict::Right(_) => ("right", "optimal".to_owned()),
        LengthVerdict::OtherThan(shortest) => ("wrong", format!("the optimum is {shortest}")),
        LengthVerdict::Below(bound) => ("wrong", format!("the lower bound is {}", counted(*bound, "move"))),
        LengthVerdict::Unsolvable => ("wrong", "the board is unsolvable".to_owned()),
        LengthVerdict::Unknown(bound, reason) => {
            let bound = counted(*bound, "move");
            ("unknown", format!("lower bound {bound}; {}", describe_stop(reason)))
        }
    }
}

/// Checks the claim that the board is unsolvable.
fn unsolvable(args: &CheckArgs, item: &Item, goal: &Goal) -> Result<Exit, Failure> {
    let why = match Task::new(item.board.clone(), goal.clone()) {
        Err(TaskError::Unsolvable(why)) => Some(why.to_string()),
        _ => None,
    };
    let mut out = output::stdout();
    if args.json {
        let fields = json!({
            "solution": false,
            "unsolvable": why.is_some(),
            "reason": why.as_deref().unwrap_or("the board is solvable"),
        });
        writeln!(out, "{}", puzzle_with(&item.board, goal, fields))?;
    } else {
        match &why {
            Some(why) => writeln!(out, "unsolvable        yes: {why}")?,
            None => writeln!(out, "unsolvable        no: the board is solvable")?,
        }
    }
    out.flush()?;
    Ok(Exit::from(why.is_some()))
}
