//! What is told of a graded board, in whatever form.

use crate::commands::check::{length_in_words, reason_in_words};
use crate::quantity::{counted, readable_bytes};
use taquin_judge::child::Ending;
use taquin_judge::grade::{Exercise, FULL, Finding, Mark, Wanted};
use taquin_judge::judgement::{Judgement, Optimum};

/// Everything that was graded.
pub(super) struct Report {
    /// The program in words.
    pub(super) program: String,
    /// The suite, if it was one.
    pub(super) suite: Option<&'static str>,
    pub(super) graded: Vec<Graded>,
}

/// A board and its mark.
pub(super) struct Graded {
    pub(super) exercise: Exercise,
    pub(super) mark: Mark,
}

impl Report {
    pub(super) fn points(&self) -> u32 {
        self.graded.iter().map(|graded| graded.mark.points).sum()
    }

    /// The points there are to be had.
    pub(super) fn most(&self) -> u32 {
        self.graded.len() as u32 * FULL
    }

    /// How many boards have all points.
    pub(super) fn right(&self) -> usize {
        self.graded.iter().filter(|graded| graded.mark.points == FULL).count()
    }
}

impl Graded {
    /// One word, and the whole story.
    pub(super) fn verdict(&self) -> (&'static str, String) {
        match &self.mark.finding {
            Finding::Ended(ending) => ended(ending),
            Finding::Silent => ("silent", "it said nothing".to_owned()),
            Finding::Unreadable(why) => ("unreadable", why.clone()),
            Finding::CalledUnsolvable { rightly: true } => ("right", "rightly called unsolvable".to_owned()),
            Finding::CalledUnsolvable { rightly: false } => {
                ("wrong", "called unsolvable, but it can be solved".to_owned())
            }
            Finding::Length { length, verdict } => {
                let (word, why) = length_in_words(verdict);
                (word, format!("{}, {why}", counted(*length as u64, "move")))
            }
            Finding::Judged { judgement, optimum, in_dialect } => {
                self.judged(judgement, optimum.as_ref(), *in_dialect)
            }
        }
    }

    fn judged(
        &self,
        judgement: &Judgement,
        optimum: Option<&Optimum>,
        in_dialect: Option<bool>,
    ) -> (&'static str, String) {
        let length = judgement.length() as u64;
        if let Some(fault) = &judgement.fault {
            return ("wrong", fault.clone());
        }
        if !judgement.is_solution() {
            let end = if self.exercise.is_solvable() {
                "does not end at the goal"
            } else {
                "nothing leads to the goal"
            };
            return ("wrong", format!("{}: {end}", counted(length, "move")));
        }
        match (self.exercise.wanted, optimum) {
            (Wanted::Shortest, Some(Optimum::Length(shortest))) if *shortest < length => {
                let above = counted(length - shortest, "move");
                return ("longer", format!("{above} longer than the optimum of {shortest}"));
            }
            (Wanted::Shortest, Some(Optimum::AtLeast(bound, reason))) => {
                let why = reason_in_words(reason);
                return ("unknown", format!("{length} moves, at least {bound} are needed; {why}"));
            }
            (Wanted::AtMost(bound), _) if length > bound.into() => {
                return ("longer", format!("{} with a bound of {bound}", counted(length, "move")));
            }
            (Wanted::AtMost(_), _) if judgement.examination.repeat.is_some() => {
                return ("longer", "a board comes twice".to_owned());
            }
            _ => {}
        }
        match (judgement.reported, in_dialect) {
            (Some(reported), _) if judgement.is_count_right() == Some(false) => {
                ("form", format!("a solution, but it tells of {reported} moves and has {length}"))
            }
            (_, Some(false)) => ("form", "a solution, but not in the dialect that was asked for".to_owned()),
            _ => ("right", counted(length, "move")),
        }
    }

    /// Did the program answer at all?
    pub(super) fn has_answer(&self) -> bool {
        !matches!(self.mark.finding, Finding::Ended(_) | Finding::Silent)
    }

    pub(super) fn seconds(&self) -> f64 {
        self.mark.run.elapsed.as_secs_f64()
    }

    /// Is a board without a solution called that? `None` if it has one and nobody says otherwise.
    pub(super) fn is_unsolvable_recognised(&self) -> Option<bool> {
        match self.mark.finding {
            Finding::CalledUnsolvable { rightly } => Some(rightly),
            _ => (!self.exercise.is_solvable()).then_some(false),
        }
    }
}

fn ended(ending: &Ending) -> (&'static str, String) {
    match ending {
        Ending::Exited(status) => ("crashed", format!("it failed: {status}")),
        Ending::Time(limit) => ("time", format!("no answer within {limit:?}")),
        Ending::Memory(bytes) => {
            ("memory", format!("it used more than {} of memory", readable_bytes(*bytes)))
        }
        Ending::Output(bytes) => ("output", format!("it printed more than {}", readable_bytes(*bytes))),
        Ending::Processes(count) => ("processes", format!("it had more than {count} processes")),
        Ending::Unheard => ("stopped", "it was stopped".to_owned()),
    }
}
