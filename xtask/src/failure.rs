//! Why a command failed.

use std::fmt;
use std::process::ExitCode;

/// Why a command failed, as a message for the user.
#[derive(Debug, PartialEq)]
pub(crate) enum Failure {
    /// The command line is wrong.
    Usage(String),
    /// Something the command needs is missing, or something it ran failed.
    Work(String),
}

impl Failure {
    /// Returns 2 for a usage error and 1 for everything else.
    pub(crate) fn exit_code(&self) -> ExitCode {
        match self {
            Failure::Usage(_) => ExitCode::from(2),
            Failure::Work(_) => ExitCode::FAILURE,
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Usage(what) | Failure::Work(what) => f.write_str(what),
        }
    }
}

/// Fails if there are arguments.
pub(crate) fn no_arguments(arguments: &[String]) -> Result<(), Failure> {
    match arguments {
        [] => Ok(()),
        [first, ..] => Err(Failure::Usage(format!("unexpected argument `{first}`"))),
    }
}
