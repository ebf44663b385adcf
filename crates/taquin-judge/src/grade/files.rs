//! Files by which a program gets a board and gives its answer. They are gone when they are dropped.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use tempfile::{NamedTempFile, TempDir, TempPath};

/// A file with a board.
pub(super) struct BoardFile(TempPath);

impl BoardFile {
    pub(super) fn new(board: &str) -> io::Result<BoardFile> {
        let mut file = NamedTempFile::with_suffix(".txt")?;
        writeln!(file, "{board}")?;
        file.flush()?;
        Ok(BoardFile(file.into_temp_path()))
    }

    pub(super) fn name(&self) -> &OsStr {
        self.0.as_os_str()
    }
}

/// The name of a file that is not there until the program writes it.
pub(super) struct AnswerFile {
    path: PathBuf,
    _folder: TempDir,
}

impl AnswerFile {
    pub(super) fn new() -> io::Result<AnswerFile> {
        let folder = TempDir::new()?;
        Ok(AnswerFile { path: folder.path().join("answer.txt"), _folder: folder })
    }

    pub(super) fn name(&self) -> &OsStr {
        self.path.as_os_str()
    }

    /// What was written, which is nothing if there is no file; `None` if it is more than `limit` bytes.
    pub(super) fn read(&self, limit: u64) -> Option<Vec<u8>> {
        let mut written = Vec::new();
        if let Some(file) = regular(&self.path) {
            // What cannot be read to the end is judged as far as it goes.
            let _ = file.take(limit + 1).read_to_end(&mut written);
        }
        (written.len() as u64 <= limit).then_some(written)
    }
}

/// A pipe or a device of that name would never end.
fn regular(path: &Path) -> Option<File> {
    fs::metadata(path).ok().filter(fs::Metadata::is_file)?;
    File::open(path).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers() {
        let answer = AnswerFile::new().expect("a folder");
        assert_eq!(answer.read(4), Some(Vec::new()));
        fs::write(answer.name(), "LULU").expect("it can be written");
        assert_eq!(answer.read(4).as_deref(), Some(&b"LULU"[..]));
        assert_eq!(answer.read(3), None);
        fs::remove_file(answer.name()).expect("it is there");
        fs::create_dir(answer.name()).expect("a folder of that name");
        assert_eq!(answer.read(4), Some(Vec::new()));
        let path = answer.path.clone();
        drop(answer);
        assert!(!path.exists());
    }

    #[test]
    #[cfg(unix)]
    fn what_never_ends() {
        let answer = AnswerFile::new().expect("a folder");
        std::os::unix::fs::symlink("/dev/zero", answer.name()).expect("a link");
        assert_eq!(answer.read(4), Some(Vec::new()));
        fs::remove_file(answer.name()).expect("it is there");
        let made = std::process::Command::new("mkfifo").arg(answer.name()).status().expect("there is mkfifo");
        assert!(made.success());
        assert_eq!(answer.read(4), Some(Vec::new()));
    }
}
