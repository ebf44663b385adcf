//! The score of one exercise.

use super::{Completeness, Exercise, Ignored, Requirement};
use crate::child::{ExitReason, Run};
use crate::claim::Replay;
use crate::length::LengthCheck;
use crate::optimum::Optimum;

/// The most points for a board.
pub const MAX_POINTS: u32 = 4;

/// The score of one exercise.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Score {
    /// The run of the program.
    pub run: Run,
    /// What its answer turned out to be.
    pub finding: Finding,
    /// The points, out of [`MAX_POINTS`].
    pub points: u32,
    /// The lines of the answer that are not part of the solution.
    pub ignored: Ignored,
    /// The beginning of the answer.
    pub answer: String,
}

/// What an answer turned out to be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Finding {
    /// There is no answer: the program failed or reached a limit.
    Failed(ExitReason),
    /// The program succeeded, but printed nothing.
    Empty,
    /// The answer cannot be parsed, for this reason.
    Unreadable(String),
    /// The answer is that the board is unsolvable.
    Unsolvable {
        /// Whether that is correct.
        is_correct: bool,
    },
    /// The answer is the length of a solution, without the moves.
    Length {
        /// The number of moves.
        length: usize,
        /// Whether it is the optimal solution length.
        check: LengthCheck,
    },
    /// The answer consists of moves or boards.
    Moves {
        /// The result of replaying them.
        replay: Replay,
        /// What is known about the optimum, if the answer is a solution.
        optimum: Option<Optimum>,
        /// Whether it is in the required dialect; `None` if none is required, or the answer is not a solution.
        in_dialect: Option<bool>,
    },
    /// The answer is a list of solutions.
    Solutions {
        /// The result of comparing it with all solutions.
        completeness: Completeness,
        /// Whether it is in the required dialect; `None` if none is required.
        in_dialect: Option<bool>,
    },
}

impl Finding {
    /// Returns whether all moves are legal; `None` without moves, and for a list of solutions.
    pub fn is_legal(&self) -> Option<bool> {
        self.replay().map(|replay| replay.fault.is_none())
    }

    /// Returns whether the moves, or all solutions of a list, reach the goal; `None` without moves.
    pub fn reaches_goal(&self) -> Option<bool> {
        match self {
            Finding::Solutions { completeness, .. } => Some(completeness.are_solutions()),
            Finding::Moves { replay, .. } => Some(replay.is_solution()),
            Finding::Failed(_)
            | Finding::Empty
            | Finding::Unreadable(_)
            | Finding::Unsolvable { .. }
            | Finding::Length { .. } => None,
        }
    }

    /// Returns the reported number of moves.
    pub fn reported(&self) -> Option<usize> {
        match self {
            Finding::Length { length, .. } => Some(*length),
            Finding::Moves { replay, .. } => replay.reported,
            Finding::Failed(_)
            | Finding::Empty
            | Finding::Unreadable(_)
            | Finding::Unsolvable { .. }
            | Finding::Solutions { .. } => None,
        }
    }

    /// Returns whether the reported number of moves is correct.
    pub fn is_count_correct(&self) -> Option<bool> {
        match self {
            Finding::Length { check, .. } => check.is_correct(),
            Finding::Moves { replay, .. } => replay.is_count_correct(),
            Finding::Failed(_)
            | Finding::Empty
            | Finding::Unreadable(_)
            | Finding::Unsolvable { .. }
            | Finding::Solutions { .. } => None,
        }
    }

    /// Returns the number of legal moves.
    pub fn length(&self) -> Option<usize> {
        self.replay().map(Replay::length)
    }

    /// Returns the optimal solution length, if it was searched for and found.
    pub fn shortest(&self) -> Option<u64> {
        match self {
            Finding::Length { check, .. } => check.shortest(),
            Finding::Moves { optimum, .. } => optimum.and_then(Optimum::length),
            Finding::Failed(_)
            | Finding::Empty
            | Finding::Unreadable(_)
            | Finding::Unsolvable { .. }
            | Finding::Solutions { .. } => None,
        }
    }

    /// Returns whether the solution is optimal; `None` if there is no solution or the optimum is unknown.
    pub fn is_shortest(&self) -> Option<bool> {
        let length = self.replay().filter(|replay| replay.is_solution())?.length();
        self.shortest().map(|shortest| shortest == length as u64)
    }

    fn replay(&self) -> Option<&Replay> {
        match self {
            Finding::Moves { replay, .. } => Some(replay),
            Finding::Failed(_)
            | Finding::Empty
            | Finding::Unreadable(_)
            | Finding::Unsolvable { .. }
            | Finding::Length { .. }
            | Finding::Solutions { .. } => None,
        }
    }

    /// Computes the points for this answer.
    pub(super) fn points(&self, exercise: &Exercise) -> u32 {
        match self {
            Finding::Failed(_) | Finding::Empty | Finding::Unreadable(_) => 0,
            Finding::Unsolvable { is_correct } => {
                if *is_correct {
                    MAX_POINTS
                } else {
                    0
                }
            }
            Finding::Length { check, .. } => {
                if check.is_correct() == Some(true) {
                    MAX_POINTS
                } else {
                    0
                }
            }
            Finding::Solutions { completeness, .. } if !completeness.are_solutions() => 0,
            Finding::Solutions { completeness, in_dialect } => {
                let is_complete = completeness.is_complete() == Some(true);
                2 + u32::from(is_complete) + u32::from(*in_dialect != Some(false))
            }
            Finding::Moves { replay, .. } if !replay.is_solution() => 0,
            Finding::Moves { replay, in_dialect, .. } => {
                let has_length = match exercise.requirement {
                    Requirement::Shortest => self.is_shortest() == Some(true),
                    // A single solution is not the list that was asked for.
                    Requirement::AllWithin(_) => false,
                    Requirement::Any => true,
                };
                let has_form = replay.is_count_correct() != Some(false) && *in_dialect != Some(false);
                2 + u32::from(has_length) + u32::from(has_form)
            }
        }
    }
}
