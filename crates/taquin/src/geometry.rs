//! Which tiles can slide where: the neighbour table of a size in a given order of successors.
//!
//! Kernels work with plain indices (`usize`) and look every step up here, so that rows, columns and the order are
//! run-time data that cost nothing in their loops.

use crate::cell::Cell;
use crate::direction::Direction;
use crate::size::Size;
use std::fmt;
use std::ops::Range;
use std::str::FromStr;

/// The order in which successors are made, as directions of the tile.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Order([Direction; 4]);

impl Order {
    /// An order of the four directions of the tile.
    ///
    /// Gives `None` if a direction is missing.
    pub fn new(directions: [Direction; 4]) -> Option<Order> {
        let all = Direction::SUCCESSOR_ORDER;
        all.iter().all(|direction| directions.contains(direction)).then_some(Order(directions))
    }

    /// The directions of the tile, first to last.
    pub fn directions(self) -> [Direction; 4] {
        self.0
    }
}

/// By ascending cell of the tile that moves: up, left, right, down of the blank.
impl Default for Order {
    fn default() -> Order {
        Order(Direction::SUCCESSOR_ORDER)
    }
}

/// The letters of the blank's movements, as in `blank:ULRD`.
impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letters: String = self.0.iter().map(|direction| direction.of_blank().letter()).collect();
        write!(f, "blank:{letters}")
    }
}

impl FromStr for Order {
    type Err = OrderError;

    /// Reads four letters after `blank:` or `tile:`, which says whose movements they are.
    fn from_str(text: &str) -> Result<Order, OrderError> {
        let error = || OrderError(text.to_owned());
        let (mover, letters) = text.split_once(':').ok_or_else(error)?;
        let directions: Option<Vec<Direction>> = letters.trim().chars().map(Direction::from_letter).collect();
        let directions: [Direction; 4] = directions.and_then(|d| d.try_into().ok()).ok_or_else(error)?;
        let directions = match mover.trim() {
            "tile" => directions,
            "blank" => directions.map(Direction::of_blank),
            _ => return Err(error()),
        };
        Order::new(directions).ok_or_else(error)
    }
}

/// The error of a text that is not an [`Order`]; carries the text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OrderError(pub String);

impl fmt::Display for OrderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{:?} is not an order of successors: write blank: or tile: and each of U, L, R, D once, as in {}",
            self.0,
            Order::default()
        )
    }
}

impl std::error::Error for OrderError {}

/// One tile moving into the blank.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Slide {
    /// The tile that moves.
    pub tile: usize,
    /// Where it comes from; the blank is there afterwards.
    pub from: usize,
    /// Where it goes: the blank's cell.
    pub to: usize,
    /// What it does.
    pub direction: Direction,
}

impl Slide {
    /// The slide that takes this one back.
    #[must_use]
    pub fn back(self) -> Slide {
        Slide { tile: self.tile, from: self.to, to: self.from, direction: self.direction.opposite() }
    }
}

/// A way out of a blank cell: the tile at `from` moves in `direction`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Exit {
    from: u16,
    /// What the tile does.
    pub direction: Direction,
}

impl Exit {
    /// The cell of the tile that moves.
    pub fn from(self) -> usize {
        self.from.into()
    }
}

/// The neighbour table of a size.
#[derive(Clone, Debug)]
pub struct Geometry {
    size: Size,
    exits: Vec<Exit>,
    /// For each blank cell, then each way the last tile came (and one for "no matter"), the exits that do not
    /// take the last move back.
    ranges: Vec<Range<u32>>,
}

const ARRIVALS: usize = 5;
const ANY_ARRIVAL: usize = 4;

impl Geometry {
    /// The table of a size in an order of successors.
    pub fn new(size: Size, order: Order) -> Geometry {
        let mut exits = Vec::new();
        let mut ranges = Vec::with_capacity(size.cells() * ARRIVALS);
        let arrivals =
            [Some(Direction::Up), Some(Direction::Left), Some(Direction::Right), Some(Direction::Down), None];
        for blank in (0..size.cells()).map(Cell::new) {
            for arrival in arrivals {
                let first = exits.len() as u32;
                let onward = order.0.into_iter().filter(|d| arrival != Some(d.opposite()));
                exits.extend(onward.filter_map(|direction| {
                    let from = size.step(blank, direction.of_blank())?.index() as u16;
                    Some(Exit { from, direction })
                }));
                ranges.push(first..exits.len() as u32);
            }
        }
        Geometry { size, exits, ranges }
    }

    /// Rows and columns.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The number of cells.
    pub fn cells(&self) -> usize {
        self.size.cells()
    }

    /// The exits of a blank cell; without the one that takes `last` back, if a last move is given. As a range of
    /// numbers for [`exit`](Geometry::exit), which a search can keep in its stack.
    pub fn exits(&self, blank: usize, last: Option<Direction>) -> Range<u32> {
        let arrival = last.map_or(ANY_ARRIVAL, |direction| direction as usize);
        self.ranges[blank * ARRIVALS + arrival].clone()
    }

    /// One exit by its number.
    pub fn exit(&self, number: u32) -> Exit {
        self.exits[number as usize]
    }

    /// The bytes of the table.
    pub fn bytes(&self) -> u64 {
        (self.exits.len() * size_of::<Exit>() + self.ranges.len() * size_of::<Range<u32>>()) as u64
    }
}
