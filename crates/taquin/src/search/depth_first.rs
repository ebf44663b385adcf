//! Depth-first graph search: always go on from the newest board, never enter a board twice.
//!
//! It finds a solution, usually an absurdly long one: nothing makes it prefer short ones. If boards are looked at only
//! when it is their turn, all children of a board are put on a stack, and whoever has been there is not put there again.

use super::nodes::{NodeId, NodeRecord, Nodes};
use super::outcome::SearchOutcome;
use super::policy::GoalTest;
use super::root::{Root, slide_through};
use super::trail::Trail;
use crate::control::Control;
use crate::grid::Grid;
use crate::trace::{ChildStatus, TraceEvent};

/// Follows one path until it ends, then tries the last turn not yet taken.
pub fn depth_first<G: Grid>(root: &Root<G>, goal_test: GoalTest, control: &Control) -> SearchOutcome {
    match goal_test {
        GoalTest::Generated => along_a_path(root, control),
        GoalTest::Selected => with_a_stack(root, control),
    }
}

fn along_a_path<G: Grid>(root: &Root<G>, control: &Control) -> SearchOutcome {
    SearchOutcome::of(root.geometry.cells(), control, |monitor| {
        let mut visited = Nodes::graph(root.geometry.cells(), monitor)?;
        let _ = visited.insert(&root.start, NodeRecord::ROOT, 0, monitor)?;
        let mut trail = Trail::new(root, ());
        if root.start == root.goal {
            return Ok(Some(trail.moves()));
        }
        let mut entered = true;
        loop {
            let depth = trail.depth();
            if entered {
                trail.enter(root, 0, monitor)?;
            }
            entered = false;
            let Some(slide) = trail.next_slide() else {
                monitor.trace(|| TraceEvent::Backtrack);
                if trail.backtrack() {
                    continue;
                }
                return Ok(None);
            };
            monitor.stats.generated += 1;
            trail.descend(slide, (), monitor)?;
            let visit = NodeRecord::new(depth + 1, slide.direction);
            let status = match visited.insert(trail.grid(), visit, 0, monitor)? {
                Ok(_) if *trail.grid() == root.goal => ChildStatus::Goal,
                Ok(_) => ChildStatus::Kept,
                Err(_) => ChildStatus::Closed,
            };
            monitor.trace(|| TraceEvent::Child { direction: slide.direction, g: depth + 1, h: None, status });
            match status {
                ChildStatus::Goal => return Ok(Some(trail.moves())),
                ChildStatus::Kept => entered = true,
                _ => _ = trail.backtrack(),
            }
        }
    })
}

fn with_a_stack<G: Grid>(root: &Root<G>, control: &Control) -> SearchOutcome {
    SearchOutcome::of(root.geometry.cells(), control, |monitor| {
        let mut nodes = Nodes::graph(root.geometry.cells(), monitor)?;
        let mut grid = root.start.clone();
        let _ = nodes.insert(&grid, NodeRecord::ROOT, 0, monitor)?;
        let mut stack: Vec<NodeId> = vec![0];
        let mut closed = 0;
        while let Some(node) = stack.pop() {
            let visit = nodes.visit(node);
            let g = visit.depth();
            nodes.restore(node, &mut grid);
            if grid == root.goal {
                return Ok(Some(nodes.moves_to(node, root.geometry, grid)));
            }
            monitor.queue(stack.len() + 1);
            monitor.expand(g)?;
            closed += 1;
            monitor.trace(|| TraceEvent::Expand {
                board: root.board(&grid),
                g,
                h: 0,
                open: stack.len(),
                closed,
            });
            nodes.close(node);
            let waiting = stack.len();
            let blank = grid.blank();
            for exit in root.geometry.successors(blank, visit.last()) {
                let slide = slide_through(&grid, blank, exit);
                monitor.stats.generated += 1;
                grid.slide(slide);
                let status =
                    match nodes.insert(&grid, NodeRecord::new(g + 1, slide.direction), node, monitor)? {
                        Ok(child) => {
                            monitor.make_room(&mut stack, 1)?;
                            stack.push(child);
                            ChildStatus::Kept
                        }
                        Err(known) if nodes.visit(known).is_closed() => ChildStatus::Closed,
                        Err(_) => ChildStatus::NotBetter,
                    };
                let direction = slide.direction;
                monitor.trace(|| TraceEvent::Child { direction, g: g + 1, h: None, status });
                grid.slide(slide.back());
            }
            // The first child is to be the next.
            stack[waiting..].reverse();
        }
        Ok(None)
    })
}
