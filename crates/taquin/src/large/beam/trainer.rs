//! Training of weights from solutions, as `examples/train.rs` does it.
//!
//! Invariant: during training only the weights at canonical indices are valid.
//!
//! A beam needs an estimate that keeps the boards of a solution among the best of their layers. Most of the training
//! compares such a board with another one of its layer, which was good enough for the beam but led to no shorter solution
//! ([`rank`](Trainer::rank)). The scale of the estimate comes from two boards of one solution that are up to 20 moves apart
//! ([`learn`](Trainer::learn)). Both correct only the weights that differ between two boards. Fitting the remaining length
//! of single boards works much worse, because all boards of a solution share the error of its length.
//!
//! Three more things matter: many boards solved with narrow beams teach more than few solved with wide ones; each board
//! should be compared once, because the estimate of other boards becomes worse when it is compared again; and the learning
//! rate must fall to zero. The figures are in `results/decisions.md`.

use super::size_mapping::PairKey;
use super::weights::Weights;

/// Trains weights by stochastic gradient descent.
///
/// ```
/// use taquin::Size;
/// use taquin::internals::large::{Trainer, Weights};
/// let mut trainer = Trainer::new(Weights::untrained(Size::square(3)?));
/// // The cells of the blank and the tiles, at home and after two moves.
/// let (home, away) = ([0, 1, 2, 3, 4, 5, 6, 7, 8], [2, 0, 1, 3, 4, 5, 6, 7, 8]);
/// let error = trainer.learn(&away, &home, 2.0, 0.5);
/// let remaining = trainer.learn(&away, &home, 2.0, 0.0);
/// assert!(remaining.abs() < error.abs());
/// let weights = trainer.finish();
/// assert!((weights.estimate(&away) - weights.estimate(&home) - (2.0 - remaining)).abs() < 1e-3);
///
/// let mut trainer = Trainer::new(weights);
/// // Suppose that a solution leads through `away`: then it should have the lower estimate.
/// let error = trainer.rank(&away, &home, 0.5);
/// assert!(trainer.rank(&away, &home, 0.0) < error);
/// # Ok::<(), taquin::SizeError>(())
/// ```
pub struct Trainer {
    weights: Weights,
    /// The canonical index of each index of a pair, which takes long to compute.
    canonical: Vec<u32>,
    /// The indices of the weights that differ between two boards.
    indices: Vec<(u32, u32)>,
    /// The keys of the tiles of both boards.
    keys: [Vec<PairKey>; 2],
}

impl Trainer {
    /// Starts from given weights.
    pub fn new(weights: Weights) -> Trainer {
        let canonical = weights.canonical_pairs();
        Trainer { weights, canonical, indices: Vec::new(), keys: Default::default() }
    }

    /// Returns the trained weights.
    pub fn finish(self) -> Weights {
        let mut weights = self.weights;
        weights.copy_to_images();
        weights
    }

    /// Compares two boards of a solution that are `moves` apart, each given as the cell of each tile. The estimate
    /// should fall by `moves`; the weights that differ between the boards correct `rate` of the error in equal parts.
    /// Returns the error.
    pub fn learn(&mut self, here: &[u8], there: &[u8], moves: f32, rate: f32) -> f32 {
        self.compare(here, there);
        let error = moves - self.fall();
        self.correct(rate * error);
        error
    }

    /// Compares a board of a solution with another board of its layer, each given as the cell of each tile. The first should
    /// have the lower estimate; the weights that differ correct `rate` times the probability of the opposite in equal parts.
    /// Returns that probability, a logistic function of the difference.
    pub fn rank(&mut self, solving: &[u8], competing: &[u8], rate: f32) -> f32 {
        self.compare(competing, solving);
        let error = 1.0 / (1.0 + self.fall().exp());
        self.correct(rate * error);
        error
    }

    /// Returns the fall of the estimate from the first to the second of the compared boards.
    fn fall(&mut self) -> f32 {
        let Trainer { weights, indices, .. } = self;
        let mut at = |index: u32| *weights.at(index as usize);
        indices.iter().map(|&(here, there)| at(here) - at(there)).sum()
    }

    /// Increases the fall between the compared boards.
    fn correct(&mut self, increase: f32) {
        let Trainer { weights, indices, .. } = self;
        let change = increase / (2 * indices.len().max(1)) as f32;
        if change != 0.0 {
            for &(here, there) in indices.iter() {
                *weights.at(here as usize) += change;
                *weights.at(there as usize) -= change;
            }
        }
    }

    /// Finds the indices of the weights that differ between two boards.
    fn compare(&mut self, here: &[u8], there: &[u8]) {
        let Trainer { weights, canonical, indices, keys } = self;
        let mapping = weights.mapping();
        let [keys_here, keys_there] = keys;
        for (keys, board) in [(&mut *keys_here, here), (&mut *keys_there, there)] {
            keys.clear();
            keys.extend(mapping.keys(board));
        }
        indices.clear();
        let of_blank = mapping.pairs_with(0, here[0].into());
        for tile in (0..here.len()).filter(|&tile| here[tile] != there[tile]) {
            let [at, to] = [here, there].map(|cells| usize::from(cells[tile]));
            let single = [at, to].map(|cell| weights.canonical_single(tile, cell) as u32);
            indices.push(single.into());
            let [pair_here, pair_there] = [at, to].map(|cell| mapping.pairs_with(tile, cell));
            let mut push = |pair: [usize; 2]| indices.push(pair.map(|index| canonical[index]).into());
            if here[0] == there[0] {
                push([&*keys_here, &*keys_there].map(|keys| of_blank(keys[tile])));
            }
            // A pair of two moved tiles counts once. Pairs with the blank are added above, or when the tile is the blank itself.
            let others = (1..here.len()).filter(|&other| other > tile || here[other] == there[other]);
            for other in others.filter(|&other| other != tile) {
                push([pair_here(keys_here[other]), pair_there(keys_there[other])]);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::goal::Goal;
    use crate::scramble::Scrambler;
    use crate::size::Size;

    #[test]
    fn the_fall_is_the_difference_of_the_estimates() {
        let five = Weights::for_size(Size::square(5).unwrap());
        // Resizing gives mirror images different weights, and the trainer reads only one of them.
        let four = Trainer::new(five.resized(Size::square(4).unwrap())).finish();
        for weights in [five, four] {
            let size = weights.size();
            let goal = Goal::rows(size);
            let mut scrambler = Scrambler::seeded(7);
            let mut trainer = Trainer::new(weights.clone());
            let mut blanks_equal = 0;
            for _ in 0..200 {
                let [here, there] = [(); 2].map(|()| {
                    let board = scrambler.solvable(&goal);
                    let mut cells = vec![0; size.cells()];
                    (0..).zip(board.tiles()).for_each(|(cell, tile)| cells[tile.index()] = cell);
                    cells
                });
                blanks_equal += u32::from(here[0] == there[0]);
                let fall = -trainer.learn(&here, &there, 0.0, 0.0);
                let estimates = weights.estimate(&here) - weights.estimate(&there);
                assert!((fall - estimates).abs() < 1e-3 * fall.abs().max(1.0), "{size}: {fall} {estimates}");
            }
            assert!(blanks_equal > 0);
        }
    }
}
