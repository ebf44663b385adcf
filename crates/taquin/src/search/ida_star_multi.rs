//! IDA* in the metric of pushes: several tiles of one line that move together count once.
//!
//! Two pushes along the same line are never needed one after the other: one push does the same, or nothing at all.
//! So rows and columns take turns, and a node has as many children as there are other cells in the blank's line.
//! What remains depends on which is next; that is what [`PushDistance`] knows.
//!
//! Keeps nothing but the present path, and with several threads their branches. `generated` counts every push that was tried, `expanded` the nodes within
//! the bound, as in [`ida_star`](super::ida_star).
//!
//! With walking distance alone most random 4x4 boards are out of reach; patterns of five tiles and the blank bring them
//! to a few million nodes. A perimeter around the goal was tried instead and did not pay (`results/decisions.md`).

use super::branches::{Branch, deepening_on, split};
use super::deepening::{Counted, Counters, Deepened, deepening};
use super::monitor::Monitor;
use super::outcome::SearchOutcome;
use super::root::Root;
use super::trail::trace_entry;
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

/// Iterative deepening on the number of pushes, of which at least `proven` are needed. Finds a solution with the fewest.
/// The lower bound of the outcome is a number of pushes. Successors come in the given order of directions, the shortest
/// push first.
pub fn ida_star_multi<G: Grid>(
    root: &Root<G>,
    order: Order,
    heuristic: &PushDistance,
    proven: u32,
    workers: Workers,
    control: &Control,
) -> SearchOutcome {
    let pushes = Pushes::new(root, order, heuristic);
    let is_alone = workers.count() == 1 || control.is_traced();
    SearchOutcome::of(root.geometry.cells(), control, |monitor| {
        let whole = Subtree::whole(root, heuristic);
        let Subtree { first, places, .. } = &whole;
        let least = |axis| heuristic.remaining(first.acc, places, axis, u32::MAX);
        let is_home = root.start == root.goal;
        let bound = if is_home { 0 } else { least(Axis::Vertical).min(least(Axis::Horizontal)).max(proven) };
        if is_alone || is_home {
            return deepening(bound..=u32::MAX, true, first, monitor, |bound, path, monitor| {
                if monitor.is_traced() {
                    pushes.deepen::<G, _, true>(root, &whole, bound, path, monitor)
                } else {
                    pushes.deepen::<G, _, false>(root, &whole, bound, path, monitor)
                }
            });
        }
        let places_bytes = (size_of::<Branch<Subtree<G>>>() + size_of_val(&*whole.places)) as u64;
        let branch_bytes = places_bytes + whole.grid.heap_bytes();
        let cut = |bound: u32, monitor: &mut Monitor| {
            split(whole.clone(), bound, branch_bytes, workers, monitor, |branch, children, monitor| {
                pushes.grow(root, branch, bound, children, monitor)
            })
        };
        deepening_on(workers, bound, true, monitor, cut, |subtree, bound, path, counters| {
            path.resize(bound as usize + 1, subtree.first);
            pushes.deepen::<G, _, false>(root, subtree, bound, path, counters)
        })
    })
}

/// Where an iteration starts: a board, the cell of every tile on it, and its node.
#[derive(Clone)]
struct Subtree<G> {
    grid: G,
    places: Box<[u16]>,
    first: Node,
}

impl<G: Grid> Subtree<G> {
    /// The whole tree.
    fn whole(root: &Root<G>, heuristic: &PushDistance) -> Subtree<G> {
        let mut places = vec![0; root.geometry.cells()].into_boxed_slice();
        for cell in 0..places.len() {
            places[root.start.tile(cell)] = cell as u16;
        }
        let first = Node { acc: heuristic.start(&root.start), blank: root.start.blank(), way: ANY };
        Subtree { grid: root.start.clone(), places, first }
    }
}

/// Where a list of directions begins in [`Pushes::ways`]: all of them, the vertical and the horizontal ones. Each
/// list ends with `None`.
type Way = usize;
const ANY: Way = 0;
const VERTICAL: Way = 5;
const HORIZONTAL: Way = 8;

/// A node of the path: what was known when it was entered, and which way it is being left.
#[derive(Clone, Copy)]
struct Node {
    acc: [u32; 2],
    blank: usize,
    way: Way,
}

/// What the loop looks up.
struct Pushes<'a> {
    heuristic: &'a PushDistance,
    ways: [Option<Direction>; 11],
    /// For each blank cell and each direction of a tile: where that tile comes from.
    sources: Vec<[Option<u16>; 4]>,
}

impl<'a> Pushes<'a> {
    fn new<G: Grid>(root: &Root<G>, order: Order, heuristic: &'a PushDistance) -> Pushes<'a> {
        let size = root.geometry.size();
        let mut ways = [None; 11];
        let lists = [(ANY, [true, true]), (VERTICAL, [true, false]), (HORIZONTAL, [false, true])];
        for (first, [vertical, horizontal]) in lists {
            let wanted = |direction: &Direction| match Axis::of(*direction) {
                Axis::Vertical => vertical,
                Axis::Horizontal => horizontal,
            };
            for (way, direction) in order.directions().into_iter().filter(wanted).enumerate() {
                ways[first + way] = Some(direction);
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
        Pushes { heuristic, ways, sources: sources.collect() }
    }

    /// The slide of the next tile in a direction.
    #[inline]
    fn slide<G: Grid>(&self, grid: &G, blank: usize, direction: Direction) -> Option<Slide> {
        let from = usize::from(self.sources[blank][direction as usize]?);
        Some(Slide { tile: grid.tile(from), from, to: blank, direction })
    }

    /// Moves the tiles between the blank and a cell in its line, so that the blank is there.
    #[inline]
    fn push<G: Grid>(&self, grid: &mut G, mut blank: usize, to: usize, direction: Direction) {
        while blank != to {
            let Some(slide) = self.slide(grid, blank, direction) else { break };
            grid.slide(slide);
            blank = slide.from;
        }
    }

    /// Puts the places back of the tiles that would have been pushed between two places of the blank. They have not
    /// moved on the grid.
    #[inline]
    fn take_back<G: Grid>(
        &self,
        grid: &G,
        places: &mut [u16],
        mut blank: usize,
        end: usize,
        direction: Direction,
    ) {
        places[0] = blank as u16;
        while blank != end {
            let Some(from) = self.sources[blank][direction as usize] else { break };
            blank = from.into();
            places[grid.tile(blank)] = from;
        }
    }

    /// The children of a branch: each push one by one, as tiles move.
    fn grow<G: Grid>(
        &self,
        root: &Root<G>,
        branch: &Branch<Subtree<G>>,
        bound: u32,
        children: &mut VecDeque<Branch<Subtree<G>>>,
        monitor: &mut Monitor,
    ) -> Deepened {
        let mut next_bound = u32::MAX;
        let g = branch.depth + 1;
        for direction in self.ways[branch.subtree.first.way..].iter().map_while(|way| *way) {
            let mut child = branch.clone();
            let next = Axis::of(direction).other();
            child.subtree.first.way = if next == Axis::Horizontal { HORIZONTAL } else { VERTICAL };
            child.depth = g;
            while let Some(slide) = self.slide(&child.subtree.grid, child.subtree.first.blank, direction) {
                let Branch { subtree: Subtree { grid, places, first }, moves, .. } = &mut child;
                first.acc = self.heuristic.after(first.acc, slide);
                first.blank = slide.from;
                (places[slide.tile], places[0]) = (slide.to as u16, slide.from as u16);
                grid.slide(slide);
                moves.push(direction);
                monitor.stats.generated += 1;
                if *grid == root.goal {
                    return Deepened::Goal(child.moves.into_iter().collect());
                }
                let h = self.heuristic.remaining(first.acc, places, next, bound - g);
                if g + h > bound {
                    next_bound = next_bound.min(g + h);
                } else {
                    children.push_back(child.clone());
                }
            }
        }
        Deepened::beyond(next_bound)
    }

    /// One iteration. Tiles move only when a child is kept: the heuristic needs no more than their numbers, and
    /// further along the line those are the same before and after.
    fn deepen<G: Grid, L: Counters, const TRACE: bool>(
        &self,
        root: &Root<G>,
        subtree: &Subtree<G>,
        bound: u32,
        path: &mut [Node],
        counters: &mut L,
    ) -> Result<Deepened, StopReason> {
        let mut next_bound = u32::MAX;
        let Subtree { mut grid, mut places, first: mut node } = subtree.clone();
        let mut depth = 0;
        // How far the push has come that is being tried.
        let (mut acc, mut blank) = (node.acc, node.blank);
        let mut counted = Counted::default();
        let mut quota = 0;
        let mut entered = true;
        loop {
            if entered {
                if grid == root.goal {
                    counted.tell(counters);
                    return Ok(Deepened::Goal(self.moves(&path[..depth], blank)));
                }
                if counted.expanded == quota {
                    counted.tell(counters);
                    quota = counters.quota()?;
                }
                counted.expanded += 1;
                counted.deepest = counted.deepest.max(depth);
                if TRACE {
                    let expanded = counters.expanded() + u64::from(counted.expanded);
                    let axis = if node.way == HORIZONTAL { Axis::Horizontal } else { Axis::Vertical };
                    let h = self.heuristic.remaining(acc, &places, axis, u32::MAX);
                    trace_entry(root, &grid, depth as u32, h, expanded, counters);
                }
                entered = false;
            }
            let Some(direction) = self.ways[node.way] else {
                if TRACE {
                    counters.trace(|| TraceEvent::Backtrack);
                }
                if depth == 0 {
                    counted.tell(counters);
                    return Ok(Deepened::beyond(next_bound));
                }
                // The longer pushes the same way come next.
                (acc, blank) = (node.acc, node.blank);
                depth -= 1;
                node = path[depth];
                if let Some(direction) = self.ways[node.way] {
                    self.push(&mut grid, blank, node.blank, direction.opposite());
                }
                continue;
            };
            let Some(slide) = self.slide(&grid, blank, direction) else {
                self.take_back(&grid, &mut places, node.blank, blank, direction);
                (acc, blank) = (node.acc, node.blank);
                node.way += 1;
                continue;
            };
            acc = self.heuristic.after(acc, slide);
            blank = slide.from;
            (places[slide.tile], places[0]) = (slide.to as u16, slide.from as u16);
            let next = Axis::of(direction).other();
            let g = depth as u32 + 1;
            let h = self.heuristic.remaining(acc, &places, next, bound - g.min(bound));
            counted.generated += 1;
            if TRACE {
                let status = if g + h > bound { ChildStatus::OverBound } else { ChildStatus::Kept };
                counters.trace(|| TraceEvent::Child { direction, g, h: Some(h), status });
            }
            if g + h > bound {
                next_bound = next_bound.min(g + h);
                continue;
            }
            self.push(&mut grid, node.blank, blank, direction);
            path[depth] = node;
            depth += 1;
            let way = if next == Axis::Horizontal { HORIZONTAL } else { VERTICAL };
            node = Node { acc, blank, way };
            entered = true;
        }
    }

    /// The moves of a path that ends with the blank at a cell.
    fn moves(&self, path: &[Node], end: usize) -> Moves {
        let ends = path.iter().skip(1).map(|node| node.blank).chain([end]);
        let pushes = path.iter().zip(ends).filter_map(|(node, end)| Some((node, self.ways[node.way]?, end)));
        let tiles = pushes.flat_map(|(node, direction, end)| {
            let source = move |&blank: &usize| self.sources[blank][direction as usize].map(usize::from);
            let blanks = std::iter::successors(Some(node.blank), source);
            blanks.take_while(move |&blank| blank != end).map(move |_| direction)
        });
        tiles.collect()
    }
}
