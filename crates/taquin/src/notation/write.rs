//! Boards as text.
//!
//! Invariant: whatever is written can be read back as the same board. A board that a notation cannot express is
//! refused with the reason.

use super::{Notation, rows};
use crate::board::Board;
use crate::size::Size;
use crate::tile::Tile;
use std::fmt;

/// Writes a board. There is no line end after the last line.
///
/// ```
/// use taquin::notation::{self, Notation};
/// let board = notation::read("1 2 3/4 5 0")?;
/// assert_eq!(notation::write(&board, Notation::Header).unwrap(), "2 3\n 1  2  3 \n 4  5  0 ");
/// assert_eq!(notation::write(&board, Notation::Coordinates).unwrap(), "[(3,2), (1,1), (2,1), (3,1), (1,2), (2,2)]");
/// let refused = notation::write(&board, Notation::List).unwrap_err();
/// assert_eq!(refused.to_string(), "the notation list cannot write a 2x3 board: it has only square boards");
/// # Ok::<(), taquin::notation::ParseError>(())
/// ```
///
/// # Errors
/// If the notation has no way to write a board of this size.
pub fn write(board: &Board, notation: Notation) -> Result<String, Unrepresentable> {
    let size = board.size();
    let refuse = |reason| Err(Unrepresentable { notation, size, reason });
    let is_square = size.rows() == size.cols();
    Ok(match notation {
        Notation::Princeton | Notation::List | Notation::Comma if !is_square => {
            return refuse(Reason::NotSquare);
        }
        Notation::Rows if size.is_line() && size.cells() > 1 => return refuse(Reason::OneLine),
        Notation::Letters if size.cells() > 53 => return refuse(Reason::TooManyTiles),
        Notation::Princeton => format!("{}\n{board}", size.rows()),
        Notation::Header => format!("{} {}\n{board}", size.rows(), size.cols()),
        Notation::Rows => join(board.rows().map(|row| numbers(row, " ")), "\n"),
        Notation::List => format!("[{}]", numbers(board.tiles(), ", ")),
        Notation::Nested => {
            format!("[{}]", join(board.rows().map(|row| format!("[{}]", numbers(row, ", "))), ", "))
        }
        Notation::Comma => numbers(board.tiles(), ","),
        Notation::Slash => {
            let mut text = join(board.rows().map(|row| numbers(row, " ")), "/");
            if size.rows() == 1 {
                // Without a slash it would be a flat list.
                text.push('/');
            }
            text
        }
        Notation::Coordinates => coordinates(board),
        Notation::Letters => {
            let word = |row: &[Tile]| row.iter().filter_map(|tile| rows::letter(tile.number())).collect();
            join(board.rows().map(word), "/")
        }
        #[cfg(feature = "serde")]
        Notation::Json => super::json::write(board),
    })
}

fn join(parts: impl Iterator<Item = String>, separator: &str) -> String {
    parts.collect::<Vec<_>>().join(separator)
}

fn numbers(tiles: &[Tile], separator: &str) -> String {
    join(tiles.iter().map(Tile::to_string), separator)
}

/// `[(x,y), …]`, both from 1, the blank's place first.
fn coordinates(board: &Board) -> String {
    let size = board.size();
    let mut places = vec![(0, 0); size.cells()];
    for (y, row) in board.rows().enumerate() {
        for (x, tile) in row.iter().enumerate() {
            places[tile.index()] = (x + 1, y + 1);
        }
    }
    format!("[{}]", join(places.iter().map(|(x, y)| format!("({x},{y})")), ", "))
}

/// A board that a notation cannot express.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Unrepresentable {
    /// The notation asked for.
    pub notation: Notation,
    /// The size of the board.
    pub size: Size,
    /// Why it cannot be done.
    pub reason: Reason,
}

/// Why a notation cannot express a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// The notation does not say the size, so it has only square boards.
    NotSquare,
    /// One row or column of bare numbers would be taken for a flat list.
    OneLine,
    /// There are not enough letters.
    TooManyTiles,
}

impl fmt::Display for Unrepresentable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Unrepresentable { notation, size, reason } = self;
        write!(f, "the notation {notation} cannot write a {size} board: ")?;
        f.write_str(match reason {
            Reason::NotSquare => "it has only square boards",
            Reason::OneLine => "it needs at least two rows and two columns",
            Reason::TooManyTiles => "it has only 52 letters",
        })
    }
}

impl std::error::Error for Unrepresentable {}
