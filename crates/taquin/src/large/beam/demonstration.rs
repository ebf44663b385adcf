//! A beam search that is recorded for training: the boards of its solution, and boards that competed with them.

use super::search::{BeamSearch, FoundPath};
use super::slide_deltas::{Slide, Tiles};
use super::{Beam, BeamWidth, canonical_tiles};
use crate::board::Board;
use crate::cell::Cell;
use crate::control::Control;
use crate::mix::splitmix;
use crate::search::Monitor;
use crate::space::Workers;

/// The boards of a solution and of the layers in which they were found.
///
/// A board is the cell of the blank and of each tile, in the coordinates of [`Weights`](super::Weights).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Demonstration {
    /// From the start to the goal.
    pub path: Vec<Vec<u8>>,
    /// For each board of the path except the first and the last, a board of its layer. It was good enough for the beam, but
    /// led to no shorter solution.
    pub competitors: Vec<Vec<u8>>,
}

/// A board of each layer, chosen at random.
pub(super) struct LayerSamples {
    seed: u64,
    boards: Vec<Vec<u8>>,
}

impl LayerSamples {
    /// Adds a board of the next layer. Only the last layer of a search can be empty.
    pub(super) fn add<const N: usize>(&mut self, layer: &[Tiles<N>], cells: usize) {
        if !layer.is_empty() {
            let random = splitmix(self.seed ^ self.boards.len() as u64);
            let board = &layer[(random % layer.len() as u64) as usize];
            self.boards.push(cells_of_tiles(&board[..cells]));
        }
    }
}

impl Beam {
    /// Solves a board in fewer than `below` moves with a beam of a fixed width, and chooses a board of each layer at random.
    /// Returns `None` if the beam finds no solution.
    pub fn demonstrate(&self, start: &Board, width: usize, below: usize, seed: u64) -> Option<Demonstration> {
        let control = &Control::new().started();
        let mut monitor = Monitor::new(self.size.cells(), control);
        let mut samples = LayerSamples { seed: splitmix(seed), boards: Vec::new() };
        let search = BeamSearch::new(self, BeamWidth::Fixed(width), Some(below), Workers::ONE, control);
        let found = search.sampling(&mut samples).run(start, &mut monitor).ok()??;
        let path = self.boards_of(start, &found);
        let mut competitors = samples.boards;
        competitors.truncate(path.len().saturating_sub(2));
        Some(Demonstration { path, competitors })
    }

    /// Returns the boards of a path.
    fn boards_of(&self, start: &Board, found: &FoundPath) -> Vec<Vec<u8>> {
        let size = self.symmetry.size();
        let mut tiles = canonical_tiles(&self.symmetry, start);
        let mut blank = Cell::new(tiles.iter().position(|&tile| tile == 0).unwrap_or_default());
        let mut boards = vec![cells_of_tiles(&tiles)];
        for &step in &found.steps {
            let next = size.step(blank, Slide::direction(step)).unwrap_or(blank);
            tiles.swap(blank.index(), next.index());
            blank = next;
            boards.push(cells_of_tiles(&tiles));
        }
        boards
    }
}

/// Converts the tile in each cell to the cell of each tile.
fn cells_of_tiles(tiles: &[u8]) -> Vec<u8> {
    let mut cells = vec![0; tiles.len()];
    tiles.iter().enumerate().for_each(|(cell, &tile)| cells[usize::from(tile)] = cell as u8);
    cells
}
