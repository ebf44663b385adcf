//! What a caller hears while the work runs.

use crate::display::Grouped;
use crate::proof::Verified;
use crate::stats::Stats;
use std::fmt;
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
    /// A long search reads or builds the tables of the partitions from which it will choose.
    Tables {
        /// The partitions that are ready.
        done: usize,
        /// All of them.
        all: usize,
    },
    /// A long search has chosen its views for the board.
    Views(ViewChoice<'e>),
}

/// The views that were chosen for a board, and why.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ViewChoice<'e> {
    /// The number of views to choose from.
    pub candidates: usize,
    /// The number of nodes of an iteration on which they were tried.
    pub sampled: usize,
    /// How many of these each chosen view prunes that those before it do not, in the order of lookup.
    pub pruned: &'e [usize],
    /// Whether the search goes from the goal to the start.
    pub is_backward: bool,
    /// The nodes of one iteration in the direction before and in this one, if the search has turned.
    pub turned: Option<(u64, u64)>,
}

impl fmt::Display for ViewChoice<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ViewChoice { candidates, sampled, pruned, is_backward, turned } = *self;
        let share = |count: usize| 100.0 * count as f64 / sampled.max(1) as f64;
        let shares: Vec<String> = pruned.iter().map(|&count| format!("{:.0}", share(count))).collect();
        let direction = if is_backward { "from the goal to the start" } else { "from the start to the goal" };
        write!(
            f,
            "{} of {candidates} views, {direction}: they prune {} % ",
            pruned.len(),
            shares.join(" + ")
        )?;
        write!(f, "of {} sampled nodes", Grouped(sampled as u64))?;
        match turned {
            Some((before, now)) => write!(
                f,
                "; this direction has {} nodes up to the same f-limit, the other {}",
                Grouped(now),
                Grouped(before)
            ),
            None => Ok(()),
        }
    }
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
