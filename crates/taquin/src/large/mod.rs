//! Boards that are too large for an optimal search: an answer at once, however long.

mod beam;
mod block;
mod construct;
mod field;
mod pair;
mod rolling;
mod windows;

pub use beam::{Beam, Trainer, Weights, Width};
pub use construct::construct;
pub use rolling::{Rolling, rolling};
pub use windows::Windows;
