//! What can be wrong with a table's file.

use super::id::TableId;
use std::path::PathBuf;
use std::{fmt, io};

/// A file that cannot be used, or not be written.
#[derive(Debug)]
pub struct TableError {
    /// The file or folder.
    pub path: PathBuf,
    /// What is wrong with it.
    pub fault: Fault,
}

/// What is wrong with a table's file.
#[derive(Debug)]
pub enum Fault {
    /// The system said no.
    Io {
        /// What was tried.
        action: &'static str,
        /// What the system said.
        error: io::Error,
    },
    /// It does not begin like a table.
    NotATable,
    /// Its numbers have their bytes in the other order.
    ForeignEndian,
    /// It was written in another format.
    Version {
        /// The version in the file.
        found: u32,
        /// The one that can be read.
        wanted: u32,
    },
    /// It is not as long as its header says.
    Length {
        /// How many bytes it has.
        found: u64,
        /// How many it should have.
        wanted: u64,
    },
    /// The header is damaged.
    HeaderChecksum,
    /// The header is whole, but says what cannot be.
    Header(&'static str),
    /// It holds another table.
    OtherTable {
        /// The one it holds.
        found: TableId,
    },
    /// The data are damaged.
    DataChecksum,
    /// The numbers of states in the header do not go with the data.
    Counts,
    /// The numbers of states are not the known ones.
    UnknownCounts,
}

impl TableError {
    /// Is there just no such file?
    pub fn is_missing(&self) -> bool {
        matches!(&self.fault, Fault::Io { error, .. } if error.kind() == io::ErrorKind::NotFound)
    }
}

impl Fault {
    /// Makes the system's complaint a fault.
    pub(super) fn io(action: &'static str) -> impl Fn(io::Error) -> Fault {
        move |error| Fault::Io { action, error }
    }
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path.display(), self.fault)
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Io { action, error } => write!(f, "cannot {action}: {error}"),
            Fault::NotATable => write!(f, "this is no table: it does not begin like one"),
            Fault::ForeignEndian => {
                write!(f, "the table comes from a program that writes bytes in the other order")
            }
            Fault::Version { found, wanted } if found < wanted => {
                write!(f, "the table has the older format {found}; this program reads {wanted}")
            }
            Fault::Version { found, wanted } => {
                write!(f, "the table has the newer format {found}; this program reads {wanted}")
            }
            Fault::Length { found, wanted } if found < wanted => {
                write!(f, "the table ends after {found} of its {wanted} bytes")
            }
            Fault::Length { found, wanted } => {
                write!(f, "the table has {found} bytes instead of {wanted}")
            }
            Fault::HeaderChecksum => write!(f, "the table's header is damaged: its checksum is wrong"),
            Fault::Header(what) => write!(f, "the table's header says what cannot be: {what}"),
            Fault::OtherTable { found } => write!(f, "the file holds another table: {found}"),
            Fault::DataChecksum => write!(f, "the table's data are damaged: their checksum is wrong"),
            Fault::Counts => {
                write!(f, "the table's data do not have as many states at each distance as its header says")
            }
            Fault::UnknownCounts => {
                write!(f, "the table's numbers of states at each distance are not the known ones")
            }
        }
    }
}

impl std::error::Error for TableError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.fault {
            Fault::Io { error, .. } => Some(error),
            _ => None,
        }
    }
}
