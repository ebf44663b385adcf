//! Random boards.
//!
//! The generator is named and will not change: [`Scrambler::GENERATOR`]. A seed gives the same boards on every
//! machine and in every version that has the same name there.

use crate::board::Board;
use crate::direction::Direction;
use crate::goal::Goal;
use crate::size::Size;
use crate::task::{Task, TaskError};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use std::fmt;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::ops::RangeInclusive;

/// A source of random boards.
///
/// ```
/// use taquin::{Goal, Size, Task};
/// use taquin::scramble::Scrambler;
/// let goal = Goal::rows(Size::square(4).unwrap());
/// let board = Scrambler::new(2026).solvable(&goal);
/// assert_eq!(board, Scrambler::new(2026).solvable(&goal));
/// assert!(Task::new(board, goal).is_ok());
/// ```
#[derive(Clone, Debug)]
pub struct Scrambler {
    random: ChaCha20Rng,
}

impl Scrambler {
    /// What a seed stands for: the ChaCha20 stream whose key is the seed in little-endian order followed by zeros;
    /// 64-bit numbers below the largest multiple of n give a number below n; Fisher-Yates from the last cell down.
    pub const GENERATOR: &'static str = "taquin-chacha20-1";

    /// The generator with this seed.
    pub fn new(seed: u64) -> Scrambler {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        Scrambler { random: ChaCha20Rng::from_seed(key) }
    }

    /// A seed that nobody chose, small enough to be written as a number in JSON and read back exactly.
    pub fn any_seed() -> u64 {
        // The standard library takes the keys of its hash maps from the operating system's randomness.
        RandomState::new().build_hasher().finish() >> 11
    }

    /// A number below `n`, all equally likely.
    pub(crate) fn below(&mut self, n: usize) -> usize {
        let n = n as u64;
        // The numbers above the largest multiple of n would make the small remainders more likely.
        let usable = u64::MAX - (u64::MAX % n + 1) % n;
        loop {
            let number = self.random.next_u64();
            if number <= usable {
                return (number % n) as usize;
            }
        }
    }

    /// A number of a range, all equally likely.
    ///
    /// # Panics
    /// If the range is empty.
    pub fn one_of(&mut self, range: RangeInclusive<u32>) -> u32 {
        let (first, last) = range.into_inner();
        first + self.below((last - first) as usize + 1) as u32
    }

    /// Any board of a size, all equally likely.
    pub fn any(&mut self, size: Size) -> Board {
        let mut numbers: Vec<u16> = (0..size.cells() as u16).collect();
        for last in (1..numbers.len()).rev() {
            let other = self.below(last + 1);
            numbers.swap(last, other);
        }
        Board::new(size, &numbers).expect("a shuffle is a permutation")
    }

    /// A board from which the goal can be reached, all of these equally likely.
    pub fn solvable(&mut self, goal: &Goal) -> Board {
        let size = goal.size();
        if size.is_line() {
            // No tile passes another, so the blank's place is all there is to choose.
            let mut numbers: Vec<u16> = goal.board().numbers().filter(|&number| number != 0).collect();
            numbers.insert(self.below(size.cells()), 0);
            return Board::new(size, &numbers).expect("the goal's tiles with the blank elsewhere");
        }
        // Exchanging two tiles pairs every board of one parity with one of the other.
        let board = self.any(size);
        if is_solvable(&board, goal) { board } else { board.twin().unwrap_or(board) }
    }

    /// A board from which the goal cannot be reached, all of these equally likely.
    ///
    /// # Errors
    /// If every board of this size can be solved: it has fewer than two tiles.
    pub fn unsolvable(&mut self, goal: &Goal) -> Result<Board, AllSolvable> {
        let size = goal.size();
        if size.cells() < 3 {
            return Err(AllSolvable { size });
        }
        if size.is_line() {
            // At least half of all orders of the tiles differ from the goal's.
            loop {
                let board = self.any(size);
                if !is_solvable(&board, goal) {
                    return Ok(board);
                }
            }
        }
        let board = self.any(size);
        Ok(if is_solvable(&board, goal) { board.twin().unwrap_or(board) } else { board })
    }

    /// The board after a random walk of so many moves from the goal, none of which takes the one before back
    /// unless it has to (in a corner of a single row or column).
    pub fn walk(&mut self, goal: &Goal, moves: u64) -> Board {
        self.walk_from(goal.board(), moves)
    }

    /// The same from any board.
    pub fn walk_from(&mut self, start: &Board, moves: u64) -> Board {
        let mut board = start.clone();
        let mut last = None;
        for _ in 0..moves {
            let size = board.size();
            let exits = Direction::SUCCESSOR_ORDER.into_iter();
            let possible = exits.filter(|direction| size.step(board.blank(), direction.of_blank()).is_some());
            let onward = possible.clone().filter(|direction| last != Some(direction.opposite()));
            let direction = match (onward.clone().count(), possible.clone().count()) {
                (0, 0) => break,
                (0, count) => possible.clone().nth(self.below(count)),
                (count, _) => onward.clone().nth(self.below(count)),
            };
            let Some(direction) = direction else { break };
            board.slide_in_place(direction);
            last = Some(direction);
        }
        board
    }
}

fn is_solvable(board: &Board, goal: &Goal) -> bool {
    !matches!(Task::new(board.clone(), goal.clone()), Err(TaskError::Unsolvable(_)))
}

/// The error of asking for an unsolvable board where there is none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AllSolvable {
    /// The size, of fewer than two tiles.
    pub size: Size,
}

impl fmt::Display for AllSolvable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "every {} board can be solved: with fewer than two tiles nothing is out of order",
            self.size
        )
    }
}

impl std::error::Error for AllSolvable {}
