//! A copy of a submission for its program to run in.
//!
//! The program may write files, and the next student must not find them; the submission itself stays as it was handed in.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// A temporary copy of a student's file or folder, deleted when it is dropped.
pub struct Workspace {
    submission: PathBuf,
    directory: PathBuf,
    _folder: TempDir,
}

impl Workspace {
    /// Copies a file or a folder. Links stay links; pipes, sockets and devices are left out.
    ///
    /// # Errors
    /// If something cannot be read or copied.
    pub fn copy(submission: &Path) -> io::Result<Workspace> {
        let folder = TempDir::new()?;
        let name = submission.file_name().ok_or(io::ErrorKind::InvalidInput)?;
        let copy = folder.path().join(name);
        // The submission itself may be a link.
        let is_dir = fs::metadata(submission)?.is_dir();
        if is_dir {
            copy_folder(submission, &copy)?;
        } else {
            fs::copy(submission, &copy)?;
        }
        let directory = if is_dir { copy.clone() } else { folder.path().to_owned() };
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

fn copy_folder(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let (kind, copy) = (entry.file_type()?, to.join(entry.file_name()));
        if kind.is_dir() {
            copy_folder(&entry.path(), &copy)?;
        } else if kind.is_symlink() {
            copy_link(&entry.path(), &copy)?;
        } else if kind.is_file() {
            fs::copy(entry.path(), &copy)?;
        }
    }
    Ok(())
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

    #[test]
    fn a_file_and_a_folder() {
        let folder = tempfile::tempdir().expect("a folder");
        let student = folder.path().join("ann");
        fs::create_dir_all(student.join("sub")).expect("a folder");
        fs::write(student.join("sub/a.txt"), "a").expect("a file");
        let copy = Workspace::copy(&student).expect("a copy");
        assert_eq!(fs::read_to_string(copy.directory().join("sub/a.txt")).expect("a file"), "a");
        assert_eq!(copy.directory(), copy.submission());
        fs::write(copy.directory().join("new"), "b").expect("a file");
        assert!(!student.join("new").exists());
        let file = Workspace::copy(&student.join("sub/a.txt")).expect("a copy");
        assert_eq!(fs::read_to_string(file.submission()).expect("a file"), "a");
        assert_eq!(file.submission().parent(), Some(file.directory()));
        let path = copy.directory().to_owned();
        drop(copy);
        assert!(!path.exists());
        assert!(Workspace::copy(&folder.path().join("missing")).is_err());
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
        let copy = Workspace::copy(&student).expect("a copy");
        assert!(fs::symlink_metadata(copy.directory().join("broken")).is_ok());
        assert!(fs::symlink_metadata(copy.directory().join("loop")).is_ok_and(|link| link.is_symlink()));
        assert!(!copy.directory().join("pipe").exists());
    }
}
