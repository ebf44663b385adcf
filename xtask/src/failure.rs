//! Why a command did not succeed.

use std::fmt;
use std::process::ExitCode;

/// Why a command did not succeed, in words for the person who started it.
#[derive(Debug, PartialEq)]
pub(crate) enum Failure {
    /// The command was called in a way it does not know.
    Usage(String),
    /// Something the command needs is missing, or something it ran failed.
    Work(String),
}

impl Failure {
    /// 2 for a wrong call, 1 for everything else.
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

/// Fails unless the command was called without arguments.
pub(crate) fn no_arguments(arguments: &[String]) -> Result<(), Failure> {
    match arguments {
        [] => Ok(()),
        [first, ..] => Err(Failure::Usage(format!("unexpected argument `{first}`"))),
    }
}
