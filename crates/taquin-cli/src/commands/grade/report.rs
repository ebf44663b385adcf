//! The results of grading, for all output formats.

use crate::commands::check::describe_length;
use crate::echo;
use crate::quantity::counted;
use taquin::display::Bytes;
use taquin::notation::{Mover, letters};
use taquin_judge::child::ExitReason;
use taquin_judge::claim::Replay;
use taquin_judge::grade::{Completeness, Exercise, Finding, Ignored, MAX_POINTS, Requirement, Score};
use taquin_judge::optimum::Optimum;

/// All graded boards.
pub(super) struct Report {
    /// The program and its arguments.
    pub(super) program: String,
    /// The name of the suite, if any.
    pub(super) suite: Option<&'static str>,
    pub(super) graded: Vec<Graded>,
}

/// A board and its score.
pub(super) struct Graded {
    pub(super) exercise: Exercise,
    pub(super) score: Score,
}

impl Report {
    pub(super) fn points(&self) -> u32 {
        self.graded.iter().map(|graded| graded.score.points).sum()
    }

    /// Returns the maximum number of points.
    pub(super) fn most(&self) -> u32 {
        self.graded.len() as u32 * MAX_POINTS
    }

    /// Returns the number of boards with full points.
    pub(super) fn right(&self) -> usize {
        self.graded.iter().filter(|graded| graded.score.points == MAX_POINTS).count()
    }
}

impl Graded {
    /// Returns the verdict in one word, and its explanation, with what was ignored.
    pub(super) fn verdict(&self) -> (&'static str, String) {
        let (word, reason) = self.judged();
        match describe_ignored(&self.score.ignored) {
            Some(ignored) => (word, format!("{reason}; {ignored}")),
            None => (word, reason),
        }
    }

    fn judged(&self) -> (&'static str, String) {
        match &self.score.finding {
            Finding::Failed(exit) => failed(exit),
            Finding::Empty => ("silent", "no output".to_owned()),
            Finding::Unreadable(why) => ("unreadable", why.clone()),
            Finding::Unsolvable { is_correct: true } => {
                ("right", "correctly reported as unsolvable".to_owned())
            }
            Finding::Unsolvable { is_correct: false } => {
                ("wrong", "reported as unsolvable, but it is solvable".to_owned())
            }
            Finding::Length { length, check } => {
                let (word, why) = describe_length(check);
                (word, format!("{}, {why}", counted(*length as u64, "move")))
            }
            Finding::Moves { replay, optimum, in_dialect } => {
                self.replayed(replay, optimum.as_ref(), *in_dialect)
            }
            Finding::Solutions { completeness, in_dialect } => listed(completeness, *in_dialect),
        }
    }

    fn replayed(
        &self,
        replay: &Replay,
        optimum: Option<&Optimum>,
        in_dialect: Option<bool>,
    ) -> (&'static str, String) {
        let length = replay.length() as u64;
        if let Some(fault) = &replay.fault {
            return ("wrong", fault.clone());
        }
        if !replay.is_solution() {
            let end = if self.exercise.is_solvable() {
                "does not end at the goal"
            } else {
                "the board is unsolvable"
            };
            return ("wrong", format!("{}: {end}", counted(length, "move")));
        }
        match (self.exercise.requirement, optimum) {
            (Requirement::Shortest, Some(Optimum::Length(shortest))) if *shortest < length => {
                let above = counted(length - shortest, "move");
                return ("longer", format!("{above} longer than the optimum of {shortest}"));
            }
            (Requirement::Shortest, Some(Optimum::AtLeast(bound, reason))) => {
                return ("unknown", format!("{}, lower bound {bound}; {reason}", counted(length, "move")));
            }
            (Requirement::Shortest, Some(Optimum::Length(_)) | None)
            | (Requirement::AllWithin(_) | Requirement::Any, _) => {}
        }
        match (replay.reported, in_dialect) {
            (Some(reported), _) if replay.is_count_correct() == Some(false) => {
                ("form", format!("a solution of {}, but {reported} were reported", counted(length, "move")))
            }
            (_, Some(false)) => ("form", "a solution, but not in the required dialect".to_owned()),
            _ => ("right", counted(length, "move")),
        }
    }

    /// Returns whether the program gave an answer.
    pub(super) fn has_answer(&self) -> bool {
        !matches!(self.score.finding, Finding::Failed(_) | Finding::Empty)
    }

    pub(super) fn seconds(&self) -> f64 {
        self.score.run.elapsed.as_secs_f64()
    }

    /// Returns whether an unsolvable board was recognised; `None` if the board is solvable and was not called unsolvable.
    pub(super) fn is_unsolvable_recognised(&self) -> Option<bool> {
        match self.score.finding {
            Finding::Unsolvable { is_correct } => Some(is_correct),
            Finding::Failed(_)
            | Finding::Empty
            | Finding::Unreadable(_)
            | Finding::Length { .. }
            | Finding::Moves { .. }
            | Finding::Solutions { .. } => (!self.exercise.is_solvable()).then_some(false),
        }
    }
}

/// Describes a list of solutions.
fn listed(list: &Completeness, in_dialect: Option<bool>) -> (&'static str, String) {
    let all = format!("{} of {}", list.found, counted(list.expected as u64, "solution"));
    if let Some((number, why)) = &list.wrong {
        return ("wrong", format!("solution {number}: {why}"));
    }
    if let Some(reason) = list.stopped {
        return ("unknown", format!("{all} or more; {reason}"));
    }
    let mut faults = Vec::new();
    if let Some(missing) = &list.missing {
        let count = list.expected - list.found;
        faults.push(format!("{count} missing, as tile: {}", letters(missing, Mover::Tile)));
    }
    if list.repeated > 0 {
        faults.push(format!("{} listed again", list.repeated));
    }
    if list.unwanted > 0 {
        faults.push(format!("{} beyond the bound or with a repeated board", list.unwanted));
    }
    match (faults.is_empty(), in_dialect) {
        (false, _) if list.found + list.unwanted == 0 => ("wrong", faults.join(", ")),
        (false, _) => ("incomplete", format!("{all}: {}", faults.join(", "))),
        (true, Some(false)) => ("form", format!("{all}, but not in the required dialect")),
        (true, _) => ("right", all),
    }
}

/// Describes the lines of an answer that are not part of the solution; `None` if there are none.
fn describe_ignored(ignored: &Ignored) -> Option<String> {
    let first = ignored.first.first()?;
    let lines = counted(ignored.count as u64, "line");
    let what = if ignored.count == 1 { String::new() } else { ", the first".to_owned() };
    Some(format!("ignored {lines}{what} {:?}", echo::argument(first)))
}

pub(super) fn failed(exit: &ExitReason) -> (&'static str, String) {
    match exit {
        ExitReason::Exited(status) => ("crashed", status.to_string()),
        ExitReason::Time(limit) => ("time", format!("no answer within {limit:?}")),
        ExitReason::Memory(bytes) => ("memory", format!("used more than {} of memory", Bytes(*bytes))),
        ExitReason::Output(bytes) => ("output", format!("printed more than {}", Bytes(*bytes))),
        ExitReason::Processes(count) => ("processes", format!("started more than {count} processes")),
        ExitReason::Cancelled => ("stopped", "stopped".to_owned()),
    }
}
