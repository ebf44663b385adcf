//! Tables on disk, one file each, in one folder.
//!
//! Invariants: a file with a table's name is complete unless it was damaged later, because a table is written under
//! another name, flushed, and then renamed; and a table is verified completely when it is read. A problem with the
//! folder costs time, but never a solution: the table is then built and used from memory.
//!
//! ```
//! use taquin::heuristic::Pattern;
//! use taquin::control::Control;
//! use taquin::tables::{Origin, Store};
//! use taquin::{Size, Workers};
//!
//! # let folder = std::env::temp_dir().join(format!("taquin-doc-{}", std::process::id()));
//! let store = Store::new(&folder);
//! let pattern = Pattern { size: Size::square(3)?, blank: 0, homes: 0b_0000_1110 };
//! let obtain = || store.pattern(&pattern, Workers::ONE, &Control::new());
//! assert_eq!(obtain().unwrap().origin, Origin::Built);
//! assert_eq!(obtain().unwrap().origin, Origin::Disk);
//! # std::fs::remove_dir_all(folder).unwrap();
//! # Ok::<(), taquin::SizeError>(())
//! ```
//!
//! A process that builds a table holds a lock on a file beside it, which the system releases if the process dies. Locks
//! only save work: without them a table is built twice, and both files are the same.
//!
//! Reading verifies the header against the table asked for, the BLAKE3 digest of the data against the header and, for
//! named tables, against the [known one](super::Digest::known), the number of set bits against the states at each
//! distance, and these against `tables/known.txt`. Folders and files are created for their owner only. A file that
//! another user owns or can write to is read only if its digest is known, or if the store
//! [trusts](Store::trusting_others) it. What verifying costs is in `results/decisions.md`.

use super::error::{Fault, TableError};
use super::file::{self, TableData};
use super::header::Header;
use super::id::{PruningKey, TableId};
use super::lock::{Lock, NoLock};
use super::perfect::{PerfectKey, PerfectTable};
use crate::control::{CancelToken, Control, StopReason};
use crate::geometry::Geometry;
use crate::heuristic::{Pattern, PatternTable};
use crate::space::{Space, Workers};
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

/// The extension of files that are being written.
const UNFINISHED: &str = "tmp";

/// The extension of lock files, locked while a table is built.
const LOCK: &str = "lock";

/// A folder with tables. It is created when the first table is stored.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Store {
    folder: PathBuf,
    trusts_others: bool,
}

/// A table and where it came from.
#[derive(Debug)]
pub struct Obtained<T> {
    /// The table.
    pub table: T,
    /// The number of states at each distance.
    pub counts: Vec<u64>,
    /// Its origin.
    pub origin: Origin,
    /// The problem with the existing file, if the table was built again because of it.
    pub replaced: Option<TableError>,
    /// Why the table could not be stored, if so.
    pub not_kept: Option<TableError>,
}

impl<T> Obtained<T> {
    /// Replaces the table by something made from it.
    pub fn map<U>(self, make: impl FnOnce(T) -> U) -> Obtained<U> {
        let Obtained { table, counts, origin, replaced, not_kept } = self;
        Obtained { table: make(table), counts, origin, replaced, not_kept }
    }
}

/// The origin of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    /// Read from disk.
    Disk,
    /// Built.
    Built,
}

/// A file in the folder with the name of a table.
#[derive(Debug)]
pub struct Entry {
    /// The path.
    pub path: PathBuf,
    /// The length in bytes.
    pub bytes: u64,
    /// When it was last modified, if the system knows.
    pub modified: Option<SystemTime>,
    /// The header, or why it cannot be read.
    pub header: Result<Header, TableError>,
}

impl Store {
    /// Builds a store in a folder.
    pub fn new(folder: impl Into<PathBuf>) -> Store {
        Store { folder: folder.into(), trusts_others: false }
    }

    /// Shares the folder with other users: also reads tables that they can write and whose digests are not known, and leaves
    /// the permissions of new tables to the process. A forged table makes solutions that are called optimal too long.
    #[must_use]
    pub fn trusting_others(self, trusts_others: bool) -> Store {
        Store { trusts_others, ..self }
    }

    /// Returns the folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Returns the path of a table.
    pub fn path(&self, id: &TableId) -> PathBuf {
        self.folder.join(id.file_name())
    }

    /// Returns whether there is a file of a table with a valid header. The data are not verified.
    pub fn has(&self, id: &TableId) -> bool {
        open(&self.path(id)).is_ok_and(|mut file| Header::of(&mut file).is_ok_and(|header| header.id == *id))
    }

    /// Returns the table of a pattern: reads it if it is stored and valid, otherwise builds and stores it.
    ///
    /// # Errors
    /// If the control stops it.
    pub fn pattern(
        &self,
        pattern: &Pattern,
        workers: Workers,
        control: &Control,
    ) -> Result<Obtained<PatternTable>, StopReason> {
        let space = Arc::new(Space::new(pattern.size, pattern.tiles()));
        self.pattern_in(&space, pattern, workers, control)
    }

    /// Returns the table of a pattern whose space has been built.
    pub(super) fn pattern_in(
        &self,
        space: &Arc<Space>,
        pattern: &Pattern,
        workers: Workers,
        control: &Control,
    ) -> Result<Obtained<PatternTable>, StopReason> {
        let control = &control.started();
        let id = TableId::Pattern(pattern.clone());
        let build = || PatternTable::build(pattern.clone(), space.clone(), workers, control);
        let from_data = |data: TableData| {
            let distances = data.counts.len();
            let table = PatternTable::from_bits(
                pattern.clone(),
                space.clone(),
                distances,
                data.is_proven,
                data.bits,
            )?;
            Some((table, data.counts))
        };
        self.obtain(&id, workers, control, build, from_data, PatternTable::bits)
    }

    /// Returns a perfect table: reads it if it is stored and valid, otherwise builds and stores it.
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

    /// Returns the successor table with duplicate pruning: reads it if it is stored and valid, otherwise builds and stores it.
    ///
    /// # Errors
    /// If the control stops it while another process builds it.
    pub fn pruning(&self, key: PruningKey, control: &Control) -> Result<Obtained<Geometry>, StopReason> {
        let PruningKey { size, order, depth } = key;
        let build = || {
            let table = Geometry::pruned(size, order, depth.into());
            let bytes = table.to_bytes();
            Ok(((table, bytes), Vec::new()))
        };
        let from_data = |data: TableData| {
            let table = Geometry::from_bytes(size, order, &data.bits)?;
            Some(((table, Vec::new()), Vec::new()))
        };
        let id = TableId::Pruning(key);
        let obtained = self.obtain(&id, Workers::ONE, control, build, from_data, |(_, bytes)| bytes)?;
        Ok(obtained.map(|(table, _)| table))
    }

    /// Returns a table: reads it if it is stored and valid, otherwise builds and stores it. `from_data` returns `None`
    /// for data of the wrong length.
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
        // Another process may have built it in the meantime.
        let replaced = match &lock {
            Ok(_) => match read() {
                Ok(obtained) => {
                    // If it did so after the first check, its lock file was removed, and this process created a new
                    // one.
                    self.remove_lock(id);
                    return Ok(obtained);
                }
                Err(error) => Some(error).filter(|error| !error.is_missing()),
            },
            // The system's error is reported only once.
            Err(_) => Some(missing).filter(|error| !matches!(error.fault, Fault::Io { .. })),
        };
        let (table, counts) = build()?;
        // A time limit does not end writing: the next search would have to build the table again.
        let cancel = control.cancel_token();
        let kept = lock.and_then(|lock| {
            let _ = self.sweep(Some(id));
            self.save_unless(&cancel, id, &counts, bits(&table), workers)?;
            self.remove_lock(id);
            drop(lock);
            Ok(())
        });
        if kept.is_err() && cancel.is_cancelled() {
            return Err(StopReason::Cancelled);
        }
        Ok(Obtained { table, counts, origin: Origin::Built, replaced, not_kept: kept.err() })
    }

    /// Reads a table and verifies it.
    ///
    /// # Errors
    /// If there is no such file, or it is another table, incomplete or damaged.
    pub fn load(&self, id: &TableId, workers: Workers) -> Result<TableData, TableError> {
        let file = open(&self.path(id));
        let data = file.and_then(|file| {
            let is_own = self.trusts_others || is_own(&file).map_err(Fault::io("read"))?;
            file::read(file, id, is_own, workers)
        });
        data.map_err(|fault| self.error(id, fault))
    }

    /// Writes a table. Readers see the previous file until the new one is complete.
    ///
    /// # Errors
    /// If the folder cannot be created, or the file cannot be written.
    pub fn save(
        &self,
        id: &TableId,
        counts: &[u64],
        bits: &[u8],
        workers: Workers,
    ) -> Result<(), TableError> {
        self.save_unless(&CancelToken::new(), id, counts, bits, workers)
    }

    /// Writes a table as [`save`](Store::save) does, unless it is cancelled.
    fn save_unless(
        &self,
        cancel: &CancelToken,
        id: &TableId,
        counts: &[u64],
        bits: &[u8],
        workers: Workers,
    ) -> Result<(), TableError> {
        let save = || {
            self.create_folder()?;
            let (file, unfinished) = self.unfinished(id)?;
            let written = file::write(&file, id, counts, bits, workers, cancel);
            // Some systems cannot rename an open file.
            drop(file);
            let renamed = written.and_then(|()| fs::rename(&unfinished, self.path(id)));
            if renamed.is_err() {
                let _ = fs::remove_file(&unfinished);
            }
            renamed?;
            // The rename must survive a power failure, too; if it does not, the table is built again.
            #[cfg(unix)]
            let _ = File::open(&self.folder).and_then(|folder| folder.sync_all());
            Ok(())
        };
        save().map_err(|error| self.error(id, Fault::Io { action: "keep the table", error }))
    }

    /// Creates a file to write a table to. It is locked, so that no other process treats it as abandoned.
    fn unfinished(&self, id: &TableId) -> io::Result<(File, PathBuf)> {
        let mut number = 0;
        loop {
            number += 1;
            let path = self.side_file(id, &format!("{number}.{UNFINISHED}"));
            match self.private(File::options().write(true).create_new(true)).open(&path) {
                Ok(file) => {
                    let _ = file.try_lock();
                    return Ok((file, path));
                }
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists && number < 1000 => {}
                Err(error) => return Err(error),
            }
        }
    }

    /// Makes new files readable and writable for their owner only, unless tables are shared.
    fn private<'a>(&self, options: &'a mut fs::OpenOptions) -> &'a mut fs::OpenOptions {
        #[cfg(unix)]
        if !self.trusts_others {
            std::os::unix::fs::OpenOptionsExt::mode(options, 0o600);
        }
        options
    }

    /// Creates the folder unless it exists: for its owner only, unless tables are shared.
    fn create_folder(&self) -> io::Result<()> {
        let mut builder = fs::DirBuilder::new();
        #[cfg(unix)]
        if !self.trusts_others {
            std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        }
        builder.recursive(true).create(&self.folder)
    }

    /// Removes the files that killed processes left of one table, or of all.
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

    /// Takes the lock for building a table.
    fn lock(&self, id: &TableId, control: &Control) -> Result<Lock, NoLock> {
        self.create_folder().map_err(NoLock::Io)?;
        Lock::take(&self.side_file(id, LOCK), control)
    }

    /// Removes the lock file of a stored table: blocked processes have it open and find the table once they hold the
    /// lock; others find the table.
    fn remove_lock(&self, id: &TableId) {
        let _ = fs::remove_file(self.side_file(id, LOCK));
    }

    /// Returns the path of a file beside that of a table.
    fn side_file(&self, id: &TableId, end: &str) -> PathBuf {
        self.folder.join(format!("{}.{end}", id.file_name()))
    }

    /// Returns all files of the folder, sorted by name.
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

    /// Lists the tables of the folder by name. Reads only headers; a missing folder is empty.
    ///
    /// # Errors
    /// If the folder cannot be read.
    pub fn list(&self) -> Result<Vec<Entry>, TableError> {
        let files = self.files().map_err(|error| self.unlisted(error))?;
        Ok(files.into_iter().filter(|path| is_table(path)).map(Entry::new).collect())
    }

    /// Verifies a file of the folder completely.
    ///
    /// # Errors
    /// If it is not a table, or is incomplete, damaged, or another table than its name says.
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
    /// If it cannot be removed. A missing file is not an error.
    pub fn remove(&self, entry: &Entry) -> Result<(), TableError> {
        match fs::remove_file(&entry.path) {
            Err(why) if why.kind() != io::ErrorKind::NotFound => {
                Err(TableError { path: entry.path.clone(), fault: Fault::io("remove")(why) })
            }
            _ => Ok(()),
        }
    }

    /// Removes the files that killed processes left behind: partially written tables, and locks that no process holds.
    ///
    /// # Errors
    /// If the folder cannot be read. Files that cannot be removed are skipped.
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

/// Opens a regular file. Opening a pipe of that name would block until another process writes to it.
fn open(path: &Path) -> Result<File, Fault> {
    let regular = fs::metadata(path).and_then(|metadata| match metadata.is_file() {
        true => File::open(path),
        false => Err(io::Error::other("this is not a regular file")),
    });
    regular.map_err(Fault::io("open"))
}

/// Returns whether only this user and the system's administrator can have written an open file. Being open, it is not
/// exchanged for another one after the check.
#[cfg(unix)]
fn is_own(file: &File) -> io::Result<bool> {
    use std::os::unix::fs::MetadataExt;
    const OTHERS_WRITE: u32 = 0o022;
    let metadata = file.metadata()?;
    let owner = metadata.uid();
    let is_owner = owner == 0 || owner == rustix::process::geteuid().as_raw();
    Ok(is_owner && metadata.mode() & OTHERS_WRITE == 0)
}

/// Other systems protect the user's folders by access lists, which are not inspected.
#[cfg(not(unix))]
fn is_own(_file: &File) -> io::Result<bool> {
    Ok(true)
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

/// Returns whether a file has the name of a table. Other files of the folder are ignored.
fn is_table(path: &Path) -> bool {
    path.extension().is_some_and(|end| end == TableId::EXTENSION)
        && path.file_name().and_then(|name| name.to_str()).is_some_and(TableId::is_file_name)
}

/// Returns the file name of the table that a temporary file belongs to.
fn leftover_of(path: &Path) -> Option<&str> {
    let name = path.file_name()?.to_str()?;
    let end = name.rfind(TableId::EXTENSION)? + TableId::EXTENSION.len();
    let (table, rest) = name.split_at(end);
    let rest = rest.strip_prefix('.')?;
    let number = rest.strip_suffix(UNFINISHED).and_then(|rest| rest.strip_suffix('.'));
    let is_unfinished = number.is_some_and(|number| number.bytes().all(|byte| byte.is_ascii_digit()));
    (TableId::is_file_name(table) && (is_unfinished || rest == LOCK)).then_some(table)
}
