//! The path of a depth-first search: one grid and an explicit stack.
//!
//! No recursion, because a path on a large board has millions of moves. A frame stores the blank's cell and the next
//! exit to try; backtracking undoes the move on the grid.

use super::deepening::IterationMonitor;
use super::monitor::Monitor;
use super::root::{Root, slide_through};
use crate::cell::Cell;
use crate::control::StopReason;
use crate::direction::Direction;
use crate::geometry::{Geometry, Slide};
use crate::grid::Grid;
use crate::moves::Moves;
use crate::trace::TraceEvent;

struct Frame<A> {
    /// The heuristic's accumulator at this node.
    acc: A,
    blank: u16,
    /// The index of the next exit to try.
    next: u32,
}

pub(super) struct DfsPath<'a, G, A> {
    geometry: &'a Geometry,
    grid: G,
    /// All frames but the last.
    below: Vec<Frame<A>>,
    top: Frame<A>,
}

impl<'a, G: Grid, A: Copy> DfsPath<'a, G, A> {
    /// Builds the empty path.
    pub(super) fn new(root: &Root<'a, G>, acc: A) -> DfsPath<'a, G, A> {
        let (geometry, grid) = (root.geometry, root.start.clone());
        let blank = grid.blank();
        let top = Frame { acc, blank: blank as u16, next: geometry.first_successor(blank, None) };
        DfsPath { geometry, grid, below: Vec::new(), top }
    }

    /// Returns the grid at the end of the path.
    pub(super) fn grid(&self) -> &G {
        &self.grid
    }

    /// Returns the accumulator at the end of the path.
    pub(super) fn acc(&self) -> A {
        self.top.acc
    }

    /// Returns the number of moves.
    pub(super) fn depth(&self) -> u32 {
        self.below.len() as u32
    }

    /// Returns the next move to try from the end of the path; `None` after the last. Never undoes the last move.
    pub(super) fn next_slide(&mut self) -> Option<Slide> {
        let exit = self.geometry.successor_lists()[self.top.next as usize]?;
        self.top.next += 1;
        Some(slide_through(&self.grid, self.top.blank.into(), exit))
    }

    /// Extends the path by a move.
    #[inline]
    pub(super) fn descend(&mut self, slide: Slide, acc: A, monitor: &mut Monitor) -> Result<(), StopReason> {
        monitor.make_room(&mut self.below, 1)?;
        self.grid.slide(slide);
        let next = self.geometry.first_successor(slide.from, Some(slide.direction));
        let top = Frame { acc, blank: slide.from as u16, next };
        self.below.push(std::mem::replace(&mut self.top, top));
        Ok(())
    }

    /// Undoes the last move; returns false at the start.
    #[inline]
    pub(super) fn backtrack(&mut self) -> bool {
        let Some(frame) = self.below.pop() else { return false };
        let (from, to) = (frame.blank.into(), self.top.blank.into());
        // The direction makes no difference to a grid.
        self.grid.slide(Slide { tile: self.grid.tile(from), from, to, direction: Direction::Up });
        self.top = frame;
        true
    }

    /// Counts the node at the end of the path as expanded, and traces it; `keeps_closed` says whether the search
    /// remembers expanded nodes.
    pub(super) fn enter(
        &self,
        root: &Root<G>,
        h: u32,
        keeps_closed: bool,
        monitor: &mut Monitor,
    ) -> Result<(), StopReason> {
        monitor.expand(self.depth())?;
        monitor.queue(self.depth() as usize + 1);
        let closed = if keeps_closed { monitor.stats.expanded as usize } else { 0 };
        trace_entry(root, &self.grid, self.depth(), h, closed, monitor);
        Ok(())
    }

    /// Returns the moves of the path.
    pub(super) fn moves(&self) -> Moves {
        let blanks = self.below.iter().chain([&self.top]).map(|frame| Cell::new(frame.blank.into()));
        let steps = blanks.clone().zip(blanks.skip(1));
        steps.filter_map(|(to, from)| self.direction(from, to)).collect()
    }

    /// Returns the direction of a tile that moves from one cell to the next.
    fn direction(&self, from: Cell, to: Cell) -> Option<Direction> {
        let mut directions = Direction::SUCCESSOR_ORDER.into_iter();
        directions.find(|&direction| self.geometry.size().step(from, direction) == Some(to))
    }
}

/// Traces that a depth-first search expands a node. The nodes above it on the path count as open.
pub(super) fn trace_entry<G: Grid>(
    root: &Root<G>,
    grid: &G,
    g: u32,
    h: u32,
    closed: usize,
    monitor: &mut impl IterationMonitor,
) {
    let open = g as usize;
    monitor.trace(|| TraceEvent::Expand { board: root.board(grid), g, h, open, closed });
}
