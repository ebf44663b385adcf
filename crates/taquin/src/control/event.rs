//! What a caller hears while the work runs.

use crate::proof::Verified;
use crate::stats::Stats;
use std::time::Duration;

/// An event that is reported while the work runs.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Event<'e> {
    /// The progress of the work, every few milliseconds.
    Progress(Progress),
    /// A new incumbent: a solution shorter than all before.
    Improved(Improvement<'e>),
    /// A breadth-first search that builds a table or counts boards has finished a layer.
    Layer {
        /// The distance of its states from the goal.
        depth: u32,
        /// The number of its states.
        states: u64,
    },
    /// Another process is building the table; repeated until it is done.
    Waiting,
}

/// The progress of a search.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Progress {
    /// The statistics so far.
    pub stats: Stats,
    /// The lower bound so far.
    pub lower_bound: u32,
    /// How much of the current iteration is done, if it is divided into parts.
    pub parts: Option<Parts>,
}

/// The parts of an iteration.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Parts {
    /// Those that are done.
    pub done: u32,
    /// All of them.
    pub all: u32,
}

/// A new incumbent: a solution shorter than all before.
#[derive(Clone, Copy, Debug)]
pub struct Improvement<'e> {
    /// The solution, already replayed.
    pub solution: &'e Verified,
    /// The lower bound so far.
    pub lower_bound: u32,
    /// The time since the work started.
    pub elapsed: Duration,
}
