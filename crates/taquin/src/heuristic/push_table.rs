//! A pattern database in the multi-tile metric: the fewest pushes that bring a few tiles and the blank to their goal
//! cells, ignoring the other tiles.
//!
//! In a shortest solution vertical and horizontal pushes alternate, so the table has two values for every placement: one
//! if the first push is vertical, one if it is horizontal. It is built by breadth-first search from the goal; a solution
//! read backwards alternates, too.

use crate::cell::Cell;
use crate::control::{Control, StopReason};
use crate::direction::Direction;
use crate::size::Size;
use crate::space::{LayerCounter, Workers};

/// The axis of a push.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Axis {
    /// Up or down.
    Vertical,
    /// Left or right.
    Horizontal,
}

impl Axis {
    /// Returns the axis of a direction.
    pub const fn of(direction: Direction) -> Axis {
        match direction {
            Direction::Up | Direction::Down => Axis::Vertical,
            Direction::Left | Direction::Right => Axis::Horizontal,
        }
    }

    /// Returns the other axis.
    #[must_use]
    pub const fn other(self) -> Axis {
        match self {
            Axis::Vertical => Axis::Horizontal,
            Axis::Horizontal => Axis::Vertical,
        }
    }

    const fn directions(self) -> [Direction; 2] {
        match self {
            Axis::Vertical => [Direction::Up, Direction::Down],
            Axis::Horizontal => [Direction::Left, Direction::Right],
        }
    }
}

/// More tiles make a stronger table, but one too large to build on demand.
const MOST_TILES: usize = 5;
/// Enough for the 15-puzzle with five tiles.
const MOST_INDICES: usize = 1 << 24;
/// Larger boards are out of reach with so few tiles.
const MOST_CELLS: usize = 25;

/// The cells of the blank and of the tiles; entries beyond the pattern are unused.
type Placement = [u8; MOST_TILES + 1];

const UNKNOWN: u8 = u8::MAX;

/// Placements expanded between two calls of `on_layer`: some milliseconds.
const BATCH: usize = 1 << 16;

/// The tiles of a table, given by their goal cells.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct PushPattern {
    /// The size of the board.
    pub size: Size,
    /// The goal cells: first the blank's, then those of the tiles.
    pub homes: Box<[u8]>,
}

impl PushPattern {
    /// Returns the number of tiles in the patterns of a size; 0 for sizes without patterns.
    pub fn tiles(size: Size) -> usize {
        let cells = size.cells();
        if size.is_line() || cells > MOST_CELLS {
            return 0;
        }
        let fits = |tiles: &usize| indices(cells, tiles + 1) <= MOST_INDICES;
        (0..=MOST_TILES.min(cells - 1)).rev().find(fits).unwrap_or(0)
    }

    /// Returns the size of the table in bytes.
    pub fn bytes(&self) -> u64 {
        2 * indices(self.size.cells(), self.homes.len()) as u64
    }

    /// Returns an upper bound of the peak memory of the build in bytes, table included: two layers together never have
    /// more entries than there are placements.
    pub fn building_bytes(&self) -> u64 {
        self.bytes() + 2 * self.placements() * size_of::<Placement>() as u64
    }

    /// Returns the number of placements of the blank and the tiles.
    pub fn placements(&self) -> u64 {
        let cells = self.size.cells();
        (cells + 1 - self.homes.len()..=cells).product::<usize>() as u64
    }
}

/// The values of one pattern.
#[derive(Clone, Debug)]
pub struct PushTable {
    pattern: PushPattern,
    /// By the axis of the first push, then by the index of the placement.
    values: [Box<[u8]>; 2],
}

impl PushTable {
    /// Builds the table of a pattern on up to two threads.
    ///
    /// # Errors
    /// If the control stops it.
    pub fn build(pattern: PushPattern, workers: Workers, control: &Control) -> Result<PushTable, StopReason> {
        let pieces = pattern.homes.len();
        let mut goal = Placement::default();
        goal[..pieces].copy_from_slice(&pattern.homes);
        let indexer = Indexer { cells: pattern.size.cells(), pieces };
        let home = indexer.of_placement(&goal);
        let sources = sources(pattern.size);
        let axis = || {
            let mut values = vec![UNKNOWN; indices(indexer.cells, pieces)].into_boxed_slice();
            values[home] = 0;
            values
        };
        let mut values = [axis(), axis()];
        // The placements whose first push is vertical, and those whose first is horizontal.
        let mut layers = [vec![goal], vec![goal]];
        let mut depth = 0;
        let mut counter = LayerCounter::new(control);
        while layers.iter().any(|layer| !layer.is_empty()) {
            depth += 1;
            // A vertical push precedes a placement whose first push is horizontal, and vice versa.
            let mut next = [Vec::new(), Vec::new()];
            for begin in (0..layers[0].len().max(layers[1].len())).step_by(BATCH) {
                counter.check()?;
                let [vertical, horizontal] = &mut values;
                let [next_vertical, next_horizontal] = &mut next;
                let tasks = [
                    (Axis::Vertical, vertical, next_vertical, &layers[1]),
                    (Axis::Horizontal, horizontal, next_horizontal, &layers[0]),
                ];
                workers.share(tasks, |(axis, values, next, layer)| {
                    let batch = layer.iter().skip(begin).take(BATCH);
                    let ways = batch.flat_map(|placement| axis.directions().map(|way| (*placement, way)));
                    for (placement, way) in ways {
                        push_all(placement, pieces, way, &sources, |pushed| {
                            let value = &mut values[indexer.of_placement(&pushed)];
                            if *value == UNKNOWN {
                                *value = depth;
                                next.push(pushed);
                            }
                        });
                    }
                });
            }
            layers = next;
            let found = layers.iter().map(Vec::len).sum::<usize>() as u64;
            counter.add(found)?;
        }
        Ok(PushTable { pattern, values })
    }

    /// Returns the pattern.
    pub fn pattern(&self) -> &PushPattern {
        &self.pattern
    }

    /// Returns the fewest pushes with the blank and the tiles at these cells, if the first push is along `next`.
    #[inline]
    pub(super) fn value(&self, cells: impl DoubleEndedIterator<Item = usize>, next: Axis) -> u32 {
        let indexer = Indexer { cells: self.pattern.size.cells(), pieces: self.pattern.homes.len() };
        self.values[next as usize][indexer.of(cells)].into()
    }
}

/// The index of placements. Two pieces never share a cell, so two thirds of the indices of the 15-puzzle are unused, but
/// an index is a few products. The blank is the least significant digit: it moves most often, and not far.
#[derive(Clone, Copy)]
struct Indexer {
    cells: usize,
    pieces: usize,
}

impl Indexer {
    #[inline]
    fn of(self, cells: impl DoubleEndedIterator<Item = usize>) -> usize {
        cells.rev().fold(0, |index, cell| index * self.cells + cell)
    }

    #[inline]
    fn of_placement(self, placement: &Placement) -> usize {
        self.of(placement[..self.pieces].iter().map(|&cell| cell.into()))
    }
}

/// Calls `visit` with every push of a placement in one direction, the shortest first.
fn push_all(
    mut placement: Placement,
    pieces: usize,
    direction: Direction,
    sources: &[[Option<u8>; 4]],
    mut visit: impl FnMut(Placement),
) {
    while let Some(from) = sources[usize::from(placement[0])][direction as usize] {
        let to = placement[0];
        for cell in &mut placement[1..pieces] {
            *cell = if *cell == from { to } else { *cell };
        }
        placement[0] = from;
        visit(placement);
    }
}

/// Returns the number of indices for a number of pieces.
fn indices(cells: usize, pieces: usize) -> usize {
    cells.saturating_pow(pieces as u32)
}

/// Returns for each blank cell and each direction the cell of the tile that moves.
fn sources(size: Size) -> Vec<[Option<u8>; 4]> {
    let source = |blank: usize, direction: Direction| {
        size.step(Cell::new(blank), direction.of_blank()).map(|cell| cell.index() as u8)
    };
    let of = |blank| {
        let mut sources = [None; 4];
        for direction in Direction::SUCCESSOR_ORDER {
            sources[direction as usize] = source(blank, direction);
        }
        sources
    };
    (0..size.cells()).map(of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_are_as_large_as_a_table_may_be() {
        let tiles = |rows, cols| PushPattern::tiles(Size::new(rows, cols).unwrap());
        assert_eq!([tiles(1, 9), tiles(2, 2), tiles(3, 3), tiles(4, 4)], [0, 3, 5, 5]);
        assert_eq!([tiles(4, 5), tiles(5, 5), tiles(6, 6)], [4, 4, 0]);
    }

    /// A pattern of all tiles is the whole puzzle: 2x2 takes at most 6 pushes, 2x3 at most 20.
    #[test]
    fn all_tiles_of_a_small_board() {
        for (rows, cols, states, largest) in [(2, 2, 12, 6), (2, 3, 360, 20)] {
            let size = Size::new(rows, cols).unwrap();
            let homes = (0..size.cells() as u8).rev().collect();
            let table =
                PushTable::build(PushPattern { size, homes }, Workers::new(2), &Control::new()).unwrap();
            let [vertical, horizontal] = &table.values;
            let values =
                vertical.iter().zip(horizontal).map(|(vertical, horizontal)| *vertical.min(horizontal));
            let values: Vec<u8> = values.filter(|&value| value != UNKNOWN).collect();
            assert_eq!((values.len(), values.into_iter().max()), (states, Some(largest)));
        }
    }
}
