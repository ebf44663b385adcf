//! HTTP around the engine.
//!
//! Invariants: a search runs on its own thread, never on the thread that serves connections. At most as many searches
//! compute at the same time as there are cores, a bounded number of others wait ([`Scheduler`]), further requests queue for
//! a while in the order in which they came (`admission`), and are then rejected with 429. No client gets all searches or
//! all places of the queue. Connections that wait for their clients are closed for others (`connections`). Only requests
//! that come from the page itself, under a name of this machine, are answered (`guard`). Closing the connection cancels
//! the search. No request can name a file on disk.
//!
//! A message that takes milliseconds has a compute slot of its own. One thread serves all connections, because it only
//! forwards bytes. The response stream owns a cancellation flag: hyper drops the stream when the connection closes.
//! Events go through a bounded channel and are dropped if nobody reads them, so a slow reader blocks no thread.

mod admission;
mod api;
mod connections;
mod guard;
mod http_error;
mod listen;
mod log;
mod page;
mod scheduler;
mod timed_stream;

pub use guard::Hosts;
pub use listen::{Server, Stop};
pub use log::{Entry, Log};
pub use scheduler::{CancelGuard, Permit, Scheduler};

use admission::{Admission, Shares};
use axum::Router;
use axum::middleware::from_fn_with_state;
use axum::routing::{get, post};
use http_error::HttpError;
use std::sync::Arc;
use std::thread;
use std::time::Duration;
use taquin_engine::Engine;

/// How many connections the server keeps. For a further one, one that waits for its client is closed.
const MAX_CONNECTIONS: usize = 256;

/// How many connections are left if all others are being answered: one of them can always be closed.
const SPARE_CONNECTIONS: usize = 16;

/// How many searches may hold memory at the same time, however many cores there are.
const MAX_SEARCHES: usize = MAX_CONNECTIONS / 2;

/// How many requests may queue for a search.
const MAX_QUEUE: usize = 128;

/// How many quick requests there may be: one computes, the others wait.
const MAX_QUICK: usize = 33;

/// Server settings; the defaults suit a server for one person.
pub struct Options {
    /// How many searches compute at the same time.
    pub cores: usize,
    /// How many further searches may wait for a core.
    pub waiting: usize,
    /// The names under which the server answers.
    pub hosts: Hosts,
    /// The time in which the head of a request must arrive.
    pub head_timeout: Duration,
    /// The time in which the body of a message must arrive.
    pub body_timeout: Duration,
    /// The time in which a message that does not stream must be answered.
    pub answer_timeout: Duration,
    /// The time in which a client must read some of what is sent to it.
    pub write_timeout: Duration,
    /// Receives a log entry for each request.
    pub log: Option<Box<dyn Log>>,
}

impl Default for Options {
    fn default() -> Options {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        Options {
            cores,
            waiting: 8 * cores,
            hosts: Hosts::Loopback,
            head_timeout: Duration::from_secs(10),
            body_timeout: Duration::from_secs(10),
            answer_timeout: Duration::from_secs(30),
            write_timeout: Duration::from_secs(10),
            log: None,
        }
    }
}

impl Options {
    /// Returns how many searches may hold memory at the same time.
    pub fn max_searches(&self) -> usize {
        self.cores.saturating_add(self.waiting).min(MAX_SEARCHES)
    }

    /// Returns how many requests may queue for a search: the messages that are answered are fewer than the connections.
    fn queue(&self) -> usize {
        (MAX_CONNECTIONS - SPARE_CONNECTIONS - MAX_QUICK - self.max_searches()).min(MAX_QUEUE)
    }
}

/// The state that all requests share: the engine and its schedulers.
#[derive(Clone)]
pub struct Site {
    shared: Arc<Shared>,
}

struct Shared {
    engine: Engine,
    options: Options,
    searches: Scheduler,
    quick: Scheduler,
    quick_shares: Shares,
    admission: Admission,
}

impl Site {
    /// Creates a site around an engine.
    pub fn new(engine: Engine, options: Options) -> Site {
        let searches = Scheduler::new(options.cores, options.max_searches());
        let (quick, quick_shares) = (Scheduler::new(1, MAX_QUICK), Shares::of(MAX_QUICK));
        let admission = Admission::new(options.max_searches(), options.queue());
        Site { shared: Arc::new(Shared { engine, options, searches, quick, quick_shares, admission }) }
    }

    /// Returns how many searches compute, and how many wait for a core.
    pub fn load(&self) -> (usize, usize) {
        self.shared.searches.load()
    }

    /// Cancels all work, now and later.
    fn close(&self) {
        self.shared.searches.close();
        self.shared.quick.close();
    }
}

/// Builds the router for all paths. Tests can call it without a socket.
pub fn router(site: Site) -> Router {
    Router::new()
        .route("/", get(page::index))
        .route("/page/{*file}", get(page::file))
        .route("/engine.json", get(page::engine))
        .route("/service-worker.js", get(page::service_worker))
        .route("/health", get(api::health))
        .route("/openapi.json", get(page::openapi))
        .route("/api/{message}", post(api::message))
        .fallback(|| async { HttpError::not_found() })
        .method_not_allowed_fallback(|| async { HttpError::method_not_allowed() })
        .layer(from_fn_with_state(site.clone(), guard::guard))
        .with_state(site)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_messages_are_fewer_than_the_connections() {
        for cores in [1, 2, 10, 11, 16, 28, 32, 64, 256, usize::MAX] {
            let options = Options { cores, waiting: cores.saturating_mul(8), ..Options::default() };
            let messages = options.max_searches() + options.queue() + MAX_QUICK;
            assert!(messages < MAX_CONNECTIONS && options.queue() > 0, "{cores} cores: {messages} messages");
        }
    }
}
