//! The fewest pushes that bring a few tiles and the blank home, whatever the other tiles do.
//!
//! Pushes along rows and columns take turns, so the table has two values for every placement: one if the first push
//! is vertical, one if it is horizontal. Made by breadth-first search from the goal when it is asked for; the way back
//! is a sequence of pushes that take turns, too.

use crate::cell::Cell;
use crate::control::{Control, StopReason};
use crate::direction::Direction;
use crate::size::Size;
use crate::space::{LayerCounter, Workers};

/// Along columns or along rows.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Axis {
    /// Up or down.
    Vertical,
    /// Left or right.
    Horizontal,
}

impl Axis {
    /// The axis of a direction.
    pub const fn of(direction: Direction) -> Axis {
        match direction {
            Direction::Up | Direction::Down => Axis::Vertical,
            Direction::Left | Direction::Right => Axis::Horizontal,
        }
    }

    /// The other one.
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

/// More tiles make a table stronger, and too large for one that is made on the way.
const MOST_TILES: usize = 5;
/// Enough for the 15-puzzle with five tiles.
const MOST_NUMBERS: usize = 1 << 24;
/// Larger boards are not solved with so few tiles.
const MOST_CELLS: usize = 25;

/// The cells of the blank and of the tiles; places beyond the pattern's are unused.
type Placement = [u8; MOST_TILES + 1];

const UNKNOWN: u8 = u8::MAX;

/// So many placements are pushed between two questions whether to go on: some milliseconds.
const PIECE: usize = 1 << 16;

/// Which tiles a table is about, called by their homes.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct PushPattern {
    /// The size of the board.
    pub size: Size,
    /// The homes of the blank, which comes first, and of the tiles.
    pub homes: Box<[u8]>,
}

impl PushPattern {
    /// How many tiles the patterns of a size have; 0 for sizes without patterns.
    pub fn tiles(size: Size) -> usize {
        let cells = size.cells();
        if size.is_line() || cells > MOST_CELLS {
            return 0;
        }
        let fits = |tiles: &usize| numbers(cells, tiles + 1) <= MOST_NUMBERS;
        (0..=MOST_TILES.min(cells - 1)).rev().find(fits).unwrap_or(0)
    }

    /// What its table takes.
    pub fn bytes(&self) -> u64 {
        2 * numbers(self.size.cells(), self.homes.len()) as u64
    }

    /// What building its table takes at most, the table included: no two layers together have more placements than
    /// there are.
    pub fn building_bytes(&self) -> u64 {
        self.bytes() + 2 * self.placements() * size_of::<Placement>() as u64
    }

    /// How many placements the blank and the tiles have.
    pub fn placements(&self) -> u64 {
        let cells = self.size.cells();
        (cells + 1 - self.homes.len()..=cells).product::<usize>() as u64
    }
}

/// The values of one pattern.
#[derive(Clone, Debug)]
pub struct PushTable {
    pattern: PushPattern,
    /// By the axis of the first push, then the number of a placement.
    values: [Box<[u8]>; 2],
}

impl PushTable {
    /// Builds the table of a pattern; a second thread helps.
    ///
    /// # Errors
    /// If the control stops it.
    pub fn build(pattern: PushPattern, workers: Workers, control: &Control) -> Result<PushTable, StopReason> {
        let things = pattern.homes.len();
        let mut goal = Placement::default();
        goal[..things].copy_from_slice(&pattern.homes);
        let number = Number { cells: pattern.size.cells(), things };
        let home = number.of_placement(&goal);
        let sources = sources(pattern.size);
        let axis = || {
            let mut values = vec![UNKNOWN; numbers(number.cells, things)].into_boxed_slice();
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
            // What a vertical push comes before is known by its horizontal pushes, and the other way round.
            let mut next = [Vec::new(), Vec::new()];
            for begin in (0..layers[0].len().max(layers[1].len())).step_by(PIECE) {
                counter.check()?;
                let [vertical, horizontal] = &mut values;
                let [next_vertical, next_horizontal] = &mut next;
                let tasks = [
                    (Axis::Vertical, vertical, next_vertical, &layers[1]),
                    (Axis::Horizontal, horizontal, next_horizontal, &layers[0]),
                ];
                workers.share(tasks, |(axis, values, next, layer)| {
                    let piece = layer.iter().skip(begin).take(PIECE);
                    let ways = piece.flat_map(|placement| axis.directions().map(|way| (*placement, way)));
                    for (placement, way) in ways {
                        push_all(placement, things, way, &sources, |pushed| {
                            let value = &mut values[number.of_placement(&pushed)];
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

    /// What it is about.
    pub fn pattern(&self) -> &PushPattern {
        &self.pattern
    }

    /// The least number of pushes with the blank and the tiles at these cells, if the first push is along `next`.
    #[inline]
    pub(super) fn value(&self, cells: impl DoubleEndedIterator<Item = usize>, next: Axis) -> u32 {
        let number = Number { cells: self.pattern.size.cells(), things: self.pattern.homes.len() };
        self.values[next as usize][number.of(cells)].into()
    }
}

/// Numbers placements. Two things never share a cell, so two thirds of the numbers of the 15-puzzle mean nothing, but
/// they are found with a few products. The blank counts least: it moves most, and not far.
#[derive(Clone, Copy)]
struct Number {
    cells: usize,
    things: usize,
}

impl Number {
    #[inline]
    fn of(self, cells: impl DoubleEndedIterator<Item = usize>) -> usize {
        cells.rev().fold(0, |number, cell| number * self.cells + cell)
    }

    #[inline]
    fn of_placement(self, placement: &Placement) -> usize {
        self.of(placement[..self.things].iter().map(|&cell| cell.into()))
    }
}

/// Gives every push of a placement in one direction to `visit`, the shortest first.
fn push_all(
    mut placement: Placement,
    things: usize,
    direction: Direction,
    sources: &[[Option<u8>; 4]],
    mut visit: impl FnMut(Placement),
) {
    while let Some(from) = sources[usize::from(placement[0])][direction as usize] {
        let to = placement[0];
        for cell in &mut placement[1..things] {
            *cell = if *cell == from { to } else { *cell };
        }
        placement[0] = from;
        visit(placement);
    }
}

/// How many numbers things on cells have.
fn numbers(cells: usize, things: usize) -> usize {
    cells.saturating_pow(things as u32)
}

/// For each blank cell and each direction of a tile: where that tile comes from.
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
