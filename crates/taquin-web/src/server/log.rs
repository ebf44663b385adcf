//! What is told of every request.

use std::time::Duration;

/// One request, when the head of its answer was sent.
#[derive(Clone, Copy, Debug)]
pub struct Entry<'a> {
    /// Its method.
    pub method: &'a str,
    /// Its path.
    pub path: &'a str,
    /// The status of the answer.
    pub status: u16,
    /// How long it took.
    pub elapsed: Duration,
}

/// Where entries go.
pub trait Log: Send + Sync {
    /// Takes an entry.
    fn write(&self, entry: &Entry<'_>);
}
