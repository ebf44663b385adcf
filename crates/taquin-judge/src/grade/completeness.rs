//! Judges a list of solutions: all within a bound, none twice, none missing, in any order.

use super::Exercise;
use crate::claim::{Claim, Replay};
use std::collections::HashSet;
use std::ops::ControlFlow;
use taquin::control::{Control, StopReason};
use taquin::notation::SolutionText;
use taquin::solver::{Enumeration, SolveError, Solver};
use taquin::{Moves, Puzzle};

/// The result of comparing a list of solutions with all solutions up to a bound that visit no board twice.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Completeness {
    /// How many solutions there are.
    pub expected: usize,
    /// How many of them were listed.
    pub found: usize,
    /// How many were listed again.
    pub repeated: usize,
    /// How many others were listed: solutions that are longer than the bound or visit a board twice.
    pub unwanted: usize,
    /// The first that is not a solution: its number, from 1, and what is wrong.
    pub wrong: Option<(usize, String)>,
    /// A solution that is missing.
    pub missing: Option<Moves>,
    /// Why the search for all solutions stopped early.
    pub stopped: Option<StopReason>,
}

impl Completeness {
    /// Compares the solutions of a list with those up to `bound` moves.
    ///
    /// # Errors
    /// Those of the solver.
    pub(super) fn of(
        list: Vec<SolutionText>,
        exercise: &Exercise,
        puzzle: &Puzzle,
        bound: u32,
        solver: &Solver,
        control: &Control,
    ) -> Result<Completeness, SolveError> {
        let mut expected = Vec::new();
        let outcome = solver.enumerate(&Enumeration::new(puzzle, 0..=bound), control, |solution| {
            expected.push(solution.moves().clone());
            ControlFlow::Continue(())
        })?;
        let wanted: HashSet<&Moves> = expected.iter().collect();
        let mut seen = HashSet::new();
        let mut result = Completeness {
            expected: wanted.len(),
            found: 0,
            repeated: 0,
            unwanted: 0,
            wrong: None,
            missing: None,
            stopped: outcome.stopped,
        };
        for (index, text) in list.into_iter().enumerate() {
            match Claim::of(&exercise.start, &exercise.goal, text) {
                Claim::Solution(replay) if replay.is_solution() => {
                    let moves = replay.examination.moves;
                    let is_wanted = wanted.contains(&moves);
                    match (seen.insert(moves), is_wanted) {
                        (false, _) => result.repeated += 1,
                        (true, true) => result.found += 1,
                        (true, false) => result.unwanted += 1,
                    }
                }
                claim @ (Claim::Solution(_) | Claim::Length(_) | Claim::Unsolvable) => {
                    result.wrong = result.wrong.or_else(|| Some((index + 1, fault(&claim))));
                }
            }
        }
        result.missing = expected.iter().find(|moves| !seen.contains(*moves)).cloned();
        Ok(result)
    }

    /// Returns whether all solutions were listed, and nothing else; `None` if a limit was reached before that was known.
    pub fn is_complete(&self) -> Option<bool> {
        let is_clean = self.repeated == 0 && self.unwanted == 0 && self.wrong.is_none();
        let is_known = self.stopped.is_none() || !is_clean;
        is_known.then_some(is_clean && self.missing.is_none())
    }

    /// Returns whether there is a solution in the list, and nothing that is not one. An empty list is right if there are
    /// no solutions.
    pub fn are_solutions(&self) -> bool {
        let is_any = self.found + self.unwanted > 0 || (self.expected == 0 && self.stopped.is_none());
        self.wrong.is_none() && is_any
    }
}

fn fault(claim: &Claim) -> String {
    match claim {
        Claim::Solution(Replay { fault: Some(fault), .. }) => fault.clone(),
        Claim::Solution(_) => "does not end at the goal".to_owned(),
        Claim::Length(_) | Claim::Unsolvable => "not a solution".to_owned(),
    }
}
