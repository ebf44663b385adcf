//! What came of one exercise.

use super::{Exercise, Wanted};
use crate::child::{Ending, Run};
use crate::judgement::{Judgement, Optimum};
use crate::length::LengthVerdict;

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
    /// It gave the length of a solution, and no solution.
    Length {
        /// The number of moves.
        length: usize,
        /// Is it that of a shortest solution?
        verdict: LengthVerdict,
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

    /// The number of moves that it tells.
    pub fn reported(&self) -> Option<usize> {
        match self {
            Finding::Length { length, .. } => Some(*length),
            _ => self.judged().and_then(|judgement| judgement.reported),
        }
    }

    /// Is the reported number of moves right?
    pub fn is_count_right(&self) -> Option<bool> {
        match self {
            Finding::Length { verdict, .. } => verdict.is_right(),
            _ => self.judged().and_then(Judgement::is_count_right),
        }
    }

    /// The number of legal moves.
    pub fn length(&self) -> Option<usize> {
        self.judged().map(Judgement::length)
    }

    /// The length of a shortest solution, where it was looked for and found.
    pub fn shortest(&self) -> Option<u64> {
        match self {
            Finding::Length { verdict, .. } => verdict.shortest(),
            Finding::Judged { optimum, .. } => optimum.and_then(Optimum::length),
            _ => None,
        }
    }

    /// Is no solution shorter? `None` if there is no solution, or nobody knows.
    pub fn is_shortest(&self) -> Option<bool> {
        let length = self.judged().filter(|judgement| judgement.is_solution())?.length();
        self.shortest().map(|shortest| shortest == length as u64)
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
            Finding::Length { verdict, .. } if verdict.is_right() == Some(true) => FULL,
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
