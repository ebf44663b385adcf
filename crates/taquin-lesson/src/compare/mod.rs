//! Comparisons of methods on the same boards, with means per depth, as in textbooks.
//!
//! ```
//! use taquin::control::Control;
//! use taquin::solver::{Algorithm, Solver};
//! use taquin_lesson::compare::{Comparison, Depth, Exercise, Measure, Trial};
//! let exercise = Exercise { puzzle: "0 1 3/4 2 5/7 8 6".parse()?, depth: None };
//! let solver = Solver::builder().algorithm(Algorithm::AStar).build()?;
//! let trial = Trial::run(&exercise.puzzle, &solver, &Control::new())?;
//! let mut comparison = Comparison::new(vec!["A*".to_owned()]);
//! comparison.add(exercise, vec![trial]);
//! let [group] = &comparison.groups()[..] else { panic!() };
//! assert_eq!((group.depth, comparison.mean(group, 0, Measure::Generated).value), (Depth::Exact(4), Some(10.0)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Boards are grouped by the optimal length: as drawn, or as one of the methods has proved. A trial that a limit has
//! stopped counts with what it used until then; its mean is marked as a lower bound, and no effective branching factor
//! is computed. The factor counts all generated nodes including the start, the N + 1 of textbooks.

mod branching;
mod measure;
mod trial;

pub use branching::effective_branching;
pub use measure::{Mean, Measure};
pub use trial::{Trial, TrialResult};

use std::collections::BTreeMap;
use taquin::Puzzle;
use taquin::display::Counted;

/// A puzzle to be solved by every method.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Exercise {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// The optimal solution length, if it is known in advance.
    pub depth: Option<u32>,
}

/// The optimal solution length by which boards are grouped.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Depth {
    /// The optimal solution length.
    Exact(u32),
    /// No method has proven it.
    Unknown,
    /// There is no solution.
    Unsolvable,
}

/// The boards of one depth.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Group {
    /// Their depth.
    pub depth: Depth,
    /// Their indices in the comparison.
    pub boards: Vec<usize>,
}

/// The trials of several methods on the same boards.
#[derive(Clone, PartialEq, Debug)]
pub struct Comparison {
    methods: Vec<String>,
    exercises: Vec<Exercise>,
    /// For each puzzle, the trial of each method.
    trials: Vec<Vec<Trial>>,
}

impl Comparison {
    /// Creates an empty comparison of methods with these names.
    pub fn new(methods: Vec<String>) -> Comparison {
        Comparison { methods, exercises: Vec::new(), trials: Vec::new() }
    }

    /// Adds a board with the trial of each method, in their order.
    pub fn add(&mut self, exercise: Exercise, trials: Vec<Trial>) {
        self.exercises.push(exercise);
        self.trials.push(trials);
    }

    /// Returns the names of the methods.
    pub fn methods(&self) -> &[String] {
        &self.methods
    }

    /// Returns the boards, each with its trials.
    pub fn boards(&self) -> impl Iterator<Item = (&Exercise, &[Trial])> {
        self.exercises.iter().zip(self.trials.iter().map(Vec::as_slice))
    }

    /// Returns the boards grouped by depth, in increasing order.
    pub fn groups(&self) -> Vec<Group> {
        let mut groups: BTreeMap<Depth, Vec<usize>> = BTreeMap::new();
        for board in 0..self.exercises.len() {
            groups.entry(self.depth(board)).or_default().push(board);
        }
        groups.into_iter().map(|(depth, boards)| Group { depth, boards }).collect()
    }

    /// Returns the depth of a board, known in advance or proven by a method.
    fn depth(&self, board: usize) -> Depth {
        let known = self.exercises[board].depth;
        let proven = self.trials[board].iter().find_map(Trial::proven_length);
        match known.or(proven) {
            Some(depth) => Depth::Exact(depth),
            None if self.trials[board].iter().any(|trial| trial.result == TrialResult::Unsolvable) => {
                Depth::Unsolvable
            }
            None => Depth::Unknown,
        }
    }

    /// Returns the trials of a method on the boards of a group.
    pub fn trials<'a>(&'a self, group: &'a Group, method: usize) -> impl Iterator<Item = &'a Trial> + Clone {
        group.boards.iter().filter_map(move |&board| self.trials[board].get(method))
    }

    /// Returns the number of boards of a group on which a method reached a limit.
    pub fn stopped(&self, group: &Group, method: usize) -> usize {
        self.trials(group, method).filter(|trial| trial.stopped.is_some()).count()
    }

    /// Returns the mean of a measure over a group.
    pub fn mean(&self, group: &Group, method: usize, measure: Measure) -> Mean {
        Mean::of(self.trials(group, method), measure)
    }

    /// Describes boards on which methods have proven different lengths, which would be a bug.
    pub fn disagreements(&self) -> Vec<String> {
        let mut found = Vec::new();
        for (board, trials) in self.trials.iter().enumerate() {
            let Depth::Exact(depth) = self.depth(board) else { continue };
            for (method, trial) in self.methods.iter().zip(trials) {
                if let Some(length) = trial.proven_length().filter(|&length| length != depth) {
                    let length = Counted(length.into(), "move");
                    found.push(format!("board {}: {method} proves {length}, not {depth}", board + 1));
                }
            }
        }
        found
    }
}
