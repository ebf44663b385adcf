//! The fewest pushes that bring a few tiles and the blank home, whatever the other tiles do.
//!
//! Pushes along rows and columns take turns, so the table has two values for every placement: one if the first push
//! is vertical, one if it is horizontal. Made by breadth-first search from the goal when it is asked for; the way back
//! is a sequence of pushes that take turns, too.

use crate::cell::Cell;
use crate::direction::Direction;
use crate::size::Size;

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

/// The values of one pattern.
#[derive(Clone, Debug)]
pub(super) struct PushTable {
    cells: usize,
    things: usize,
    /// By the number of a placement, then the axis of the first push.
    values: Box<[[u8; 2]]>,
}

impl PushTable {
    /// How many tiles the patterns of a size have; 0 for sizes without patterns.
    pub(super) fn tiles(size: Size) -> usize {
        let cells = size.cells();
        if size.is_line() || cells > MOST_CELLS {
            return 0;
        }
        let fits = |tiles: &usize| numbers(cells, tiles + 1) <= MOST_NUMBERS;
        (0..=MOST_TILES.min(cells - 1)).rev().find(fits).unwrap_or(0)
    }

    /// What the table of a size takes.
    pub(super) fn bytes(size: Size) -> usize {
        match PushTable::tiles(size) {
            0 => 0,
            tiles => numbers(size.cells(), tiles + 1) * size_of::<[u8; 2]>(),
        }
    }

    /// The table of a pattern: the homes of the blank and of the tiles.
    pub(super) fn new(size: Size, homes: &[usize]) -> PushTable {
        let (cells, things) = (size.cells(), homes.len());
        let mut goal = Placement::default();
        goal.iter_mut().zip(homes).for_each(|(place, &home)| *place = home as u8);
        let mut table =
            PushTable { cells, things, values: vec![[UNKNOWN; 2]; numbers(cells, things)].into() };
        let sources = sources(size);
        let home = table.number(homes.iter().copied());
        table.values[home] = [0, 0];
        // The placements whose first push is vertical, and those whose first is horizontal.
        let mut layers = [vec![goal], vec![goal]];
        let mut depth = 0;
        while layers.iter().any(|layer| !layer.is_empty()) {
            depth += 1;
            let mut next = [Vec::new(), Vec::new()];
            for axis in [Axis::Vertical, Axis::Horizontal] {
                let before = axis.other();
                for placement in &layers[axis as usize] {
                    for direction in before.directions() {
                        table.push_all(*placement, direction, &sources, |table, pushed| {
                            let number = table.number(pushed[..things].iter().map(|&cell| cell.into()));
                            let value = &mut table.values[number][before as usize];
                            if *value == UNKNOWN {
                                *value = depth;
                                next[before as usize].push(pushed);
                            }
                        });
                    }
                }
            }
            layers = next;
        }
        table
    }

    /// Gives every push of a placement in one direction to `visit`, the shortest first.
    fn push_all(
        &mut self,
        mut placement: Placement,
        direction: Direction,
        sources: &[[Option<u8>; 4]],
        mut visit: impl FnMut(&mut PushTable, Placement),
    ) {
        while let Some(from) = sources[usize::from(placement[0])][direction as usize] {
            let to = placement[0];
            for cell in &mut placement[1..self.things] {
                *cell = if *cell == from { to } else { *cell };
            }
            placement[0] = from;
            visit(self, placement);
        }
    }

    /// The number of a placement. Two things never share a cell, so two thirds of the numbers of the 15-puzzle mean
    /// nothing, but they are found with a few products. The blank counts least: it moves most, and not far.
    #[inline]
    fn number(&self, cells: impl DoubleEndedIterator<Item = usize>) -> usize {
        cells.rev().fold(0, |number, cell| number * self.cells + cell)
    }

    /// The least number of pushes with the blank and the tiles at these cells, if the first push is along `next`.
    #[inline]
    pub(super) fn value(&self, cells: impl DoubleEndedIterator<Item = usize>, next: Axis) -> u32 {
        self.values[self.number(cells)][next as usize].into()
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
        let tiles = |rows, cols| PushTable::tiles(Size::new(rows, cols).unwrap());
        assert_eq!([tiles(1, 9), tiles(2, 2), tiles(3, 3), tiles(4, 4)], [0, 3, 5, 5]);
        assert_eq!([tiles(4, 5), tiles(5, 5), tiles(6, 6)], [4, 4, 0]);
    }

    /// A pattern of all tiles is the whole puzzle: 2x2 takes at most 6 pushes, 2x3 at most 20.
    #[test]
    fn all_tiles_of_a_small_board() {
        for (rows, cols, states, largest) in [(2, 2, 12, 6), (2, 3, 360, 20)] {
            let size = Size::new(rows, cols).unwrap();
            let homes: Vec<usize> = (0..size.cells()).rev().collect();
            let table = PushTable::new(size, &homes);
            let values = table.values.iter().map(|&[vertical, horizontal]| vertical.min(horizontal));
            let values: Vec<u8> = values.filter(|&value| value != UNKNOWN).collect();
            assert_eq!((values.len(), values.into_iter().max()), (states, Some(largest)));
        }
    }
}
