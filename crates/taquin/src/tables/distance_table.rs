//! The distance of every board of up to nine cells from one goal, one byte each.
//!
//! A [perfect table](super::PerfectTable) is sixteen times smaller, but its distances are the lengths of walks. Here a distance
//! is one lookup, which pays for labels of many boards.

use crate::board::Board;
use crate::direction::Direction;
use crate::goal::Goal;
use crate::metric::Metric;
use std::iter;

/// The distance of every board of a size from one goal.
///
/// ```
/// use taquin::tables::DistanceTable;
/// use taquin::{Goal, Metric, Size};
/// let goal = Goal::rows(Size::square(3)?);
/// let table = DistanceTable::build(&goal, Metric::Single).unwrap();
/// assert_eq!(table.distance(&[8, 6, 7, 2, 5, 4, 3, 0, 1]), Some(31));
/// assert_eq!(table.distance(&[1, 2, 3, 4, 5, 6, 8, 7, 0]), None);
/// # Ok::<(), taquin::SizeError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DistanceTable {
    goal: Goal,
    metric: Metric,
    /// By the rank of the board.
    distances: Box<[u8]>,
}

/// Marks boards that cannot reach the goal.
const UNREACHED: u8 = u8::MAX;

impl DistanceTable {
    /// The most cells of a size with such a table, of 363 kB.
    pub const MOST_CELLS: usize = 9;

    /// Builds the table of a goal, within milliseconds; `None` for more than nine cells.
    pub fn build(goal: &Goal, metric: Metric) -> Option<DistanceTable> {
        let cells = goal.size().cells();
        if cells > DistanceTable::MOST_CELLS {
            return None;
        }
        let mut distances = vec![UNREACHED; (1..=cells).product()].into_boxed_slice();
        let mut layer = vec![goal.board().clone()];
        let mut depth = 0;
        while !layer.is_empty() {
            layer.retain(|board| {
                let entry = board.rank().and_then(|rank| distances.get_mut(rank as usize));
                entry.is_some_and(|entry| std::mem::replace(entry, depth.min(*entry)) == UNREACHED)
            });
            layer = layer.iter().flat_map(|board| successors(board, metric)).collect();
            // The farthest boards of nine cells are 31 moves away.
            depth += 1;
        }
        Some(DistanceTable { goal: goal.clone(), metric, distances })
    }

    pub(crate) fn is_for(&self, goal: &Goal, metric: Metric) -> bool {
        self.metric == metric && self.goal == *goal
    }

    /// Returns the distance of the board with these numbers, which must be a permutation of its size; `None` if it cannot
    /// reach the goal.
    #[inline]
    pub fn distance(&self, numbers: &[u16]) -> Option<u32> {
        let rank = Board::rank_of(numbers)?;
        let distance = *self.distances.get(rank as usize)?;
        (distance != UNREACHED).then_some(distance.into())
    }
}

/// Returns the boards one move away, or one push.
fn successors(board: &Board, metric: Metric) -> impl Iterator<Item = Board> {
    let most = if metric == Metric::Single { 1 } else { usize::MAX };
    Direction::SUCCESSOR_ORDER.into_iter().flat_map(move |direction| {
        iter::successors(board.slide(direction), move |board| board.slide(direction)).take(most)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::control::Control;
    use crate::size::Size;
    use crate::space::Workers;
    use crate::tables::{PerfectKey, PerfectTable};

    #[test]
    fn agrees_with_the_perfect_table() {
        let goal = Goal::spiral(Size::new(2, 4).unwrap());
        for metric in [Metric::Single, Metric::Multi] {
            let table = DistanceTable::build(&goal, metric).unwrap();
            let key = PerfectKey::of(&goal, metric).unwrap();
            let perfect = PerfectTable::build(key, Workers::ONE, &Control::new()).unwrap();
            let perfect = perfect.for_goal(&goal).unwrap();
            for rank in (0..40_320).step_by(7) {
                let board = Board::from_rank(goal.size(), rank).unwrap();
                let numbers: Vec<u16> = board.numbers().collect();
                assert_eq!(table.distance(&numbers), perfect.distance(&board), "{board:?}");
            }
        }
    }

    #[test]
    fn lines_and_the_smallest_size() {
        let table =
            |rows, cols| DistanceTable::build(&Goal::rows(Size::new(rows, cols).unwrap()), Metric::Single);
        assert_eq!(table(1, 1).unwrap().distance(&[0]), Some(0));
        let line = table(1, 4).unwrap();
        assert_eq!((line.distance(&[0, 1, 2, 3]), line.distance(&[0, 2, 1, 3])), (Some(3), None));
        assert_eq!(table(2, 5), None);
    }
}
