//! Answers the messages of taquin's page: JSON in, JSON out.
//!
//! Each message has a file, with its fields and its answer, and a row in `message.rs`. Boards and results are the
//! program's own JSON. A message that cannot be answered gets an [`ApiError`] with the library's own words. A [`Listener`]
//! receives progress and can cancel the work.
//!
//! The engine uses neither HTTP nor files nor async: a server and a WebAssembly worker answer the same messages with it.
//! It polls its listener every few milliseconds, which is how a search is cancelled and how searches share the processor.
//!
//! ```
//! use serde_json::json;
//! use taquin::Solver;
//! use taquin_engine::{Engine, NullListener, Request};
//! let engine = Engine::new(&Solver::new(), 100 << 20);
//! let request = Request::parse("goal", json!({ "size": [2, 2], "name": "rows" })).unwrap();
//! assert_eq!(engine.answer(request, &mut NullListener).unwrap()["goal"], json!([1, 2, 3, 0]));
//! ```

#![forbid(unsafe_code)]

mod about;
mod api_error;
mod compare;
mod download;
mod example;
mod examples;
mod explore;
mod goal;
mod inspect;
mod left;
mod listener;
mod message;
mod method;
mod progress_reporter;
mod puzzle;
mod read;
mod scramble;
mod solve;
mod trace;

pub use api_error::{ApiError, ErrorKind};
pub use listener::{Listener, NullListener};
pub use message::{Pace, Request};

use serde_json::Value;
use std::sync::Arc;
use std::time::Duration;
use taquin::control::{Budget, Clock};
use taquin::scramble::Scrambler;
use taquin::solver::{Hints, Solver};

/// The largest number of rows, and of columns, of a board in a message.
pub const MAX_SIDE: usize = 10;

/// The largest time limit of a message, in seconds.
pub const MAX_SECONDS: u64 = 600;

/// Answers messages. Threads can share it.
pub struct Engine {
    /// Searches use one thread each, because several run at once. They share its tables.
    solver: Solver,
    /// How many bytes one search may use.
    memory: u64,
    hints: Hints,
    examples: examples::Examples,
    /// The clock, unless it is the system's.
    clock: Option<Arc<dyn Clock>>,
    seeds: fn() -> u64,
}

impl Engine {
    /// Creates an engine that solves with `solver`; one search uses at most `memory` bytes.
    pub fn new(solver: &Solver, memory: u64) -> Engine {
        let solver = solver.with_search_threads(1);
        let (hints, examples) = (Hints::default(), examples::Examples::default());
        Engine { solver, memory, hints, examples, clock: None, seeds: Scrambler::any_seed }
    }

    /// Reads the time from `clock`, on a target without a system clock.
    #[must_use]
    pub fn with_clock(self, clock: impl Clock + 'static) -> Engine {
        Engine { clock: Some(Arc::new(clock)), ..self }
    }

    /// Draws the seeds of random boards from `seeds`, on a target without random numbers.
    #[must_use]
    pub fn with_seeds(self, seeds: fn() -> u64) -> Engine {
        Engine { seeds, ..self }
    }

    /// Answers one message.
    ///
    /// # Errors
    /// If the message cannot be answered.
    pub fn answer(&self, request: Request, listener: &mut dyn Listener) -> Result<Value, ApiError> {
        request.answer(self, listener)
    }

    /// The solver of a message that chooses no method.
    fn solver(&self, time: Duration) -> Result<Solver, ApiError> {
        Ok(self.solver.to_builder().budget(self.budget(time)).build()?)
    }

    /// The limits of a search.
    fn budget(&self, time: Duration) -> Budget {
        Budget { time: Some(time), memory: Some(self.memory), ..Budget::default() }
    }
}
