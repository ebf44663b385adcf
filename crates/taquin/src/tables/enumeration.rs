//! The boards at a distance, by enumerating every board that is nearer.

use super::perfect::PerfectKey;
use super::view::{self, View};
use crate::board::Board;
use crate::goal::Goal;
use crate::metric::Metric;
use crate::size::Size;
use crate::space::{Exploration, Pushes, PuzzleSpace, Stopped, Workers};
use std::fmt;
use std::ops::ControlFlow;

/// A breadth-first search from a goal, in either metric.
pub(super) struct Enumeration<'a> {
    puzzle: &'a PuzzleSpace,
    layers: Layers<'a>,
}

enum Layers<'a> {
    Single(Exploration<'a>),
    Multi(Pushes<'a>),
}

impl<'a> Enumeration<'a> {
    pub(super) fn new(puzzle: &'a PuzzleSpace, metric: Metric) -> Enumeration<'a> {
        let layers = match metric {
            Metric::Single => Layers::Single(Exploration::new(puzzle.space(), puzzle.state(puzzle.home()))),
            Metric::Multi => Layers::Multi(Pushes::new(puzzle)),
        };
        Enumeration { puzzle, layers }
    }

    pub(super) fn advance(&mut self, workers: Workers) -> Option<u64> {
        match &mut self.layers {
            Layers::Single(exploration) => exploration.advance(workers),
            Layers::Multi(pushes) => pushes.advance(workers),
        }
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

    /// The boards of the present layer with these numbers, which must ascend.
    pub(super) fn pick(&self, view: &View, numbers: impl IntoIterator<Item = u64>) -> Vec<Board> {
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
            boards.push(view.board(self.puzzle, self.puzzle.position_of(index)));
        }
        boards
    }
}

/// The boards with these distances and numbers, in the same order. The boards at a distance are numbered from 0 in an
/// order that stays what it is; too large a number or distance gives no board.
///
/// `on_layer` is told the number of boards at every distance and may stop the work, which is done when the last of the
/// distances was reached.
///
/// # Errors
/// If the goal has no table, or `on_layer` asks to stop.
pub fn boards_at(
    goal: &Goal,
    metric: Metric,
    wanted: &[(u32, u64)],
    workers: Workers,
    mut on_layer: impl FnMut(u64) -> ControlFlow<()>,
) -> Result<Vec<Option<Board>>, NoTable> {
    let key = PerfectKey::of(goal, metric).ok_or(NoTable::Size(goal.size()))?;
    let puzzle = PuzzleSpace::new(key.size(), key.blank());
    let view = View::new(goal, &view::frame(goal));
    let mut order: Vec<usize> = (0..wanted.len()).collect();
    order.sort_by_key(|&index| wanted[index]);
    let mut boards = vec![None; wanted.len()];
    let mut enumeration = Enumeration::new(&puzzle, metric);
    for same_depth in order.chunk_by(|&a, &b| wanted[a].0 == wanted[b].0) {
        let depth = wanted[same_depth[0]].0 as usize;
        while enumeration.counts().len() <= depth {
            let Some(found) = enumeration.advance(workers) else { return Ok(boards) };
            if on_layer(found).is_break() {
                return Err(NoTable::Stopped);
            }
        }
        let found = enumeration.pick(&view, same_depth.iter().map(|&index| wanted[index].1));
        for (&index, board) in same_depth.iter().zip(found) {
            boards[index] = Some(board);
        }
    }
    Ok(boards)
}

/// Why nothing was enumerated to the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoTable {
    /// A single row or column, or more than twelve cells.
    Size(Size),
    /// It was asked to stop.
    Stopped,
}

impl From<Stopped> for NoTable {
    fn from(_: Stopped) -> NoTable {
        NoTable::Stopped
    }
}

impl fmt::Display for NoTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoTable::Size(size) if size.is_line() => {
                write!(f, "{size} is a single line, where only the blank's place matters: there is no table")
            }
            NoTable::Size(size) => write!(
                f,
                "{size} has {} cells: all boards of a size are enumerated up to 12 cells, as in 3x4 and 2x6",
                size.cells()
            ),
            NoTable::Stopped => write!(f, "it was asked to stop"),
        }
    }
}

impl std::error::Error for NoTable {}
