//! Weights that learn from solutions, as `examples/train.rs` teaches them.
//!
//! Invariant: while they learn, of weights that have to be the same only the first is right.

use super::weights::Weights;

/// Weights that learn.
///
/// ```
/// use taquin::Size;
/// use taquin::large::{Trainer, Weights};
/// let mut trainer = Trainer::new(Weights::plain(Size::square(3)?));
/// // The cells of the blank and the tiles, at home and after two moves.
/// let (home, away) = ([0, 1, 2, 3, 4, 5, 6, 7, 8], [2, 0, 1, 3, 4, 5, 6, 7, 8]);
/// let missing = trainer.learn(&away, &home, 2.0, 0.5);
/// let then = trainer.learn(&away, &home, 2.0, 0.0);
/// assert!(then.abs() < missing.abs());
/// let weights = trainer.finish();
/// assert!((weights.estimate(&away) - weights.estimate(&home) - (2.0 - then)).abs() < 1e-3);
/// # Ok::<(), taquin::SizeError>(())
/// ```
pub struct Trainer {
    weights: Weights,
    /// Where the weights lie that are not the same in two boards.
    places: Vec<(u32, u32)>,
}

impl Trainer {
    /// Begins with what is known.
    pub fn new(weights: Weights) -> Trainer {
        Trainer { weights, places: Vec::new() }
    }

    /// What was learned.
    pub fn finish(self) -> Weights {
        let mut weights = self.weights;
        weights.spread();
        weights
    }

    /// Compares two boards of a solution, given as the cell of each tile, that lie so many moves apart. The estimate
    /// should fall by as much; `rate` of what is missing is made up for by all weights that are not the same in both, in
    /// equal parts. Gives what was missing.
    pub fn learn(&mut self, here: &[u8], there: &[u8], moves: f32, rate: f32) -> f32 {
        self.compare(here, there);
        let Trainer { weights, places } = self;
        let mut at = |place: u32| *weights.at(place as usize);
        let fall: f32 = places.iter().map(|&(here, there)| at(here) - at(there)).sum();
        let missing = moves - fall;
        let change = rate * missing / (2 * places.len().max(1)) as f32;
        if change != 0.0 {
            for &(here, there) in places.iter() {
                *weights.at(here as usize) += change;
                *weights.at(there as usize) -= change;
            }
        }
        missing
    }

    fn compare(&mut self, here: &[u8], there: &[u8]) {
        let Trainer { weights, places } = self;
        places.clear();
        let [at, to] = [here, there].map(|cells| move |tile: usize| usize::from(cells[tile]));
        for tile in (0..here.len()).filter(|&tile| here[tile] != there[tile]) {
            let single = [at(tile), to(tile)].map(|cell| weights.first_single(tile, cell) as u32);
            places.push(single.into());
            // Two tiles that have both moved are told once.
            let others = (0..here.len()).filter(|&other| other > tile || here[other] == there[other]);
            for other in others.filter(|&other| other != tile) {
                let here = weights.first_pair(tile, at(tile), other, at(other));
                let there = weights.first_pair(tile, to(tile), other, to(other));
                places.push((here as u32, there as u32));
            }
        }
    }
}
