//! A board solved with the fewest pushes, with patterns or without.

use super::dispatch::Job;
use super::table::obtain;
use crate::geometry::Geometry;
use crate::grid::{Flat, Grid, Layout, Packed16, Packed25};
use crate::heuristic::{PushDistance, PushTable, WalkingDistance};
use crate::search::{self, Ending, Limits, Observer, Outcome, Root, StopReason};
use crate::space::Workers;
use std::sync::Arc;

/// Runs IDA* in pushes.
pub(super) fn run(job: &Job, limits: &Limits, observer: &mut dyn Observer) -> Outcome {
    let tables = match tables(job, limits, observer) {
        Ok(tables) => tables,
        Err(reason) => return job.stopped(reason, limits),
    };
    // Walking distance has tables of its own; where there is no room for them, the tiles' steps are counted.
    let walking = WalkingDistance::building_bytes(job.goal.size());
    let room = limits.memory.map(|memory| memory.saturating_sub(job.tables.bytes()));
    let fits = room.is_none_or(|room| walking <= room);
    let heuristic = PushDistance::with_tables(
        job.goal,
        &tables,
        if fits { u64::MAX } else { 0 },
        job.tables.heuristics(),
    );
    let memory = if fits { limits.memory.map(|memory| memory - walking) } else { limits.memory };
    let outcome = search_in(job, &heuristic, &Limits { memory, ..limits.clone() }, observer);
    let ending = match (outcome.ending, limits.memory) {
        (Ending::Stopped(StopReason::Memory(_)), Some(limit)) => Ending::Stopped(StopReason::Memory(limit)),
        (ending, _) => ending,
    };
    Outcome { ending, ..outcome }
}

fn search_in(job: &Job, heuristic: &PushDistance, limits: &Limits, observer: &mut dyn Observer) -> Outcome {
    match Layout::of(job.start.size().cells()) {
        Layout::Packed16 => search::<Packed16>(job, heuristic, limits, observer),
        Layout::Packed25 => search::<Packed25>(job, heuristic, limits, observer),
        Layout::Flat => search::<Flat>(job, heuristic, limits, observer),
    }
}

/// The tables of the method's patterns, if it has any.
fn tables(
    job: &Job,
    limits: &Limits,
    observer: &mut dyn Observer,
) -> Result<Vec<Arc<PushTable>>, StopReason> {
    if job.method.push_tiles == 0 {
        return Ok(Vec::new());
    }
    let patterns = PushDistance::patterns(job.goal);
    let tables = patterns.iter().map(|pattern| {
        let more = if job.tables.has_pushes(pattern) { 0 } else { pattern.building_bytes() };
        obtain(job.tables, more, limits, observer, |on_layer| job.tables.pushes(pattern, on_layer))
    });
    tables.collect()
}

fn search<G: Grid>(
    job: &Job,
    heuristic: &PushDistance,
    limits: &Limits,
    observer: &mut dyn Observer,
) -> Outcome {
    let (order, workers) = (job.method.order, Workers::new(job.method.threads));
    let geometry = Geometry::new(job.start.size(), order);
    let root = Root::<G>::new(job.start, job.goal.board(), &geometry);
    search::ida_star_multi(&root, order, heuristic, job.proven, workers, limits, observer)
}
