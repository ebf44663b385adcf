//! Boards as text.
//!
//! Invariant: whatever is written can be read back as the same board. A board that a notation cannot express is
//! refused with the reason.

use super::columbia::DriverMethod;
use super::{Notation, hex, pddl, rows};
use crate::board::Board;
use crate::goal::Goal;
use crate::size::Size;
use crate::task::Task;
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
    write_with_goal(board, None, notation)
}

/// [`write()`], and the goal besides in a notation that can say it: JSON and PDDL. The others leave it out.
///
/// # Errors
/// As [`write()`].
pub fn write_with_goal(
    board: &Board,
    goal: Option<&Board>,
    notation: Notation,
) -> Result<String, Unrepresentable> {
    let size = board.size();
    let refuse = |reason| Err(Unrepresentable { notation, size, reason });
    let is_square = size.rows() == size.cols();
    Ok(match notation {
        Notation::Princeton
        | Notation::List
        | Notation::Comma
        | Notation::Columbia
        | Notation::FortyTwo
        | Notation::Hex
            if !is_square =>
        {
            return refuse(Reason::NotSquare);
        }
        Notation::Hex if size.cells() > hex::MAX_CELLS => return refuse(Reason::TooManyCells),
        Notation::Rows if size.is_line() && size.cells() > 1 => return refuse(Reason::OneLine),
        Notation::Letters if size.cells() > 53 => return refuse(Reason::TooManyTiles),
        Notation::Princeton | Notation::Header => headed(board, notation == Notation::Header),
        Notation::Rows => bare_rows(board),
        Notation::Sise => format!("{} {}\n{}", size.rows(), size.cols(), bare_rows(board)),
        Notation::FortyTwo => {
            let is_solvable = Task::new(board.clone(), Goal::spiral(size)).is_ok();
            let verdict = if is_solvable { "solvable" } else { "unsolvable" };
            format!("# This puzzle is {verdict}\n{}\n{}", size.rows(), bare_rows(board))
        }
        Notation::List => list(board),
        Notation::Nested => nested(board),
        Notation::Comma => commas(board),
        Notation::Columbia => format!("{} {}", DriverMethod::BreadthFirst, commas(board)),
        Notation::Hex => hex::write(board.tiles()),
        Notation::Pddl => pddl::write(board, goal),
        Notation::Slash => slashes(board),
        Notation::Coordinates => coordinates(board),
        Notation::Letters => rows_between(board, "/", |text, row| {
            text.extend(row.iter().filter_map(|tile| rows::letter(tile.number())));
        }),
        #[cfg(feature = "serde")]
        Notation::Json => super::json::write(board, goal),
    })
}

/// The size line and the rows as Princeton prints them; with the number of columns if `rectangular`.
pub(super) fn headed(board: &Board, rectangular: bool) -> String {
    let size = board.size();
    if rectangular {
        format!("{} {}\n{board}", size.rows(), size.cols())
    } else {
        format!("{}\n{board}", size.rows())
    }
}

/// `1 2/3 0`.
pub(super) fn slashes(board: &Board) -> String {
    let mut text = rows_between(board, "/", |text, row| push_numbers(text, row, " "));
    if board.size().rows() == 1 {
        // Without a slash it would be a flat list.
        text.push('/');
    }
    text
}

/// `1,2,3,0`.
pub(super) fn commas(board: &Board) -> String {
    let mut text = String::new();
    push_numbers(&mut text, board.tiles(), ",");
    text
}

/// The rows on lines of their own, nothing but one space between two numbers.
fn bare_rows(board: &Board) -> String {
    rows_between(board, "\n", |text, row| push_numbers(text, row, " "))
}

/// `[1, 2, 3, 0]`.
pub(super) fn list(board: &Board) -> String {
    let mut text = "[".to_owned();
    push_numbers(&mut text, board.tiles(), ", ");
    text.push(']');
    text
}

/// `[[1, 2], [3, 0]]`.
pub(super) fn nested(board: &Board) -> String {
    let rows = rows_between(board, ", ", |text, row| {
        text.push('[');
        push_numbers(text, row, ", ");
        text.push(']');
    });
    format!("[{rows}]")
}

/// `[(x,y), …]`, both from 1, the blank's place first.
pub(super) fn coordinates(board: &Board) -> String {
    let mut places = vec![(0, 0); board.size().cells()];
    for (y, row) in board.rows().enumerate() {
        for (x, tile) in row.iter().enumerate() {
            places[tile.index()] = (x + 1, y + 1);
        }
    }
    let mut text = "[".to_owned();
    for (index, (x, y)) in places.iter().enumerate() {
        push(&mut text, format_args!("{}({x},{y})", if index == 0 { "" } else { ", " }));
    }
    text.push(']');
    text
}

fn rows_between(board: &Board, separator: &str, mut push_row: impl FnMut(&mut String, &[Tile])) -> String {
    let mut text = String::new();
    for (index, row) in board.rows().enumerate() {
        if index > 0 {
            text.push_str(separator);
        }
        push_row(&mut text, row);
    }
    text
}

fn push_numbers(text: &mut String, tiles: &[Tile], separator: &str) {
    for (index, tile) in tiles.iter().enumerate() {
        push(text, format_args!("{}{tile}", if index == 0 { "" } else { separator }));
    }
}

fn push(text: &mut String, arguments: fmt::Arguments<'_>) {
    // A String takes everything, so there is no error to pass on.
    let _ = fmt::Write::write_fmt(text, arguments);
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
    /// There are not enough digits.
    TooManyCells,
}

impl fmt::Display for Unrepresentable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Unrepresentable { notation, size, reason } = self;
        write!(f, "the notation {notation} cannot write a {size} board: ")?;
        f.write_str(match reason {
            Reason::NotSquare => "it has only square boards",
            Reason::OneLine => "it needs at least two rows and two columns",
            Reason::TooManyTiles => "it has only 52 letters",
            Reason::TooManyCells => "it has only 16 digits",
        })
    }
}

impl std::error::Error for Unrepresentable {}
