//! A board solved by a table of all boards of its size, built on the spot.

use super::run::Job;
use crate::moves::Moves;
use crate::search::{Ending, Limits, Observer, Outcome, Progress, Stats, StopReason};
use crate::space::Workers;
use crate::tables::{PerfectKey, PerfectTable};
use std::ops::ControlFlow;

/// Fewer boards than this are counted before a second thread has begun.
const WORTH_SHARING: u64 = 10_000_000;

/// Builds the table of a job's goal, whose size must have one, and walks down.
///
/// Memory and the number of boards are known beforehand, so these limits are asked before anything is built; the clock
/// and the observer are asked after every layer.
pub(super) fn run(job: &Job, limits: &Limits, observer: &mut dyn Observer) -> Outcome {
    let mut stats = Stats::default();
    let ending = build_and_walk(job, limits, observer, &mut stats).unwrap_or_else(Ending::Stopped);
    let lower_bound = match &ending {
        Ending::Solved(moves) => moves.len(job.method.metric) as u32,
        Ending::Exhausted | Ending::Stopped(_) => 0,
    };
    stats.elapsed = limits.clock.elapsed();
    Outcome { ending, lower_bound, stats }
}

fn build_and_walk(
    job: &Job,
    limits: &Limits,
    observer: &mut dyn Observer,
    stats: &mut Stats,
) -> Result<Ending, StopReason> {
    if job.start.is_goal(job.goal) {
        return Ok(Ending::Solved(Moves::new()));
    }
    let Some(key) = PerfectKey::of(job.goal, job.method.metric) else { return Ok(Ending::Exhausted) };
    if let Some(limit) = limits.memory.filter(|&limit| key.building_bytes() > limit) {
        return Err(StopReason::Memory(limit));
    }
    if let Some(limit) = limits.nodes.filter(|&limit| key.states() > limit) {
        return Err(StopReason::Nodes(limit));
    }
    let workers = if key.states() < WORTH_SHARING { Workers::ONE } else { Workers::all() };
    *stats = Stats { expanded: 1, generated: 1, bytes: key.building_bytes(), ..Stats::default() };
    poll(stats, limits, observer)?;
    let mut stopped = None;
    let table = PerfectTable::build(key, workers, |found| {
        stats.expanded += found;
        stats.generated += found;
        stats.max_queue = stats.max_queue.max(found);
        stats.max_depth += 1;
        match poll(stats, limits, observer) {
            Ok(()) => ControlFlow::Continue(()),
            Err(reason) => {
                stopped = Some(reason);
                ControlFlow::Break(())
            }
        }
    });
    let table = table.map_err(|_| stopped.unwrap_or(StopReason::Asked))?;
    let guide = table.guide(job.goal);
    Ok(guide.and_then(|guide| guide.solve(job.start)).map_or(Ending::Exhausted, Ending::Solved))
}

fn poll(stats: &mut Stats, limits: &Limits, observer: &mut dyn Observer) -> Result<(), StopReason> {
    stats.elapsed = limits.clock.elapsed();
    if let Some(limit) = limits.time.filter(|&limit| stats.elapsed >= limit) {
        return Err(StopReason::Time(limit));
    }
    match observer.progress(&Progress { stats: *stats, lower_bound: 0 }) {
        ControlFlow::Continue(()) => Ok(()),
        ControlFlow::Break(()) => Err(StopReason::Asked),
    }
}
