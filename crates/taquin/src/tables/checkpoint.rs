//! The last two layers of a breadth-first search, kept in a folder so that a later run can continue.
//!
//! Each layer is a file `layer-D`, written once under another name and renamed when it is complete. The layer before it
//! is kept and all earlier ones are removed, so the folder always holds the two layers that the search needs, at
//! whatever moment the process ends.
//!
//! All numbers are little-endian.
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `89 t a q l y r 0A` in every version |
//! | 4 | the version of the format, 1 |
//! | 3 | rows, columns, the blank's goal cell |
//! | 1 | 0 |
//! | 4 | the distance D of the layer |
//! | 8 each | the number of boards at each distance up to D, by the cell of the blank |
//! | | for each block of the layer, the blank cells descending, and for each board in it the number of bits since the one before, in groups of seven bits with the lowest first; the eighth bit says that more follow |
//! | 4 | CRC-32 of everything before |

use super::enumeration::NoTable;
use crate::control::StopReason;
use crate::display::SystemError;
use crate::size::Size;
use crate::space::{FrontierSearch, LayerCounter, Word};
use std::fs::{self, File, TryLockError};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::{error, fmt};

const MAGIC: [u8; 8] = *b"\x89taqlyr\n";
const VERSION: u32 = 1;

/// The bytes that are read or written at a time.
const BUFFER: usize = 1 << 18;

/// The bytes written between two flushes to disk. A flush cannot be interrupted, so it must be short.
const BETWEEN_FLUSHES: usize = 1 << 23;

/// Polls whether to stop.
type Poll<'a> = &'a dyn Fn() -> Result<(), StopReason>;

/// A folder with the layers of one search, locked against other processes.
pub(super) struct Checkpoint {
    folder: PathBuf,
    size: Size,
    blank: u8,
    _lock: File,
}

impl Checkpoint {
    /// Opens a folder, and creates it if it does not exist.
    pub(super) fn open(folder: &Path, size: Size, blank: u8) -> Result<Checkpoint, ResumeError> {
        let fault = |fault: CheckpointFault| CheckpointError { path: folder.to_owned(), fault };
        fs::create_dir_all(folder).map_err(|error| fault(CheckpointFault::io("create", error)))?;
        let lock = File::options().write(true).create(true).truncate(false).open(folder.join("lock"));
        let lock = lock.map_err(|error| fault(CheckpointFault::io("write", error)))?;
        match lock.try_lock() {
            // File systems without locks are not protected.
            Ok(()) | Err(TryLockError::Error(_)) => {}
            Err(TryLockError::WouldBlock) => return Err(fault(CheckpointFault::InUse).into()),
        }
        Ok(Checkpoint { folder: folder.to_owned(), size, blank, _lock: lock })
    }

    fn path(&self, depth: usize) -> PathBuf {
        self.folder.join(format!("layer-{depth:03}"))
    }

    /// Returns the distances of the layers in the folder.
    fn depths(&self) -> Result<Vec<usize>, CheckpointError> {
        let fault =
            |error| CheckpointError { path: self.folder.clone(), fault: CheckpointFault::io("read", error) };
        let mut depths = Vec::new();
        for entry in fs::read_dir(&self.folder).map_err(fault)? {
            let name = entry.map_err(fault)?.file_name();
            let depth = name.to_str().and_then(|name| name.strip_prefix("layer-")?.parse().ok());
            depths.extend(depth.filter(|&depth| self.path(depth).file_name() == Some(&name)));
        }
        Ok(depths)
    }

    /// Reads the last two layers and counts all layers up to them; `None` if there are none.
    pub(super) fn load(&self, counter: &mut LayerCounter) -> Result<Option<FrontierSearch>, ResumeError> {
        let Some(depth) = self.depths()?.into_iter().max() else { return Ok(None) };
        let at = |depth: usize| move |fault| CheckpointError { path: self.path(depth), fault };
        let mut reader = LayerReader::open(&self.path(depth)).map_err(at(depth))?;
        let counts = reader.header(self, depth).map_err(at(depth))?;
        let mut search = FrontierSearch::with_counts(self.size, self.blank, counts.clone());
        // Reading takes a while, and the counts are known already.
        search.counts()[1..].iter().try_for_each(|&found| counter.add(found)).map_err(NoTable::from)?;
        let poll = &|| counter.check();
        reader.layer(&mut search, depth, poll).map_err(|error| error.at(self.path(depth)))?;
        if let Some(before) = depth.checked_sub(1) {
            let mut reader = LayerReader::open(&self.path(before)).map_err(at(before))?;
            if reader.header(self, before).map_err(at(before))? != counts[..depth] {
                return Err(at(before)(CheckpointFault::Damaged).into());
            }
            reader.layer(&mut search, before, poll).map_err(|error| error.at(self.path(before)))?;
        }
        Ok(Some(search))
    }

    /// Writes the current layer of a search, then removes the layers that it no longer needs.
    pub(super) fn save(&self, search: &FrontierSearch, poll: Poll) -> Result<(), ResumeError> {
        let depth = search.counts().len() - 1;
        let path = self.path(depth);
        // The lock makes sure that no other process uses this name.
        let temporary = path.with_extension("part");
        let written = self.write(&temporary, search, poll).and_then(|()| {
            fs::rename(&temporary, &path).map_err(LayerError::write)?;
            // Some systems cannot flush a folder; then a crash of the machine may undo the renaming.
            if let Ok(folder) = File::open(&self.folder) {
                let _ = folder.sync_all();
            }
            Ok(())
        });
        if let Err(error) = written {
            // What is left of it is harmless, and the next run overwrites it.
            let _ = fs::remove_file(&temporary);
            return Err(error.at(path));
        }
        for old in self.depths()?.into_iter().filter(|&old| old + 1 < depth) {
            // An old layer that cannot be removed only takes space.
            let _ = fs::remove_file(self.path(old));
        }
        Ok(())
    }

    fn write(&self, path: &Path, search: &FrontierSearch, poll: Poll) -> Result<(), LayerError> {
        let file = File::create(path).map_err(LayerError::write)?;
        let mut writer =
            LayerWriter { file, buffer: Vec::new(), sum: crc32fast::Hasher::new(), unflushed: 0, poll };
        let mut header = MAGIC.to_vec();
        header.extend(VERSION.to_le_bytes());
        header.extend([self.size.rows() as u8, self.size.cols() as u8, self.blank, 0]);
        header.extend((search.counts().len() as u32 - 1).to_le_bytes());
        search.counts_by_cell().iter().flatten().for_each(|count| header.extend(count.to_le_bytes()));
        writer.buffer = header;
        for (_, words) in search.layer() {
            writer.block(words)?;
        }
        writer.finish()
    }
}

/// Writes a layer and sums its bytes.
struct LayerWriter<'a> {
    file: File,
    buffer: Vec<u8>,
    sum: crc32fast::Hasher,
    /// The bytes written since the last flush to disk.
    unflushed: usize,
    poll: Poll<'a>,
}

impl LayerWriter<'_> {
    fn block(&mut self, words: &[Word]) -> Result<(), LayerError> {
        // The next bit that has not been skipped.
        let mut next = 0;
        for (first, words) in (0..).step_by(BUFFER / 64).zip(words.chunks(BUFFER / 64)) {
            for (index, word) in (first..).zip(words) {
                let mut word = u64::from_le_bytes(*word);
                while word != 0 {
                    let bit = index * 64 + word.trailing_zeros() as usize;
                    let mut gap = bit - next;
                    while gap >= 0x80 {
                        self.buffer.push(gap as u8 | 0x80);
                        gap >>= 7;
                    }
                    self.buffer.push(gap as u8);
                    next = bit + 1;
                    word &= word - 1;
                }
            }
            self.pass_on()?;
        }
        Ok(())
    }

    /// Writes the buffer if it is long enough.
    fn pass_on(&mut self) -> Result<(), LayerError> {
        (self.poll)()?;
        if self.buffer.len() >= BUFFER {
            self.sum.update(&self.buffer);
            self.file.write_all(&self.buffer).map_err(LayerError::write)?;
            self.unflushed += self.buffer.len();
            self.buffer.clear();
        }
        if self.unflushed >= BETWEEN_FLUSHES {
            self.file.sync_data().map_err(LayerError::write)?;
            self.unflushed = 0;
        }
        Ok(())
    }

    fn finish(mut self) -> Result<(), LayerError> {
        self.sum.update(&self.buffer);
        self.buffer.extend(self.sum.finalize().to_le_bytes());
        self.file.write_all(&self.buffer).map_err(LayerError::write)?;
        self.file.sync_all().map_err(LayerError::write)
    }
}

/// Reads a layer and sums its bytes.
struct LayerReader {
    /// The file up to its checksum.
    file: io::Take<File>,
    buffer: Vec<u8>,
    at: usize,
    sum: crc32fast::Hasher,
}

impl LayerReader {
    fn open(path: &Path) -> Result<LayerReader, CheckpointFault> {
        let read = |error: io::Error| match error.kind() {
            io::ErrorKind::NotFound => CheckpointFault::Missing,
            _ => CheckpointFault::io("read", error),
        };
        let file = File::open(path).map_err(read)?;
        let bytes = file.metadata().map_err(read)?.len();
        let file = file.take(bytes.saturating_sub(4));
        Ok(LayerReader { file, buffer: Vec::new(), at: 0, sum: crc32fast::Hasher::new() })
    }

    /// Returns the next byte; `None` at the end.
    #[inline]
    fn byte(&mut self) -> Result<Option<u8>, CheckpointFault> {
        if self.at == self.buffer.len() {
            self.buffer.clear();
            self.at = 0;
            let part = Read::by_ref(&mut self.file).take(BUFFER as u64).read_to_end(&mut self.buffer);
            part.map_err(|error| CheckpointFault::io("read", error))?;
            self.sum.update(&self.buffer);
        }
        let byte = self.buffer.get(self.at).copied();
        self.at += usize::from(byte.is_some());
        Ok(byte)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], CheckpointFault> {
        let mut bytes = [0; N];
        for byte in &mut bytes {
            *byte = self.byte()?.ok_or(CheckpointFault::Damaged)?;
        }
        Ok(bytes)
    }

    /// Reads the header; returns the number of boards at each distance by the cell of their blank.
    fn header(&mut self, of: &Checkpoint, depth: usize) -> Result<Vec<Vec<u64>>, CheckpointFault> {
        if self.array()? != MAGIC {
            return Err(CheckpointFault::NotACheckpoint);
        }
        let found = u32::from_le_bytes(self.array()?);
        if found != VERSION {
            return Err(CheckpointFault::Version { found, wanted: VERSION });
        }
        let [rows, cols, blank, zero] = self.array()?;
        let size = Size::new(rows.into(), cols.into()).map_err(|_| CheckpointFault::Damaged)?;
        if (size, blank) != (of.size, of.blank) {
            return Err(CheckpointFault::Other { size, blank });
        }
        if zero != 0 || u32::from_le_bytes(self.array()?) as usize != depth {
            return Err(CheckpointFault::Damaged);
        }
        let mut counts = Vec::new();
        for _ in 0..=depth {
            let row: Result<_, _> = (0..size.cells()).map(|_| self.array().map(u64::from_le_bytes)).collect();
            counts.push(row?);
        }
        // Counts that are too large would overflow sums.
        let states = FrontierSearch::states(size);
        let sum = counts.iter().flatten().try_fold(0_u64, |sum: u64, &count| sum.checked_add(count));
        sum.filter(|&sum| sum <= states).map(|_| counts).ok_or(CheckpointFault::Damaged)
    }

    /// Reads the boards into the blocks of a search.
    fn layer(&mut self, search: &mut FrontierSearch, depth: usize, poll: Poll) -> Result<(), LayerError> {
        let counts = search.counts_by_cell()[depth].clone();
        let damaged = || LayerError::Fault(CheckpointFault::Damaged);
        for (cell, words) in search.layer_mut(depth) {
            let mut next = 0_usize;
            for number in 0..counts[cell] {
                if number % BUFFER as u64 == 0 {
                    poll()?;
                }
                let bit = next.checked_add(self.gap()?).ok_or_else(damaged)?;
                let word = words.get_mut(bit / 64).ok_or_else(damaged)?;
                word[bit / 8 % 8] |= 1 << (bit % 8);
                next = bit + 1;
            }
        }
        if self.byte()?.is_some() {
            return Err(damaged());
        }
        let mut sum = [0; 4];
        self.file.get_mut().read_exact(&mut sum).map_err(|_| damaged())?;
        if u32::from_le_bytes(sum) != self.sum.clone().finalize() {
            return Err(damaged());
        }
        Ok(())
    }

    #[inline]
    fn gap(&mut self) -> Result<usize, CheckpointFault> {
        let mut gap = 0;
        for shift in (0..usize::BITS).step_by(7) {
            let byte = self.byte()?.ok_or(CheckpointFault::Damaged)?;
            gap |= usize::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return Ok(gap);
            }
        }
        Err(CheckpointFault::Damaged)
    }
}

/// Why a layer could not be read or written.
enum LayerError {
    Stopped(StopReason),
    Fault(CheckpointFault),
}

impl LayerError {
    fn write(error: io::Error) -> LayerError {
        LayerError::Fault(CheckpointFault::io("write", error))
    }

    fn at(self, path: PathBuf) -> ResumeError {
        match self {
            LayerError::Stopped(reason) => ResumeError::NoTable(reason.into()),
            LayerError::Fault(fault) => CheckpointError { path, fault }.into(),
        }
    }
}

impl From<StopReason> for LayerError {
    fn from(reason: StopReason) -> LayerError {
        LayerError::Stopped(reason)
    }
}

impl From<CheckpointFault> for LayerError {
    fn from(fault: CheckpointFault) -> LayerError {
        LayerError::Fault(fault)
    }
}

/// Why a count could not be started, resumed or finished.
#[derive(Debug)]
#[non_exhaustive]
pub enum ResumeError {
    /// There are too many boards, or the control stopped it.
    NoTable(NoTable),
    /// The checkpoint cannot be read or written.
    Checkpoint(CheckpointError),
}

/// A checkpoint that cannot be read or written.
#[derive(Debug)]
pub struct CheckpointError {
    /// The file or folder.
    pub path: PathBuf,
    /// The problem.
    pub fault: CheckpointFault,
}

/// A problem with a checkpoint.
#[derive(Debug)]
#[non_exhaustive]
pub enum CheckpointFault {
    /// An input or output error.
    Io {
        /// The operation that failed.
        action: &'static str,
        /// The system's error.
        error: io::Error,
    },
    /// Another process uses the folder.
    InUse,
    /// The file does not begin with the magic number.
    NotACheckpoint,
    /// The file has another version of the format.
    Version {
        /// The version in the file.
        found: u32,
        /// The supported version.
        wanted: u32,
    },
    /// The file belongs to another count.
    Other {
        /// The size, with at least as many columns as rows.
        size: Size,
        /// The blank's goal cell, up to symmetry.
        blank: u8,
    },
    /// The file is incomplete or changed.
    Damaged,
    /// The layer before the last is missing.
    Missing,
}

impl CheckpointFault {
    fn io(action: &'static str, error: io::Error) -> CheckpointFault {
        CheckpointFault::Io { action, error }
    }
}

impl fmt::Display for CheckpointFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CheckpointFault::Io { action, error } => write!(f, "cannot {action}: {}", SystemError(error)),
            CheckpointFault::InUse => write!(f, "another run uses this directory"),
            CheckpointFault::NotACheckpoint => {
                write!(f, "not a checkpoint: it does not begin with the magic number")
            }
            CheckpointFault::Version { found, wanted } => {
                write!(f, "the checkpoint has the format {found}; this version reads {wanted}")
            }
            CheckpointFault::Other { size, blank } => {
                let (row, col) =
                    (usize::from(*blank) / size.cols() + 1, usize::from(*blank) % size.cols() + 1);
                write!(f, "the checkpoint is of another count: {size}, blank at r{row}c{col} of the goal")
            }
            CheckpointFault::Damaged => write!(f, "the checkpoint is incomplete or damaged"),
            CheckpointFault::Missing => write!(f, "this layer of the checkpoint is missing"),
        }
    }
}

impl fmt::Display for CheckpointError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path.display(), self.fault)
    }
}

impl error::Error for CheckpointError {
    fn source(&self) -> Option<&(dyn error::Error + 'static)> {
        match &self.fault {
            CheckpointFault::Io { error, .. } => Some(error),
            _ => None,
        }
    }
}

impl From<NoTable> for ResumeError {
    fn from(why: NoTable) -> ResumeError {
        ResumeError::NoTable(why)
    }
}

impl From<CheckpointError> for ResumeError {
    fn from(error: CheckpointError) -> ResumeError {
        ResumeError::Checkpoint(error)
    }
}

impl fmt::Display for ResumeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ResumeError::NoTable(why) => why.fmt(f),
            ResumeError::Checkpoint(error) => error.fmt(f),
        }
    }
}

impl error::Error for ResumeError {
    fn source(&self) -> Option<&(dyn error::Error + 'static)> {
        match self {
            ResumeError::NoTable(why) => Some(why),
            ResumeError::Checkpoint(error) => Some(error),
        }
    }
}
