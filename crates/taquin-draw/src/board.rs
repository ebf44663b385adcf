//! Draws boards.

use taquin::notation::{self, Notation};
use taquin::{Board, Cell, Size, Tile};
use taquin_plot::{Colour, Picture, palette};

pub(crate) const PAPER: Colour = palette::CARD.light;
pub(crate) const TRAY: Colour = palette::WELL.light;
pub(crate) const TILE: Colour = palette::ACCENT.light;
/// The tile that has just moved.
pub(crate) const MOVED: Colour = palette::BAD.light;
pub(crate) const NUMBER: Colour = palette::ON_ACCENT.light;
pub(crate) const CAPTION: Colour = palette::SOFT.light;

/// The width of a cell in a picture of a single board.
const CELL: f64 = 56.0;
const MARGIN: f64 = 12.0;

/// Draws a board.
///
/// ```
/// let board = taquin::notation::read("1 2/3 0").unwrap();
/// assert!(taquin_draw::board(&board).png(1.0).unwrap().starts_with(b"\x89PNG"));
/// ```
pub fn board(board: &Board) -> Picture {
    let (width, height) = extent(board, CELL);
    let label = label(board);
    let title = format!("the board {label}");
    let mut picture = Picture::new(width + 2.0 * MARGIN, height + 2.0 * MARGIN, &title, &label);
    let paper = (width + 2.0 * MARGIN, height + 2.0 * MARGIN);
    picture.rectangle("board-paper", (0.0, 0.0), paper, PAPER);
    draw(&mut picture, board, (MARGIN, MARGIN), CELL, None);
    picture
}

/// Returns the board in slash notation.
pub(crate) fn label(board: &Board) -> String {
    notation::write(board, Notation::Slash).unwrap_or_default()
}

/// Returns the width and height of a board.
pub(crate) fn extent(board: &Board, cell: f64) -> (f64, f64) {
    (board.size().cols() as f64 * cell, board.size().rows() as f64 * cell)
}

/// Draws a board at a position; the tile that has just moved has another colour.
pub(crate) fn draw(picture: &mut Picture, board: &Board, at: (f64, f64), cell: f64, moved: Option<Tile>) {
    let style = |tile| if moved == Some(tile) { ("board-moved", MOVED) } else { PLAIN };
    draw_styled(picture, board, at, cell, style);
}

/// The class and colour of ordinary tiles.
pub(crate) const PLAIN: (&str, Colour) = ("board-tile", TILE);

/// Draws a board at a position, with a class and colour for each tile.
pub(crate) fn draw_styled(
    picture: &mut Picture,
    board: &Board,
    (x, y): (f64, f64),
    cell: f64,
    style: impl Fn(Tile) -> (&'static str, Colour),
) {
    picture.rectangle("board-tray", (x, y), extent(board, cell), TRAY);
    let size = board.size();
    for (index, &tile) in board.tiles().iter().enumerate().filter(|(_, tile)| !tile.is_blank()) {
        let at = Cell::new(index);
        let corner = (x + size.col(at) as f64 * cell, y + size.row(at) as f64 * cell);
        draw_tile(picture, tile, corner, (cell, font_size(size)), style(tile));
    }
}

/// Returns the font size of a board's numbers relative to a cell, so that the longest one fits.
pub(crate) fn font_size(size: Size) -> f64 {
    let digits = (size.cells() - 1).to_string().len();
    [0.5, 0.46, 0.36, 0.3, 0.24][digits.clamp(1, 5) - 1]
}

/// Draws one tile in a cell, given its corner and its font size.
pub(crate) fn draw_tile(
    picture: &mut Picture,
    tile: Tile,
    (x, y): (f64, f64),
    (cell, font_size): (f64, f64),
    (class, colour): (&'static str, Colour),
) {
    let gap = (cell * 0.03).max(0.5);
    picture.tile(class, (x + gap, y + gap), cell - 2.0 * gap, cell * 0.1, colour);
    let number = tile.number().to_string();
    picture.text("board-number", (x + cell / 2.0, y + cell / 2.0), cell * font_size, NUMBER, &number);
}
