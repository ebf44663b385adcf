//! What is told of a graded board, in whatever form.

use crate::commands::check::{length_in_words, reason_in_words};
use crate::quantity::{counted, readable_bytes};
use taquin_judge::child::ExitReason;
use taquin_judge::claim::Replay;
use taquin_judge::grade::{Exercise, Finding, MAX_POINTS, Requirement, Score};
use taquin_judge::optimum::Optimum;

/// Everything that was graded.
pub(super) struct Report {
    /// The program in words.
    pub(super) program: String,
    /// The suite, if it was one.
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

    /// The points there are to be had.
    pub(super) fn most(&self) -> u32 {
        self.graded.len() as u32 * MAX_POINTS
    }

    /// How many boards have all points.
    pub(super) fn right(&self) -> usize {
        self.graded.iter().filter(|graded| graded.score.points == MAX_POINTS).count()
    }
}

impl Graded {
    /// One word, and the whole story.
    pub(super) fn verdict(&self) -> (&'static str, String) {
        match &self.score.finding {
            Finding::Failed(ending) => ended(ending),
            Finding::Empty => ("silent", "it said nothing".to_owned()),
            Finding::Unreadable(why) => ("unreadable", why.clone()),
            Finding::Unsolvable { is_correct: true } => ("right", "rightly called unsolvable".to_owned()),
            Finding::Unsolvable { is_correct: false } => {
                ("wrong", "called unsolvable, but it can be solved".to_owned())
            }
            Finding::Length { length, check } => {
                let (word, why) = length_in_words(check);
                (word, format!("{}, {why}", counted(*length as u64, "move")))
            }
            Finding::Moves { replay, optimum, in_dialect } => {
                self.replayed(replay, optimum.as_ref(), *in_dialect)
            }
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
                "nothing leads to the goal"
            };
            return ("wrong", format!("{}: {end}", counted(length, "move")));
        }
        match (self.exercise.requirement, optimum) {
            (Requirement::Shortest, Some(Optimum::Length(shortest))) if *shortest < length => {
                let above = counted(length - shortest, "move");
                return ("longer", format!("{above} longer than the optimum of {shortest}"));
            }
            (Requirement::Shortest, Some(Optimum::AtLeast(bound, reason))) => {
                let why = reason_in_words(reason);
                return ("unknown", format!("{length} moves, at least {bound} are needed; {why}"));
            }
            (Requirement::AtMost(bound), _) if length > bound.into() => {
                return ("longer", format!("{} with a bound of {bound}", counted(length, "move")));
            }
            (Requirement::AtMost(_), _) if replay.examination.repeat.is_some() => {
                return ("longer", "a board comes twice".to_owned());
            }
            _ => {}
        }
        match (replay.reported, in_dialect) {
            (Some(reported), _) if replay.is_count_correct() == Some(false) => {
                ("form", format!("a solution, but it tells of {reported} moves and has {length}"))
            }
            (_, Some(false)) => ("form", "a solution, but not in the dialect that was asked for".to_owned()),
            _ => ("right", counted(length, "move")),
        }
    }

    /// Did the program answer at all?
    pub(super) fn has_answer(&self) -> bool {
        !matches!(self.score.finding, Finding::Failed(_) | Finding::Empty)
    }

    pub(super) fn seconds(&self) -> f64 {
        self.score.run.elapsed.as_secs_f64()
    }

    /// Is a board without a solution called that? `None` if it has one and nobody says otherwise.
    pub(super) fn is_unsolvable_recognised(&self) -> Option<bool> {
        match self.score.finding {
            Finding::Unsolvable { is_correct } => Some(is_correct),
            _ => (!self.exercise.is_solvable()).then_some(false),
        }
    }
}

fn ended(ending: &ExitReason) -> (&'static str, String) {
    match ending {
        ExitReason::Exited(status) => ("crashed", format!("it failed: {status}")),
        ExitReason::Time(limit) => ("time", format!("no answer within {limit:?}")),
        ExitReason::Memory(bytes) => {
            ("memory", format!("it used more than {} of memory", readable_bytes(*bytes)))
        }
        ExitReason::Output(bytes) => ("output", format!("it printed more than {}", readable_bytes(*bytes))),
        ExitReason::Processes(count) => ("processes", format!("it had more than {count} processes")),
        ExitReason::Cancelled => ("stopped", "it was stopped".to_owned()),
    }
}
