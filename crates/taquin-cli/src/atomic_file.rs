//! A file that is written completely or not at all.

use crate::echo;
use crate::exit::Failure;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process;
use taquin::display::SystemError;

/// A reserved file. It is reserved before a long computation, so that a missing directory is found early. The previous
/// content is replaced only when the new content is on disk.
#[derive(Debug)]
pub(crate) struct AtomicFile {
    target: PathBuf,
    /// The temporary file; `None` for a device or a pipe, which cannot be replaced.
    temporary: Option<PathBuf>,
    file: File,
    is_empty: bool,
}

impl AtomicFile {
    /// Reserves the file.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(crate) fn reserve(path: &Path) -> Result<AtomicFile, Failure> {
        AtomicFile::open(path).map_err(|error| write_failure(path, &error))
    }

    fn open(path: &Path) -> io::Result<AtomicFile> {
        // Replace the target of a symbolic link, not the link.
        let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let existing = fs::metadata(&target);
        match &existing {
            Ok(found) if found.is_dir() => return Err(io::ErrorKind::IsADirectory.into()),
            Ok(found) if !found.is_file() => {
                let file = File::options().write(true).open(&target)?;
                return Ok(AtomicFile { target, temporary: None, file, is_empty: true });
            }
            _ => {}
        }
        let mut name = OsString::from(".");
        name.push(target.file_name().unwrap_or_default());
        name.push(format!(".{}.part", process::id()));
        let temporary = target.with_file_name(name);
        // The same file must not be reserved twice in one run.
        let file = File::create_new(&temporary).map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => io::Error::other("given twice as an output file"),
            _ => error,
        })?;
        let reserved = AtomicFile { target, temporary: Some(temporary), file, is_empty: true };
        // The file that is replaced may be private, or executable.
        if let Ok(found) = existing {
            reserved.file.set_permissions(found.permissions())?;
        }
        Ok(reserved)
    }

    /// Writes the content and replaces the file.
    ///
    /// # Errors
    /// If writing fails, for example because the disk is full; the previous content is kept.
    pub(crate) fn write(mut self, content: &[u8]) -> Result<(), Failure> {
        self.append(content).map_err(|error| write_failure(&self.target, &error))?;
        self.finish()
    }

    /// Appends a part of the content.
    pub(crate) fn append(&mut self, part: &[u8]) -> io::Result<()> {
        self.is_empty &= part.is_empty();
        self.file.write_all(part)
    }

    /// Returns whether nothing has been appended.
    pub(crate) fn is_empty(&self) -> bool {
        self.is_empty
    }

    /// Replaces the file by the content appended so far.
    ///
    /// # Errors
    /// If writing fails; the previous content is kept.
    pub(crate) fn finish(mut self) -> Result<(), Failure> {
        self.replace().map_err(|error| write_failure(&self.target, &error))
    }

    fn replace(&mut self) -> io::Result<()> {
        if let Some(temporary) = &self.temporary {
            self.file.sync_all()?;
            fs::rename(temporary, &self.target)?;
            self.temporary = None;
        }
        Ok(())
    }
}

impl Drop for AtomicFile {
    fn drop(&mut self) {
        if let Some(temporary) = &self.temporary {
            // A temporary file that cannot be removed is harmless.
            let _ = fs::remove_file(temporary);
        }
    }
}

fn write_failure(path: &Path, error: &io::Error) -> Failure {
    let name = echo::file_name(&path.display().to_string());
    Failure::input(format_args!("{name}: cannot write: {}", SystemError(error)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_or_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("picture.svg");
        let names = || fs::read_dir(folder.path()).unwrap().count();
        drop(AtomicFile::reserve(&path).unwrap());
        assert_eq!(names(), 0);
        AtomicFile::reserve(&path).unwrap().write(b"one").unwrap();
        let second = AtomicFile::reserve(&path).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"one");
        second.write(b"two").unwrap();
        assert_eq!((fs::read(&path).unwrap(), names()), (b"two".to_vec(), 1));
        for wrong in [folder.path().to_owned(), folder.path().join("missing/picture.svg")] {
            assert!(AtomicFile::reserve(&wrong).unwrap_err().message().contains("cannot write"));
        }
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn a_full_disk() {
        let full = AtomicFile::reserve(Path::new("/dev/full")).unwrap();
        assert!(full.write(b"x").unwrap_err().message().contains("/dev/full: cannot write"));
    }
}
