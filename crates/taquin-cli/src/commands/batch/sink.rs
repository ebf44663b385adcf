//! Where the answers go.

use crate::echo;
use crate::exit::Failure;
use crate::output;
use std::fs::{File, TryLockError};
use std::io::{self, BufWriter, StdoutLock, Write};
use std::path::Path;

/// Standard output, or a file of answers.
pub(super) enum Sink {
    /// Standard output.
    Stdout(BufWriter<StdoutLock<'static>>),
    /// A file, and its name for messages.
    File(BufWriter<File>, String),
}

/// The name of the file in messages.
pub(super) fn name(path: &Path) -> String {
    format!("--output-file {}", echo::file_name(&path.display().to_string()))
}

/// Keeps other runs off a file for as long as it is open, however this one ends. Where the file system has no locks,
/// it is up to the user.
///
/// # Errors
/// If another run has it.
pub(super) fn claim(file: &File, name: &str) -> Result<(), Failure> {
    match file.try_lock() {
        Ok(()) | Err(TryLockError::Error(_)) => Ok(()),
        Err(TryLockError::WouldBlock) => {
            Err(Failure::input(format_args!("{name}: another run is writing to this file"))
                .hint("wait until it has ended, or stop it; then --resume goes on where its answers end"))
        }
    }
}

impl Sink {
    /// Standard output.
    pub(super) fn stdout() -> Sink {
        Sink::Stdout(output::stdout())
    }

    /// A new file. An empty one will do, and a device; a file with something in it is left alone.
    ///
    /// # Errors
    /// If there is such a file, or it cannot be written.
    pub(super) fn create(path: &Path) -> Result<Sink, Failure> {
        let name = name(path);
        let fault = |error: io::Error| Failure::input(format_args!("{name}: {error}"));
        let file = match File::create_new(path) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                File::options().write(true).open(path)
            }
            made => made,
        };
        let file = file.map_err(fault)?;
        if file.metadata().map_err(fault)?.is_file() {
            claim(&file, &name)?;
            // Asked only now: until then another run may have written to it.
            if file.metadata().map_err(fault)?.len() > 0 {
                return Err(Failure::input(format_args!("{name}: there is such a file already")).hint(
                    "--resume goes on where its answers end; otherwise remove it, or take another name",
                ));
            }
        }
        Ok(Sink::to(file, name))
    }

    /// An open file, from where it stands.
    pub(super) fn to(file: File, name: String) -> Sink {
        Sink::File(BufWriter::new(file), name)
    }

    /// Does it go to standard output?
    pub(super) fn is_stdout(&self) -> bool {
        matches!(self, Sink::Stdout(_))
    }

    /// Takes an answer; it arrives with the next flush at the latest.
    pub(super) fn write(&mut self, answer: &[u8]) -> Result<(), Failure> {
        match self {
            Sink::Stdout(out) => Ok(out.write_all(answer)?),
            Sink::File(out, name) => out.write_all(answer).map_err(|error| lost(name, &error)),
        }
    }

    /// Everything that was written can be seen.
    pub(super) fn flush(&mut self) -> Result<(), Failure> {
        match self {
            Sink::Stdout(out) => Ok(out.flush()?),
            Sink::File(out, name) => out.flush().map_err(|error| lost(name, &error)),
        }
    }

    /// Everything that was written is safe.
    pub(super) fn finish(&mut self) -> Result<(), Failure> {
        self.flush()?;
        match self {
            // Some file systems find out only now that there is no room; devices have nothing to save.
            Sink::File(out, name) if out.get_ref().metadata().is_ok_and(|found| found.is_file()) => {
                out.get_ref().sync_data().map_err(|error| lost(name, &error))
            }
            _ => Ok(()),
        }
    }
}

fn lost(name: &str, error: &io::Error) -> Failure {
    Failure::input(format_args!("{name}: the answers could not be written: {error}"))
        .hint("with --output json, the same command with --resume goes on after the last whole answer")
}
