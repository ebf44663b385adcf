//! How far a board looks from its goal: a weight for every tile on every cell, and for every two tiles on every two.
//!
//! Tiles are called by their homes, as in a [`Frame`](crate::frame::Frame); 0 is the blank, whose home is the corner
//! cell 0. The sum over all tiles and all pairs estimates the moves that remain. It is no lower bound: a beam search
//! wants to know which of two boards is nearer, not how near they are at least.

use crate::cell::Cell;
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

/// The models that were learned, by `examples/train.rs`.
const MODELS: [(usize, &[u8]); 3] = [
    (5, include_bytes!("../../../models/5x5.pairs")),
    (6, include_bytes!("../../../models/6x6.pairs")),
    (7, include_bytes!("../../../models/7x7.pairs")),
];

/// The weights of a size, in moves.
///
/// Invariant: a square's weights are those of its mirror image.
#[derive(Clone, PartialEq, Debug)]
pub struct Weights {
    size: Size,
    singles: Vec<f32>,
    /// For two tiles, the first smaller, and their cells.
    pairs: Vec<f32>,
}

impl Weights {
    /// What was learned of a size, or of the square that comes nearest.
    pub fn of(size: Size) -> Weights {
        // The geometric mean of the sides.
        let side = (size.cells() as f64).sqrt();
        let models = MODELS.iter().filter(|(_, bytes)| !bytes.is_empty());
        let nearest = models.min_by(|(a, _), (b, _)| {
            let far = |model: usize| (model as f64 - side).abs();
            far(*a).total_cmp(&far(*b))
        });
        let learned = nearest.and_then(|(side, bytes)| Weights::from_bytes(Size::square(*side).ok()?, bytes));
        match learned {
            Some(weights) if weights.size == size => weights,
            Some(weights) => weights.centred().resized(size),
            None => Weights::plain(size),
        }
    }

    /// The same estimates, up to a constant, with all that does not depend on the other tile moved from the pairs to the
    /// single tiles: on another size a tile has more pairs, or fewer.
    fn centred(mut self) -> Weights {
        let cells = self.size.cells();
        for first in 0..cells {
            for second in first + 1..cells {
                let at = self.pair_index(first, 0, second, 0);
                let table = &mut self.pairs[at..at + cells * cells];
                let others = (cells - 1) as f32;
                let of_first: Vec<f32> =
                    table.chunks_exact(cells).map(|row| row.iter().sum::<f32>() / others).collect();
                let columns = |cell: usize| table.iter().skip(cell).step_by(cells);
                let of_second: Vec<f32> =
                    (0..cells).map(|cell| columns(cell).sum::<f32>() / others).collect();
                let mean = of_first.iter().sum::<f32>() / cells as f32;
                for (place, weight) in table.iter_mut().enumerate() {
                    let (a, b) = (place / cells, place % cells);
                    if a != b {
                        *weight -= of_first[a] + of_second[b] - mean;
                    }
                }
                for cell in 0..cells {
                    self.singles[first * cells + cell] += of_first[cell];
                    self.singles[second * cells + cell] += of_second[cell];
                }
            }
        }
        self
    }

    /// What these weights say about another size: two tiles have the weight they would have as far from each other,
    /// from their homes and from the nearest edge.
    fn resized(&self, size: Size) -> Weights {
        let (cells, model) = (size.cells(), self.size);
        let as_lines = |places: [usize; 4], fold: fn([usize; 4], usize, usize) -> [usize; 4]| {
            let rows = fold(places.map(|place| place / size.cols()), size.rows(), model.rows());
            let cols = fold(places.map(|place| place % size.cols()), size.cols(), model.cols());
            [0, 1, 2, 3].map(|index| rows[index] * model.cols() + cols[index])
        };
        let fold = |places: [usize; 4]| {
            let folded = as_lines(places, fold);
            // The blank's home is no home of a tile.
            let is_wrong = [0, 2].into_iter().any(|index| places[index] != 0 && folded[index] == 0);
            if is_wrong {
                as_lines(places, |lines, _, model| lines.map(|line| line.min(model - 1)))
            } else {
                folded
            }
        };
        let distance = |size: Size, a: usize, b: usize| size.manhattan(Cell::new(a), Cell::new(b)) as f32;
        let mut weights = Weights::zero(size);
        for tile in 0..cells {
            for cell in 0..cells {
                let [home, at, ..] = fold([tile, cell, tile, cell]);
                let steps =
                    if tile == 0 { 0.0 } else { distance(size, tile, cell) - distance(model, home, at) };
                weights.singles[tile * cells + cell] = self.single(home, at) + STEP * steps;
            }
        }
        for first in 0..cells {
            for second in first + 1..cells {
                for place in 0..cells * cells {
                    let (a, b) = (place / cells, place % cells);
                    let [tile, at, other, there] = fold([first, a, second, b]);
                    if a != b && tile != other && at != there {
                        let index = weights.pair_index(first, a, second, b);
                        weights.pairs[index] = self.pair((tile, at), (other, there));
                    }
                }
            }
        }
        weights
    }

    fn zero(size: Size) -> Weights {
        let cells = size.cells();
        let pairs = vec![0.0; cells * (cells - 1) / 2 * cells * cells];
        Weights { size, singles: vec![0.0; cells * cells], pairs }
    }

    /// Was something learned of this size?
    pub fn are_learned(size: Size) -> bool {
        MODELS.iter().any(|(side, bytes)| size.rows() == *side && size.cols() == *side && !bytes.is_empty())
    }

    /// Nothing but what is known of single tiles and of pairs: their distances, and what they cost each other.
    pub fn plain(size: Size) -> Weights {
        let cells = size.cells();
        let distance = |a: usize, b: usize| size.manhattan(Cell::new(a), Cell::new(b)) as f32;
        let mut weights = Weights::zero(size);
        for tile in 1..cells {
            for cell in 0..cells {
                weights.singles[tile * cells + cell] = STEP * distance(tile, cell);
            }
        }
        let mut pebbles = Pebbles::new(size);
        for first in 1..cells {
            for second in first + 1..cells {
                let steps = pebbles.distances([first, second]);
                let at = weights.pair_index(first, 0, second, 0);
                for (place, weight) in weights.pairs[at..at + cells * cells].iter_mut().enumerate() {
                    let (a, b) = (place / cells, place % cells);
                    if a != b {
                        let alone = distance(first, a) + distance(second, b);
                        *weight = CONFLICT * (f32::from(steps[place]) - alone);
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

    /// The weight of a tile on a cell.
    pub fn single(&self, tile: usize, cell: usize) -> f32 {
        self.singles[tile * self.size.cells() + cell]
    }

    /// The weight of two tiles on two cells.
    pub fn pair(&self, (tile, cell): (usize, usize), (other, at): (usize, usize)) -> f32 {
        self.pairs[self.pair_index(tile, cell, other, at)]
    }

    /// The estimate for a board, given as the cell of each tile.
    pub fn estimate(&self, cells: &[u8]) -> f32 {
        let (singles, pairs) = places_on(cells);
        let singles = singles.map(|place| self.singles[place]).sum::<f32>();
        singles + pairs.map(|place| self.pairs[place]).sum::<f32>()
    }

    /// Changes the weight of everything that is on a board.
    pub fn add(&mut self, cells: &[u8], change: f32) {
        let (singles, pairs) = places_on(cells);
        singles.for_each(|place| self.singles[place] += change);
        pairs.for_each(|place| self.pairs[place] += change);
    }

    fn pair_index(&self, tile: usize, cell: usize, other: usize, at: usize) -> usize {
        let cells = self.size.cells();
        let (first, a, second, b) =
            if tile < other { (tile, cell, other, at) } else { (other, at, tile, cell) };
        // The pairs of the tiles before, and those of the first tile before the second.
        let pair = first * (2 * cells - first - 1) / 2 + second - first - 1;
        (pair * cells + a) * cells + b
    }

    /// As a file: two bytes for each tile and cell, then one for each two tiles and cells of which the mirror image
    /// did not come before.
    pub fn to_bytes(&self) -> Vec<u8> {
        let singles = self.singles.iter().flat_map(|&weight| ((weight * MOVE).round() as i16).to_le_bytes());
        let root = |weight: f32| ((weight.abs() / LARGEST).sqrt() * 127.0).round().copysign(weight) as i8;
        let pairs = self.places().into_iter().map(|(place, _)| root(self.pairs[place]));
        singles.chain(pairs.flat_map(i8::to_le_bytes)).collect()
    }

    /// From a file; `None` if it is not one for this size.
    pub fn from_bytes(size: Size, bytes: &[u8]) -> Option<Weights> {
        let cells = size.cells();
        let (singles, pairs) = bytes.split_at_checked(2 * cells * cells)?;
        let singles =
            singles.chunks_exact(2).map(|two| f32::from(i16::from_le_bytes([two[0], two[1]])) / MOVE);
        let mut weights = Weights { singles: singles.collect(), ..Weights::zero(size) };
        let places = weights.places();
        if places.len() != pairs.len() {
            return None;
        }
        for ((place, mirrored), &byte) in places.into_iter().zip(pairs) {
            let root = f32::from(i8::from_le_bytes([byte])) / 127.0;
            let weight = LARGEST * root * root.abs();
            (weights.pairs[place], weights.pairs[mirrored]) = (weight, weight);
        }
        Some(weights)
    }

    /// The places of the pairs with those of their mirror images, one of each two.
    fn places(&self) -> Vec<(usize, usize)> {
        let (size, cells) = (self.size, self.size.cells());
        let is_square = size.rows() == size.cols();
        let mirror = |cell: usize| {
            if is_square { cell % size.cols() * size.cols() + cell / size.cols() } else { cell }
        };
        let mut places = Vec::new();
        for first in 0..cells {
            for second in first + 1..cells {
                for place in 0..cells * cells {
                    let (a, b) = (place / cells, place % cells);
                    let here = self.pair_index(first, a, second, b);
                    let there = self.pair_index(mirror(first), mirror(a), mirror(second), mirror(b));
                    if a != b && here <= there {
                        places.push((here, there));
                    }
                }
            }
        }
        places
    }
}

/// Lines of a side as those of another side: the same lines if they are there, counted from the edge that is nearer to
/// all of them, and otherwise as far apart as there is room.
fn fold(lines: [usize; 4], side: usize, model: usize) -> [usize; 4] {
    let (first, last) =
        lines.iter().fold((side, 0), |(first, last), &line| (first.min(line), last.max(line)));
    let is_near_first = first <= side - 1 - last;
    if side <= model {
        let offset = if is_near_first { 0 } else { model - side };
        return lines.map(|line| line + offset);
    }
    if last - first >= model {
        return lines.map(|line| ((line - first) * (model - 1) + (last - first) / 2) / (last - first));
    }
    let (least, most) = ((last + 1).saturating_sub(model), first.min(side - model));
    let offset = if is_near_first { least } else { most };
    lines.map(|line| line - offset)
}

/// Where the weights of a board lie, which is given as the cell of each tile: those of the tiles, and those of the pairs.
fn places_on(cells: &[u8]) -> (impl Iterator<Item = usize> + '_, impl Iterator<Item = usize> + '_) {
    let count = cells.len();
    let singles = cells.iter().enumerate().map(move |(tile, &cell)| tile * count + usize::from(cell));
    let pairs = cells.iter().enumerate().flat_map(move |(tile, &cell)| {
        let others = cells[tile + 1..].iter().enumerate();
        let first = tile * (2 * count - tile - 1) / 2;
        others.map(move |(next, &at)| ((first + next) * count + usize::from(cell)) * count + usize::from(at))
    });
    (singles, pairs)
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
