//! What searches with the estimates cost, on a sample of random boards.

use super::lookup::Lookup;
use super::{Estimates, States, Verdict};
use std::ops::ControlFlow;
use taquin::Order;
use taquin::geometry::Geometry;
use taquin::grid::Packed16;
use taquin::heuristic::Heuristic;
use taquin::scramble::Scrambler;
use taquin::search::{
    Ending, Limits, Observer, Outcome, Policies, Progress, Root, StopReason, a_star, ida_star,
};

/// Which boards are searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sample {
    /// How many random boards.
    pub boards: u32,
    /// The seed they come from.
    pub seed: u64,
    /// A search ends after so many nodes.
    pub nodes: u64,
}

/// What a search cost on the boards of a sample.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Effort {
    /// The nodes expanded on all boards together.
    pub expanded: u64,
    /// How many searches ended at the limit of nodes.
    pub stopped: u32,
    /// How many solutions were longer than a shortest one.
    pub longer: u32,
}

/// What the searches cost.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Searches {
    /// A* that never expands a board twice.
    pub a_star: Effort,
    /// IDA*.
    pub ida_star: Effort,
}

impl Effort {
    fn add(&mut self, outcome: &Outcome, distance: u32) {
        self.expanded += outcome.stats.expanded;
        match &outcome.ending {
            Ending::Solved(moves) => self.longer += u32::from(moves.as_slice().len() as u32 > distance),
            Ending::Exhausted | Ending::Stopped(_) => self.stopped += 1,
        }
    }
}

impl Sample {
    /// Runs both searches on all boards, as they would be run with a heuristic of this verdict. `on_board` is told how
    /// many are done and may stop the work, then there is no result.
    pub fn search(
        &self,
        states: &States,
        estimates: &Estimates,
        verdict: &Verdict,
        on_board: impl FnMut(u32) -> ControlFlow<()>,
    ) -> Option<Searches> {
        if verdict.is_admissible() && verdict.is_consistent() {
            self.search_with(states, &Lookup::<true>::new(states, estimates), on_board)
        } else {
            self.search_with(states, &Lookup::<false>::new(states, estimates), on_board)
        }
    }

    fn search_with<H: Heuristic>(
        &self,
        states: &States,
        lookup: &H,
        mut on_board: impl FnMut(u32) -> ControlFlow<()>,
    ) -> Option<Searches> {
        let goal = states.goal();
        let geometry = Geometry::new(goal.size(), Order::default());
        let mut scrambler = Scrambler::seeded(self.seed);
        let mut searches = Searches::default();
        for done in 0..self.boards {
            let board = scrambler.solvable(goal);
            let distance = states.find(&board)?.distance;
            let root: Root<'_, Packed16> = Root::new(&board, goal.board(), &geometry);
            let mut asking = Asking { done, on_board: &mut on_board };
            let limits = || Limits { nodes: Some(self.nodes), ..Limits::none() };
            let a_star = a_star(&root, lookup, Policies::default(), &limits(), &mut asking);
            let ida_star = ida_star(&root, lookup, &limits(), &mut asking);
            let is_asked = |outcome: &Outcome| outcome.ending == Ending::Stopped(StopReason::Asked);
            if is_asked(&a_star) || is_asked(&ida_star) || on_board(done + 1).is_break() {
                return None;
            }
            searches.a_star.add(&a_star, distance);
            searches.ida_star.add(&ida_star, distance);
        }
        Some(searches)
    }
}

/// Asks within a search whether to go on.
struct Asking<'a, F> {
    done: u32,
    on_board: &'a mut F,
}

impl<F: FnMut(u32) -> ControlFlow<()>> Observer for Asking<'_, F> {
    fn progress(&mut self, _: &Progress) -> ControlFlow<()> {
        (self.on_board)(self.done)
    }
}
