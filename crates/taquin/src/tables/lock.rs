//! A lock file that at most one process holds, and that the system releases if the process dies.
//!
//! The lock only avoids double work. If two processes hold it, on a file system without locks or because the file was
//! removed, a table is built twice.

use crate::control::{Control, Event, StopReason};
use std::fs::{File, TryLockError};
use std::io;
use std::path::Path;
use std::time::Duration;

/// The time between two attempts.
const PAUSE: Duration = Duration::from_millis(20);

/// A lock that is held until this is dropped.
#[derive(Debug)]
pub(super) struct Lock {
    _file: File,
}

/// Why the lock could not be taken.
pub(super) enum NoLock {
    Stopped(StopReason),
    Io(io::Error),
}

impl From<StopReason> for NoLock {
    fn from(reason: StopReason) -> NoLock {
        NoLock::Stopped(reason)
    }
}

impl Lock {
    /// Takes the lock, creating its file if there is none. Blocks while another process holds it.
    ///
    /// # Errors
    /// If the control stops it, or the file cannot be created.
    pub(super) fn take(path: &Path, control: &Control) -> Result<Lock, NoLock> {
        let file = File::options().write(true).create(true).truncate(false).open(path).map_err(NoLock::Io)?;
        loop {
            match file.try_lock() {
                // Without locks in the file system, tables may be built twice.
                Ok(()) | Err(TryLockError::Error(_)) => return Ok(Lock { _file: file }),
                // No portable call blocks on another process's lock and on a cancellation at once.
                Err(TryLockError::WouldBlock) => {
                    control.report(&Event::Waiting)?;
                    std::thread::sleep(PAUSE);
                }
            }
        }
    }

    /// Returns whether a process holds a lock on this file; false if the file cannot be opened.
    pub(super) fn is_held(path: &Path) -> bool {
        let Ok(file) = File::options().write(true).open(path) else { return false };
        matches!(file.try_lock(), Err(TryLockError::WouldBlock))
    }
}
