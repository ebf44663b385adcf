//! Beams side by side, each on a thread of its own, and one after the other until the time is up.

use super::rest::Rest;
use super::variant::Variant;
use super::walk::Walk;
use super::window::Windows;
use super::{NARROWEST_PEEL, Report, roll};
use crate::large::construct::construct;
use crate::metric::Metric;
use crate::moves::Moves;
use crate::search::{Limits, Monitor, Observer, StopReason};
use crate::space::Workers;
use crate::task::Task;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

/// How often the limits are looked at while threads work.
const POLL: Duration = Duration::from_millis(1);

/// The width of the first of several runs; much narrower ones do not find their way around on large boards.
const FIRST_WIDTH: usize = 30;

/// So many states for each cell are enough; after that, other variants gain more than wider beams.
const WIDEST: usize = 40;

/// Part of the time left that a run may take if it goes as fast as the one before. Wider beams are a bit slower.
const CAUTION: f64 = 0.75;

/// Finds a solution with a beam of some width. Each thread has a beam of its own, and the shortest solution counts.
///
/// # Errors
/// If a limit was reached first.
pub fn rolling(
    task: &Task,
    width: usize,
    workers: Workers,
    limits: &Limits,
    observer: &mut dyn Observer,
) -> Result<Moves, StopReason> {
    let mut monitor = Monitor::new(task.size().cells(), limits, observer);
    let mut runs = Runs::new(task, workers, &mut monitor)?;
    runs.next(width.max(1))
}

/// Finds solutions until a limit is reached or nothing more is to be expected: first with narrow beams, then as wide as
/// the time allows, then with other variants. Tells each that is shorter than all before, and says why it stopped.
pub fn rolling_on(
    task: &Task,
    workers: Workers,
    limits: &Limits,
    observer: &mut dyn Observer,
    found: &mut dyn FnMut(&Moves),
) -> Option<StopReason> {
    let cells = task.size().cells();
    let mut monitor = Monitor::new(cells, limits, observer);
    let mut shortest = usize::MAX;
    let mut width = FIRST_WIDTH;
    let mut runs = match Runs::new(task, workers, &mut monitor) {
        Ok(runs) => runs,
        Err(reason) => return Some(reason),
    };
    for _ in 0..MOST_RUNS {
        let begun = limits.clock.elapsed();
        match runs.next(width) {
            Ok(moves) if moves.len(Metric::Single) < shortest => {
                shortest = moves.len(Metric::Single);
                found(&moves);
            }
            Ok(_) => {}
            Err(reason) => return Some(reason),
        }
        if runs.is_trivial() {
            return None;
        }
        let now = limits.clock.elapsed();
        let widest = WIDEST * cells;
        let wider = match limits.time {
            Some(time) => {
                let spent = now.saturating_sub(begun).as_secs_f64().max(1e-6);
                time.saturating_sub(now).as_secs_f64() * CAUTION / spent * width as f64
            }
            None => 2.0 * width as f64,
        };
        // A run that cannot be done in time is as good as none; one of half the width may be lucky.
        if wider < 0.5 * width as f64 {
            return limits.time.map(StopReason::Time);
        }
        width = (wider as usize).clamp(1, widest);
    }
    None
}

/// So many runs are enough without a limit.
const MOST_RUNS: usize = 100;

/// Beams for the same task, one variant after the other.
struct Runs<'a, 'm> {
    task: &'a Task,
    workers: Workers,
    rest: Rest,
    monitor: &'a mut Monitor<'m>,
    next_variant: usize,
}

impl<'a, 'm> Runs<'a, 'm> {
    fn new(task: &'a Task, workers: Workers, monitor: &'a mut Monitor<'m>) -> Result<Self, StopReason> {
        let size = task.size();
        // A solution is seldom longer than this; it takes a byte a move, and twice that while it grows.
        let solution = (4 * size.cells() * (size.rows() + size.cols())) as u64;
        monitor.keep((solution + Windows::BYTES) * workers.count() as u64)?;
        let has_room = monitor.keep(Rest::bytes(size) * workers.count() as u64).is_ok();
        Ok(Runs { task, workers, rest: Rest::new(task, has_room), monitor, next_variant: 0 })
    }

    /// Is there nothing to choose?
    fn is_trivial(&self) -> bool {
        self.task.size().is_line() || self.task.start() == self.task.goal().board()
    }

    /// The shortest solution of the next variants, one for each thread.
    fn next(&mut self, width: usize) -> Result<Moves, StopReason> {
        if self.is_trivial() {
            return Ok(construct(self.task));
        }
        let cells = self.task.size().cells();
        let bytes = Walk::bytes(cells, width.max(NARROWEST_PEEL)) * self.workers.count() as u64;
        self.monitor.keep(bytes)?;
        let first = self.next_variant;
        self.next_variant += self.workers.count();
        let (task, rest, workers) = (self.task, &self.rest, self.workers);
        let monitor = &mut *self.monitor;
        let mut report = |expanded: u64| {
            monitor.count(expanded.min(u64::from(u32::MAX)) as u32, expanded, 0);
            monitor.allowance().map(|_| ())
        };
        let run = |number: usize, report: &mut Report| {
            roll(task, width, &Variant::of(first + number, width, cells), rest, report)
        };
        let moves =
            if workers.count() == 1 { run(0, &mut report) } else { side_by_side(workers, run, &mut report) };
        self.monitor.release(bytes);
        moves
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
            if stop.load(Ordering::Relaxed) { Err(StopReason::Asked) } else { Ok(()) }
        };
        if let (Ok(moves), Ok(mut found)) = (run(number, &mut pace), found.lock()) {
            found.push((moves.len(Metric::Single), number, moves));
        }
    };
    let stopped = std::thread::scope(|scope| {
        let work = &work;
        let threads: Vec<_> = (0..workers.count()).map(|number| scope.spawn(move || work(number))).collect();
        let mut stopped = None;
        while threads.iter().any(|thread| !thread.is_finished()) {
            std::thread::sleep(POLL);
            if let Err(reason) = report(expanded.swap(0, Ordering::Relaxed)) {
                stopped = stopped.or(Some(reason));
                stop.store(true, Ordering::Relaxed);
            }
        }
        stopped
    });
    let found = found.into_inner().unwrap_or_default();
    let shortest = found.into_iter().min_by_key(|&(length, number, _)| (length, number));
    match (shortest, stopped) {
        (Some((.., moves)), _) => Ok(moves),
        (None, reason) => Err(reason.unwrap_or(StopReason::Asked)),
    }
}
