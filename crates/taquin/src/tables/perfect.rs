//! Perfect tables: for every board of a size how to get nearer to the goal.
//!
//! In single moves the table keeps one bit a board, the second-lowest of the distance; the lowest follows from the
//! blank's cell. In pushes it keeps the distance modulo three, two bits. Either tells which neighbours are nearer, so a
//! solution is a walk down, and the distance is its length.
//!
//! The walk to the goal of a 3x3 board reads about 40 bits of a table of 23 kB.

use super::view::{self, View};
use crate::board::Board;
use crate::control::{Control, StopReason};
use crate::direction::Direction;
use crate::goal::Goal;
use crate::metric::Metric;
use crate::moves::Moves;
use crate::size::Size;
use crate::space::{
    Bits, Exploration, LayerCounter, Layers, Position, Pushes, PuzzleSpace, Workers, explore,
};
use std::sync::Arc;

/// What a table is for: all goals with this size and home of the blank once they are seen through their
/// [`GoalSymmetry`](crate::goal_symmetry::GoalSymmetry).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PerfectKey {
    size: Size,
    blank: u8,
    metric: Metric,
}

impl PerfectKey {
    /// The table for a goal. There is none for single rows and columns, where nothing has to be looked up, nor for more
    /// than twelve cells.
    pub fn of(goal: &Goal, metric: Metric) -> Option<PerfectKey> {
        PuzzleSpace::exists(goal.size()).then(|| {
            let frame = view::frame(goal);
            PerfectKey { size: frame.size(), blank: frame.blank() as u8, metric }
        })
    }

    /// The table with these properties, if there is one: other sizes and homes of the blank are seen as these.
    #[cfg(feature = "disk")]
    pub(super) fn new(size: Size, blank: u8, metric: Metric) -> Option<PerfectKey> {
        let mut numbers: Vec<u16> = (0..size.cells() as u16).collect();
        (usize::from(blank) < numbers.len()).then(|| numbers.swap(0, blank.into()))?;
        let key = PerfectKey::of(&Goal::from(Board::new(size, &numbers).ok()?), metric)?;
        (key.size == size && key.blank == blank).then_some(key)
    }

    /// Rows and columns, at least as many columns as rows.
    pub fn size(self) -> Size {
        self.size
    }

    /// The home of the blank.
    pub fn blank(self) -> u8 {
        self.blank
    }

    /// What counts as one move.
    pub fn metric(self) -> Metric {
        self.metric
    }

    /// How many boards the table knows: half of all permutations.
    pub fn states(self) -> u64 {
        (3..=self.size.cells() as u64).product()
    }

    /// About the bytes of the table.
    pub fn bytes(self) -> u64 {
        self.states() * if self.metric == Metric::Single { 1 } else { 2 } / 8
    }

    /// About the most bytes that are kept while it is built.
    pub fn building_bytes(self) -> u64 {
        let bits = if self.metric == Metric::Single { Exploration::BITS } else { Pushes::BITS };
        // Up and down from every row, a table of the low parts of all arrangements.
        let low_parts: u64 = (1..self.size.cells().min(9) as u64).product();
        let turns = 2 * (self.size.cells() - self.size.cols()) as u64 * low_parts * 2;
        self.states() * bits / 8 + turns + (100 << 10)
    }
}

/// A table that knows the way from every board.
///
/// ```
/// use taquin::tables::{PerfectKey, PerfectTable};
/// use taquin::{Board, Goal, Metric, space::Workers};
/// use taquin::control::Control;
/// let board = Board::from_flat(&[8, 6, 7, 2, 5, 4, 3, 0, 1])?;
/// let goal = Goal::rows(board.size());
/// let key = PerfectKey::of(&goal, Metric::Single).unwrap();
/// let table = PerfectTable::build(key, Workers::ONE, &Control::new()).unwrap();
/// assert_eq!(table.guide(&goal).unwrap().distance(&board), Some(31));
/// # Ok::<(), taquin::BoardError>(())
/// ```
#[derive(Debug)]
pub struct PerfectTable {
    key: PerfectKey,
    puzzle: PuzzleSpace,
    counts: Vec<u64>,
    bits: Bits,
}

impl PerfectTable {
    /// Builds the table.
    ///
    /// # Errors
    /// If the control stops it.
    pub fn build(key: PerfectKey, workers: Workers, control: &Control) -> Result<PerfectTable, StopReason> {
        let control = &control.started();
        let puzzle = PuzzleSpace::new(key.size, key.blank);
        let Layers { bits, counts } = match key.metric {
            Metric::Single => explore(puzzle.space(), puzzle.state(puzzle.home()), workers, control)?,
            Metric::Multi => {
                let mut pushes = Pushes::new(&puzzle);
                let mut counter = LayerCounter::new(control);
                while let Some(found) = pushes.advance(workers, &counter)? {
                    counter.add(found)?;
                }
                pushes.finish()
            }
        };
        Ok(PerfectTable { key, puzzle, counts, bits })
    }

    /// The table from its bits; `None` if there are not as many as boards need.
    pub fn from_bits(key: PerfectKey, counts: Vec<u64>, bits: Bits) -> Option<PerfectTable> {
        let puzzle = PuzzleSpace::new(key.size, key.blank);
        let planes = if key.metric == Metric::Single { 1 } else { 2 };
        let fits = bits.len() == puzzle.space().words() * size_of::<u64>() * planes;
        fits.then_some(PerfectTable { key, puzzle, counts, bits })
    }

    /// Its bits, as [`from_bits`](PerfectTable::from_bits) takes them.
    pub fn bits(&self) -> &[u8] {
        &self.bits
    }

    /// What it is for.
    pub fn key(&self) -> PerfectKey {
        self.key
    }

    /// How many boards there are at each distance.
    pub fn counts(&self) -> &[u64] {
        &self.counts
    }

    /// The bytes it keeps.
    pub fn bytes(&self) -> u64 {
        self.bits.len() as u64 + self.puzzle.space().bytes()
    }

    /// The table for the boards of a goal; `None` if it was built for others.
    pub fn guide(&self, goal: &Goal) -> Option<Guide<'_>> {
        let fits = PerfectKey::of(goal, self.key.metric) == Some(self.key);
        fits.then(|| Guide { table: self, view: View::new(goal, &view::frame(goal)) })
    }

    /// What the table says of a position in single moves.
    #[inline]
    fn bit(&self, position: Position) -> u32 {
        self.bits.get(self.puzzle.index(position)).into()
    }

    /// What it says in pushes: the distance modulo three.
    #[inline]
    fn remainder(&self, position: Position) -> u32 {
        let index = self.puzzle.index(position);
        let high = self.bits.get(self.bits.len() * 4 + index);
        u32::from(high) << 1 | u32::from(self.bits.get(index))
    }

    /// Walks home by single moves.
    #[inline]
    fn walk(&self, start: Position, mut on_move: impl FnMut(Direction)) -> u32 {
        let home = self.puzzle.home();
        // The last two bits of the distance.
        let mut phase = self.bit(start) << 1 | u32::from(self.puzzle.is_odd(start));
        let mut position = start;
        let mut before = u8::MAX;
        let mut length = 0;
        while position != home {
            phase = phase.wrapping_sub(1) & 3;
            // A step changes the distance by one, so the second bit says whether up or down.
            let onward = self.puzzle.successors(position.blank).iter().filter(|exit| exit.to != before);
            let nearer = onward.map(|&exit| (exit, self.puzzle.step(position, exit)));
            let nearer = nearer.into_iter().find(|&(_, next)| self.bit(next) == phase >> 1);
            let Some((exit, next)) = nearer else {
                unreachable!("a position away from home has a nearer one beside it")
            };
            before = position.blank;
            on_move(exit.direction);
            position = next;
            length += 1;
        }
        length
    }

    /// Walks home by pushes, giving the moves of each one by one.
    fn walk_pushes(&self, start: Position, mut on_move: impl FnMut(Direction)) -> u32 {
        let home = self.puzzle.home();
        let mut remainder = self.remainder(start);
        let mut position = start;
        let mut length = 0;
        while position != home {
            remainder = (remainder + 2) % 3;
            let ways = self.puzzle.successors(position.blank).iter().map(|exit| exit.direction);
            let pushes =
                ways.flat_map(|way| self.pushes(position, way).zip(1_u8..).map(move |push| (way, push)));
            let nearer = pushes.into_iter().find(|&(_, (next, _))| self.remainder(next) == remainder);
            let Some((way, (next, tiles))) = nearer else {
                unreachable!("a position away from home has a nearer one beside it")
            };
            (0..tiles).for_each(|_| on_move(way));
            position = next;
            length += 1;
        }
        length
    }

    /// The positions after pushes of one, two and more tiles in a direction.
    fn pushes(&self, position: Position, way: Direction) -> impl Iterator<Item = Position> + '_ {
        std::iter::successors(Some(position), move |&position| {
            let exit = self.puzzle.successors(position.blank).iter().find(|exit| exit.direction == way)?;
            Some(self.puzzle.step(position, *exit))
        })
        .skip(1)
    }
}

/// A cached table and the goal it was last used for, so that the next board of the same goal needs no preparation.
#[derive(Debug)]
pub(crate) struct PreparedTable {
    goal: Goal,
    table: Arc<PerfectTable>,
    view: View,
}

impl PreparedTable {
    pub(super) fn new(table: Arc<PerfectTable>, goal: &Goal) -> Option<PreparedTable> {
        let view = table.guide(goal)?.view;
        Some(PreparedTable { goal: goal.clone(), table, view })
    }

    pub(super) fn is_for(&self, goal: &Goal, metric: Metric) -> bool {
        self.table.key.metric == metric && self.goal == *goal
    }

    pub(crate) fn guide(&self) -> Guide<'_> {
        Guide { table: &self.table, view: self.view.clone() }
    }

    pub(crate) fn bytes(&self) -> u64 {
        self.table.bytes()
    }
}

/// A table seen from one goal. All answers are `None` for boards of another size and those that cannot be solved.
#[derive(Clone, Debug)]
pub struct Guide<'a> {
    table: &'a PerfectTable,
    view: View,
}

impl Guide<'_> {
    /// The distance of a board from the goal, in the metric of the table.
    pub fn distance(&self, board: &Board) -> Option<u32> {
        self.walk(board, |_| ())
    }

    /// A shortest solution.
    pub fn solve(&self, board: &Board) -> Option<Moves> {
        // The diameter of 3x3 is 31.
        let mut moves = Vec::with_capacity(32);
        self.walk(board, |direction| moves.push(direction))?;
        Some(Moves::from(moves))
    }

    /// Puts a shortest solution into a buffer instead of what was there, and gives its length in the metric of the
    /// table. Allocates nothing if the buffer is large enough.
    #[inline]
    pub fn moves_into(&self, board: &Board, moves: &mut Vec<Direction>) -> Option<u32> {
        moves.clear();
        self.walk(board, |direction| moves.push(direction))
    }

    #[inline]
    fn walk(&self, board: &Board, mut on_move: impl FnMut(Direction)) -> Option<u32> {
        let PerfectTable { key, puzzle, .. } = self.table;
        let start = self.view.position(puzzle, board)?;
        let on_seen = |seen| on_move(self.view.direction(seen));
        Some(match key.metric {
            Metric::Single => self.table.walk(start, on_seen),
            Metric::Multi => self.table.walk_pushes(start, on_seen),
        })
    }
}
