//! A rectangle of a board as a task of its own, once nothing around it moves any more.

use crate::board::Board;
use crate::goal::Goal;
use crate::size::Size;
use crate::task::Task;

/// Returns the task within a rectangle of cells, given row by row. Tiles are renumbered in the order of their homes.
/// `None` if a tile in the rectangle belongs outside.
pub(super) fn subtask(size: Size, cells: &[usize], goal_tiles: &[u16], tiles: &[u16]) -> Option<Task> {
    let mut numbers = vec![None; tiles.len()];
    let mut next = 0;
    let mut goal = Vec::with_capacity(cells.len());
    for &cell in cells {
        let tile = goal_tiles[cell];
        next += u16::from(tile != 0);
        let number = if tile == 0 { 0 } else { next };
        numbers[usize::from(tile)] = Some(number);
        goal.push(number);
    }
    let start: Option<Vec<u16>> = cells.iter().map(|&cell| numbers[usize::from(tiles[cell])]).collect();
    let (start, goal) = (Board::new(size, &start?).ok()?, Board::new(size, &goal).ok()?);
    Task::new(start, Goal::from(goal)).ok()
}
