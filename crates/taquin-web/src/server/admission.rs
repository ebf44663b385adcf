//! The queue of requests for which no search is free.
//!
//! Requests are admitted in the order in which they came. So a client that asks again as soon as it has an answer does
//! not overtake those that have waited, and of many clients none gets nothing.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

/// How long a request queues.
const LONGEST_WAIT: Duration = Duration::from_secs(5);

/// How many requests queue. With those that are being answered they are fewer than the connections.
const MOST_WAITING: usize = 128;

/// Admits a number of requests at the same time.
pub(super) struct Admission {
    free: Arc<Semaphore>,
    waiting: AtomicUsize,
}

/// The place of an admitted request, until it is dropped.
pub(super) struct Admitted {
    _place: OwnedSemaphorePermit,
}

impl Admission {
    pub(super) fn new(places: usize) -> Admission {
        Admission { free: Arc::new(Semaphore::new(places)), waiting: AtomicUsize::new(0) }
    }

    /// Waits for a place; `None` if there is none for a while, or too many others wait.
    pub(super) async fn admit(&self) -> Option<Admitted> {
        if let Ok(place) = Arc::clone(&self.free).try_acquire_owned() {
            return Some(Admitted { _place: place });
        }
        let waiting = Waiting::new(&self.waiting)?;
        // The semaphore is fair, and it is never closed.
        let place = timeout(LONGEST_WAIT, Arc::clone(&self.free).acquire_owned()).await.ok()?.ok()?;
        drop(waiting);
        Some(Admitted { _place: place })
    }
}

/// Counts a request that waits. A client that disconnects drops it.
struct Waiting<'a>(&'a AtomicUsize);

impl Waiting<'_> {
    fn new(count: &AtomicUsize) -> Option<Waiting<'_>> {
        let waiting = Waiting(count);
        (count.fetch_add(1, Ordering::Relaxed) < MOST_WAITING).then_some(waiting)
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}
