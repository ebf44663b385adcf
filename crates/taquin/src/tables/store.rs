//! Tables on disk, a file each, in one folder.
//!
//! Invariants: a file with a table's name is whole or was damaged by others, because it is written under another name,
//! brought to the disk, and then renamed; and a table that is read has been verified to the last bit. Whatever goes
//! wrong with the folder costs time, never an answer: the table is then built and used from memory.
//!
//! ```
//! use taquin::heuristic::Pattern;
//! use taquin::space::{Space, Workers};
//! use taquin::{Size, tables::{Origin, Store}};
//! use std::sync::Arc;
//! use taquin::control::Control;
//!
//! # let folder = std::env::temp_dir().join(format!("taquin-doc-{}", std::process::id()));
//! let store = Store::new(&folder);
//! let pattern = Pattern { size: Size::square(3)?, blank: 0, homes: 0b_0000_1110 };
//! let space = Arc::new(Space::new(pattern.size, pattern.tiles()));
//! let obtain = || store.pattern(&pattern, &space, Workers::ONE, &Control::new());
//! assert_eq!(obtain().unwrap().origin, Origin::Built);
//! assert_eq!(obtain().unwrap().origin, Origin::Disk);
//! # std::fs::remove_dir_all(folder).unwrap();
//! # Ok::<(), taquin::SizeError>(())
//! ```
//!
//! A process that builds a table holds a lock on a file beside it, which the system releases if the process dies. Locks
//! only save work: without them a table is built twice, and both files are the same. Reading verifies the checksum, the
//! header against the table asked for, the number of set bits against the states at each distance, and these against
//! `tables/known.txt`. CRC-32 is as fast as copying on current processors and detects every burst of up to 32 bits
//! (`results/decisions.md`).

use super::fault::{Fault, TableError};
use super::file::{self, TableData};
use super::header::Header;
use super::id::TableId;
use super::lock::{Lock, NoLock};
use super::perfect::{PerfectKey, PerfectTable};
use crate::control::{Control, StopReason};
use crate::heuristic::{Pattern, PatternTable};
use crate::space::{Space, Workers};
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

/// How the names of files end that are being written.
const UNFINISHED: &str = "tmp";

/// How the names of files end that are locked while a table is built.
const LOCK: &str = "lock";

/// A folder with tables. It need not exist: it is made when the first table is kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Store {
    folder: PathBuf,
}

/// A table and where it came from.
#[derive(Debug)]
pub struct Obtained<T> {
    /// The table.
    pub table: T,
    /// How many states there are at each distance.
    pub counts: Vec<u64>,
    /// Where it comes from.
    pub origin: Origin,
    /// What was wrong with the file that was there; the table was built again.
    pub replaced: Option<TableError>,
    /// Why it will have to be built again next time, if so.
    pub not_kept: Option<TableError>,
}

/// Where a table comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    /// It was read.
    Disk,
    /// It was built.
    Built,
}

/// A file of the folder that has the name of a table.
#[derive(Debug)]
pub struct Entry {
    /// Where it is.
    pub path: PathBuf,
    /// Its length.
    pub bytes: u64,
    /// When it was written, where the system tells.
    pub modified: Option<SystemTime>,
    /// What it says it holds.
    pub header: Result<Header, TableError>,
}

impl Store {
    /// The tables of a folder.
    pub fn new(folder: impl Into<PathBuf>) -> Store {
        Store { folder: folder.into() }
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The file of a table.
    pub fn path(&self, id: &TableId) -> PathBuf {
        self.folder.join(id.file_name())
    }

    /// Is there a file of a table that looks whole? Only its header is read, so this is quick and may be too hopeful.
    pub fn has(&self, id: &TableId) -> bool {
        open(&self.path(id)).is_ok_and(|mut file| Header::of(&mut file).is_ok_and(|header| header.id == *id))
    }

    /// The table of a pattern: read if it is there and whole, built and kept otherwise.
    ///
    /// # Errors
    /// If the control stops it.
    ///
    /// # Panics
    /// If the space is not that of the pattern.
    pub fn pattern(
        &self,
        pattern: &Pattern,
        space: &Arc<Space>,
        workers: Workers,
        control: &Control,
    ) -> Result<Obtained<PatternTable>, StopReason> {
        let control = &control.started();
        let id = TableId::Pattern(pattern.clone());
        let build = || PatternTable::build(pattern.clone(), space.clone(), workers, control);
        let from_data = |data: TableData| {
            let table = PatternTable::from_bits(pattern.clone(), space.clone(), data.bits)?;
            Some((table, data.counts))
        };
        self.obtain(&id, workers, control, build, from_data, PatternTable::bits)
    }

    /// A perfect table, likewise.
    ///
    /// # Errors
    /// If the control stops it.
    pub fn perfect(
        &self,
        key: PerfectKey,
        workers: Workers,
        control: &Control,
    ) -> Result<Obtained<PerfectTable>, StopReason> {
        let control = &control.started();
        let build = || {
            let table = PerfectTable::build(key, workers, control)?;
            let counts = table.counts().to_vec();
            Ok((table, counts))
        };
        let from_data = |data: TableData| {
            let table = PerfectTable::from_bits(key, data.counts.clone(), data.bits)?;
            Some((table, data.counts))
        };
        self.obtain(&TableId::Perfect(key), workers, control, build, from_data, PerfectTable::bits)
    }

    /// A table: read if it is there and whole, built and kept otherwise. `from_data` gives `None` for data of a wrong
    /// length.
    fn obtain<T>(
        &self,
        id: &TableId,
        workers: Workers,
        control: &Control,
        build: impl FnOnce() -> Result<(T, Vec<u64>), StopReason>,
        from_data: impl Fn(TableData) -> Option<(T, Vec<u64>)>,
        bits: impl Fn(&T) -> &[u8],
    ) -> Result<Obtained<T>, StopReason> {
        let read = || {
            let data = self.load(id, workers)?;
            let read = from_data(data).ok_or_else(|| self.error(id, Fault::Header("the lengths")))?;
            Ok::<_, TableError>(Obtained {
                table: read.0,
                counts: read.1,
                origin: Origin::Disk,
                replaced: None,
                not_kept: None,
            })
        };
        let missing = match read() {
            Ok(obtained) => return Ok(obtained),
            Err(error) => error,
        };
        let lock = match self.lock(id, control) {
            Ok(lock) => Ok(lock),
            Err(NoLock::Stopped(reason)) => return Err(reason),
            Err(NoLock::Io(error)) => Err(self.error(id, Fault::Io { action: "keep the table", error })),
        };
        // By now another process may have built it.
        let replaced = match &lock {
            Ok(_) => match read() {
                Ok(obtained) => {
                    // If that was after the first look, its lock is gone, and this one's file is a new one.
                    self.remove_lock(id);
                    return Ok(obtained);
                }
                Err(error) => Some(error).filter(|error| !error.is_missing()),
            },
            // What the system says of the folder is said once.
            Err(_) => Some(missing).filter(|error| !matches!(error.fault, Fault::Io { .. })),
        };
        let (table, counts) = build()?;
        let kept = lock.and_then(|lock| {
            let _ = self.sweep(Some(id));
            self.save(id, &counts, bits(&table), workers)?;
            self.remove_lock(id);
            drop(lock);
            Ok(())
        });
        Ok(Obtained { table, counts, origin: Origin::Built, replaced, not_kept: kept.err() })
    }

    /// Reads a table and verifies it.
    ///
    /// # Errors
    /// If there is no such file, or it is not this table, or not whole.
    pub fn load(&self, id: &TableId, workers: Workers) -> Result<TableData, TableError> {
        let file = open(&self.path(id));
        let data = file.and_then(|file| file::read(file, id, workers));
        data.map_err(|fault| self.error(id, fault))
    }

    /// Writes a table. Until it is all there, whoever looks for it finds what was there before.
    ///
    /// # Errors
    /// If the folder cannot be made or does not take the file.
    pub fn save(
        &self,
        id: &TableId,
        counts: &[u64],
        bits: &[u8],
        workers: Workers,
    ) -> Result<(), TableError> {
        let save = || {
            fs::create_dir_all(&self.folder)?;
            let (file, unfinished) = self.unfinished(id)?;
            let written = file::write(&file, id, counts, bits, workers);
            // Some systems do not rename what is open.
            drop(file);
            let renamed = written.and_then(|()| fs::rename(&unfinished, self.path(id)));
            if renamed.is_err() {
                let _ = fs::remove_file(&unfinished);
            }
            renamed?;
            // The name, too, should outlive a power failure; where that cannot be asked for, a table is built again.
            #[cfg(unix)]
            let _ = File::open(&self.folder).and_then(|folder| folder.sync_all());
            Ok(())
        };
        save().map_err(|error| self.error(id, Fault::Io { action: "keep the table", error }))
    }

    /// A new file to write a table to. It is locked, so that nobody takes it for one that was left behind.
    fn unfinished(&self, id: &TableId) -> io::Result<(File, PathBuf)> {
        let mut number = 0;
        loop {
            number += 1;
            let path = self.side_file(id, &format!("{number}.{UNFINISHED}"));
            match File::options().write(true).create_new(true).open(&path) {
                Ok(file) => {
                    let _ = file.try_lock();
                    return Ok((file, path));
                }
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists && number < 1000 => {}
                Err(error) => return Err(error),
            }
        }
    }

    /// Removes what processes that were killed left of a table, or of all.
    fn sweep(&self, of: Option<&TableId>) -> io::Result<()> {
        let of = of.map(TableId::file_name);
        for path in self.files()? {
            let table = leftover_of(&path).filter(|table| of.as_ref().is_none_or(|of| of == table));
            if table.is_some() && !Lock::is_held(&path) {
                let _ = fs::remove_file(path);
            }
        }
        Ok(())
    }

    /// The lock for building a table.
    fn lock(&self, id: &TableId, control: &Control) -> Result<Lock, NoLock> {
        fs::create_dir_all(&self.folder).map_err(NoLock::Io)?;
        Lock::take(&self.side_file(id, LOCK), control)
    }

    /// Removes the file of the lock of a table that is there: those who wait have it open and find the table as soon as
    /// they hold it; others find the table.
    fn remove_lock(&self, id: &TableId) {
        let _ = fs::remove_file(self.side_file(id, LOCK));
    }

    /// A file beside that of a table.
    fn side_file(&self, id: &TableId, end: &str) -> PathBuf {
        self.folder.join(format!("{}.{end}", id.file_name()))
    }

    /// All files of the folder, sorted by name.
    fn files(&self) -> io::Result<Vec<PathBuf>> {
        let listing = match fs::read_dir(&self.folder) {
            Ok(listing) => listing,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(error),
        };
        let mut files = listing.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>()?;
        files.sort_unstable();
        Ok(files)
    }

    /// What is in the folder, by name. Only headers are read; a folder that does not exist is empty.
    ///
    /// # Errors
    /// If the folder cannot be read.
    pub fn list(&self) -> Result<Vec<Entry>, TableError> {
        let files = self.files().map_err(|error| self.unlisted(error))?;
        Ok(files.into_iter().filter(|path| is_table(path)).map(Entry::new).collect())
    }

    /// Verifies a file of the folder to the last bit.
    ///
    /// # Errors
    /// If it is no table, not whole, or another table than its name says.
    pub fn check(&self, entry: &Entry, workers: Workers) -> Result<Header, TableError> {
        let error = |fault| TableError { path: entry.path.clone(), fault };
        let mut file = open(&entry.path).map_err(error)?;
        let header = Header::of(&mut file).map_err(error)?;
        if entry.path.file_name() != Some(header.id.file_name().as_ref()) {
            return Err(error(Fault::OtherTable { found: header.id }));
        }
        self.load(&header.id, workers)?;
        Ok(header)
    }

    /// Removes a file of the folder.
    ///
    /// # Errors
    /// If it cannot be removed. It is no error if it is gone already.
    pub fn remove(&self, entry: &Entry) -> Result<(), TableError> {
        match fs::remove_file(&entry.path) {
            Err(why) if why.kind() != io::ErrorKind::NotFound => {
                Err(TableError { path: entry.path.clone(), fault: Fault::io("remove")(why) })
            }
            _ => Ok(()),
        }
    }

    /// Removes what processes that were killed left behind: tables half written, and locks that nobody holds.
    ///
    /// # Errors
    /// If the folder cannot be read. What cannot be removed stays.
    pub fn tidy(&self) -> Result<(), TableError> {
        self.sweep(None).map_err(|error| self.unlisted(error))
    }

    fn unlisted(&self, error: io::Error) -> TableError {
        TableError { path: self.folder.clone(), fault: Fault::Io { action: "list the folder", error } }
    }

    fn error(&self, id: &TableId, fault: Fault) -> TableError {
        TableError { path: self.path(id), fault }
    }
}

/// Opens a file, and nothing else: a pipe of that name would keep us waiting for somebody who writes into it.
fn open(path: &Path) -> Result<File, Fault> {
    let regular = fs::metadata(path).and_then(|metadata| match metadata.is_file() {
        true => File::open(path),
        false => Err(io::Error::other("this is not a regular file")),
    });
    regular.map_err(Fault::io("open"))
}

impl Entry {
    fn new(path: PathBuf) -> Entry {
        let header = open(&path).and_then(|mut file| Header::of(&mut file));
        let metadata = fs::metadata(&path).ok();
        Entry {
            bytes: metadata.as_ref().map_or(0, fs::Metadata::len),
            modified: metadata.and_then(|metadata| metadata.modified().ok()),
            header: header.map_err(|fault| TableError { path: path.clone(), fault }),
            path,
        }
    }
}

/// Does a file have the name of a table? Other files of the folder are none of our business.
fn is_table(path: &Path) -> bool {
    path.extension().is_some_and(|end| end == TableId::EXTENSION)
        && path.file_name().and_then(|name| name.to_str()).is_some_and(TableId::is_file_name)
}

/// The file name of the table that a file was made for on the way to it.
fn leftover_of(path: &Path) -> Option<&str> {
    let name = path.file_name()?.to_str()?;
    let end = name.rfind(TableId::EXTENSION)? + TableId::EXTENSION.len();
    let (table, rest) = name.split_at(end);
    let rest = rest.strip_prefix('.')?;
    let number = rest.strip_suffix(UNFINISHED).and_then(|rest| rest.strip_suffix('.'));
    let is_unfinished = number.is_some_and(|number| number.bytes().all(|byte| byte.is_ascii_digit()));
    (TableId::is_file_name(table) && (is_unfinished || rest == LOCK)).then_some(table)
}
