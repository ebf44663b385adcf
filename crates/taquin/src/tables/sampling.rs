//! Random boards at a distance, uniformly distributed, for sizes whose boards can be enumerated.
//!
//! The [generator](Scrambler::GENERATOR) defines which boards a seed gives: all boards in the range are numbered, by
//! distance and at each distance by their index in the table, and one number below their count is drawn for each board.

use super::depth_histogram::DepthHistogram;
use super::enumeration::{Enumeration, NoTable, boards_at};
use crate::board::Board;
use crate::control::Control;
use crate::goal::Goal;
use crate::metric::Metric;
use crate::scramble::Scrambler;
use crate::space::{PuzzleSpace, Workers};
use std::fmt;
use std::ops::RangeInclusive;

/// Draws `count` boards whose distance from a goal is in a range, independently and uniformly.
///
/// A range of several distances is enumerated twice: once to count the boards, once to pick them.
///
/// ```
/// use taquin::scramble::Scrambler;
/// use taquin::{Goal, Metric, Size, Workers, tables::boards_between};
/// use taquin::control::Control;
/// let goal = Goal::rows(Size::square(3)?);
/// let mut scrambler = Scrambler::seeded(1);
/// let boards =
///     boards_between(&mut scrambler, &goal, Metric::Single, 31..=31, 5, Workers::ONE, &Control::new());
/// let hardest = ["8 6 7/2 5 4/3 0 1", "6 4 7/8 5 0/3 2 1"].map(|text| taquin::notation::read(text).unwrap());
/// assert!(boards.unwrap().iter().all(|board| hardest.contains(board)));
/// # Ok::<(), taquin::SizeError>(())
/// ```
///
/// # Errors
/// If the size has no table, no board is at such a distance, or the control stops it.
pub fn boards_between(
    scrambler: &mut Scrambler,
    goal: &Goal,
    metric: Metric,
    depths: RangeInclusive<u32>,
    count: usize,
    workers: Workers,
    control: &Control,
) -> Result<Vec<Board>, DepthError> {
    let (first, last) = (*depths.start() as usize, *depths.end() as usize);
    if goal.size().is_line() {
        let distances = DepthHistogram::line_distances(goal, metric);
        let diameter = distances.iter().map(|&(_, distance)| distance).max().unwrap_or_default();
        let within: Vec<&Board> = distances
            .iter()
            .filter_map(|(board, distance)| (first..=last).contains(distance).then_some(board))
            .collect();
        if within.is_empty() {
            return Err(DepthError::TooFar { depth: first, diameter, metric });
        }
        return Ok((0..count).map(|_| within[scrambler.below(within.len())].clone()).collect());
    }
    if !PuzzleSpace::exists(goal.size()) {
        return Err(NoTable::Size(goal.size()).into());
    }
    let control = &control.started();
    let mut enumeration = Enumeration::new(goal, metric, control);
    while enumeration.counts().len() <= last && enumeration.advance(workers).map_err(NoTable::from)? {}
    let counts = enumeration.counts().to_vec();
    let window = counts.get(first..).filter(|window| !window.is_empty());
    let window = window.ok_or(DepthError::TooFar { depth: first, diameter: counts.len() - 1, metric })?;
    let total: u64 = window.iter().sum();
    let mut draw = || {
        let mut number = scrambler.below(total as usize) as u64;
        for (depth, &count) in (first as u32..).zip(window) {
            if number < count {
                return (depth, number);
            }
            number -= count;
        }
        unreachable!("the number is below the sum of the counts")
    };
    let wanted: Vec<(u32, u64)> = (0..count).map(|_| draw()).collect();
    if let [_] = window {
        // The enumeration is at the only layer of the range.
        let mut order: Vec<usize> = (0..count).collect();
        order.sort_by_key(|&index| wanted[index]);
        let found = enumeration.pick(order.iter().map(|&index| wanted[index].1));
        let mut boards: Vec<(usize, Board)> = order.into_iter().zip(found).collect();
        boards.sort_unstable_by_key(|&(index, _)| index);
        return Ok(boards.into_iter().map(|(_, board)| board).collect());
    }
    drop(enumeration);
    Ok(boards_at(goal, metric, &wanted, workers, control)?.into_iter().flatten().collect())
}

/// Why no board at a distance could be drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum DepthError {
    /// No board is at the distance.
    TooFar {
        /// The requested distance.
        depth: usize,
        /// The largest distance.
        diameter: usize,
        /// The metric.
        metric: Metric,
    },
    /// The boards could not be enumerated.
    NoTable(NoTable),
}

impl From<NoTable> for DepthError {
    fn from(why: NoTable) -> DepthError {
        DepthError::NoTable(why)
    }
}

impl fmt::Display for DepthError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DepthError::TooFar { depth, diameter, metric } => write!(
                f,
                "no board is {} from this goal: the farthest are {}",
                metric.counted(*depth as u64),
                metric.counted(*diameter as u64)
            ),
            DepthError::NoTable(why) => why.fmt(f),
        }
    }
}

impl std::error::Error for DepthError {}
