//! Exit codes and failures.

use crate::destination::{self, Cut};
use crate::output;
use crate::signals;
use std::fmt::Display;
use std::io;
use std::process::ExitCode;
use taquin::display::SystemError;
use taquin::solver::PlanError;

/// Exit status, from best to worst; for several boards the worst counts.
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
    /// Ended by a signal.
    Interrupted,
}

impl Exit {
    /// Returns the worse of the two.
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
            Exit::Interrupted => signals::code(),
        })
    }
}

/// Why a command failed.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The input or the options are wrong.
    Input {
        /// What is wrong, and where.
        message: String,
        /// What to do instead.
        hint: Option<String>,
    },
    /// The answer could not be written to standard output.
    Output(io::Error),
    /// A limit was reached or the user pressed Ctrl-C, which has been reported.
    Stopped(Exit),
}

impl Failure {
    /// Creates a failure caused by the input.
    pub(crate) fn input(message: impl Display) -> Failure {
        Failure::Input { message: message.to_string(), hint: None }
    }

    /// Reports that the user pressed Ctrl-C.
    pub(crate) fn interrupted() -> Failure {
        output::message(format_args!("interrupted"));
        Failure::Stopped(Exit::Interrupted)
    }

    /// Returns the message, without the hint.
    pub(crate) fn message(&self) -> String {
        match self {
            Failure::Input { message, .. } => message.clone(),
            Failure::Output(error) => SystemError(error).to_string(),
            Failure::Stopped(_) => "stopped".to_owned(),
        }
    }

    /// Adds a hint, unless there is one already.
    #[must_use]
    pub(crate) fn hint(self, advice: impl Into<String>) -> Failure {
        match self {
            Failure::Input { message, hint: None } => Failure::Input { message, hint: Some(advice.into()) },
            other => other,
        }
    }

    /// Adds a hint if there is one to add.
    #[must_use]
    pub(crate) fn maybe_hint(self, advice: Option<String>) -> Failure {
        match advice {
            Some(advice) => self.hint(advice),
            None => self,
        }
    }

    /// Puts the place of the error before the message.
    #[must_use]
    pub(crate) fn within(self, place: impl Display) -> Failure {
        match self {
            Failure::Input { message, hint } => {
                Failure::Input { message: format!("{place}: {message}"), hint }
            }
            Failure::Output(_) | Failure::Stopped(_) => self,
        }
    }

    /// Prints the failure on standard error and returns the exit status.
    pub(crate) fn report(&self) -> Exit {
        match self {
            // The reader, `head` for example, closed the pipe because it had seen enough.
            Failure::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => Exit::Success,
            Failure::Output(error) => match error.get_ref().and_then(|inner| inner.downcast_ref()) {
                Some(cut) => report_cut(cut),
                None => {
                    output::error(format_args!("cannot write the output: {}", SystemError(error)));
                    Exit::BadInput
                }
            },
            Failure::Stopped(exit) => *exit,
            Failure::Input { message, hint } => {
                output::error(format_args!("{message}"));
                if let Some(hint) = hint {
                    output::stderr_line(format_args!("hint: {hint}"));
                }
                Exit::BadInput
            }
        }
    }
}

/// Reports output that a signal has ended.
fn report_cut(cut: &Cut) -> Exit {
    match destination::name() {
        Some(file) => output::message(format_args!("interrupted: {}: not written", file.display())),
        None if cut.is_inside_record => {
            output::message(format_args!("interrupted: the output ends inside a record"));
        }
        None => output::message(format_args!("interrupted: the output is incomplete")),
    }
    Exit::Interrupted
}

/// The error begins with the name of the option.
impl From<PlanError> for Failure {
    fn from(error: PlanError) -> Failure {
        Failure::input(format_args!("--{error}")).maybe_hint(error.hint())
    }
}

/// I/O errors without a file name come from writing to standard output; readers name their source.
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
