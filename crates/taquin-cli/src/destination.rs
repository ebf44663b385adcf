//! Where answers go: standard output, or the file of `-o`. The file is replaced when the command ends, also if a limit or a
//! signal ended the search; only `solve --lines` writes to it directly.
//!
//! After a signal, printing ends soon, between two records: after a complete line, or after the blank line that ends an
//! answer of several lines; a record that takes too long is cut. A file would be incomplete then, so it is not replaced.
//!
//! There is one destination per process, like standard output itself; [`main`](crate::main) sets it before the command runs.

use crate::atomic_file::AtomicFile;
use crate::exit::{Exit, Failure};
use crate::signals::{self, Printing};
use std::fmt;
use std::io::{self, BufWriter, IsTerminal, StdoutLock, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use terminal_size::{Width, terminal_size_of};

/// The name given with `-o`, if any; `-` is standard output.
static NAME: OnceLock<PathBuf> = OnceLock::new();

/// The file that is being written.
static FILE: Mutex<Option<AtomicFile>> = Mutex::new(None);

/// The most bytes of one write to a file.
const LARGEST_WRITE: usize = 1 << 16;

/// The most bytes of one write to standard output: a pipe takes that many at once, or none of them.
const PIPE_WRITE: usize = 1 << 12;

/// Whether what was written ends inside a record.
static IS_INSIDE_RECORD: AtomicBool = AtomicBool::new(false);

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
    let target = if file().is_some() { Target::File } else { Target::Stdout(io::stdout().lock()) };
    BufWriter::new(Destination { target, records: Records::default(), is_cut: false })
}

/// Returns whether the output ends inside a record so far. If it is a pipe, that is also right during a write.
pub(crate) fn is_inside_record() -> bool {
    IS_INSIDE_RECORD.load(Ordering::Acquire)
}

/// A writer to the destination.
pub(crate) struct Destination {
    target: Target,
    records: Records,
    /// Whether a signal has ended the output.
    is_cut: bool,
}

enum Target {
    /// Standard output.
    Stdout(StdoutLock<'static>),
    /// The file of `-o`.
    File,
}

impl Target {
    /// Returns the bytes of the next write. A large one would block until all of it is read, and seem to make no progress.
    fn part<'a>(&self, bytes: &'a [u8]) -> &'a [u8] {
        match self {
            Target::File => &bytes[..bytes.len().min(LARGEST_WRITE)],
            // Standard output would pass on its lines and the rest one after the other.
            Target::Stdout(_) => {
                let bytes = &bytes[..bytes.len().min(PIPE_WRITE)];
                let lines = bytes.iter().rposition(|&byte| byte == b'\n').map(|at| at + 1);
                &bytes[..lines.unwrap_or(bytes.len())]
            }
        }
    }
}

/// The error of a write after a signal.
#[derive(Debug)]
pub(crate) struct Cut {
    /// Whether the last record is incomplete.
    pub(crate) is_inside_record: bool,
}

impl fmt::Display for Cut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("interrupted")
    }
}

impl std::error::Error for Cut {}

impl Write for Destination {
    fn write(&mut self, all: &[u8]) -> io::Result<usize> {
        let all = self.target.part(all);
        let bytes = match signals::printing() {
            _ if self.is_cut => &[],
            Printing::GoesOn => all,
            Printing::EndsSoon => self.records.rest(all),
            Printing::EndsNow => &[],
        };
        if bytes.is_empty() && !all.is_empty() {
            self.is_cut = true;
            return Err(io::Error::other(Cut { is_inside_record: !self.records.is_at_end() }));
        }
        let written = signals::while_writing(|| match &mut self.target {
            Target::Stdout(out) => out.write(bytes).and_then(|written| out.flush().map(|()| written)),
            Target::File => match &mut *file() {
                Some(file) => file.append(bytes).map(|()| bytes.len()),
                None => Err(io::ErrorKind::NotConnected.into()),
            },
        })?;
        self.records.add(&bytes[..written]);
        IS_INSIDE_RECORD.store(!self.records.is_at_end(), Ordering::Release);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.target {
            Target::Stdout(out) => out.flush(),
            Target::File => Ok(()),
        }
    }
}

/// Where the records of an output end: at blank lines if there was one lately, otherwise at every line.
#[derive(Default)]
struct Records {
    /// The last two bytes, as far as there are any.
    last: [u8; 2],
    /// The number of bytes.
    bytes: u64,
    /// The number of bytes up to the last blank line.
    blank_line: Option<u64>,
}

impl Records {
    /// A record of several lines is not longer than this: the largest board takes 100 kB.
    const LONGEST: u64 = 1 << 17;

    fn add(&mut self, bytes: &[u8]) {
        let joined = [self.last[1], bytes.first().copied().unwrap_or_default()] == *b"\n\n";
        let within = bytes.windows(2).rposition(|pair| pair == b"\n\n").map(|at| at as u64 + 2);
        self.blank_line = match within.or(joined.then_some(1)) {
            Some(at) => Some(self.bytes + at),
            None => self.blank_line,
        };
        match *bytes {
            [] => {}
            [byte] => self.last = [self.last[1], byte],
            [.., before, byte] => self.last = [before, byte],
        }
        self.bytes += bytes.len() as u64;
    }

    /// Returns whether a record ends with these two bytes.
    fn is_end(&self, before: u8, byte: u8) -> bool {
        let has_blank_lines = self.blank_line.is_some_and(|at| self.bytes - at <= Records::LONGEST);
        byte == b'\n' && (!has_blank_lines || before == b'\n')
    }

    /// Returns whether no record has begun that has not ended.
    fn is_at_end(&self) -> bool {
        self.bytes == 0 || self.is_end(self.last[0], self.last[1])
    }

    /// Returns the bytes up to the end of the current record: none if a record has just ended.
    fn rest<'a>(&self, bytes: &'a [u8]) -> &'a [u8] {
        if self.is_at_end() {
            return &[];
        }
        let before = std::iter::once(&self.last[1]).chain(bytes);
        let end = before.zip(bytes).position(|(&before, &byte)| self.is_end(before, byte));
        &bytes[..end.map_or(bytes.len(), |end| end + 1)]
    }
}

fn file() -> MutexGuard<'static, Option<AtomicFile>> {
    FILE.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::Records;

    /// Returns what is printed of `rest` after `printed`, when a signal has arrived.
    fn cut<'a>(printed: &str, rest: &'a str) -> &'a str {
        let mut records = Records::default();
        // In two parts, as a buffer is written.
        let half = printed.len() / 2;
        records.add(&printed.as_bytes()[..half]);
        records.add(&printed.as_bytes()[half..]);
        std::str::from_utf8(records.rest(rest.as_bytes())).unwrap()
    }

    #[test]
    fn output_is_cut_between_records() {
        assert_eq!(cut("", "{}\n{}\n"), "");
        assert_eq!(cut("{}\n", "{}\n"), "");
        assert_eq!(cut("{}\n{", "}\n{}\n"), "}\n");
        assert_eq!(cut("{}\n{", "..."), "...");
        let board = " 1 2\n 3 0\n\n";
        assert_eq!(cut(board, board), "");
        assert_eq!(cut(&board.repeat(2)[..15], &board.repeat(3)[15..]), &board.repeat(2)[15..]);
        assert_eq!(cut(&board.repeat(2)[..board.len() * 2 - 1], "\n 1 2\n"), "\n");
        // Lines that follow a heading and a blank line.
        let table = format!("heading\n\n{}", "| row |\n".repeat(20_000));
        assert_eq!(cut(&table, "| row"), "");
        assert_eq!(cut(&table[..table.len() - 3], " |\n| row"), " |\n");
    }
}
