//! How the engine reports progress to a client, and how the client cancels.

use serde_json::Value;
use std::ops::ControlFlow;

/// The client's side of a message that is being answered.
pub trait Listener: Send {
    /// Receives an event of a message that streams: an object with a field `event`.
    fn event(&mut self, event: Value);

    /// Polled every few milliseconds; [`ControlFlow::Break`] cancels the work.
    fn poll(&mut self) -> ControlFlow<()>;
}

/// A listener that ignores events and never cancels.
#[derive(Clone, Copy, Debug, Default)]
pub struct NullListener;

impl Listener for NullListener {
    fn event(&mut self, _: Value) {}

    fn poll(&mut self) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}
