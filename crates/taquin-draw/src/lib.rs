//! Pictures of sliding-tile puzzles: a board, a solution as a strip of boards or as an animation, the tree of a search, and
//! how many boards there are at each distance.
//!
//! The program and the page draw with this, so they draw the same. What always holds: nothing panics, pictures of more than
//! anybody looks at are refused ([`TooLong`], [`TooMany`]), and the same puzzle gives the same bytes.
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
pub use tree::{Look, TooMany, TreeNode, tree};
