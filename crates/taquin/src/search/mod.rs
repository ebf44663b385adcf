//! The searches, one file each.
//!
//! Every search takes a [`Control`](crate::control::Control) and returns a [`SearchOutcome`]: the solution if it found
//! one, the lower bound it proved, why it stopped, and its [`Stats`]. The searches are generic over the packed board
//! ([`Grid`](crate::grid::Grid)) and the [`Heuristic`](crate::heuristic::Heuristic); the [solver](crate::solver)
//! chooses both once, and nothing is chosen inside of a loop.
//!
//! | search | shortest? | keeps |
//! |---|---|---|
//! | [`a_star`] | yes | every board it made |
//! | [`weighted_a_star`] | at most w times | every board it made |
//! | [`greedy`] | no | every board it made |
//! | [`breadth_first`] (uniform cost) | yes | every board it made |
//! | [`bidirectional`] | yes | every board it made, far fewer |
//! | [`depth_first`] | no | every board it entered |
//! | [`iterative_deepening`] | yes | one path |
//! | [`ida_star`] | yes | one path |
//! | [`ida_star_multi`] | yes, in pushes | one path |
//! | [`enumerate`] | all in a window of lengths | one path |
//! | [`all_shortest`] | all, of a known length | one path |
//! | [`count_shortest`] | how many, of a known length | every board of one depth |
//! | [`lockstep`] | yes, or proves that there is none | twice what A* keeps |

mod a_star;
mod best_first;
mod bidirectional;
mod branches;
mod breadth_first;
mod buckets;
mod deepening;
mod depth_first;
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
mod trail;
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
pub use root::Root;

/// The searches on packed boards: generic over the layout and the heuristic, which are chosen once.
#[doc(hidden)]
pub mod kernel {
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
    pub use super::shortest::all_shortest;
    pub use super::shortest_count::count_shortest;
    pub use super::weighted_a_star::weighted_a_star;
}
