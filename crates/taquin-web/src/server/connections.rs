//! The open connections: a limited number, and which one has to go if another client needs one.
//!
//! Invariant: a connection whose message is being answered is never closed for another one. Every other connection
//! waits for its client: for the head or body of a request, or for the client to read. If all connections are in use,
//! the client with the most of them loses the one that has waited longest. So clients that never finish a request or
//! never read cannot keep others out, however many connections they open.
//!
//! The messages that are answered or wait for an answer are fewer than the connections (`Options::queue`), so there is
//! always one to close.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
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
    handle: ConnectionHandle,
    closed: Arc<Notify>,
}

/// The client of a connection and whether it is being answered; found in the extensions of its requests.
#[derive(Clone)]
pub(super) struct ConnectionHandle {
    client: IpAddr,
    activity: Arc<Mutex<Activity>>,
}

struct Activity {
    /// The number of messages that are being answered.
    answering: usize,
    /// When the connection began to wait for its client.
    since: Instant,
}

/// Protects a connection from being closed for another one, until it is dropped.
pub(super) struct Answering(ConnectionHandle);

impl ConnectionHandle {
    fn new(client: IpAddr) -> ConnectionHandle {
        let activity = Activity { answering: 0, since: Instant::now() };
        ConnectionHandle { client, activity: Arc::new(Mutex::new(activity)) }
    }

    /// Returns the address that stands for the client.
    pub(super) fn client(&self) -> IpAddr {
        self.client
    }

    /// Notes that the head of a request has arrived.
    pub(super) fn heard(&self) {
        self.lock().since = Instant::now();
    }

    /// Protects the connection while a message is being answered.
    pub(super) fn answering(&self) -> Answering {
        self.lock().answering += 1;
        Answering(self.clone())
    }

    /// Returns since when the connection waits for its client; `None` while a message is being answered.
    fn waiting_since(&self) -> Option<Instant> {
        let activity = self.lock();
        (activity.answering == 0).then_some(activity.since)
    }

    fn lock(&self) -> MutexGuard<'_, Activity> {
        self.activity.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The handle of requests that come without a connection, in tests.
impl Default for ConnectionHandle {
    fn default() -> ConnectionHandle {
        ConnectionHandle::new(Ipv4Addr::UNSPECIFIED.into())
    }
}

impl Drop for Answering {
    fn drop(&mut self) {
        let mut activity = self.0.lock();
        activity.answering -= 1;
        activity.since = Instant::now();
    }
}

/// Returns the address that stands for a client: of IPv6 the network, because one client has all of its addresses.
fn client_of(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() >> 64 << 64).into(),
        address => address,
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
        let (handle, closed) = (ConnectionHandle::new(client_of(address)), Arc::new(Notify::new()));
        open.entries.insert(number, Entry { handle: handle.clone(), closed: Arc::clone(&closed) });
        Connection { number, connections: self.clone(), handle, closed }
    }

    fn lock(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Open {
    /// Returns the connection to close: of the client with the most, the one that has waited longest.
    fn to_close(&self) -> Option<u64> {
        let mut counts: HashMap<IpAddr, usize> = HashMap::new();
        self.entries.values().for_each(|entry| *counts.entry(entry.handle.client).or_default() += 1);
        let waiting = self.entries.iter().filter_map(|(&number, Entry { handle, .. })| {
            let count = counts.get(&handle.client).copied().unwrap_or_default();
            Some((Reverse(count), handle.waiting_since()?, number))
        });
        waiting.min().map(|(_, _, number)| number)
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
        let fourth = connections.add(address(2));
        let _fifth = connections.add(address(2));
        // The first of the crowd is the oldest connection, but it has waited only since its answer.
        let left = [&single, &crowd[0], &crowd[2], &fourth];
        assert_eq!(left.map(is_closed), [false, false, true, false]);
        crowd[0].handle.heard();
        let _sixth = connections.add(address(2));
        assert_eq!(left.map(is_closed), [false, false, true, true]);
    }

    #[test]
    fn the_addresses_of_a_network_are_one_client() {
        let client = |text: &str| client_of(text.parse().expect("an address"));
        assert_eq!(client("2001:db8::1"), client("2001:db8::ffff:0:0:2"));
        assert_ne!(client("2001:db8::1"), client("2001:db8:0:1::1"));
        assert_eq!(client("::ffff:192.0.2.1"), address(1));
        assert_ne!(client("192.0.2.1"), client("192.0.2.2"));
    }
}
