//! The destination of answers.

use crate::destination::Answers;
use crate::echo;
use crate::exit::Failure;
use crate::output;
use std::fs::{File, TryLockError};
use std::io::{self, BufWriter, Write};
use std::path::Path;
use taquin::display::SystemError;

/// Standard output or an output file.
pub(super) enum Sink {
    /// Standard output.
    Stdout(Answers),
    /// A file, and its name for messages.
    File(BufWriter<File>, String),
}

/// Formats the name of the file for messages.
pub(super) fn name(path: &Path) -> String {
    format!("-o {}", echo::file_name(&path.display().to_string()))
}

/// Locks a file for as long as it is open. File systems without locks are not protected.
///
/// # Errors
/// If another run holds the lock.
pub(super) fn claim(file: &File, name: &str, can_resume: bool) -> Result<(), Failure> {
    match file.try_lock() {
        Ok(()) | Err(TryLockError::Error(_)) => Ok(()),
        Err(TryLockError::WouldBlock) => {
            let hint = match can_resume {
                true => "wait for it or stop it, then continue with --resume",
                false => "choose another file",
            };
            Err(Failure::input(format_args!("{name}: another run is writing to this file")).hint(hint))
        }
    }
}

impl Sink {
    /// Creates a sink for standard output.
    pub(super) fn stdout() -> Sink {
        Sink::Stdout(output::stdout())
    }

    /// Creates a new file. An empty file or a device is accepted; a file with content is not overwritten. The hints suggest
    /// `--resume` only for answers that it can continue.
    ///
    /// # Errors
    /// If the file has content or cannot be written.
    pub(super) fn create(path: &Path, can_resume: bool) -> Result<Sink, Failure> {
        let name = name(path);
        let fault = |error: io::Error| Failure::input(format_args!("{name}: {}", SystemError(&error)));
        let file = match File::create_new(path) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                File::options().write(true).open(path)
            }
            made => made,
        };
        let file = file.map_err(fault)?;
        if file.metadata().map_err(fault)?.is_file() {
            claim(&file, &name, can_resume)?;
            // Check the length after locking: another run may have written until then.
            if file.metadata().map_err(fault)?.len() > 0 {
                let hint = match can_resume {
                    true => "continue after its last answer with --resume, or choose another file",
                    false => "choose another file",
                };
                return Err(Failure::input(format_args!("{name}: file exists")).hint(hint));
            }
        }
        Ok(Sink::to(file, name))
    }

    /// Creates a sink that writes to an open file from its current position.
    pub(super) fn to(file: File, name: String) -> Sink {
        Sink::File(BufWriter::new(file), name)
    }

    /// Returns whether answers go to standard output.
    pub(super) fn is_stdout(&self) -> bool {
        matches!(self, Sink::Stdout(_))
    }

    /// Writes an answer, buffered until the next flush.
    pub(super) fn write(&mut self, answer: &[u8]) -> Result<(), Failure> {
        match self {
            Sink::Stdout(out) => Ok(out.write_all(answer)?),
            Sink::File(out, name) => out.write_all(answer).map_err(|error| write_failure(name, &error)),
        }
    }

    /// Flushes all answers to the file.
    pub(super) fn flush(&mut self) -> Result<(), Failure> {
        match self {
            Sink::Stdout(out) => Ok(out.flush()?),
            Sink::File(out, name) => out.flush().map_err(|error| write_failure(name, &error)),
        }
    }

    /// Flushes all answers to the disk.
    pub(super) fn finish(&mut self) -> Result<(), Failure> {
        self.flush()?;
        match self {
            // Some file systems report a full disk only on sync; devices do not support it.
            Sink::File(out, name) if out.get_ref().metadata().is_ok_and(|found| found.is_file()) => {
                out.get_ref().sync_data().map_err(|error| write_failure(name, &error))
            }
            _ => Ok(()),
        }
    }
}

fn write_failure(name: &str, error: &io::Error) -> Failure {
    Failure::input(format_args!("{name}: cannot write answers: {}", SystemError(error)))
        .hint("with --json, continue after the last complete answer with --resume")
}
