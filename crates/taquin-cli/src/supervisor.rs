//! Commands that run other people's programs run in a process of their own, below this one.
//!
//! Whichever of the two processes ends first, and however, the other one ends the program and everything that it has
//! started: this process is the parent of what the other one leaves behind, and the other one notices when its parent is
//! gone. So neither a second Ctrl-C nor `kill -9` leaves a program running. After `kill -9` of this process, an empty
//! temporary folder is left.
//!
//! Only Unix tells a process who its parent is; on Windows the command runs in this process, and a job object ends what it
//! has started.

use crate::exit::{Exit, Failure};

#[cfg(not(unix))]
pub(crate) fn run(command: impl FnOnce() -> Result<Exit, Failure>) -> Result<Exit, Failure> {
    command()
}

#[cfg(unix)]
pub(crate) use unix::run;

#[cfg(unix)]
mod unix {
    use super::{Exit, Failure};
    use crate::signals::{self, Signal};
    use std::os::unix::process::{ExitStatusExt, parent_id};
    use std::process::{self, Command};
    use std::sync::mpsc::{self, RecvTimeoutError};
    use std::time::Duration;
    use std::{env, thread};
    use taquin_judge::workers::Workers;
    use taquin_judge::workspace;

    /// The environment variable that has the number of the parent process.
    const PARENT: &str = "TAQUIN_SUPERVISOR";

    /// How often each process looks after the other.
    const TICK: Duration = Duration::from_millis(20);

    /// After its parent is gone, the command has this long to end the program and to remove files.
    const PATIENCE: Duration = Duration::from_secs(10);

    /// Runs a command in a process of its own. In that process, runs it.
    pub(crate) fn run(command: impl FnOnce() -> Result<Exit, Failure>) -> Result<Exit, Failure> {
        let parent = parent_id();
        if env::var(PARENT).is_ok_and(|given| given == parent.to_string()) {
            thread::spawn(move || watch(parent));
            return command();
        }
        match supervise() {
            Some(code) => process::exit(code),
            // The command does its work without a supervisor, too.
            None => command(),
        }
    }

    /// Ends this process when its parent is gone.
    fn watch(parent: u32) {
        while parent_id() == parent {
            thread::sleep(TICK);
        }
        signals::interrupt();
        thread::sleep(PATIENCE);
        process::exit(signals::code().into());
    }

    /// Runs the same command line in another process; returns its exit code, or `None` if it cannot be started.
    fn supervise() -> Option<i32> {
        // Removed at the end, with everything that was put there.
        let folder = workspace::private_folder().ok()?;
        let workers = Workers::new();
        let (send, received) = mpsc::channel();
        signals::listen(move |signal| _ = send.send(signal));
        let mut command = Command::new(env::current_exe().ok()?);
        command
            .args(env::args_os().skip(1))
            .env(PARENT, process::id().to_string())
            .env("TMPDIR", folder.path());
        let mut worker = workers.start(&mut command).ok()?;
        let status = loop {
            match received.recv_timeout(TICK) {
                // Ctrl-C reaches both processes; the other one ignores what follows at once.
                Ok(Signal::Interrupt) => worker.interrupt(),
                Ok(Signal::Terminate) => worker.terminate(),
                Ok(Signal::HangUp) => worker.hang_up(),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => thread::sleep(TICK),
            }
            match worker.exit_status() {
                Ok(None) => {}
                Ok(Some(status)) => break Some(status),
                Err(_) => break None,
            }
        };
        drop(worker);
        drop(folder);
        let status = status?;
        Some(status.code().or_else(|| Some(128 + status.signal()?)).unwrap_or(1))
    }
}
