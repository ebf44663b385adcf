//! Tiles out of place: each has to move at least once.

use super::registry::Registered;
use super::{Grid, Heuristic, HeuristicTables, Slide};
use crate::goal::Goal;
use crate::tile::Tile;

/// The number of tiles out of place.
#[derive(Clone, Debug)]
pub struct Hamming {
    /// The goal cell of each tile.
    homes: Box<[u16]>,
}

impl Hamming {
    /// Builds the heuristic for a goal.
    pub fn new(goal: &Goal) -> Hamming {
        let tiles = 0..goal.size().cells() as u16;
        Hamming { homes: tiles.map(|tile| goal.home(Tile::new(tile)).index() as u16).collect() }
    }

    fn is_home(&self, tile: usize, cell: usize) -> bool {
        usize::from(self.homes[tile]) == cell
    }
}

impl Registered for Hamming {
    fn for_goal(goal: &Goal, _tables: &HeuristicTables) -> Hamming {
        Hamming::new(goal)
    }
}

impl Heuristic for Hamming {
    type Acc = u32;
    const ADMISSIBLE: bool = true;
    const CONSISTENT: bool = true;

    fn start<G: Grid>(&self, grid: &G) -> u32 {
        let misplaced =
            |cell: &usize| !matches!(grid.tile(*cell), tile if tile == 0 || self.is_home(tile, *cell));
        (0..self.homes.len()).filter(misplaced).count() as u32
    }

    #[inline]
    fn step<G: Grid>(&self, _before: &G, misplaced: u32, slide: Slide) -> u32 {
        let left_home = u32::from(self.is_home(slide.tile, slide.from));
        let came_home = u32::from(self.is_home(slide.tile, slide.to));
        misplaced + left_home - came_home
    }

    fn value(&self, misplaced: u32) -> u32 {
        misplaced
    }

    fn resume<G: Grid>(&self, _grid: &G, value: u32, _saved: &[u8]) -> u32 {
        value
    }
}
