//! A lookup table as a heuristic for the library's searches.

use super::{Estimates, States, TOLERANCE};
use taquin::heuristic::{Grid, Heuristic, Slide};

/// Estimates rounded up to integers. If `SOUND`, they are admissible and consistent, and a search may rely on that.
pub(super) struct Lookup<'a, const SOUND: bool> {
    states: &'a States,
    /// Indexed by board number.
    values: Vec<u16>,
}

impl<'a, const SOUND: bool> Lookup<'a, SOUND> {
    pub(super) fn new(states: &'a States, estimates: &Estimates) -> Lookup<'a, SOUND> {
        // Unsolvable boards have no estimate, and a search never reaches them.
        let whole = |value: &f64| (value - TOLERANCE).ceil().max(0.0) as u16;
        Lookup { states, values: estimates.values.iter().map(whole).collect() }
    }

    #[inline]
    fn at(&self, tile: impl Fn(usize) -> usize) -> u32 {
        let cells = self.states.goal().size().cells();
        let mut tiles = [0; States::MAX_CELLS];
        for (cell, place) in tiles[..cells].iter_mut().enumerate() {
            *place = tile(cell) as u8;
        }
        self.values[self.states.number(&tiles[..cells])].into()
    }
}

impl<const SOUND: bool> Heuristic for Lookup<'_, SOUND> {
    type Acc = u32;
    const ADMISSIBLE: bool = SOUND;
    const CONSISTENT: bool = SOUND;

    fn start<G: Grid>(&self, grid: &G) -> u32 {
        self.at(|cell| grid.tile(cell))
    }

    #[inline]
    fn step<G: Grid>(&self, before: &G, _value: u32, slide: Slide) -> u32 {
        self.at(|cell| match cell {
            cell if cell == slide.to => slide.tile,
            cell if cell == slide.from => 0,
            cell => before.tile(cell),
        })
    }

    fn value(&self, value: u32) -> u32 {
        value
    }

    fn resume<G: Grid>(&self, _grid: &G, value: u32, _saved: &[u8]) -> u32 {
        value
    }
}
