//! The successor table of a size: which tiles can slide where, in a given order.
//!
//! Kernels work with plain indices (`usize`) and look every step up here, so that rows, columns and the order are
//! run-time data that cost nothing in their loops.
//!
//! # Duplicate pruning by finite-state machine
//!
//! Every successor names the list of successors that may follow it, so a geometry is a finite-state machine that reads a
//! path. [`Geometry::new`] remembers the last move and never undoes it. [`Geometry::pruned`] remembers more and
//! generates no board twice within a few moves (Taylor & Korf 1993), without any change in the kernels. It is for IDA*
//! and other searches for shortest solutions only.
//!
//! *What is pruned.* Paths from one start are ordered by length, those of equal length by the order of successors. A
//! duplicate is a sequence of moves from a blank cell for which an earlier sequence leads from the same cell to the same
//! board.
//!
//! *Why this is correct.* Let P be the first of the shortest solutions. Suppose P contains a duplicate D, so P = A·D·B,
//! and let E be the earlier sequence. Then A·E·B is a solution, too. It is shorter than P, or of the same length and
//! earlier, because A is common and E and D differ before B begins: a contradiction. So P contains no duplicate, however
//! duplicates overlap, and is never pruned. An admissible heuristic, consistent or not, has f ≤ |P| along P. Therefore
//! an iteration with a bound below |P| finds, at the first node of P beyond its bound, a next bound of at most |P|, and
//! the iteration with bound |P| finds P unless it finds an earlier solution. IDA* without pruning finds the same one:
//! pruning changes the number of nodes but not the solution.

mod automaton;
mod duplicates;
#[cfg(feature = "disk")]
mod encoding;

use crate::cell::Cell;
use crate::direction::Direction;
use crate::grid::{Flat, Layout, Packed16, Packed25};
use crate::size::Size;
use std::fmt;
use std::str::FromStr;

/// The order in which successors are generated, as directions of the tile.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "String", into = "String"))]
pub struct Order([Direction; 4]);

impl Order {
    /// Creates an order of the four directions of the tile. Returns `None` if a direction is missing.
    pub fn new(directions: [Direction; 4]) -> Option<Order> {
        let all = Direction::SUCCESSOR_ORDER;
        all.iter().all(|direction| directions.contains(direction)).then_some(Order(directions))
    }

    /// Returns the directions of the tile, first to last.
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

    /// Parses four letters after `blank:` or `tile:`, which tells whose movements they are.
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

impl TryFrom<String> for Order {
    type Error = OrderError;

    fn try_from(text: String) -> Result<Order, OrderError> {
        text.parse()
    }
}

impl From<Order> for String {
    fn from(order: Order) -> String {
        order.to_string()
    }
}

/// The error of parsing an [`Order`]; contains the text.
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

/// A move as a [`Heuristic`](crate::heuristic::Heuristic) sees it: one tile slides into the blank.
///
/// Tile and cells are plain indices, as given by [`Tile::index`](crate::Tile::index) and [`Cell::index`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Slide {
    /// The tile that moves.
    pub tile: usize,
    /// The cell it leaves, where the blank will be.
    pub from: usize,
    /// The cell it moves to, where the blank is.
    pub to: usize,
    /// The direction in which it moves.
    pub direction: Direction,
}

impl Slide {
    /// Returns the slide that undoes this one.
    #[must_use]
    pub fn back(self) -> Slide {
        Slide { tile: self.tile, from: self.to, to: self.from, direction: self.direction.opposite() }
    }
}

/// A legal move of a blank cell: the tile at `from` moves in `direction`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Successor {
    from: u16,
    /// The direction in which the tile moves.
    pub direction: Direction,
    /// The index of the first successor in the list that follows this move: the state of the machine after it.
    pub next_list: u32,
}

impl Successor {
    /// Returns the cell of the tile that moves.
    pub fn from(self) -> usize {
        self.from.into()
    }
}

/// The successor table of a size.
#[derive(Clone, Debug)]
pub struct Geometry {
    size: Size,
    order: Order,
    /// Lists of successors, each terminated by `None`.
    successors: Vec<Option<Successor>>,
    /// For each blank cell and each last move (or none), the first successor of the list without the inverse move.
    list_starts: Vec<u32>,
}

/// The last moves a list can depend on: four directions, or none.
const LAST_MOVES: usize = 5;
const NO_LAST_MOVE: usize = 4;

impl Geometry {
    /// Builds the table of a size in an order of successors. No list contains the inverse of the last move.
    pub fn new(size: Size, order: Order) -> Geometry {
        let mut successors = Vec::new();
        let mut list_starts = Vec::with_capacity(size.cells() * LAST_MOVES);
        let last_moves =
            [Some(Direction::Up), Some(Direction::Left), Some(Direction::Right), Some(Direction::Down), None];
        for blank in (0..size.cells()).map(Cell::new) {
            for last in last_moves {
                list_starts.push(successors.len() as u32);
                let allowed = order.0.into_iter().filter(|d| last != Some(d.opposite()));
                successors.extend(allowed.filter_map(|direction| {
                    let from = size.step(blank, direction.of_blank())?.index() as u16;
                    Some(Some(Successor { from, direction, next_list: 0 }))
                }));
                successors.push(None);
            }
        }
        // The start of every list is known only now.
        for successor in successors.iter_mut().flatten() {
            successor.next_list = list_starts[list(successor.from(), Some(successor.direction))];
        }
        Geometry { size, order, successors, list_starts }
    }

    /// Builds a table with duplicate pruning: followed from list to list, no two sequences of at most `length` moves
    /// from one blank cell lead to the same board.
    ///
    /// For IDA* with an admissible heuristic; the [module documentation](self) explains why it finds the same shortest
    /// solution. Lists that are looked up by the last move alone ([`successors`](Geometry::successors) and
    /// [`first_successor`](Geometry::first_successor)) are not pruned further than [`Geometry::new`] does. Time and
    /// memory to build the table grow linearly with the number of cells and a little more than double with each move of
    /// `length`. Up to 2 moves it equals [`Geometry::new`].
    ///
    /// ```
    /// use taquin::{Order, Size, internals::geometry::Geometry};
    /// let size = Size::new(2, 2).unwrap();
    /// let geometry = Geometry::pruned(size, Order::default(), 6);
    /// // The 12 boards of 2x2 form a ring: six moves one way, five the other, because the sixth is a duplicate.
    /// let mut lists = vec![geometry.first_successor(0, None)];
    /// let mut boards = Vec::new();
    /// while !lists.is_empty() {
    ///     boards.push(lists.len());
    ///     let list = |&list: &u32| geometry.successor_lists()[list as usize..].iter().map_while(|s| *s);
    ///     lists = lists.iter().flat_map(list).map(|successor| successor.next_list).collect();
    /// }
    /// assert_eq!(boards, [1, 2, 2, 2, 2, 2, 1]);
    /// ```
    pub fn pruned(size: Size, order: Order, length: usize) -> Geometry {
        let plain = Geometry::new(size, order);
        if length <= 2 {
            return plain;
        }
        let duplicates = match Layout::of(size.cells()) {
            Layout::Packed16 => duplicates::duplicates::<Packed16>(&plain, length),
            Layout::Packed25 => duplicates::duplicates::<Packed25>(&plain, length),
            Layout::Flat => duplicates::duplicates::<Flat>(&plain, length),
        };
        automaton::Automaton::new(&plain, &duplicates).geometry()
    }

    /// The memory to allow for [`Geometry::pruned`] with more than two moves, which needs some megabytes while it is
    /// built.
    pub const FSM_BYTES: u64 = 32_000_000;

    /// Returns the default length of duplicates for a size: the largest whose table is built in a few milliseconds. For
    /// many boards or a long search, two moves more pay off on 4x4 and 5x5.
    ///
    /// | size | moves | successors, 8 bytes each | nodes left, Manhattan |
    /// |---|---|---|---|
    /// | 3x3 | 12 | 1,424 | |
    /// | 4x4 | 8 | 2,664 | 69 % |
    /// | 4x4 | 10 | 11,201 | 58 % |
    /// | 4x4 | 12 | 40,355 | 51 % |
    /// | 4x4 | 14 | 139,509 | 47 % |
    /// | 5x5 | 8 | 5,865 | |
    /// | 5x5 | 10 | 31,061 | |
    ///
    /// The nodes are the sum over the 30 of Korf's boards with the smallest counts.
    pub fn usual_fsm_depth(size: Size) -> usize {
        match size.cells() {
            ..=9 => 12,
            10..=16 => 10,
            17..=25 => 8,
            26..=49 => 6,
            _ => 2,
        }
    }

    /// Returns the rows and columns.
    pub fn size(&self) -> Size {
        self.size
    }

    /// Returns the number of cells.
    pub fn cells(&self) -> usize {
        self.size.cells()
    }

    /// Iterates over the successors of a blank cell, without the inverse of the last move if one is given.
    pub fn successors(&self, blank: usize, last: Option<Direction>) -> impl Iterator<Item = Successor> + '_ {
        let first = self.first_successor(blank, last) as usize;
        self.successors[first..].iter().map_while(|successor| *successor)
    }

    /// Returns the index of the first successor, for a search that keeps its place in the list on a stack.
    pub fn first_successor(&self, blank: usize, last: Option<Direction>) -> u32 {
        self.list_starts[list(blank, last)]
    }

    /// Returns the blank's cell after the tile next to it moves in a direction; `None` beyond the border.
    fn beyond(&self, blank: usize, direction: Direction) -> Option<usize> {
        Some(self.size.step(Cell::new(blank), direction.of_blank())?.index())
    }

    /// Returns all lists of successors, one after the other, each terminated by `None`.
    pub fn successor_lists(&self) -> &[Option<Successor>] {
        &self.successors
    }
}

/// Returns the number of the list for a blank cell and a last move.
fn list(blank: usize, last: Option<Direction>) -> usize {
    blank * LAST_MOVES + last.map_or(NO_LAST_MOVE, |direction| direction as usize)
}
