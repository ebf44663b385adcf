//! A lane: the depth-first search of one subtree within an f-limit, which pauses at every lookup.
//!
//! A move changes the value of a view by exactly one, so f stays the same or grows by two. A view whose f is `2k` below
//! the limit cannot prune for the next `k` moves, whatever they are. So a view is looked up only when it could prune: it
//! lags behind the path and catches up move by move. Most children are pruned by the first views, and the others never
//! see them.
//!
//! Every f-value of the tree has the parity of the limit, and a child that is pruned exceeds it by two. A node at the
//! depth of the limit has f = g, so it is the goal.
//!
//! Tables are much larger than any cache. A lane requests the memory of its next lookup and returns; the caller advances
//! other lanes before it comes back, so that no lane waits for memory.

use super::frontier::Prefix;
use crate::direction::Direction;
use crate::geometry::{Geometry, Slide};
use crate::grid::{Grid, KernelGrid, Packed25};
use crate::heuristic::view::{Place, Slot, View};
use prefetch_index::prefetch_index;

/// The most patterns of a view.
pub(crate) const MOST_PATTERNS: usize = 4;

/// Arrays by tile or cell have a power of two entries, so that a remainder makes an index valid.
const TILES: usize = 32;

/// The state of a lane.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Status {
    /// It has requested a lookup.
    Waiting,
    /// The subtree has no solution within the limit.
    Exhausted,
    /// The path is a solution.
    Solved,
}

/// The nodes that lanes have counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Counts {
    /// Nodes expanded.
    pub(crate) expanded: u64,
    /// Nodes generated.
    pub(crate) generated: u64,
}

/// A move of the path, and how to resume at the node from which it leads.
#[derive(Clone, Copy, Debug, Default)]
struct Frame {
    next: u32,
    blank: u8,
    tile: u8,
    edge: u8,
}

/// A view on the path.
#[derive(Clone, Copy, Debug, Default)]
struct ViewPath {
    /// The states of its patterns after `resolved` moves.
    slots: [Slot; MOST_PATTERNS],
    sum: u16,
    resolved: u16,
    /// The depth up to which it cannot prune.
    safe: u16,
}

/// The depth-first search of one subtree.
#[derive(Clone, Debug)]
pub(super) struct Lane<'a> {
    views: &'a [View],
    geometry: &'a Geometry,
    bound: u16,
    depth: u16,
    /// The next successor of the last node of the path.
    next: u32,
    /// The list of successors of the child that is being looked up.
    child_list: u32,
    blank: u8,
    /// The view that is being looked up, and where.
    view: u8,
    place: Place,
    tiles: [u8; TILES],
    view_paths: Vec<ViewPath>,
    path: Vec<Frame>,
    /// The slot of each view that the move at each depth replaced.
    replaced: Vec<Slot>,
}

impl<'a> Lane<'a> {
    /// Creates a lane without a subtree.
    pub(super) fn new(views: &'a [View], geometry: &'a Geometry) -> Lane<'a> {
        Lane {
            views,
            geometry,
            bound: 0,
            depth: 0,
            next: 0,
            child_list: 0,
            blank: 0,
            view: 0,
            place: Place::default(),
            tiles: [0; TILES],
            view_paths: vec![ViewPath::default(); views.len()],
            path: Vec::new(),
            replaced: Vec::new(),
        }
    }

    /// Returns the memory of a lane in bytes.
    pub(super) fn bytes(views: usize, bound: u32) -> u64 {
        let each_depth = size_of::<Frame>() + views * size_of::<Slot>();
        (views * size_of::<ViewPath>() + bound as usize * each_depth + size_of::<Lane>()) as u64
    }

    /// Begins to search the subtree of a prefix for a path of exactly `bound` moves. `values` are those of all patterns.
    pub(super) fn begin(
        &mut self,
        prefix: &Prefix,
        values: &[u8],
        bound: u32,
        counts: &mut Counts,
    ) -> Status {
        self.bound = bound as u16;
        let mut values = values.iter().copied();
        for (view, path) in self.views.iter().zip(&mut self.view_paths) {
            let mut sum = 0;
            let slots = view.slots(&prefix.grid, |_, _| values.next().unwrap_or_default().into());
            for (slot, now) in path.slots.iter_mut().zip(slots) {
                *slot = now;
                sum += now.value;
            }
            if sum > self.bound {
                return Status::Exhausted;
            }
            (path.sum, path.resolved, path.safe) = (sum, 0, (self.bound - sum) / 2);
        }
        if bound == 0 {
            return Status::Solved;
        }
        let depths = usize::from(self.bound);
        if self.path.len() < depths {
            self.path.resize(depths, Frame::default());
            self.replaced.resize(depths * self.views.len(), Slot::default());
        }
        for cell in 0..self.geometry.cells() {
            self.tiles[cell] = prefix.grid.tile(cell) as u8;
        }
        self.blank = prefix.grid.blank() as u8;
        self.depth = 0;
        self.next = prefix.list;
        counts.expanded += 1;
        self.run(None, counts)
    }

    /// Completes the lookup that was requested, and goes on to the next.
    #[inline]
    pub(super) fn advance(&mut self, counts: &mut Counts) -> Status {
        let number = usize::from(self.view);
        let view = &self.views[number];
        let path = &mut self.view_paths[number];
        let at = usize::from(path.resolved);
        let pattern = view.pattern(self.path[at].tile.into());
        let slot = &mut path.slots[pattern % MOST_PATTERNS];
        let looked_up = view.look_up(pattern, *slot, self.place);
        self.replaced[at * self.views.len() + number] = *slot;
        path.sum = path.sum + looked_up.value - slot.value;
        *slot = looked_up;
        path.resolved += 1;
        let f = path.resolved + path.sum;
        if f > self.bound {
            self.undo(self.depth + 1, number + 1);
            return self.run(None, counts);
        }
        path.safe = path.resolved + (self.bound - f) / 2;
        self.run(Some(number), counts)
    }

    /// Goes on until a lookup is needed. `view` is the first view that may prune the child at the end of the path; `None`
    /// asks for the next child.
    #[inline]
    fn run(&mut self, mut view: Option<usize>, counts: &mut Counts) -> Status {
        loop {
            let Some(first) = view else {
                if !self.generate() {
                    return Status::Exhausted;
                }
                counts.generated += 1;
                view = Some(0);
                continue;
            };
            if let Some(later) = self.view_paths[first..].iter().position(|path| path.safe <= self.depth) {
                self.request(first + later);
                return Status::Waiting;
            }
            // No view prunes the child.
            let Frame { tile, edge, .. } = self.path[usize::from(self.depth)];
            self.depth += 1;
            self.tiles[usize::from(self.blank) % TILES] = tile;
            self.blank = edge / 4;
            self.next = self.child_list;
            if self.depth == self.bound {
                return Status::Solved;
            }
            counts.expanded += 1;
            view = None;
        }
    }

    /// Generates the next child, after backtracking if there is none; returns false at the end of the tree.
    #[inline]
    fn generate(&mut self) -> bool {
        let lists = self.geometry.successor_lists();
        loop {
            if let Some(successor) = lists[self.next as usize] {
                self.next += 1;
                let from = successor.from();
                let edge = View::edge(from, successor.direction) as u8;
                let tile = self.tiles[from % TILES];
                self.path[usize::from(self.depth)] = Frame { next: self.next, blank: self.blank, tile, edge };
                self.child_list = successor.next_list;
                prefetch_index(lists, self.child_list as usize);
                return true;
            }
            if self.depth == 0 {
                return false;
            }
            self.undo(self.depth, self.views.len());
            self.depth -= 1;
            let frame = self.path[usize::from(self.depth)];
            self.tiles[usize::from(self.blank) % TILES] = frame.tile;
            self.blank = frame.blank;
            self.next = frame.next;
        }
    }

    /// Requests the lookup of a view's next move.
    #[inline]
    fn request(&mut self, number: usize) {
        let path = &self.view_paths[number];
        let Frame { tile, edge, .. } = self.path[usize::from(path.resolved)];
        let view = &self.views[number];
        let pattern = view.pattern(tile.into());
        self.place = view.locate(pattern, path.slots[pattern % MOST_PATTERNS], edge.into());
        self.view = number as u8;
    }

    /// Takes back the move that leads to `depth` in the first `views` views.
    #[inline]
    fn undo(&mut self, depth: u16, views: usize) {
        let at = usize::from(depth) - 1;
        let tile = self.path[at].tile;
        let replaced = &self.replaced[at * self.views.len()..][..views];
        for ((view, path), before) in self.views.iter().zip(&mut self.view_paths).zip(replaced) {
            if path.resolved == depth {
                let slot = &mut path.slots[view.pattern(tile.into()) % MOST_PATTERNS];
                path.sum = path.sum + before.value - slot.value;
                *slot = *before;
                path.resolved -= 1;
                path.safe = path.resolved + (self.bound - path.resolved - path.sum) / 2;
            }
        }
    }

    /// Returns the moves of the path.
    pub(super) fn moves(&self) -> impl Iterator<Item = Direction> {
        self.slides().map(|slide| slide.direction)
    }

    /// Returns the last board of the path, which begins at `root`, and its depth.
    pub(super) fn node(&self, root: &Prefix) -> (Packed25, u32) {
        let mut grid = root.grid;
        self.slides().for_each(|slide| grid.slide(slide));
        (grid, self.depth.into())
    }

    fn slides(&self) -> impl Iterator<Item = Slide> {
        self.path[..usize::from(self.depth)].iter().map(|&Frame { blank, tile, edge, .. }| Slide {
            tile: tile.into(),
            from: usize::from(edge) / 4,
            to: blank.into(),
            direction: View::direction(edge.into()),
        })
    }
}
