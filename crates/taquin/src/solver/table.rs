//! Solving with a perfect table, built if it is not cached.

use super::dispatch::Job;
use crate::control::{Control, StopReason};
use crate::goal::Goal;
use crate::grid::Packed25;
use crate::heuristic::{Pattern, PatternTable, leads_home};
use crate::moves::Moves;
use crate::search::SearchOutcome;
use crate::stats::Stats;
use crate::tables::{PerfectKey, PreparedTable, TableCache};
use std::sync::Arc;

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
    let Some(key) = PerfectKey::of(job.goal, job.method.metric) else { return Ok((None, 0)) };
    let walk = |table: &PreparedTable| (table.goal_table().solve(job.start), table.bytes());
    match job.tables.prepared(job.goal, job.method.metric, walk) {
        Some((Some(moves), bytes)) => return Ok((Some(moves), bytes)),
        // A job is solvable, so the table is wrong.
        Some((None, _)) => job.tables.reject_perfect(key),
        None => {}
    }
    if control.budget().nodes.is_some_and(|limit| key.states() > limit) {
        return Err(StopReason::Nodes);
    }
    let bytes = key.building_bytes();
    let table = || obtain(job.tables, bytes, control, |control| job.tables.perfect(key, control));
    let walk = || -> Result<_, StopReason> {
        let (_in_use, table) = job.tables.obtain(control, table)?;
        Ok((table.for_goal(job.goal).and_then(|table| table.solve(job.start)), table.bytes()))
    };
    match walk()? {
        (None, _) => {
            job.tables.reject_perfect(key);
            walk()
        }
        walked => Ok(walked),
    }
}

/// Returns the table of a pattern, built if it is not cached, with which these boards can be searched. A table that does
/// not lead from one of them to the goal is built again.
pub(super) fn obtain_pattern(
    tables: &TableCache,
    pattern: &Pattern,
    goal: &Goal,
    boards: &[Packed25],
    control: &Control,
) -> Result<Arc<PatternTable>, StopReason> {
    let get = || {
        let more = if tables.has_pattern(pattern) { 0 } else { pattern.building_bytes() };
        obtain(tables, more, control, |control| tables.pattern(pattern, control))
    };
    let table = get()?;
    if boards.iter().all(|board| leads_home(&table, goal, board)) {
        return Ok(table);
    }
    tables.reject_pattern(&table);
    drop(table);
    get()
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
