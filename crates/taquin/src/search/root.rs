//! The start and goal of a search on packed boards.

use crate::board::Board;
use crate::geometry::{Geometry, Slide, Successor};
use crate::grid::Grid;

/// Start and goal as packed grids of one size, with the neighbour table of that size.
#[derive(Clone, Debug)]
pub struct Root<'a, G> {
    /// The grid to start from.
    pub start: G,
    /// The grid to reach.
    pub goal: G,
    /// Which tiles can slide where.
    pub geometry: &'a Geometry,
}

impl<'a, G: Grid> Root<'a, G> {
    /// Packs start and goal.
    ///
    /// # Panics
    /// If a board is not of the geometry's size, or does not fit the grid.
    pub fn new(start: &Board, goal: &Board, geometry: &'a Geometry) -> Root<'a, G> {
        assert_eq!(start.size(), geometry.size(), "the start's size");
        assert_eq!(goal.size(), geometry.size(), "the goal's size");
        Root { start: G::load(start), goal: G::load(goal), geometry }
    }

    /// Returns the root with another start of the same size.
    pub(crate) fn with_start(&self, start: &Board) -> Root<'a, G> {
        Root { start: G::load(start), goal: self.goal.clone(), geometry: self.geometry }
    }

    /// Returns a grid as a board, for traces.
    pub(super) fn board(&self, grid: &G) -> Board {
        grid.to_board(self.geometry.size())
    }
}

/// Returns the slide through an exit of the grid's blank cell.
#[inline]
pub(super) fn slide_through<G: Grid>(grid: &G, blank: usize, exit: Successor) -> Slide {
    Slide { tile: grid.tile(exit.from()), from: exit.from(), to: blank, direction: exit.direction }
}
