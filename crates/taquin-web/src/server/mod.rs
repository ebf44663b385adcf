//! HTTP around the engine.
//!
//! What always holds: a search runs on a thread of its own, never on that of the connections; at most as many compute at a
//! time as there are cores, the others wait for their turn ([`turns`](Turns)), and beyond a bounded number nobody is let
//! in (429). Nobody but the page itself, under a name of this machine, is answered ([`guard`]). A client that goes away ends
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

/// So many searches may wait for each core.
const WAITING_PER_CORE: usize = 8;

/// So many quick messages may wait.
const WAITING_QUICK: usize = 32;

/// What all requests share.
#[derive(Clone)]
pub struct Site {
    shared: Arc<Shared>,
}

struct Shared {
    engine: Engine,
    hosts: Hosts,
    searches: Turns,
    quick: Turns,
    closing: AtomicBool,
    log: Option<Box<dyn Log>>,
}

impl Site {
    /// A site whose searches compute on so many cores.
    pub fn new(engine: Engine, cores: usize, hosts: Hosts, log: Option<Box<dyn Log>>) -> Site {
        let searches = Turns::new(cores, Site::most_searches(cores));
        let quick = Turns::new(1, 1 + WAITING_QUICK);
        let closing = AtomicBool::new(false);
        Site { shared: Arc::new(Shared { engine, hosts, searches, quick, closing, log }) }
    }

    /// So many searches are begun at a time on so many cores, and keep memory.
    pub fn most_searches(cores: usize) -> usize {
        cores + cores * WAITING_PER_CORE
    }
}

/// Everything that is answered. Tests may call it without a socket.
pub fn router(site: Site) -> Router {
    Router::new()
        .route("/", get(page::index))
        .route("/page/{*file}", get(page::file))
        .route("/health", get(api::health))
        .route("/api/{message}", post(api::message))
        .fallback(|| async { Failure::not_found() })
        .method_not_allowed_fallback(|| async { Failure::method() })
        .layer(from_fn_with_state(site.clone(), guard::guard))
        .with_state(site)
}
