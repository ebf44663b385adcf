//! IDA* in pushes: several tiles of one line that move together count once.
//!
//! Two consecutive pushes along the same line are never needed: one push or none has the same effect. So row and column
//! pushes alternate, and a node has as many children as there are other cells in the blank's line. The remaining
//! distance depends on which axis is next; [`PushDistance`] estimates it for each.
//!
//! Stores only the current path, and with several threads their branches. `generated` counts every push that was tried,
//! `expanded` the nodes within the limit, as in [`ida_star`](super::ida_star).
//!
//! With walking distance alone most random 4x4 boards are out of reach; patterns of five tiles and the blank bring them
//! to a few million nodes. A perimeter around the goal was tried instead and did not pay (`results/decisions.md`).

use super::branches::{Branch, deepen_in_parallel, split_tree};
use super::deepening::{IterationMonitor, IterationResult, NodeCounts, deepen};
use super::dfs_path::trace_entry;
use super::monitor::Monitor;
use super::outcome::SearchOutcome;
use super::root::Root;
use crate::cell::Cell;
use crate::control::{Control, StopReason};
use crate::direction::Direction;
use crate::geometry::{Order, Slide};
use crate::grid::Grid;
use crate::heuristic::{Axis, PushDistance};
use crate::moves::Moves;
use crate::space::Workers;
use crate::trace::{ChildStatus, TraceEvent};
use std::collections::VecDeque;

/// Runs IDA* on the number of pushes, from a known lower bound. Finds a solution with the fewest pushes. The lower
/// bound of the outcome is a number of pushes. Successors come in the given order of directions, the shortest push
/// first.
pub fn ida_star_multi<G: Grid>(
    root: &Root<G>,
    order: Order,
    heuristic: &PushDistance,
    lower_bound: u32,
    workers: Workers,
    control: &Control,
) -> SearchOutcome {
    let pushes = Pushes::new(root, order, heuristic);
    let is_alone = workers.count() == 1 || control.is_traced();
    SearchOutcome::of(root.geometry.cells(), control, |monitor| {
        let whole = Subtree::whole(root, heuristic);
        let Subtree { first, positions, .. } = &whole;
        let least = |axis| heuristic.remaining(first.acc, positions, axis, u32::MAX);
        let is_home = root.start == root.goal;
        let bound =
            if is_home { 0 } else { least(Axis::Vertical).min(least(Axis::Horizontal)).max(lower_bound) };
        if is_alone || is_home {
            return deepen(bound..=u32::MAX, true, first, monitor, |bound, path, monitor| {
                if monitor.is_traced() {
                    pushes.iteration::<G, _, true>(root, &whole, bound, path, monitor)
                } else {
                    pushes.iteration::<G, _, false>(root, &whole, bound, path, monitor)
                }
            });
        }
        let positions_bytes = (size_of::<Branch<Subtree<G>>>() + size_of_val(&*whole.positions)) as u64;
        let branch_bytes = positions_bytes + whole.grid.heap_bytes();
        let cut = |bound: u32, monitor: &mut Monitor| {
            split_tree(whole.clone(), bound, branch_bytes, workers, monitor, |branch, children, monitor| {
                pushes.expand(root, branch, bound, children, monitor)
            })
        };
        deepen_in_parallel(workers, bound, true, monitor, cut, |subtree, bound, path, monitor| {
            path.resize(bound as usize + 1, subtree.first);
            pushes.iteration::<G, _, false>(root, subtree, bound, path, monitor)
        })
    })
}

/// The root of an iteration: a board, the cell of every tile on it, and its node.
#[derive(Clone)]
struct Subtree<G> {
    grid: G,
    positions: Box<[u16]>,
    first: Node,
}

impl<G: Grid> Subtree<G> {
    /// Returns the whole tree.
    fn whole(root: &Root<G>, heuristic: &PushDistance) -> Subtree<G> {
        let mut positions = vec![0; root.geometry.cells()].into_boxed_slice();
        for cell in 0..positions.len() {
            positions[root.start.tile(cell)] = cell as u16;
        }
        let first =
            Node { acc: heuristic.start(&root.start), blank: root.start.blank(), next_direction: ANY };
        Subtree { grid: root.start.clone(), positions, first }
    }
}

/// The start of a list in [`Pushes::directions`]: all directions, the vertical and the horizontal ones. Each list ends
/// with `None`.
type ListStart = usize;
const ANY: ListStart = 0;
const VERTICAL: ListStart = 5;
const HORIZONTAL: ListStart = 8;

/// A node of the path: its accumulators, its blank, and the direction tried next, as an index into
/// [`Pushes::directions`].
#[derive(Clone, Copy)]
struct Node {
    acc: [u32; 2],
    blank: usize,
    next_direction: ListStart,
}

/// Lookup tables of the search loop.
struct Pushes<'a> {
    heuristic: &'a PushDistance,
    directions: [Option<Direction>; 11],
    /// For each blank cell and each direction of a tile: the cell that the tile comes from.
    sources: Vec<[Option<u16>; 4]>,
}

impl<'a> Pushes<'a> {
    fn new<G: Grid>(root: &Root<G>, order: Order, heuristic: &'a PushDistance) -> Pushes<'a> {
        let size = root.geometry.size();
        let mut directions = [None; 11];
        let lists = [(ANY, [true, true]), (VERTICAL, [true, false]), (HORIZONTAL, [false, true])];
        for (first, [vertical, horizontal]) in lists {
            let wanted = |direction: &Direction| match Axis::of(*direction) {
                Axis::Vertical => vertical,
                Axis::Horizontal => horizontal,
            };
            for (index, direction) in order.directions().into_iter().filter(wanted).enumerate() {
                directions[first + index] = Some(direction);
            }
        }
        let sources = (0..size.cells()).map(|blank| {
            let mut sources = [None; 4];
            for direction in order.directions() {
                let source = size.step(Cell::new(blank), direction.of_blank());
                sources[direction as usize] = source.map(|cell| cell.index() as u16);
            }
            sources
        });
        Pushes { heuristic, directions, sources: sources.collect() }
    }

    /// Returns the slide of the next tile in a direction.
    #[inline]
    fn slide<G: Grid>(&self, grid: &G, blank: usize, direction: Direction) -> Option<Slide> {
        let from = usize::from(self.sources[blank][direction as usize]?);
        Some(Slide { tile: grid.tile(from), from, to: blank, direction })
    }

    /// Moves the tiles between the blank and a cell in its line, so that the blank ends there.
    #[inline]
    fn push<G: Grid>(&self, grid: &mut G, mut blank: usize, to: usize, direction: Direction) {
        while blank != to {
            let Some(slide) = self.slide(grid, blank, direction) else { break };
            grid.slide(slide);
            blank = slide.from;
        }
    }

    /// Restores the positions of the tiles between two cells of the blank, after a push that was tried but not made on
    /// the grid.
    #[inline]
    fn restore_positions<G: Grid>(
        &self,
        grid: &G,
        positions: &mut [u16],
        mut blank: usize,
        end: usize,
        direction: Direction,
    ) {
        positions[0] = blank as u16;
        while blank != end {
            let Some(from) = self.sources[blank][direction as usize] else { break };
            blank = from.into();
            positions[grid.tile(blank)] = from;
        }
    }

    /// Adds the children of a branch within the f-limit: the pushes of each direction, from the shortest.
    fn expand<G: Grid>(
        &self,
        root: &Root<G>,
        branch: &Branch<Subtree<G>>,
        bound: u32,
        children: &mut VecDeque<Branch<Subtree<G>>>,
        monitor: &mut Monitor,
    ) -> IterationResult {
        let mut next_bound = u32::MAX;
        let g = branch.depth + 1;
        for direction in
            self.directions[branch.subtree.first.next_direction..].iter().map_while(|direction| *direction)
        {
            let mut child = branch.clone();
            let next = Axis::of(direction).other();
            child.subtree.first.next_direction = if next == Axis::Horizontal { HORIZONTAL } else { VERTICAL };
            child.depth = g;
            while let Some(slide) = self.slide(&child.subtree.grid, child.subtree.first.blank, direction) {
                let Branch { subtree: Subtree { grid, positions, first }, moves, .. } = &mut child;
                first.acc = self.heuristic.after(first.acc, slide);
                first.blank = slide.from;
                (positions[slide.tile], positions[0]) = (slide.to as u16, slide.from as u16);
                grid.slide(slide);
                moves.push(direction);
                monitor.stats.generated += 1;
                if *grid == root.goal {
                    return IterationResult::Goal(child.moves.into_iter().collect());
                }
                let h = self.heuristic.remaining(first.acc, positions, next, bound - g);
                if g + h > bound {
                    next_bound = next_bound.min(g + h);
                } else {
                    children.push_back(child.clone());
                }
            }
        }
        IterationResult::without_goal(next_bound)
    }

    /// Runs one iteration. The grid changes only when a child is within the limit: the heuristic needs only the numbers
    /// of the tiles, and those further along the line are the same before and after.
    fn iteration<G: Grid, L: IterationMonitor, const TRACE: bool>(
        &self,
        root: &Root<G>,
        subtree: &Subtree<G>,
        bound: u32,
        path: &mut [Node],
        monitor: &mut L,
    ) -> Result<IterationResult, StopReason> {
        let mut next_bound = u32::MAX;
        let Subtree { mut grid, mut positions, first: mut node } = subtree.clone();
        let mut depth = 0;
        // The state of the push that is being tried.
        let (mut acc, mut blank) = (node.acc, node.blank);
        let mut counts = NodeCounts::default();
        let mut quota = 0;
        let mut entered = true;
        loop {
            if entered {
                if grid == root.goal {
                    counts.flush(monitor);
                    return Ok(IterationResult::Goal(self.moves(&path[..depth], blank)));
                }
                if counts.expanded == quota {
                    counts.flush(monitor);
                    quota = monitor.quota()?;
                }
                counts.expanded += 1;
                counts.deepest = counts.deepest.max(depth);
                if TRACE {
                    let axis =
                        if node.next_direction == HORIZONTAL { Axis::Horizontal } else { Axis::Vertical };
                    let h = self.heuristic.remaining(acc, &positions, axis, u32::MAX);
                    trace_entry(root, &grid, depth as u32, h, 0, monitor);
                }
                entered = false;
            }
            let Some(direction) = self.directions[node.next_direction] else {
                if TRACE {
                    monitor.trace(|| TraceEvent::Backtrack);
                }
                if depth == 0 {
                    counts.flush(monitor);
                    return Ok(IterationResult::without_goal(next_bound));
                }
                // The longer pushes in the same direction come next.
                (acc, blank) = (node.acc, node.blank);
                depth -= 1;
                node = path[depth];
                if let Some(direction) = self.directions[node.next_direction] {
                    self.push(&mut grid, blank, node.blank, direction.opposite());
                }
                continue;
            };
            let Some(slide) = self.slide(&grid, blank, direction) else {
                self.restore_positions(&grid, &mut positions, node.blank, blank, direction);
                (acc, blank) = (node.acc, node.blank);
                node.next_direction += 1;
                continue;
            };
            acc = self.heuristic.after(acc, slide);
            blank = slide.from;
            (positions[slide.tile], positions[0]) = (slide.to as u16, slide.from as u16);
            let next = Axis::of(direction).other();
            let g = depth as u32 + 1;
            let h = self.heuristic.remaining(acc, &positions, next, bound - g.min(bound));
            counts.generated += 1;
            if TRACE {
                let status = if g + h > bound { ChildStatus::OverBound } else { ChildStatus::Kept };
                monitor.trace(|| TraceEvent::Child { direction, g, h: Some(h), status });
            }
            if g + h > bound {
                next_bound = next_bound.min(g + h);
                continue;
            }
            self.push(&mut grid, node.blank, blank, direction);
            path[depth] = node;
            depth += 1;
            let next_direction = if next == Axis::Horizontal { HORIZONTAL } else { VERTICAL };
            node = Node { acc, blank, next_direction };
            entered = true;
        }
    }

    /// Returns the moves of a path that ends with the blank at a cell.
    fn moves(&self, path: &[Node], end: usize) -> Moves {
        let ends = path.iter().skip(1).map(|node| node.blank).chain([end]);
        let pushes = path
            .iter()
            .zip(ends)
            .filter_map(|(node, end)| Some((node, self.directions[node.next_direction]?, end)));
        let tiles = pushes.flat_map(|(node, direction, end)| {
            let source = move |&blank: &usize| self.sources[blank][direction as usize].map(usize::from);
            let blanks = std::iter::successors(Some(node.blank), source);
            blanks.take_while(move |&blank| blank != end).map(move |_| direction)
        });
        tiles.collect()
    }
}
