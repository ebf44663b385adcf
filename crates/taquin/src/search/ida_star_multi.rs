//! IDA* in the metric of pushes: several tiles of one line that move together count once.
//!
//! Two pushes along the same line are never needed one after the other: one push does the same, or nothing at all.
//! So rows and columns take turns, and a node has as many children as there are other cells in the blank's line.
//! What remains depends on which is next; that is what [`PushDistance`] knows.
//!
//! Keeps nothing but the present path. `generated` counts every push that was tried, `expanded` the nodes within
//! the bound, as in [`ida_star`](super::ida_star).

use super::deepening::{Deepened, Tally, deepening};
use super::limits::{Limits, StopReason};
use super::monitor::Monitor;
use super::observer::{Event, Fate, Observer};
use super::outcome::Outcome;
use super::root::Root;
use super::trail::trace_entry;
use crate::cell::Cell;
use crate::direction::Direction;
use crate::geometry::{Order, Slide};
use crate::grid::Grid;
use crate::heuristic::{Axis, PushDistance};
use crate::moves::Moves;

/// Iterative deepening on the number of pushes. Finds a solution with the fewest. The lower bound of the outcome is a
/// number of pushes. Successors come in the given order of directions, the shortest push first.
pub fn ida_star_multi<G: Grid>(
    root: &Root<G>,
    order: Order,
    heuristic: &PushDistance,
    limits: &Limits,
    observer: &mut dyn Observer,
) -> Outcome {
    let pushes = Pushes::new(root, order, heuristic);
    Outcome::of(root.geometry.cells(), limits, observer, |monitor| {
        let acc = heuristic.start(&root.start);
        let first = Node { acc, blank: root.start.blank(), way: ANY };
        let mut places = vec![0; root.geometry.cells()];
        for cell in 0..places.len() {
            places[root.start.tile(cell)] = cell as u16;
        }
        let least = |axis| heuristic.remaining(acc, &places, axis, u32::MAX);
        let bound =
            if root.start == root.goal { 0 } else { least(Axis::Vertical).min(least(Axis::Horizontal)) };
        deepening(bound, true, &first, monitor, |bound, path, monitor| {
            let places = &mut places.clone();
            if monitor.tracing() {
                pushes.deepen::<G, true>(root, first, places, bound, path, monitor)
            } else {
                pushes.deepen::<G, false>(root, first, places, bound, path, monitor)
            }
        })
    })
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

    /// One iteration. Tiles move only when a child is kept: the heuristic needs no more than their numbers, and
    /// further along the line those are the same before and after.
    fn deepen<G: Grid, const TRACE: bool>(
        &self,
        root: &Root<G>,
        first: Node,
        places: &mut [u16],
        bound: u32,
        path: &mut [Node],
        monitor: &mut Monitor,
    ) -> Result<Deepened, StopReason> {
        let mut next_bound = u32::MAX;
        let mut grid = root.start.clone();
        let mut depth = 0;
        let mut node = first;
        // How far the push has come that is being tried.
        let (mut acc, mut blank) = (node.acc, node.blank);
        let mut tally = Tally::default();
        let mut allowance = 0;
        let mut entered = true;
        loop {
            if entered {
                if grid == root.goal {
                    tally.tell(monitor);
                    return Ok(Deepened::Goal(self.moves(&path[..depth], blank)));
                }
                if tally.expanded == allowance {
                    tally.tell(monitor);
                    allowance = monitor.allowance()?;
                }
                tally.expanded += 1;
                tally.deepest = tally.deepest.max(depth);
                if TRACE {
                    let expanded = monitor.stats.expanded + u64::from(tally.expanded);
                    let axis = if node.way == HORIZONTAL { Axis::Horizontal } else { Axis::Vertical };
                    let h = self.heuristic.remaining(acc, places, axis, u32::MAX);
                    trace_entry(root, &grid, depth as u32, h, expanded, monitor);
                }
                entered = false;
            }
            let Some(direction) = self.ways[node.way] else {
                if TRACE {
                    monitor.trace(|| Event::Backtrack);
                }
                if depth == 0 {
                    tally.tell(monitor);
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
                self.take_back(&grid, places, node.blank, blank, direction);
                (acc, blank) = (node.acc, node.blank);
                node.way += 1;
                continue;
            };
            acc = self.heuristic.after(acc, slide);
            blank = slide.from;
            (places[slide.tile], places[0]) = (slide.to as u16, slide.from as u16);
            let next = Axis::of(direction).other();
            let g = depth as u32 + 1;
            let h = self.heuristic.remaining(acc, places, next, bound - g.min(bound));
            tally.generated += 1;
            if TRACE {
                let fate = if g + h > bound { Fate::OverBound } else { Fate::Kept };
                monitor.trace(|| Event::Child { direction, g, h: Some(h), fate });
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
