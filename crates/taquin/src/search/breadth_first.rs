//! Breadth-first search, which on this puzzle is uniform-cost search: every move costs one.
//!
//! Nodes are stored in the order they were generated, so the open list is an index into them.

use super::nodes::{Insertion, NodeId, NodeRecord, Nodes};
use super::outcome::SearchOutcome;
use super::policy::GoalTest;
use super::root::{Root, slide_through};
use crate::control::Control;
use crate::grid::Grid;
use crate::trace::{ChildStatus, TraceEvent};

/// Runs breadth-first search. Finds an optimal solution.
pub fn breadth_first<G: Grid>(root: &Root<G>, goal_test: GoalTest, control: &Control) -> SearchOutcome {
    let is_goal = |grid: &G, now: GoalTest| goal_test == now && *grid == root.goal;
    SearchOutcome::of(root.geometry.cells(), control, |monitor| {
        if root.start == root.goal {
            return Ok(Some(Default::default()));
        }
        let mut nodes = Nodes::graph(root.geometry.cells(), monitor)?;
        let mut grid = root.start.clone();
        nodes.insert(&grid, NodeRecord::ROOT, 0, monitor)?;
        let mut next: NodeId = 0;
        while (next as usize) < nodes.len() {
            let record = nodes.record(next);
            let g = record.depth();
            monitor.queue(nodes.len() - next as usize);
            nodes.restore(next, &mut grid);
            // If boards are tested only when expanded, the goal may be among those of this depth.
            monitor.raise_lower_bound(g + u32::from(goal_test == GoalTest::Generated));
            if is_goal(&grid, GoalTest::Selected) {
                return Ok(Some(nodes.moves_to(next, root.geometry, grid)));
            }
            monitor.expand(g)?;
            monitor.trace(|| TraceEvent::Expand {
                board: root.board(&grid),
                g,
                h: 0,
                open: nodes.len() - next as usize - 1,
                closed: next as usize + 1,
            });
            let blank = grid.blank();
            for exit in root.geometry.successors(blank, record.last()) {
                let slide = slide_through(&grid, blank, exit);
                monitor.stats.generated += 1;
                grid.slide(slide);
                let inserted = nodes.insert(&grid, NodeRecord::new(g + 1, slide.direction), next, monitor)?;
                let status = match inserted {
                    Insertion::New(_) if is_goal(&grid, GoalTest::Generated) => ChildStatus::Goal,
                    Insertion::New(_) => ChildStatus::Kept,
                    Insertion::Known(known) if known <= next => ChildStatus::Closed,
                    Insertion::Known(_) => ChildStatus::NotBetter,
                };
                let direction = slide.direction;
                monitor.trace(|| TraceEvent::Child { direction, g: g + 1, h: None, status });
                if let (Insertion::New(node), ChildStatus::Goal) = (inserted, status) {
                    return Ok(Some(nodes.moves_to(node, root.geometry, grid)));
                }
                grid.slide(slide.back());
            }
            next += 1;
        }
        Ok(None)
    })
}
