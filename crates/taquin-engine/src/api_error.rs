//! Errors of the API.

use super::{MAX_SIDE, Request};
use serde_json::{Value, json};
use std::fmt::{self, Display};
use taquin::Size;
use taquin::solver::{PlanError, SolveError};

/// Why a message cannot be answered: a kind for programs, a sentence for people.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ApiError {
    /// The kind.
    pub kind: ErrorKind,
    /// The sentence.
    pub message: String,
}

/// What is wrong with a request.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ErrorKind {
    /// The message is malformed or contradicts itself.
    BadRequest,
    /// The board, or the requested amount of work, is too large.
    TooLarge,
    /// The message is not supported for this board.
    Unsupported,
    /// No message or file has this name.
    NotFound,
    /// The request comes from another site.
    Forbidden,
    /// The message took too long to arrive or to answer.
    Timeout,
    /// Too many requests are waiting.
    Busy,
    /// A bug in the program.
    Internal,
}

impl ErrorKind {
    /// Returns its name in the API.
    pub const fn name(self) -> &'static str {
        match self {
            ErrorKind::BadRequest => "bad-request",
            ErrorKind::TooLarge => "too-large",
            ErrorKind::Unsupported => "unsupported",
            ErrorKind::NotFound => "not-found",
            ErrorKind::Forbidden => "forbidden",
            ErrorKind::Timeout => "timeout",
            ErrorKind::Busy => "busy",
            ErrorKind::Internal => "internal",
        }
    }
}

impl ApiError {
    /// Creates an error.
    pub fn new(kind: ErrorKind, message: impl Display) -> ApiError {
        ApiError { kind, message: message.to_string() }
    }

    pub(super) fn bad_request(message: impl Display) -> ApiError {
        ApiError::new(ErrorKind::BadRequest, message)
    }

    pub(super) fn unsupported(message: impl Display) -> ApiError {
        ApiError::new(ErrorKind::Unsupported, message)
    }

    pub(super) fn board_too_large(size: Size) -> ApiError {
        let message =
            format_args!("size: {size} is too large; boards up to {MAX_SIDE}x{MAX_SIDE} are supported");
        ApiError::new(ErrorKind::TooLarge, message)
    }

    pub(super) fn unknown_message(name: &str) -> ApiError {
        let name: String = name.chars().take(40).collect();
        let names: Vec<&str> = Request::names().collect();
        let message = format_args!("unknown message {name:?}; expected {}", names.join(", "));
        ApiError::new(ErrorKind::NotFound, message)
    }

    /// Creates the error of a request that the client cancelled, or that a server stopped when it shut down.
    pub fn cancelled() -> ApiError {
        ApiError::new(ErrorKind::Timeout, "cancelled")
    }

    /// Returns it as it is sent: `{"kind": …, "message": …}`.
    pub fn json(&self) -> Value {
        json!({ "kind": self.kind.name(), "message": self.message })
    }
}

impl From<SolveError> for ApiError {
    fn from(error: SolveError) -> ApiError {
        match &error {
            SolveError::Plan(error) => error.clone().into(),
            SolveError::Unsolvable(_) | SolveError::Stopped(_) => ApiError::unsupported(error),
            // A missing clock, or a bug.
            _ => ApiError::new(ErrorKind::Internal, error),
        }
    }
}

impl From<PlanError> for ApiError {
    fn from(error: PlanError) -> ApiError {
        match error.hint() {
            Some(hint) => ApiError::bad_request(format_args!("{error}; {hint}")),
            None => ApiError::bad_request(error),
        }
    }
}

impl Display for ApiError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for ApiError {}
