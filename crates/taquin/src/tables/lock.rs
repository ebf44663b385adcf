//! A lock that at most one process holds, and that the system takes away from one that dies.
//!
//! Nothing is wrong if two hold it after all, on a file system without locks or because the file was removed: a
//! table is then built twice.

use crate::space::Stopped;
use std::fs::{File, TryLockError};
use std::io;
use std::ops::ControlFlow;
use std::path::Path;
use std::time::Duration;

/// How long to wait before the next attempt.
const PAUSE: Duration = Duration::from_millis(20);

/// A lock that is held until this is dropped.
#[derive(Debug)]
pub(super) struct Lock {
    _file: File,
}

/// Why there is no lock.
pub(super) enum NoLock {
    Stopped,
    Io(io::Error),
}

impl From<Stopped> for NoLock {
    fn from(_: Stopped) -> NoLock {
        NoLock::Stopped
    }
}

impl Lock {
    /// Takes the lock, making its file if there is none. While another process has it, `waiting` is called every now
    /// and then, and may stop.
    ///
    /// # Errors
    /// If `waiting` stops, or the file cannot be made.
    pub(super) fn take(path: &Path, mut waiting: impl FnMut() -> ControlFlow<()>) -> Result<Lock, NoLock> {
        let file = File::options().write(true).create(true).truncate(false).open(path).map_err(NoLock::Io)?;
        loop {
            match file.try_lock() {
                // A system without locks is one where tables may be built twice.
                Ok(()) | Err(TryLockError::Error(_)) => return Ok(Lock { _file: file }),
                Err(TryLockError::WouldBlock) if waiting().is_break() => return Err(NoLock::Stopped),
                Err(TryLockError::WouldBlock) => std::thread::sleep(PAUSE),
            }
        }
    }

    /// Is somebody holding a lock on this file? A file that cannot be opened is nobody's.
    pub(super) fn is_held(path: &Path) -> bool {
        let Ok(file) = File::options().write(true).open(path) else { return false };
        matches!(file.try_lock(), Err(TryLockError::WouldBlock))
    }
}
