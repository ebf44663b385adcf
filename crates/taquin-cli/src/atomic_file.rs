//! A file that is written as a whole or not at all.

use crate::echo;
use crate::exit::Failure;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process;

/// A place for a file. It is taken before the work begins, so that hours of it are not lost for a folder that does not
/// exist; whatever was there before stays until the new content is on the disk.
#[derive(Debug)]
pub(crate) struct AtomicFile {
    target: PathBuf,
    /// Where the content is written first; `None` for a device or a pipe, which cannot be replaced.
    draft: Option<PathBuf>,
    file: File,
}

impl AtomicFile {
    /// Takes the place.
    ///
    /// # Errors
    /// If nothing can be written there.
    pub(crate) fn reserve(path: &Path) -> Result<AtomicFile, Failure> {
        AtomicFile::open(path).map_err(|error| fault(path, &error))
    }

    fn open(path: &Path) -> io::Result<AtomicFile> {
        // What a link leads to is replaced, not the link.
        let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        match fs::metadata(&target) {
            Ok(there) if there.is_dir() => return Err(io::ErrorKind::IsADirectory.into()),
            Ok(there) if !there.is_file() => {
                let file = File::options().write(true).open(&target)?;
                return Ok(AtomicFile { target, draft: None, file });
            }
            _ => {}
        }
        let mut name = OsString::from(".");
        name.push(target.file_name().unwrap_or_default());
        name.push(format!(".{}.part", process::id()));
        let draft = target.with_file_name(name);
        // Two places of one run must not be the same.
        let file = File::create_new(&draft).map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => io::Error::other("this is to be written twice; name two files"),
            _ => error,
        })?;
        Ok(AtomicFile { target, draft: Some(draft), file })
    }

    /// Fills the place.
    ///
    /// # Errors
    /// If the disk is full, for example; then what was there before is still there.
    pub(crate) fn write(mut self, content: &[u8]) -> Result<(), Failure> {
        let written = self.fill(content);
        written.map_err(|error| fault(&self.target, &error))
    }

    fn fill(&mut self, content: &[u8]) -> io::Result<()> {
        self.file.write_all(content)?;
        if let Some(draft) = &self.draft {
            self.file.sync_all()?;
            fs::rename(draft, &self.target)?;
            self.draft = None;
        }
        Ok(())
    }
}

impl Drop for AtomicFile {
    fn drop(&mut self) {
        if let Some(draft) = &self.draft {
            // What cannot be removed is empty or useless, and harms nobody.
            let _ = fs::remove_file(draft);
        }
    }
}

fn fault(path: &Path, error: &io::Error) -> Failure {
    let name = echo::file_name(&path.display().to_string());
    Failure::input(format_args!("{name} could not be written: {error}"))
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
            assert!(AtomicFile::reserve(&wrong).unwrap_err().message().contains("could not be written"));
        }
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn a_full_disk() {
        let full = AtomicFile::reserve(Path::new("/dev/full")).unwrap();
        assert!(full.write(b"x").unwrap_err().message().contains("/dev/full could not be written"));
    }
}
