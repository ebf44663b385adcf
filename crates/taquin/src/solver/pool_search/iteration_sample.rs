//! An iteration that is searched in part, to estimate how large it is.

use super::{IterationPlan, OpenIteration, PoolSearch, SearchLog, Selection};
use crate::control::{Control, StopReason};
use crate::moves::Moves;
use crate::search::SearchOutcome;
use crate::search::views::{Frontier, PartResult};
use crate::solver::dispatch::Job;
use crate::space::Workers;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// The frontier has at least this many nodes.
const PREFIXES: usize = 20_000;

/// The nodes below some of an iteration's frontier, returned by [`Plan::sample_iteration`](crate::solver::Plan::sample_iteration).
#[derive(Clone, PartialEq, Debug)]
pub struct IterationSample {
    /// The nodes of the frontier.
    pub frontier: usize,
    /// The nodes expanded below each sampled node of the frontier.
    pub expanded: Vec<u64>,
}

impl IterationSample {
    /// Returns the estimated number of nodes below the frontier.
    pub fn estimate(&self) -> f64 {
        self.frontier as f64 * self.mean()
    }

    /// Returns the standard error of the estimate, as if the sampled nodes had been drawn independently.
    pub fn standard_error(&self) -> f64 {
        let count = self.expanded.len() as f64;
        let mean = self.mean();
        let squares: f64 = self.expanded.iter().map(|&nodes| (nodes as f64 - mean).powi(2)).sum();
        // The part of the frontier that was searched has no error.
        let unknown = 1.0 - count / self.frontier.max(1) as f64;
        self.frontier as f64 * (squares * unknown / (count - 1.0).max(1.0) / count.max(1.0)).sqrt()
    }

    fn mean(&self) -> f64 {
        self.expanded.iter().map(|&nodes| nodes as f64).sum::<f64>() / self.expanded.len().max(1) as f64
    }
}

/// Searches every `step`-th node of the frontier of an iteration with this f-limit, until there is a solution. The views
/// are those of the last iteration in the log.
pub(in crate::solver) fn sample(
    job: &Job,
    bound: u32,
    step: usize,
    control: &Control,
) -> Result<IterationSample, StopReason> {
    let collector = Collector::default();
    let outcome = SearchOutcome::of(job.goal.size().cells(), control, |monitor| {
        let workers = Workers::new(job.method.threads);
        let mut search = PoolSearch { job, control, monitor, workers };
        let last = match job.log.open_iteration() {
            Some(open) => open.plan,
            None => search.first_plan(false)?,
        };
        let plan = IterationPlan { bound, prefixes: PREFIXES, parts: u32::MAX, chosen: true, ..last };
        Ok(search.iterate(&plan, Selection::Every(step), &collector)?.moves)
    });
    match outcome.stopped {
        Some(reason) => Err(reason),
        None => Ok(IterationSample {
            frontier: collector.frontier.into_inner(),
            expanded: collector.expanded.into_inner().unwrap_or_else(PoisonError::into_inner),
        }),
    }
}

/// Collects the results of parts.
#[derive(Default)]
struct Collector {
    frontier: AtomicUsize,
    expanded: Mutex<Vec<u64>>,
}

impl SearchLog for Collector {
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

    fn begin(&self, _: &IterationPlan, frontier: &Frontier) -> Result<(), StopReason> {
        self.frontier.store(frontier.len(), Ordering::Relaxed);
        Ok(())
    }

    fn part(&self, _: u32, result: &PartResult) -> Result<(), StopReason> {
        self.expanded.lock().unwrap_or_else(PoisonError::into_inner).push(result.counts.expanded);
        Ok(())
    }

    fn proved(&self, _: u32) -> Result<(), StopReason> {
        Ok(())
    }
}
