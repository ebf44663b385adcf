//! Tables: pattern databases, perfect tables, and the boards at a distance.
//!
//! - A [`Partition`] divides the tiles into patterns, each with a pattern database. A [`TableSet`] names tables that are
//!   used together, such as `4x4-7-8` or `3x4`.
//! - A [`PerfectTable`] has the distance of every board of a size with up to twelve cells;
//!   [`PerfectTable::for_goal`] looks up distances and optimal solutions.
//! - A [`DistanceTable`] has the distances of up to nine cells in bytes, for labels of many boards.
//! - [`DepthHistogram`] counts the boards at each distance, [`boards_at`] and [`boards_between`] return some of them, and
//!   [`hardest_fifteen`] returns the hardest boards of the 15-puzzle.
//! - A [`TableCache`] builds tables on demand and shares them; with the feature `disk`, a `Store` keeps them in a folder.
//!
//! Goals that differ only by a symmetry of the board or by the numbers of the tiles share their tables.

mod cache;
#[cfg(feature = "disk")]
mod checkpoint;
mod depth_histogram;
#[cfg(feature = "disk")]
mod digest;
mod distance_table;
mod enumeration;
#[cfg(feature = "disk")]
mod error;
#[cfg(feature = "disk")]
mod file;
mod goal_mapping;
mod hardest;
#[cfg(feature = "disk")]
mod header;
mod id;
mod known_counts;
#[cfg(feature = "disk")]
mod lock;
mod once_map;
mod partition;
mod perfect;
mod pool;
mod room;
mod sampling;
#[cfg(feature = "disk")]
mod store;
mod table_set;

pub use cache::TableCache;
#[cfg(feature = "disk")]
pub use checkpoint::{CheckpointError, CheckpointFault, ResumeError};
pub use depth_histogram::DepthHistogram;
#[cfg(feature = "disk")]
pub use digest::Digest;
pub use distance_table::DistanceTable;
pub use enumeration::{NoTable, boards_at};
#[cfg(feature = "disk")]
pub use error::{Fault, TableError};
#[cfg(feature = "disk")]
pub use file::{TableData, data_digest};
pub use hardest::{fifteen_diameter, hardest_fifteen};
#[cfg(feature = "disk")]
pub use header::Header;
pub use id::{PruningKey, TableId};
pub use known_counts::known_counts;
pub use partition::{CatalogueError, CatalogueFault, Partition};
pub(crate) use perfect::PreparedTable;
pub use perfect::{GoalTable, PerfectKey, PerfectTable};
pub(crate) use pool::has_pool;
pub use pool::pool;
pub use sampling::{DepthError, boards_between};
#[cfg(feature = "disk")]
pub use store::{Entry, Obtained, Origin, Store};
pub use table_set::{TableSet, UnknownTable};
