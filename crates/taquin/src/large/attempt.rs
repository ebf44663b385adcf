//! The result of one attempt at a solution, or at a shorter one.

use crate::moves::Moves;
use crate::search::{Stats, StopReason};

/// The result of one run of a beam or of windows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Attempt {
    /// A solution, if one was found.
    pub moves: Option<Moves>,
    /// Why the run ended early, if it did.
    pub stopped: Option<StopReason>,
    /// The cost of the run.
    pub stats: Stats,
}
