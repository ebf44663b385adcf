//! Reading boards from files.

use super::error::ParseError;
use super::record::Record;
use crate::display::SystemError;
use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// The largest file that is read; collections of boards are far smaller.
const MAX_BYTES: u64 = 64 << 20;

/// Reads every board of a file.
///
/// # Errors
/// If it is a directory, cannot be read, is larger than 64 MiB, is not UTF-8 text, or does not contain boards.
pub fn read_path(path: impl AsRef<Path>) -> Result<Vec<Record>, FileError> {
    let path = path.as_ref();
    let fault = |kind| FileError { path: path.to_owned(), kind };
    let text = open(path).and_then(read_text).map_err(fault)?;
    super::read_all(&text).map_err(|error| fault(FileErrorKind::Parse(error)))
}

fn open(path: &Path) -> Result<File, FileErrorKind> {
    let file = File::open(path)?;
    if file.metadata()?.is_dir() { Err(FileErrorKind::Directory) } else { Ok(file) }
}

/// Reads the whole text of a file, of standard input or of any other source, with the limits of [`read_path`].
///
/// # Errors
/// If it cannot be read, is larger than 64 MiB or is not UTF-8 text.
pub fn read_text(source: impl Read) -> Result<String, FileErrorKind> {
    let mut bytes = Vec::new();
    // The length in the metadata is meaningless for pipes and devices, so the limit is on the bytes read.
    source.take(MAX_BYTES + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err(FileErrorKind::TooLarge);
    }
    String::from_utf8(bytes)
        .map_err(|error| FileErrorKind::NotText { byte: error.utf8_error().valid_up_to() })
}

/// The error of a file from which boards cannot be read.
#[derive(Debug)]
pub struct FileError {
    /// The file.
    pub path: PathBuf,
    /// What is wrong with it.
    pub kind: FileErrorKind,
}

/// What is wrong with a file.
#[derive(Debug)]
#[non_exhaustive]
pub enum FileErrorKind {
    /// It is a directory.
    Directory,
    /// It cannot be opened or read.
    Unreadable(io::Error),
    /// It is larger than 64 MiB.
    TooLarge,
    /// It is not UTF-8 text.
    NotText {
        /// The first byte that is not, from 0.
        byte: usize,
    },
    /// It does not contain boards.
    Parse(ParseError),
}

impl From<io::Error> for FileErrorKind {
    fn from(error: io::Error) -> FileErrorKind {
        FileErrorKind::Unreadable(error)
    }
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path.display(), self.kind)
    }
}

impl fmt::Display for FileErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FileErrorKind::Directory => write!(f, "this is a directory, not a file"),
            FileErrorKind::Unreadable(error) if error.kind() == io::ErrorKind::NotFound => {
                write!(f, "no such file")
            }
            FileErrorKind::Unreadable(error) => SystemError(error).fmt(f),
            FileErrorKind::TooLarge => write!(f, "this file is larger than 64 MiB"),
            FileErrorKind::NotText { byte } => {
                write!(f, "this file is not UTF-8 text: byte {byte} is not valid")
            }
            FileErrorKind::Parse(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for FileError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.kind {
            FileErrorKind::Unreadable(error) => Some(error),
            FileErrorKind::Parse(error) => Some(error),
            FileErrorKind::Directory | FileErrorKind::TooLarge | FileErrorKind::NotText { .. } => None,
        }
    }
}
