//! `Serialize` and `Deserialize` for the vocabulary (feature `serde`).
//!
//! A size is `[rows, cols]`, a board is `{"size": [2, 2], "tiles": [1, 2, 3, 0]}` in row-major order, and a goal is its
//! board. A direction is the letter of the tile's direction, moves are a string of these letters, and a metric is its
//! name. Deserialising refuses whatever the type's own constructor refuses.
//!
//! ```
//! use taquin::{Board, Moves};
//! let board: Board = serde_json::from_str(r#"{"size":[1,3],"tiles":[1,2,0]}"#)?;
//! assert_eq!(board.size().cols(), 3);
//! assert!(serde_json::from_str::<Board>(r#"{"size":[1,3],"tiles":[1,2,2]}"#).is_err());
//! let moves: Moves = serde_json::from_str("\"RR\"")?;
//! assert_eq!(serde_json::to_string(&moves)?, "\"RR\"");
//! # Ok::<(), serde_json::Error>(())
//! ```

use crate::board::Board;
use crate::direction::Direction;
use crate::goal::Goal;
use crate::metric::Metric;
use crate::moves::Moves;
use crate::size::Size;
use serde::de::{Deserialize, Deserializer, Error, Unexpected};
use serde::ser::{Serialize, Serializer};

impl Serialize for Size {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (self.rows(), self.cols()).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Size {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Size, D::Error> {
        let (rows, cols) = Deserialize::deserialize(deserializer)?;
        Size::new(rows, cols).map_err(D::Error::custom)
    }
}

/// The fields of a serialised board.
#[derive(serde::Serialize, serde::Deserialize)]
struct BoardFields {
    size: Size,
    tiles: Vec<u16>,
}

impl Serialize for Board {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        BoardFields { size: self.size(), tiles: self.numbers().collect() }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Board {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Board, D::Error> {
        let BoardFields { size, tiles } = Deserialize::deserialize(deserializer)?;
        Board::new(size, &tiles).map_err(D::Error::custom)
    }
}

impl Serialize for Goal {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.board().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Goal {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Goal, D::Error> {
        Board::deserialize(deserializer).map(Goal::from)
    }
}

impl Serialize for Direction {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_char(self.letter())
    }
}

impl<'de> Deserialize<'de> for Direction {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Direction, D::Error> {
        direction(char::deserialize(deserializer)?)
    }
}

impl Serialize for Moves {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Moves {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Moves, D::Error> {
        String::deserialize(deserializer)?.chars().map(direction).collect()
    }
}

impl Serialize for Metric {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.name().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Metric {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Metric, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

fn direction<E: Error>(letter: char) -> Result<Direction, E> {
    let wrong = || E::invalid_value(Unexpected::Char(letter), &"one of the letters U, L, D and R");
    Direction::from_letter(letter).ok_or_else(wrong)
}
