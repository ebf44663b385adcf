//! Ways to look at a board so that different goals become one: turning, mirroring and relabelling.
//!
//! A table is made for one size and one home of the blank. A [`GoalSymmetry`] looks at a puzzle so that the board is at least
//! as wide as high, every tile is called by its home cell, and the blank's home is the first of the cells that the
//! symmetries of the rectangle make of it. So all goals with the blank in a corner share their tables, and 3x4 shares
//! with 4x3. Where several ways of looking end there, each gives an estimate of its own from the same table: that is
//! the reflected lookup.

use crate::cell::Cell;
use crate::goal::Goal;
use crate::size::Size;
use crate::tile::Tile;

/// One of the eight symmetries of the square, four of which a rectangle has, too.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Symmetry {
    transposes: bool,
    flips_rows: bool,
    flips_cols: bool,
}

impl Symmetry {
    /// All of them, the identity first.
    fn all() -> impl Iterator<Item = Symmetry> {
        (0..8).map(|bits| Symmetry {
            transposes: bits & 4 != 0,
            flips_rows: bits & 2 != 0,
            flips_cols: bits & 1 != 0,
        })
    }

    /// What becomes of a size.
    fn size(self, size: Size) -> Size {
        if self.transposes { size.transposed() } else { size }
    }

    /// What becomes of a cell.
    fn cell(self, size: Size, cell: Cell) -> usize {
        let flip = |flips: bool, at: usize, count: usize| if flips { count - 1 - at } else { at };
        let row = flip(self.flips_rows, size.row(cell), size.rows());
        let col = flip(self.flips_cols, size.col(cell), size.cols());
        if self.transposes { col * size.rows() + row } else { row * size.cols() + col }
    }
}

/// A way to look at the boards of a goal.
///
/// ```
/// use taquin::{Goal, Size, Tile, Cell, goal_symmetry::GoalSymmetry};
/// let goal = Goal::rows(Size::new(4, 4)?);
/// let frames = GoalSymmetry::all(&goal);
/// // Turned by 180 degrees, so that the blank's home is cell 0; and the mirror image of that.
/// assert_eq!(frames.len(), 2);
/// assert_eq!((frames[0].blank(), frames[0].cell(Cell::new(15)), frames[0].home(Tile::new(15))), (0, 0, 1));
/// assert_eq!(frames[1].home(Tile::new(15)), 4);
/// # Ok::<(), taquin::SizeError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GoalSymmetry {
    size: Size,
    cells: Box<[u16]>,
    homes: Box<[u16]>,
}

impl GoalSymmetry {
    /// All ways to look at a goal that show the same size and the same home of the blank: at least one.
    pub fn all(goal: &Goal) -> Vec<GoalSymmetry> {
        let frames: Vec<GoalSymmetry> = Symmetry::all()
            .map(|symmetry| GoalSymmetry::of(goal, symmetry))
            .filter(|frame| frame.size.rows() <= frame.size.cols())
            .collect();
        let blank = frames.iter().map(GoalSymmetry::blank).min();
        frames.into_iter().filter(|frame| Some(frame.blank()) == blank).collect()
    }

    fn of(goal: &Goal, symmetry: Symmetry) -> GoalSymmetry {
        let size = goal.size();
        let cell = |cell: Cell| symmetry.cell(size, cell) as u16;
        let tiles = (0..size.cells() as u16).map(Tile::new);
        GoalSymmetry {
            size: symmetry.size(size),
            cells: (0..size.cells()).map(Cell::new).map(cell).collect(),
            homes: tiles.map(|tile| cell(goal.home(tile))).collect(),
        }
    }

    /// The size as it is seen, at least as wide as high.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The home of the blank as it is seen.
    pub fn blank(&self) -> usize {
        self.home(Tile::BLANK)
    }

    /// Where a cell is seen.
    pub fn cell(&self, cell: Cell) -> usize {
        self.cells[cell.index()].into()
    }

    /// Where the home of a tile is seen: its name in this frame.
    pub fn home(&self, tile: Tile) -> usize {
        self.homes[tile.index()].into()
    }
}
