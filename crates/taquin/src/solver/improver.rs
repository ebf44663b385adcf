//! Which engine tries next to make an answer shorter, and how hard.
//!
//! A beam has nothing to show before it is done, so beams grow fourfold as long as there is plenty of time, and the last
//! one is as wide as fills the rest. Windows go on from the answer there is, and polish what the beams found.

use crate::control::Control;
use crate::large::{Beam, BeamWidth, IncrementalBeam, Windows};
use crate::metric::Metric;
use crate::moves::Moves;
use crate::search::{SearchOutcome, Stats};
use crate::space::Workers;
use crate::task::Task;
use std::time::Duration;

/// Tries one engine after the other, harder each time.
pub(super) struct Improver<'a> {
    task: &'a Task,
    metric: Metric,
    workers: Workers,
    /// Made when it is first used.
    beam: Option<Beam>,
    incremental: IncrementalBeam<'a>,
    /// What the last beam cost.
    last_beam: Option<BeamCost>,
    /// How hard windows try.
    effort: u32,
}

#[derive(Clone, Copy)]
struct BeamCost {
    width: usize,
    time: Duration,
    nodes: u64,
}

/// On larger boards a narrow beam may get lost, and a rolling one goes ahead.
const SURE_CELLS: usize = 49;

/// Rolling beams are for boards with sides of at least so many cells; others have no room beside their lines.
const ROLLING_SIDE: usize = 4;

/// The first beam is over in no time.
const FIRST_WIDTH: usize = 100;

/// Tables that would take more than this part of what is left are not made; and how fast they are on a slow machine.
const TABLE_PART: f64 = 0.5;
const TABLE_BYTES_A_SECOND: f64 = 400e6;

/// The next beam is so many times as wide, as long as it takes no more than this part of what is left.
const GROWTH: f64 = 4.0;
const SMALL_PART: f64 = 0.4;

/// The last beam should take this part of what is left.
const LAST_PART: f64 = 0.9;

/// A beam that is not wider by this factor is not worth while.
const LEAST_GROWTH: f64 = 1.3;

/// Wider beams find next to nothing more.
const MOST_WIDTH: usize = 4_000_000;

/// What a board of a beam leaves behind for the way back, over all depths.
const LINK_BYTES: usize = 128;

/// Beyond this effort windows find nothing more.
const MOST_EFFORT: u32 = 14;

/// Windows that gain more than one move in so many are tried again as they are.
const WORTHWHILE: usize = 200;

impl<'a> Improver<'a> {
    pub(super) fn new(task: &'a Task, metric: Metric, workers: Workers) -> Improver<'a> {
        let incremental = IncrementalBeam::new(task, workers);
        Improver { task, metric, workers, beam: None, incremental, last_beam: None, effort: 0 }
    }

    /// Tries the next engine; `None` if there is nothing left to try.
    pub(super) fn step(&mut self, best: &Moves, control: &Control) -> Option<SearchOutcome> {
        if let Some(step) = self.wider(best, control) {
            return Some(step);
        }
        let effort = self.effort;
        (effort <= MOST_EFFORT).then(|| {
            let windows = Windows { length: 12 + 6 * effort as usize, nodes: 200 << effort.min(12) };
            let shortened = windows.shorten(self.task.start(), best, control);
            let before = best.len();
            let after = shortened.moves.as_ref().map_or(before, |moves| moves.len());
            if before - after <= before / WORTHWHILE {
                self.effort += 1;
            }
            shortened
        })
    }

    /// The next beam, if one is worth while.
    fn wider(&mut self, best: &Moves, control: &Control) -> Option<SearchOutcome> {
        let size = self.task.size();
        let can_roll = size.rows().min(size.cols()) >= ROLLING_SIDE;
        let rolls_first = size.cells() > SURE_CELLS && can_roll && self.incremental.is_new();
        if Beam::is_for(size) && !rolls_first {
            let width = self.next_width(best, control)?;
            return Some(self.beam(width, Some(best), control));
        }
        if !can_roll {
            return None;
        }
        self.incremental.next(control)
    }

    /// A beam of a width, for solutions shorter than the best if there is one.
    pub(super) fn beam(
        &mut self,
        width: BeamWidth,
        best: Option<&Moves>,
        control: &Control,
    ) -> SearchOutcome {
        let tables = Beam::table_bytes(self.task.size());
        let nothing = |stopped| {
            let stats = Stats { elapsed: control.elapsed(), ..Stats::default() };
            SearchOutcome { moves: None, lower_bound: 0, stopped, stats }
        };
        if self.beam.is_none() {
            match Beam::prepared(self.task.goal(), self.workers, control) {
                Some(Ok(beam)) => self.beam = Some(beam),
                Some(Err(reason)) => return nothing(Some(reason)),
                None => {}
            }
        }
        let Some(beam) = &self.beam else { return nothing(None) };
        // The tables are made only once.
        let began = control.elapsed();
        // What is shorter in moves need not be shorter in pushes, or the other way round.
        let below = best.filter(|_| self.metric == Metric::Single).map(|best| best.len());
        let mut found = beam.search(self.task.start(), width, below, self.workers, &control.beside(tables));
        let time = control.elapsed().saturating_sub(began);
        let boards = width.max();
        self.last_beam = Some(BeamCost { width: boards, time, nodes: found.stats.expanded });
        found.stats.bytes += tables;
        found
    }

    /// How many times as wide as the last a beam could be in the time and with the nodes that are left.
    fn left(last: BeamCost, control: &Control) -> (f64, f64) {
        let by_time = control.time_left().map(|left| left.as_secs_f64() / last.time.as_secs_f64().max(1e-6));
        let by_nodes = control.budget().nodes.map(|left| left as f64 / last.nodes.max(1) as f64);
        (by_time.unwrap_or(f64::INFINITY), by_nodes.unwrap_or(f64::INFINITY))
    }

    /// How wide the next beam should be; `None` if none is worth while.
    fn next_width(&self, best: &Moves, control: &Control) -> Option<BeamWidth> {
        let Some(last) = self.last_beam else {
            let tables = Beam::table_bytes(self.task.size()) as f64 / TABLE_BYTES_A_SECOND;
            let time = control.time_left();
            let is_worthwhile = time.is_none_or(|left| tables <= TABLE_PART * left.as_secs_f64());
            return self.fitting(FIRST_WIDTH, control).filter(|_| is_worthwhile).map(BeamWidth::Fixed);
        };
        let (by_time, by_nodes) = Improver::left(last, control);
        let left = by_time.min(by_nodes);
        let wider = |growth: f64| {
            let width = ((last.width as f64 * growth) as usize).min(MOST_WIDTH);
            let width = self.fitting(width, control)?;
            (width as f64 >= LEAST_GROWTH * last.width as f64).then_some(width)
        };
        if GROWTH <= SMALL_PART * left {
            return wider(GROWTH).map(BeamWidth::Fixed);
        }
        let most = wider(LAST_PART * left)?;
        let elapsed = control.elapsed();
        Some(match control.time_left().filter(|_| by_time < by_nodes) {
            // Twice as wide where there are fewer boards than usual; the clock sees to the rest.
            Some(left) => {
                let (time, moves) = (elapsed + left.mul_f64(LAST_PART), best.len());
                BeamWidth::Timed {
                    deadline: time,
                    expected_moves: moves,
                    max: self.fitting(2 * most, control).unwrap_or(most),
                }
            }
            None => BeamWidth::Fixed(most),
        })
    }

    /// A width for which there is memory: this one, or a part of it.
    fn fitting(&self, width: usize, control: &Control) -> Option<usize> {
        let tables = Beam::table_bytes(self.task.size());
        let fits = |width: usize| {
            let boards = self.beam.as_ref().map_or(0, |beam| beam.bytes(width, self.workers));
            // Who came from whom, in layer after layer.
            let links = (width * LINK_BYTES) as u64;
            control.budget().memory.is_none_or(|memory| tables + boards + links <= memory)
        };
        let parts = std::iter::successors(Some(width), |width| Some(width / 4 * 3));
        parts.take_while(|&width| width > 0).find(|&width| fits(width))
    }
}
