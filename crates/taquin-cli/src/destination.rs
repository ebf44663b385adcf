//! Where answers go: standard output, or the file of `-o`. The file is replaced when the command ends, with what was
//! printed until then if it was interrupted; only `solve --lines` writes to it directly.
//!
//! There is one destination per process, like standard output itself; [`main`](crate::main) sets it before the command runs.

use crate::atomic_file::AtomicFile;
use crate::exit::{Exit, Failure};
use std::io::{self, BufWriter, IsTerminal, StdoutLock, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use terminal_size::{Width, terminal_size_of};

/// The name given with `-o`, if any; `-` is standard output.
static NAME: OnceLock<PathBuf> = OnceLock::new();

/// The file that is being written.
static FILE: Mutex<Option<AtomicFile>> = Mutex::new(None);

/// The answers of a command, buffered until the next flush.
pub(crate) type Answers = BufWriter<Destination>;

/// Remembers the name given with `-o`.
pub(crate) fn choose(name: PathBuf) {
    if name.as_os_str() != "-" {
        // It is called once.
        let _ = NAME.set(name);
    }
}

/// Returns the name of the output file; `None` for standard output.
pub(crate) fn name() -> Option<&'static Path> {
    NAME.get().map(PathBuf::as_path)
}

/// Reserves the file, before any work is done.
///
/// # Errors
/// If it cannot be written.
pub(crate) fn reserve() -> Result<(), Failure> {
    if let Some(name) = name() {
        *file() = Some(AtomicFile::reserve(name)?);
    }
    Ok(())
}

/// Replaces the file by what was written, if one is being written. A command that printed nothing because it found
/// nothing leaves the file alone.
///
/// # Errors
/// If that fails; the previous content is kept.
pub(crate) fn finish(exit: Exit) -> Result<Exit, Failure> {
    if let Some(file) = file().take()
        && (exit == Exit::Success || !file.is_empty())
    {
        file.finish()?;
    }
    Ok(exit)
}

/// Drops what was written.
pub(crate) fn discard() {
    drop(file().take());
}

/// Returns whether answers are read on a terminal.
pub(crate) fn is_terminal() -> bool {
    name().is_none() && io::stdout().is_terminal()
}

/// Returns the width of the terminal where answers are read; `None` without one, or if the width is unknown.
pub(crate) fn columns() -> Option<usize> {
    let size = if name().is_none() { terminal_size_of(io::stdout()) } else { None };
    size.map(|(Width(columns), _)| columns.into())
}

/// Opens the destination.
pub(crate) fn open() -> Answers {
    BufWriter::new(if file().is_some() {
        Destination::File
    } else {
        Destination::Stdout(io::stdout().lock())
    })
}

/// A writer to the destination.
pub(crate) enum Destination {
    /// Standard output.
    Stdout(StdoutLock<'static>),
    /// The file of `-o`.
    File,
}

impl Write for Destination {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Destination::Stdout(out) => out.write(bytes),
            Destination::File => match &mut *file() {
                Some(file) => file.append(bytes).map(|()| bytes.len()),
                None => Err(io::ErrorKind::NotConnected.into()),
            },
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Destination::Stdout(out) => out.flush(),
            Destination::File => Ok(()),
        }
    }
}

fn file() -> MutexGuard<'static, Option<AtomicFile>> {
    FILE.lock().unwrap_or_else(PoisonError::into_inner)
}
