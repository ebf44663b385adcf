//! Bidirectional breadth-first search: from the start and from the goal, layer by layer, until the two meet.
//!
//! The side with the smaller outermost layer is expanded next. Until the two sides meet, the distance is larger than
//! the sum of their depths; so the first board that both sides have generated lies on an optimal solution.

use super::monitor::Monitor;
use super::nodes::{Insertion, NodeId, NodeRecord, Nodes};
use super::outcome::SearchOutcome;
use super::root::{Root, slide_through};
use crate::control::{Control, StopReason};
use crate::grid::Grid;
use crate::moves::Moves;
use crate::trace::{ChildStatus, TraceEvent};
use std::ops::Range;

/// One search direction: its nodes, of which the last layer is still open.
struct Side<G> {
    nodes: Nodes<G>,
    layer: Range<NodeId>,
    depth: u32,
}

impl<G: Grid> Side<G> {
    fn new(start: &G, cells: usize, monitor: &mut Monitor) -> Result<Side<G>, StopReason> {
        let mut nodes = Nodes::graph(cells, monitor)?;
        nodes.insert(start, NodeRecord::ROOT, 0, monitor)?;
        Ok(Side { nodes, layer: 0..1, depth: 0 })
    }

    /// Expands the outermost layer. Returns the two nodes of a board that the other side has generated, if there is
    /// one.
    fn advance(
        &mut self,
        other: &Side<G>,
        root: &Root<G>,
        monitor: &mut Monitor,
    ) -> Result<Option<(NodeId, NodeId)>, StopReason> {
        let mut grid = root.start.clone();
        for node in self.layer.clone() {
            let record = self.nodes.record(node);
            monitor.expand(self.depth)?;
            monitor.queue((self.nodes.len() - node as usize) + other.layer.len());
            self.nodes.restore(node, &mut grid);
            let closed = monitor.stats.expanded as usize;
            monitor.trace(|| TraceEvent::Expand {
                board: root.board(&grid),
                g: self.depth,
                h: 0,
                open: self.nodes.len() - node as usize - 1 + other.layer.len(),
                closed,
            });
            let blank = grid.blank();
            for exit in root.geometry.successors(blank, record.last()) {
                let slide = slide_through(&grid, blank, exit);
                let direction = slide.direction;
                monitor.stats.generated += 1;
                grid.slide(slide);
                let child =
                    self.nodes.insert(&grid, NodeRecord::new(self.depth + 1, direction), node, monitor)?;
                let (meeting, status) = match child {
                    Insertion::New(own) => match other.nodes.find(&grid) {
                        Some(met) => (Some((own, met)), ChildStatus::Meeting),
                        None => (None, ChildStatus::Kept),
                    },
                    Insertion::Known(known) if known <= node => (None, ChildStatus::Closed),
                    Insertion::Known(_) => (None, ChildStatus::NotBetter),
                };
                monitor.trace(|| TraceEvent::Child { direction, g: self.depth + 1, h: None, status });
                if meeting.is_some() {
                    return Ok(meeting);
                }
                grid.slide(slide.back());
            }
        }
        self.layer = self.layer.end..self.nodes.len() as NodeId;
        self.depth += 1;
        Ok(None)
    }
}

/// Runs breadth-first search from both ends. Finds an optimal solution.
pub fn bidirectional<G: Grid>(root: &Root<G>, control: &Control) -> SearchOutcome {
    let cells = root.geometry.cells();
    SearchOutcome::of(cells, control, |monitor| {
        if root.start == root.goal {
            return Ok(Some(Moves::new()));
        }
        let mut forward = Side::new(&root.start, cells, monitor)?;
        let mut backward = Side::new(&root.goal, cells, monitor)?;
        monitor.stats.generated += 1;
        while !forward.layer.is_empty() && !backward.layer.is_empty() {
            monitor.raise_lower_bound(forward.depth + backward.depth + 1);
            let meeting = if forward.layer.len() <= backward.layer.len() {
                forward.advance(&backward, root, monitor)?
            } else {
                let meeting = backward.advance(&forward, root, monitor)?;
                meeting.map(|(back, ahead)| (ahead, back))
            };
            if let Some((ahead, back)) = meeting {
                let to_meeting = forward.nodes.moves_to(ahead, root.geometry, root.start.clone());
                let from_goal = backward.nodes.moves_to(back, root.geometry, root.start.clone());
                return Ok(Some(to_meeting.then(&from_goal.inverse())));
            }
        }
        Ok(None)
    })
}
