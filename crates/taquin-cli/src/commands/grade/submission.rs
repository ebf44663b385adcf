//! The submissions in a folder: one file or folder per student.

use crate::echo;
use crate::exit::Failure;
use crate::ordered::MemorySize;
use serde::{Deserialize, Serialize};
use std::fs::{self, File, Metadata};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use taquin::display::SystemError;
use taquin_judge::workspace::{MAX_BYTES, MAX_FILES};

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
    /// A hash of the names, the permissions and the contents.
    hash: u64,
}

impl MemorySize for Submission {
    fn bytes(&self) -> usize {
        size_of::<Submission>() + self.name.len() + self.path.as_os_str().len()
    }
}

/// Lists the submissions of a folder by name. Hidden files are left out.
///
/// # Errors
/// If the folder cannot be read, has no submissions, or a name is not valid Unicode.
pub(super) fn list(folder: &Path) -> Result<Vec<Submission>, Failure> {
    let shown = echo::file_name(&folder.display().to_string());
    let unreadable =
        |error: io::Error| Failure::input(format_args!("--submissions: {shown}: {}", SystemError(&error)));
    // The program runs in another directory, so paths are absolute.
    let folder = fs::canonicalize(folder).map_err(unreadable)?;
    let mut submissions = Vec::new();
    for entry in fs::read_dir(&folder).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        let name = path.file_name().unwrap_or_default();
        if name.as_encoded_bytes().starts_with(b".") {
            continue;
        }
        let Some(name) = name.to_str().map(str::to_owned) else {
            let name = echo::file_name(&name.to_string_lossy());
            return Err(Failure::input(format_args!("--submissions: {name}: the name is not valid Unicode"))
                .hint("rename it"));
        };
        let is_file = fs::symlink_metadata(&path).is_ok_and(|found| found.is_file());
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
    /// Returns the stamp of a file or folder. What cannot be read is reported when it is copied, and what is too large to be
    /// copied is not read.
    fn of(path: &Path) -> Stamp {
        let mut stamp = Stamp::default();
        let mut hasher = DefaultHasher::new();
        let mut paths = vec![path.to_owned()];
        while let Some(found) = paths.pop() {
            let Ok(metadata) = fs::symlink_metadata(&found) else { continue };
            found.strip_prefix(path).unwrap_or(&found).as_os_str().as_encoded_bytes().hash(&mut hasher);
            mode(&metadata).hash(&mut hasher);
            stamp.files += 1;
            if metadata.is_dir() {
                let mut entries: Vec<PathBuf> =
                    fs::read_dir(&found).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
                entries.sort();
                paths.extend(entries);
            } else if metadata.is_symlink() {
                fs::read_link(&found).ok().hash(&mut hasher);
            } else if metadata.is_file() {
                metadata.len().hash(&mut hasher);
                stamp.bytes = stamp.bytes.saturating_add(metadata.len());
                if stamp.bytes <= MAX_BYTES {
                    let _ = hash_content(&found, metadata.len(), &mut hasher);
                }
            }
            if stamp.files > MAX_FILES || stamp.bytes > MAX_BYTES {
                break;
            }
        }
        stamp.hash = hasher.finish();
        stamp
    }
}

fn hash_content(path: &Path, length: u64, hasher: &mut impl Hasher) -> io::Result<()> {
    let mut file = File::open(path)?.take(length);
    let mut chunk = vec![0; 1 << 16];
    loop {
        match file.read(&mut chunk)? {
            0 => return Ok(()),
            count => hasher.write(&chunk[..count]),
        }
    }
}

/// Returns the kind and the permissions.
#[cfg(unix)]
fn mode(metadata: &Metadata) -> u32 {
    std::os::unix::fs::MetadataExt::mode(metadata)
}

#[cfg(not(unix))]
fn mode(metadata: &Metadata) -> u32 {
    u32::from(metadata.is_dir()) << 1 | u32::from(metadata.permissions().readonly())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_and_folders_by_name() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        assert!(list(folder.path()).is_err());
        for name in ["bob.py", "Ann.py", ".hidden"] {
            fs::write(path(name), name).unwrap();
        }
        fs::create_dir_all(path("carl/src")).unwrap();
        let found = list(folder.path()).unwrap();
        let names: Vec<(&str, bool)> =
            found.iter().map(|found| (found.name.as_str(), found.is_file)).collect();
        assert_eq!(names, [("Ann.py", true), ("bob.py", true), ("carl", false)]);
        let before = found[2].stamp;
        fs::write(path("carl/src/a.py"), "x").unwrap();
        assert_ne!(list(folder.path()).unwrap()[2].stamp, before);
        assert!(list(&path("missing")).is_err());
    }

    #[test]
    #[cfg(unix)]
    fn every_change_changes_the_stamp() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        fs::create_dir(path("a")).unwrap();
        fs::write(path("a/x"), "1").unwrap();
        fs::write(path("a/y"), "2").unwrap();
        let mut stamps = vec![Stamp::of(&path("a"))];
        assert_eq!(Stamp::of(&path("a")), stamps[0]);
        let mut changed = || {
            let stamp = Stamp::of(&path("a"));
            assert!(!stamps.contains(&stamp), "after change {}", stamps.len());
            stamps.push(stamp);
        };
        fs::rename(path("a/x"), path("a/z")).unwrap();
        changed();
        fs::set_permissions(path("a/y"), fs::Permissions::from_mode(0o700)).unwrap();
        changed();
        fs::write(path("a/y"), "3").unwrap();
        changed();
        symlink("y", path("a/link")).unwrap();
        changed();
        fs::remove_file(path("a/link")).unwrap();
        symlink("z", path("a/link")).unwrap();
        changed();
        fs::create_dir(path("a/empty")).unwrap();
        changed();
    }
}
