//! The layout of the screen.

use ratatui::layout::{Position, Rect};
use taquin::{Cell, Size};

/// Width of the panel beside the board.
const PANEL: u16 = 32;

/// Heights of the title, of the status line if there is no panel, and of the keys.
const TITLE: u16 = 1;
const STATE: u16 = 1;
const KEYS: u16 = 1;

/// Heights of tiles; the largest that fits is used. Tiles of height 1 have no frame.
const HEIGHTS: [u16; 4] = [7, 5, 3, 1];

/// The position of everything on the screen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Layout {
    size: Size,
    /// The first line.
    pub(super) title: Rect,
    /// All the tiles.
    pub(super) board: Rect,
    /// Width and height of a tile.
    pub(super) tile: (u16, u16),
    /// Where the state of the game is shown.
    pub(super) state: State,
    /// Above the last line: the message.
    pub(super) note: Rect,
    /// The last line: the keys.
    pub(super) keys: Rect,
}

/// The state of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum State {
    /// Beside the board.
    Panel(Rect),
    /// In one line above the board.
    Line(Rect),
}

/// The window is too small.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct TooSmall {
    /// Required columns.
    pub(super) columns: u16,
    /// Required rows.
    pub(super) rows: u16,
}

impl Layout {
    /// Lays out a window with the largest tiles that fit, beside the panel if possible.
    ///
    /// # Errors
    /// If the window is too small.
    pub(super) fn new(area: Rect, size: Size) -> Result<Layout, TooSmall> {
        let extent = |height| {
            let (columns, rows) = tile(size, height);
            (columns * size.cols() as u16, rows * size.rows() as u16)
        };
        let fits = |height, beside, above| {
            let (columns, rows) = extent(height);
            columns + beside <= area.width && TITLE + above + rows + note(height) + KEYS <= area.height
        };
        let beside = HEIGHTS.into_iter().find(|&height| fits(height, PANEL, 0));
        let above = HEIGHTS.into_iter().find(|&height| fits(height, 0, STATE));
        let (height, has_panel) = match (beside, above) {
            // Prefer framed tiles without a panel to unframed tiles with one.
            (Some(beside), _) if beside > 1 => (beside, true),
            (_, Some(above)) if above > 1 => (above, false),
            (Some(beside), _) => (beside, true),
            (_, Some(above)) => (above, false),
            (None, None) => {
                let (columns, rows) = extent(1);
                return Err(TooSmall { columns, rows: TITLE + STATE + rows + note(1) + KEYS });
            }
        };
        let (columns, rows) = extent(height);
        let feet = note(height) + KEYS;
        let middle = Rect { y: area.y + TITLE, height: area.height - TITLE - feet, ..area };
        let line = |y: u16| Rect { y: area.y + y, height: 1, ..area };
        let (state, top, width) = if has_panel {
            let panel = Rect { x: middle.right() - PANEL, width: PANEL, ..middle };
            (State::Panel(panel), middle.y, middle.width - PANEL)
        } else {
            (State::Line(line(TITLE)), middle.y + STATE, middle.width)
        };
        let room = middle.bottom() - top;
        let board = Rect {
            x: middle.x + (width - columns) / 2,
            y: top + (room - rows) / 2,
            width: columns,
            height: rows,
        };
        Ok(Layout {
            size,
            title: line(0),
            board,
            tile: tile(size, height),
            state,
            note: Rect { height: note(height), ..line(area.height - feet) },
            keys: line(area.height - KEYS),
        })
    }

    /// Returns the top left corner of a cell.
    pub(super) fn corner(&self, cell: Cell) -> Position {
        let (columns, rows) = self.tile;
        let (row, col) = (self.size.row(cell) as u16, self.size.col(cell) as u16);
        Position { x: self.board.x + col * columns, y: self.board.y + row * rows }
    }

    /// Returns the cell at a position on the screen.
    pub(super) fn cell_at(&self, position: Position) -> Option<Cell> {
        if !self.board.contains(position) {
            return None;
        }
        let (columns, rows) = self.tile;
        let (row, col) = ((position.y - self.board.y) / rows, (position.x - self.board.x) / columns);
        self.size.cell(row.into(), col.into())
    }
}

/// Returns the height of the message: one line in small windows.
fn note(height: u16) -> u16 {
    if height > 3 { 2 } else { 1 }
}

/// Returns width and height of a tile: about square, and wide enough for the largest number.
fn tile(size: Size, height: u16) -> (u16, u16) {
    let digits = (size.cells() - 1).to_string().len() as u16;
    let columns = if height == 1 { digits + 1 } else { (2 * height).max(digits + 4) };
    (columns, height)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layout(columns: u16, rows: u16, size: &str) -> Result<Layout, TooSmall> {
        Layout::new(Rect::new(0, 0, columns, rows), size.parse().unwrap())
    }

    #[test]
    fn the_largest_tiles_that_fit() {
        for (columns, rows, size, tile, has_panel) in [
            (80, 24, "3x3", (10, 5), true),
            (80, 24, "4x4", (10, 5), true),
            (80, 24, "5x5", (6, 3), true),
            (80, 24, "7x7", (6, 3), true),
            (80, 24, "10x10", (3, 1), true),
            (80, 24, "20x20", (4, 1), false),
            (40, 25, "4x4", (10, 5), false),
            (200, 60, "4x4", (14, 7), true),
            (20, 10, "2x2", (6, 3), false),
        ] {
            let layout = layout(columns, rows, size).unwrap();
            assert_eq!(layout.tile, tile, "{size} in {columns}x{rows}");
            assert_eq!(matches!(layout.state, State::Panel(_)), has_panel, "{size} in {columns}x{rows}");
            let area = Rect::new(0, 0, columns, rows);
            for part in [layout.title, layout.board, layout.note, layout.keys] {
                assert_eq!(area.intersection(part), part, "{size} in {columns}x{rows}");
            }
            assert!(layout.note.y >= layout.board.bottom());
        }
    }

    #[test]
    fn too_small() {
        assert_eq!(layout(80, 24, "30x30"), Err(TooSmall { columns: 120, rows: 34 }));
        assert!(layout(120, 34, "30x30").is_ok());
        assert!(layout(119, 34, "30x30").is_err() && layout(120, 33, "30x30").is_err());
        for (columns, rows) in [(0, 0), (1, 1), (80, 2), (80, 3), (3, 24)] {
            assert!(layout(columns, rows, "4x4").is_err(), "{columns}x{rows}");
        }
    }

    #[test]
    fn a_click_finds_its_cell() {
        let layout = layout(80, 24, "3x4").unwrap();
        for index in 0..12 {
            let (cell, corner) = (Cell::new(index), layout.corner(Cell::new(index)));
            let last = Position { x: corner.x + layout.tile.0 - 1, y: corner.y + layout.tile.1 - 1 };
            assert_eq!((layout.cell_at(corner), layout.cell_at(last)), (Some(cell), Some(cell)));
        }
        let outside = Position { x: layout.board.right(), y: layout.board.y };
        assert_eq!(layout.cell_at(outside), None);
    }
}
