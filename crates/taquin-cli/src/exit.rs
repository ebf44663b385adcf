//! How the program ends.

use crate::output;
use std::fmt::Display;
use std::io;
use std::process::ExitCode;

/// What came of a run, from best to worst: of several boards the worst counts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Exit {
    /// Solved, or true.
    Success,
    /// Proven unsolvable, or false.
    No,
    /// A limit was reached first.
    Limit,
    /// Wrong usage or input.
    BadInput,
    /// The user stopped it.
    Interrupted,
}

impl Exit {
    /// The worse of both.
    #[must_use]
    pub(crate) fn and(self, other: Exit) -> Exit {
        self.max(other)
    }
}

impl From<bool> for Exit {
    fn from(is_true: bool) -> Exit {
        if is_true { Exit::Success } else { Exit::No }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(match exit {
            Exit::Success => 0,
            Exit::No => 1,
            Exit::BadInput => 2,
            Exit::Limit => 3,
            Exit::Interrupted => 130,
        })
    }
}

/// Why a command could not be carried out.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The input or the options are wrong.
    Input {
        /// What is wrong, and where.
        message: String,
        /// What to do instead.
        hint: Option<String>,
    },
    /// Standard output did not take the answer.
    Output(io::Error),
}

impl Failure {
    /// Something is wrong with the input.
    pub(crate) fn input(message: impl Display) -> Failure {
        Failure::Input { message: message.to_string(), hint: None }
    }

    /// What is wrong, in one line.
    pub(crate) fn message(&self) -> String {
        match self {
            Failure::Input { message, .. } => message.clone(),
            Failure::Output(error) => error.to_string(),
        }
    }

    /// The same with advice.
    #[must_use]
    pub(crate) fn hint(self, advice: impl Into<String>) -> Failure {
        match self {
            Failure::Input { message, hint: None } => Failure::Input { message, hint: Some(advice.into()) },
            other => other,
        }
    }

    /// Tells the user and says how to end.
    pub(crate) fn report(&self) -> Exit {
        match self {
            // Whoever closed the pipe, `head` for example, has seen enough.
            Failure::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => Exit::Success,
            Failure::Output(error) => {
                output::talk(format_args!("taquin: the output could not be written: {error}"));
                Exit::BadInput
            }
            Failure::Input { message, hint } => {
                output::talk(format_args!("taquin: {message}"));
                if let Some(hint) = hint {
                    output::talk(format_args!("  hint: {hint}"));
                }
                Exit::BadInput
            }
        }
    }
}

/// Errors of the standard streams are about writing; reading says so by itself.
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Output(error)
    }
}

impl From<serde_json::Error> for Failure {
    fn from(error: serde_json::Error) -> Failure {
        Failure::Output(error.into())
    }
}
