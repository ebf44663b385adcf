//! A solution as a strip of boards.

use crate::board::{self, CAPTION, PAPER};
use crate::too_long::TooLong;
use taquin::display::Counted;
use taquin::{Board, Moves, Tile};
use taquin_plot::Picture;

/// Viewers open files with more tiles slowly.
const MAX_TILES: usize = 20_000;

/// The preferred width of the picture.
const WIDTH: f64 = 960.0;
const GAP: f64 = 16.0;
const CAPTION_HEIGHT: f64 = 20.0;

/// Draws all boards of a solution, each with its number; the tile that moved is highlighted. The strip ends at the first
/// illegal move.
///
/// ```
/// use taquin::notation::{self, Mover};
/// let start = notation::read("0 1 3/4 2 5/7 8 6")?;
/// let moves = notation::read_moves("1 2 5 6", &start, Mover::Tile)?;
/// assert_eq!(taquin_draw::strip(&start, &moves).unwrap().svg().matches("board-tray").count(), 5);
/// # Ok::<(), taquin::notation::ParseError>(())
/// ```
///
/// # Errors
/// If there are too many moves.
pub fn strip(start: &Board, moves: &Moves) -> Result<Picture, TooLong> {
    let (cells, count) = (start.size().cells(), moves.as_slice().len());
    let max = MAX_TILES / cells - 1;
    if count > max {
        return Err(TooLong { moves: count, max });
    }
    let boards: Vec<Board> = moves.boards(start).collect();
    let moved: Vec<Option<Tile>> = [None].into_iter().chain(moves.tiles(start).map(Some)).collect();
    let cell = (240.0 / start.size().cols().max(start.size().rows()) as f64).clamp(16.0, 32.0);
    let (width, height) = board::extent(start, cell);
    let columns = (((WIDTH - GAP) / (width + GAP)) as usize).clamp(1, boards.len());
    let rows = boards.len().div_ceil(columns);
    let slot = (width + GAP, height + CAPTION_HEIGHT + GAP);
    let paper = (GAP + columns as f64 * slot.0, GAP + rows as f64 * slot.1);
    let title = format!("{} in {}", board::label(start), Counted(count as u64, "move"));
    let numbers: Vec<String> = moved.iter().flatten().map(Tile::to_string).collect();
    let mut picture = Picture::new(paper.0, paper.1, &title, &format!("tiles: {}", numbers.join(" ")));
    picture.rectangle("board-paper", (0.0, 0.0), paper, PAPER);
    for (index, (board, moved)) in boards.iter().zip(moved).enumerate() {
        let x = GAP + (index % columns) as f64 * slot.0;
        let y = GAP + (index / columns) as f64 * slot.1;
        let caption = (x + width / 2.0, y + CAPTION_HEIGHT / 2.0 - 2.0);
        picture.text("board-caption", caption, 12.0, CAPTION, &index.to_string());
        board::draw(&mut picture, board, (x, y + CAPTION_HEIGHT), cell, moved);
    }
    Ok(picture)
}
