//! `pathfinding` as its users write it.

use pathfinding::prelude::{astar, idastar};
use taquin::{Board, Goal, Tile};

/// What the estimate looks at: tiles out of place, or their distances.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Estimate {
    Hamming,
    Manhattan,
}

/// A puzzle of `N` cells.
pub(crate) struct Puzzle<const N: usize> {
    start: [u8; N],
    goal: [u8; N],
    homes: [usize; N],
    cols: usize,
    estimate: Estimate,
}

impl<const N: usize> Puzzle<N> {
    pub(crate) fn new(start: &Board, goal: &Goal, estimate: Estimate) -> Puzzle<N> {
        let cells = |board: &Board| std::array::from_fn(|cell| board.tiles()[cell].number() as u8);
        let homes = std::array::from_fn(|tile| goal.home(Tile::new(tile as u16)).index());
        Puzzle { start: cells(start), goal: cells(goal.board()), homes, cols: start.size().cols(), estimate }
    }

    fn successors(&self, board: &[u8; N]) -> Vec<([u8; N], u32)> {
        let blank = board.iter().position(|&tile| tile == 0).unwrap();
        let (row, col) = (blank / self.cols, blank % self.cols);
        let mut children = Vec::with_capacity(4);
        let mut add = |other: usize| {
            let mut child = *board;
            child.swap(blank, other);
            children.push((child, 1));
        };
        if row > 0 {
            add(blank - self.cols);
        }
        if col > 0 {
            add(blank - 1);
        }
        if col + 1 < self.cols {
            add(blank + 1);
        }
        if blank + self.cols < N {
            add(blank + self.cols);
        }
        children
    }

    fn estimate(&self, board: &[u8; N]) -> u32 {
        let tiles = board.iter().enumerate().filter(|&(_, &tile)| tile != 0);
        let distances = tiles.map(|(cell, &tile)| {
            let home = self.homes[usize::from(tile)];
            match self.estimate {
                Estimate::Hamming => usize::from(cell != home),
                Estimate::Manhattan => {
                    (cell / self.cols).abs_diff(home / self.cols)
                        + (cell % self.cols).abs_diff(home % self.cols)
                }
            }
        });
        distances.sum::<usize>() as u32
    }

    /// A solution's length by `pathfinding::astar`.
    pub(crate) fn a_star(&self) -> Option<u32> {
        astar(&self.start, |b| self.successors(b), |b| self.estimate(b), |b| *b == self.goal)
            .map(|(_, cost)| cost)
    }

    /// A solution's length by `pathfinding::idastar`, and how many children it was given.
    pub(crate) fn ida_star(&self) -> (Option<u32>, u64) {
        let mut generated = 0;
        let successors = |board: &[u8; N]| {
            let children = self.successors(board);
            generated += children.len() as u64;
            children
        };
        let found = idastar(&self.start, successors, |b| self.estimate(b), |b| *b == self.goal);
        (found.map(|(_, cost)| cost), generated)
    }
}
