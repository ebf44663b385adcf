//! Beams side by side, each on a thread of its own, and one after the other until the time is up.

use super::rest::Rest;
use super::two_tiles::TwoTiles;
use super::variant::Variant;
use super::walk::Walk;
use super::{NARROWEST_PEEL, REPORT, Report, roll};
use crate::large::beam::Beamed;
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

/// So many runs are enough without a limit.
const MOST_RUNS: usize = 100;

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
    Rolling::new(task, workers).run(width.max(1), &mut monitor)
}

/// Rolling beams for one task, each with other variants than those before, and as wide as the time allows.
///
/// ```
/// use taquin::large::Rolling;
/// use taquin::scramble::Scrambler;
/// use taquin::search::{Limits, Unobserved};
/// use taquin::space::Workers;
/// use taquin::{Goal, Size, Task};
/// let goal = Goal::rows(Size::square(12)?);
/// let start = Scrambler::seeded(1).solvable(&goal);
/// let task = Task::new(start.clone(), goal.clone()).unwrap();
/// let mut beams = Rolling::new(&task, Workers::ONE);
/// let first = beams.next(&Limits::none(), &mut Unobserved).unwrap();
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
    pub fn next(&mut self, limits: &Limits, observer: &mut dyn Observer) -> Option<Beamed> {
        let width = self.next_width(limits)?;
        let begun = limits.clock.elapsed();
        let mut monitor = Monitor::new(self.task.size().cells(), limits, observer);
        let found = self.run(width, &mut monitor);
        let (_, stats) = monitor.finish();
        self.last = Some((width, stats.elapsed.saturating_sub(begun)));
        if let Err(StopReason::Memory(_)) = found {
            // It will not be enough the next time, either.
            self.next_variant = usize::MAX / 2;
        }
        Some(match found {
            Ok(moves) => Beamed { moves: Some(moves), stopped: None, stats },
            Err(reason) => Beamed { moves: None, stopped: Some(reason), stats },
        })
    }

    fn next_width(&self, limits: &Limits) -> Option<usize> {
        let Some((width, spent)) = self.last else { return Some(FIRST_WIDTH) };
        if self.is_trivial() || self.next_variant >= MOST_RUNS * self.workers.count() {
            return None;
        }
        let wider = match limits.time {
            Some(time) => {
                let left = time.saturating_sub(limits.clock.elapsed()).as_secs_f64();
                left * CAUTION / spent.as_secs_f64().max(1e-6) * width as f64
            }
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
        let rest = match &self.rest {
            Some(rest) => rest,
            None => {
                let made = Rest::new(task, has_room, &mut || monitor.quota().map(|_| ()))?;
                self.rest.insert(made)
            }
        };
        let first = self.next_variant;
        self.next_variant += workers.count();
        let mut report = |expanded: u64| {
            if monitor.nodes_left() < expanded {
                return Err(monitor.out_of_nodes());
            }
            monitor.count(expanded.min(u64::from(u32::MAX)) as u32, expanded, 0);
            monitor.quota().map(|_| ())
        };
        let run = |number: usize, between: u64, report: &mut Report| {
            roll(task, width, &Variant::of(first + number, width, size.cells()), rest, between, report)
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
