//! IDA* with the maximum of many views, divided into parts: the search for boards of 17 to 25 cells.
//!
//! An iteration starts from a [frontier](Frontier) without duplicates. Its nodes, in order, are divided into parts that
//! can be searched on any thread, in any process and in any order; a part either has a solution or has none. Every
//! thread interleaves several depth-first searches ([lanes](lane)).

mod frontier;
mod iteration;
mod lane;
mod sampler;

pub(crate) use frontier::{Frontier, MOST_VIEWS};
pub(crate) use iteration::{Iteration, PartResult, Piece, part_nodes};
pub(crate) use lane::Counts;
#[cfg(any(test, all(feature = "disk", feature = "serde")))]
pub(crate) use lane::MOST_PATTERNS;
pub(crate) use sampler::Sampler;
