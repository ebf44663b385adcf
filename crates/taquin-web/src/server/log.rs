//! The request log.

use std::time::Duration;

/// A request, logged when the head of its response was sent.
#[derive(Clone, Copy, Debug)]
pub struct Entry<'a> {
    /// The HTTP method.
    pub method: &'a str,
    /// The path.
    pub path: &'a str,
    /// The status of the response.
    pub status: u16,
    /// The time from the request to the head of the response.
    pub elapsed: Duration,
}

/// Receives log entries.
pub trait Log: Send + Sync {
    /// Writes an entry.
    fn write(&self, entry: &Entry<'_>);
}
