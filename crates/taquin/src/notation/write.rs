//! Writing boards.
//!
//! Invariant: every text that is written is read back as the same board. A board that a notation cannot express is
//! refused with the reason.

use super::Notation;
use crate::board::Board;
use crate::size::Size;
use crate::tile::Tile;
use std::fmt;

/// Writes a board, without a line end after the last line.
///
/// ```
/// use taquin::notation::{self, Notation};
/// let board = notation::read("1 2 3/4 5 0")?;
/// assert_eq!(notation::write(&board, Notation::Header).unwrap(), "2 3\n 1  2  3 \n 4  5  0 ");
/// assert_eq!(notation::write(&board, Notation::Coordinates).unwrap(), "[(3,2), (1,1), (2,1), (3,1), (1,2), (2,2)]");
/// let refused = notation::write(&board, Notation::List).unwrap_err();
/// assert_eq!(refused.to_string(), "the notation list cannot write a 2x3 board: it writes only square boards");
/// # Ok::<(), taquin::notation::ParseError>(())
/// ```
///
/// # Errors
/// If the notation has no way to write a board of this size.
pub fn write(board: &Board, notation: Notation) -> Result<String, Unrepresentable> {
    write_with_goal(board, None, notation)
}

/// Writes a board, and its goal in a notation that [holds one](Notation::holds_goal). The others leave it out.
///
/// # Errors
/// As [`write()`].
pub fn write_with_goal(
    board: &Board,
    goal: Option<&Board>,
    notation: Notation,
) -> Result<String, Unrepresentable> {
    let (size, format) = (board.size(), notation.row());
    match (format.refusal)(size) {
        Some(reason) => Err(Unrepresentable { notation, size, reason }),
        None => Ok((format.write)(board, goal)),
    }
}

/// Writes the size line and the rows as Princeton prints them, with the number of columns if `rectangular`.
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
        // Without a slash it would be read as a flat list.
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

/// Writes each row on a line, with single spaces between numbers.
pub(super) fn bare_rows(board: &Board) -> String {
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
    enclosed(board, "[", "]")
}

/// A nested list with these brackets.
pub(super) fn enclosed(board: &Board, open: &str, close: &str) -> String {
    let rows = rows_between(board, ", ", |text, row| {
        text.push_str(open);
        push_numbers(text, row, ", ");
        text.push_str(close);
    });
    format!("{open}{rows}{close}")
}

/// `[1 2; 3 0]`.
pub(super) fn matlab(board: &Board) -> String {
    format!("[{}]", rows_between(board, "; ", |text, row| push_numbers(text, row, " ")))
}

/// `\begin{bmatrix} 1 & 2 \\ 3 & 0 \end{bmatrix}`.
pub(super) fn latex(board: &Board) -> String {
    let rows = rows_between(board, r" \\ ", |text, row| push_numbers(text, row, " & "));
    format!(r"\begin{{bmatrix}} {rows} \end{{bmatrix}}")
}

/// Rows with commas between cells, and nothing for the blank.
pub(super) fn csv(board: &Board) -> String {
    rows_between(board, "\n", |text, row| {
        for (index, tile) in row.iter().enumerate() {
            text.push_str(if index == 0 { "" } else { "," });
            push_cell(text, *tile, 0);
        }
    })
}

/// A frame around each tile, in ASCII.
pub(super) fn drawing(board: &Board) -> String {
    let width = (board.size().cells() - 1).to_string().len();
    let rule = format!("+{}", format!("{:-<1$}+", "", width + 2).repeat(board.size().cols()));
    let rows = rows_between(board, &format!("\n{rule}\n"), |text, row| {
        text.push('|');
        for tile in row {
            text.push(' ');
            push_cell(text, *tile, width);
            text.push_str(" |");
        }
    });
    format!("{rule}\n{rows}\n{rule}")
}

/// Appends the number of a tile, or nothing for the blank, right-aligned.
fn push_cell(text: &mut String, tile: Tile, width: usize) {
    match tile.is_blank() {
        true => push(text, format_args!("{:width$}", "")),
        false => push(text, format_args!("{:>width$}", tile.number())),
    }
}

/// `[(x,y), …]`, both counted from 1, the place of the blank first.
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

/// Joins the rows with a separator.
pub(super) fn rows_between(
    board: &Board,
    separator: &str,
    mut push_row: impl FnMut(&mut String, &[Tile]),
) -> String {
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
    // Writing to a String cannot fail.
    let _ = fmt::Write::write_fmt(text, arguments);
}

/// The error of a board that a notation cannot express.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Unrepresentable {
    /// The notation asked for.
    pub notation: Notation,
    /// The size of the board.
    pub size: Size,
    /// The reason.
    pub reason: Reason,
}

/// Why a notation cannot express a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Reason {
    /// The notation does not tell the size, so it writes only square boards.
    NotSquare,
    /// One row or column of bare numbers would be read as a flat list.
    OneLine,
    /// One row would be read as a flat list.
    OneRow,
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
            Reason::NotSquare => "it writes only square boards",
            Reason::OneLine => "it needs at least two rows and two columns",
            Reason::OneRow => "it needs at least two rows",
            Reason::TooManyTiles => "it has only 52 letters",
            Reason::TooManyCells => "it has only 16 digits",
        })
    }
}

impl std::error::Error for Unrepresentable {}
