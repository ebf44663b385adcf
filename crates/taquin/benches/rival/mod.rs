//! The same searches with the `pathfinding` crate, in two ways.
//!
//! `plain` is what its documentation suggests: a board as an array, a vector of successors, the estimate computed
//! from the board. `tuned` is set up as favourably as the interface allows, with parts of taquin: the board in one
//! machine word, the estimate carried in the state and updated by the move, no allocation by us.

pub(crate) mod plain;
pub(crate) mod tuned;
