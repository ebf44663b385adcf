//! Records of what a search has done.

use super::plan::IterationPlan;
use super::selection::OpenIteration;
use crate::control::StopReason;
use crate::moves::Moves;
use crate::search::views::{Frontier, PartResult};

/// Records what a search has done.
pub(in crate::solver) trait SearchLog: Sync {
    /// Returns the iteration with which to continue, if the search was begun before.
    fn open_iteration(&self) -> Option<OpenIteration>;

    /// Returns the lower bound that was proved.
    fn lower_bound(&self) -> u32;

    /// Returns the best solution that was recorded.
    fn incumbent(&self) -> Option<Moves>;

    /// Records a better solution.
    fn improved(&self, moves: &Moves);

    /// Returns the nodes that beam search has expanded to find shorter solutions.
    fn improving_nodes(&self) -> u64 {
        0
    }

    /// Records the nodes that beam search has expanded in all.
    fn improving(&self, _nodes: u64) -> Result<(), StopReason> {
        Ok(())
    }

    /// Returns an error if the search must stop before an iteration that is expected to have this many nodes.
    fn expect(&self, _nodes: u64) -> Result<(), StopReason> {
        Ok(())
    }

    /// Records the beginning of an iteration with this frontier, unless it was begun before.
    fn begin(&self, plan: &IterationPlan, frontier: &Frontier) -> Result<(), StopReason>;

    /// Records the result of a part.
    fn part(&self, bound: u32, result: &PartResult) -> Result<(), StopReason>;

    /// Records that no solution is shorter than `lower_bound`.
    fn proved(&self, lower_bound: u32) -> Result<(), StopReason>;
}

/// Records nothing.
pub(in crate::solver) struct NoLog;

impl SearchLog for NoLog {
    fn open_iteration(&self) -> Option<OpenIteration> {
        None
    }

    fn lower_bound(&self) -> u32 {
        0
    }

    fn incumbent(&self) -> Option<Moves> {
        None
    }

    fn improved(&self, _: &Moves) {}

    fn begin(&self, _: &IterationPlan, _: &Frontier) -> Result<(), StopReason> {
        Ok(())
    }

    fn part(&self, _: u32, _: &PartResult) -> Result<(), StopReason> {
        Ok(())
    }

    fn proved(&self, _: u32) -> Result<(), StopReason> {
        Ok(())
    }
}
