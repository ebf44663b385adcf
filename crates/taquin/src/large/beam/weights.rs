//! How far a board looks from its goal: a weight for every tile on every cell, and for every two tiles on every two.
//!
//! Tiles are called by their homes, as in a [`GoalSymmetry`](crate::goal_symmetry::GoalSymmetry); 0 is the blank, whose home is the corner
//! cell 0. The sum over all tiles and all pairs estimates the moves that remain. It is no lower bound: a beam search
//! wants to know which of two boards is nearer, not how near they are at least.
//!
//! A model of some side serves boards of every size: pairs on a larger board have the weights of a pair on the model's
//! that lies as far apart ([`SizeMapping`]), so that there are not more of them to learn and to keep, while each tile has its own.

use super::size_mapping::SizeMapping;
use crate::cell::Cell;
use crate::control::{Control, StopReason};
use crate::direction::Direction;
use crate::size::Size;
use std::collections::VecDeque;

/// A move, in the unit of the estimate.
pub(super) const MOVE: f32 = 512.0;

/// The largest weight of a pair that a model can hold, in moves. Its bytes are square roots: most weights are small,
/// and many of them add up.
const LARGEST: f32 = 3.0;

/// A step of Manhattan distance, and a move that two tiles cost each other, are worth so many moves: by least squares
/// on the remaining lengths of 150 solved 6x6 boards.
const STEP: f32 = 1.3;
const CONFLICT: f32 = 1.04;

/// So many weights are read between two questions whether to go on: a few milliseconds.
const BETWEEN_POLLS: usize = 1 << 18;

/// What was learned, by `examples/train.rs`: the sides of boards and of models.
const LEARNED: [(usize, usize, &[u8]); 4] = [
    (5, 5, include_bytes!("../../../models/5x5.pairs")),
    (6, 6, include_bytes!("../../../models/6x6.pairs")),
    (7, 7, include_bytes!("../../../models/7x7.pairs")),
    (10, 7, include_bytes!("../../../models/10x10.pairs")),
];

/// The weights of a size, in moves.
#[derive(Clone, PartialEq, Debug)]
pub struct Weights {
    size: Size,
    fold: SizeMapping,
    /// Those of a tile on a cell, and then those of the fold's places.
    weights: Vec<f32>,
}

impl Weights {
    /// What was learned of a size, or of the square that comes nearest.
    pub fn of(size: Size) -> Weights {
        // Nothing stops this control.
        Weights::prepared(size, &Control::new()).unwrap_or_else(|_| Weights::plain(size))
    }

    /// The same, unless the control stops it.
    pub(super) fn prepared(size: Size, control: &Control) -> Result<Weights, StopReason> {
        // The geometric mean of the sides.
        let side = (size.cells() as f64).sqrt();
        let nearest = LEARNED.iter().min_by(|(a, ..), (b, ..)| {
            let far = |learned: usize| (learned as f64 - side).abs();
            far(*a).total_cmp(&far(*b))
        });
        let learned = nearest.and_then(|(side, model, bytes)| {
            Weights::read(Size::square(*side).ok()?, Size::square(*model).ok()?, bytes, control).transpose()
        });
        Ok(match learned.transpose()? {
            Some(weights) if weights.size == size => weights,
            Some(weights) => weights.resized(size),
            None => Weights::plain(size),
        })
    }

    /// The most bytes that it takes to find out the weights of a size.
    pub(super) fn most_bytes(size: Size) -> u64 {
        let model = LEARNED.iter().map(|(_, model, _)| model * model).max().unwrap_or_default();
        let pairs = model.pow(4) + model.pow(3) + size.cells().pow(2);
        // There may be those that were learned, and those of the size.
        2 * ((pairs * size_of::<f32>()) as u64 + SizeMapping::bytes(size))
    }

    fn zero(size: Size, model: Size) -> Weights {
        let fold = SizeMapping::new(size, model);
        let weights = vec![0.0; size.cells() * size.cells() + fold.places()];
        Weights { size, fold, weights }
    }

    /// What these weights say about another size: a tile has the weight it would have as far from its home and from the
    /// nearest edge, and what is farther costs the same for each step.
    pub fn resized(&self, size: Size) -> Weights {
        let (cells, known) = (size.cells(), self.size);
        let to_known = SizeMapping::new(size, known);
        let distance = |size: Size, a: usize, b: usize| size.manhattan(Cell::new(a), Cell::new(b)) as f32;
        let mut weights = Weights::zero(size, self.fold.model());
        for tile in 0..cells {
            for cell in 0..cells {
                weights.weights[tile * cells + cell] = if tile == 0 {
                    self.single(0, to_known.cell(cell))
                } else {
                    let (home, at) = to_known.tile(tile, cell);
                    self.single(home, at) + STEP * (distance(size, tile, cell) - distance(known, home, at))
                };
            }
        }
        weights.weights[cells * cells..].copy_from_slice(&self.weights[known.cells() * known.cells()..]);
        weights
    }

    /// The same weights with a model of their own size.
    pub fn untied(&self) -> Weights {
        let (size, cells) = (self.size, self.size.cells());
        let mut weights = Weights::zero(size, size);
        weights.weights[..cells * cells].copy_from_slice(&self.weights[..cells * cells]);
        for (tile, other) in (0..cells).flat_map(|tile| (1..cells).map(move |other| (tile, other))) {
            for (cell, at) in two_cells(cells) {
                let place = weights.place(tile, cell, other, at);
                weights.weights[place] = self.pair((tile, cell), (other, at));
            }
        }
        weights
    }

    /// The same estimates, up to a constant, with all that does not depend on the other tile moved from the pairs to the
    /// single tiles: on another size a tile has more pairs, or fewer. For weights whose model has their own size.
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
                for (a, b) in two_cells(cells) {
                    let change = of_first[a] + of_second[b] - mean;
                    for place in [self.place(first, a, second, b), self.place(second, b, first, a)] {
                        self.weights[place] -= change;
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

    /// Was something learned of this size?
    pub fn are_learned(size: Size) -> bool {
        LEARNED.iter().any(|(side, ..)| size.rows() == *side && size.cols() == *side)
    }

    /// Nothing but what is known of single tiles and of pairs: their distances, and what they cost each other.
    pub fn plain(size: Size) -> Weights {
        let cells = size.cells();
        let distance = |a: usize, b: usize| size.manhattan(Cell::new(a), Cell::new(b)) as f32;
        let mut weights = Weights::zero(size, size);
        for tile in 1..cells {
            for cell in 0..cells {
                weights.weights[tile * cells + cell] = STEP * distance(tile, cell);
            }
        }
        let mut pebbles = Pebbles::new(size);
        for first in 1..cells {
            for second in first + 1..cells {
                let steps = pebbles.distances([first, second]);
                for (a, b) in two_cells(cells) {
                    let alone = distance(first, a) + distance(second, b);
                    let weight = CONFLICT * (f32::from(steps[a * cells + b]) - alone);
                    for place in [weights.place(first, a, second, b), weights.place(second, b, first, a)] {
                        weights.weights[place] = weight;
                    }
                }
            }
        }
        weights
    }

    /// The size as a frame shows it.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The size of the model.
    pub fn model(&self) -> Size {
        self.fold.model()
    }

    /// The weight of a tile on a cell.
    pub fn single(&self, tile: usize, cell: usize) -> f32 {
        self.weights[tile * self.size.cells() + cell]
    }

    /// The weight of two tiles on two cells.
    pub fn pair(&self, (tile, cell): (usize, usize), (other, at): (usize, usize)) -> f32 {
        self.weights[self.place(tile, cell, other, at)]
    }

    /// The weights of a tile, or the blank, on a cell and another tile on any.
    pub(super) fn beside(&self, tile: usize, cell: usize, other: usize) -> Beside<'_> {
        let (rows, cols) = self.fold.beside(tile, cell, other);
        Beside { weights: &self.weights[self.size.cells() * self.size.cells()..], rows, cols }
    }

    /// The estimate for a board, given as the cell of each tile.
    pub fn estimate(&self, cells: &[u8]) -> f32 {
        let mut sum = 0.0;
        for (tile, &cell) in cells.iter().enumerate() {
            sum += self.single(tile, cell.into());
            let others = cells.iter().enumerate().skip(tile + 1);
            sum += others.map(|(other, &at)| self.pair((tile, cell.into()), (other, at.into()))).sum::<f32>();
        }
        sum
    }

    /// Where the weight of a tile on a cell lies, or that of its mirror image: whichever is first.
    pub(super) fn first_single(&self, tile: usize, cell: usize) -> usize {
        let (cells, cols) = (self.size.cells(), self.size.cols());
        let place = tile * cells + cell;
        let mirror = |cell: usize| cell % cols * cols + cell / cols;
        if self.size.rows() == cols { place.min(mirror(tile) * cells + mirror(cell)) } else { place }
    }

    /// Where the weight of two tiles on two cells lies, or that of an image: whichever is first.
    pub(super) fn first_pair(&self, tile: usize, cell: usize, other: usize, at: usize) -> usize {
        self.size.cells() * self.size.cells() + self.fold.first_image(self.fold.place(tile, cell, other, at))
    }

    /// The weight at a place.
    pub(super) fn at(&mut self, place: usize) -> &mut f32 {
        &mut self.weights[place]
    }

    /// Gives all that has to be the same the weight of the first.
    pub(super) fn spread(&mut self) {
        let cells = self.size.cells();
        for (tile, cell) in (0..cells).flat_map(|tile| (0..cells).map(move |cell| (tile, cell))) {
            self.weights[tile * cells + cell] = self.weights[self.first_single(tile, cell)];
        }
        let pairs = &mut self.weights[cells * cells..];
        self.fold.first_images().enumerate().for_each(|(place, first)| pairs[place] = pairs[first]);
    }

    fn place(&self, tile: usize, cell: usize, other: usize, at: usize) -> usize {
        self.size.cells() * self.size.cells() + self.fold.place(tile, cell, other, at)
    }

    /// As a file: two bytes for each tile and cell, then one for each pair of the model, of those that are the same the
    /// first.
    pub fn to_bytes(&self) -> Vec<u8> {
        let (singles, pairs) = self.weights.split_at(self.size.cells() * self.size.cells());
        let singles = singles.iter().flat_map(|&weight| ((weight * MOVE).round() as i16).to_le_bytes());
        let root = |weight: f32| ((weight.abs() / LARGEST).sqrt() * 127.0).round().copysign(weight) as i8;
        let firsts = self.fold.first_images().enumerate().filter(|(place, first)| first == place);
        singles.chain(firsts.flat_map(|(place, _)| root(pairs[place]).to_le_bytes())).collect()
    }

    /// From a file; `None` if it is not one for this size and this model.
    pub fn from_bytes(size: Size, model: Size, bytes: &[u8]) -> Option<Weights> {
        Weights::read(size, model, bytes, &Control::new()).ok().flatten()
    }

    /// The same, unless the control stops it.
    fn read(size: Size, model: Size, bytes: &[u8], control: &Control) -> Result<Option<Weights>, StopReason> {
        let cells = size.cells();
        let Some((singles, pairs)) = bytes.split_at_checked(2 * cells * cells) else { return Ok(None) };
        let mut weights = Weights::zero(size, model);
        for (weight, two) in weights.weights.iter_mut().zip(singles.chunks_exact(2)) {
            *weight = f32::from(i16::from_le_bytes([two[0], two[1]])) / MOVE;
        }
        let mut pairs = pairs.iter();
        let (_, places) = weights.weights.split_at_mut(cells * cells);
        for (place, first) in weights.fold.first_images().enumerate() {
            if place % BETWEEN_POLLS == 0 {
                control.check()?;
            }
            places[place] = if first == place {
                let Some(&byte) = pairs.next() else { return Ok(None) };
                let root = f32::from(i8::from_le_bytes([byte])) / 127.0;
                LARGEST * root * root.abs()
            } else {
                places[first]
            };
        }
        Ok(pairs.next().is_none().then_some(weights))
    }
}

/// All two cells that differ.
fn two_cells(cells: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..cells).flat_map(move |a| (0..cells).filter(move |&b| a != b).map(move |b| (a, b)))
}

/// The weights of a tile on a cell and another on any.
pub(super) struct Beside<'a> {
    weights: &'a [f32],
    rows: Vec<u32>,
    cols: Vec<u32>,
}

impl Beside<'_> {
    /// With the other on each cell, row by row.
    pub(super) fn weights(&self) -> impl Iterator<Item = f32> + '_ {
        let Beside { weights, rows, cols } = self;
        rows.iter().flat_map(move |&row| cols.iter().map(move |&col| weights[(row + col) as usize]))
    }
}

/// Two tiles on a board that is empty but for them, as pebbles that must not meet.
struct Pebbles {
    size: Size,
    distances: Vec<u16>,
    waiting: VecDeque<[usize; 2]>,
}

impl Pebbles {
    fn new(size: Size) -> Pebbles {
        Pebbles { size, distances: vec![0; size.cells() * size.cells()], waiting: VecDeque::new() }
    }

    /// The steps of both from any two cells to their homes; 0 where they cannot be.
    fn distances(&mut self, homes: [usize; 2]) -> &[u16] {
        let (size, cells) = (self.size, self.size.cells());
        self.distances.fill(0);
        self.waiting.push_back(homes);
        while let Some(at) = self.waiting.pop_front() {
            let steps = self.distances[at[0] * cells + at[1]];
            for pebble in [0, 1] {
                let steps_of = |direction| size.step(Cell::new(at[pebble]), direction);
                for next in Direction::SUCCESSOR_ORDER.into_iter().filter_map(steps_of) {
                    let mut to = at;
                    to[pebble] = next.index();
                    let distance = &mut self.distances[to[0] * cells + to[1]];
                    if to[0] != to[1] && to != homes && *distance == 0 {
                        *distance = steps + 1;
                        self.waiting.push_back(to);
                    }
                }
            }
        }
        &self.distances
    }
}
