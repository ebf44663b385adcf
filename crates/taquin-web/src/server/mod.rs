//! HTTP around the engine.
//!
//! What always holds: a search runs on a thread of its own, never on that of the connections; at most as many compute at a
//! time as there are cores, the others wait for their turn ([`turns`](Turns)), and beyond a bounded number nobody is let
//! in (429). Nobody but the page itself, under a name of this machine, is answered (`guard`). A client that goes away ends
//! what it asked for. No request names a file of the disk.

mod api;
mod failure;
mod guard;
mod listen;
mod log;
mod page;
mod turns;

pub use guard::Hosts;
pub use listen::{Server, Stop};
pub use log::{Entry, Log};
pub use turns::{Place, Turns};

use crate::engine::Engine;
use axum::Router;
use axum::middleware::from_fn_with_state;
use axum::routing::{get, post};
use failure::Failure;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread;
use std::time::Duration;

/// So many quick messages may wait.
const WAITING_QUICK: usize = 32;

/// How a site behaves; the defaults suit a server for one person.
pub struct Options {
    /// So many searches compute at a time.
    pub cores: usize,
    /// So many more have begun and wait for their turn.
    pub waiting: usize,
    /// The names under which the server may be called.
    pub hosts: Hosts,
    /// The head of a request arrives within this time.
    pub head: Duration,
    /// A message arrives within this time.
    pub arrival: Duration,
    /// A message that does not stream is answered within this time.
    pub answer: Duration,
    /// Where requests are told.
    pub log: Option<Box<dyn Log>>,
}

impl Default for Options {
    fn default() -> Options {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        Options {
            cores,
            waiting: 8 * cores,
            hosts: Hosts::Loopback,
            head: Duration::from_secs(10),
            arrival: Duration::from_secs(10),
            answer: Duration::from_secs(30),
            log: None,
        }
    }
}

impl Options {
    /// So many searches may keep memory at the same time.
    pub fn most_searches(&self) -> usize {
        self.cores + self.waiting
    }
}

/// What all requests share.
#[derive(Clone)]
pub struct Site {
    shared: Arc<Shared>,
}

struct Shared {
    engine: Engine,
    options: Options,
    searches: Turns,
    quick: Turns,
    closing: AtomicBool,
}

impl Site {
    /// An engine, and how it is to be reached.
    pub fn new(engine: Engine, options: Options) -> Site {
        let searches = Turns::new(options.cores, options.most_searches());
        let quick = Turns::new(1, 1 + WAITING_QUICK);
        Site {
            shared: Arc::new(Shared { engine, options, searches, quick, closing: AtomicBool::new(false) }),
        }
    }

    /// How many searches compute, and how many wait for their turn.
    pub fn load(&self) -> (usize, usize) {
        self.shared.searches.load()
    }
}

/// Everything that is answered. Tests may call it without a socket.
pub fn router(site: Site) -> Router {
    Router::new()
        .route("/", get(page::index))
        .route("/page/{*file}", get(page::file))
        .route("/health", get(api::health))
        .route("/openapi.json", get(page::description))
        .route("/api/{message}", post(api::message))
        .fallback(|| async { Failure::not_found() })
        .method_not_allowed_fallback(|| async { Failure::method() })
        .layer(from_fn_with_state(site.clone(), guard::guard))
        .with_state(site)
}
