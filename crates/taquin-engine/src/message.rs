//! The table of messages: a file and a row for each.

use super::api_error::ApiError;
use super::listener::Listener;
use super::{
    Engine, about, compare, download, example, explore, goal, inspect, left, read, scramble, solve, trace,
};
use serde::de::DeserializeOwned;
use serde_json::Value;

/// Every message that the engine answers, in the order in which errors list them.
static MESSAGES: &[Row] = &[
    Row::of::<about::About>(),
    Row::of::<read::Read>(),
    Row::of::<goal::Goal>(),
    Row::of::<inspect::Inspect>(),
    Row::of::<scramble::Scramble>(),
    Row::of::<left::Left>(),
    Row::of::<solve::Solve>(),
    Row::of::<trace::Trace>(),
    Row::of::<compare::Compare>(),
    Row::of::<explore::Explore>(),
    Row::of::<example::Example>(),
    Row::of::<download::Download>(),
];

/// How long a message takes to answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pace {
    /// A few milliseconds.
    Quick,
    /// Up to several seconds, because it searches.
    Slow,
    /// Possibly minutes; events report progress.
    Streamed,
}

/// The fields of a message, and how it is answered.
pub(super) trait Message: DeserializeOwned + Send + 'static {
    /// Its name in the path, `POST /api/<name>`.
    const NAME: &'static str;
    /// How long it takes.
    const PACE: Pace;

    /// Computes the answer.
    fn answer(self, engine: &Engine, listener: &mut dyn Listener) -> Result<Value, ApiError>;
}

/// Computes the answer to a parsed message.
type Handler = Box<dyn FnOnce(&Engine, &mut dyn Listener) -> Result<Value, ApiError> + Send>;

/// What the engine needs to know about a message.
struct Row {
    name: &'static str,
    pace: Pace,
    parse: fn(Value) -> Result<Handler, ApiError>,
}

impl Row {
    const fn of<M: Message>() -> Row {
        Row { name: M::NAME, pace: M::PACE, parse: parse::<M> }
    }

    fn find(name: &str) -> Result<&'static Row, ApiError> {
        MESSAGES.iter().find(|row| row.name == name).ok_or_else(|| ApiError::unknown_message(name))
    }
}

fn parse<M: Message>(body: Value) -> Result<Handler, ApiError> {
    let name = M::NAME;
    if !body.is_object() {
        return Err(ApiError::bad_request(format_args!("{name}: the body must be a JSON object")));
    }
    let message: M = serde_json::from_value(body)
        .map_err(|error| ApiError::bad_request(format_args!("{name}: {error}")))?;
    Ok(Box::new(|engine, listener| message.answer(engine, listener)))
}

/// A parsed message, ready to be answered.
pub struct Request {
    pace: Pace,
    handler: Handler,
}

impl Request {
    /// Returns the names of all messages.
    pub fn names() -> impl Iterator<Item = &'static str> {
        MESSAGES.iter().map(|row| row.name)
    }

    /// Checks that a message of this name exists.
    ///
    /// # Errors
    /// If it does not.
    pub fn check_name(name: &str) -> Result<(), ApiError> {
        Row::find(name).map(|_| ())
    }

    /// Parses the body of a message.
    ///
    /// # Errors
    /// If no message has this name, or the body does not have its fields.
    pub fn parse(name: &str, body: Value) -> Result<Request, ApiError> {
        let row = Row::find(name)?;
        Ok(Request { pace: row.pace, handler: (row.parse)(body)? })
    }

    /// Returns how long the answer takes.
    pub fn pace(&self) -> Pace {
        self.pace
    }

    pub(super) fn answer(self, engine: &Engine, listener: &mut dyn Listener) -> Result<Value, ApiError> {
        (self.handler)(engine, listener)
    }
}
