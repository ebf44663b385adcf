//! A program and everything it has started.
//!
//! On Linux this process becomes the parent of all orphans below it, so that whoever leaves his group or session, or
//! loses his parent, is still found: everything that descends from this process, and was not there before the program
//! started, is the program's. Elsewhere on Unix the family is the program's process group; on other systems it is the
//! program alone.

use std::process::Child;

#[cfg(target_os = "linux")]
pub(crate) use linux::Family;
#[cfg(not(target_os = "linux"))]
pub(crate) use plain::Family;

/// What a family uses together.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Usage {
    /// How many processes there are.
    pub(crate) processes: usize,
    /// The memory they have in use, in bytes.
    pub(crate) memory: u64,
}

/// Ends a program and its process group.
#[cfg(unix)]
fn end_group(child: &mut Child) {
    // Who is gone already needs no signal.
    let _ = rustix::process::kill_process_group(
        rustix::process::Pid::from_child(child),
        rustix::process::Signal::KILL,
    );
}

/// Ends a program.
#[cfg(not(unix))]
fn end_group(child: &mut Child) {
    let _ = child.kill();
}

#[cfg(not(target_os = "linux"))]
mod plain {
    use super::{Usage, end_group};
    use std::process::Child;

    pub(crate) struct Family;

    impl Family {
        pub(crate) fn expect() -> Family {
            Family
        }

        /// Nothing is known of it here.
        pub(crate) fn usage(&self) -> Option<Usage> {
            None
        }

        pub(crate) fn end(&self, child: &mut Child) {
            end_group(child);
            let _ = child.wait();
        }
    }
}

#[cfg(target_os = "linux")]
mod linux {
    use super::{Usage, end_group};
    use rustix::process::{Pid, Signal, WaitOptions, getpid, kill_process, set_child_subreaper, waitpid};
    use std::collections::HashSet;
    use std::fs;
    use std::process::Child;
    use std::thread;
    use std::time::{Duration, Instant};

    /// A process that does not end for so long waits for a device, and nobody can end it.
    const PATIENCE: Duration = Duration::from_secs(5);

    /// What the system tells of a process.
    #[derive(Clone, Copy)]
    struct Process {
        pid: i32,
        parent: i32,
        is_dead: bool,
        pages: u64,
    }

    pub(crate) struct Family {
        own: i32,
        /// The children that this process had before.
        strangers: HashSet<i32>,
    }

    impl Family {
        /// To be called before the program is started.
        pub(crate) fn expect() -> Family {
            // Where this is refused, orphans go to the system; their group is ended all the same.
            let _ = set_child_subreaper(Some(getpid()));
            let own = getpid().as_raw_pid();
            let strangers =
                processes().into_iter().filter(|process| process.parent == own).map(|process| process.pid);
            Family { own, strangers: strangers.collect() }
        }

        pub(crate) fn usage(&self) -> Option<Usage> {
            let members = self.members();
            let page = rustix::param::page_size() as u64;
            let alive = members.iter().filter(|process| !process.is_dead);
            Some(alive.fold(Usage::default(), |sum, process| Usage {
                processes: sum.processes + 1,
                memory: sum.memory + process.pages * page,
            }))
        }

        fn members(&self) -> Vec<Process> {
            let all = processes();
            let mut known = HashSet::from([self.own]);
            let mut members = Vec::new();
            loop {
                let before = members.len();
                for process in &all {
                    let is_new = known.contains(&process.parent) && !known.contains(&process.pid);
                    if is_new && !self.strangers.contains(&process.pid) {
                        known.insert(process.pid);
                        members.push(*process);
                    }
                }
                if members.len() == before {
                    return members;
                }
            }
        }

        /// Ends everybody, and waits until they are gone.
        pub(crate) fn end(&self, child: &mut Child) {
            let began = Instant::now();
            loop {
                end_group(child);
                let leader_is_gone = !matches!(child.try_wait(), Ok(None));
                let leader = child.id() as i32;
                let others: Vec<Process> =
                    self.members().into_iter().filter(|process| process.pid != leader).collect();
                if (leader_is_gone && others.is_empty()) || began.elapsed() > PATIENCE {
                    return;
                }
                for process in others {
                    let Some(pid) = Pid::from_raw(process.pid) else { continue };
                    if !process.is_dead {
                        let _ = kill_process(pid, Signal::KILL);
                    } else if process.parent == self.own {
                        // An orphan that came to this process is this process's to bury.
                        let _ = waitpid(Some(pid), WaitOptions::NOHANG);
                    }
                }
                thread::sleep(Duration::from_millis(1));
            }
        }
    }

    /// All processes; those that end while the list is made may be missing.
    fn processes() -> Vec<Process> {
        let Ok(folders) = fs::read_dir("/proc") else { return Vec::new() };
        let pids = folders.filter_map(|folder| folder.ok()?.file_name().to_str()?.parse::<i32>().ok());
        pids.filter_map(|pid| process(pid, &fs::read_to_string(format!("/proc/{pid}/stat")).ok()?)).collect()
    }

    /// Reads `pid (name) state parent … pages …`; a name can hold anything, brackets included.
    fn process(pid: i32, stat: &str) -> Option<Process> {
        let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
        Some(Process {
            pid,
            parent: fields.get(1)?.parse().ok()?,
            is_dead: matches!(*fields.first()?, "Z" | "X"),
            pages: fields.get(21)?.parse().unwrap_or_default(),
        })
    }
}
