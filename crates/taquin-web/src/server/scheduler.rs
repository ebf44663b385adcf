//! Shares a few compute slots among the requests that were admitted.
//!
//! A permit that has computed for a while hands its slot to the permit that has waited longest, so that a quick search
//! does not wait until a long one ends. A permit that holds a slot but has not polled for a while is *stalled*: it waits
//! for a table that another thread builds, perhaps a thread without a slot. Invariants: at most `slots` permits that are
//! not stalled run at the same time; at most `capacity` permits exist.
//!
//! A slot changes hands after 50 ms. The capacity is eight times the number of slots, and each permit may use the same
//! share of the memory.

use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How long a permit computes before it hands its slot to one that waits.
const SLICE: Duration = Duration::from_millis(50);

/// Without a poll for this long, a permit counts as stalled. Searches poll much more often.
const STALLED: Duration = Duration::from_millis(300);

/// A scheduler with a few slots for a larger number of permits.
///
/// ```
/// use taquin_web::server::Scheduler;
/// let scheduler = Scheduler::new(1, 2);
/// let (first, second) = (scheduler.admit().unwrap(), scheduler.admit().unwrap());
/// assert!(scheduler.admit().is_none());
/// drop(first);
/// assert!(scheduler.admit().is_some());
/// # drop(second);
/// ```
#[derive(Clone)]
pub struct Scheduler {
    shared: Arc<Shared>,
}

struct Shared {
    slots: usize,
    capacity: usize,
    stalled: Duration,
    closed: AtomicBool,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    admitted: usize,
    next_ticket: u64,
    /// The tickets of the permits that hold a slot, and when each last polled.
    running: Vec<(u64, Instant)>,
    /// The tickets of the permits that wait for a slot, longest wait first.
    queue: VecDeque<u64>,
}

impl State {
    /// How long each running permit that is not stalled has left until it counts as stalled.
    fn until_stalled(&self, stalled: Duration) -> impl Iterator<Item = Duration> {
        self.running.iter().filter_map(move |(_, polled)| {
            stalled.checked_sub(polled.elapsed()).filter(|left| !left.is_zero())
        })
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Wakes every waiting permit. Taking the lock first makes sure that none is between its check and its wait.
    fn wake_all(&self) {
        drop(self.lock());
        self.changed.notify_all();
    }
}

impl Scheduler {
    /// Creates a scheduler with `slots` slots that admits at most `capacity` permits.
    pub fn new(slots: usize, capacity: usize) -> Scheduler {
        Scheduler::with_stall_time(slots, capacity, STALLED)
    }

    fn with_stall_time(slots: usize, capacity: usize, stalled: Duration) -> Scheduler {
        let (state, changed, closed) = (Mutex::default(), Condvar::new(), AtomicBool::new(false));
        Scheduler { shared: Arc::new(Shared { slots, capacity, stalled, closed, state, changed }) }
    }

    /// Returns a permit, or `None` if all of them are in use.
    pub fn admit(&self) -> Option<Permit> {
        let mut state = self.shared.lock();
        if state.admitted == self.shared.capacity {
            return None;
        }
        state.admitted += 1;
        Some(Permit { shared: self.shared.clone(), cancelled: Arc::default(), slot: None })
    }

    /// Returns how many permits hold a slot, and how many wait for one.
    pub fn load(&self) -> (usize, usize) {
        let state = self.shared.lock();
        (state.running.len(), state.admitted - state.running.len())
    }

    /// Cancels every permit, now and later.
    pub fn close(&self) {
        self.shared.closed.store(true, Ordering::Relaxed);
        self.shared.wake_all();
    }
}

/// Permission to compute whenever a slot is free. Dropping it returns the slot and the permission.
pub struct Permit {
    shared: Arc<Shared>,
    cancelled: Arc<AtomicBool>,
    /// The ticket of the slot that it holds, and since when.
    slot: Option<(u64, Instant)>,
}

/// Cancels the work of a [`Permit`] when it is dropped.
pub struct CancelGuard {
    shared: Arc<Shared>,
    cancelled: Arc<AtomicBool>,
}

impl Drop for CancelGuard {
    fn drop(&mut self) {
        self.cancelled.store(true, Ordering::Relaxed);
        self.shared.wake_all();
    }
}

impl Permit {
    /// Returns a guard that cancels this permit's work when it is dropped.
    pub fn cancel_guard(&self) -> CancelGuard {
        CancelGuard { shared: self.shared.clone(), cancelled: self.cancelled.clone() }
    }

    fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed) || self.shared.closed.load(Ordering::Relaxed)
    }

    /// Blocks until a slot is free; [`ControlFlow::Break`] if the permit is cancelled first.
    pub fn acquire(&mut self) -> ControlFlow<()> {
        if self.slot.is_some() {
            return ControlFlow::Continue(());
        }
        let shared = self.shared.clone();
        let mut state = shared.lock();
        let ticket = state.next_ticket;
        state.next_ticket += 1;
        state.queue.push_back(ticket);
        loop {
            if self.is_cancelled() {
                state.queue.retain(|&other| other != ticket);
                shared.changed.notify_all();
                return ControlFlow::Break(());
            }
            let is_first = state.queue.front() == Some(&ticket);
            if is_first && state.until_stalled(shared.stalled).count() < shared.slots {
                let now = Instant::now();
                state.queue.pop_front();
                state.running.push((ticket, now));
                self.slot = Some((ticket, now));
                // There may be a slot for the next permit, too.
                shared.changed.notify_all();
                return ControlFlow::Continue(());
            }
            // Nothing announces that a permit stalls, so the first in the queue sets a timer for it.
            let timer = state.until_stalled(shared.stalled).min().filter(|_| is_first);
            state = match timer {
                Some(time) => {
                    shared.changed.wait_timeout(state, time).unwrap_or_else(PoisonError::into_inner).0
                }
                None => shared.changed.wait(state).unwrap_or_else(PoisonError::into_inner),
            };
        }
    }

    /// Polls: hands the slot over if another permit is due, and blocks until it gets one again.
    /// [`ControlFlow::Break`] if the permit is cancelled.
    pub fn poll(&mut self) -> ControlFlow<()> {
        if self.is_cancelled() {
            return ControlFlow::Break(());
        }
        if self.must_yield() {
            self.release();
        }
        self.acquire()
    }

    /// Records a poll and tells whether another permit should have the slot.
    fn must_yield(&self) -> bool {
        let Some((ticket, since)) = self.slot else { return false };
        let mut state = self.shared.lock();
        let now = Instant::now();
        if let Some((_, polled)) = state.running.iter_mut().find(|(other, _)| *other == ticket) {
            *polled = now;
        }
        // Another permit may have got a slot while this one was stalled.
        let is_one_too_many = state.until_stalled(self.shared.stalled).count() > self.shared.slots;
        is_one_too_many || now - since >= SLICE && !state.queue.is_empty()
    }

    fn release(&mut self) {
        if let Some((ticket, _)) = self.slot.take() {
            self.shared.lock().running.retain(|(other, _)| *other != ticket);
            self.shared.changed.notify_all();
        }
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        self.release();
        self.shared.lock().admitted -= 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicUsize;
    use std::thread;

    #[test]
    fn slots_are_never_exceeded_and_every_permit_gets_one() {
        let scheduler = Scheduler::with_stall_time(2, 12, Duration::from_secs(3600));
        let (running, most) = (AtomicUsize::new(0), AtomicUsize::new(0));
        thread::scope(|scope| {
            for _ in 0..12 {
                let mut permit = scheduler.admit().expect("the capacity is twelve");
                let (running, most) = (&running, &most);
                scope.spawn(move || {
                    assert!(permit.acquire().is_continue());
                    for _ in 0..20 {
                        let now = running.fetch_add(1, Ordering::SeqCst) + 1;
                        most.fetch_max(now, Ordering::SeqCst);
                        thread::sleep(Duration::from_millis(5));
                        running.fetch_sub(1, Ordering::SeqCst);
                        assert!(permit.poll().is_continue());
                    }
                });
            }
        });
        assert_eq!((most.into_inner(), scheduler.load()), (2, (0, 0)));
    }

    #[test]
    fn waiting_permits_can_be_cancelled_and_short_work_overtakes_long_work() {
        let scheduler = Scheduler::new(1, 3);
        let mut long = scheduler.admit().expect("there is capacity");
        assert!(long.acquire().is_continue());
        thread::scope(|scope| {
            let mut cancelled = scheduler.admit().expect("there is capacity");
            let guard = cancelled.cancel_guard();
            let waiting = scope.spawn(move || cancelled.acquire());
            while scheduler.shared.lock().queue.is_empty() {
                thread::yield_now();
            }
            drop(guard);
            assert!(waiting.join().expect("no panic").is_break());
        });
        thread::scope(|scope| {
            let short = scope.spawn(|| {
                let mut short = scheduler.admit().expect("there is capacity");
                assert!(short.acquire().is_continue());
            });
            while !short.is_finished() {
                assert!(long.poll().is_continue());
            }
        });
        scheduler.close();
        assert!(long.poll().is_break());
    }

    /// A permit that waits for a table blocks no other permit, for instance the one that builds the table.
    #[test]
    fn a_stalled_permit_lends_its_slot() {
        let scheduler = Scheduler::with_stall_time(1, 2, Duration::from_millis(50));
        let mut stalled = scheduler.admit().expect("there is capacity");
        assert!(stalled.acquire().is_continue());
        let mut builder = scheduler.admit().expect("there is capacity");
        assert!(builder.acquire().is_continue());
        assert_eq!(scheduler.load(), (2, 0));
        // When it polls again, one permit too many runs.
        assert!(!builder.must_yield());
        assert!(stalled.must_yield());
        stalled.release();
        assert_eq!(scheduler.load(), (1, 1));
    }
}
