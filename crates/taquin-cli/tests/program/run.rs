//! Runs the program in the root of the repository and captures its output.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// The result of a run.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Run {
    pub(crate) fn new(output: Output) -> Run {
        let text = |bytes| String::from_utf8(bytes).expect("the program speaks UTF-8");
        let run = Run {
            code: output.status.code().unwrap_or(-1),
            out: text(output.stdout),
            err: text(output.stderr),
        };
        assert!(!run.err.contains("panicked") && !run.err.contains("RUST_BACKTRACE"), "{run:?}");
        run
    }

    /// Asserts the exit code and the whole standard output.
    #[track_caller]
    pub(crate) fn expect(&self, code: i32, out: &str) {
        assert_eq!(self.out, out, "{self:?}");
        assert_eq!(self.code, code, "{self:?}");
    }

    /// Asserts exit code 2, an empty standard output, and messages that contain all of these.
    #[track_caller]
    pub(crate) fn complains(&self, about: &[&str]) {
        assert_eq!((self.code, self.out.as_str()), (2, ""), "{self:?}");
        for words in about {
            assert!(self.err.contains(words), "{words:?} is not in {:?}", self.err);
        }
    }
}

pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

pub(crate) fn program() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_taquin"));
    command.current_dir(root()).stdin(Stdio::null());
    // Not the user's own tables.
    command.env("TAQUIN_TABLES", Path::new(env!("CARGO_TARGET_TMPDIR")).join("tables"));
    command
}

pub(crate) fn taquin<S: AsRef<str>>(args: &[S]) -> Run {
    let args = args.iter().map(AsRef::as_ref);
    Run::new(program().args(args).output().expect("the program starts"))
}

/// The same with a text on standard input.
pub(crate) fn taquin_reading(input: &str, args: &[&str]) -> Run {
    let mut command = program();
    command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    let mut stdin = child.stdin.take().expect("it has an input");
    // A program that complains early may not read to the end.
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    Run::new(child.wait_with_output().expect("the program ends"))
}

/// A file of its own for a test.
pub(crate) fn file(content: impl AsRef<[u8]>) -> tempfile::TempPath {
    let mut file = tempfile::Builder::new().suffix(".txt").tempfile().expect("a temporary file");
    file.write_all(content.as_ref()).expect("it takes the content");
    file.into_temp_path()
}

pub(crate) fn path(file: &tempfile::TempPath) -> &str {
    file.to_str().expect("temporary files have plain names")
}
