//! The boards at a distance, by enumerating all nearer boards.
//!
//! Tables know distances only modulo four or three. Boards at a given distance are therefore enumerated again up to
//! that layer and selected from its bits; they are numbered, so a random number is a random board.

use super::goal_mapping::{GoalMapping, canonical_symmetry};
use crate::board::Board;
use crate::control::{Control, StopReason};
use crate::goal::Goal;
use crate::metric::Metric;
use crate::size::Size;
use crate::space::{FrontierSearch, LayerCounter, Pushes, PuzzleSpace, Workers};
use std::fmt;

/// A breadth-first search from a goal, in either metric.
pub(super) struct Enumeration<'a> {
    layers: Layers,
    mapping: GoalMapping,
    counter: LayerCounter<'a>,
}

enum Layers {
    Single(FrontierSearch),
    Multi(Box<Pushes>),
}

impl<'a> Enumeration<'a> {
    /// Starts an enumeration of a size that [exists](Enumeration::exists).
    pub(super) fn new(goal: &Goal, metric: Metric, control: &'a Control<'a>) -> Enumeration<'a> {
        let symmetry = canonical_symmetry(goal);
        let (size, blank) = (symmetry.size(), symmetry.blank() as u8);
        let layers = match metric {
            Metric::Single => Layers::Single(FrontierSearch::new(size, blank)),
            Metric::Multi => Layers::Multi(Box::new(Pushes::new(PuzzleSpace::new(size, blank)))),
        };
        let mapping = GoalMapping::new(goal, &symmetry);
        Enumeration { layers, mapping, counter: LayerCounter::new(control) }
    }

    /// Continues a search in single moves whose layers have been counted.
    #[cfg(feature = "disk")]
    pub(super) fn resumed(goal: &Goal, search: FrontierSearch, counter: LayerCounter<'a>) -> Enumeration<'a> {
        let mapping = GoalMapping::new(goal, &canonical_symmetry(goal));
        Enumeration { layers: Layers::Single(search), mapping, counter }
    }

    /// Returns whether all boards of a size can be enumerated.
    pub(super) fn exists(size: Size, metric: Metric) -> bool {
        match metric {
            Metric::Single => FrontierSearch::exists(size),
            Metric::Multi => PuzzleSpace::exists(size),
        }
    }

    /// Advances to the next layer; returns false after the last one.
    pub(super) fn advance(&mut self, workers: Workers) -> Result<bool, StopReason> {
        let found = match &mut self.layers {
            Layers::Single(search) => search.advance(workers, &self.counter)?,
            Layers::Multi(pushes) => pushes.advance(workers, &self.counter)?,
        };
        found.map_or(Ok(false), |found| self.counter.add(found).map(|()| true))
    }

    /// Returns the search in single moves, to save its layer.
    #[cfg(feature = "disk")]
    pub(super) fn search(&self) -> Option<&FrontierSearch> {
        match &self.layers {
            Layers::Single(search) => Some(search),
            Layers::Multi(_) => None,
        }
    }

    /// Polls the control.
    #[cfg(feature = "disk")]
    pub(super) fn check(&self) -> Result<(), StopReason> {
        self.counter.check()
    }

    pub(super) fn counts(&self) -> &[u64] {
        match &self.layers {
            Layers::Single(search) => search.counts(),
            Layers::Multi(pushes) => pushes.counts(),
        }
    }

    /// Returns the number of boards at each distance by the cell of their blank.
    pub(super) fn counts_by_blank(&self) -> Vec<Vec<u64>> {
        let by_cell = match &self.layers {
            Layers::Single(search) => search.counts_by_cell(),
            Layers::Multi(pushes) => pushes.counts_by_cell(),
        };
        by_cell.iter().map(|by_cell| self.mapping.cells().map(|mapped| by_cell[mapped]).collect()).collect()
    }

    fn layer_words(&self) -> Box<dyn Iterator<Item = (usize, u64)> + '_> {
        match &self.layers {
            Layers::Single(search) => Box::new(search.layer_words()),
            Layers::Multi(pushes) => Box::new(pushes.layer_words()),
        }
    }

    /// Returns the board with a bit index.
    fn board(&self, index: usize) -> Board {
        let homes = match &self.layers {
            Layers::Single(search) => search.homes(index),
            Layers::Multi(pushes) => pushes.puzzle().homes(pushes.puzzle().position_of(index)),
        };
        self.mapping.board(&homes)
    }

    /// Returns the boards of the current layer with these indices, which must be ascending.
    pub(super) fn pick(&self, numbers: impl IntoIterator<Item = u64>) -> Vec<Board> {
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
            boards.push(self.board(current.0 * 64 + rest.trailing_zeros() as usize));
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
    if !PuzzleSpace::exists(goal.size()) {
        return Err(NoTable::Size(goal.size()));
    }
    let mut order: Vec<usize> = (0..wanted.len()).collect();
    order.sort_by_key(|&index| wanted[index]);
    let mut boards = vec![None; wanted.len()];
    let control = &control.started();
    let mut enumeration = Enumeration::new(goal, metric, control);
    for same_depth in order.chunk_by(|&a, &b| wanted[a].0 == wanted[b].0) {
        let depth = wanted[same_depth[0]].0 as usize;
        while enumeration.counts().len() <= depth {
            if !enumeration.advance(workers)? {
                return Ok(boards);
            }
        }
        let found = enumeration.pick(same_depth.iter().map(|&index| wanted[index].1));
        for (&index, board) in same_depth.iter().zip(found) {
            boards[index] = Some(board);
        }
    }
    Ok(boards)
}

/// Why the boards of a size could not be enumerated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoTable {
    /// A single row or column, or more than twelve cells; boards in single moves can be counted up to fourteen.
    Size(Size),
    /// More than twelve cells, in pushes.
    Pushes(Size),
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
            NoTable::Pushes(size) => write!(
                f,
                "{size} has {} cells: in pushes, only sizes of up to 12 cells can be enumerated",
                size.cells()
            ),
            NoTable::Stopped(reason) => reason.fmt(f),
        }
    }
}

impl std::error::Error for NoTable {}
