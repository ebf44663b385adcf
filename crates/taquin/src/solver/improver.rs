//! Improves a solution: chooses the next search and how much effort it gets.
//!
//! A beam search has no result before it ends. So beams are eight times as wide each time while there is plenty of time,
//! and the last one, which gets most of the time, is as wide as the remaining time allows. Window searches shorten the
//! incumbent locally.

use crate::control::Control;
use crate::large::{Beam, BeamWidth, IncrementalBeam, Models, Windows};
use crate::metric::Metric;
use crate::moves::Moves;
use crate::search::{SearchOutcome, Stats};
use crate::space::Workers;
use crate::task::Task;
use std::time::Duration;

/// Runs one search after the other to shorten the incumbent, each with more effort.
pub(super) struct Improver<'a> {
    task: &'a Task,
    metric: Metric,
    models: &'a Models,
    workers: Workers,
    /// Built on first use.
    beam: Option<Beam>,
    incremental: IncrementalBeam<'a>,
    /// The cost of the last beam.
    last_beam: Option<BeamCost>,
    /// The effort of the next window search.
    effort: u32,
}

#[derive(Clone, Copy)]
struct BeamCost {
    width: usize,
    time: Duration,
    nodes: u64,
}

/// On larger boards a narrow beam may fail, and an incremental beam runs first.
const RELIABLE_CELLS: usize = 49;

/// Incremental beams need at least this many rows and columns; smaller boards have no room beside their lines.
const MIN_INCREMENTAL_SIDE: usize = 4;

/// The width of the first beam, which takes almost no time.
const FIRST_WIDTH: usize = 100;

/// Tables that would take more than this share of the time left are not built; the second constant is the speed of a
/// slow machine.
const TABLE_SHARE: f64 = 0.5;
const TABLE_BYTES_PER_SECOND: f64 = 400e6;

/// The next beam is this many times as wide, if it takes at most this share of what is left.
const GROWTH: f64 = 8.0;
const GROWTH_SHARE: f64 = 0.15;

/// The share of the time left for the last beam.
const LAST_SHARE: f64 = 0.95;

/// The smallest growth that justifies another beam.
const MIN_GROWTH: f64 = 1.3;

/// Wider beams hardly find shorter solutions.
const MAX_WIDTH: usize = 4_000_000;

/// The bytes of back-pointers per board of the beam width, over all depths.
const BACK_POINTER_BYTES: usize = 128;

/// Window searches with more effort find nothing more.
const MAX_EFFORT: u32 = 14;

/// The effort grows if windows shorten the solution by less than one move in this many.
const MIN_GAIN: usize = 200;

impl<'a> Improver<'a> {
    pub(super) fn new(task: &'a Task, metric: Metric, models: &'a Models, workers: Workers) -> Improver<'a> {
        let incremental = IncrementalBeam::new(task, workers).with_models(models.clone());
        Improver { task, metric, models, workers, beam: None, incremental, last_beam: None, effort: 0 }
    }

    /// Runs the next search; returns `None` if there is nothing left to try.
    pub(super) fn step(&mut self, incumbent: &Moves, control: &Control) -> Option<SearchOutcome> {
        if let Some(step) = self.next_beam(incumbent, control) {
            return Some(step);
        }
        let effort = self.effort;
        (effort <= MAX_EFFORT).then(|| {
            let windows = Windows { length: 12 + 6 * effort as usize, nodes: 200 << effort.min(12) };
            let shortened = windows.shorten(self.task.start(), incumbent, control);
            let before = incumbent.len();
            let after = shortened.moves.as_ref().map_or(before, Moves::len);
            if before - after <= before / MIN_GAIN {
                self.effort += 1;
            }
            shortened
        })
    }

    /// Runs the next beam, if one is worthwhile.
    fn next_beam(&mut self, incumbent: &Moves, control: &Control) -> Option<SearchOutcome> {
        let size = self.task.size();
        let can_be_incremental = size.rows().min(size.cols()) >= MIN_INCREMENTAL_SIDE;
        let incremental_first =
            size.cells() > RELIABLE_CELLS && can_be_incremental && self.incremental.is_new();
        if Beam::is_for(size) && !incremental_first {
            let width = self.next_width(incumbent, control)?;
            return Some(self.beam(width, Some(incumbent), control));
        }
        if !can_be_incremental {
            return None;
        }
        self.incremental.next(control)
    }

    /// Runs a beam of a width, for solutions shorter than the incumbent if there is one.
    pub(super) fn beam(
        &mut self,
        width: BeamWidth,
        incumbent: Option<&Moves>,
        control: &Control,
    ) -> SearchOutcome {
        let tables = Beam::table_bytes(self.task.size());
        let nothing = |stopped| {
            let stats = Stats { elapsed: control.elapsed(), ..Stats::default() };
            SearchOutcome { moves: None, lower_bound: 0, stopped, stats }
        };
        if self.beam.is_none() {
            match Beam::prepared(self.task.goal(), self.models, self.workers, control) {
                Some(Ok(beam)) => self.beam = Some(beam),
                Some(Err(reason)) => return nothing(Some(reason)),
                None => {}
            }
        }
        let Some(beam) = &self.beam else { return nothing(None) };
        // The tables are built only once, so their time is not part of the beam's cost.
        let began = control.elapsed();
        // A solution shorter in moves may be longer in pushes.
        let below = incumbent.filter(|_| self.metric == Metric::Single).map(Moves::len);
        let mut found = beam.search(self.task.start(), width, below, self.workers, &control.beside(tables));
        let time = control.elapsed().saturating_sub(began);
        let boards = width.max();
        self.last_beam = Some(BeamCost { width: boards, time, nodes: found.stats.expanded });
        found.stats.bytes += tables;
        found
    }

    /// Returns how many times as wide as the last a beam can be with the remaining time and nodes.
    fn growth_left(last: BeamCost, control: &Control) -> (f64, f64) {
        let by_time = control.time_left().map(|left| left.as_secs_f64() / last.time.as_secs_f64().max(1e-6));
        let by_nodes = control.budget().nodes.map(|left| left as f64 / last.nodes.max(1) as f64);
        (by_time.unwrap_or(f64::INFINITY), by_nodes.unwrap_or(f64::INFINITY))
    }

    /// Returns the width of the next beam; `None` if none is worthwhile.
    fn next_width(&self, incumbent: &Moves, control: &Control) -> Option<BeamWidth> {
        let Some(last) = self.last_beam else {
            let tables = Beam::table_bytes(self.task.size()) as f64 / TABLE_BYTES_PER_SECOND;
            let time = control.time_left();
            let is_worthwhile = time.is_none_or(|left| tables <= TABLE_SHARE * left.as_secs_f64());
            return self
                .affordable_width(FIRST_WIDTH, control)
                .filter(|_| is_worthwhile)
                .map(BeamWidth::Fixed);
        };
        let (by_time, by_nodes) = Improver::growth_left(last, control);
        let left = by_time.min(by_nodes);
        let wider = |growth: f64| {
            let width = ((last.width as f64 * growth) as usize).min(MAX_WIDTH);
            let width = self.affordable_width(width, control)?;
            (width as f64 >= MIN_GROWTH * last.width as f64).then_some(width)
        };
        if GROWTH <= GROWTH_SHARE * left {
            return wider(GROWTH).map(BeamWidth::Fixed);
        }
        let most = wider(LAST_SHARE * left)?;
        let elapsed = control.elapsed();
        Some(match control.time_left().filter(|_| by_time < by_nodes) {
            // A narrow beam is slower per board, so a wide one may become wider than expected; the deadline limits it.
            Some(left) => {
                let (time, moves) = (elapsed + left.mul_f64(LAST_SHARE), incumbent.len());
                BeamWidth::Timed {
                    deadline: time,
                    expected_moves: moves,
                    max: self.affordable_width(4 * most, control).unwrap_or(most),
                }
            }
            None => BeamWidth::Fixed(most),
        })
    }

    /// Returns the largest of decreasing widths that fits into memory; `None` if none does.
    fn affordable_width(&self, width: usize, control: &Control) -> Option<usize> {
        let tables = Beam::table_bytes(self.task.size());
        let fits = |width: usize| {
            let boards = self.beam.as_ref().map_or(0, |beam| beam.bytes(width, self.workers));
            // Back-pointers, for every depth.
            let back_pointers = (width * BACK_POINTER_BYTES) as u64;
            control.budget().memory.is_none_or(|memory| tables + boards + back_pointers <= memory)
        };
        let widths = std::iter::successors(Some(width), |width| Some(width / 4 * 3));
        widths.take_while(|&width| width > 0).find(|&width| fits(width))
    }
}
