//! Why there is no answer.

use super::{Ask, MOST_SIDE};
use serde_json::{Value, json};
use std::fmt::{self, Display};
use taquin::Size;
use taquin::solver::SolveError;

/// Why a message has no answer: a word for programs, a sentence for people.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// The word.
    pub kind: Kind,
    /// The sentence.
    pub message: String,
}

/// What is wrong, in a word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// The message is not understood, or contradicts itself.
    BadRequest,
    /// The board, or what is asked of it, is too large.
    TooLarge,
    /// There is no such thing for this board.
    Unsupported,
    /// There is no such message or file.
    NotFound,
    /// It comes from elsewhere.
    Forbidden,
    /// It took too long to arrive or to be answered.
    Timeout,
    /// Too much is going on.
    Busy,
    /// A defect.
    Internal,
}

impl Kind {
    /// The word that is sent.
    pub const fn word(self) -> &'static str {
        match self {
            Kind::BadRequest => "bad-request",
            Kind::TooLarge => "too-large",
            Kind::Unsupported => "unsupported",
            Kind::NotFound => "not-found",
            Kind::Forbidden => "forbidden",
            Kind::Timeout => "timeout",
            Kind::Busy => "busy",
            Kind::Internal => "internal",
        }
    }
}

impl Refusal {
    /// Of a kind.
    pub fn new(kind: Kind, message: impl Display) -> Refusal {
        Refusal { kind, message: message.to_string() }
    }

    pub(super) fn bad(message: impl Display) -> Refusal {
        Refusal::new(Kind::BadRequest, message)
    }

    pub(super) fn unsupported(message: impl Display) -> Refusal {
        Refusal::new(Kind::Unsupported, message)
    }

    pub(super) fn board_too_large(size: Size) -> Refusal {
        let message =
            format_args!("a board of {size}: boards of up to {MOST_SIDE}x{MOST_SIDE} are played here");
        Refusal::new(Kind::TooLarge, message)
    }

    pub(super) fn unknown_message(name: &str) -> Refusal {
        let name: String = name.chars().take(40).collect();
        Refusal::new(
            Kind::NotFound,
            format_args!("{name:?} is not a message; there are {}", Ask::NAMES.join(", ")),
        )
    }

    /// Whoever asked wants no answer any more.
    pub(super) fn cancelled() -> Refusal {
        Refusal::new(Kind::Timeout, "it was asked to stop")
    }

    /// As it is sent: `{"kind": …, "message": …}`.
    pub fn json(&self) -> Value {
        json!({ "kind": self.kind.word(), "message": self.message })
    }
}

impl From<SolveError> for Refusal {
    fn from(error: SolveError) -> Refusal {
        let kind = match &error {
            SolveError::Plan(_) | SolveError::Size { .. } | SolveError::NotShortest(_) => Kind::BadRequest,
            SolveError::Check(_) | SolveError::Contradiction => Kind::Internal,
        };
        match &error {
            SolveError::Plan(plan) => Refusal::new(kind, format_args!("{}: {plan}", plan.option())),
            _ => Refusal::new(kind, error),
        }
    }
}

impl Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Refusal {}
