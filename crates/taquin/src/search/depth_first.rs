//! Depth-first graph search: always go on from the newest board, never enter a board twice.
//!
//! It finds a solution, usually an absurdly long one: nothing makes it prefer short ones.

use super::limits::Limits;
use super::nodes::{Nodes, Visit};
use super::observer::{Event, Fate, Observer};
use super::outcome::{Ending, Outcome};
use super::root::Root;
use super::trail::Trail;
use crate::grid::Grid;

/// Follows one path until it ends, then tries the last turn not yet taken.
pub fn depth_first<G: Grid>(root: &Root<G>, limits: &Limits, observer: &mut dyn Observer) -> Outcome {
    Outcome::of(root.geometry.cells(), limits, observer, |monitor| {
        let mut visited = Nodes::graph(root.geometry.cells(), monitor)?;
        let _ = visited.insert(&root.start, Visit::ROOT, 0, monitor)?;
        let mut trail = Trail::new(root, ());
        if root.start == root.goal {
            return Ok(Ending::Solved(trail.moves()));
        }
        let mut entered = true;
        loop {
            let depth = trail.depth();
            if entered {
                trail.enter(root, 0, monitor)?;
            }
            entered = false;
            let Some(slide) = trail.next_slide() else {
                monitor.trace(|| Event::Backtrack);
                if trail.backtrack() {
                    continue;
                }
                return Ok(Ending::Exhausted);
            };
            monitor.stats.generated += 1;
            trail.descend(slide, (), monitor)?;
            let visit = Visit::new(depth + 1, slide.direction);
            let fate = match visited.insert(trail.grid(), visit, 0, monitor)? {
                Ok(_) if *trail.grid() == root.goal => Fate::Goal,
                Ok(_) => Fate::Kept,
                Err(_) => Fate::Closed,
            };
            monitor.trace(|| Event::Child { direction: slide.direction, g: depth + 1, h: None, fate });
            match fate {
                Fate::Goal => return Ok(Ending::Solved(trail.moves())),
                Fate::Kept => entered = true,
                _ => _ = trail.backtrack(),
            }
        }
    })
}
