//! Methods side by side on the same boards, with means over the boards of each depth, as textbooks print them.
//!
//! ```
//! use taquin::search::{Limits, Unobserved};
//! use taquin::solver::{Algorithm, Request, Workshop};
//! use taquin::space::Workers;
//! use taquin::tables::TableCache;
//! use taquin::{Goal, notation};
//! use taquin_lesson::compare::{Comparison, Depth, Measure, Puzzle, Trial};
//! let start = notation::read("0 1 3/4 2 5/7 8 6")?;
//! let puzzle = Puzzle { goal: Goal::rows(start.size()), start, depth: None };
//! let tables = TableCache::new(Workers::ONE);
//! let request = Request { algorithm: Some(Algorithm::AStar), ..Request::default() };
//! let trial = Trial::run(&puzzle, &request, &Workshop::new(&tables), &Limits::none(), &mut Unobserved).unwrap();
//! let mut comparison = Comparison::new(vec!["A*".to_owned()]);
//! comparison.add(puzzle, vec![trial]);
//! let [group] = &comparison.groups()[..] else { panic!() };
//! assert_eq!((group.depth, comparison.mean(group, 0, Measure::Generated).value), (Depth::Exact(4), Some(10.0)));
//! # Ok::<(), taquin::notation::ParseError>(())
//! ```

mod branching;
mod measure;
mod trial;

pub use branching::effective_branching;
pub use measure::{Mean, Measure};
pub use trial::{Ending, Trial};

use std::collections::BTreeMap;
use taquin::{Board, Goal};

/// A board to be solved.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Puzzle {
    /// Where to begin.
    pub start: Board,
    /// Where to end.
    pub goal: Goal,
    /// How far apart they are, if that is known beforehand.
    pub depth: Option<u32>,
}

/// What a board has in common with others.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Depth {
    /// A shortest solution has so many moves.
    Exact(u32),
    /// No method could tell.
    Unknown,
    /// There is no solution.
    Unsolvable,
}

/// The boards of one depth.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Group {
    /// How far away they are.
    pub depth: Depth,
    /// Their places in the comparison.
    pub boards: Vec<usize>,
}

/// What methods did on boards.
#[derive(Clone, PartialEq, Debug)]
pub struct Comparison {
    methods: Vec<String>,
    puzzles: Vec<Puzzle>,
    /// For each puzzle, what each method did.
    trials: Vec<Vec<Trial>>,
}

impl Comparison {
    /// Of methods with these names, on no board yet.
    pub fn new(methods: Vec<String>) -> Comparison {
        Comparison { methods, puzzles: Vec::new(), trials: Vec::new() }
    }

    /// Adds a board and what each of the methods did on it, in their order.
    pub fn add(&mut self, puzzle: Puzzle, trials: Vec<Trial>) {
        self.puzzles.push(puzzle);
        self.trials.push(trials);
    }

    /// The names of the methods.
    pub fn methods(&self) -> &[String] {
        &self.methods
    }

    /// The boards, each with what the methods did on it.
    pub fn boards(&self) -> impl Iterator<Item = (&Puzzle, &[Trial])> {
        self.puzzles.iter().zip(self.trials.iter().map(Vec::as_slice))
    }

    /// The boards of each depth, the nearest first.
    pub fn groups(&self) -> Vec<Group> {
        let mut groups: BTreeMap<Depth, Vec<usize>> = BTreeMap::new();
        for board in 0..self.puzzles.len() {
            groups.entry(self.depth(board)).or_default().push(board);
        }
        groups.into_iter().map(|(depth, boards)| Group { depth, boards }).collect()
    }

    /// How far away a board is: as was known, or as a method has proven.
    fn depth(&self, board: usize) -> Depth {
        let known = self.puzzles[board].depth;
        let proven = self.trials[board].iter().find_map(Trial::proven_length);
        match known.or(proven) {
            Some(depth) => Depth::Exact(depth),
            None if self.trials[board].iter().any(|trial| trial.ending == Ending::Unsolvable) => {
                Depth::Unsolvable
            }
            None => Depth::Unknown,
        }
    }

    /// What a method did on the boards of a group.
    pub fn trials<'a>(&'a self, group: &'a Group, method: usize) -> impl Iterator<Item = &'a Trial> + Clone {
        group.boards.iter().filter_map(move |&board| self.trials[board].get(method))
    }

    /// On how many boards of a group a method reached a limit.
    pub fn stopped(&self, group: &Group, method: usize) -> usize {
        self.trials(group, method).filter(|trial| trial.stopped.is_some()).count()
    }

    /// The mean over a group.
    pub fn mean(&self, group: &Group, method: usize, measure: Measure) -> Mean {
        Mean::of(self.trials(group, method), measure)
    }

    /// Boards whose proven shortest lengths differ, in words: there should be none.
    pub fn disagreements(&self) -> Vec<String> {
        let mut found = Vec::new();
        for (board, trials) in self.trials.iter().enumerate() {
            let Depth::Exact(depth) = self.depth(board) else { continue };
            for (method, trial) in self.methods.iter().zip(trials) {
                if let Some(length) = trial.proven_length().filter(|&length| length != depth) {
                    found.push(format!("board {}: {method} proves {length} moves, not {depth}", board + 1));
                }
            }
        }
        found
    }
}
