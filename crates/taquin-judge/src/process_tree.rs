//! A program and all the processes it has started.
//!
//! On Linux this process becomes the reaper of orphaned descendants, so a process that leaves its group or session, or
//! loses its parent, is still found: everything that descends from this process and was not there before the program
//! started belongs to the program. Ending the tree is repeated until no process is left, because a process can fork while
//! the others are being killed.
//!
//! On Windows the tree is a job object. It is inside the job of this process, which the system ends when this process ends,
//! however that happens. On other systems the tree is the program's process group.

#[cfg(target_os = "linux")]
pub(crate) use linux::ProcessTree;
#[cfg(not(any(target_os = "linux", windows)))]
pub(crate) use portable::ProcessTree;
#[cfg(windows)]
pub(crate) use windows::ProcessTree;

/// The resources that a process tree uses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Usage {
    /// The number of processes.
    pub(crate) processes: usize,
    /// Their resident memory in bytes, where it is measured.
    pub(crate) memory: Option<u64>,
}

/// Kills a program and its process group.
#[cfg(unix)]
fn kill_group(child: &std::process::Child) {
    // It fails if all of them have exited.
    let _ = rustix::process::kill_process_group(
        rustix::process::Pid::from_child(child),
        rustix::process::Signal::KILL,
    );
}

#[cfg(not(any(target_os = "linux", windows)))]
mod portable {
    use super::{Usage, kill_group};
    use std::collections::HashSet;
    use std::process::Child;

    pub(crate) struct ProcessTree;

    impl ProcessTree {
        pub(crate) fn adopt_orphans() {}

        pub(crate) fn before_start() -> ProcessTree {
            ProcessTree
        }

        pub(crate) fn add(&self, _: &Child) {}

        pub(crate) fn except(_: &HashSet<u32>) -> ProcessTree {
            ProcessTree
        }

        /// Orphans cannot be found on this operating system.
        pub(crate) fn kill_all(&self) {}

        /// Not measured on this operating system.
        pub(crate) fn usage(&self) -> Option<Usage> {
            None
        }

        pub(crate) fn kill(&mut self, child: &mut Child) {
            kill_group(child);
            let _ = child.wait();
        }
    }
}

#[cfg(windows)]
mod windows {
    use super::Usage;
    use std::collections::HashSet;
    use std::os::windows::io::AsRawHandle;
    use std::process::Child;
    use std::sync::OnceLock;
    use win32job::{ExtendedLimitInfo, Job, JobError};

    /// The job of this process and all its descendants. The system closes it when this process ends.
    static OWN: OnceLock<Option<Job>> = OnceLock::new();

    pub(crate) struct ProcessTree {
        /// Closing the job kills its processes. If the system refuses the job, the tree is the program alone.
        job: Option<Job>,
    }

    impl ProcessTree {
        /// Makes all descendants end together with this process.
        pub(crate) fn adopt_orphans() {
            OWN.get_or_init(|| {
                let job = killing_job().ok()?;
                job.assign_current_process().ok()?;
                Some(job)
            });
        }

        /// Must be called before the program is started.
        pub(crate) fn before_start() -> ProcessTree {
            ProcessTree::adopt_orphans();
            ProcessTree { job: killing_job().ok() }
        }

        /// Must be called when the program has been started. What it has started before, within microseconds, ends only when
        /// this process does.
        pub(crate) fn add(&self, child: &Child) {
            let _ = self.job.as_ref().map(|job| job.assign_process(child.as_raw_handle() as isize));
        }

        pub(crate) fn except(_: &HashSet<u32>) -> ProcessTree {
            ProcessTree { job: None }
        }

        /// A worker that ends closes its jobs, so it leaves nothing behind.
        pub(crate) fn kill_all(&self) {}

        /// Counts the processes; their memory is not measured.
        pub(crate) fn usage(&self) -> Option<Usage> {
            // The list fails if there are more than 1024.
            let processes = self.job.as_ref()?.query_process_id_list().map_or(usize::MAX, |list| list.len());
            Some(Usage { processes, memory: None })
        }

        pub(crate) fn kill(&mut self, child: &mut Child) {
            self.job = None;
            let _ = child.kill();
            let _ = child.wait();
        }
    }

    /// Creates a job whose processes are killed when it is closed.
    fn killing_job() -> Result<Job, JobError> {
        Job::create_with_limit_info(ExtendedLimitInfo::new().limit_kill_on_job_close())
    }
}

#[cfg(target_os = "linux")]
mod linux {
    use super::{Usage, kill_group};
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    use rustix::io::Errno;
    use rustix::process::{
        Pid, PidfdFlags, Signal, WaitOptions, getpid, kill_process, pidfd_open, set_child_subreaper, waitpid,
    };
    use std::collections::HashSet;
    use std::process::Child;
    use std::time::{Duration, Instant};
    use std::{fs, thread};

    /// A killed process that has not exited after this time waits for a device, and cannot be ended.
    const PATIENCE: Duration = Duration::from_secs(5);

    /// A process as `/proc` lists it.
    #[derive(Clone, Copy)]
    struct Process {
        pid: i32,
        parent: i32,
        is_zombie: bool,
        pages: u64,
    }

    pub(crate) struct ProcessTree {
        own: i32,
        /// The children that this process had before the program started.
        unrelated: HashSet<i32>,
    }

    impl ProcessTree {
        /// Makes this process the parent of orphaned descendants. If that is not permitted, orphans are not found.
        pub(crate) fn adopt_orphans() {
            let _ = set_child_subreaper(Some(getpid()));
        }

        /// Must be called before the program is started.
        pub(crate) fn before_start() -> ProcessTree {
            ProcessTree::adopt_orphans();
            let own = getpid().as_raw_pid();
            let unrelated =
                processes().into_iter().filter(|process| process.parent == own).map(|process| process.pid);
            ProcessTree { own, unrelated: unrelated.collect() }
        }

        /// The program is known as a descendant of this process.
        pub(crate) fn add(&self, _: &Child) {}

        /// Returns everything below this process except for some children and what they have started.
        pub(crate) fn except(children: &HashSet<u32>) -> ProcessTree {
            let unrelated = children.iter().map(|&pid| pid as i32).collect();
            ProcessTree { own: getpid().as_raw_pid(), unrelated }
        }

        pub(crate) fn usage(&self) -> Option<Usage> {
            let members = self.members();
            let page = rustix::param::page_size() as u64;
            let alive = members.iter().filter(|process| !process.is_zombie);
            let (processes, pages) =
                alive.fold((0, 0), |(processes, pages), process| (processes + 1, pages + process.pages));
            Some(Usage { processes, memory: Some(pages * page) })
        }

        fn members(&self) -> Vec<Process> {
            let all = processes();
            let mut known = HashSet::from([self.own]);
            let mut members = Vec::new();
            loop {
                let before = members.len();
                for process in &all {
                    let is_new = known.contains(&process.parent) && !known.contains(&process.pid);
                    if is_new && !self.unrelated.contains(&process.pid) {
                        known.insert(process.pid);
                        members.push(*process);
                    }
                }
                if members.len() == before {
                    return members;
                }
            }
        }

        /// Kills all processes, and waits until they have exited.
        pub(crate) fn kill_all(&self) {
            let deadline = Instant::now() + PATIENCE;
            loop {
                let members = self.members();
                if members.is_empty() || Instant::now() > deadline {
                    return;
                }
                self.kill_each(&members);
                members.iter().for_each(|process| process.wait_for_exit(deadline));
            }
        }

        fn kill_each(&self, processes: &[Process]) {
            for process in processes {
                let Some(pid) = Pid::from_raw(process.pid) else { continue };
                if !process.is_zombie {
                    let _ = kill_process(pid, Signal::KILL);
                } else if process.parent == self.own {
                    // This process has inherited the orphan and must collect its status.
                    let _ = waitpid(Some(pid), WaitOptions::NOHANG);
                }
            }
        }

        /// Kills a program and all its processes, and waits until they have exited.
        pub(crate) fn kill(&mut self, child: &mut Child) {
            let deadline = Instant::now() + PATIENCE;
            loop {
                kill_group(child);
                let has_exited = !matches!(child.try_wait(), Ok(None));
                let leader = child.id() as i32;
                let (leaders, others): (Vec<Process>, Vec<Process>) =
                    self.members().into_iter().partition(|process| process.pid == leader);
                if (has_exited && others.is_empty()) || Instant::now() > deadline {
                    return;
                }
                self.kill_each(&others);
                // New processes may have been started meanwhile, so everything is listed again after that.
                leaders.iter().chain(&others).for_each(|process| process.wait_for_exit(deadline));
            }
        }
    }

    impl Process {
        /// Blocks until the process has exited, even if it is not a child of this process.
        fn wait_for_exit(self, deadline: Instant) {
            let Some(pid) = Pid::from_raw(self.pid) else { return };
            match pidfd_open(pid, PidfdFlags::empty()) {
                Ok(exit) => {
                    let left = deadline.saturating_duration_since(Instant::now());
                    let timeout = Timespec::try_from(left).ok();
                    let _ = poll(&mut [PollFd::new(&exit, PollFlags::IN)], timeout.as_ref());
                }
                Err(Errno::SRCH) => {}
                // Kernels before 5.3 have no process file descriptors.
                Err(_) => thread::sleep(Duration::from_millis(1)),
            }
        }
    }

    /// Lists all processes; those that exit meanwhile may be missing.
    fn processes() -> Vec<Process> {
        let Ok(folders) = fs::read_dir("/proc") else { return Vec::new() };
        let pids = folders.filter_map(|folder| folder.ok()?.file_name().to_str()?.parse::<i32>().ok());
        pids.filter_map(|pid| process(pid, &fs::read_to_string(format!("/proc/{pid}/stat")).ok()?)).collect()
    }

    /// Parses `pid (name) state parent … pages …`; the name can contain anything, even parentheses.
    fn process(pid: i32, stat: &str) -> Option<Process> {
        let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
        Some(Process {
            pid,
            parent: fields.get(1)?.parse().ok()?,
            is_zombie: matches!(*fields.first()?, "Z" | "X"),
            pages: fields.get(21)?.parse().unwrap_or_default(),
        })
    }
}
