//! Depth-first graph search: always expand the newest board, never the same board twice.
//!
//! The solution is usually very long, because nothing prefers short ones. If boards are tested when expanded, all
//! children of a board are pushed on a stack, except boards generated before.

use super::dfs_path::DfsPath;
use super::nodes::{Insertion, NodeId, NodeRecord, Nodes};
use super::outcome::SearchOutcome;
use super::policy::GoalTest;
use super::root::{Root, slide_through};
use crate::control::Control;
use crate::grid::Grid;
use crate::trace::{ChildStatus, TraceEvent};

/// Runs depth-first search.
pub fn depth_first<G: Grid>(root: &Root<G>, goal_test: GoalTest, control: &Control) -> SearchOutcome {
    match goal_test {
        GoalTest::Generated => test_generated(root, control),
        GoalTest::Selected => test_selected(root, control),
    }
}

fn test_generated<G: Grid>(root: &Root<G>, control: &Control) -> SearchOutcome {
    SearchOutcome::of(root.geometry.cells(), control, |monitor| {
        let mut visited = Nodes::graph(root.geometry.cells(), monitor)?;
        visited.insert(&root.start, NodeRecord::ROOT, 0, monitor)?;
        let mut path = DfsPath::new(root, ());
        if root.start == root.goal {
            return Ok(Some(path.moves()));
        }
        let mut entered = true;
        loop {
            let depth = path.depth();
            if entered {
                path.enter(root, 0, true, monitor)?;
            }
            entered = false;
            let Some(slide) = path.next_slide() else {
                monitor.trace(|| TraceEvent::Backtrack);
                if path.backtrack() {
                    continue;
                }
                return Ok(None);
            };
            monitor.stats.generated += 1;
            path.descend(slide, (), monitor)?;
            let record = NodeRecord::new(depth + 1, slide.direction);
            let status = match visited.insert(path.grid(), record, 0, monitor)? {
                Insertion::New(_) if *path.grid() == root.goal => ChildStatus::Goal,
                Insertion::New(_) => ChildStatus::Kept,
                Insertion::Known(_) => ChildStatus::Closed,
            };
            monitor.trace(|| TraceEvent::Child { direction: slide.direction, g: depth + 1, h: None, status });
            if status == ChildStatus::Goal {
                return Ok(Some(path.moves()));
            }
            entered = status == ChildStatus::Kept;
            if !entered {
                path.backtrack();
            }
        }
    })
}

fn test_selected<G: Grid>(root: &Root<G>, control: &Control) -> SearchOutcome {
    SearchOutcome::of(root.geometry.cells(), control, |monitor| {
        let mut nodes = Nodes::graph(root.geometry.cells(), monitor)?;
        let mut grid = root.start.clone();
        nodes.insert(&grid, NodeRecord::ROOT, 0, monitor)?;
        let mut stack: Vec<NodeId> = vec![0];
        let mut closed = 0;
        while let Some(node) = stack.pop() {
            let record = nodes.record(node);
            let g = record.depth();
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
            let first_child = stack.len();
            let blank = grid.blank();
            for exit in root.geometry.successors(blank, record.last()) {
                let slide = slide_through(&grid, blank, exit);
                monitor.stats.generated += 1;
                grid.slide(slide);
                let status =
                    match nodes.insert(&grid, NodeRecord::new(g + 1, slide.direction), node, monitor)? {
                        Insertion::New(child) => {
                            monitor.make_room(&mut stack, 1)?;
                            stack.push(child);
                            ChildStatus::Kept
                        }
                        Insertion::Known(known) if nodes.record(known).is_closed() => ChildStatus::Closed,
                        Insertion::Known(_) => ChildStatus::NotBetter,
                    };
                let direction = slide.direction;
                monitor.trace(|| TraceEvent::Child { direction, g: g + 1, h: None, status });
                grid.slide(slide.back());
            }
            // The first child is expanded next.
            stack[first_child..].reverse();
        }
        Ok(None)
    })
}
