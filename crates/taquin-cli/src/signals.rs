//! Signals: Ctrl-C, SIGTERM and SIGHUP end the command, whatever it is doing.
//!
//! The first signal cancels every search; the command then prints what it has found. Printing ends soon, too: the
//! [destination](crate::destination) asks [`printing`] before it writes, and cuts the output between two records. If the
//! reader takes nothing, the process ends while it waits. The second signal ends the process at once.
//!
//! What is computed for printing asks [`is_late`], or runs within [`while_preparing`] if it cannot.

use crate::destination::{self, Cut};
use crate::exit::Failure;
use crate::output;
use std::io;
use std::process;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{LazyLock, Mutex, Once, OnceLock, PoisonError};
use std::thread;
use std::time::{Duration, Instant};
use taquin::control::CancelToken;

/// Cancels everything that the process is doing.
static TOKEN: LazyLock<CancelToken> = LazyLock::new(CancelToken::new);

/// The first signal, and when it arrived.
static FIRST: OnceLock<(Signal, Instant)> = OnceLock::new();

/// When the first bytes were printed after the signal.
static PRINTING: OnceLock<Instant> = OnceLock::new();

/// The bytes printed after the signal.
static PRINTED: AtomicU64 = AtomicU64::new(0);

/// The threads that are writing to standard output or standard error, which blocks as long as nobody reads.
static WRITERS: AtomicU64 = AtomicU64::new(0);

/// When the computation began that [`while_preparing`] runs.
static PREPARING: Mutex<Option<Instant>> = Mutex::new(None);

/// What is prepared for printing, a table or a tree, may take until this time after a signal; printing it takes as long again.
const PREPARING_TIME: Duration = Duration::from_millis(50);

/// What is prepared at once, a picture for example, may take until this time after a signal.
const PREPARED_TIME: Duration = Duration::from_millis(120);

/// How often the time of preparing is checked.
const CHECK_TIME: Duration = Duration::from_millis(10);

/// Printing may go on until this time after a signal, so that an answer is not lost that is about to be printed.
const PRINTING_TIME: Duration = Duration::from_millis(80);

/// The record that is being printed then may take until this time after the signal. The system needs the rest of the 200 ms to
/// free the memory of a large process.
const RECORD_TIME: Duration = Duration::from_millis(150);

/// Printing, and its last record, may take at least this long, however late the search ended.
const LEAST_TIME: Duration = Duration::from_millis(30);

/// This much is printed in any case: an ordinary answer, and as much as a pipe holds.
const PRINTING_BYTES: u64 = 1 << 16;

/// A reader that takes longer for that many bytes is too slow.
const SLOW_TIME: Duration = Duration::from_millis(60);

/// A write to standard output that has not made progress for this long after a signal is given up; it may have begun just
/// after the last look, so up to twice this time passes.
const BLOCKED_TIME: Duration = Duration::from_millis(60);

/// The last message may take this long.
const MESSAGE_TIME: Duration = Duration::from_millis(10);

/// Signals that follow each other this fast are one key press: nobody presses a key twice within this time, and a supervisor
/// on a busy machine forwards it later than the terminal sends it.
const SAME_KEY: Duration = Duration::from_millis(150);

/// A signal that ends the command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Signal {
    Interrupt,
    #[cfg_attr(not(unix), expect(dead_code, reason = "other systems do not tell these apart from Ctrl-C"))]
    Terminate,
    #[cfg_attr(not(unix), expect(dead_code, reason = "other systems do not tell these apart from Ctrl-C"))]
    HangUp,
}

impl Signal {
    /// Returns the exit code by the convention of shells: 128 and the number of the signal.
    pub(crate) fn code(self) -> u8 {
        match self {
            Signal::HangUp => 129,
            Signal::Interrupt => 130,
            Signal::Terminate => 143,
        }
    }
}

/// Installs the handler, once.
///
/// Call this right before searching: while input is read, signals should simply end the program.
pub(crate) fn catch() {
    static ONCE: Once = Once::new();
    // The handler must not be the first to initialize the token.
    LazyLock::force(&TOKEN);
    ONCE.call_once(|| listen(receive));
}

/// Calls a function for every signal, on a thread of its own. If that is impossible, signals end the program at once, which
/// is acceptable.
#[cfg(unix)]
pub(crate) fn listen(mut on_signal: impl FnMut(Signal) + Send + 'static) {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;
    let Ok(mut signals) = Signals::new([SIGHUP, SIGINT, SIGTERM]) else { return };
    thread::spawn(move || {
        for signal in signals.forever() {
            on_signal(match signal {
                SIGHUP => Signal::HangUp,
                SIGTERM => Signal::Terminate,
                _ => Signal::Interrupt,
            });
        }
    });
}

#[cfg(not(unix))]
pub(crate) fn listen(mut on_signal: impl FnMut(Signal) + Send + 'static) {
    let _ = ctrlc::set_handler(move || on_signal(Signal::Interrupt));
}

fn receive(signal: Signal) {
    if FIRST.set((signal, Instant::now())).is_err() {
        // The same key press may arrive twice: from the terminal and from a supervisor.
        if FIRST.get().is_some_and(|(_, at)| at.elapsed() > SAME_KEY) {
            exit_now();
        }
        return;
    }
    TOKEN.cancel();
    thread::spawn(end_preparing);
    thread::spawn(|| {
        loop {
            let printed = PRINTED.load(Ordering::Acquire);
            let was_writing = WRITERS.load(Ordering::Acquire) > 0;
            thread::sleep(BLOCKED_TIME);
            let is_writing = WRITERS.load(Ordering::Acquire) > 0;
            if was_writing && is_writing && PRINTED.load(Ordering::Acquire) == printed {
                // Standard error may be the same pipe.
                thread::spawn(report_blocked);
                thread::sleep(MESSAGE_TIME);
                exit_now();
            }
        }
    });
}

/// Reports an output that is not read.
fn report_blocked() {
    let end = if destination::is_inside_record() { "ends inside a record" } else { "is incomplete" };
    let reader = match PRINTED.load(Ordering::Acquire) {
        0 => "does not read, or too slowly",
        _ => "is too slow",
    };
    output::message(format_args!("interrupted: the output {end}: the reader {reader}"));
}

/// Ends the process if something is prepared for too long after the signal.
fn end_preparing() {
    thread::sleep(PREPARED_TIME);
    loop {
        let preparing = PREPARING.lock().unwrap_or_else(PoisonError::into_inner);
        if preparing.is_some_and(|began| began.elapsed() >= LEAST_TIME) {
            // The lock is kept, so that nothing is printed any more.
            Failure::from(io::Error::other(Cut { is_inside_record: false })).report();
            destination::discard();
            exit_now();
        }
        drop(preparing);
        thread::sleep(CHECK_TIME);
    }
}

/// Calls `prepare`, which computes what is printed afterwards. If it takes too long after a signal, the process ends.
pub(crate) fn while_preparing<T>(prepare: impl FnOnce() -> T) -> T {
    let preparing = || PREPARING.lock().unwrap_or_else(PoisonError::into_inner);
    *preparing() = Some(Instant::now());
    let prepared = prepare();
    *preparing() = None;
    prepared
}

/// Ends the process without waiting for anything.
fn exit_now() -> ! {
    process::exit(code().into())
}

/// Stops everything as Ctrl-C does.
pub(crate) fn interrupt() {
    TOKEN.cancel();
}

/// Returns whether a signal arrived.
pub(crate) fn was_interrupted() -> bool {
    TOKEN.is_cancelled()
}

/// Returns the token that signals cancel.
pub(crate) fn token() -> CancelToken {
    TOKEN.clone()
}

/// Returns the exit code of an interrupted process.
pub(crate) fn code() -> u8 {
    FIRST.get().map_or(Signal::Interrupt, |&(signal, _)| signal).code()
}

/// Returns whether a signal arrived some time ago: what is being prepared for printing should be cut short.
pub(crate) fn is_late() -> bool {
    FIRST.get().is_some_and(|(_, at)| at.elapsed() >= PREPARING_TIME)
}

/// When printing must end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Printing {
    /// There is no reason to end.
    GoesOn,
    /// After the current record: a signal arrived, and what was printed since then took long enough.
    EndsSoon,
    /// Now: the current record takes too long.
    EndsNow,
}

/// Returns when printing must end.
pub(crate) fn printing() -> Printing {
    let Some((_, at)) = FIRST.get() else { return Printing::GoesOn };
    let (since_signal, took) = (at.elapsed(), PRINTING.get_or_init(Instant::now).elapsed());
    // An ordinary answer is printed whole, unless the reader keeps it waiting.
    let least = match PRINTED.load(Ordering::Relaxed) >= PRINTING_BYTES {
        true => LEAST_TIME,
        false => SLOW_TIME,
    };
    if since_signal >= RECORD_TIME && took >= 2 * least {
        Printing::EndsNow
    } else if since_signal >= PRINTING_TIME && took >= least {
        Printing::EndsSoon
    } else {
        Printing::GoesOn
    }
}

/// Calls `write`, which writes to standard output or standard error and returns the number of bytes. If nobody reads them, a
/// signal ends the process.
pub(crate) fn while_writing<E>(write: impl FnOnce() -> Result<usize, E>) -> Result<usize, E> {
    WRITERS.fetch_add(1, Ordering::AcqRel);
    let written = write();
    if FIRST.get().is_some() {
        PRINTED.fetch_add(written.as_ref().map_or(1, |bytes| *bytes as u64), Ordering::Release);
    }
    WRITERS.fetch_sub(1, Ordering::AcqRel);
    written
}
