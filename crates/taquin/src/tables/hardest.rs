//! The hardest boards of 4x4, which is too large to enumerate here.

use crate::board::Board;
use crate::cell::Cell;
use crate::goal::Goal;
use crate::goal_symmetry::GoalSymmetry;
use crate::metric::Metric;
use crate::size::Size;
use crate::tile::Tile;

/// Returns the largest distance of a 15-puzzle; the sources are in `data/statespace.txt`.
pub const fn fifteen_diameter(metric: Metric) -> u32 {
    match metric {
        Metric::Single => 80,
        Metric::Multi => 43,
    }
}

/// Returns the boards at the largest distance from a goal of 4x4 in ascending order; `None` for another size, or if the
/// blank's goal cell is not a corner: then the largest distance is known, but not the boards.
///
/// ```
/// use taquin::tables::hardest_fifteen;
/// use taquin::{Goal, Metric, Size};
/// let goal = Goal::blank_first(Size::square(4)?);
/// assert_eq!(hardest_fifteen(&goal, Metric::Single).unwrap().len(), 17);
/// # Ok::<(), taquin::SizeError>(())
/// ```
pub fn hardest_fifteen(goal: &Goal, metric: Metric) -> Option<Vec<Board>> {
    let size = goal.size();
    let listed: &[[u16; 16]] = match metric {
        Metric::Single => &SINGLE,
        Metric::Multi => &MULTI,
    };
    let symmetry = |goal: &Goal| GoalSymmetry::all(goal).swap_remove(0);
    if size.rows() != 4 || size.cols() != 4 {
        return None;
    }
    let (listed_symmetry, own_symmetry) = (symmetry(&Goal::rows(size)), symmetry(goal));
    if own_symmetry.blank() != listed_symmetry.blank() {
        return None;
    }
    let mut boards: Vec<Board> =
        listed.iter().map(|numbers| translated(size, numbers, &listed_symmetry, &own_symmetry)).collect();
    boards.sort_unstable();
    Some(boards)
}

/// Maps a board from one goal to another by their symmetries.
fn translated(size: Size, numbers: &[u16; 16], from: &GoalSymmetry, to: &GoalSymmetry) -> Board {
    let mut homes = [0; 16];
    for (cell, &number) in numbers.iter().enumerate() {
        homes[from.cell(Cell::new(cell))] = from.home(Tile::new(number));
    }
    let tile = |home: usize| (0..16).find(|&number| to.home(Tile::new(number)) == home).unwrap_or_default();
    let numbers: Vec<u16> = (0..16).map(|cell| tile(homes[to.cell(Cell::new(cell))])).collect();
    Board::new(size, &numbers).expect("a symmetry permutes the tiles")
}

/// The hardest boards from the goal 1 2 … 15 0, in single moves; the sources are in `data/hardest15.txt`.
#[rustfmt::skip]
const SINGLE: [[u16; 16]; 17] = [
    [0, 12, 9, 13, 15, 11, 10, 14, 3, 7, 2, 5, 4, 8, 6, 1],
    [0, 12, 10, 13, 15, 11, 14, 9, 3, 7, 2, 5, 4, 8, 6, 1],
    [0, 11, 9, 13, 12, 15, 10, 14, 3, 7, 6, 2, 4, 8, 5, 1],
    [0, 15, 9, 13, 11, 12, 10, 14, 3, 7, 6, 2, 4, 8, 5, 1],
    [0, 12, 9, 13, 15, 11, 10, 14, 3, 7, 6, 2, 4, 8, 5, 1],
    [0, 12, 14, 13, 15, 11, 9, 10, 3, 7, 6, 2, 4, 8, 5, 1],
    [0, 12, 10, 13, 15, 11, 14, 9, 3, 7, 6, 2, 4, 8, 5, 1],
    [0, 12, 11, 13, 15, 14, 10, 9, 3, 7, 6, 2, 4, 8, 5, 1],
    [0, 12, 10, 13, 15, 11, 9, 14, 7, 3, 6, 2, 4, 8, 5, 1],
    [0, 12, 9, 13, 15, 11, 14, 10, 3, 8, 6, 2, 4, 7, 5, 1],
    [0, 12, 9, 13, 15, 11, 10, 14, 8, 3, 6, 2, 4, 7, 5, 1],
    [0, 12, 14, 13, 15, 11, 9, 10, 8, 3, 6, 2, 4, 7, 5, 1],
    [0, 12, 9, 13, 15, 11, 10, 14, 7, 8, 6, 2, 4, 3, 5, 1],
    [0, 12, 10, 13, 15, 11, 14, 9, 7, 8, 6, 2, 4, 3, 5, 1],
    [0, 12, 9, 13, 15, 8, 10, 14, 11, 7, 6, 2, 4, 3, 5, 1],
    [0, 12, 9, 13, 15, 11, 10, 14, 3, 7, 5, 6, 4, 8, 2, 1],
    [0, 12, 9, 13, 15, 11, 10, 14, 7, 8, 5, 6, 4, 3, 2, 1],
];

/// The hardest boards in pushes; the sources are in `data/hardest15_multi.txt`.
#[rustfmt::skip]
const MULTI: [[u16; 16]; 16] = [
    [1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15, 4, 8, 12, 0],
    [0, 12, 8, 4, 15, 11, 7, 3, 14, 10, 6, 2, 13, 9, 5, 1],
    [12, 5, 9, 0, 15, 6, 10, 13, 1, 7, 11, 14, 2, 3, 4, 8],
    [15, 12, 1, 5, 2, 6, 10, 9, 3, 7, 11, 13, 0, 4, 8, 14],
    [0, 12, 8, 1, 15, 11, 7, 5, 14, 10, 6, 9, 2, 3, 4, 13],
    [0, 12, 8, 5, 15, 11, 7, 9, 14, 10, 6, 13, 1, 2, 3, 4],
    [0, 12, 5, 9, 15, 6, 10, 13, 1, 7, 11, 14, 2, 3, 4, 8],
    [0, 12, 1, 5, 15, 6, 10, 9, 2, 7, 11, 13, 3, 4, 8, 14],
    [15, 12, 7, 1, 14, 10, 0, 5, 2, 6, 11, 9, 3, 4, 8, 13],
    [12, 8, 5, 9, 15, 7, 6, 13, 10, 0, 11, 14, 1, 2, 3, 4],
    [12, 8, 9, 0, 15, 11, 7, 13, 14, 10, 6, 4, 5, 1, 2, 3],
    [15, 12, 8, 2, 14, 11, 7, 1, 3, 10, 6, 5, 0, 4, 13, 9],
    [0, 8, 5, 9, 12, 7, 6, 13, 15, 11, 10, 14, 1, 3, 2, 4],
    [0, 15, 12, 1, 14, 10, 11, 9, 2, 6, 7, 5, 3, 4, 8, 13],
    [0, 12, 8, 9, 15, 11, 7, 13, 14, 10, 6, 4, 5, 1, 2, 3],
    [0, 12, 8, 2, 15, 11, 7, 1, 14, 10, 6, 5, 3, 4, 13, 9],
];
