//! A copy of a submission for its program to run in.
//!
//! The program may write files, and the next student must not find them; the submission itself stays as it was handed in.

use std::fs;
use std::io;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use taquin::display::{Bytes, Grouped};
use tempfile::TempDir;

/// The largest size of a submission in bytes. Larger ones are not copied.
pub const MAX_BYTES: u64 = 1 << 30;
/// The largest number of files and folders in a submission.
pub const MAX_FILES: u64 = 100_000;

/// Creates a temporary folder that other users cannot open. It is deleted when it is dropped.
///
/// # Errors
/// If it cannot be created.
pub fn private_folder() -> io::Result<TempDir> {
    #[cfg(unix)]
    {
        let owner_only = std::os::unix::fs::PermissionsExt::from_mode(0o700);
        tempfile::Builder::new().permissions(owner_only).tempdir()
    }
    // The folder of temporary files is in the user's profile.
    #[cfg(not(unix))]
    tempfile::tempdir()
}

/// A temporary copy of a student's file or folder, deleted when it is dropped.
pub struct Workspace {
    submission: PathBuf,
    directory: PathBuf,
    _folder: TempDir,
}

impl Workspace {
    /// Copies a regular file or a folder. Links in a folder stay links; pipes, sockets and devices in it are left out.
    /// `poll` is called before each file and cancels the copy.
    ///
    /// # Errors
    /// If the submission is neither a file nor a folder, something cannot be read or copied, it is larger than
    /// [`MAX_BYTES`] or has more files than [`MAX_FILES`], or the copy was cancelled.
    pub fn copy(submission: &Path, poll: impl FnMut() -> ControlFlow<()>) -> io::Result<Workspace> {
        let kind = fs::symlink_metadata(submission)?.file_type();
        if !kind.is_file() && !kind.is_dir() {
            return Err(io::Error::other("neither a regular file nor a folder"));
        }
        let folder = private_folder()?;
        let name = submission.file_name().ok_or(io::ErrorKind::InvalidInput)?;
        let copy = folder.path().join(name);
        let mut copier = Copier { bytes: 0, files: 0, poll };
        if kind.is_dir() {
            copier.folder(submission, &copy)?;
        } else {
            copier.file(submission, &copy)?;
        }
        let directory = if kind.is_dir() { copy.clone() } else { folder.path().to_owned() };
        Ok(Workspace { submission: copy, directory, _folder: folder })
    }

    /// Returns the path of the copy.
    pub fn submission(&self) -> &Path {
        &self.submission
    }

    /// Returns the directory to run the program in: the copy of a folder, or the folder that has only the copy of a file.
    pub fn directory(&self) -> &Path {
        &self.directory
    }
}

/// Copies files until there are too many.
struct Copier<P> {
    bytes: u64,
    files: u64,
    poll: P,
}

impl<P: FnMut() -> ControlFlow<()>> Copier<P> {
    fn folder(&mut self, from: &Path, to: &Path) -> io::Result<()> {
        self.count(0)?;
        fs::create_dir(to)?;
        for entry in fs::read_dir(from)? {
            let entry = entry?;
            let (kind, copy) = (entry.file_type()?, to.join(entry.file_name()));
            if kind.is_dir() {
                self.folder(&entry.path(), &copy)?;
            } else if kind.is_symlink() {
                self.count(0)?;
                copy_link(&entry.path(), &copy)?;
            } else if kind.is_file() {
                self.file(&entry.path(), &copy)?;
            }
        }
        Ok(())
    }

    fn file(&mut self, from: &Path, to: &Path) -> io::Result<()> {
        self.count(fs::symlink_metadata(from)?.len())?;
        fs::copy(from, to).map(drop)
    }

    /// Counts one more file.
    fn count(&mut self, bytes: u64) -> io::Result<()> {
        self.bytes = self.bytes.saturating_add(bytes);
        self.files += 1;
        if self.bytes > MAX_BYTES {
            return Err(io::Error::other(format!("larger than {}", Bytes(MAX_BYTES))));
        }
        if self.files > MAX_FILES {
            return Err(io::Error::other(format!("more than {} files", Grouped(MAX_FILES))));
        }
        match (self.poll)() {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(io::ErrorKind::Interrupted.into()),
        }
    }
}

#[cfg(unix)]
fn copy_link(from: &Path, to: &Path) -> io::Result<()> {
    std::os::unix::fs::symlink(fs::read_link(from)?, to)
}

/// Elsewhere the file is copied; a link to a folder is left out.
#[cfg(not(unix))]
fn copy_link(from: &Path, to: &Path) -> io::Result<()> {
    if fs::metadata(from)?.is_file() { fs::copy(from, to).map(drop) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn go_on() -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    #[test]
    fn a_file_and_a_folder() {
        let folder = tempfile::tempdir().expect("a folder");
        let student = folder.path().join("ann");
        fs::create_dir_all(student.join("sub")).expect("a folder");
        fs::write(student.join("sub/a.txt"), "a").expect("a file");
        let copy = Workspace::copy(&student, go_on).expect("a copy");
        assert_eq!(fs::read_to_string(copy.directory().join("sub/a.txt")).expect("a file"), "a");
        assert_eq!(copy.directory(), copy.submission());
        fs::write(copy.directory().join("new"), "b").expect("a file");
        assert!(!student.join("new").exists());
        let file = Workspace::copy(&student.join("sub/a.txt"), go_on).expect("a copy");
        assert_eq!(fs::read_to_string(file.submission()).expect("a file"), "a");
        assert_eq!(file.submission().parent(), Some(file.directory()));
        let path = copy.directory().to_owned();
        drop(copy);
        assert!(!path.exists());
        assert!(Workspace::copy(&folder.path().join("missing"), go_on).is_err());
    }

    #[test]
    #[cfg(unix)]
    fn links_and_pipes() {
        let folder = tempfile::tempdir().expect("a folder");
        let student = folder.path().join("ann");
        fs::create_dir(&student).expect("a folder");
        std::os::unix::fs::symlink("nowhere", student.join("broken")).expect("a link");
        std::os::unix::fs::symlink("..", student.join("loop")).expect("a link");
        let made = std::process::Command::new("mkfifo").arg(student.join("pipe")).status();
        assert!(made.expect("there is mkfifo").success());
        let copy = Workspace::copy(&student, go_on).expect("a copy");
        assert!(fs::symlink_metadata(copy.directory().join("broken")).is_ok());
        assert!(fs::symlink_metadata(copy.directory().join("loop")).is_ok_and(|link| link.is_symlink()));
        assert!(!copy.directory().join("pipe").exists());
        for name in ["pipe", "loop", "broken"] {
            assert!(Workspace::copy(&student.join(name), go_on).is_err(), "{name}");
        }
    }

    #[test]
    fn too_large_or_cancelled() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("large");
        fs::File::create(&file).and_then(|file| file.set_len(MAX_BYTES + 1)).expect("a sparse file");
        let error = Workspace::copy(&file, go_on).err().expect("it is too large");
        assert_eq!(error.to_string(), "larger than 1.0 GiB");
        fs::write(&file, "x").expect("a file");
        assert!(Workspace::copy(&file, go_on).is_ok());
        assert!(Workspace::copy(&file, || ControlFlow::Break(())).is_err());
    }

    #[test]
    #[cfg(unix)]
    fn other_users_cannot_open_the_folder() {
        use std::os::unix::fs::PermissionsExt;
        let folder = private_folder().expect("a folder");
        assert_eq!(fs::metadata(folder.path()).expect("it is there").permissions().mode() & 0o777, 0o700);
    }
}
