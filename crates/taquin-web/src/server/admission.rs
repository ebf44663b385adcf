//! The queue of requests for which no search is free.
//!
//! Requests are admitted in the order in which they came. So a client that asks again as soon as it has an answer does
//! not overtake those that have waited, and of many clients none gets nothing.
//!
//! A client gets at most three quarters of the searches, and of the places in the queue. So one client that never stops
//! asking cannot keep others out, and a browser, which opens six connections, does not notice the limit. Clients behind
//! a proxy on the same machine count as one, which leaves them three quarters.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

/// How long a request queues.
const LONGEST_WAIT: Duration = Duration::from_secs(5);

/// Returns how many of some places one client may have.
fn share_of(places: usize) -> usize {
    places - places / 4
}

/// Admits a number of requests at the same time.
pub(super) struct Admission {
    free: Arc<Semaphore>,
    share: usize,
    /// For each client with a request, the places that it may still have.
    clients: Mutex<HashMap<IpAddr, Weak<Semaphore>>>,
    queue: Semaphore,
    queue_shares: Shares,
}

/// The place of an admitted request, until it is dropped.
pub(super) struct Admitted {
    _place: OwnedSemaphorePermit,
    _share: OwnedSemaphorePermit,
}

impl Admission {
    /// Admits as many requests as there are `places`; as many others as there are places in the `queue` may wait.
    pub(super) fn new(places: usize, queue: usize) -> Admission {
        Admission {
            free: Arc::new(Semaphore::new(places)),
            share: share_of(places),
            clients: Mutex::default(),
            queue: Semaphore::new(queue),
            queue_shares: Shares::of(queue),
        }
    }

    /// Waits for a place; `None` if there is none for a while, or too many others wait.
    pub(super) async fn admit(&self, client: IpAddr) -> Option<Admitted> {
        let share = self.share(client);
        if let Ok(share) = Arc::clone(&share).try_acquire_owned()
            && let Ok(place) = Arc::clone(&self.free).try_acquire_owned()
        {
            return Some(Admitted { _place: place, _share: share });
        }
        let _queued = (self.queue.try_acquire().ok()?, self.queue_shares.take(client)?);
        // The semaphores are fair, and they are never closed.
        let wait = async {
            let share = share.acquire_owned().await.ok()?;
            let place = Arc::clone(&self.free).acquire_owned().await.ok()?;
            Some(Admitted { _place: place, _share: share })
        };
        timeout(LONGEST_WAIT, wait).await.ok()?
    }

    /// Returns the places that a client may still have.
    fn share(&self, client: IpAddr) -> Arc<Semaphore> {
        let mut clients = self.clients.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(share) = clients.get(&client).and_then(Weak::upgrade) {
            return share;
        }
        clients.retain(|_, share| share.strong_count() > 0);
        let share = Arc::new(Semaphore::new(self.share));
        clients.insert(client, Arc::downgrade(&share));
        share
    }
}

/// Limits how many of some places each client takes.
#[derive(Clone)]
pub(super) struct Shares {
    most: usize,
    taken: Arc<Mutex<HashMap<IpAddr, usize>>>,
}

/// A place that a client has taken, until it is dropped.
pub(super) struct Share {
    shares: Shares,
    client: IpAddr,
}

impl Shares {
    /// Creates the shares of a number of places.
    pub(super) fn of(places: usize) -> Shares {
        Shares { most: share_of(places), taken: Arc::default() }
    }

    /// Takes a place; `None` if the client has its share.
    pub(super) fn take(&self, client: IpAddr) -> Option<Share> {
        let mut taken = self.lock();
        let count = taken.entry(client).or_default();
        if *count >= self.most {
            return None;
        }
        *count += 1;
        Some(Share { shares: self.clone(), client })
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<IpAddr, usize>> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        let mut taken = self.shares.lock();
        if let Some(count) = taken.get_mut(&self.client) {
            *count -= 1;
            if *count == 0 {
                taken.remove(&self.client);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::Ipv4Addr;
    use std::pin::pin;
    use tokio::time::sleep;

    fn client(last: u8) -> IpAddr {
        Ipv4Addr::new(192, 0, 2, last).into()
    }

    fn block_on<T>(future: impl Future<Output = T>) -> T {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build();
        runtime.expect("an event loop").block_on(future)
    }

    /// Returns what a future returns at once, or `None`.
    async fn at_once<T>(future: impl Future<Output = T>) -> Option<T> {
        timeout(Duration::from_millis(20), future).await.ok()
    }

    #[test]
    fn one_client_gets_three_quarters() {
        block_on(async {
            let admission = Admission::new(8, 4);
            let mut first = Vec::new();
            for _ in 0..6 {
                first.push(at_once(admission.admit(client(1))).await.flatten().expect("a place"));
            }
            // Three queue, the fourth is refused.
            let queued = || async { admission.admit(client(1)).await.is_some() };
            let mut queue = pin!(async { tokio::join!(queued(), queued(), queued()) });
            assert!(at_once(&mut queue).await.is_none());
            assert!(at_once(admission.admit(client(1))).await.expect("at once").is_none());
            // Another client neither waits nor is refused.
            let second = at_once(admission.admit(client(2))).await.flatten();
            let third = at_once(admission.admit(client(3))).await.flatten();
            assert!(second.is_some() && third.is_some());
            assert!(at_once(admission.admit(client(2))).await.is_none(), "it queues, and no place is free");
            drop(first);
            assert_eq!(at_once(queue).await, Some((true, true, true)));
            drop((second, third));
            assert!(at_once(admission.admit(client(4))).await.flatten().is_some());
            assert_eq!(admission.clients.lock().expect("no panic").len(), 1, "others are forgotten");
            assert!(admission.queue_shares.lock().is_empty());
        });
    }

    #[test]
    fn requests_are_admitted_in_order() {
        block_on(async {
            let admission = Admission::new(1, 8);
            let held = admission.admit(client(1)).await.expect("a place");
            let order = Mutex::new(Vec::new());
            let ask = |number: u8| {
                let (admission, order) = (&admission, &order);
                async move {
                    let _admitted = admission.admit(client(number)).await.expect("a place");
                    order.lock().expect("no panic").push(number);
                    sleep(Duration::from_millis(1)).await;
                }
            };
            let mut all = pin!(async { tokio::join!(ask(2), ask(1), ask(3), ask(1)) });
            assert!(at_once(&mut all).await.is_none());
            drop(held);
            all.await;
            // The first client had its share, so its requests only queue since it was given up.
            assert_eq!(*order.lock().expect("no panic"), [2, 3, 1, 1]);
        });
    }
}
