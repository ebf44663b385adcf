//! A sequence of moves.
//!
//! Each move is a [`Direction`], one byte: what the tile next to the blank does. The same sequence can be applied
//! to any board; whether it is legal there is known only when it is replayed.
//!
//! ```
//! use taquin::{Board, Direction, Metric, Moves};
//! let board = Board::from_flat(&[0, 1, 3, 4, 2, 5, 7, 8, 6])?;
//! let moves = Moves::from([Direction::Left, Direction::Up, Direction::Left, Direction::Up]);
//! assert_eq!(moves.apply(&board).unwrap().to_string(), " 1  2  3 \n 4  5  6 \n 7  8  0 ");
//! assert_eq!(moves.inverse().apply(&moves.apply(&board).unwrap()), Ok(board));
//! assert_eq!(moves.len(Metric::Single), 4);
//! # Ok::<(), taquin::BoardError>(())
//! ```

use crate::board::Board;
use crate::direction::Direction;
use crate::metric::Metric;
use crate::tile::Tile;
use std::collections::HashMap;
use std::fmt;

/// A sequence of directions of tiles.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Moves(Vec<Direction>);

impl Moves {
    /// No moves.
    pub fn new() -> Moves {
        Moves::default()
    }

    /// The length in a metric: tile moves, or pushes.
    pub fn len(&self, metric: Metric) -> usize {
        match metric {
            Metric::Single => self.0.len(),
            // Moves in the same direction as the one before belong to the same push.
            Metric::Multi => self.0.chunk_by(|a, b| a == b).count(),
        }
    }

    /// True for no moves.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The directions in order.
    pub fn as_slice(&self) -> &[Direction] {
        &self.0
    }

    /// The directions in order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = Direction> + ExactSizeIterator + '_ {
        self.0.iter().copied()
    }

    /// Adds one move at the end.
    pub fn push(&mut self, direction: Direction) {
        self.0.push(direction);
    }

    /// These moves, then the others.
    #[must_use]
    pub fn then(mut self, others: &Moves) -> Moves {
        self.0.extend_from_slice(&others.0);
        self
    }

    /// The way back: the opposite moves in the opposite order.
    #[must_use]
    pub fn inverse(&self) -> Moves {
        self.iter().rev().map(Direction::opposite).collect()
    }

    /// The same effect without steps that are taken back at once.
    #[must_use]
    pub fn simplified(&self) -> Moves {
        let mut kept: Vec<Direction> = Vec::with_capacity(self.0.len());
        for direction in self.iter() {
            if kept.last() == Some(&direction.opposite()) {
                kept.pop();
            } else {
                kept.push(direction);
            }
        }
        Moves(kept)
    }

    /// The same effect from a board without the moves between two times that the same board is met.
    #[must_use]
    pub fn without_circles(&self, start: &Board) -> Moves {
        let mut last_met = HashMap::new();
        for (index, board) in self.boards(start).enumerate() {
            last_met.insert(board, index);
        }
        let mut kept = Moves::new();
        let mut board = start.clone();
        while let Some(&direction) = last_met.get(&board).and_then(|&index| self.0.get(index)) {
            if board.slide_in_place(direction).is_none() {
                break;
            }
            kept.push(direction);
        }
        kept
    }

    /// The board after all moves.
    ///
    /// # Errors
    /// At the first move that has no tile to make it.
    pub fn apply(&self, start: &Board) -> Result<Board, IllegalMove> {
        let mut board = start.clone();
        for step in self.steps(&mut board) {
            step?;
        }
        Ok(board)
    }

    /// The tiles that move, in order; stops at the first illegal move.
    pub fn tiles(&self, start: &Board) -> impl Iterator<Item = Tile> + '_ {
        let mut board = start.clone();
        self.iter().map_while(move |d| board.slide_in_place(d))
    }

    /// The boards from the start to the end, both included; stops before the first illegal move.
    pub fn boards(&self, start: &Board) -> impl Iterator<Item = Board> + '_ {
        let mut board = start.clone();
        let later = self.iter().map_while(move |direction| {
            board.slide_in_place(direction)?;
            Some(board.clone())
        });
        std::iter::once(start.clone()).chain(later)
    }

    /// Plays the moves on `board` one by one as the iterator is asked, giving each tile that moved.
    fn steps<'a>(&'a self, board: &'a mut Board) -> impl Iterator<Item = Result<Tile, IllegalMove>> + 'a {
        let numbered = self.iter().enumerate();
        numbered.map(|(index, direction)| {
            let tile = board.slide_in_place(direction);
            tile.ok_or(IllegalMove { index, direction })
        })
    }
}

impl From<Vec<Direction>> for Moves {
    fn from(directions: Vec<Direction>) -> Moves {
        Moves(directions)
    }
}

impl<const N: usize> From<[Direction; N]> for Moves {
    fn from(directions: [Direction; N]) -> Moves {
        Moves(directions.into())
    }
}

impl FromIterator<Direction> for Moves {
    fn from_iter<I: IntoIterator<Item = Direction>>(directions: I) -> Moves {
        Moves(directions.into_iter().collect())
    }
}

/// A move that no tile can make: the blank is at the edge.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct IllegalMove {
    /// Which move of the sequence, from 0.
    pub index: usize,
    /// What the tile should have done.
    pub direction: Direction,
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (number, direction) = (self.index + 1, self.direction);
        write!(f, "move {number}: no tile can move {direction} here")
    }
}

impl std::error::Error for IllegalMove {}
