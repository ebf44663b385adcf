//! The cost of searches with the estimates, on a sample of random boards.

use super::lookup::Lookup;
use super::{Estimates, Properties, States};
use std::ops::ControlFlow;
use taquin::Order;
use taquin::geometry::Geometry;
use taquin::grid::Packed16;
use taquin::heuristic::Heuristic;
use taquin::scramble::Scrambler;
use taquin::search::{
    Ending, Limits, Observer, Outcome, Policies, Progress, Root, StopReason, a_star, ida_star,
};

/// A sample of random boards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sample {
    /// The number of boards.
    pub boards: u32,
    /// The seed.
    pub seed: u64,
    /// The node limit of each search.
    pub nodes: u64,
}

/// The cost of a search on a sample.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Effort {
    /// The total number of expanded nodes.
    pub expanded: u64,
    /// The number of searches that reached the node limit.
    pub stopped: u32,
    /// The number of solutions that are not optimal.
    pub longer: u32,
}

/// The cost of each search.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Searches {
    /// A* that never reopens a board.
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
    /// Runs both searches on all boards, relying on the heuristic's properties. `on_board` receives the number of boards
    /// done and can cancel, then there is no result.
    pub fn search(
        &self,
        states: &States,
        estimates: &Estimates,
        properties: &Properties,
        on_board: impl FnMut(u32) -> ControlFlow<()>,
    ) -> Option<Searches> {
        if properties.is_admissible() && properties.is_consistent() {
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
        let mut scrambler = Scrambler::new(self.seed);
        let mut searches = Searches::default();
        for done in 0..self.boards {
            let board = scrambler.solvable(goal);
            let distance = states.find(&board)?.distance;
            let root: Root<'_, Packed16> = Root::new(&board, goal.board(), &geometry);
            let mut observer = PollCaller { done, on_board: &mut on_board };
            let limits = || Limits { nodes: Some(self.nodes), ..Limits::none() };
            let a_star = a_star(&root, lookup, Policies::default(), &limits(), &mut observer);
            let ida_star = ida_star(&root, lookup, &limits(), &mut observer);
            let is_cancelled = |outcome: &Outcome| outcome.ending == Ending::Stopped(StopReason::Asked);
            if is_cancelled(&a_star) || is_cancelled(&ida_star) || on_board(done + 1).is_break() {
                return None;
            }
            searches.a_star.add(&a_star, distance);
            searches.ida_star.add(&ida_star, distance);
        }
        Some(searches)
    }
}

/// Polls the caller for cancellation during a search.
struct PollCaller<'a, F> {
    done: u32,
    on_board: &'a mut F,
}

impl<F: FnMut(u32) -> ControlFlow<()>> Observer for PollCaller<'_, F> {
    fn progress(&mut self, _: &Progress) -> ControlFlow<()> {
        (self.on_board)(self.done)
    }
}
