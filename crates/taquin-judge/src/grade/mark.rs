//! What came of one exercise.

use super::{Exercise, Wanted};
use crate::child::{Ending, Run};
use crate::judgement::{Judgement, Optimum};

/// The points of a board.
pub const FULL: u32 = 4;

/// What came of one exercise.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mark {
    /// How the program ran.
    pub run: Run,
    /// What it answered.
    pub finding: Finding,
    /// Of [`FULL`].
    pub points: u32,
}

/// What an answer turned out to be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Finding {
    /// There is none: a limit was reached, or the program failed before.
    Ended(Ending),
    /// It ended well, and said nothing.
    Silent,
    /// What it said cannot be read; this is why.
    Unreadable(String),
    /// It said that there is no solution.
    CalledUnsolvable {
        /// Is that so?
        rightly: bool,
    },
    /// It gave moves or boards.
    Judged {
        /// What they are.
        judgement: Judgement,
        /// What is known of the optimum, if it is a solution.
        optimum: Option<Optimum>,
        /// Is it in the dialect that was asked for? `None` if none was, or it is no solution.
        in_dialect: Option<bool>,
    },
}

impl Finding {
    /// All tiles moved legally? `None` if none did.
    pub fn is_legal(&self) -> Option<bool> {
        self.judged().map(|judgement| judgement.fault.is_none())
    }

    /// Does the answer reach the goal?
    pub fn reaches_goal(&self) -> Option<bool> {
        self.judged().map(Judgement::is_solution)
    }

    /// Is the reported number of moves right?
    pub fn is_count_right(&self) -> Option<bool> {
        self.judged().and_then(Judgement::is_count_right)
    }

    /// The number of legal moves.
    pub fn length(&self) -> Option<usize> {
        self.judged().map(Judgement::length)
    }

    /// Is no solution shorter? `None` if it is no solution, or nobody knows.
    pub fn is_shortest(&self) -> Option<bool> {
        match self {
            Finding::Judged { judgement, optimum: Some(optimum), .. } if judgement.is_solution() => {
                optimum.length().map(|shortest| shortest == judgement.length() as u64)
            }
            _ => None,
        }
    }

    fn judged(&self) -> Option<&Judgement> {
        match self {
            Finding::Judged { judgement, .. } => Some(judgement),
            _ => None,
        }
    }

    /// The points for this answer to an exercise.
    pub(super) fn points(&self, exercise: &Exercise) -> u32 {
        match self {
            Finding::CalledUnsolvable { rightly: true } => FULL,
            Finding::Judged { judgement, in_dialect, .. } if judgement.is_solution() => {
                let has_length = match exercise.wanted {
                    Wanted::Shortest => self.is_shortest() == Some(true),
                    Wanted::AtMost(bound) => {
                        judgement.length() <= bound as usize && judgement.examination.repeat.is_none()
                    }
                    Wanted::Any => true,
                };
                let has_form = self.is_count_right() != Some(false) && *in_dialect != Some(false);
                2 + u32::from(has_length) + u32::from(has_form)
            }
            _ => 0,
        }
    }
}
