//! The number of boards at each distance from a goal, and the farthest boards.

use super::enumeration::{Enumeration, NoTable};
use super::goal_mapping::{GoalMapping, canonical_symmetry};
use super::perfect::PerfectKey;
use crate::board::Board;
use crate::control::Control;
use crate::goal::Goal;
use crate::metric::Metric;
use crate::space::{PuzzleSpace, Workers};

/// The number of boards of a size at each distance from a goal.
///
/// ```
/// use taquin::tables::DepthHistogram;
/// use taquin::{Goal, Metric, Size, Workers};
/// use taquin::control::Control;
/// let goal = Goal::rows(Size::new(2, 2)?);
/// let histogram = DepthHistogram::count(&goal, Metric::Single, 10, Workers::ONE, &Control::new()).unwrap();
/// assert_eq!(histogram.counts(), [1, 2, 2, 2, 2, 2, 1]);
/// assert_eq!((histogram.diameter(), histogram.mean()), (6, 3.0));
/// assert_eq!(histogram.antipodes()[0].to_string(), " 0  3 \n 2  1 ");
/// # Ok::<(), taquin::SizeError>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct DepthHistogram {
    counts: Vec<u64>,
    antipodes: Vec<Board>,
}

impl DepthHistogram {
    /// Counts all boards from which a goal can be reached. Keeps at most `most_antipodes` of the farthest boards.
    ///
    /// # Errors
    /// If there are too many boards, or the control stops it.
    pub fn count(
        goal: &Goal,
        metric: Metric,
        most_antipodes: usize,
        workers: Workers,
        control: &Control,
    ) -> Result<DepthHistogram, NoTable> {
        if goal.size().is_line() {
            return Ok(DepthHistogram::of_line(goal, metric, most_antipodes));
        }
        let key = PerfectKey::of(goal, metric).ok_or(NoTable::Size(goal.size()))?;
        let puzzle = PuzzleSpace::new(key.size(), key.blank());
        let control = &control.started();
        let mut enumeration = Enumeration::new(&puzzle, metric, control)?;
        while enumeration.advance(workers)? {}
        let mapping = GoalMapping::new(goal, &canonical_symmetry(goal));
        let mut antipodes = enumeration.pick(&mapping, 0..most_antipodes as u64);
        antipodes.sort_unstable();
        Ok(DepthHistogram { counts: enumeration.counts().to_vec(), antipodes })
    }

    /// Counts all boards by their distance and by the cell of their blank, row by row.
    ///
    /// ```
    /// use taquin::tables::DepthHistogram;
    /// use taquin::{Goal, Metric, Size, Workers};
    /// use taquin::control::Control;
    /// let goal = Goal::rows(Size::new(2, 2)?);
    /// let counts = DepthHistogram::by_blank(&goal, Metric::Single, Workers::ONE, &Control::new()).unwrap();
    /// assert_eq!((&counts[0][..], &counts[1][..]), (&[0, 0, 0, 1][..], &[0, 1, 1, 0][..]));
    /// # Ok::<(), taquin::SizeError>(())
    /// ```
    ///
    /// # Errors
    /// If there are too many boards, or the control stops it.
    pub fn by_blank(
        goal: &Goal,
        metric: Metric,
        workers: Workers,
        control: &Control,
    ) -> Result<Vec<Vec<u64>>, NoTable> {
        if goal.size().is_line() {
            let boards = DepthHistogram::line_distances(goal, metric);
            let diameter = boards.iter().map(|&(_, distance)| distance).max().unwrap_or_default();
            let mut counts = vec![vec![0; goal.size().cells()]; diameter + 1];
            boards.iter().for_each(|(board, distance)| counts[*distance][board.blank().index()] += 1);
            return Ok(counts);
        }
        let key = PerfectKey::of(goal, metric).ok_or(NoTable::Size(goal.size()))?;
        let puzzle = PuzzleSpace::new(key.size(), key.blank());
        let mapping = GoalMapping::new(goal, &canonical_symmetry(goal));
        let control = &control.started();
        let mut enumeration = Enumeration::new(&puzzle, metric, control)?;
        let mut counts = vec![enumeration.by_blank(&mapping)];
        while enumeration.advance(workers)? {
            counts.push(enumeration.by_blank(&mapping));
        }
        Ok(counts)
    }

    fn of_line(goal: &Goal, metric: Metric, most_antipodes: usize) -> DepthHistogram {
        let boards = DepthHistogram::line_distances(goal, metric);
        let diameter = boards.iter().map(|&(_, distance)| distance).max().unwrap_or_default();
        let mut counts = vec![0; diameter + 1];
        boards.iter().for_each(|&(_, distance)| counts[distance] += 1);
        let farthest = boards.into_iter().filter(|&(_, distance)| distance == diameter);
        let mut antipodes: Vec<Board> = farthest.map(|(board, _)| board).take(most_antipodes).collect();
        antipodes.sort_unstable();
        DepthHistogram { counts, antipodes }
    }

    /// Returns all boards of a single row or column with their distances. No tile passes another there, so the blank's
    /// cell determines the board.
    pub(super) fn line_distances(goal: &Goal, metric: Metric) -> Vec<(Board, usize)> {
        let home = goal.board().blank().index();
        let tiles: Vec<u16> = goal.board().numbers().filter(|&number| number != 0).collect();
        let board = |blank: usize| {
            let mut numbers = tiles.clone();
            numbers.insert(blank, 0);
            let distance = match metric {
                Metric::Single => blank.abs_diff(home),
                Metric::Multi => usize::from(blank != home),
            };
            (Board::new(goal.size(), &numbers).expect("the goal's tiles with the blank elsewhere"), distance)
        };
        (0..goal.size().cells()).map(board).collect()
    }

    /// Returns the number of boards at each distance.
    pub fn counts(&self) -> &[u64] {
        &self.counts
    }

    /// Returns the largest distance.
    pub fn diameter(&self) -> usize {
        self.counts.len() - 1
    }

    /// Returns boards at the largest distance in ascending order: all of them, up to the requested maximum.
    pub fn antipodes(&self) -> &[Board] {
        &self.antipodes
    }

    /// Returns the number of boards.
    pub fn states(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// Returns the mean distance.
    pub fn mean(&self) -> f64 {
        let sum: u64 = (0..).zip(&self.counts).map(|(depth, count)| depth * count).sum();
        sum as f64 / self.states() as f64
    }

    /// Returns the most frequent distance; the smallest if there are several.
    pub fn mode(&self) -> usize {
        let most = self.counts.iter().max();
        self.counts.iter().position(|count| Some(count) == most).unwrap_or_default()
    }
}
