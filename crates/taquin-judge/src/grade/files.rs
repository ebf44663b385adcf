//! Files by which a program gets a board and gives its answer.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// A folder for one run of a program. It goes when it is dropped, with all that the program has put into it.
pub(super) struct Folder {
    board: PathBuf,
    answer: PathBuf,
    _folder: TempDir,
}

impl Folder {
    /// A folder with a file for the board.
    pub(super) fn new(board: &str) -> io::Result<Folder> {
        let folder = TempDir::new()?;
        let file = |name| folder.path().join(name);
        let folder = Folder { board: file("board.txt"), answer: file("answer.txt"), _folder: folder };
        fs::write(&folder.board, format!("{board}\n"))?;
        Ok(folder)
    }

    /// The name of the file with the board.
    pub(super) fn board(&self) -> &OsStr {
        self.board.as_os_str()
    }

    /// The name of a file that is not there until the program writes it.
    pub(super) fn answer(&self) -> &OsStr {
        self.answer.as_os_str()
    }

    /// What was written there, which is nothing if there is no file; `None` if it is more than `limit` bytes.
    pub(super) fn read_answer(&self, limit: u64) -> Option<Vec<u8>> {
        let mut written = Vec::new();
        if let Some(file) = regular(&self.answer) {
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
    fn boards_and_answers() {
        let folder = Folder::new("1 0").expect("a folder");
        assert_eq!(fs::read_to_string(folder.board()).expect("a file"), "1 0\n");
        assert_eq!(folder.read_answer(4), Some(Vec::new()));
        fs::write(folder.answer(), "LULU").expect("it can be written");
        assert_eq!(folder.read_answer(4).as_deref(), Some(&b"LULU"[..]));
        assert_eq!(folder.read_answer(3), None);
        fs::remove_file(folder.answer()).expect("it is there");
        fs::create_dir(folder.answer()).expect("a folder of that name");
        assert_eq!(folder.read_answer(4), Some(Vec::new()));
        let paths = [folder.board.clone(), folder.answer.clone()];
        drop(folder);
        assert!(!paths.iter().any(|path| path.exists()));
    }

    #[test]
    #[cfg(unix)]
    fn what_never_ends() {
        let folder = Folder::new("1 0").expect("a folder");
        std::os::unix::fs::symlink("/dev/zero", folder.answer()).expect("a link");
        assert_eq!(folder.read_answer(4), Some(Vec::new()));
        fs::remove_file(folder.answer()).expect("it is there");
        let made =
            std::process::Command::new("mkfifo").arg(folder.answer()).status().expect("there is mkfifo");
        assert!(made.success());
        assert_eq!(folder.read_answer(4), Some(Vec::new()));
    }
}
