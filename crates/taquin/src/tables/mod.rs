//! Tables: how the tiles are divided into patterns, and the tables that were made of them.

mod collection;
#[cfg(feature = "disk")]
mod fault;
#[cfg(feature = "disk")]
mod file;
#[cfg(feature = "disk")]
mod header;
mod id;
#[cfg(feature = "disk")]
mod lock;
mod partition;
#[cfg(feature = "disk")]
mod store;

pub use collection::Tables;
#[cfg(feature = "disk")]
pub use fault::{Fault, TableError};
#[cfg(feature = "disk")]
pub use file::TableData;
#[cfg(feature = "disk")]
pub use header::Header;
pub use id::TableId;
pub use partition::{CatalogueError, CatalogueFault, Partition};
#[cfg(feature = "disk")]
pub use store::{Entry, Obtained, Origin, Store, StoreEvent, Watcher};
