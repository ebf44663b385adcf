//! The number of optimal solutions, without listing them.
//!
//! A sorted layer holds the boards at one distance from the start that may still lie on an optimal path, each with the
//! number of optimal paths to it; the numbers of the next layer are sums of these. Where many paths cross, this takes
//! far fewer nodes than listing, at the cost of storing the largest layer.
//!
//! Invariant: no board of a layer is in an earlier one. The board before the last move is in the previous layer; it is
//! generated again only by undoing a move that led to this board, and those moves are stored with it.

use super::monitor::Monitor;
use super::outcome::SearchOutcome;
use super::root::{Root, slide_through};
use crate::control::Control;
use crate::grid::Grid;
use crate::heuristic::Heuristic;
use crate::trace::{ChildStatus, TraceEvent};

/// A board of a layer and the paths to it.
struct LayerBoard<G, A> {
    grid: G,
    acc: A,
    /// The number of optimal paths to it.
    paths: u64,
    /// The moves that undo the last move of one of these paths, one bit per direction.
    undoing: u8,
}

/// Counts the solutions of `length` moves; [`u64::MAX`] stands for that many or more. `length` must be the optimal
/// length.
///
/// The number is 0 if the outcome is stopped.
pub fn count_shortest<G: Grid, H: Heuristic>(
    root: &Root<G>,
    heuristic: &H,
    length: u32,
    control: &Control,
) -> (SearchOutcome, u64) {
    let mut count = 0;
    let outcome = SearchOutcome::of(root.geometry.cells(), control, |monitor| {
        monitor.raise_lower_bound(length);
        let heap_bytes = root.start.heap_bytes();
        let mut layer = Vec::new();
        monitor.make_room(&mut layer, 1)?;
        monitor.keep(heap_bytes)?;
        let (grid, acc) = (root.start.clone(), heuristic.start(&root.start));
        layer.push(LayerBoard { grid, acc, paths: 1, undoing: 0 });
        for g in 0..length {
            let mut next = Vec::new();
            for (closed, entry) in layer.iter().enumerate() {
                monitor.expand(g)?;
                monitor.queue(layer.len() + next.len());
                let (h, open) = (heuristic.value(entry.acc), layer.len() + next.len() - closed - 1);
                monitor.trace(|| TraceEvent::Expand { board: root.board(&entry.grid), g, h, open, closed });
                let blank = entry.grid.blank();
                for exit in root.geometry.successors(blank, None) {
                    let direction = exit.direction;
                    if entry.undoing & bit(direction as u8) != 0 {
                        continue;
                    }
                    let slide = slide_through(&entry.grid, blank, exit);
                    let acc = heuristic.step(&entry.grid, entry.acc, slide);
                    let (g, h) = (g + 1, heuristic.value(acc));
                    monitor.stats.generated += 1;
                    let status = if g + h <= length { ChildStatus::Kept } else { ChildStatus::OverBound };
                    monitor.trace(|| TraceEvent::Child { direction, g, h: Some(h), status });
                    if status == ChildStatus::Kept {
                        monitor.make_room(&mut next, 1)?;
                        monitor.keep(heap_bytes)?;
                        let mut grid = entry.grid.clone();
                        grid.slide(slide);
                        let (paths, undoing) = (entry.paths, bit(direction.opposite() as u8));
                        next.push(LayerBoard { grid, acc, paths, undoing });
                    }
                }
            }
            merge(&mut next, heap_bytes, monitor);
            let done = std::mem::replace(&mut layer, next);
            monitor.release((done.capacity() * size_of::<LayerBoard<G, H::Acc>>()) as u64);
            monitor.release(done.len() as u64 * heap_bytes);
        }
        count = layer.iter().find(|entry| entry.grid == root.goal).map_or(0, |entry| entry.paths);
        Ok(None)
    });
    (outcome, count)
}

fn bit(direction: u8) -> u8 {
    1 << direction
}

/// Merges the entries of equal boards.
fn merge<G: Grid, A>(layer: &mut Vec<LayerBoard<G, A>>, heap_bytes: u64, monitor: &mut Monitor) {
    let before = layer.len();
    layer.sort_unstable_by(|a, b| a.grid.cmp(&b.grid));
    layer.dedup_by(|other, kept| {
        let same = other.grid == kept.grid;
        if same {
            kept.paths = kept.paths.saturating_add(other.paths);
            kept.undoing |= other.undoing;
        }
        same
    });
    monitor.release((before - layer.len()) as u64 * heap_bytes);
}
