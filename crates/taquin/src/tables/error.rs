//! Errors of table files.

use super::id::TableId;
use std::path::PathBuf;
use std::{fmt, io};

/// A table file that cannot be read or written.
#[derive(Debug)]
pub struct TableError {
    /// The file or folder.
    pub path: PathBuf,
    /// The problem.
    pub fault: Fault,
}

/// A problem with a table file.
#[derive(Debug)]
#[non_exhaustive]
pub enum Fault {
    /// An input or output error.
    Io {
        /// The operation that failed.
        action: &'static str,
        /// The system's error.
        error: io::Error,
    },
    /// The file does not begin with the magic number of a table.
    NotATable,
    /// The file was written with the other byte order.
    ForeignEndian,
    /// The file has another version of the format.
    Version {
        /// The version in the file.
        found: u32,
        /// The supported version.
        wanted: u32,
    },
    /// The length does not match the header.
    Length {
        /// The length of the file in bytes.
        found: u64,
        /// The length according to the header.
        wanted: u64,
    },
    /// The checksum of the header is wrong.
    HeaderChecksum,
    /// A field of the header has an impossible value.
    Header(&'static str),
    /// The file holds another table.
    OtherTable {
        /// The table in the file.
        found: TableId,
    },
    /// The digest of the data is wrong.
    DataDigest,
    /// The digest of the data differs from the known one of this table.
    KnownDigest,
    /// Another user owns the file or can write to it, and the digest or the counts of this table are not known.
    Untrusted,
    /// Following the table does not lead to the goal.
    Inconsistent,
    /// The number of states at each distance does not match the data.
    Counts,
    /// The number of states at each distance differs from the known one.
    UnknownCounts,
}

impl TableError {
    /// Returns whether the file does not exist.
    pub fn is_missing(&self) -> bool {
        matches!(&self.fault, Fault::Io { error, .. } if error.kind() == io::ErrorKind::NotFound)
    }
}

impl Fault {
    /// Converts an input or output error.
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
            Fault::NotATable => write!(f, "not a table file: it does not begin with the magic number"),
            Fault::ForeignEndian => {
                write!(f, "the table has the wrong byte order")
            }
            Fault::Version { found, wanted } if found < wanted => {
                write!(f, "the table has the older format {found}; this version reads {wanted}")
            }
            Fault::Version { found, wanted } => {
                write!(f, "the table has the newer format {found}; this version reads {wanted}")
            }
            Fault::Length { found, wanted } if found < wanted => {
                write!(f, "the table ends after {found} of its {wanted} bytes")
            }
            Fault::Length { found, wanted } => {
                write!(f, "the table has {found} bytes instead of {wanted}")
            }
            Fault::HeaderChecksum => write!(f, "the table's header is damaged: its checksum is wrong"),
            Fault::Header(what) => write!(f, "the table's header has an impossible value: {what}"),
            Fault::OtherTable { found } => write!(f, "the file holds another table: {found}"),
            Fault::DataDigest => write!(f, "the table's data are damaged: their digest is wrong"),
            Fault::KnownDigest => write!(f, "the table's data differ from those of this table"),
            Fault::Untrusted => {
                write!(f, "not trusted: another user owns this table or can write to it")
            }
            Fault::Inconsistent => write!(f, "the table contradicts itself: it does not lead to the goal"),
            Fault::Counts => {
                write!(f, "the number of states at each distance does not match the table's header")
            }
            Fault::UnknownCounts => {
                write!(f, "the number of states at each distance differs from the known one")
            }
        }
    }
}

impl std::error::Error for TableError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.fault {
            Fault::Io { error, .. } => Some(error),
            Fault::NotATable
            | Fault::ForeignEndian
            | Fault::Version { .. }
            | Fault::Length { .. }
            | Fault::HeaderChecksum
            | Fault::Header(_)
            | Fault::OtherTable { .. }
            | Fault::DataDigest
            | Fault::KnownDigest
            | Fault::Untrusted
            | Fault::Inconsistent
            | Fault::Counts
            | Fault::UnknownCounts => None,
        }
    }
}
