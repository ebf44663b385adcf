//! Solving with the fewest pushes, with or without pattern databases.

use super::dispatch::Job;
use super::table::obtain;
use crate::control::{Control, StopReason};
use crate::geometry::Geometry;
use crate::grid::{Flat, Grid, Layout, Packed16, Packed25};
use crate::heuristic::{PushDistance, PushTable, WalkingDistance};
use crate::metric::Metric;
use crate::search::{Root, SearchOutcome, kernel};
use crate::space::Workers;
use std::sync::Arc;

/// Runs IDA* in pushes.
pub(super) fn run(job: &Job, control: &Control) -> SearchOutcome {
    let (_in_use, tables) = match job.tables.obtain(control, || tables(job, control)) {
        Ok(obtained) => obtained,
        Err(reason) => return SearchOutcome::stopped(reason, control),
    };
    // Walking distance needs tables; without memory for them, the steps of the tiles are counted.
    let missing = WalkingDistance::missing_bytes(job.goal, Metric::Multi, job.tables.heuristics());
    let fits = control.budget().memory.is_none_or(|memory| job.tables.bytes() + missing <= memory);
    let heuristic = PushDistance::with_tables(
        job.goal,
        &tables,
        if fits { u64::MAX } else { 0 },
        job.tables.heuristics(),
    );
    let control = &control.beside(if fits { WalkingDistance::building_bytes(job.goal.size()) } else { 0 });
    match Layout::of(job.start.size().cells()) {
        Layout::Packed16 => search::<Packed16>(job, &heuristic, control),
        Layout::Packed25 => search::<Packed25>(job, &heuristic, control),
        Layout::Flat => search::<Flat>(job, &heuristic, control),
    }
}

/// Returns the tables of the method's patterns, if it has any.
fn tables(job: &Job, control: &Control) -> Result<Vec<Arc<PushTable>>, StopReason> {
    if job.method.push_tiles == 0 {
        return Ok(Vec::new());
    }
    let patterns = PushDistance::patterns(job.goal);
    let tables = patterns.iter().map(|pattern| {
        let more = if job.tables.has_pushes(pattern) { 0 } else { pattern.building_bytes() };
        obtain(job.tables, more, control, |control| job.tables.pushes(pattern, control))
    });
    tables.collect()
}

fn search<G: Grid>(job: &Job, heuristic: &PushDistance, control: &Control) -> SearchOutcome {
    let (order, workers) = (job.method.order, Workers::new(job.method.threads));
    let geometry = Geometry::new(job.start.size(), order);
    let root = Root::<G>::new(job.start, job.goal.board(), &geometry);
    kernel::ida_star_multi(&root, order, heuristic, control.lower_bound(), workers, control)
}
