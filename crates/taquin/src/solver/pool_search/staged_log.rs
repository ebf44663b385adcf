//! A log that stops a search before an iteration that is expected to be long, and from which the search goes on later.

use super::{IterationPlan, OpenIteration, SearchLog, Selection};
use crate::control::StopReason;
use crate::moves::Moves;
use crate::search::views::{Frontier, PartResult};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Passes everything on to another log, and remembers the last iteration.
pub(in crate::solver) struct StagedLog<'a> {
    log: &'a dyn SearchLog,
    /// The search stops before iterations that are expected to have more nodes.
    max_expected: AtomicU64,
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
        StagedLog { log, max_expected: AtomicU64::new(u64::MAX), last: Mutex::default() }
    }

    /// Stops the search before iterations that are expected to have more nodes.
    pub(in crate::solver) fn set_max_expected(&self, nodes: u64) {
        self.max_expected.store(nodes, Ordering::Relaxed);
    }

    fn last(&self) -> MutexGuard<'_, Option<Last>> {
        self.last.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl SearchLog for StagedLog<'_> {
    fn open_iteration(&self) -> Option<OpenIteration> {
        let remembered = || {
            let Last { plan, expanded, proved } = self.last().clone()?;
            // An iteration that was not finished is searched again.
            let (bound, expanded) = proved.map_or((plan.bound, 0), |bound| (bound, expanded));
            Some(OpenIteration { plan: IterationPlan { bound, ..plan }, selection: Selection::All, expanded })
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

    fn improving_nodes(&self) -> u64 {
        self.log.improving_nodes()
    }

    fn improving(&self, nodes: u64) -> Result<(), StopReason> {
        self.log.improving(nodes)
    }

    fn expect(&self, nodes: u64) -> Result<(), StopReason> {
        if nodes > self.max_expected.load(Ordering::Relaxed) {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::control::Control;
    use crate::goal::Goal;
    use crate::puzzle::Puzzle;
    use crate::scramble::Scrambler;
    use crate::size::Size;
    use crate::solver::Solver;
    use crate::solver::dispatch::Job;
    use crate::solver::pool_search::{NoLog, run};

    /// A search in many stages finds what a search in one finds, and every bound on the way is a lower bound.
    #[test]
    #[ignore = "slow; run by `cargo xtask test`"]
    fn stages_continue_each_other() {
        let goal = Goal::rows(Size::new(3, 6).unwrap());
        // With little memory there are few tables, from which views are chosen early.
        for (seed, memory) in [(6, 400_000_000), (10, 60_000_000)] {
            let puzzle = Puzzle::new(Scrambler::seeded(seed).solvable(&goal), goal.clone()).unwrap();
            let solver = Solver::builder().threads(1).memory_limit(memory).build().unwrap();
            let strategy = solver.plan_optimal(&puzzle).unwrap().strategy().clone();
            assert!(strategy.method.pool);
            let job = |log| Job {
                method: &strategy.method,
                start: puzzle.start(),
                goal: &goal,
                tables: solver.tables(),
                log,
            };
            let control = Control::new().memory_limit(memory);
            let optimal = run(&job(&NoLog), &control).moves.unwrap().len();
            let log = StagedLog::new(&NoLog);
            let mut stages = 0;
            for most in (6..).map(|power| 2_u64.pow(power)) {
                log.set_max_expected(most);
                let found = run(&job(&log), &control);
                assert!(found.lower_bound as usize <= optimal, "{} of {optimal}", found.lower_bound);
                if let Some(moves) = found.moves {
                    assert_eq!(moves.len(), optimal);
                    break;
                }
                assert_eq!(found.stopped, Some(StopReason::Nodes));
                stages += 1;
            }
            assert!(stages > 5, "{stages}");
        }
    }
}
