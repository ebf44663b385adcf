//! All solvable boards of a size with their distances from the goal.
//!
//! Boards are numbered by rank, and their distances come from the perfect table of the size.

use std::fmt;
use taquin::Workers;
use taquin::control::Control;
use taquin::tables::{NoTable, PerfectKey, PerfectTable};
use taquin::{Board, Goal, Metric, Size};

/// The distance of a board that is unsolvable.
const UNSOLVABLE: u8 = u8::MAX;

/// The boards of a size in lexicographic order, with their distances from a goal.
#[derive(Clone, Debug)]
pub struct States {
    goal: Goal,
    /// Indexed by the board's rank.
    distances: Vec<u8>,
    count: usize,
}

/// A solvable board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct State {
    /// Its number among all boards of the size, solvable or not.
    pub(super) number: usize,
    /// The board.
    pub board: Board,
    /// The optimal solution length.
    pub distance: u32,
}

impl States {
    /// The largest number of cells. A program would need too long for the 239,500,800 boards of 3x4.
    pub const MAX_CELLS: usize = 10;

    /// Enumerates all boards from which the goal can be reached.
    ///
    /// # Errors
    /// If there are too many, or the size is a single row or column.
    pub fn new(goal: &Goal) -> Result<States, StatesError> {
        let size = goal.size();
        let key = PerfectKey::of(goal, Metric::Single).filter(|_| size.cells() <= States::MAX_CELLS);
        let key = key.ok_or(StatesError(size))?;
        let table = PerfectTable::build(key, Workers::all(), &Control::new());
        let table = table.map_err(|_| StatesError(size))?;
        let distances = table.for_goal(goal).ok_or(StatesError(size))?;
        let boards = (0..).map_while(|rank| Board::from_rank(size, rank));
        let distance = |board| distances.distance(&board).map_or(UNSOLVABLE, |moves| moves as u8);
        let distances: Vec<u8> = boards.map(distance).collect();
        let count = distances.iter().filter(|&&distance| distance != UNSOLVABLE).count();
        Ok(States { goal: goal.clone(), distances, count })
    }

    /// Returns the goal.
    pub fn goal(&self) -> &Goal {
        &self.goal
    }

    /// Returns the number of states.
    pub fn count(&self) -> usize {
        self.count
    }

    /// Returns all states in the order of their boards.
    pub fn iter(&self) -> impl Iterator<Item = State> + '_ {
        (0..self.distances.len()).filter_map(|number| self.state(number))
    }

    /// Returns the state of a board; `None` if it is unsolvable or has another size.
    pub fn find(&self, board: &Board) -> Option<State> {
        (board.size() == self.goal.size()).then(|| self.state(self.number(board.tiles())))?
    }

    /// Returns the boards as an audited program reads them: one line per board with its numbers, 0 for the blank.
    pub fn text(&self) -> Vec<u8> {
        let mut text = String::with_capacity(self.count * self.goal.size().cells() * 2);
        for state in self.iter() {
            text.push_str(&line(&state.board));
            text.push('\n');
        }
        text.into_bytes()
    }

    /// Returns the number of a board among all boards of the size.
    #[inline]
    pub(super) fn number<T: Ord>(&self, tiles: &[T]) -> usize {
        // There are at most ten cells, so every board has a rank.
        Board::rank_of(tiles).map_or(usize::MAX, |rank| rank as usize)
    }

    /// Returns how many board numbers there are: twice as many as states.
    pub(super) fn numbers(&self) -> usize {
        self.distances.len()
    }

    pub(super) fn state(&self, number: usize) -> Option<State> {
        let distance = self.distances[number];
        let board = (distance != UNSOLVABLE).then(|| Board::from_rank(self.goal.size(), number as u64))??;
        Some(State { number, board, distance: distance.into() })
    }
}

/// Writes a board as a line of numbers.
pub(super) fn line(board: &Board) -> String {
    board.numbers().map(|number| number.to_string()).collect::<Vec<_>>().join(" ")
}

/// A size whose boards cannot be enumerated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StatesError(pub Size);

impl fmt::Display for StatesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let StatesError(size) = *self;
        if size.is_line() {
            return NoTable::Size(size).fmt(f);
        }
        write!(
            f,
            "{size} has {} cells, which is too many to check every board (at most {} cells, as in 3x3 and 2x5)",
            size.cells(),
            States::MAX_CELLS
        )
    }
}

impl std::error::Error for StatesError {}
