//! The estimate of a beam: a weight for every tile in every cell, and for every two tiles in every two cells.
//!
//! Tiles are numbered by their homes, as in a [`GoalSymmetry`](crate::goal_symmetry::GoalSymmetry); 0 is the blank,
//! whose home is the corner cell 0. The sum over all tiles and all pairs estimates the number of remaining moves. It is
//! not a lower bound: a beam search needs to know which of two boards is nearer, not how near they are at least.
//!
//! A model of one size serves boards of every size: a pair on a larger board has the weight of a pair on the model that
//! is as far apart ([`SizeMapping`]). This limits the number of pair weights to train and to store, while each tile of
//! each size has its own weights.
//!
//! A model stores one byte for each pair, entropy-coded, and a square model shares the weights of mirror images. Models exist for 5x5,
//! 6x6, 7x7, 8x8 and 10x10, the last two with the pairs of 7x7; other sizes use the nearest square, rather a
//! larger than a smaller one. Exact distances of three
//! tiles improve untrained weights but add nothing after training, so there are none.

use super::models::{Models, TRAINED, TrainedModel};
use super::rans::{self, Decoder};
use super::size_mapping::SizeMapping;
use crate::cell::Cell;
use crate::control::{Control, StopReason};
use crate::direction::Direction;
use crate::size::Size;
use std::collections::VecDeque;

/// The value of a move in the tables of the beam.
pub(super) const MOVE: f32 = 512.0;

/// The largest weight of a pair that a model can store, in moves. A model stores square roots: most weights are small,
/// and many of them add up.
const MAX_PAIR: f32 = 3.0;

/// The untrained weights, in moves, of a step of Manhattan distance and of an additional move that two tiles cost each
/// other: a least-squares fit to the remaining lengths of 150 solved 6x6 boards.
const STEP_WEIGHT: f32 = 1.3;
const CONFLICT_WEIGHT: f32 = 1.04;

/// How many weights are read between two polls: a few milliseconds.
const POLL_INTERVAL: usize = 1 << 18;

/// Returns the model of the boards whose side is nearest to the geometric mean of the sides of a size.
///
/// Reducing weights to a smaller size knows every distance, extending them guesses. So a larger side counts as half as far.
fn nearest_model(size: Size) -> Option<&'static TrainedModel> {
    let side = (size.cells() as f64).sqrt();
    TRAINED.iter().min_by(|a, b| {
        let gap = |trained: usize| match trained as f64 - side {
            gap @ ..0.0 => -gap,
            gap => gap / 2.0,
        };
        gap(a.side).total_cmp(&gap(b.side))
    })
}

/// Untrained weights of more cells than a square of this side are resized from that square: the number of pair weights
/// grows with the fourth power of the cells.
const MAX_UNTRAINED_SIDE: usize = 7;

/// The weights of the estimate for one size, in moves.
#[derive(Clone, PartialEq, Debug)]
pub struct Weights {
    size: Size,
    mapping: SizeMapping,
    /// The weights of single tiles by tile and cell, then the pair weights of the model.
    weights: Vec<f32>,
}

impl Weights {
    /// Returns the trained weights of a size, or those of the nearest square size, resized. Without the feature
    /// `models`, the weights are untrained.
    pub fn for_size(size: Size) -> Weights {
        // Nothing stops this control.
        Weights::prepared(size, &Models::default(), &Control::new())
            .unwrap_or_else(|_| Weights::untrained(size))
    }

    /// Returns the weights of [`for_size`](Weights::for_size), with models from anywhere; asks now and then whether to go on.
    pub(super) fn prepared(size: Size, models: &Models, control: &Control) -> Result<Weights, StopReason> {
        let trained = nearest_model(size).and_then(|model| {
            let [side, model_side] = [model.side, model.model_side].map(Size::square);
            Weights::read(side.ok()?, model_side.ok()?, &models.bytes(model)?, control).transpose()
        });
        Ok(match trained.transpose()? {
            Some(weights) if weights.size == size => weights,
            Some(weights) => weights.resized(size),
            None => Weights::untrained_for(size),
        })
    }

    /// Returns untrained weights that are cheap to compute.
    fn untrained_for(size: Size) -> Weights {
        match Size::square(MAX_UNTRAINED_SIDE) {
            Ok(square) if square.cells() < size.cells() => Weights::untrained(square).resized(size),
            _ => Weights::untrained(size),
        }
    }

    /// Returns the most bytes that are needed to load the weights of a size.
    pub(super) fn most_bytes(size: Size) -> u64 {
        // Without its model, a size has untrained weights.
        let untrained = MAX_UNTRAINED_SIDE.pow(2).min(size.cells());
        let model = nearest_model(size).map_or(0, |model| model.model_side.pow(2)).max(untrained);
        let pairs = model.pow(4) + model.pow(3) + size.cells().pow(2);
        // The trained weights and those of the size exist at the same time.
        2 * ((pairs * size_of::<f32>()) as u64 + SizeMapping::bytes(size))
    }

    fn zero(size: Size, model: Size) -> Weights {
        let mapping = SizeMapping::new(size, model);
        let weights = vec![0.0; size.cells() * size.cells() + mapping.indices()];
        Weights { size, mapping, weights }
    }

    /// Converts the weights to another size. A tile has the weight of a tile as far from its home and from the nearest
    /// edge; each step farther costs the same.
    pub fn resized(&self, size: Size) -> Weights {
        let (cells, own) = (size.cells(), self.size);
        let mapping = SizeMapping::new(size, own);
        let distance = |size: Size, a: usize, b: usize| size.manhattan(Cell::new(a), Cell::new(b)) as f32;
        let mut weights = Weights::zero(size, self.mapping.model());
        for tile in 0..cells {
            for cell in 0..cells {
                weights.weights[tile * cells + cell] = if tile == 0 {
                    self.single(0, mapping.cell(cell))
                } else {
                    let (home, at) = mapping.tile(tile, cell);
                    self.single(home, at)
                        + STEP_WEIGHT * (distance(size, tile, cell) - distance(own, home, at))
                };
            }
        }
        weights.weights[cells * cells..].copy_from_slice(&self.weights[own.cells() * own.cells()..]);
        weights
    }

    /// Returns the same weights with a model of their own size.
    pub fn with_own_model(&self) -> Weights {
        let (size, cells) = (self.size, self.size.cells());
        let mut weights = Weights::zero(size, size);
        weights.weights[..cells * cells].copy_from_slice(&self.weights[..cells * cells]);
        for (tile, other) in (0..cells).flat_map(|tile| (1..cells).map(move |other| (tile, other))) {
            for (cell, at) in distinct_cells(cells) {
                let index = weights.pair_index(tile, cell, other, at);
                weights.weights[index] = self.pair((tile, cell), (other, at));
            }
        }
        weights
    }

    /// Moves everything that does not depend on the other tile from the pairs to the single tiles, because a tile of
    /// another size has more or fewer pairs. The estimates change by a constant. The model must have the size of the
    /// weights.
    pub fn centred(mut self) -> Weights {
        let cells = self.size.cells();
        let others = (cells - 1) as f32;
        for first in 0..cells {
            for second in first + 1..cells {
                let weight =
                    |a: usize, b: usize| if a == b { 0.0 } else { self.pair((first, a), (second, b)) };
                let means = |of: &dyn Fn(usize, usize) -> f32| -> Vec<f32> {
                    (0..cells).map(|a| (0..cells).map(|b| of(a, b)).sum::<f32>() / others).collect()
                };
                let of_first = means(&weight);
                let of_second = means(&|b, a| weight(a, b));
                let mean = of_first.iter().sum::<f32>() / cells as f32;
                for (a, b) in distinct_cells(cells) {
                    let change = of_first[a] + of_second[b] - mean;
                    for index in [self.pair_index(first, a, second, b), self.pair_index(second, b, first, a)]
                    {
                        self.weights[index] -= change;
                    }
                }
                for cell in 0..cells {
                    self.weights[first * cells + cell] += of_first[cell];
                    self.weights[second * cells + cell] += of_second[cell];
                }
            }
        }
        self
    }

    /// Returns whether the program contains a trained model for a size.
    pub fn are_trained(size: Size) -> bool {
        cfg!(feature = "models") && TRAINED.iter().any(|model| [size.rows(), size.cols()] == [model.side; 2])
    }

    /// Returns the weights that training starts from: Manhattan distances, and the moves that two tiles cost each
    /// other.
    pub fn untrained(size: Size) -> Weights {
        let cells = size.cells();
        let distance = |a: usize, b: usize| size.manhattan(Cell::new(a), Cell::new(b)) as f32;
        let mut weights = Weights::zero(size, size);
        for tile in 1..cells {
            for cell in 0..cells {
                weights.weights[tile * cells + cell] = STEP_WEIGHT * distance(tile, cell);
            }
        }
        let mut pair_distances = TwoTileDistances::new(size);
        for first in 1..cells {
            for second in first + 1..cells {
                let steps = pair_distances.distances([first, second]);
                for (a, b) in distinct_cells(cells) {
                    let alone = distance(first, a) + distance(second, b);
                    let weight = CONFLICT_WEIGHT * (f32::from(steps[a * cells + b]) - alone);
                    for index in
                        [weights.pair_index(first, a, second, b), weights.pair_index(second, b, first, a)]
                    {
                        weights.weights[index] = weight;
                    }
                }
            }
        }
        weights
    }

    /// Returns the size of the boards, in the orientation of the goal symmetry.
    pub fn size(&self) -> Size {
        self.size
    }

    /// Returns the size of the model.
    pub fn model(&self) -> Size {
        self.mapping.model()
    }

    /// Returns the weight of a tile in a cell.
    pub fn single(&self, tile: usize, cell: usize) -> f32 {
        self.weights[tile * self.size.cells() + cell]
    }

    /// Returns the weight of two tiles in two cells.
    pub fn pair(&self, (tile, cell): (usize, usize), (other, at): (usize, usize)) -> f32 {
        self.weights[self.pair_index(tile, cell, other, at)]
    }

    /// Returns the weights of a tile or the blank in a cell, paired with another tile in any cell.
    pub(super) fn pair_weights(&self, tile: usize, cell: usize, other: usize) -> PairWeights<'_> {
        let (rows, cols) = self.mapping.pair_indices(tile, cell, other);
        PairWeights { weights: &self.weights[self.size.cells() * self.size.cells()..], rows, cols }
    }

    /// Returns the estimate for a board, given as the cell of each tile.
    pub fn estimate(&self, cells: &[u8]) -> f32 {
        let mut sum = 0.0;
        for (tile, &cell) in cells.iter().enumerate() {
            sum += self.single(tile, cell.into());
            let others = cells.iter().enumerate().skip(tile + 1);
            sum += others.map(|(other, &at)| self.pair((tile, cell.into()), (other, at.into()))).sum::<f32>();
        }
        sum
    }

    /// Returns the index of the weight of a tile in a cell or of its mirror image, whichever is first.
    pub(super) fn canonical_single(&self, tile: usize, cell: usize) -> usize {
        let (cells, cols) = (self.size.cells(), self.size.cols());
        let index = tile * cells + cell;
        let mirror = |cell: usize| cell % cols * cols + cell / cols;
        if self.size.rows() == cols { index.min(mirror(tile) * cells + mirror(cell)) } else { index }
    }

    /// Returns the mapping of pairs to the model.
    pub(super) fn mapping(&self) -> &SizeMapping {
        &self.mapping
    }

    /// Returns for each index in the model the index of the weight or of an image, whichever is first.
    pub(super) fn canonical_pairs(&self) -> Vec<u32> {
        let begin = self.size.cells() * self.size.cells();
        self.mapping.canonical_indices().map(|index| (begin + index) as u32).collect()
    }

    /// Returns the weight at an index.
    pub(super) fn at(&mut self, index: usize) -> &mut f32 {
        &mut self.weights[index]
    }

    /// Copies the weight of each canonical index to its images.
    pub(super) fn copy_to_images(&mut self) {
        let cells = self.size.cells();
        for (tile, cell) in (0..cells).flat_map(|tile| (0..cells).map(move |cell| (tile, cell))) {
            self.weights[tile * cells + cell] = self.weights[self.canonical_single(tile, cell)];
        }
        let pairs = &mut self.weights[cells * cells..];
        self.mapping.canonical_indices().enumerate().for_each(|(index, first)| pairs[index] = pairs[first]);
    }

    fn pair_index(&self, tile: usize, cell: usize, other: usize, at: usize) -> usize {
        self.size.cells() * self.size.cells() + self.mapping.pair_index(tile, cell, other, at)
    }

    /// Serializes the weights: two bytes for each tile and cell, then the canonical pairs of the model, [encoded](rans).
    pub fn to_bytes(&self) -> Vec<u8> {
        let (singles, pairs) = self.weights.split_at(self.size.cells() * self.size.cells());
        let singles = singles.iter().flat_map(|&weight| ((weight * MOVE).round() as i16).to_le_bytes());
        let root = |weight: f32| ((weight.abs() / MAX_PAIR).sqrt() * 127.0).round().copysign(weight) as i8;
        let firsts = self.mapping.canonical_indices().enumerate().filter(|(index, first)| first == index);
        let roots: Vec<u8> = firsts.map(|(index, _)| root(pairs[index]).cast_unsigned()).collect();
        singles.chain(rans::encode(&roots)).collect()
    }

    /// Reads the weights of a size with a model; `None` if the bytes are not those of such weights.
    pub fn from_bytes(size: Size, model: Size, bytes: &[u8]) -> Option<Weights> {
        Weights::read(size, model, bytes, &Control::new()).ok().flatten()
    }

    /// Reads the weights as [`from_bytes`](Weights::from_bytes) does; asks now and then whether to go on.
    fn read(size: Size, model: Size, bytes: &[u8], control: &Control) -> Result<Option<Weights>, StopReason> {
        let cells = size.cells();
        let Some((singles, pairs)) = bytes.split_at_checked(2 * cells * cells) else { return Ok(None) };
        let mut weights = Weights::zero(size, model);
        for (weight, two) in weights.weights.iter_mut().zip(singles.chunks_exact(2)) {
            *weight = f32::from(i16::from_le_bytes([two[0], two[1]])) / MOVE;
        }
        let Some(mut pairs) = Decoder::new(pairs) else { return Ok(None) };
        let (_, pair_weights) = weights.weights.split_at_mut(cells * cells);
        for (index, first) in weights.mapping.canonical_indices().enumerate() {
            if index % POLL_INTERVAL == 0 {
                control.check()?;
            }
            pair_weights[index] = if first == index {
                let Some(byte) = pairs.next() else { return Ok(None) };
                let root = f32::from(byte.cast_signed()) / 127.0;
                MAX_PAIR * root * root.abs()
            } else {
                pair_weights[first]
            };
        }
        Ok(pairs.is_done().then_some(weights))
    }
}

/// Returns all ordered pairs of different cells.
fn distinct_cells(cells: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..cells).flat_map(move |a| (0..cells).filter(move |&b| a != b).map(move |b| (a, b)))
}

/// The weights of a tile in a cell, paired with another tile in any cell.
pub(super) struct PairWeights<'a> {
    weights: &'a [f32],
    rows: Vec<u32>,
    cols: Vec<u32>,
}

impl PairWeights<'_> {
    /// Returns the weights for each cell of the other tile, row by row.
    pub(super) fn weights(&self) -> impl Iterator<Item = f32> + '_ {
        let PairWeights { weights, rows, cols } = self;
        rows.iter().flat_map(move |&row| cols.iter().map(move |&col| weights[(row + col) as usize]))
    }
}

/// Exact distances of two tiles on an otherwise empty board, where they only block each other.
struct TwoTileDistances {
    size: Size,
    distances: Vec<u16>,
    queue: VecDeque<[usize; 2]>,
}

impl TwoTileDistances {
    fn new(size: Size) -> TwoTileDistances {
        TwoTileDistances { size, distances: vec![0; size.cells() * size.cells()], queue: VecDeque::new() }
    }

    /// Returns the total number of steps from any two cells to the homes; 0 for the homes and where both would be in
    /// one cell.
    fn distances(&mut self, homes: [usize; 2]) -> &[u16] {
        let (size, cells) = (self.size, self.size.cells());
        self.distances.fill(0);
        self.queue.push_back(homes);
        while let Some(at) = self.queue.pop_front() {
            let steps = self.distances[at[0] * cells + at[1]];
            for moving in [0, 1] {
                let steps_of = |direction| size.step(Cell::new(at[moving]), direction);
                for next in Direction::SUCCESSOR_ORDER.into_iter().filter_map(steps_of) {
                    let mut to = at;
                    to[moving] = next.index();
                    let distance = &mut self.distances[to[0] * cells + to[1]];
                    if to[0] != to[1] && to != homes && *distance == 0 {
                        *distance = steps + 1;
                        self.queue.push_back(to);
                    }
                }
            }
        }
        &self.distances
    }
}
