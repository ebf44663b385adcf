//! The searches as functions on a [`Puzzle`](crate::Puzzle), one algorithm per function.
//!
//! Most programs use a [`Solver`](crate::solver::Solver), which chooses the algorithm and builds the tables it needs. The
//! functions of this module run exactly one algorithm, with any [`Heuristic`](crate::heuristic::Heuristic):
//!
//! | function | solution | stores |
//! |---|---|---|
//! | [`a_star`] | optimal | every generated board |
//! | [`weighted_a_star`] | at most w times as long as optimal | every generated board |
//! | [`greedy`] | any | every generated board |
//! | [`breadth_first`] (uniform-cost search) | optimal | every generated board |
//! | [`depth_first`] | any, usually very long | every generated board |
//! | [`iterative_deepening`] | optimal | one path |
//! | [`ida_star`] | optimal | one path |
//! | [`bidirectional`] | optimal | every generated board, far fewer than breadth-first search |
//! | [`lockstep`] | optimal, or a proof that there is none | every generated board of two searches |
//!
//! Several solutions of one puzzle come from the solver:
//! [`enumerate`](crate::solver::Solver::enumerate) passes on all solutions whose length is in a range,
//! [`all_shortest`](crate::solver::Solver::all_shortest) all optimal ones, and
//! [`count_shortest`](crate::solver::Solver::count_shortest) counts the optimal ones without listing them.
//!
//! Textbooks disagree on details that change node counts. [`Policies`] selects how best-first searches handle duplicates
//! ([`Duplicates`]) and ties ([`Ties`]); [`GoalTest`] selects when breadth-first and depth-first search test for the goal.
//!
//! Every search takes a [`Control`](crate::control::Control), which limits it and can cancel it, and returns a
//! [`SearchOutcome`]: the solution if it found one, the lower bound it proved, why it stopped, and its [`Stats`]. To follow
//! a search step by step, pass a function to [`Control::on_trace`](crate::control::Control::on_trace); it receives every
//! [`TraceEvent`].

mod a_star;
mod best_first;
mod bidirectional;
mod branches;
mod breadth_first;
mod buckets;
mod deepening;
mod depth_first;
mod dfs_path;
mod enumeration;
mod frontier;
mod greedy;
mod ida_star;
mod ida_star_multi;
mod ida_star_parallel;
mod iterative_deepening;
mod lockstep;
mod monitor;
mod nodes;
mod on_puzzle;
mod outcome;
mod policy;
mod root;
mod shortest;
mod shortest_count;
pub(crate) mod views;
mod weighted_a_star;

pub use crate::stats::Stats;
pub use crate::trace::{ChildStatus, TraceEvent};
pub(crate) use monitor::Monitor;
pub use on_puzzle::{
    a_star, bidirectional, breadth_first, depth_first, greedy, ida_star, iterative_deepening, lockstep,
    weighted_a_star,
};
pub use outcome::SearchOutcome;
pub use policy::{Duplicates, GoalTest, Policies, Ties, Weight, WeightError};
pub(crate) use root::Root;

/// The searches on packed boards. They are generic over the board layout and the heuristic, both chosen once per solve, so
/// that nothing is dispatched inside a search loop.
pub(crate) mod kernel {
    pub use super::a_star::a_star;
    pub use super::bidirectional::bidirectional;
    pub use super::breadth_first::breadth_first;
    pub use super::depth_first::depth_first;
    pub use super::enumeration::enumerate;
    pub use super::greedy::greedy;
    pub use super::ida_star::{ida_star, ida_star_from, ida_star_within};
    pub use super::ida_star_multi::ida_star_multi;
    pub use super::ida_star_parallel::ida_star_parallel;
    pub use super::iterative_deepening::iterative_deepening;
    pub use super::lockstep::lockstep;
    pub use super::root::Root;
    pub use super::shortest::all_shortest;
    pub use super::shortest_count::count_shortest;
    pub use super::weighted_a_star::weighted_a_star;
}
