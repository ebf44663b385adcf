//! Worker processes that run other people's programs at the same time.
//!
//! A program can kill the worker that runs it. This process then becomes the parent of what the worker leaves behind (on
//! Linux), and ends it.

use crate::process_tree::ProcessTree;
use std::collections::HashSet;
use std::io;
use std::process::{Child, Command};
use std::sync::{Mutex, PoisonError};

/// The workers of this process.
#[derive(Debug)]
pub struct Workers {
    /// The workers whose end has not been noticed yet.
    running: Mutex<HashSet<u32>>,
}

impl Workers {
    /// Creates an empty set. From now on this process is the parent of orphaned descendants.
    #[expect(clippy::new_without_default, reason = "it changes the process")]
    pub fn new() -> Workers {
        ProcessTree::adopt_orphans();
        Workers { running: Mutex::default() }
    }

    /// Starts a worker.
    ///
    /// # Errors
    /// If it cannot be started.
    pub fn start(&self, command: &mut Command) -> io::Result<Child> {
        // Locked while it starts, so that nobody takes it for an orphan.
        let mut running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        let child = command.spawn()?;
        running.insert(child.id());
        Ok(child)
    }

    /// Must be called when a worker has ended. Kills what it has left behind.
    pub fn ended(&self, pid: u32) {
        let mut running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        running.remove(&pid);
        ProcessTree::except(&running).kill_all();
    }
}
