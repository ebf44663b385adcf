//! Which tiles can slide where: the neighbour table of a size in a given order of successors.
//!
//! Kernels work with plain indices (`usize`) and look every step up here, so that rows, columns and the order are
//! run-time data that cost nothing in their loops.

use crate::cell::Cell;
use crate::direction::Direction;
use crate::size::Size;
use std::fmt;
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
    /// The number of the first exit afterwards that does not lead straight back.
    pub onward: u32,
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
    /// Lists of exits, each ended by `None`.
    exits: Vec<Option<Exit>>,
    /// For each blank cell, then each way the last tile came (and one for "no matter"), where the list of exits
    /// begins that do not take the last move back.
    firsts: Vec<u32>,
}

const ARRIVALS: usize = 5;
const ANY_ARRIVAL: usize = 4;

impl Geometry {
    /// The table of a size in an order of successors.
    pub fn new(size: Size, order: Order) -> Geometry {
        let mut exits = Vec::new();
        let mut firsts = Vec::with_capacity(size.cells() * ARRIVALS);
        let arrivals =
            [Some(Direction::Up), Some(Direction::Left), Some(Direction::Right), Some(Direction::Down), None];
        for blank in (0..size.cells()).map(Cell::new) {
            for arrival in arrivals {
                firsts.push(exits.len() as u32);
                let onward = order.0.into_iter().filter(|d| arrival != Some(d.opposite()));
                exits.extend(onward.filter_map(|direction| {
                    let from = size.step(blank, direction.of_blank())?.index() as u16;
                    Some(Some(Exit { from, direction, onward: 0 }))
                }));
                exits.push(None);
            }
        }
        // Where the lists begin is known only now.
        for exit in exits.iter_mut().flatten() {
            exit.onward = firsts[list(exit.from(), Some(exit.direction))];
        }
        Geometry { size, exits, firsts }
    }

    /// Rows and columns.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The number of cells.
    pub fn cells(&self) -> usize {
        self.size.cells()
    }

    /// The exits of a blank cell; without the one that takes `last` back, if a last move is given.
    pub fn exits(&self, blank: usize, last: Option<Direction>) -> impl Iterator<Item = Exit> + '_ {
        let first = self.first_exit(blank, last) as usize;
        self.exits[first..].iter().map_while(|exit| *exit)
    }

    /// The number of the first exit, for a search that keeps its place in the list on a stack.
    pub fn first_exit(&self, blank: usize, last: Option<Direction>) -> u32 {
        self.firsts[list(blank, last)]
    }

    /// All lists of exits: the exit with a number is at that place, the next one has the next number, and `None`
    /// ends a list.
    pub fn exit_lists(&self) -> &[Option<Exit>] {
        &self.exits
    }
}

/// Which list of exits belongs to a blank cell and a last move.
fn list(blank: usize, last: Option<Direction>) -> usize {
    blank * ARRIVALS + last.map_or(ANY_ARRIVAL, |direction| direction as usize)
}
