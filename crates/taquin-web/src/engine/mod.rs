//! Answers the page's messages.
//!
//! Each message has a file, with its fields and its answer, and a row in `message.rs`. Boards and results are the
//! program's own JSON. A message that cannot be answered gets an [`ApiError`] with the library's own words. A [`Listener`]
//! receives progress and can cancel the work.

mod about;
mod api_error;
mod compare;
mod download;
mod example;
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
use std::time::Duration;
use taquin::search::Limits;
use taquin::solver::{Hints, Workshop};
use taquin::space::Workers;
use taquin::tables::TableCache;

/// The largest number of rows, and of columns, of a board in a message.
pub const MAX_SIDE: usize = 10;

/// The largest time limit of a message, in seconds.
pub const MAX_SECONDS: u64 = 600;

/// Answers messages. Threads can share it.
pub struct Engine {
    tables: TableCache,
    /// How many bytes one search may use.
    memory: u64,
    hints: Hints,
}

impl Engine {
    /// Creates an engine with these tables; one search uses at most `memory` bytes.
    pub fn new(tables: TableCache, memory: u64) -> Engine {
        Engine { tables, memory, hints: Hints::default() }
    }

    /// Answers one message.
    ///
    /// # Errors
    /// If the message cannot be answered.
    pub fn answer(&self, request: Request, listener: &mut dyn Listener) -> Result<Value, ApiError> {
        request.answer(self, listener)
    }

    /// Each search uses one thread, because several run at once. They share the tables.
    fn workshop(&self) -> Workshop<'_> {
        Workshop { workers: Workers::ONE, ..Workshop::new(&self.tables) }
    }

    /// The budget of a search that starts now.
    fn limits(&self, time: Duration) -> Limits {
        Limits { time: Some(time), memory: Some(self.memory), ..Limits::none() }
    }
}
