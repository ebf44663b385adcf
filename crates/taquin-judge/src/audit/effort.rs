//! The cost of searches with the estimates, on a sample of random boards.
//!
//! The searches are the library's own, with a heuristic that looks the estimates up.

use super::lookup::Lookup;
use super::{Estimates, Properties, States};
use std::ops::ControlFlow;
use taquin::Puzzle;
use taquin::control::{CancelToken, Control, StopReason};
use taquin::heuristic::Heuristic;
use taquin::scramble::Scrambler;
use taquin::search::{Policies, SearchOutcome, a_star, ida_star};

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
    fn add(&mut self, outcome: &SearchOutcome, distance: u32) {
        self.expanded += outcome.stats.expanded;
        match &outcome.moves {
            Some(moves) => self.longer += u32::from(moves.as_slice().len() as u32 > distance),
            None => self.stopped += 1,
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
        on_board: impl FnMut(u32) -> ControlFlow<()> + Send,
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
        mut on_board: impl FnMut(u32) -> ControlFlow<()> + Send,
    ) -> Option<Searches> {
        let goal = states.goal();
        let mut scrambler = Scrambler::seeded(self.seed);
        let mut searches = Searches::default();
        for done in 0..self.boards {
            let board = scrambler.solvable(goal);
            let distance = states.find(&board)?.distance;
            let puzzle = Puzzle::new(board, goal.clone()).ok()?;
            let token = CancelToken::new();
            let control = Control::new().node_limit(self.nodes).with_cancel_token(token.clone());
            let control = control.on_event(|_| {
                if on_board(done).is_break() {
                    token.cancel();
                }
            });
            let a_star = a_star(&puzzle, lookup, Policies::default(), &control);
            let ida_star = ida_star(&puzzle, lookup, &control);
            drop(control);
            let is_cancelled = |outcome: &SearchOutcome| outcome.stopped == Some(StopReason::Cancelled);
            if is_cancelled(&a_star) || is_cancelled(&ida_star) || on_board(done + 1).is_break() {
                return None;
            }
            searches.a_star.add(&a_star, distance);
            searches.ida_star.add(&ida_star, distance);
        }
        Some(searches)
    }
}
