//! Tables: how the tiles are divided into patterns, and the tables that were made of them.

mod collection;
mod partition;

pub use collection::Tables;
pub use partition::{CatalogueError, CatalogueFault, Partition};
