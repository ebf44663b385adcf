//! Distributes work among threads.

use crate::control::{CancelToken, StopReason};
use std::num::NonZeroUsize;
use std::sync::{OnceLock, mpsc};
use std::time::Duration;

/// How often the caller polls while threads work.
const POLL: Duration = Duration::from_millis(5);

/// The number of threads that may work at once.
///
/// ```
/// use taquin::Workers;
/// use std::sync::atomic::{AtomicU64, Ordering};
/// let sum = AtomicU64::new(0);
/// Workers::new(2).share(0..=100, |number| { sum.fetch_add(number, Ordering::Relaxed); });
/// assert_eq!(sum.into_inner(), 5050);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Workers(NonZeroUsize);

impl Default for Workers {
    /// Returns one thread.
    fn default() -> Workers {
        Workers::ONE
    }
}

impl Workers {
    /// Uses `threads` threads; without the feature `parallel`, one.
    pub fn new(threads: usize) -> Workers {
        let threads = if cfg!(feature = "parallel") { threads } else { 1 };
        Workers(NonZeroUsize::new(threads).unwrap_or(NonZeroUsize::MIN))
    }

    /// Uses as many threads as the machine can run at once.
    pub fn all() -> Workers {
        // The system call takes 30 microseconds, longer than solving many boards.
        static ALL: OnceLock<usize> = OnceLock::new();
        Workers::new(*ALL.get_or_init(|| std::thread::available_parallelism().map_or(1, NonZeroUsize::get)))
    }

    /// One thread: the caller's.
    pub const ONE: Workers = Workers(NonZeroUsize::MIN);

    /// Returns the number of threads.
    pub fn count(self) -> usize {
        self.0.get()
    }

    /// Runs `work` on every thread with the thread's index, while the caller's thread polls every few milliseconds.
    /// When `poll` fails, cancels `stop`, waits for the threads to end, and returns the reason.
    pub(crate) fn supervise(
        self,
        stop: &CancelToken,
        work: impl Fn(usize) + Sync,
        mut poll: impl FnMut() -> Result<(), StopReason>,
    ) -> Result<(), StopReason> {
        std::thread::scope(|scope| {
            let (done, finished) = mpsc::channel();
            for number in 0..self.count() {
                let (done, work) = (done.clone(), &work);
                scope.spawn(move || {
                    work(number);
                    // The caller receives until all have ended.
                    let _ = done.send(());
                });
            }
            drop(done);
            // A callback that panics must not leave the workers running, for which the scope would wait.
            let _guard = StopOnDrop(stop);
            let mut polled = Ok(());
            let mut running = self.count();
            while running > 0 {
                match finished.recv_timeout(POLL) {
                    Ok(()) => running -= 1,
                    Err(mpsc::RecvTimeoutError::Timeout) => {}
                    Err(mpsc::RecvTimeoutError::Disconnected) => break,
                }
                let now = poll();
                if polled.is_ok() && now.is_err() {
                    polled = now;
                    stop.cancel();
                }
            }
            polled
        })
    }

    /// Calls `work` with every item, each on the next free thread.
    pub fn share<I>(self, items: I, work: impl Fn(I::Item) + Sync)
    where
        I: IntoIterator,
        I::IntoIter: Send,
    {
        let _ = self.share_while(items, work, || Ok(()));
    }

    /// Calls `work` with every item until `poll` fails. The caller's thread polls after each of its items; items that
    /// other threads have begun are finished.
    pub fn share_while<I>(
        self,
        items: I,
        work: impl Fn(I::Item) + Sync,
        mut poll: impl FnMut() -> Result<(), StopReason>,
    ) -> Result<(), StopReason>
    where
        I: IntoIterator,
        I::IntoIter: Send,
    {
        let mut items = items.into_iter();
        #[cfg(feature = "parallel")]
        if self.count() > 1 {
            // `None` once no thread may begin another item.
            let items = std::sync::Mutex::new(Some(items));
            // The lock is poisoned only if taking the next item panicked, and then this thread panics, too.
            let next = || items.lock().ok()?.as_mut()?.next();
            return std::thread::scope(|scope| {
                for _ in 1..self.count() {
                    scope.spawn(|| std::iter::from_fn(next).for_each(&work));
                }
                let mut own = std::iter::from_fn(next);
                let ending = own.try_for_each(|item| {
                    work(item);
                    poll()
                });
                if let (Err(_), Ok(mut items)) = (ending, items.lock()) {
                    *items = None;
                }
                ending
            });
        }
        items.try_for_each(|item| {
            work(item);
            poll()
        })
    }
}

/// Stops the workers when it is dropped.
struct StopOnDrop<'a>(&'a CancelToken);

impl Drop for StopOnDrop<'_> {
    fn drop(&mut self) {
        self.0.cancel();
    }
}
