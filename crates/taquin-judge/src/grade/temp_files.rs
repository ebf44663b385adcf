//! Temporary files for the board and the answer of a program.

use crate::workspace::private_folder;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// A temporary folder for one run of a program. Dropping it deletes the folder and everything in it.
pub(super) struct TempFiles {
    board: PathBuf,
    answer: PathBuf,
    _folder: TempDir,
}

impl TempFiles {
    /// Creates the folder, and a file with the board in it.
    pub(super) fn new(board: &str) -> io::Result<TempFiles> {
        let folder = private_folder()?;
        let file = |name| folder.path().join(name);
        let files = TempFiles { board: file("board.txt"), answer: file("answer.txt"), _folder: folder };
        fs::write(&files.board, format!("{board}\n"))?;
        Ok(files)
    }

    /// Returns the path of the file with the board.
    pub(super) fn board(&self) -> &OsStr {
        self.board.as_os_str()
    }

    /// Returns the path of the answer, which does not exist until the program writes it.
    pub(super) fn answer(&self) -> &OsStr {
        self.answer.as_os_str()
    }

    /// Reads the answer, which is empty if there is no file; `None` if it is larger than `limit` bytes.
    pub(super) fn read_answer(&self, limit: u64) -> Option<Vec<u8>> {
        let mut written = Vec::new();
        if let Some(file) = open_regular(&self.answer) {
            // After an error, the part that was read counts.
            let _ = file.take(limit.saturating_add(1)).read_to_end(&mut written);
        }
        (written.len() as u64 <= limit).then_some(written)
    }
}

/// Opens a regular file. Reading a pipe or a device might never end.
fn open_regular(path: &Path) -> Option<File> {
    fs::metadata(path).ok().filter(fs::Metadata::is_file)?;
    File::open(path).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_and_answers() {
        let files = TempFiles::new("1 0").expect("a folder");
        assert_eq!(fs::read_to_string(files.board()).expect("a file"), "1 0\n");
        assert_eq!(files.read_answer(4), Some(Vec::new()));
        fs::write(files.answer(), "LULU").expect("it can be written");
        assert_eq!(files.read_answer(4).as_deref(), Some(&b"LULU"[..]));
        assert_eq!(files.read_answer(3), None);
        fs::remove_file(files.answer()).expect("it is there");
        fs::create_dir(files.answer()).expect("a folder of that name");
        assert_eq!(files.read_answer(4), Some(Vec::new()));
        let paths = [files.board.clone(), files.answer.clone()];
        drop(files);
        assert!(!paths.iter().any(|path| path.exists()));
    }

    #[test]
    #[cfg(unix)]
    fn special_files_are_ignored() {
        let files = TempFiles::new("1 0").expect("a folder");
        std::os::unix::fs::symlink("/dev/zero", files.answer()).expect("a link");
        assert_eq!(files.read_answer(4), Some(Vec::new()));
        fs::remove_file(files.answer()).expect("it is there");
        let made =
            std::process::Command::new("mkfifo").arg(files.answer()).status().expect("there is mkfifo");
        assert!(made.success());
        assert_eq!(files.read_answer(4), Some(Vec::new()));
    }
}
