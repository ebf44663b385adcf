//! A sequence of moves.
//!
//! Each move is a [`Direction`] in one byte, the direction in which a tile slides into the blank. A sequence is not tied
//! to a board; replaying it shows whether it is legal there.
//!
//! ```
//! use taquin::{Board, Metric, Moves};
//! let board: Board = "0 1 3/4 2 5/7 8 6".parse()?;
//! let moves: Moves = "LULU".parse()?;
//! assert_eq!(moves.apply(&board)?.to_string(), " 1  2  3 \n 4  5  6 \n 7  8  0 ");
//! assert_eq!(moves.inverse().apply(&moves.apply(&board)?)?, board);
//! assert_eq!((moves.len(), moves.to_string().as_str()), (4, "LULU"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::board::Board;
use crate::direction::Direction;
use crate::metric::Metric;
use crate::tile::Tile;
use std::collections::HashMap;
use std::fmt;

/// A sequence of moves, each the direction of a tile.
///
/// Moves are displayed as letters that describe the tile: `LULU`. They are parsed from letters, letters with counts
/// (`R2U2L`) and words (`left up`), which describe the tile unless the text starts with `blank:`. A sequence of tile
/// numbers needs a board: [`notation::read_moves`](crate::notation::read_moves).
///
/// ```
/// use taquin::{Direction, Moves};
/// let moves: Moves = "R2U".parse()?;
/// assert_eq!(moves, Moves::from([Direction::Right, Direction::Right, Direction::Up]));
/// assert_eq!(moves, "blank: LLD".parse()?);
/// let mut letters = String::new();
/// for direction in &moves {
///     letters.push(direction.letter());
/// }
/// assert_eq!(letters, moves.to_string());
/// # Ok::<(), taquin::notation::ParseError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Moves(Vec<Direction>);

impl Moves {
    /// Returns an empty sequence.
    pub fn new() -> Moves {
        Moves::default()
    }

    /// Returns the number of moves of single tiles.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns the length in a metric: moves of single tiles, or pushes.
    pub fn len_in(&self, metric: Metric) -> usize {
        match metric {
            Metric::Single => self.0.len(),
            // Consecutive moves in the same direction are one push.
            Metric::Multi => self.0.chunk_by(|a, b| a == b).count(),
        }
    }

    /// Returns true if there are no moves.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the directions in order.
    pub fn as_slice(&self) -> &[Direction] {
        &self.0
    }

    /// Returns an iterator over the directions in order.
    pub fn iter(&self) -> std::iter::Copied<std::slice::Iter<'_, Direction>> {
        self.0.iter().copied()
    }

    /// Appends one move.
    pub fn push(&mut self, direction: Direction) {
        self.0.push(direction);
    }

    /// Returns these moves followed by the others.
    #[must_use]
    pub fn then(mut self, others: &Moves) -> Moves {
        self.0.extend_from_slice(&others.0);
        self
    }

    /// Returns the moves that undo these: the opposite directions in reverse order.
    #[must_use]
    pub fn inverse(&self) -> Moves {
        self.iter().rev().map(Direction::opposite).collect()
    }

    /// Returns moves with the same effect, without those that the next move undoes.
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

    /// Returns moves with the same effect on `start`, without those between two visits of the same board.
    #[must_use]
    pub fn without_cycles(&self, start: &Board) -> Moves {
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

    /// Returns the board after all moves.
    ///
    /// # Errors
    /// At the first move that no tile can make.
    pub fn apply(&self, start: &Board) -> Result<Board, IllegalMove> {
        let mut board = start.clone();
        for step in self.steps(&mut board) {
            step?;
        }
        Ok(board)
    }

    /// Returns the tiles that move, in order, up to the first illegal move.
    pub fn tiles(&self, start: &Board) -> impl Iterator<Item = Tile> + '_ {
        let mut board = start.clone();
        self.iter().map_while(move |d| board.slide_in_place(d))
    }

    /// Returns the boards from the start to the end, both included, up to the first illegal move.
    pub fn boards(&self, start: &Board) -> impl Iterator<Item = Board> + '_ {
        let mut board = start.clone();
        let later = self.iter().map_while(move |direction| {
            board.slide_in_place(direction)?;
            Some(board.clone())
        });
        std::iter::once(start.clone()).chain(later)
    }

    /// Plays the moves on `board` lazily and yields each tile that moved.
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

impl Extend<Direction> for Moves {
    fn extend<I: IntoIterator<Item = Direction>>(&mut self, directions: I) {
        self.0.extend(directions);
    }
}

impl IntoIterator for Moves {
    type Item = Direction;
    type IntoIter = std::vec::IntoIter<Direction>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<'a> IntoIterator for &'a Moves {
    type Item = Direction;
    type IntoIter = std::iter::Copied<std::slice::Iter<'a, Direction>>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

/// Writes the letters of the tiles' directions: `LULU`.
impl fmt::Display for Moves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.iter().try_for_each(|direction| write!(f, "{}", direction.letter()))
    }
}

/// The error of a move that no tile can make because the blank is at the edge.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct IllegalMove {
    /// The index of the move in the sequence, from 0.
    pub index: usize,
    /// The direction in which no tile could move.
    pub direction: Direction,
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (number, direction) = (self.index + 1, self.direction);
        write!(f, "move {number}: no tile can move {direction} here")
    }
}

impl std::error::Error for IllegalMove {}
