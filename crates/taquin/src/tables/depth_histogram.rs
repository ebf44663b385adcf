//! How many boards of a size there are at each distance, and which are farthest.

use super::enumeration::{Enumeration, NoTable};
use super::perfect::PerfectKey;
use super::view::{self, View};
use crate::board::Board;
use crate::control::Control;
use crate::goal::Goal;
use crate::metric::Metric;
use crate::space::{PuzzleSpace, Workers};

/// The boards of a size, counted by their distance from a goal.
///
/// ```
/// use taquin::tables::DepthHistogram;
/// use taquin::{Goal, Metric, Size, space::Workers};
/// use taquin::control::Control;
/// let goal = Goal::rows(Size::new(2, 2)?);
/// let census = DepthHistogram::count(&goal, Metric::Single, 10, Workers::ONE, &Control::new()).unwrap();
/// assert_eq!(census.counts(), [1, 2, 2, 2, 2, 2, 1]);
/// assert_eq!((census.diameter(), census.mean()), (6, 3.0));
/// assert_eq!(census.antipodes()[0].to_string(), " 0  3 \n 2  1 ");
/// # Ok::<(), taquin::SizeError>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct DepthHistogram {
    counts: Vec<u64>,
    antipodes: Vec<Board>,
}

impl DepthHistogram {
    /// Counts all boards from which a goal can be reached. At most `most_antipodes` of the farthest
    /// boards are kept.
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
        let view = View::new(goal, &view::frame(goal));
        let mut antipodes = enumeration.pick(&view, 0..most_antipodes as u64);
        antipodes.sort_unstable();
        Ok(DepthHistogram { counts: enumeration.counts().to_vec(), antipodes })
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

    /// All boards of a single row or column with their distances. No tile passes another there, so a board is known by
    /// the blank's place.
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

    /// How many boards there are at each distance.
    pub fn counts(&self) -> &[u64] {
        &self.counts
    }

    /// The largest distance.
    pub fn diameter(&self) -> usize {
        self.counts.len() - 1
    }

    /// Boards at the largest distance, ascending: all of them unless there are more than were to be kept.
    pub fn antipodes(&self) -> &[Board] {
        &self.antipodes
    }

    /// How many boards there are.
    pub fn states(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// The mean distance.
    pub fn mean(&self) -> f64 {
        let sum: u64 = (0..).zip(&self.counts).map(|(depth, count)| depth * count).sum();
        sum as f64 / self.states() as f64
    }

    /// The distance of most boards; the smallest if there are several.
    pub fn mode(&self) -> usize {
        let most = self.counts.iter().max();
        self.counts.iter().position(|count| Some(count) == most).unwrap_or_default()
    }
}
