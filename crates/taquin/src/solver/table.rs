//! Solving with a perfect table, built if it is not cached.

use super::dispatch::Job;
use crate::control::{Control, StopReason};
use crate::moves::Moves;
use crate::search::SearchOutcome;
use crate::stats::Stats;
use crate::tables::{PerfectKey, PreparedTable, TableCache};

/// Builds the perfect table of a job's goal, whose size must have one, and follows it to the goal.
///
/// Memory and the number of boards are known beforehand, so these limits are checked before building.
pub(super) fn run(job: &Job, control: &Control) -> SearchOutcome {
    match build_and_walk(job, control) {
        Ok((moves, bytes)) => {
            let length = moves.as_ref().map_or(0, |moves| moves.len_in(job.method.metric));
            // The goal itself is not expanded.
            let stats = Stats {
                expanded: length as u64,
                generated: length as u64 + 1,
                max_depth: length.saturating_sub(1) as u32,
                bytes,
                elapsed: control.elapsed(),
                ..Stats::default()
            };
            SearchOutcome { moves, lower_bound: length as u32, stopped: None, stats }
        }
        Err(reason) => SearchOutcome::stopped(reason, control),
    }
}

/// Returns the solution, if there is one, and the bytes of the table.
fn build_and_walk(job: &Job, control: &Control) -> Result<(Option<Moves>, u64), StopReason> {
    if job.start.is_solved(job.goal) {
        return Ok((Some(Moves::new()), 0));
    }
    let walk = |table: &PreparedTable| (table.goal_table().solve(job.start), table.bytes());
    if let Some(walked) = job.tables.prepared(job.goal, job.method.metric, walk) {
        return Ok(walked);
    }
    let Some(key) = PerfectKey::of(job.goal, job.method.metric) else { return Ok((None, 0)) };
    if control.budget().nodes.is_some_and(|limit| key.states() > limit) {
        return Err(StopReason::Nodes);
    }
    let bytes = key.building_bytes();
    let table = || obtain(job.tables, bytes, control, |control| job.tables.perfect(key, control));
    let (_in_use, table) = job.tables.obtain(control, table)?;
    Ok((table.for_goal(job.goal).and_then(|table| table.solve(job.start)), table.bytes()))
}

/// Returns a table, which takes `more` bytes while it is built, unless that exceeds the memory of the control or of the
/// cache, or the time.
///
/// Building is not searching: a board costs the same whether it was the first that needed the table or not. So progress
/// of building is reported to the caller, but not added to the outcome.
pub(super) fn obtain<T>(
    tables: &TableCache,
    more: u64,
    control: &Control,
    get: impl FnOnce(&Control) -> Result<T, StopReason>,
) -> Result<T, StopReason> {
    if more > 0 {
        if !tables.has_room_for(more) {
            return Err(StopReason::Memory);
        }
        if control.budget().memory.is_some_and(|limit| tables.bytes() + more > limit) {
            return Err(StopReason::Memory);
        }
        control.check()?;
    }
    get(control)
}
