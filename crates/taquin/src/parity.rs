//! Why a board cannot reach a goal.
//!
//! With at least two rows and two columns one number decides: the inversions, plus the blank's row if the width is even.
//! Every move changes it by an even amount, so boards of different parity cannot reach each other, and any two boards of
//! the same parity can. In a single row or column no tile can pass another, so the order of the tiles decides.
//!
//! ```
//! use taquin::{Board, Goal, Task, TaskError};
//! let board = Board::from_flat(&[1, 2, 3, 4, 5, 6, 8, 7, 0])?;
//! let goal = Goal::rows(board.size());
//! let Err(TaskError::Unsolvable(why)) = Task::new(board, goal) else { panic!() };
//! assert_eq!(why.to_string(), "the start has 1 inversion (odd), the goal has 0 inversions (even), and no move changes the parity");
//! # Ok::<(), taquin::BoardError>(())
//! ```

use crate::board::Board;
use crate::goal::{Goal, NamedGoal};
use crate::puzzle::Puzzle;
use crate::tile::Tile;
use std::fmt;

/// The number whose parity no move changes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ParitySum {
    /// The board's inversions.
    pub inversions: u64,
    /// The blank's row from 0; `None` if the width is odd, because then the row does not matter.
    pub blank_row: Option<usize>,
}

impl ParitySum {
    /// Returns the number of a board.
    pub fn of(board: &Board) -> ParitySum {
        let even_width = board.size().cols().is_multiple_of(2);
        ParitySum { inversions: board.inversions(), blank_row: even_width.then(|| board.blank_row()) }
    }

    /// Returns the inversions plus the blank's row, if it matters.
    pub fn sum(&self) -> u64 {
        self.inversions + self.blank_row.unwrap_or(0) as u64
    }

    /// Returns true if the sum is odd.
    pub fn is_odd(&self) -> bool {
        self.sum() % 2 == 1
    }

    /// Returns the parity of the sum as a word: `"odd"` or `"even"`.
    pub fn parity(&self) -> &'static str {
        if self.is_odd() { "odd" } else { "even" }
    }

    /// Returns the sum and how it comes about: `3 inversions + blank row 2 = 5`.
    fn terms(&self) -> String {
        let inversions = self.inversions;
        let s = if inversions == 1 { "" } else { "s" };
        match self.blank_row {
            Some(row) => format!("{inversions} inversion{s} + blank row {row} = {}", self.sum()),
            None => format!("{inversions} inversion{s}"),
        }
    }
}

impl fmt::Display for ParitySum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, {}", self.terms(), self.parity())
    }
}

/// A start and a goal that no sequence of moves connects, with the argument.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unsolvable {
    puzzle: Puzzle,
    obstacle: Obstacle,
}

/// The reason why a board cannot reach a goal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Obstacle {
    /// The parity sums differ.
    Parity {
        /// The sum of the start.
        start: ParitySum,
        /// The sum of the goal.
        goal: ParitySum,
    },
    /// The order of the tiles differs, in a single row or column.
    Order {
        /// The first position that differs, counted from 0 without the blank.
        place: usize,
        /// The start's tile there.
        start: Tile,
        /// The goal's tile there.
        goal: Tile,
    },
}

impl Obstacle {
    /// Returns why `start` cannot reach `goal`, a board of the same size; `None` if it can.
    pub(crate) fn between(start: &Board, goal: &Board) -> Option<Obstacle> {
        if start.size().is_line() {
            let tiles = |board: &'_ Board| -> Vec<Tile> {
                let all = board.tiles().iter().copied();
                all.filter(|tile| !tile.is_blank()).collect()
            };
            let pairs = tiles(start).into_iter().zip(tiles(goal)).enumerate();
            let mut differing = pairs.filter(|(_, (here, there))| here != there);
            let (place, (start, goal)) = differing.next()?;
            return Some(Obstacle::Order { place, start, goal });
        }
        let (start, goal) = (ParitySum::of(start), ParitySum::of(goal));
        (start.is_odd() != goal.is_odd()).then_some(Obstacle::Parity { start, goal })
    }
}

impl Unsolvable {
    pub(crate) fn new(puzzle: Puzzle, obstacle: Obstacle) -> Unsolvable {
        Unsolvable { puzzle, obstacle }
    }

    /// Returns the start; [`Board::inversion_pairs`] lists its inversions.
    pub fn start(&self) -> &Board {
        self.puzzle.start()
    }

    /// Returns the goal that cannot be reached.
    pub fn goal(&self) -> &Goal {
        self.puzzle.goal()
    }

    /// Returns the argument.
    pub fn obstacle(&self) -> Obstacle {
        self.obstacle
    }

    /// Returns the named goals that the start can reach; of two names for the same board only the first.
    ///
    /// ```
    /// use taquin::{NamedGoal, Puzzle};
    /// let puzzle: Puzzle = "1 2 3/8 4 0/7 6 5".parse()?;
    /// let why = puzzle.task().unwrap_err();
    /// assert_eq!(why.reachable_goals(), [NamedGoal::Spiral]);
    /// # Ok::<(), taquin::notation::PuzzleError>(())
    /// ```
    pub fn reachable_goals(&self) -> Vec<NamedGoal> {
        let size = self.start().size();
        let mut found: Vec<(NamedGoal, Goal)> = Vec::new();
        for &name in NamedGoal::ALL {
            let goal = name.of(size);
            if self.start().is_solvable(&goal) && found.iter().all(|(_, other)| *other != goal) {
                found.push((name, goal));
            }
        }
        found.into_iter().map(|(name, _)| name).collect()
    }
}

impl fmt::Display for Unsolvable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.obstacle {
            Obstacle::Parity { start, goal } => {
                let (here, there) = (start.terms(), goal.terms());
                let (odd, even) = (start.parity(), goal.parity());
                write!(
                    f,
                    "the start has {here} ({odd}), the goal has {there} ({even}), and no move changes the parity"
                )
            }
            Obstacle::Order { place, start, goal } => write!(
                f,
                "tiles in a single line cannot pass each other: tile {start} is in position {} where the goal has tile {goal}",
                place + 1
            ),
        }
    }
}

impl std::error::Error for Unsolvable {}
