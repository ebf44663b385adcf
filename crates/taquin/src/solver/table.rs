//! A board solved by a table of all boards of its size, built on the spot if it is not at hand.

use super::dispatch::Job;
use crate::moves::Moves;
use crate::search::{Ending, Limits, Observer, Outcome, Progress, Stats, StopReason};
use crate::space::Stopped;
use crate::tables::{PerfectKey, TableCache};
use std::ops::ControlFlow;

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
    if job.start.is_solved(job.goal) {
        return Ok(Ending::Solved(Moves::new()));
    }
    let Some(key) = PerfectKey::of(job.goal, job.method.metric) else { return Ok(Ending::Exhausted) };
    let is_at_hand = job.tables.has_perfect(key);
    if let Some(limit) = limits.nodes.filter(|&limit| !is_at_hand && key.states() > limit) {
        return Err(StopReason::Nodes(limit));
    }
    let more = if is_at_hand { 0 } else { key.building_bytes() };
    let get = |on_layer: &mut dyn FnMut(u64) -> ControlFlow<()>| job.tables.perfect(key, on_layer);
    let table = obtain(job.tables, more, limits, observer, get)?;
    stats.bytes = table.bytes();
    let moves = table.guide(job.goal).and_then(|guide| guide.solve(job.start));
    let walked = moves.as_ref().map_or(0, |moves| moves.len(job.method.metric)) as u64;
    // The goal, where the walk ends, is not expanded.
    (stats.expanded, stats.generated, stats.max_depth) =
        (walked, walked + 1, walked.saturating_sub(1) as u32);
    Ok(moves.map_or(Ending::Exhausted, Ending::Solved))
}

/// Gets a table, which takes so many bytes `more` while it is built, unless that is too much memory or time.
///
/// Building is not searching: a board costs the same whether it was the first that needed the table or not. So the
/// observer is told what was counted, but nobody keeps it.
pub(super) fn obtain<T>(
    tables: &TableCache,
    more: u64,
    limits: &Limits,
    observer: &mut dyn Observer,
    get: impl FnOnce(&mut dyn FnMut(u64) -> ControlFlow<()>) -> Result<T, Stopped>,
) -> Result<T, StopReason> {
    let mut building = Stats::default();
    if more > 0 {
        if let Some(limit) = limits.memory.filter(|&limit| tables.bytes() + more > limit) {
            return Err(StopReason::Memory(limit));
        }
        poll(&mut building, limits, observer)?;
    }
    let mut stopped = StopReason::Asked;
    let table = get(&mut |found| {
        building.expanded += found;
        building.generated += found;
        building.max_depth += u32::from(found > 0);
        match poll(&mut building, limits, observer) {
            Ok(()) => ControlFlow::Continue(()),
            Err(reason) => {
                stopped = reason;
                ControlFlow::Break(())
            }
        }
    });
    table.map_err(|Stopped| stopped)
}

/// Asks the clock and the observer whether to go on building.
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
