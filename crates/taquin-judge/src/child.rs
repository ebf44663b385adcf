//! A program that is run with limits and ends with all its children.
//!
//! It is started without a shell, in a process group of its own. What it reads is written while what it says is read,
//! so it may answer line by line or all at once. When it ends, reaches a limit, or nobody wants to hear more, it is
//! ended together with everything it has started; so it is when the judge stops for any reason. No more of its output
//! is kept than the caller keeps, and of its complaints the last few lines.
//!
//! One program runs at a time: others wait. So times can be compared, and on Linux everything new below this process is
//! known to be the program's, also what has left its group and session. Memory is measured on Linux only
//! ([`KEEPS_MEMORY`]), for the whole family, twenty times a second.
//!
//! This is no sandbox: the program has the files and the network of the user who runs it.

use crate::family::Family;
use std::ffi::{OsStr, OsString};
use std::io::{self, Read, Write};
use std::ops::ControlFlow;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// Can a limit of memory be kept on this system?
pub const KEEPS_MEMORY: bool = cfg!(target_os = "linux");

/// How often the family is counted and the listener is asked.
const TICK: Duration = Duration::from_millis(50);
/// How long to wait for what is left in the pipe of a program that has ended.
const DRAIN: Duration = Duration::from_secs(1);
/// How much is read at once, and how many such pieces may wait.
const PIECE: usize = 1 << 16;
const PIECES: usize = 4;
/// So many bytes of the complaints are kept.
const TAIL: usize = 4096;

static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());

/// A program and its arguments, as they are: nothing is expanded or split.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Program {
    /// The name, looked for as the system does, or the path.
    pub name: OsString,
    /// The arguments.
    pub arguments: Vec<OsString>,
}

/// What a program may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Containment {
    /// How long it may run.
    pub time: Duration,
    /// How many bytes of memory it and its children may have in use together.
    pub memory: u64,
    /// How many bytes it may print.
    pub output: u64,
    /// How many processes there may be.
    pub processes: usize,
}

/// Why a program ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// By itself, or by a signal.
    Exited(ExitStatus),
    /// It ran for too long.
    Time(Duration),
    /// It used too much memory.
    Memory(u64),
    /// It printed too much.
    Output(u64),
    /// It started too many processes.
    Processes(usize),
    /// The listener wanted no more.
    Unheard,
}

/// What came of a run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Run {
    /// Why it ended.
    pub ending: Ending,
    /// How long it ran.
    pub elapsed: Duration,
    /// The end of what it wrote to standard error.
    pub complaints: String,
}

/// Whom a program is ended with, whatever happens.
struct Guard {
    child: Child,
    family: Family,
}

impl Drop for Guard {
    fn drop(&mut self) {
        self.family.end(&mut self.child);
    }
}

impl Program {
    /// From the words of a command; `None` if there are none.
    pub fn new(words: &[OsString]) -> Option<Program> {
        let (name, arguments) = words.split_first()?;
        Some(Program { name: name.clone(), arguments: arguments.to_vec() })
    }

    /// Runs it on an input. `listener` hears what it prints, piece by piece, and may want no more; it is also asked now
    /// and then with nothing to hear, so that it can stop a program that is silent.
    ///
    /// # Errors
    /// If it cannot be started.
    pub fn run(
        &self,
        input: Vec<u8>,
        containment: &Containment,
        mut listener: impl FnMut(&[u8]) -> ControlFlow<()>,
    ) -> io::Result<Run> {
        let _turn = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
        let family = Family::expect();
        let started = Instant::now();
        let mut guard = Guard { child: self.start()?, family };
        write(guard.child.stdin.take(), input);
        let pieces = pieces(guard.child.stdout.take());
        let complaints = Tail::of(guard.child.stderr.take());
        let mut watch = Watch { containment, started, looked: started, printed: 0, ended: None };
        let ending = loop {
            if let ControlFlow::Break(ending) = watch.step(&mut guard, &pieces, &mut listener) {
                break ending;
            }
        };
        let elapsed = watch.ended.map_or_else(|| started.elapsed(), |(_, at)| at - started);
        drop(guard);
        Ok(Run { ending, elapsed, complaints: complaints.text() })
    }

    fn start(&self) -> io::Result<Child> {
        let mut command = Command::new(&self.name);
        command.args(&self.arguments);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        command.spawn()
    }

    /// The program and its arguments with spaces between them, for messages.
    pub fn in_words(&self) -> String {
        let words = std::iter::once(&self.name).chain(&self.arguments).map(OsString::as_os_str);
        words.map(OsStr::to_string_lossy).collect::<Vec<_>>().join(" ")
    }
}

/// What the loop of a run remembers.
struct Watch<'a> {
    containment: &'a Containment,
    started: Instant,
    /// When the family was last counted.
    looked: Instant,
    printed: u64,
    /// The status of the program and when it was seen, once it has ended.
    ended: Option<(ExitStatus, Instant)>,
}

impl Watch<'_> {
    /// Waits for the next piece of output or the next tick.
    fn step(
        &mut self,
        guard: &mut Guard,
        pieces: &Receiver<Vec<u8>>,
        listener: &mut impl FnMut(&[u8]) -> ControlFlow<()>,
    ) -> ControlFlow<Ending> {
        let (piece, is_over) = match pieces.recv_timeout(TICK) {
            Ok(piece) => (piece, false),
            Err(RecvTimeoutError::Timeout) => (Vec::new(), false),
            Err(RecvTimeoutError::Disconnected) => {
                thread::sleep(Duration::from_millis(1));
                (Vec::new(), true)
            }
        };
        self.printed += piece.len() as u64;
        let beyond = self.printed.saturating_sub(self.containment.output) as usize;
        if listener(&piece[..piece.len() - beyond.min(piece.len())]).is_break() {
            return ControlFlow::Break(Ending::Unheard);
        }
        if beyond > 0 {
            return ControlFlow::Break(Ending::Output(self.containment.output));
        }
        match self.ended {
            Some((status, at)) if is_over || at.elapsed() > DRAIN => {
                return ControlFlow::Break(Ending::Exited(status));
            }
            Some(_) => return ControlFlow::Continue(()),
            None => {}
        }
        if let Ok(Some(status)) = guard.child.try_wait() {
            self.ended = Some((status, Instant::now()));
            // Whoever it has left behind may hold the pipe open.
            guard.family.end(&mut guard.child);
            return ControlFlow::Continue(());
        }
        self.limit(guard).map_or(ControlFlow::Continue(()), ControlFlow::Break)
    }

    /// The limit that is reached, if one is.
    fn limit(&mut self, guard: &Guard) -> Option<Ending> {
        let Containment { time, memory, processes, .. } = *self.containment;
        if self.started.elapsed() >= time {
            return Some(Ending::Time(time));
        }
        if self.looked.elapsed() < TICK {
            return None;
        }
        self.looked = Instant::now();
        let usage = guard.family.usage()?;
        if usage.memory > memory {
            return Some(Ending::Memory(memory));
        }
        (usage.processes > processes).then_some(Ending::Processes(processes))
    }
}

/// Writes an input beside everything else. Whoever does not read it to the end does not need it.
fn write(stdin: Option<impl Write + Send + 'static>, input: Vec<u8>) {
    thread::spawn(move || stdin.map(|mut stdin| stdin.write_all(&input)));
}

/// Reads an output beside everything else, no faster than it is heard.
fn pieces(stdout: Option<impl Read + Send + 'static>) -> Receiver<Vec<u8>> {
    let (sender, pieces) = mpsc::sync_channel(PIECES);
    thread::spawn(move || {
        let Some(mut stdout) = stdout else { return };
        each_piece(&mut stdout, |piece| match sender.send(piece.to_vec()) {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        });
    });
    pieces
}

/// Reads to the end, or until nobody wants more.
fn each_piece(source: &mut impl Read, mut take: impl FnMut(&[u8]) -> ControlFlow<()>) {
    let mut buffer = vec![0; PIECE];
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

/// The end of a stream, which is read as long as it goes on.
struct Tail {
    kept: Arc<Mutex<Vec<u8>>>,
    /// Closed when the stream is over.
    over: Receiver<()>,
}

impl Tail {
    fn of(stderr: Option<impl Read + Send + 'static>) -> Tail {
        let kept = Arc::new(Mutex::new(Vec::new()));
        let (alive, over) = mpsc::channel::<()>();
        let shared = Arc::clone(&kept);
        thread::spawn(move || {
            let _alive = alive;
            let Some(mut stderr) = stderr else { return };
            each_piece(&mut stderr, |piece| {
                let mut kept = shared.lock().unwrap_or_else(PoisonError::into_inner);
                kept.extend_from_slice(piece);
                let before = kept.len().saturating_sub(TAIL);
                kept.drain(..before);
                ControlFlow::Continue(())
            });
        });
        Tail { kept, over }
    }

    fn text(&self) -> String {
        // The program is gone, so the stream is over, or held open by somebody who could not be found.
        let _ = self.over.recv_timeout(DRAIN);
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        String::from_utf8_lossy(&kept).into_owned()
    }
}
