//! IDA*: depth-first search within a bound on f, again and again with the next larger one.
//!
//! Keeps nothing but the present path. The counts are those of Korf's paper of 1985: `generated` counts every node
//! that was made, the root of every iteration included; a node beyond the bound is made, but not expanded.

use super::limits::{Limits, StopReason};
use super::monitor::Monitor;
use super::observer::{Event, Fate, Observer};
use super::outcome::{Ending, Outcome};
use super::root::Root;
use super::trail::Trail;
use crate::grid::Grid;
use crate::heuristic::Heuristic;

/// Iterative deepening on f. Finds a shortest solution if the heuristic is admissible. On a start that cannot
/// reach the goal it goes on until a limit stops it, except where all paths end (single rows and columns).
pub fn ida_star<G: Grid, H: Heuristic>(
    root: &Root<G>,
    heuristic: &H,
    limits: &Limits,
    observer: &mut dyn Observer,
) -> Outcome {
    Outcome::of(root.geometry.cells(), limits, observer, |monitor| {
        let acc = heuristic.start(&root.start);
        let mut trail = Trail::new(root, acc);
        let mut bound = heuristic.value(acc);
        loop {
            monitor.raise_lower_bound(bound);
            monitor.trace(|_| Event::Iteration { bound });
            monitor.stats.generated += 1;
            match deepen(root, heuristic, &mut trail, bound, monitor)? {
                Deepened::Goal => return Ok(Ending::Solved(trail.moves())),
                Deepened::NextBound(next) => bound = next,
                Deepened::Nothing => return Ok(Ending::Exhausted),
            }
            trail = Trail::new(root, acc);
        }
    })
}

enum Deepened {
    /// The goal is at the end of the trail.
    Goal,
    /// The smallest f beyond the bound.
    NextBound(u32),
    /// Nothing lies beyond the bound.
    Nothing,
}

/// One iteration.
fn deepen<G: Grid, H: Heuristic>(
    root: &Root<G>,
    heuristic: &H,
    trail: &mut Trail<G, H::Acc>,
    bound: u32,
    monitor: &mut Monitor,
) -> Result<Deepened, StopReason> {
    let mut next_bound = u32::MAX;
    enter(root, heuristic, trail, monitor)?;
    if *trail.grid() == root.goal {
        return Ok(Deepened::Goal);
    }
    loop {
        let Some(slide) = trail.next_slide() else {
            monitor.trace(|_| Event::Backtrack);
            if trail.backtrack() {
                continue;
            }
            return Ok(if next_bound == u32::MAX {
                Deepened::Nothing
            } else {
                Deepened::NextBound(next_bound)
            });
        };
        let acc = heuristic.step(trail.grid(), trail.acc(), slide);
        let (g, h) = (trail.depth() + 1, heuristic.value(acc));
        let fate = if g + h > bound { Fate::OverBound } else { Fate::Kept };
        monitor.stats.generated += 1;
        monitor.trace(|_| Event::Child { direction: slide.direction, g, h: Some(h), fate });
        if fate == Fate::OverBound {
            next_bound = next_bound.min(g + h);
            continue;
        }
        trail.descend(slide, acc, monitor)?;
        if *trail.grid() == root.goal {
            return Ok(Deepened::Goal);
        }
        enter(root, heuristic, trail, monitor)?;
    }
}

/// Counts the node at the end of the trail as expanded.
#[inline]
fn enter<G: Grid, H: Heuristic>(
    root: &Root<G>,
    heuristic: &H,
    trail: &Trail<G, H::Acc>,
    monitor: &mut Monitor,
) -> Result<(), StopReason> {
    let g = trail.depth();
    monitor.expand(g)?;
    monitor.queue(g as usize + 1);
    monitor.trace(|stats| Event::Expand {
        board: root.board(trail.grid()),
        g,
        h: heuristic.value(trail.acc()),
        open: g as usize,
        closed: stats.expanded as usize,
    });
    Ok(())
}
