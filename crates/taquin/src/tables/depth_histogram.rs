//! The number of boards at each distance from a goal, and the farthest boards.

#[cfg(feature = "disk")]
use super::checkpoint::{Checkpoint, ResumeError};
use super::enumeration::{Enumeration, NoTable};
use super::goal_mapping::canonical_symmetry;
use super::perfect::PerfectKey;
use crate::board::Board;
use crate::control::Control;
use crate::goal::Goal;
use crate::metric::Metric;
use crate::size::Size;
#[cfg(feature = "disk")]
use crate::space::LayerCounter;
use crate::space::{FrontierSearch, Workers};
#[cfg(feature = "disk")]
use std::path::Path;

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
    by_blank: Vec<Vec<u64>>,
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
        DepthHistogram::check(goal.size(), metric)?;
        let control = &control.started();
        let mut enumeration = Enumeration::new(goal, metric, control);
        while enumeration.advance(workers)? {}
        Ok(DepthHistogram::of(&enumeration, most_antipodes))
    }

    /// Counts all boards in single moves, and keeps the last two layers in a folder. If the folder has layers of an earlier
    /// run, the count continues from there.
    ///
    /// # Errors
    /// If there are too many boards, the control stops it, or the folder has other files of this kind, is in use or
    /// cannot be read or written.
    #[cfg(feature = "disk")]
    pub fn resume(
        goal: &Goal,
        most_antipodes: usize,
        folder: &Path,
        workers: Workers,
        control: &Control,
    ) -> Result<DepthHistogram, ResumeError> {
        if goal.size().is_line() {
            return Ok(DepthHistogram::of_line(goal, Metric::Single, most_antipodes));
        }
        DepthHistogram::check(goal.size(), Metric::Single)?;
        let control = &control.started();
        let symmetry = canonical_symmetry(goal);
        let (size, blank) = (symmetry.size(), symmetry.blank() as u8);
        let checkpoint = Checkpoint::open(folder, size, blank)?;
        let mut counter = LayerCounter::new(control);
        let search = match checkpoint.load(&mut counter)? {
            Some(search) => search,
            None => {
                let search = FrontierSearch::new(size, blank);
                checkpoint.save(&search, &|| counter.check())?;
                search
            }
        };
        let mut enumeration = Enumeration::resumed(goal, search, counter);
        while enumeration.advance(workers).map_err(NoTable::from)? {
            if let Some(search) = enumeration.search() {
                checkpoint.save(search, &|| enumeration.check())?;
            }
        }
        Ok(DepthHistogram::of(&enumeration, most_antipodes))
    }

    /// Returns the memory that counting needs in bytes; `None` if it needs hardly any or the size is too large.
    pub fn needed_bytes(goal: &Goal, metric: Metric, workers: Workers) -> Option<u64> {
        match metric {
            Metric::Single => FrontierSearch::exists(goal.size())
                .then(|| FrontierSearch::bytes(canonical_symmetry(goal).size(), workers)),
            Metric::Multi => PerfectKey::of(goal, metric).map(PerfectKey::building_bytes),
        }
    }

    fn check(size: Size, metric: Metric) -> Result<(), NoTable> {
        match (Enumeration::exists(size, metric), Enumeration::exists(size, Metric::Single)) {
            (true, _) => Ok(()),
            (false, true) => Err(NoTable::Pushes(size)),
            (false, false) => Err(NoTable::Size(size)),
        }
    }

    /// Returns the result of a finished enumeration.
    fn of(enumeration: &Enumeration, most_antipodes: usize) -> DepthHistogram {
        let mut antipodes = enumeration.pick(0..most_antipodes as u64);
        antipodes.sort_unstable();
        DepthHistogram {
            counts: enumeration.counts().to_vec(),
            by_blank: enumeration.counts_by_blank(),
            antipodes,
        }
    }

    fn of_line(goal: &Goal, metric: Metric, most_antipodes: usize) -> DepthHistogram {
        let boards = DepthHistogram::line_distances(goal, metric);
        let diameter = boards.iter().map(|&(_, distance)| distance).max().unwrap_or_default();
        let mut by_blank = vec![vec![0; goal.size().cells()]; diameter + 1];
        boards.iter().for_each(|(board, distance)| by_blank[*distance][board.blank().index()] += 1);
        let counts = by_blank.iter().map(|counts| counts.iter().sum()).collect();
        let farthest = boards.into_iter().filter(|&(_, distance)| distance == diameter);
        let mut antipodes: Vec<Board> = farthest.map(|(board, _)| board).take(most_antipodes).collect();
        antipodes.sort_unstable();
        DepthHistogram { counts, by_blank, antipodes }
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

    /// Returns the number of boards at each distance by the cell of their blank, row by row.
    ///
    /// ```
    /// use taquin::tables::DepthHistogram;
    /// use taquin::{Goal, Metric, Size, Workers};
    /// use taquin::control::Control;
    /// let goal = Goal::rows(Size::new(2, 2)?);
    /// let histogram = DepthHistogram::count(&goal, Metric::Single, 0, Workers::ONE, &Control::new()).unwrap();
    /// assert_eq!(histogram.counts_by_blank()[..2], [[0, 0, 0, 1], [0, 1, 1, 0]]);
    /// # Ok::<(), taquin::SizeError>(())
    /// ```
    pub fn counts_by_blank(&self) -> &[Vec<u64>] {
        &self.by_blank
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
