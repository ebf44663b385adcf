//! Worker processes that run other people's programs at the same time.
//!
//! A program can kill the worker that runs it. This process then becomes the parent of what the worker leaves behind (on
//! Linux), and ends it. On Windows, the program is in a job of the worker and ends together with it.

use crate::process_tree::ProcessTree;
use std::collections::HashSet;
use std::io;
use std::process::{Child, Command, ExitStatus};
use std::sync::{Mutex, PoisonError};

/// A running worker. Dropping it kills the worker, and what it has left behind.
#[derive(Debug)]
pub struct Worker<'a> {
    child: Child,
    workers: &'a Workers,
}

impl Worker<'_> {
    /// Returns the process, to take its pipes.
    pub fn child(&mut self) -> &mut Child {
        &mut self.child
    }

    /// Returns the exit status once the worker has exited.
    ///
    /// # Errors
    /// If the system cannot tell.
    pub fn exit_status(&mut self) -> io::Result<Option<ExitStatus>> {
        self.child.try_wait()
    }
}

#[cfg(unix)]
impl Worker<'_> {
    /// Interrupts the worker, as Ctrl-C does.
    pub fn interrupt(&self) {
        self.send(rustix::process::Signal::INT);
    }

    /// Asks the worker to end, as `kill` does.
    pub fn terminate(&self) {
        self.send(rustix::process::Signal::TERM);
    }

    /// Tells the worker that the terminal was closed.
    pub fn hang_up(&self) {
        self.send(rustix::process::Signal::HUP);
    }

    fn send(&self, signal: rustix::process::Signal) {
        // It fails if the worker has exited, which the caller will notice.
        let _ = rustix::process::kill_process(rustix::process::Pid::from_child(&self.child), signal);
    }
}

impl Drop for Worker<'_> {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        self.workers.ended(self.child.id());
    }
}

/// The workers of this process.
#[derive(Debug)]
pub struct Workers {
    /// The workers whose end has not been noticed yet.
    running: Mutex<HashSet<u32>>,
}

impl Workers {
    /// Creates an empty set. From now on this process is the parent of orphaned descendants; on Windows, its descendants end
    /// together with it.
    #[expect(clippy::new_without_default, reason = "it changes the process")]
    pub fn new() -> Workers {
        ProcessTree::adopt_orphans();
        Workers { running: Mutex::default() }
    }

    /// Starts a worker.
    ///
    /// # Errors
    /// If it cannot be started.
    pub fn start(&self, command: &mut Command) -> io::Result<Worker<'_>> {
        // Locked while it starts, so that nobody takes it for an orphan.
        let mut running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        let child = command.spawn()?;
        running.insert(child.id());
        Ok(Worker { child, workers: self })
    }

    /// Kills what a worker that has ended has left behind.
    fn ended(&self, pid: u32) {
        let mut running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        running.remove(&pid);
        ProcessTree::except(&running).kill_all();
    }
}
