//! Tables: how the tiles are divided into patterns, and the tables that were made of them; tables that know the distance
//! of every board of a size, and what else a complete enumeration gives: the boards at a distance, the hardest ones, how
//! many there are.
//!
//! All of them look at a goal through a [`Frame`](crate::frame::Frame), so that goals whose blanks are at home in
//! equivalent cells share one table.

mod census;
mod collection;
mod enumeration;
mod hardest;
mod partition;
mod perfect;
mod sampling;
mod view;

pub use census::Census;
pub use collection::Tables;
pub use enumeration::{NoTable, boards_at};
pub use hardest::{fifteen_diameter, hardest_fifteen};
pub use partition::{CatalogueError, CatalogueFault, Partition};
pub use perfect::{Guide, PerfectKey, PerfectTable};
pub use sampling::{DepthError, boards_between};
