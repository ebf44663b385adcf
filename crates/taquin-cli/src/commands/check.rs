//! `taquin check`.

use super::solve::report_table_fault;
use super::{Run, budget};
use crate::args::{BoardArg, GoalArgs, LimitArgs};
use crate::choice;
use crate::exit::{Exit, Failure};
use crate::input::{GivenSolution, GoalChoice, Reader};
use crate::output;
use crate::progress::{self, SearchProgress};
use crate::puzzle_object::puzzle_with;
use crate::quantity::counted;
use crate::signals;
use crate::table_dir;
use clap::{Args, ValueHint};
use serde_json::{Value, json};
use std::ffi::{OsStr, OsString};
use std::io::{self, Write};
use std::time::Duration;
use taquin::control::{Budget, Control};
use taquin::notation::{Dialect, Mover, SolutionText};
use taquin::solver::{SolveError, Solver};
use taquin::{Moves, NamedGoal, Puzzle};
use taquin_judge::claim::{self, Claim, Replay};
use taquin_judge::length::LengthCheck;
use taquin_judge::optimum::Optimum;

const AFTER_HELP: &str = "\
EXIT CODES:
  0    legal and reaches the goal, optimal or not; or correctly reported as unsolvable
  1    not a solution
  2    bad usage or input
  3    with --from aizu: a limit was reached before the length could be checked
  130  interrupted before optimality was decided; 143 terminated by SIGTERM

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
         Optimality is checked by searching for at most {DEFAULT_TIME:?}, or the time given with --time-limit. If that is not \
         enough, optimality is unknown and the proven lower bound is reported."
    )
}

/// Check whether a solution is legal, complete, free of cycles and optimal
#[derive(Args, Debug)]
#[command(long_about = about(), after_help = AFTER_HELP)]
#[command(mut_arg("time_limit", |limit| limit.help("Stop after this time: 500ms, 10s, 2m, 1h [default: 10s]")))]
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
        let goal = GoalChoice::read(&self.goal, &mut reader)?.or(usual);
        let item = reader.board(&self.board.board)?;
        let puzzle = goal.puzzle(&item)?;
        let GivenSolution { text, solution } =
            reader.solution(&self.solution, &item.board, self.from, self.letters)?;
        if claim::is_empty(&solution) && !puzzle.is_solved() {
            return Err(Failure::input("the solution is empty"));
        }
        let replay = match Claim::of(puzzle.start(), puzzle.goal(), solution) {
            Claim::Solution(replay) => replay,
            Claim::Length(length) => return check_length(self, folder, &item.name, &puzzle, length),
            Claim::Unsolvable => return unsolvable(self, &puzzle),
        };
        let optimum = if replay.is_solution() {
            Some(run_search(self, folder, &item.name, |solver, control| {
                Optimum::find(&puzzle, replay.length(), solver, control)
            })?)
        } else {
            None
        };
        let advice = match (replay.is_solution(), self.from) {
            (false, None) => claim::solving_mover(&text, &puzzle, self.letters),
            _ => None,
        };
        let mut out = output::stdout();
        if self.json {
            let mut object = object(&puzzle, &replay, optimum.as_ref());
            if let Some(mover) = advice {
                object["solution_with_letters"] = mover.name().into();
            }
            writeln!(out, "{object}")?;
        } else {
            write_report(&mut out, &replay, optimum.as_ref())?;
        }
        out.flush()?;
        if let Some(mover) = advice {
            output::hint(format_args!(
                "a solution if the letters describe the {mover}: use --letters {mover}"
            ));
        } else if let (false, Err(why)) = (replay.is_solution(), puzzle.task()) {
            output::message(format_args!("{}: unsolvable: {why}", item.name));
            output::hint_goals(&why);
        }
        if signals::was_interrupted() {
            output::message(format_args!("interrupted before optimality was decided"));
            return Ok(Exit::Interrupted);
        }
        Ok(Exit::from(replay.is_solution()))
    }
}

/// Returns the moves of a solution.
///
/// # Errors
/// If a move is illegal, or the solution has no moves.
pub(super) fn legal_moves(puzzle: &Puzzle, solution: SolutionText) -> Result<Moves, Failure> {
    match Claim::of(puzzle.start(), puzzle.goal(), solution) {
        Claim::Solution(Replay { fault: None, examination, .. }) => Ok(examination.moves),
        Claim::Solution(Replay { fault: Some(fault), .. }) => {
            Err(Failure::input(format_args!("illegal solution: {fault}")))
        }
        Claim::Length(_) => Err(Failure::input("the solution is only a length, without moves")),
        Claim::Unsolvable => Err(Failure::input("the solution says that the board is unsolvable")),
    }
}

/// Runs a search within the limits, until Ctrl-C.
fn run_search<T>(
    args: &CheckArgs,
    folder: Option<&OsStr>,
    name: &str,
    search: impl FnOnce(&Solver, &Control<'_>) -> Result<T, SolveError>,
) -> Result<T, Failure> {
    signals::catch();
    let budget = budget(&args.limits);
    let solver = Solver::builder()
        .store(table_dir::store(folder))
        .budget(Budget { time: budget.time.or(Some(DEFAULT_TIME)), ..budget })
        .build()?;
    let found = {
        let mut watch = SearchProgress::new();
        let control = progress::control().on_event(|event| watch.show(event));
        search(&solver, &control)
    };
    report_table_fault(&solver);
    found.map_err(|error| Failure::input(format_args!("{name}: {error}")))
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
    if let (Some(reported), Some(is_correct)) = (replay.reported, replay.is_count_correct()) {
        let verdict =
            if is_correct { "right".to_owned() } else { format!("wrong, the solution has {length}") };
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
                    format!("unknown, lower bound {moves}; {reason}")
                }
            },
        )
    }));
    rows.iter().try_for_each(|(label, value)| writeln!(out, "{label:<17} {value}"))
}

fn object(puzzle: &Puzzle, replay: &Replay, optimum: Option<&Optimum>) -> Value {
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
        Some(Optimum::AtLeast(_, reason)) => Some(reason.to_string()),
    };
    let fields = json!({
        "solution": replay.is_solution(),
        "legal": fault.is_none(),
        "fault": fault,
        "length": length,
        "reaches_goal": replay.is_solution(),
        "repeat": examination.repeat.map(|(first, again)| [first, again]),
        "reported_length": reported,
        "optimal": shortest.map(|shortest| shortest == length as u64),
        "optimal_length": shortest,
        "above_optimal": shortest.map(|shortest| (length as u64).saturating_sub(shortest)),
        "lower_bound": bound,
    });
    let mut object = puzzle_with("check", puzzle.start(), puzzle.goal(), fields);
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
    name: &str,
    puzzle: &Puzzle,
    length: usize,
) -> Result<Exit, Failure> {
    let check =
        run_search(args, folder, name, |solver, control| LengthCheck::of(length, puzzle, solver, control))?;
    let mut out = output::stdout();
    if args.json {
        let fields = json!({
            "reported_length": length,
            "optimal": check.is_correct(),
            "optimal_length": check.shortest(),
        });
        writeln!(out, "{}", puzzle_with("check", puzzle.start(), puzzle.goal(), fields))?;
    } else {
        let (word, why) = describe_length(&check);
        writeln!(out, "{:<17} {length}, {word}: {why}", "reported length")?;
    }
    out.flush()?;
    if signals::was_interrupted() {
        return Ok(Exit::Interrupted);
    }
    Ok(check.is_correct().map_or(Exit::Limit, Exit::from))
}

/// Describes the check of a length: one word, and the reason.
pub(super) fn describe_length(check: &LengthCheck) -> (&'static str, String) {
    match check {
        LengthCheck::Correct(_) => ("right", "optimal".to_owned()),
        LengthCheck::Wrong(shortest) => ("wrong", format!("the optimum is {shortest}")),
        LengthCheck::TooShort(bound) => ("wrong", format!("the lower bound is {}", counted(*bound, "move"))),
        LengthCheck::Unsolvable => ("wrong", "the board is unsolvable".to_owned()),
        LengthCheck::Unknown(bound, reason) => {
            ("unknown", format!("lower bound {}; {reason}", counted(*bound, "move")))
        }
    }
}

/// Checks the claim that the board is unsolvable.
fn unsolvable(args: &CheckArgs, puzzle: &Puzzle) -> Result<Exit, Failure> {
    let why = puzzle.task().err();
    let mut out = output::stdout();
    if args.json {
        let reason = why.as_ref().map(ToString::to_string);
        let fields = json!({
            "solution": false,
            "unsolvable": why.is_some(),
            "reason": reason.as_deref().unwrap_or("the board is solvable"),
        });
        writeln!(out, "{}", puzzle_with("check", puzzle.start(), puzzle.goal(), fields))?;
    } else {
        match &why {
            Some(why) => writeln!(out, "unsolvable        yes: {why}")?,
            None => writeln!(out, "unsolvable        no: the board is solvable")?,
        }
    }
    out.flush()?;
    if let Some(why) = &why {
        output::hint_goals(why);
    }
    Ok(Exit::from(why.is_some()))
}
