//! What is wrong with the value of an option, and the remedy, which clap's own errors have no place for.

use std::fmt;
use taquin::solver::PlanError;

/// An error of a value parser.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Complaint {
    message: String,
    hint: Option<String>,
}

impl Complaint {
    /// Creates an error from what is wrong and what to do instead.
    pub(crate) fn new(message: String, hint: Option<String>) -> Complaint {
        Complaint { message, hint }
    }

    /// Returns what to do instead.
    pub(crate) fn hint(&self) -> Option<&str> {
        self.hint.as_deref()
    }
}

impl From<String> for Complaint {
    fn from(message: String) -> Complaint {
        Complaint { message, hint: None }
    }
}

impl From<&str> for Complaint {
    fn from(message: &str) -> Complaint {
        message.to_owned().into()
    }
}

impl From<PlanError> for Complaint {
    fn from(error: PlanError) -> Complaint {
        Complaint { message: error.to_string(), hint: error.hint() }
    }
}

impl fmt::Display for Complaint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Complaint {}
