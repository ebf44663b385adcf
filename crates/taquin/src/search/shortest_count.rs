//! How many shortest solutions there are, without listing them.
//!
//! All boards that are so many moves from the start and may still arrive in time are kept in a sorted layer, each with
//! the number of shortest ways to it; the next layer's numbers are their sums. Where many ways cross, this takes far
//! fewer nodes than listing, for the memory of the largest layer.
//!
//! Invariant: no board of a layer is in an earlier one. The board before the last move is in the layer before; it is
//! met again only by taking back a move by which this board was reached, and those are noted with it.

use super::monitor::Monitor;
use super::outcome::SearchOutcome;
use super::root::{Root, slide_through};
use crate::control::Control;
use crate::grid::Grid;
use crate::heuristic::Heuristic;
use crate::trace::{ChildStatus, TraceEvent};

/// A board and what is known of the ways to it.
struct Arrival<G, A> {
    grid: G,
    acc: A,
    /// How many shortest ways lead to it.
    ways: u64,
    /// The moves that would take the last move of one of them back, one bit a direction.
    back: u8,
}

/// Counts the solutions of `length` moves; [`u64::MAX`] stands for that many or more. It must be known that no
/// solution is shorter.
///
/// The ending is [`None`] when all were counted; otherwise the number is 0.
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
        layer.push(Arrival { grid, acc, ways: 1, back: 0 });
        for g in 0..length {
            let mut next = Vec::new();
            for (closed, arrival) in layer.iter().enumerate() {
                monitor.expand(g)?;
                monitor.queue(layer.len() + next.len());
                let (h, open) = (heuristic.value(arrival.acc), layer.len() + next.len() - closed - 1);
                monitor.trace(|| TraceEvent::Expand { board: root.board(&arrival.grid), g, h, open, closed });
                let blank = arrival.grid.blank();
                for exit in root.geometry.successors(blank, None) {
                    let direction = exit.direction;
                    if arrival.back & bit(direction as u8) != 0 {
                        continue;
                    }
                    let slide = slide_through(&arrival.grid, blank, exit);
                    let acc = heuristic.step(&arrival.grid, arrival.acc, slide);
                    let (g, h) = (g + 1, heuristic.value(acc));
                    monitor.stats.generated += 1;
                    let status = if g + h <= length { ChildStatus::Kept } else { ChildStatus::OverBound };
                    monitor.trace(|| TraceEvent::Child { direction, g, h: Some(h), status });
                    if status == ChildStatus::Kept {
                        monitor.make_room(&mut next, 1)?;
                        monitor.keep(heap_bytes)?;
                        let mut grid = arrival.grid.clone();
                        grid.slide(slide);
                        let (ways, back) = (arrival.ways, bit(direction.opposite() as u8));
                        next.push(Arrival { grid, acc, ways, back });
                    }
                }
            }
            merge(&mut next, heap_bytes, monitor);
            let done = std::mem::replace(&mut layer, next);
            monitor.release((done.capacity() * size_of::<Arrival<G, H::Acc>>()) as u64);
            monitor.release(done.len() as u64 * heap_bytes);
        }
        count = layer.iter().find(|arrival| arrival.grid == root.goal).map_or(0, |arrival| arrival.ways);
        Ok(None)
    });
    (outcome, count)
}

fn bit(direction: u8) -> u8 {
    1 << direction
}

/// Makes one of all arrivals at the same board.
fn merge<G: Grid, A>(layer: &mut Vec<Arrival<G, A>>, heap_bytes: u64, monitor: &mut Monitor) {
    let before = layer.len();
    layer.sort_unstable_by(|a, b| a.grid.cmp(&b.grid));
    layer.dedup_by(|other, kept| {
        let same = other.grid == kept.grid;
        if same {
            kept.ways = kept.ways.saturating_add(other.ways);
            kept.back |= other.back;
        }
        same
    });
    monitor.release((before - layer.len()) as u64 * heap_bytes);
}
