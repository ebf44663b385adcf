//! The open connections: a limited number, and which one has to go if another client needs one.
//!
//! Invariant: a connection whose message is being answered is never closed for another one. Every other connection
//! waits for its client: for the head or body of a request, or for the client to read. If all connections are in use,
//! the client address with the most of them loses the one that has waited longest. So clients that never finish a
//! request or never read cannot keep others out, however many connections they open.
//!
//! The messages that are answered or wait for an answer are fewer than the connections, so there is always one to close.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;
use tokio::sync::Notify;

/// The open connections of a server.
#[derive(Clone)]
pub(super) struct Connections {
    most: usize,
    open: Arc<Mutex<Open>>,
}

#[derive(Default)]
struct Open {
    next: u64,
    entries: HashMap<u64, Entry>,
}

struct Entry {
    address: IpAddr,
    since: Instant,
    handle: ConnectionHandle,
    closed: Arc<Notify>,
}

/// The messages that a connection is being answered; found in the extensions of its requests.
#[derive(Clone, Default)]
pub(super) struct ConnectionHandle(Arc<AtomicUsize>);

/// Protects a connection from being closed for another one, until it is dropped.
pub(super) struct Answering(Arc<AtomicUsize>);

impl ConnectionHandle {
    /// Protects the connection while a message is being answered.
    pub(super) fn answering(&self) -> Answering {
        self.0.fetch_add(1, Ordering::Relaxed);
        Answering(Arc::clone(&self.0))
    }

    fn is_waiting(&self) -> bool {
        self.0.load(Ordering::Relaxed) == 0
    }
}

impl Drop for Answering {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// An open connection; dropping it removes it from the list.
pub(super) struct Connection {
    number: u64,
    connections: Connections,
    pub(super) handle: ConnectionHandle,
    /// Notified when the connection has to be closed.
    pub(super) closed: Arc<Notify>,
}

impl Connections {
    pub(super) fn new(most: usize) -> Connections {
        Connections { most, open: Arc::default() }
    }

    /// Adds a connection, and tells another one to close if there are too many.
    pub(super) fn add(&self, address: IpAddr) -> Connection {
        let mut open = self.lock();
        if open.entries.len() >= self.most
            && let Some(number) = open.to_close()
            && let Some(entry) = open.entries.remove(&number)
        {
            entry.closed.notify_one();
        }
        let number = open.next;
        open.next += 1;
        let (handle, closed) = (ConnectionHandle::default(), Arc::new(Notify::new()));
        let entry =
            Entry { address, since: Instant::now(), handle: handle.clone(), closed: Arc::clone(&closed) };
        open.entries.insert(number, entry);
        Connection { number, connections: self.clone(), handle, closed }
    }

    fn lock(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Open {
    /// Returns the connection to close: of the address with the most, the one that has waited longest.
    fn to_close(&self) -> Option<u64> {
        let mut counts: HashMap<IpAddr, usize> = HashMap::new();
        self.entries.values().for_each(|entry| *counts.entry(entry.address).or_default() += 1);
        let waiting = self.entries.iter().filter(|(_, entry)| entry.handle.is_waiting());
        let count = |entry: &Entry| counts.get(&entry.address).copied().unwrap_or_default();
        let longest = waiting.min_by_key(|(_, entry)| (std::cmp::Reverse(count(entry)), entry.since));
        longest.map(|(&number, _)| number)
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.connections.lock().entries.remove(&self.number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::Ipv4Addr;

    fn address(last: u8) -> IpAddr {
        Ipv4Addr::new(192, 0, 2, last).into()
    }

    fn is_closed(connection: &Connection) -> bool {
        !connection.connections.lock().entries.contains_key(&connection.number)
    }

    #[test]
    fn the_longest_wait_of_the_busiest_client_ends() {
        let connections = Connections::new(4);
        let single = connections.add(address(1));
        let crowd: Vec<Connection> = (0..3).map(|_| connections.add(address(2))).collect();
        let answering = crowd[0].handle.answering();
        let another = connections.add(address(3));
        // The first of the crowd is being answered, and the single client has fewer connections.
        assert_eq!([&single, &crowd[0], &crowd[1], &crowd[2]].map(is_closed), [false, false, true, false]);
        drop(answering);
        drop(another);
        let _fourth = connections.add(address(2));
        let _fifth = connections.add(address(2));
        assert_eq!([&single, &crowd[0], &crowd[2]].map(is_closed), [false, true, false]);
    }
}
