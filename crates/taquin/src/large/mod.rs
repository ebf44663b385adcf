//! Boards that are too large for an optimal search: an answer at once, however long.

mod construct;
mod field;
mod pair;

pub use construct::construct;
