//! Beams side by side, each on a thread of its own, and one after the other until the time is up.

use super::rest::Rest;
use super::two_tiles::TwoTiles;
use super::variant::Variant;
use super::walk::Walk;
use super::{NARROWEST_PEEL, REPORT, Report, roll};
use crate::control::{Budget, Control, StopReason};
use crate::large::construct::construct;
use crate::metric::Metric;
use crate::moves::Moves;
use crate::search::{Monitor, SearchOutcome};
use crate::space::Workers;
use crate::task::Task;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

/// The width of the first of several runs; much narrower ones do not find their way around on large boards.
const FIRST_WIDTH: usize = 30;

/// So many states for each cell are enough; after that, other variants gain more than wider beams.
const WIDEST: usize = 40;

/// Part of the time left that a run may take if it goes as fast as the one before. Wider beams are a bit slower.
const CAUTION: f64 = 0.75;

/// So many runs are enough without a limit.
const MOST_RUNS: usize = 100;

/// Finds a solution with a beam of some width. Each thread has a beam of its own, and the shortest solution counts.
///
/// # Errors
/// If a limit was reached first.
pub fn rolling(task: &Task, width: usize, workers: Workers, control: &Control) -> Result<Moves, StopReason> {
    let control = &control.started();
    let mut monitor = Monitor::new(task.size().cells(), control);
    Rolling::new(task, workers).run(width.max(1), &mut monitor)
}

/// Rolling beams for one task, each with other variants than those before, and as wide as the time allows.
///
/// ```
/// use taquin::large::Rolling;
/// use taquin::scramble::Scrambler;
/// use taquin::control::Control;
/// use taquin::space::Workers;
/// use taquin::{Goal, Size, Task};
/// let goal = Goal::rows(Size::square(12)?);
/// let start = Scrambler::new(1).solvable(&goal);
/// let task = Task::new(start.clone(), goal.clone()).unwrap();
/// let mut beams = Rolling::new(&task, Workers::ONE);
/// let first = beams.next(&Control::new()).unwrap();
/// assert_eq!(first.moves.unwrap().apply(&start).as_ref(), Ok(goal.board()));
/// # Ok::<(), taquin::SizeError>(())
/// ```
pub struct Rolling<'a> {
    task: &'a Task,
    workers: Workers,
    /// Made when the limits are known.
    rest: Option<Rest>,
    next_variant: usize,
    /// The width of the last run, and how long it took.
    last: Option<(usize, Duration)>,
}

impl<'a> Rolling<'a> {
    /// Nothing is done yet.
    pub fn new(task: &'a Task, workers: Workers) -> Rolling<'a> {
        Rolling { task, workers, rest: None, next_variant: 0, last: None }
    }

    /// Was nothing tried yet?
    pub fn is_new(&self) -> bool {
        self.last.is_none()
    }

    /// The shortest solution of the next beams; `None` if there is no time for them, or nothing more is to be expected.
    pub fn next(&mut self, control: &Control) -> Option<SearchOutcome> {
        let width = self.next_width(control)?;
        let begun = control.elapsed();
        let mut monitor = Monitor::new(self.task.size().cells(), control);
        let found = self.run(width, &mut monitor);
        if found == Err(StopReason::Memory) {
            // It will not be enough the next time, either.
            self.next_variant = usize::MAX / 2;
        }
        let outcome = monitor.finish(found.map(Some));
        self.last = Some((width, outcome.stats.elapsed.saturating_sub(begun)));
        Some(outcome)
    }

    fn next_width(&self, control: &Control) -> Option<usize> {
        let Some((width, spent)) = self.last else { return Some(FIRST_WIDTH) };
        if self.is_trivial() || self.next_variant >= MOST_RUNS * self.workers.count() {
            return None;
        }
        let wider = match control.time_left() {
            Some(left) => left.as_secs_f64() * CAUTION / spent.as_secs_f64().max(1e-6) * width as f64,
            None => 2.0 * width as f64,
        };
        // A run that cannot be done in time is as good as none; one of half the width may be lucky.
        (wider >= 0.5 * width as f64).then(|| (wider as usize).clamp(1, WIDEST * self.task.size().cells()))
    }

    /// Is there nothing to choose?
    fn is_trivial(&self) -> bool {
        self.task.size().is_line() || self.task.start() == self.task.goal().board()
    }

    /// The shortest solution of the next variants, one for each thread.
    fn run(&mut self, width: usize, monitor: &mut Monitor) -> Result<Moves, StopReason> {
        if self.is_trivial() {
            return Ok(construct(self.task));
        }
        let (task, size) = (self.task, self.task.size());
        // A limit of nodes is kept to the node, by one thread that reports every layer before it is expanded.
        let (workers, between) = match monitor.nodes_left() {
            u64::MAX => (self.workers, REPORT),
            _ => (Workers::ONE, 0),
        };
        let threads = workers.count() as u64;
        // A solution is seldom longer than this; it takes a byte a move, and twice that while it grows.
        let solution = (4 * size.cells() * (size.rows() + size.cols())) as u64;
        monitor.keep((solution + TwoTiles::BYTES) * threads)?;
        monitor.keep(Walk::bytes(size.cells(), width.max(NARROWEST_PEEL)) * threads)?;
        let has_room = monitor.keep(Rest::bytes(size) * threads).is_ok();
        // The few nodes of the block are not counted, and its memory has been.
        let unlimited = monitor.control().silent().with_budget(Budget::default());
        let rest = match &self.rest {
            Some(rest) => rest,
            None => {
                let made = Rest::new(task, has_room, &unlimited)?;
                self.rest.insert(made)
            }
        };
        let first = self.next_variant;
        self.next_variant += workers.count();
        let mut report = |expanded: u64| {
            if monitor.nodes_left() < expanded {
                return Err(StopReason::Nodes);
            }
            monitor.count(expanded.min(u64::from(u32::MAX)) as u32, expanded, 0);
            monitor.quota().map(|_| ())
        };
        let run = |number: usize, between: u64, report: &mut Report| {
            let variant = Variant::of(first + number, width, size.cells());
            roll(task, width, &variant, rest, between, &unlimited, report)
        };
        if workers.count() == 1 {
            run(0, between, &mut report)
        } else {
            side_by_side(workers, |number, report| run(number, between, report), &mut report)
        }
    }
}

/// Runs as many times as there are threads, while this one watches the limits. The first of equally short counts.
fn side_by_side(
    workers: Workers,
    run: impl Fn(usize, &mut Report) -> Result<Moves, StopReason> + Sync,
    report: &mut Report,
) -> Result<Moves, StopReason> {
    let stop = AtomicBool::new(false);
    let expanded = AtomicU64::new(0);
    let found = Mutex::new(Vec::new());
    let work = |number: usize| {
        let mut pace = |count: u64| {
            expanded.fetch_add(count, Ordering::Relaxed);
            if stop.load(Ordering::Relaxed) { Err(StopReason::Cancelled) } else { Ok(()) }
        };
        if let (Ok(moves), Ok(mut found)) = (run(number, &mut pace), found.lock()) {
            found.push((moves.len(Metric::Single), number, moves));
        }
    };
    let polled = workers.supervise(&stop, work, || report(expanded.swap(0, Ordering::Relaxed)));
    let found = found.into_inner().unwrap_or_default();
    let shortest = found.into_iter().min_by_key(|&(length, number, _)| (length, number));
    match shortest {
        Some((.., moves)) => Ok(moves),
        None => Err(polled.err().unwrap_or(StopReason::Cancelled)),
    }
}
