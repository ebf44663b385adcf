//! Pictures of sliding-tile puzzles: boards, solutions as strips or animations, search trees, and the number of boards at
//! each distance.
//!
//! The program and the page both use this crate, so their pictures are the same. Invariants: nothing panics, pictures that
//! would be too large are an error ([`TooLong`], [`TooMany`]), and the same puzzle gives the same bytes.
//!
//! ```
//! use taquin::notation;
//! let board = notation::read("8 1 3/4 0 2/7 6 5")?;
//! assert!(taquin_draw::board(&board).svg().contains("8 1 3/4 0 2/7 6 5"));
//! # Ok::<(), taquin::notation::ParseError>(())
//! ```

#![forbid(unsafe_code)]

mod animation;
mod board;
mod distances;
mod file;
mod strip;
mod too_long;
mod tree;

pub use animation::animation;
pub use board::board;
pub use distances::distances;
pub use file::{FileError, Format, file, picture};
pub use strip::strip;
pub use too_long::TooLong;
pub use tree::{NodeState, TooMany, TreeNode, tree};
