//! Boards from files.
#![cfg(feature = "disk")]

use std::fs;
use std::path::PathBuf;
use taquin::notation::{FileErrorKind, read_path};

/// A file of this test run.
fn file(name: &str, content: &[u8]) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let path = folder.join(name);
    fs::write(&path, content).unwrap();
    path
}

#[test]
fn a_file_of_boards_is_read() {
    let path = file("two.txt", b"3\n1 2 3\n4 5 6\n7 8 0\n\n1 2/3 0\n");
    assert_eq!(read_path(path).unwrap().len(), 2);
}

#[test]
fn other_files_are_refused() {
    let kind = |path: PathBuf| {
        let error = read_path(&path).unwrap_err();
        assert!(error.to_string().starts_with(path.to_str().unwrap()), "{error}");
        error.kind
    };
    assert!(matches!(kind(env!("CARGO_TARGET_TMPDIR").into()), FileErrorKind::Directory));
    assert!(matches!(kind("/no/such/file".into()), FileErrorKind::Unreadable(_)));
    assert!(matches!(kind(file("latin1.txt", b"1 2\n3 \xff")), FileErrorKind::NotText { byte: 6 }));
    assert!(matches!(kind(file("wrong.txt", b"1 2\n3 3")), FileErrorKind::Parse(_)));
    let huge = file("huge.txt", b"");
    fs::File::options().write(true).open(&huge).unwrap().set_len((64 << 20) + 1).unwrap();
    assert!(matches!(kind(huge.clone()), FileErrorKind::TooLarge));
    fs::remove_file(huge).unwrap();
}
