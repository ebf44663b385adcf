//! Which tiles can slide where: the neighbour table of a size in a given order of successors.
//!
//! Kernels work with plain indices (`usize`) and look every step up here, so that rows, columns and the order are
//! run-time data that cost nothing in their loops.
//!
//! An exit knows the list of exits to go on with, so a geometry is an automaton that reads a path: the plain one
//! remembers the last move and never goes straight back; [`Geometry::pruned`] remembers more and never
//! arrives twice where a few moves lead, without a change in the loops. For IDA* and shortest solutions only:
//!
//! *What is pruned.* Paths from one start are ordered by length, those of one length by the order of successors. A
//! duplicate is a sequence of moves from a blank cell for which an earlier one exists that leads from the same cell to
//! the same board. *Why nothing is lost.* Let P be the first of the shortest solutions. If P contained a duplicate,
//! P = A·D·B, the earlier sequence E in its place would give A·E·B, which solves, too; it is shorter than P, or of
//! the same length and, because A is common and E and D differ before B begins, earlier: a contradiction. So P
//! contains no duplicate, however duplicates overlap, and is never pruned. An admissible heuristic, consistent or not, has
//! f ≤ |P| on all of P. Therefore an iteration with a bound below |P| meets, at the first node of P beyond its
//! bound, a next bound of at most |P|, and the iteration with the bound |P| finds P if it finds nothing earlier.
//! That is also what IDA* finds without pruning: the moves of the solution do not change, only the nodes do.

mod automaton;
mod duplicates;

use crate::cell::Cell;
use crate::direction::Direction;
use crate::grid::{Flat, Layout, Packed16, Packed25};
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
    /// The number of the first exit to go on with.
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
    order: Order,
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
        Geometry { size, order, exits, firsts }
    }

    /// A table whose lists of exits, followed from exit to exit, never complete a duplicate of at most `length` moves:
    /// no two sequences of at most so many moves from one blank cell lead to the same board.
    ///
    /// For IDA* with an admissible heuristic; see above why it still finds a shortest solution, and the same one.
    /// Whoever looks lists up by the last move alone ([`exits`](Geometry::exits) and
    /// [`first_exit`](Geometry::first_exit)) gets those of the plain table. Time and memory for the making grow with
    /// the number of cells and a little more than twofold with each move of `length`; up to 2 it is the plain table.
    ///
    /// ```
    /// use taquin::{Order, Size, geometry::Geometry};
    /// let size = Size::new(2, 2).unwrap();
    /// let geometry = Geometry::pruned(size, Order::default(), 6);
    /// // Round a square the blank goes six moves one way, but only five the other: the sixth would meet the first.
    /// let mut ends = vec![geometry.first_exit(0, None)];
    /// let mut boards = Vec::new();
    /// while !ends.is_empty() {
    ///     boards.push(ends.len());
    ///     let exits = |&end: &u32| geometry.exit_lists()[end as usize..].iter().map_while(|exit| *exit);
    ///     ends = ends.iter().flat_map(exits).map(|exit| exit.onward).collect();
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

    /// Whoever may keep fewer bytes should not ask for duplicates of more than two moves: to find them takes some megabytes for
    /// a moment.
    pub const FSM_BYTES: u64 = 32_000_000;

    /// How long duplicates should be for a size to be worth their table: the longest that are found in a few
    /// milliseconds. For many boards or a long search two moves more pay on 4x4 and 5x5.
    ///
    /// | size | moves | exits, 8 bytes each | nodes left, Manhattan |
    /// |---|---|---|---|
    /// | 3x3 | 12 | 1,424 | |
    /// | 4x4 | 8 | 2,664 | 69 % |
    /// | 4x4 | 10 | 11,201 | 58 % |
    /// | 4x4 | 12 | 40,355 | 51 % |
    /// | 4x4 | 14 | 139,509 | 47 % |
    /// | 5x5 | 8 | 5,865 | |
    /// | 5x5 | 10 | 31,061 | |
    ///
    /// The nodes are those of Korf's 30 smallest counts, together.
    pub fn usual_fsm_depth(size: Size) -> usize {
        match size.cells() {
            ..=9 => 12,
            10..=16 => 10,
            17..=25 => 8,
            26..=49 => 6,
            _ => 2,
        }
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

    /// Where the blank goes when the tile beside it moves in a direction; `None` beyond the border.
    fn beyond(&self, blank: usize, direction: Direction) -> Option<usize> {
        Some(self.size.step(Cell::new(blank), direction.of_blank())?.index())
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
