//! The best lower bound that can be had without searching, for every size.
//!
//! Manhattan distance with linear conflict takes time in proportion to the cells; walking distance is added where its
//! tables are small. In pushes, the steps along rows and columns count. A search with patterns proves more, where there is time for one.
//!
//! The bound is raised by one if its parity differs from that of Manhattan distance, because all solutions of a board
//! have the same parity.

use crate::board::Board;
use crate::cell::Cell;
use crate::goal::Goal;
use crate::heuristic::{Heuristic, HeuristicKind, HeuristicTables, Max, WalkingDistance};
use crate::metric::Metric;
use crate::proof::lowest;
use crate::size::Size;

/// Walking distance is left out if its tables take more bytes: nobody waits so long for a first answer.
pub(super) const WALKING_BYTES: u64 = 8_000_000;

/// No solution is shorter than this in the metric. Start and goal must be of one size; whether one leads to the other does
/// not matter.
///
/// ```
/// use taquin::solver::lower_bound;
/// use taquin::{Board, Goal, Metric};
/// let start = Board::from_rows(&[[2, 1, 3], [4, 5, 6], [8, 7, 0]])?;
/// let goal = Goal::rows(start.size());
/// assert_eq!(start.manhattan(&goal), 4);
/// assert!(lower_bound(&start, &goal, Metric::Single) >= 8);
/// # Ok::<(), taquin::BoardError>(())
/// ```
pub fn lower_bound(start: &Board, goal: &Goal, metric: Metric) -> u32 {
    lower_bound_with(&HeuristicTables::default(), start, goal, metric, WALKING_BYTES)
}

/// The same with tables that are kept, of no more than `most_bytes`.
pub(super) fn lower_bound_with(
    tables: &HeuristicTables,
    start: &Board,
    goal: &Goal,
    metric: Metric,
    most_bytes: u64,
) -> u32 {
    let lowest = lowest(metric, start, goal);
    match metric {
        Metric::Single => {
            let found =
                Max::with_tables(kinds(goal.size(), most_bytes), goal, tables).evaluate(start).max(lowest);
            // Every solution is even or every solution is odd, as Manhattan distance is.
            found + (found - lowest) % 2
        }
        Metric::Multi => pushes(start, goal).max(lowest),
    }
}

fn kinds(size: Size, most_bytes: u64) -> &'static [HeuristicKind] {
    let fits = WalkingDistance::building_bytes(size) <= most_bytes.min(WALKING_BYTES);
    let has_walking = WalkingDistance::has_table(size) && fits;
    let both = &[HeuristicKind::LinearConflict, HeuristicKind::WalkingDistance];
    if has_walking { both } else { &both[..1] }
}

/// Pushes along rows and along columns take turns, and one brings no more tiles a step nearer than a line has.
fn pushes(start: &Board, goal: &Goal) -> u32 {
    let size = start.size();
    let (mut vertical, mut horizontal) = (0, 0);
    for (index, &tile) in start.tiles().iter().enumerate().filter(|(_, tile)| !tile.is_blank()) {
        let (cell, home) = (Cell::new(index), goal.home(tile));
        vertical += size.row(cell).abs_diff(size.row(home));
        horizontal += size.col(cell).abs_diff(size.col(home));
    }
    let vertical = vertical.div_ceil((size.rows() - 1).max(1));
    let horizontal = horizontal.div_ceil((size.cols() - 1).max(1));
    // Where both need as many, the last of one follows the last of the other.
    let both = if vertical == horizontal { 2 * vertical } else { 2 * vertical.max(horizontal) - 1 };
    both as u32
}
