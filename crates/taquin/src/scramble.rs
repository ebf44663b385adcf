//! Random boards.
//!
//! The generator has a name, [`Scrambler::GENERATOR`]. A seed gives the same boards on every machine and in every version
//! whose generator has the same name.
//!
//! The algorithm is written out at [`Scrambler::GENERATOR`], and a test compares its boards with those of an
//! independent program that follows this description.

use crate::board::Board;
use crate::control::{Control, StopReason};
use crate::direction::Direction;
use crate::goal::Goal;
use crate::size::Size;
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use std::fmt;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::ops::RangeInclusive;

/// A source of random boards.
///
/// ```
/// use taquin::{Goal, Size};
/// use taquin::scramble::Scrambler;
/// let goal = Goal::rows(Size::square(4).unwrap());
/// let board = Scrambler::seeded(2026).solvable(&goal);
/// assert_eq!(board, Scrambler::seeded(2026).solvable(&goal));
/// assert!(board.is_solvable(&goal));
/// ```
#[derive(Clone, Debug)]
pub struct Scrambler {
    random: ChaCha20Rng,
}

impl Scrambler {
    /// The name of the generator: the ChaCha20 stream whose key is the seed in little-endian order followed by zeros.
    /// A number below n is the remainder of a 64-bit number below the largest multiple of n. Boards are shuffled by
    /// Fisher-Yates from the last cell down.
    pub const GENERATOR: &'static str = "taquin-chacha20-1";

    /// Returns the generator with this seed.
    pub fn seeded(seed: u64) -> Scrambler {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        Scrambler { random: ChaCha20Rng::from_seed(key) }
    }

    /// Returns the generator with this seed and another stream of ChaCha20: parts of a long list of boards can be drawn
    /// independently. Stream 0 is [`seeded`](Scrambler::seeded).
    pub fn stream(seed: u64, stream: u64) -> Scrambler {
        let mut scrambler = Scrambler::seeded(seed);
        scrambler.random.set_stream(stream);
        scrambler
    }

    /// Returns a generator whose seed is the next number of this one.
    pub(crate) fn fork(&mut self) -> Scrambler {
        Scrambler::seeded(self.random.next_u64())
    }

    /// Returns a random seed, small enough to be written as a number in JSON and read back exactly.
    pub fn any_seed() -> u64 {
        // The standard library seeds its hash maps from the operating system.
        RandomState::new().build_hasher().finish() >> 11
    }

    /// Returns a uniformly random number below `n`.
    pub(crate) fn below(&mut self, n: usize) -> usize {
        let n = n as u64;
        // Numbers above the largest multiple of n would make small remainders more likely.
        let usable = u64::MAX - (u64::MAX % n + 1) % n;
        loop {
            let number = self.random.next_u64();
            if number <= usable {
                return (number % n) as usize;
            }
        }
    }

    /// Returns a uniformly random number of a range.
    ///
    /// # Panics
    /// If the range is empty.
    pub fn one_of(&mut self, range: RangeInclusive<u32>) -> u32 {
        let (first, last) = range.into_inner();
        first + self.below((last - first) as usize + 1) as u32
    }

    /// Returns a uniformly random board of a size, solvable or not.
    pub fn any(&mut self, size: Size) -> Board {
        let mut numbers: Vec<u16> = (0..size.cells() as u16).collect();
        for last in (1..numbers.len()).rev() {
            let other = self.below(last + 1);
            numbers.swap(last, other);
        }
        Board::new(size, &numbers).expect("a shuffle is a permutation")
    }

    /// Returns a uniformly random board from which the goal can be reached.
    pub fn solvable(&mut self, goal: &Goal) -> Board {
        let size = goal.size();
        if size.is_line() {
            // No tile can pass another, so only the place of the blank is random.
            let mut numbers: Vec<u16> = goal.board().numbers().filter(|&number| number != 0).collect();
            numbers.insert(self.below(size.cells()), 0);
            return Board::new(size, &numbers).expect("the goal's tiles with the blank elsewhere");
        }
        // Swapping two tiles maps the boards of one parity to those of the other, one to one.
        let board = self.any(size);
        if board.is_solvable(goal) { board } else { board.twin().unwrap_or(board) }
    }

    /// Returns a uniformly random board from which the goal cannot be reached.
    ///
    /// # Errors
    /// If every board of this size is solvable because it has fewer than two tiles.
    pub fn unsolvable(&mut self, goal: &Goal) -> Result<Board, AllSolvable> {
        let size = goal.size();
        if size.cells() < 3 {
            return Err(AllSolvable { size });
        }
        if size.is_line() {
            // At most half of all orders of the tiles are the goal's, so this ends soon.
            loop {
                let board = self.any(size);
                if !board.is_solvable(goal) {
                    return Ok(board);
                }
            }
        }
        let board = self.any(size);
        Ok(if board.is_solvable(goal) { board.twin().unwrap_or(board) } else { board })
    }

    /// Returns the board after a random walk from the goal. No move undoes the one before, except at the end of a single
    /// row or column.
    pub fn walk(&mut self, goal: &Goal, moves: u64) -> Board {
        self.walk_from(goal.board(), moves)
    }

    /// Returns the board after such a [`walk`](Scrambler::walk) from any board.
    pub fn walk_from(&mut self, start: &Board, moves: u64) -> Board {
        let mut board = start.clone();
        self.walk_on(&mut board, &mut None, moves);
        board
    }

    /// Returns the board after such a [`walk`](Scrambler::walk), which may be long.
    ///
    /// # Errors
    /// If the control stops it.
    pub fn walk_within(&mut self, goal: &Goal, moves: u64, control: &Control) -> Result<Board, StopReason> {
        const BETWEEN_CHECKS: u64 = 100_000;
        let control = &control.started();
        let (mut board, mut last) = (goal.board().clone(), None);
        let mut left = moves;
        while left > 0 {
            control.check()?;
            let next = left.min(BETWEEN_CHECKS);
            self.walk_on(&mut board, &mut last, next);
            left -= next;
        }
        control.check()?;
        Ok(board)
    }

    /// Continues a walk after its last move.
    fn walk_on(&mut self, board: &mut Board, last: &mut Option<Direction>, moves: u64) {
        for _ in 0..moves {
            let size = board.size();
            let exits = Direction::SUCCESSOR_ORDER.into_iter();
            let possible = exits.filter(|direction| size.step(board.blank(), direction.of_blank()).is_some());
            let onward = possible.clone().filter(|direction| *last != Some(direction.opposite()));
            let direction = match (onward.clone().count(), possible.clone().count()) {
                (0, 0) => break,
                (0, count) => possible.clone().nth(self.below(count)),
                (count, _) => onward.clone().nth(self.below(count)),
            };
            let Some(direction) = direction else { break };
            board.slide_in_place(direction);
            *last = Some(direction);
        }
    }
}

/// The error of asking for an unsolvable board of a size that has none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AllSolvable {
    /// The size, which has fewer than two tiles.
    pub size: Size,
}

impl fmt::Display for AllSolvable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "every {} board is solvable: it has fewer than two tiles", self.size)
    }
}

impl std::error::Error for AllSolvable {}
