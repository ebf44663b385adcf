//! The submissions in a folder: one file or folder per student.

use crate::echo;
use crate::exit::Failure;
use crate::ordered::MemorySize;
use serde::{Deserialize, Serialize};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

/// A student's file or folder.
#[derive(Clone, Debug)]
pub(super) struct Submission {
    /// Its name in the folder.
    pub(super) name: String,
    pub(super) path: PathBuf,
    pub(super) is_file: bool,
    pub(super) stamp: Stamp,
}

/// What changes when a student hands in another version.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(super) struct Stamp {
    files: u64,
    bytes: u64,
    /// When the newest file was modified, in nanoseconds since 1970.
    modified: u64,
}

impl MemorySize for Submission {
    fn bytes(&self) -> usize {
        size_of::<Submission>() + self.name.len() + self.path.as_os_str().len()
    }
}

/// Lists the submissions of a folder by name. Hidden files, and the folder of the reports, are left out.
///
/// # Errors
/// If the folder cannot be read, has no submissions, or a name is not valid Unicode.
pub(super) fn list(folder: &Path, reports: &Path) -> Result<Vec<Submission>, Failure> {
    let shown = echo::file_name(&folder.display().to_string());
    let unreadable = |error: io::Error| Failure::input(format_args!("--submissions: {shown}: {error}"));
    // The program runs in another directory, so paths are absolute.
    let folder = fs::canonicalize(folder).map_err(unreadable)?;
    let reports = fs::canonicalize(reports).ok();
    let mut submissions = Vec::new();
    for entry in fs::read_dir(&folder).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        let name = path.file_name().unwrap_or_default();
        if name.as_encoded_bytes().starts_with(b".") || Some(&path) == reports.as_ref() {
            continue;
        }
        let Some(name) = name.to_str().map(str::to_owned) else {
            let name = echo::file_name(&name.to_string_lossy());
            return Err(Failure::input(format_args!("--submissions: {name}: the name is not valid Unicode"))
                .hint("rename it"));
        };
        let is_file = !path.is_dir();
        let stamp = Stamp::of(&path);
        submissions.push(Submission { name, path, is_file, stamp });
    }
    if submissions.is_empty() {
        return Err(Failure::input(format_args!("--submissions: {shown}: no submissions"))
            .hint("give a folder with one file or folder per student"));
    }
    submissions.sort_by(|a, b| a.name.to_lowercase().cmp(&b.name.to_lowercase()).then(a.name.cmp(&b.name)));
    Ok(submissions)
}

impl Stamp {
    /// Returns the stamp of a file or folder. What cannot be read is reported when it is copied.
    fn of(path: &Path) -> Stamp {
        let mut stamp = Stamp::default();
        let mut paths = vec![path.to_owned()];
        while let Some(path) = paths.pop() {
            let Ok(found) = fs::symlink_metadata(&path) else { continue };
            if found.is_dir() {
                paths.extend(fs::read_dir(&path).into_iter().flatten().flatten().map(|entry| entry.path()));
                continue;
            }
            let modified = found.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
            stamp.files += 1;
            stamp.bytes += found.len();
            stamp.modified = stamp.modified.max(modified.map_or(0, |time| time.as_nanos() as u64));
        }
        stamp
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_and_folders_by_name() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        assert!(list(folder.path(), &path("reports")).is_err());
        for name in ["bob.py", "Ann.py", ".hidden"] {
            fs::write(path(name), name).unwrap();
        }
        fs::create_dir_all(path("carl/src")).unwrap();
        fs::create_dir(path("reports")).unwrap();
        let found = list(folder.path(), &path("reports")).unwrap();
        let names: Vec<(&str, bool)> =
            found.iter().map(|found| (found.name.as_str(), found.is_file)).collect();
        assert_eq!(names, [("Ann.py", true), ("bob.py", true), ("carl", false)]);
        let before = found[2].stamp;
        fs::write(path("carl/src/a.py"), "x").unwrap();
        assert_ne!(list(folder.path(), &path("reports")).unwrap()[2].stamp, before);
        assert!(list(&path("missing"), &path("reports")).is_err());
    }
}
