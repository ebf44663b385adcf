//! `pathfinding` with taquin's packed board and incremental estimate.

use pathfinding::prelude::{astar, idastar};
use std::cell::Cell;
use std::hash::{Hash, Hasher};
use taquin::heuristic::Heuristic;
use taquin::internals::geometry::{Geometry, Slide};
use taquin::internals::grid::{Grid, KernelGrid, Packed16};
use taquin::internals::kernel::Root;

/// A board with its estimate, which takes no part in comparisons.
#[derive(Clone, Copy)]
struct State {
    grid: Packed16,
    h: u32,
}

impl PartialEq for State {
    fn eq(&self, other: &State) -> bool {
        self.grid == other.grid
    }
}

impl Eq for State {}

impl Hash for State {
    fn hash<S: Hasher>(&self, hasher: &mut S) {
        let mut words = [0; 2];
        self.grid.store(&mut words);
        hasher.write_u64(u64::from(words[0]) | u64::from(words[1]) << 32);
    }
}

/// The children of a state: at most four, on the stack.
fn successors<H: Heuristic<Acc = u32>>(
    state: &State,
    geometry: &Geometry,
    heuristic: &H,
) -> impl Iterator<Item = (State, u32)> + use<H> {
    let blank = state.grid.blank();
    let mut children = [None; 4];
    for (child, exit) in children.iter_mut().zip(geometry.successors(blank, None)) {
        let slide = Slide {
            tile: state.grid.tile(exit.from()),
            from: exit.from(),
            to: blank,
            direction: exit.direction,
        };
        let mut grid = state.grid;
        grid.slide(slide);
        *child = Some((State { grid, h: heuristic.step(&state.grid, state.h, slide) }, 1));
    }
    children.into_iter().flatten()
}

/// A solution's length by `pathfinding::astar`.
pub(crate) fn a_star<H: Heuristic<Acc = u32>>(root: &Root<Packed16>, heuristic: &H) -> Option<u32> {
    let start = State { grid: root.start, h: heuristic.start(&root.start) };
    let children = |state: &State| successors(state, root.geometry, heuristic);
    astar(&start, children, |state| state.h, |state| state.grid == root.goal).map(|(_, cost)| cost)
}

/// A solution's length by `pathfinding::idastar`, and how many children it was given.
pub(crate) fn ida_star<H: Heuristic<Acc = u32>>(root: &Root<Packed16>, heuristic: &H) -> (Option<u32>, u64) {
    let start = State { grid: root.start, h: heuristic.start(&root.start) };
    let generated = Cell::new(0);
    let children = |state: &State| {
        let children = successors(state, root.geometry, heuristic);
        children.inspect(|_| generated.set(generated.get() + 1))
    };
    let found =
        idastar(&start, children, |state| state.h, |state| state.grid == root.goal).map(|(_, cost)| cost);
    (found, generated.get())
}
