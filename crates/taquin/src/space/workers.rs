//! Sharing work out among threads.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;

/// How many threads may work at once.
///
/// ```
/// use taquin::space::Workers;
/// use std::sync::atomic::{AtomicU64, Ordering};
/// let sum = AtomicU64::new(0);
/// Workers::new(2).share(0..=100, |number| { sum.fetch_add(number, Ordering::Relaxed); });
/// assert_eq!(sum.into_inner(), 5050);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Workers(NonZeroUsize);

impl Workers {
    /// So many threads; without the feature `parallel`, one.
    pub fn new(threads: usize) -> Workers {
        let threads = if cfg!(feature = "parallel") { threads } else { 1 };
        Workers(NonZeroUsize::new(threads).unwrap_or(NonZeroUsize::MIN))
    }

    /// As many threads as the machine can run at once.
    pub fn all() -> Workers {
        Workers::new(std::thread::available_parallelism().map_or(1, NonZeroUsize::get))
    }

    /// One thread: the caller's.
    pub const ONE: Workers = Workers(NonZeroUsize::MIN);

    /// How many threads.
    pub fn count(self) -> usize {
        self.0.get()
    }

    /// Does `work` on every item, each on whichever thread is free.
    pub fn share<I>(self, items: I, work: impl Fn(I::Item) + Sync)
    where
        I: IntoIterator,
        I::IntoIter: Send,
    {
        let _ = self.share_while(items, work, || ControlFlow::Continue(()));
    }

    /// The same, until `go_on` says no. It is asked by the caller's thread after each of its items; those that other
    /// threads have begun by then are finished.
    pub fn share_while<I>(
        self,
        items: I,
        work: impl Fn(I::Item) + Sync,
        mut go_on: impl FnMut() -> ControlFlow<()>,
    ) -> ControlFlow<()>
    where
        I: IntoIterator,
        I::IntoIter: Send,
    {
        let mut items = items.into_iter();
        #[cfg(feature = "parallel")]
        if self.count() > 1 {
            // `None` once nobody is to begin another item.
            let items = std::sync::Mutex::new(Some(items));
            // A lock is poisoned only if taking the next item panicked, and then this thread does, too.
            let next = || items.lock().ok()?.as_mut()?.next();
            return std::thread::scope(|scope| {
                for _ in 1..self.count() {
                    scope.spawn(|| std::iter::from_fn(next).for_each(&work));
                }
                let mut own = std::iter::from_fn(next);
                let ending = own.try_for_each(|item| {
                    work(item);
                    go_on()
                });
                if let (ControlFlow::Break(()), Ok(mut items)) = (ending, items.lock()) {
                    *items = None;
                }
                ending
            });
        }
        items.try_for_each(|item| {
            work(item);
            go_on()
        })
    }
}
