//! The best lower bound without a search, for every size.
//!
//! Manhattan distance with linear conflict takes time linear in the number of cells; walking distance is added where
//! its tables are small. In pushes, the steps along rows and columns are counted. A search with pattern databases
//! proves a larger bound.
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

/// Walking distance is skipped if its tables take more bytes: they would delay the first solution.
pub(super) const WALKING_BYTES: u64 = 8_000_000;

/// Returns a lower bound on the length of every solution in the metric. Start and goal must have the same size; the
/// start need not be solvable.
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

/// Returns [`lower_bound`] with cached tables, of no more than `most_bytes`.
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
            // All solutions have the parity of the Manhattan distance.
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

/// Returns a lower bound in pushes: row and column pushes alternate, and a push brings at most as many tiles one step
/// nearer as a line has.
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
    // If both axes need as many pushes, the last of one follows the last of the other.
    let both = if vertical == horizontal { 2 * vertical } else { 2 * vertical.max(horizontal) - 1 };
    both as u32
}
