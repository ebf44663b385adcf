//! A log that stops a search before an iteration that is expected to be long, and from which the search goes on later.

use super::{IterationPlan, OpenIteration, SearchLog};
use crate::control::StopReason;
use crate::moves::Moves;
use crate::search::views::{Frontier, PartResult};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Passes everything on to another log, and remembers the last iteration.
pub(in crate::solver) struct StagedLog<'a> {
    log: &'a dyn SearchLog,
    /// The most nodes that an iteration may be expected to have.
    most: AtomicU64,
    last: Mutex<Option<Last>>,
}

/// The last iteration that has begun.
#[derive(Clone)]
struct Last {
    plan: IterationPlan,
    expanded: u64,
    /// The lower bound that it proved, once it is done.
    proved: Option<u32>,
}

impl<'a> StagedLog<'a> {
    pub(in crate::solver) fn new(log: &'a dyn SearchLog) -> StagedLog<'a> {
        StagedLog { log, most: AtomicU64::new(u64::MAX), last: Mutex::default() }
    }

    /// Stops the search before iterations that are expected to have more nodes.
    pub(in crate::solver) fn set_most(&self, nodes: u64) {
        self.most.store(nodes, Ordering::Relaxed);
    }

    fn last(&self) -> MutexGuard<'_, Option<Last>> {
        self.last.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl SearchLog for StagedLog<'_> {
    fn open_iteration(&self) -> Option<OpenIteration> {
        let remembered = || {
            let Last { plan, expanded, proved } = self.last().clone()?;
            let plan = IterationPlan { bound: proved?, ..plan };
            Some(OpenIteration { plan, open_parts: None, expanded })
        };
        self.log.open_iteration().or_else(remembered)
    }

    fn lower_bound(&self) -> u32 {
        self.log.lower_bound()
    }

    fn incumbent(&self) -> Option<Moves> {
        self.log.incumbent()
    }

    fn improved(&self, moves: &Moves) {
        self.log.improved(moves);
    }

    fn expect(&self, nodes: u64) -> Result<(), StopReason> {
        if nodes > self.most.load(Ordering::Relaxed) {
            Err(StopReason::Nodes)
        } else {
            self.log.expect(nodes)
        }
    }

    fn begin(&self, plan: &IterationPlan, frontier: &Frontier) -> Result<(), StopReason> {
        *self.last() = Some(Last { plan: plan.clone(), expanded: 0, proved: None });
        self.log.begin(plan, frontier)
    }

    fn part(&self, bound: u32, result: &PartResult) -> Result<(), StopReason> {
        if let Some(last) = &mut *self.last() {
            last.expanded += result.counts.expanded;
        }
        self.log.part(bound, result)
    }

    fn proved(&self, lower_bound: u32) -> Result<(), StopReason> {
        if let Some(last) = &mut *self.last() {
            last.proved = Some(lower_bound);
        }
        self.log.proved(lower_bound)
    }
}
