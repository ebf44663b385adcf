//! Tables: how the tiles are divided into patterns, and the tables that were made of them; tables that know the distance
//! of every board of a size, and what else a complete enumeration gives: the boards at a distance, the hardest ones, how
//! many there are.
//!
//! All of them look at a goal through a [`GoalSymmetry`](crate::goal_symmetry::GoalSymmetry), so that goals whose blanks are at home in
//! equivalent cells share one table.

mod cache;
mod depth_histogram;
mod enumeration;
#[cfg(feature = "disk")]
mod fault;
#[cfg(feature = "disk")]
mod file;
mod hardest;
#[cfg(feature = "disk")]
mod header;
mod id;
mod known;
#[cfg(feature = "disk")]
mod lock;
mod named;
mod once_map;
mod partition;
mod perfect;
mod sampling;
#[cfg(feature = "disk")]
mod store;
mod view;

pub use cache::TableCache;
pub use depth_histogram::DepthHistogram;
pub use enumeration::{NoTable, boards_at};
#[cfg(feature = "disk")]
pub use fault::{Fault, TableError};
#[cfg(feature = "disk")]
pub use file::TableData;
pub use hardest::{fifteen_diameter, hardest_fifteen};
#[cfg(feature = "disk")]
pub use header::Header;
pub use id::TableId;
pub use known::known_counts;
pub use named::{TableSet, UnknownTable};
pub use partition::{CatalogueError, CatalogueFault, Partition};
pub use perfect::{Guide, PerfectKey, PerfectTable};
pub use sampling::{DepthError, boards_between};
#[cfg(feature = "disk")]
pub use store::{Entry, Obtained, Origin, Store};
