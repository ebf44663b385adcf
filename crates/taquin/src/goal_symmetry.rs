//! Symmetries that map different goals to one canonical goal: rotation, reflection and relabelling.
//!
//! A table is built for one size and one goal cell of the blank. A [`GoalSymmetry`] maps a puzzle to its canonical form:
//! at least as many columns as rows, every tile named by its goal cell, and the blank's goal cell as small as the
//! symmetries of the rectangle allow. So all goals with the blank in a corner share their tables, and 3x4 shares with
//! 4x3. If several symmetries lead to the canonical goal, each gives its own estimate from the same table (reflected
//! lookup).
//!
//! Pattern lookups go through a table of steps that already contains the symmetry, so a search pays nothing for it.

use crate::cell::Cell;
use crate::goal::Goal;
use crate::size::Size;
use crate::tile::Tile;

/// One of the eight symmetries of the square. Four of them are symmetries of every rectangle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Symmetry {
    transposes: bool,
    flips_rows: bool,
    flips_cols: bool,
}

impl Symmetry {
    /// Iterates over all symmetries, the identity first.
    fn all() -> impl Iterator<Item = Symmetry> {
        (0..8).map(|bits| Symmetry {
            transposes: bits & 4 != 0,
            flips_rows: bits & 2 != 0,
            flips_cols: bits & 1 != 0,
        })
    }

    /// Returns the image of a size.
    fn size(self, size: Size) -> Size {
        if self.transposes { size.transposed() } else { size }
    }

    /// Returns the image of a cell.
    fn cell(self, size: Size, cell: Cell) -> usize {
        let flip = |flips: bool, at: usize, count: usize| if flips { count - 1 - at } else { at };
        let row = flip(self.flips_rows, size.row(cell), size.rows());
        let col = flip(self.flips_cols, size.col(cell), size.cols());
        if self.transposes { col * size.rows() + row } else { row * size.cols() + col }
    }
}

/// A symmetry that maps the boards of a goal to their canonical form.
///
/// ```
/// use taquin::{Goal, Size, Tile, Cell, internals::goal_symmetry::GoalSymmetry};
/// let goal = Goal::rows(Size::new(4, 4)?);
/// let symmetries = GoalSymmetry::all(&goal);
/// assert_eq!(symmetries.len(), 2);
/// // A rotation by 180 degrees, which maps the blank's goal cell to cell 0.
/// let rotation = &symmetries[0];
/// assert_eq!((rotation.blank(), rotation.cell(Cell::new(15)), rotation.home(Tile::new(15))), (0, 0, 1));
/// // The same followed by a reflection.
/// assert_eq!(symmetries[1].home(Tile::new(15)), 4);
/// # Ok::<(), taquin::SizeError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GoalSymmetry {
    size: Size,
    cells: Box<[u16]>,
    homes: Box<[u16]>,
}

impl GoalSymmetry {
    /// Returns all symmetries that map a goal to its canonical form, at least one.
    pub fn all(goal: &Goal) -> Vec<GoalSymmetry> {
        let wide: Vec<GoalSymmetry> = Symmetry::all()
            .map(|symmetry| GoalSymmetry::of(goal, symmetry))
            .filter(|symmetry| symmetry.size.rows() <= symmetry.size.cols())
            .collect();
        let blank = wide.iter().map(GoalSymmetry::blank).min();
        wide.into_iter().filter(|symmetry| Some(symmetry.blank()) == blank).collect()
    }

    /// Returns the canonical size of a goal and its blank's canonical goal cell: goals that share them share tables.
    pub fn canonical(goal: &Goal) -> (Size, usize) {
        let (size, blank) = (goal.size(), goal.home(Tile::BLANK));
        let wide = Symmetry::all().filter(|symmetry| {
            let size = symmetry.size(size);
            size.rows() <= size.cols()
        });
        let blank = wide.map(|symmetry| symmetry.cell(size, blank)).min().unwrap_or_default();
        (if size.rows() <= size.cols() { size } else { size.transposed() }, blank)
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

    /// Returns the canonical size, with at least as many columns as rows.
    pub fn size(&self) -> Size {
        self.size
    }

    /// Returns the canonical goal cell of the blank.
    pub fn blank(&self) -> usize {
        self.home(Tile::BLANK)
    }

    /// Returns the image of a cell.
    pub fn cell(&self, cell: Cell) -> usize {
        self.cells[cell.index()].into()
    }

    /// Returns the image of a tile's goal cell, which is the canonical name of the tile.
    pub fn home(&self, tile: Tile) -> usize {
        self.homes[tile.index()].into()
    }

    /// Returns the image of a set of canonical goal cells under this symmetry after the inverse of `first`. Both lead to
    /// the canonical goal, so this maps the canonical goal to itself.
    pub(crate) fn image_of(&self, first: &GoalSymmetry, homes: u32) -> u32 {
        let cells = first.cells.iter().zip(&self.cells);
        cells.filter(|&(&home, _)| homes >> home & 1 == 1).fold(0, |image, (_, &cell)| image | 1 << cell)
    }
}
