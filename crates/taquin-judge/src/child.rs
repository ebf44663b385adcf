//! Runs a program with resource limits, and ends it together with all its children.
//!
//! The program is started without a shell, in its own process group. Its input is written while its output is read, so
//! it may answer line by line or all at once. When it exits, reaches a limit or is cancelled, everything that it has
//! started is ended, too, even if this process panics. Only the last few lines of its standard error are kept.
//!
//! Only one program runs at a time; other callers block. So times are comparable, and on Linux every new process below
//! this one is known to belong to the program, even if it has left the group and session. Memory is measured on Linux
//! only ([`ENFORCES_MEMORY`]), for the whole process tree, twenty times a second.
//!
//! This is not a sandbox: the program can use the files and the network of the user who runs it.
//!
//! Memory is measured instead of limited by the system: an address-space limit would keep a Java program from starting,
//! and a limit per process says nothing about its children.
//!
//! Up to four threads serve a program: one writes its input, one reads its output into a bounded channel, one keeps the
//! end of its standard error, and on Unix one waits for its exit. So neither side can deadlock, and a flood of output
//! cannot fill the memory.

use crate::process_tree::ProcessTree;
use std::ffi::{OsStr, OsString};
use std::io::{self, Read, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// Whether a memory limit can be enforced on this operating system.
pub const ENFORCES_MEMORY: bool = cfg!(target_os = "linux");

/// How often the processes are counted and the caller is polled.
const TICK: Duration = Duration::from_millis(50);
/// How long to wait for the rest of the output of a program that has exited.
const DRAIN: Duration = Duration::from_secs(1);
/// The size of a chunk of output, and how many chunks are buffered.
const CHUNK: usize = 1 << 16;
const BUFFERED_CHUNKS: usize = 4;
/// How many bytes of standard error are kept.
const TAIL: usize = 4096;

static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());

/// A program and its arguments, passed on unchanged: no shell expands or splits them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Program {
    /// The name, looked up as the operating system does, or the path.
    pub name: OsString,
    /// The arguments.
    pub arguments: Vec<OsString>,
    /// The working directory; that of this process if `None`.
    pub directory: Option<PathBuf>,
}

/// The resources that a program and its children may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ResourceLimits {
    /// The time it may run.
    pub time: Duration,
    /// The memory of all its processes together, in bytes.
    pub memory: u64,
    /// The size of its output, in bytes.
    pub output: u64,
    /// The number of its processes.
    pub processes: usize,
}

/// Why a program ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExitReason {
    /// It exited by itself or was killed from outside.
    Exited(ExitStatus),
    /// It reached the time limit.
    Time(Duration),
    /// It reached the memory limit.
    Memory(u64),
    /// It reached the limit on the size of its output.
    Output(u64),
    /// It reached the limit on the number of processes.
    Processes(usize),
    /// The caller cancelled it.
    Cancelled,
}

/// The result of running a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Run {
    /// Why it ended.
    pub exit: ExitReason,
    /// How long it ran.
    pub elapsed: Duration,
    /// The end of its standard error.
    pub stderr_tail: String,
}

/// Kills a program and all its processes when it is dropped.
struct KillGuard {
    child: Child,
    tree: ProcessTree,
}

impl Drop for KillGuard {
    fn drop(&mut self) {
        self.tree.kill(&mut self.child);
    }
}

impl Program {
    /// Creates a program from the words of a command; `None` if there are none.
    pub fn new(words: &[OsString]) -> Option<Program> {
        let (name, arguments) = words.split_first()?;
        Some(Program { name: name.clone(), arguments: arguments.to_vec(), directory: None })
    }

    /// Runs the program on an input. `on_output` receives the output chunk by chunk and can cancel the program. It is also
    /// called regularly with an empty chunk, so that it can cancel a program that prints nothing.
    ///
    /// # Errors
    /// If the program cannot be started.
    pub fn run(
        &self,
        input: Vec<u8>,
        limits: &ResourceLimits,
        mut on_output: impl FnMut(&[u8]) -> ControlFlow<()>,
    ) -> io::Result<Run> {
        let _turn = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
        let tree = ProcessTree::before_start();
        let started = Instant::now();
        let mut guard = KillGuard { child: self.start()?, tree };
        guard.tree.add(&guard.child);
        write_input(guard.child.stdin.take(), input);
        // This side keeps a sender, so the channel never disconnects while the program runs.
        let (sender, events) = mpsc::sync_channel(BUFFERED_CHUNKS);
        read_output(guard.child.stdout.take(), sender.clone());
        announce_exit(&guard.child, sender.clone());
        let stderr = Tail::of(guard.child.stderr.take());
        let mut monitor =
            Monitor { limits, started, counted: started, printed: 0, is_closed: false, exited: None };
        let exit = loop {
            if let ControlFlow::Break(exit) = monitor.step(&mut guard, &events, &mut on_output) {
                break exit;
            }
        };
        let elapsed = monitor.exited.map_or_else(|| started.elapsed(), |(_, at)| at - started);
        drop(guard);
        drop(sender);
        Ok(Run { exit, elapsed, stderr_tail: stderr.text() })
    }

    fn start(&self) -> io::Result<Child> {
        let mut command = Command::new(&self.name);
        command.args(&self.arguments);
        if let Some(directory) = &self.directory {
            command.current_dir(directory);
        }
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        command.spawn()
    }

    /// Returns the program and its arguments with spaces between them, for messages.
    pub fn command_line(&self) -> String {
        let words = std::iter::once(&self.name).chain(&self.arguments).map(OsString::as_os_str);
        words.map(OsStr::to_string_lossy).collect::<Vec<_>>().join(" ")
    }
}

/// What a running program does.
enum Event {
    /// It printed something.
    Output(Vec<u8>),
    /// Its standard output is closed.
    Closed,
    /// It exited. Its status has not been collected yet.
    #[cfg(unix)]
    Exited,
}

/// Watches a program while it runs.
struct Monitor<'a> {
    limits: &'a ResourceLimits,
    started: Instant,
    /// When the processes were last counted.
    counted: Instant,
    printed: u64,
    /// Whether standard output is closed.
    is_closed: bool,
    /// The status of the program and when it was collected, once it has exited.
    exited: Option<(ExitStatus, Instant)>,
}

impl Monitor<'_> {
    /// Waits for the next event or the next tick.
    fn step(
        &mut self,
        guard: &mut KillGuard,
        events: &Receiver<Event>,
        on_output: &mut impl FnMut(&[u8]) -> ControlFlow<()>,
    ) -> ControlFlow<ExitReason> {
        let chunk = match events.recv_timeout(TICK) {
            Ok(Event::Output(chunk)) => chunk,
            Ok(Event::Closed) => {
                self.is_closed = true;
                Vec::new()
            }
            #[cfg(unix)]
            Ok(Event::Exited) => Vec::new(),
            Err(_) => Vec::new(),
        };
        self.printed += chunk.len() as u64;
        let excess = self.printed.saturating_sub(self.limits.output) as usize;
        if on_output(&chunk[..chunk.len() - excess.min(chunk.len())]).is_break() {
            return ControlFlow::Break(ExitReason::Cancelled);
        }
        if excess > 0 {
            return ControlFlow::Break(ExitReason::Output(self.limits.output));
        }
        if self.exited.is_none()
            && let Ok(Some(status)) = guard.child.try_wait()
        {
            self.exited = Some((status, Instant::now()));
            // Processes that the program has left behind may hold the pipe open.
            guard.tree.kill(&mut guard.child);
        }
        match self.exited {
            Some((status, at)) if self.is_closed || at.elapsed() > DRAIN => {
                ControlFlow::Break(ExitReason::Exited(status))
            }
            Some(_) => ControlFlow::Continue(()),
            None => self.reached_limit(guard).map_or(ControlFlow::Continue(()), ControlFlow::Break),
        }
    }

    /// Returns the limit that was reached, if any.
    fn reached_limit(&mut self, guard: &KillGuard) -> Option<ExitReason> {
        let ResourceLimits { time, memory, processes, .. } = *self.limits;
        if self.started.elapsed() >= time {
            return Some(ExitReason::Time(time));
        }
        if self.counted.elapsed() < TICK {
            return None;
        }
        self.counted = Instant::now();
        let usage = guard.tree.usage()?;
        if usage.memory.is_some_and(|used| used > memory) {
            return Some(ExitReason::Memory(memory));
        }
        (usage.processes > processes).then_some(ExitReason::Processes(processes))
    }
}

/// Writes the input on another thread. A program that exits without reading all of it is not an error.
fn write_input(stdin: Option<impl Write + Send + 'static>, input: Vec<u8>) {
    thread::spawn(move || stdin.map(|mut stdin| stdin.write_all(&input)));
}

/// Reads the output on another thread, no faster than it is consumed.
fn read_output(stdout: Option<impl Read + Send + 'static>, sender: SyncSender<Event>) {
    thread::spawn(move || {
        if let Some(mut stdout) = stdout {
            each_chunk(&mut stdout, |chunk| match sender.send(Event::Output(chunk.to_vec())) {
                Ok(()) => ControlFlow::Continue(()),
                Err(_) => ControlFlow::Break(()),
            });
        }
        let _ = sender.send(Event::Closed);
    });
}

/// Sends an event when the program exits, so that the monitor does not poll for it.
#[cfg(unix)]
fn announce_exit(child: &Child, sender: SyncSender<Event>) {
    use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
    let pid = Pid::from_child(child);
    thread::spawn(move || {
        // NOWAIT leaves the status to `Child::try_wait`. If it was collected already, this fails at once.
        while let Err(rustix::io::Errno::INTR) =
            waitid(WaitId::Pid(pid), WaitIdOptions::EXITED | WaitIdOptions::NOWAIT)
        {}
        let _ = sender.send(Event::Exited);
    });
}

/// Elsewhere the exit is noticed at the next tick.
#[cfg(not(unix))]
fn announce_exit(_: &Child, _: SyncSender<Event>) {}

/// Reads to the end of a stream, or until `take` stops.
fn each_chunk(source: &mut impl Read, mut take: impl FnMut(&[u8]) -> ControlFlow<()>) {
    let mut buffer = vec![0; CHUNK];
    loop {
        match source.read(&mut buffer) {
            Ok(0) => return,
            Ok(length) if take(&buffer[..length]).is_break() => return,
            Ok(_) => {}
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(_) => return,
        }
    }
}

/// The end of a stream that is read on another thread.
struct Tail {
    kept: Arc<Mutex<Vec<u8>>>,
    /// Disconnected when the stream has ended.
    ended: Receiver<()>,
}

impl Tail {
    fn of(stderr: Option<impl Read + Send + 'static>) -> Tail {
        let kept = Arc::new(Mutex::new(Vec::new()));
        let (open, ended) = mpsc::channel::<()>();
        let shared = Arc::clone(&kept);
        thread::spawn(move || {
            let _open = open;
            let Some(mut stderr) = stderr else { return };
            each_chunk(&mut stderr, |chunk| {
                let mut kept = shared.lock().unwrap_or_else(PoisonError::into_inner);
                kept.extend_from_slice(chunk);
                let excess = kept.len().saturating_sub(TAIL);
                kept.drain(..excess);
                ControlFlow::Continue(())
            });
        });
        Tail { kept, ended }
    }

    fn text(&self) -> String {
        // The program has ended, so the stream ends, unless a process that was not found holds it open.
        let _ = self.ended.recv_timeout(DRAIN);
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        String::from_utf8_lossy(&kept).into_owned()
    }
}
