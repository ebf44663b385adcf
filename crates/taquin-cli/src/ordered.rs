//! A parallel map that returns results in input order.
//!
//! One thread reads the input, worker threads process items, and the caller takes the results. Invariant: at most
//! [`WINDOW`] items are in flight, and waiting items and results take at most about twice [`MAX_BYTES`]. Items are started
//! in order, so the next result is always in progress or can be started: there is no deadlock.
//!
//! Threads are never joined: one that waits for standard input cannot be woken and ends with the program.
//!
//! This is a mutex and three condition variables. A work-stealing pool would not keep the order, and one hard board
//! must not hold up the others or let memory grow with the input.

use std::collections::VecDeque;
use std::io;
use std::num::NonZero;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// Maximum number of items in flight: how far fast items may get ahead of a slow one.
const WINDOW: u64 = 4096;

/// Maximum size of waiting input, and of waiting results.
const MAX_BYTES: usize = 32 << 20;

/// The size of a waiting value.
pub(crate) trait MemorySize {
    /// Returns the approximate size in bytes.
    fn bytes(&self) -> usize;
}

/// A running parallel map.
pub(crate) struct Ordered<T, R> {
    shared: Arc<Shared<T, R>>,
}

/// The next result, if there is one.
#[derive(PartialEq, Eq, Debug)]
pub(crate) enum Next<R> {
    /// The next result.
    Ready(R),
    /// Not available yet.
    Waiting,
    /// There are no more.
    End,
}

struct Shared<T, R> {
    state: Mutex<State<T, R>>,
    /// Signalled when the reader may continue.
    room: Condvar,
    /// Signalled when an item can be started.
    work: Condvar,
    /// Signalled when a result can be taken.
    ready: Condvar,
}

struct State<T, R> {
    /// Items that have not been started.
    queue: VecDeque<T>,
    queue_bytes: usize,
    /// Number of items started.
    started: u64,
    /// Results in order; `None` is in progress.
    results: VecDeque<Option<R>>,
    result_bytes: usize,
    /// Number of results taken.
    taken: u64,
    is_read: bool,
    is_cancelled: bool,
    has_panicked: bool,
}

impl<T, R> Ordered<T, R>
where
    T: MemorySize + Send + 'static,
    R: MemorySize + Send + 'static,
{
    /// Starts the threads.
    ///
    /// # Errors
    /// If a thread cannot be started.
    pub(crate) fn start(
        input: impl Iterator<Item = T> + Send + 'static,
        threads: NonZero<usize>,
        work: impl Fn(T) -> R + Send + Sync + 'static,
    ) -> io::Result<Ordered<T, R>> {
        let state = State {
            queue: VecDeque::new(),
            queue_bytes: 0,
            started: 0,
            results: VecDeque::new(),
            result_bytes: 0,
            taken: 0,
            is_read: false,
            is_cancelled: false,
            has_panicked: false,
        };
        let (room, work_there, ready) = (Condvar::new(), Condvar::new(), Condvar::new());
        let shared = Arc::new(Shared { state: Mutex::new(state), room, work: work_there, ready });
        // If a later thread cannot be started, dropping this cancels the earlier ones.
        let ordered = Ordered { shared: Arc::clone(&shared) };
        let work = Arc::new(work);
        for _ in 0..threads.get() {
            let (shared, work) = (Arc::clone(&shared), Arc::clone(&work));
            thread::Builder::new().spawn(move || shared.run_worker(&*work))?;
        }
        thread::Builder::new().spawn(move || shared.read(input))?;
        Ok(ordered)
    }

    /// Returns the next result, waiting at most `timeout`.
    ///
    /// # Panics
    /// If a worker panicked.
    pub(crate) fn next(&self, timeout: Duration) -> Next<R> {
        let shared = &*self.shared;
        let began = Instant::now();
        let mut state = shared.lock();
        loop {
            if state.results.front().is_some_and(Option::is_some)
                && let Some(result) = state.results.pop_front().flatten()
            {
                state.taken += 1;
                shared.room.notify_one();
                if state.result_bytes >= MAX_BYTES {
                    shared.work.notify_all();
                }
                state.result_bytes -= result.bytes();
                return Next::Ready(result);
            }
            assert!(!state.has_panicked, "a thread panicked");
            if state.is_read && state.in_flight() == 0 {
                return Next::End;
            }
            let Some(left) = timeout.checked_sub(began.elapsed()).filter(|left| !left.is_zero()) else {
                return Next::Waiting;
            };
            state = shared.ready.wait_timeout(state, left).unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

/// Items in progress are finished and discarded; no others are started.
impl<T, R> Drop for Ordered<T, R> {
    fn drop(&mut self) {
        self.shared.lock().is_cancelled = true;
        self.shared.room.notify_all();
        self.shared.work.notify_all();
    }
}

impl<T, R> State<T, R> {
    fn in_flight(&self) -> u64 {
        self.started + self.queue.len() as u64 - self.taken
    }
}

impl<T, R> Shared<T, R> {
    fn lock(&self) -> MutexGuard<'_, State<T, R>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<T: MemorySize, R: MemorySize> Shared<T, R> {
    fn read(&self, input: impl Iterator<Item = T>) {
        let _guard = PanicGuard(self);
        for item in input {
            let mut state = self.lock();
            let must_wait = |state: &State<T, R>| {
                let is_full = !state.queue.is_empty() && state.queue_bytes + item.bytes() > MAX_BYTES;
                state.in_flight() >= WINDOW || is_full
            };
            while !state.is_cancelled && must_wait(&state) {
                state = self.room.wait(state).unwrap_or_else(PoisonError::into_inner);
            }
            if state.is_cancelled {
                return;
            }
            state.queue_bytes += item.bytes();
            state.queue.push_back(item);
            self.work.notify_one();
        }
        self.lock().is_read = true;
        self.work.notify_all();
        self.ready.notify_all();
    }

    fn run_worker(&self, work: &dyn Fn(T) -> R) {
        let _guard = PanicGuard(self);
        while let Some((number, item)) = self.start_item() {
            let result = work(item);
            let mut state = self.lock();
            state.result_bytes += result.bytes();
            let position = number - state.taken;
            if let Some(slot) =
                usize::try_from(position).ok().and_then(|position| state.results.get_mut(position))
            {
                *slot = Some(result);
            }
            if position == 0 {
                self.ready.notify_one();
            }
        }
    }

    /// Waits for the next item and returns it with its number; `None` at the end.
    fn start_item(&self) -> Option<(u64, T)> {
        let mut state = self.lock();
        loop {
            if state.is_cancelled || (state.is_read && state.queue.is_empty()) {
                return None;
            }
            // Always start the item that is due next: all waiting results wait for it.
            let may_start = state.result_bytes < MAX_BYTES || state.started == state.taken;
            if may_start && let Some(item) = state.queue.pop_front() {
                let number = state.started;
                state.started += 1;
                state.queue_bytes -= item.bytes();
                state.results.push_back(None);
                self.room.notify_one();
                return Some((number, item));
            }
            state = self.work.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// Reports a panic of a thread, so that the caller does not wait for it forever.
struct PanicGuard<'a, T, R>(&'a Shared<T, R>);

impl<T, R> Drop for PanicGuard<'_, T, R> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.lock().has_panicked = true;
            self.0.ready.notify_all();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU64, Ordering};

    impl MemorySize for u64 {
        fn bytes(&self) -> usize {
            8
        }
    }

    impl MemorySize for Vec<u8> {
        fn bytes(&self) -> usize {
            self.len()
        }
    }

    const LONG: Duration = Duration::from_secs(60);

    fn threads(number: usize) -> NonZero<usize> {
        NonZero::new(number).expect("at least one")
    }

    fn all<T, R>(ordered: &Ordered<T, R>) -> Vec<R>
    where
        T: MemorySize + Send + 'static,
        R: MemorySize + Send + 'static,
    {
        let mut results = Vec::new();
        loop {
            match ordered.next(LONG) {
                Next::Ready(result) => results.push(result),
                Next::Waiting => panic!("nothing came"),
                Next::End => return results,
            }
        }
    }

    #[test]
    fn in_order_however_long_each_takes() {
        for number in [1, 2, 7] {
            let slow = |item: u64| {
                if item.is_multiple_of(50) {
                    thread::sleep(Duration::from_millis(5));
                }
                item * 2
            };
            let ordered = Ordered::start(0..1000_u64, threads(number), slow).expect("threads");
            assert_eq!(all(&ordered), (0..1000).map(|item| item * 2).collect::<Vec<u64>>());
            assert_eq!(ordered.next(LONG), Next::End);
        }
        let none = Ordered::start(std::iter::empty::<u64>(), threads(2), |item| item).expect("threads");
        assert_eq!(none.next(LONG), Next::End);
    }

    /// An endless input is read as far as the window, and no further.
    #[test]
    fn bounded() {
        let read = Arc::new(AtomicU64::new(0));
        let reading = Arc::clone(&read);
        let input = (0_u64..).inspect(move |_| {
            reading.fetch_add(1, Ordering::SeqCst);
        });
        let ordered = Ordered::start(input, threads(2), |item| item).expect("threads");
        for wanted in 0..10_000 {
            assert_eq!(ordered.next(LONG), Next::Ready(wanted));
            assert!(read.load(Ordering::SeqCst) <= wanted + WINDOW + 3);
        }
    }

    /// Large results are bounded as well.
    #[test]
    fn bounded_bytes() {
        let started = Arc::new(AtomicU64::new(0));
        let counted = Arc::clone(&started);
        let size = MAX_BYTES / 4;
        let work = move |item: u64| {
            counted.fetch_add(1, Ordering::SeqCst);
            vec![item as u8; size]
        };
        let ordered = Ordered::start(0..40_u64, threads(3), work).expect("threads");
        for wanted in 0..40 {
            let Next::Ready(result) = ordered.next(LONG) else { panic!("nothing came") };
            assert_eq!(result[0], wanted);
            assert!(started.load(Ordering::SeqCst) <= u64::from(wanted) + 4 + 3 + 1);
        }
        assert_eq!(ordered.next(LONG), Next::End);
    }

    #[test]
    fn timeouts() {
        let slow = |item: u64| {
            thread::sleep(Duration::from_millis(200));
            item
        };
        let ordered = Ordered::start(0..2_u64, threads(1), slow).expect("threads");
        assert_eq!(ordered.next(Duration::ZERO), Next::Waiting);
        assert_eq!(ordered.next(Duration::from_millis(1)), Next::Waiting);
        assert_eq!(ordered.next(LONG), Next::Ready(0));
    }

    #[test]
    #[should_panic(expected = "a thread panicked")]
    fn a_panic_is_passed_on() {
        let work = |item: u64| if item == 3 { panic!("this one") } else { item };
        let ordered = Ordered::start(0..10_u64, threads(2), work).expect("threads");
        all(&ordered);
    }
}
