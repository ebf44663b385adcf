//! A rectangle of a board as a task of its own, when nothing around it moves any more.

use crate::board::Board;
use crate::goal::Goal;
use crate::size::Size;
use crate::task::Task;

/// The task within some cells, row by row, that hold what belongs there: the tiles are called by the order of their
/// homes. `None` if they hold something else.
pub(super) fn block(size: Size, cells: &[usize], residents: &[u16], tiles: &[u16]) -> Option<Task> {
    let mut names = vec![None; tiles.len()];
    let mut next = 0;
    let mut goal = Vec::with_capacity(cells.len());
    for &cell in cells {
        let tile = residents[cell];
        next += u16::from(tile != 0);
        let name = if tile == 0 { 0 } else { next };
        names[usize::from(tile)] = Some(name);
        goal.push(name);
    }
    let start: Option<Vec<u16>> = cells.iter().map(|&cell| names[usize::from(tiles[cell])]).collect();
    let (start, goal) = (Board::new(size, &start?).ok()?, Board::new(size, &goal).ok()?);
    Task::new(start, Goal::from(goal)).ok()
}
