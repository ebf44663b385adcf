//! The boards at a distance, by enumerating all nearer boards.
//!
//! Tables know distances only modulo four or three. Boards at a given distance are therefore enumerated again up to
//! that layer and selected from its bits; they are numbered, so a random number is a random board.

use super::goal_mapping::{GoalMapping, canonical_symmetry};
use super::perfect::PerfectKey;
use crate::board::Board;
use crate::control::{Control, StopReason};
use crate::goal::Goal;
use crate::metric::Metric;
use crate::size::Size;
use crate::space::{Exploration, LayerCounter, Pushes, PuzzleSpace, Workers};
use std::fmt;

/// A breadth-first search from a goal, in either metric.
pub(super) struct Enumeration<'a> {
    puzzle: &'a PuzzleSpace,
    layers: Layers<'a>,
    counter: LayerCounter<'a>,
}

enum Layers<'a> {
    Single(Exploration<'a>),
    Multi(Pushes<'a>),
}

impl<'a> Enumeration<'a> {
    pub(super) fn new(
        puzzle: &'a PuzzleSpace,
        metric: Metric,
        control: &'a Control<'a>,
    ) -> Result<Enumeration<'a>, StopReason> {
        let counter = LayerCounter::new(control);
        let layers = match metric {
            Metric::Single => {
                let home = puzzle.state(puzzle.home());
                Layers::Single(Exploration::new(puzzle.space(), home, &counter)?)
            }
            Metric::Multi => Layers::Multi(Pushes::new(puzzle)),
        };
        Ok(Enumeration { puzzle, layers, counter })
    }

    /// Advances to the next layer; returns false after the last one.
    pub(super) fn advance(&mut self, workers: Workers) -> Result<bool, StopReason> {
        let found = match &mut self.layers {
            Layers::Single(exploration) => exploration.advance(workers, &self.counter)?,
            Layers::Multi(pushes) => pushes.advance(workers, &self.counter)?,
        };
        found.map_or(Ok(false), |found| self.counter.add(found).map(|()| true))
    }

    pub(super) fn counts(&self) -> &[u64] {
        match &self.layers {
            Layers::Single(exploration) => exploration.counts(),
            Layers::Multi(pushes) => pushes.counts(),
        }
    }

    fn layer_words(&self) -> Box<dyn Iterator<Item = (usize, u64)> + '_> {
        match &self.layers {
            Layers::Single(exploration) => Box::new(exploration.layer_words()),
            Layers::Multi(pushes) => Box::new(pushes.layer_words()),
        }
    }

    /// Counts the boards of the current layer by the cell of their blank.
    pub(super) fn by_blank(&self, mapping: &GoalMapping) -> Vec<u64> {
        let mut by_cell = vec![0; self.puzzle.space().size().cells()];
        // The boards of a word have the same blank cell.
        for (word, bits) in self.layer_words() {
            let blank = self.puzzle.position_of(word * 64).blank;
            by_cell[usize::from(blank)] += u64::from(bits.count_ones());
        }
        let mut counts = vec![0; by_cell.len()];
        for (mapped, count) in (0..).zip(by_cell) {
            if let Some(cell) = mapping.cell(mapped) {
                counts[cell] = count;
            }
        }
        counts
    }

    /// Returns the boards of the current layer with these indices, which must be ascending.
    pub(super) fn pick(&self, mapping: &GoalMapping, numbers: impl IntoIterator<Item = u64>) -> Vec<Board> {
        let mut words = self.layer_words();
        let (mut passed, mut current) = (0, (0, 0_u64));
        let mut boards = Vec::new();
        for number in numbers {
            while number >= passed + u64::from(current.1.count_ones()) {
                passed += u64::from(current.1.count_ones());
                match words.next() {
                    Some(next) => current = next,
                    None => return boards,
                }
            }
            let rest = (passed..number).fold(current.1, |rest, _| rest & (rest - 1));
            let index = current.0 * 64 + rest.trailing_zeros() as usize;
            boards.push(mapping.board(self.puzzle, self.puzzle.position_of(index)));
        }
        boards
    }
}

/// Returns the boards with these distances and indices, in the same order. The boards at a distance are numbered from 0
/// in a stable order; an index or distance that is too large gives no board.
///
/// The enumeration ends at the largest of the distances.
///
/// # Errors
/// If the goal has no table, or the control stops it.
pub fn boards_at(
    goal: &Goal,
    metric: Metric,
    wanted: &[(u32, u64)],
    workers: Workers,
    control: &Control,
) -> Result<Vec<Option<Board>>, NoTable> {
    let key = PerfectKey::of(goal, metric).ok_or(NoTable::Size(goal.size()))?;
    let puzzle = PuzzleSpace::new(key.size(), key.blank());
    let mapping = GoalMapping::new(goal, &canonical_symmetry(goal));
    let mut order: Vec<usize> = (0..wanted.len()).collect();
    order.sort_by_key(|&index| wanted[index]);
    let mut boards = vec![None; wanted.len()];
    let control = &control.started();
    let mut enumeration = Enumeration::new(&puzzle, metric, control)?;
    for same_depth in order.chunk_by(|&a, &b| wanted[a].0 == wanted[b].0) {
        let depth = wanted[same_depth[0]].0 as usize;
        while enumeration.counts().len() <= depth {
            if !enumeration.advance(workers)? {
                return Ok(boards);
            }
        }
        let found = enumeration.pick(&mapping, same_depth.iter().map(|&index| wanted[index].1));
        for (&index, board) in same_depth.iter().zip(found) {
            boards[index] = Some(board);
        }
    }
    Ok(boards)
}

/// Why the boards of a size could not be enumerated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoTable {
    /// A single row or column, or more than twelve cells.
    Size(Size),
    /// The control stopped it.
    Stopped(StopReason),
}

impl From<StopReason> for NoTable {
    fn from(reason: StopReason) -> NoTable {
        NoTable::Stopped(reason)
    }
}

impl fmt::Display for NoTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoTable::Size(size) if size.is_line() => {
                write!(f, "{size} is a single row or column, which has no table")
            }
            NoTable::Size(size) => write!(
                f,
                "{size} has {} cells: only sizes of up to 12 cells, such as 3x4 and 2x6, can be enumerated",
                size.cells()
            ),
            NoTable::Stopped(reason) => reason.fmt(f),
        }
    }
}

impl std::error::Error for NoTable {}
