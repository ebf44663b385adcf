//! Perfect tables: the distance of every board of a size, in one or two bits per board.
//!
//! In single moves the table stores one bit per board, the second-lowest of the distance; the lowest follows from the
//! blank's cell. In pushes it stores the distance modulo three, two bits. Both tell which neighbours are nearer, so the
//! table can be followed to the goal, and the distance is the number of moves.
//!
//! The walk to the goal of a 3x3 board reads about 40 bits of a table of 23 kB.

use super::goal_mapping::{GoalMapping, canonical_symmetry};
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

/// The parameters of a perfect table. Goals that differ only by a symmetry of the board or by the numbers of the tiles share
/// the table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PerfectKey {
    size: Size,
    blank: u8,
    metric: Metric,
}

impl PerfectKey {
    /// The most cells of a size with a perfect table.
    pub const MOST_CELLS: usize = PuzzleSpace::MOST_CELLS;

    /// Returns the parameters for a goal; `None` for single rows and columns, which need no table, and for more than
    /// twelve cells.
    pub fn of(goal: &Goal, metric: Metric) -> Option<PerfectKey> {
        PuzzleSpace::exists(goal.size()).then(|| {
            let symmetry = canonical_symmetry(goal);
            PerfectKey { size: symmetry.size(), blank: symmetry.blank() as u8, metric }
        })
    }

    /// Returns the parameters if they are canonical: other sizes and blank cells are mapped to these.
    #[cfg(feature = "disk")]
    pub(super) fn new(size: Size, blank: u8, metric: Metric) -> Option<PerfectKey> {
        let mut numbers: Vec<u16> = (0..size.cells() as u16).collect();
        (usize::from(blank) < numbers.len()).then(|| numbers.swap(0, blank.into()))?;
        let key = PerfectKey::of(&Goal::from(Board::new(size, &numbers).ok()?), metric)?;
        (key.size == size && key.blank == blank).then_some(key)
    }

    /// Returns the rows and columns, at least as many columns as rows.
    pub fn size(self) -> Size {
        self.size
    }

    /// Returns the blank's goal cell.
    pub fn blank(self) -> u8 {
        self.blank
    }

    /// Returns the metric.
    pub fn metric(self) -> Metric {
        self.metric
    }

    /// Returns the number of boards of the table: half of all permutations.
    pub fn states(self) -> u64 {
        (3..=self.size.cells() as u64).product()
    }

    /// Returns the approximate bytes of the table.
    pub fn bytes(self) -> u64 {
        self.states() * if self.metric == Metric::Single { 1 } else { 2 } / 8
    }

    /// Returns the approximate peak memory while it is built.
    pub fn building_bytes(self) -> u64 {
        let bits = if self.metric == Metric::Single { Exploration::BITS } else { Pushes::BITS };
        // For both vertical moves from every row, a table over the low parts of all arrangements.
        let low_parts: u64 = (1..self.size.cells().min(9) as u64).product();
        let turns = 2 * (self.size.cells() - self.size.cols()) as u64 * low_parts * 2;
        self.states() * bits / 8 + turns + (100 << 10)
    }
}

/// A table of the distances of all boards of a size.
///
/// ```
/// use taquin::tables::{PerfectKey, PerfectTable};
/// use taquin::{Board, Goal, Metric, Workers};
/// use taquin::control::Control;
/// let board = Board::from_flat(&[8, 6, 7, 2, 5, 4, 3, 0, 1])?;
/// let goal = Goal::rows(board.size());
/// let key = PerfectKey::of(&goal, Metric::Single).unwrap();
/// let table = PerfectTable::build(key, Workers::ONE, &Control::new()).unwrap();
/// assert_eq!(table.for_goal(&goal).unwrap().distance(&board), Some(31));
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
                let mut pushes = Pushes::new(puzzle.clone());
                let mut counter = LayerCounter::new(control);
                while let Some(found) = pushes.advance(workers, &counter)? {
                    counter.add(found)?;
                }
                pushes.finish()
            }
        };
        Ok(PerfectTable { key, puzzle, counts, bits })
    }

    /// Builds the table from its bits; `None` if their number is wrong.
    pub fn from_bits(key: PerfectKey, counts: Vec<u64>, bits: Bits) -> Option<PerfectTable> {
        let puzzle = PuzzleSpace::new(key.size, key.blank);
        let planes = if key.metric == Metric::Single { 1 } else { 2 };
        let fits = bits.len() == puzzle.space().words() * size_of::<u64>() * planes;
        fits.then_some(PerfectTable { key, puzzle, counts, bits })
    }

    /// Returns its bits, as [`from_bits`](PerfectTable::from_bits) takes them.
    pub fn bits(&self) -> &[u8] {
        &self.bits
    }

    /// Returns its parameters.
    pub fn key(&self) -> PerfectKey {
        self.key
    }

    /// Returns the number of boards at each distance.
    pub fn counts(&self) -> &[u64] {
        &self.counts
    }

    /// Returns its memory in bytes.
    pub fn bytes(&self) -> u64 {
        self.bits.len() as u64 + self.puzzle.space().bytes()
    }

    /// Returns the table for the boards of a goal; `None` if it was built for other goals.
    pub fn for_goal(&self, goal: &Goal) -> Option<GoalTable<'_>> {
        let fits = PerfectKey::of(goal, self.key.metric) == Some(self.key);
        fits.then(|| GoalTable { table: self, mapping: GoalMapping::new(goal, &canonical_symmetry(goal)) })
    }

    /// Returns the stored bit of a position, in single moves.
    #[inline]
    fn bit(&self, position: Position) -> u32 {
        self.bits.get(self.puzzle.index(position)).into()
    }

    /// Returns the stored distance modulo three of a position, in pushes.
    #[inline]
    fn remainder(&self, position: Position) -> u32 {
        let index = self.puzzle.index(position);
        let high = self.bits.get(self.bits.len() * 4 + index);
        u32::from(high) << 1 | u32::from(self.bits.get(index))
    }

    /// Follows the table to the goal in single moves. Returns `None` if it does not lead there, which happens only if its
    /// bits are not those that were built.
    #[inline]
    fn walk(&self, start: Position, mut on_move: impl FnMut(Direction)) -> Option<u32> {
        let home = self.puzzle.home();
        // The two lowest bits of the distance.
        let mut phase = self.bit(start) << 1 | u32::from(self.puzzle.is_odd(start));
        let mut position = start;
        let mut before = u8::MAX;
        for length in 0..self.counts.len() as u32 {
            if position == home {
                return Some(length);
            }
            phase = phase.wrapping_sub(1) & 3;
            // A move changes the distance by one, so the second bit tells nearer from farther.
            let successors = self.puzzle.successors(position.blank).iter().filter(|exit| exit.to != before);
            let nearer = successors.map(|&exit| (exit, self.puzzle.step(position, exit)));
            let (exit, next) = nearer.into_iter().find(|&(_, next)| self.bit(next) == phase >> 1)?;
            before = position.blank;
            on_move(exit.direction);
            position = next;
        }
        None
    }

    /// Follows the table to the goal in pushes, passing on the single moves of each. Returns `None` as
    /// [`walk`](PerfectTable::walk) does.
    fn walk_pushes(&self, start: Position, mut on_move: impl FnMut(Direction)) -> Option<u32> {
        let home = self.puzzle.home();
        let mut remainder = self.remainder(start);
        let mut position = start;
        for length in 0..self.counts.len() as u32 {
            if position == home {
                return Some(length);
            }
            remainder = (remainder + 2) % 3;
            let directions = self.puzzle.successors(position.blank).iter().map(|exit| exit.direction);
            let pushes = directions.flat_map(|direction| {
                self.pushes(position, direction).zip(1_u8..).map(move |push| (direction, push))
            });
            let nearer = pushes.into_iter().find(|&(_, (next, _))| self.remainder(next) == remainder);
            let (direction, (next, tiles)) = nearer?;
            (0..tiles).for_each(|_| on_move(direction));
            position = next;
        }
        None
    }

    /// Returns the positions after pushes of one, two and more tiles in a direction.
    fn pushes(&self, position: Position, direction: Direction) -> impl Iterator<Item = Position> + '_ {
        std::iter::successors(Some(position), move |&position| {
            let exit =
                self.puzzle.successors(position.blank).iter().find(|exit| exit.direction == direction)?;
            Some(self.puzzle.step(position, *exit))
        })
        .skip(1)
    }
}

/// A cached table prepared for the goal it was last used for, so that the next board of that goal needs no preparation.
#[derive(Debug)]
pub(crate) struct PreparedTable {
    goal: Goal,
    table: Arc<PerfectTable>,
    mapping: GoalMapping,
}

impl PreparedTable {
    pub(super) fn new(table: Arc<PerfectTable>, goal: &Goal) -> Option<PreparedTable> {
        let mapping = table.for_goal(goal)?.mapping;
        Some(PreparedTable { goal: goal.clone(), table, mapping })
    }

    pub(super) fn is_for(&self, goal: &Goal, metric: Metric) -> bool {
        self.table.key.metric == metric && self.goal == *goal
    }

    pub(crate) fn goal_table(&self) -> GoalTable<'_> {
        GoalTable { table: &self.table, mapping: self.mapping.clone() }
    }

    pub(crate) fn bytes(&self) -> u64 {
        self.table.bytes()
    }
}

/// A [`PerfectTable`] for the boards of one goal. All methods return `None` for boards of another size, for unsolvable
/// boards, and if the table was created [from bits](PerfectTable::from_bits) that do not lead to the goal.
#[derive(Clone, Debug)]
pub struct GoalTable<'a> {
    table: &'a PerfectTable,
    mapping: GoalMapping,
}

impl GoalTable<'_> {
    /// Returns the distance of a board from the goal, in the metric of the table.
    pub fn distance(&self, board: &Board) -> Option<u32> {
        self.walk(board, |_| ())
    }

    /// Returns an optimal solution.
    pub fn solve(&self, board: &Board) -> Option<Moves> {
        // The diameter of 3x3 is 31.
        let mut moves = Vec::with_capacity(32);
        self.walk(board, |direction| moves.push(direction))?;
        Some(Moves::from(moves))
    }

    /// Replaces the contents of a buffer with an optimal solution, and returns its length in the metric of the table.
    /// Does not allocate if the buffer is large enough.
    #[inline]
    pub fn moves_into(&self, board: &Board, moves: &mut Vec<Direction>) -> Option<u32> {
        moves.clear();
        self.walk(board, |direction| moves.push(direction))
    }

    #[inline]
    fn walk(&self, board: &Board, mut on_move: impl FnMut(Direction)) -> Option<u32> {
        let PerfectTable { key, puzzle, .. } = self.table;
        let start = self.mapping.position(puzzle, board)?;
        let on_mapped = |mapped| on_move(self.mapping.direction(mapped));
        match key.metric {
            Metric::Single => self.table.walk(start, on_mapped),
            Metric::Multi => self.table.walk_pushes(start, on_mapped),
        }
    }
}
