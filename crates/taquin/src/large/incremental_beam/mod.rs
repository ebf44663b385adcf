//! A beam search for boards of any size that commits moves as soon as all its states share them.
//!
//! A run has three parts. The global phase brings all tiles nearer to their homes at once, at little more than a move for
//! each step; the line phase completes line after line; and the endgame solves the block that is left. The cost of a move
//! does not depend on the size of the board, and memory is that of the beam and of the solution.
//!
//! ```
//! use taquin::internals::large::{construct, incremental_beam};
//! use taquin::scramble::Scrambler;
//! use taquin::control::Control;
//! use taquin::Workers;
//! use taquin::{Goal, Metric, Size, Task};
//! let goal = Goal::rows(Size::new(8, 12)?);
//! let start = Scrambler::seeded(1).solvable(&goal);
//! let task = Task::new(start.clone(), goal.clone()).unwrap();
//! let moves = incremental_beam(&task, 50, Workers::ONE, &Control::new()).unwrap();
//! assert_eq!(moves.apply(&start).as_ref(), Ok(goal.board()));
//! assert!(moves.len() < construct(&task).len());
//! # Ok::<(), taquin::SizeError>(())
//! ```
//!
//! A beam over whole boards would lose its way, because a solution has thousands of moves. Here all states share one
//! board and a tree of moves from it. The common prefix of all states is committed, and the tree is walked up and down,
//! so a state costs its last few moves and not a copy of the board. Threads run different variants of the parameters:
//! the luck of the best one is worth more than a wider beam.

mod beam_tree;
mod endgame;
mod evaluator;
mod global_phase;
mod line_phase;
mod lines;
mod node_counter;
mod pace;
mod pair_distances;
mod parameters;
mod run;

use super::beam::Models;
use super::construct::construct;
use crate::control::{Budget, CancelToken, Control, StopReason};
use crate::moves::Moves;
use crate::search::{Monitor, SearchOutcome};
use crate::space::Workers;
use crate::task::Task;
use beam_tree::BeamTree;
use endgame::Endgame;
use node_counter::{NodeCounter, count_nodes};
use pace::{FIRST_WIDTH, WidthPlan};
use pair_distances::PairDistances;
use parameters::Parameters;
use run::{MIN_LINE_WIDTH, run};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// The largest width for each cell; beyond it, other parameters gain more than a wider beam.
const MAX_WIDTH_PER_CELL: usize = 40;

/// The part of the remaining time that a run with a deadline takes; its width is adapted to that.
const TIME_SHARE: f64 = 0.95;

/// The first run has no deadline if it is expected to take at most this part of the time, at the speed of a slow machine, so
/// that there is a good solution early. The speed of a fast machine limits how wide a first run with a deadline can become.
const FIRST_SHARE: f64 = 0.15;
const SLOW_STATE: Duration = Duration::from_nanos(500);
const FAST_STATE: Duration = Duration::from_nanos(50);

/// Another run with a deadline may become this many times as wide as expected.
const MAX_WIDENING: usize = 4;

/// The most runs of each thread without a limit.
const MAX_RUNS: usize = 100;

/// Finds a solution with a beam of a given width. Each thread runs a beam of its own, and the shortest solution counts.
///
/// # Errors
/// If a limit was reached first.
pub fn incremental_beam(
    task: &Task,
    width: usize,
    workers: Workers,
    control: &Control,
) -> Result<Moves, StopReason> {
    let control = &control.started();
    let mut monitor = Monitor::new(task.size().cells(), control);
    IncrementalBeam::new(task, workers).run(WidthPlan::Fixed(width.max(1)), &mut monitor)
}

/// Successive runs for one task, each with other parameters and as wide as the time allows.
///
/// ```
/// use taquin::internals::large::IncrementalBeam;
/// use taquin::scramble::Scrambler;
/// use taquin::control::Control;
/// use taquin::Workers;
/// use taquin::{Goal, Size, Task};
/// let goal = Goal::rows(Size::square(12)?);
/// let start = Scrambler::seeded(1).solvable(&goal);
/// let task = Task::new(start.clone(), goal.clone()).unwrap();
/// let mut beam = IncrementalBeam::new(&task, Workers::ONE);
/// let first = beam.next(&Control::new()).unwrap();
/// assert_eq!(first.moves.unwrap().apply(&start).as_ref(), Ok(goal.board()));
/// # Ok::<(), taquin::SizeError>(())
/// ```
pub struct IncrementalBeam<'a> {
    task: &'a Task,
    models: Models,
    workers: Workers,
    /// Built when the limits are known.
    endgame: Option<Endgame>,
    next_run: usize,
    /// The width of the last run, and how long it took.
    last: Option<(usize, Duration)>,
}

impl<'a> IncrementalBeam<'a> {
    /// Prepares the runs for a task.
    pub fn new(task: &'a Task, workers: Workers) -> IncrementalBeam<'a> {
        let models = Models::default();
        IncrementalBeam { task, models, workers, endgame: None, next_run: 0, last: None }
    }

    /// Takes the model of the endgame from elsewhere.
    #[must_use]
    pub fn with_models(self, models: Models) -> IncrementalBeam<'a> {
        IncrementalBeam { models, ..self }
    }

    /// Returns whether there was no run yet.
    pub fn is_new(&self) -> bool {
        self.last.is_none()
    }

    /// Returns the shortest solution of the next run of each thread; `None` if there is no time for another run, or no
    /// improvement to expect.
    pub fn next(&mut self, control: &Control) -> Option<SearchOutcome> {
        let plan = self.next_plan(control)?;
        let begun = control.elapsed();
        let mut monitor = Monitor::new(self.task.size().cells(), control);
        let found = self.run(plan, &mut monitor);
        if found == Err(StopReason::Memory) {
            // Another run would fail for the same reason.
            self.next_run = usize::MAX / 2;
        }
        let outcome = monitor.finish(found.map(Some));
        self.last = Some((plan.expected(), outcome.stats.elapsed.saturating_sub(begun)));
        Some(outcome)
    }

    fn next_plan(&self, control: &Control) -> Option<WidthPlan> {
        let cells = self.task.size().cells();
        let widest = MAX_WIDTH_PER_CELL * cells;
        let timed = |left: Duration, expected: Option<usize>, max: usize| {
            let deadline = control.elapsed() + left.mul_f64(TIME_SHARE);
            WidthPlan::Timed { deadline, expected, max: max.clamp(1, widest) }
        };
        let Some((width, spent)) = self.last else {
            let slow = SLOW_STATE.as_secs_f64() * self.expected_moves();
            let is_long = |left: &Duration| slow * FIRST_WIDTH as f64 > left.as_secs_f64() * FIRST_SHARE;
            return Some(control.time_left().filter(is_long).map_or(WidthPlan::Fixed(FIRST_WIDTH), |left| {
                let fast = FAST_STATE.as_secs_f64() * self.expected_moves();
                timed(left, None, (left.as_secs_f64() / fast) as usize)
            }));
        };
        if self.is_trivial() || self.next_run >= MAX_RUNS * self.workers.count() {
            return None;
        }
        let Some(left) = control.time_left() else {
            return Some(WidthPlan::Fixed((2 * width).min(widest)));
        };
        let wider = left.as_secs_f64() * TIME_SHARE / spent.as_secs_f64().max(1e-6) * width as f64;
        // A run that cannot finish in time is useless; one of half the width may be lucky.
        (wider >= 0.5 * width as f64).then(|| {
            let expected = (wider as usize).clamp(1, widest);
            timed(left, Some(expected), MAX_WIDENING * expected)
        })
    }

    /// Returns about how many moves a narrow beam makes: the Manhattan distance of a random board, and half as many again.
    fn expected_moves(&self) -> f64 {
        let size = self.task.size();
        (size.cells() * (size.rows() + size.cols()) / 2) as f64
    }

    /// Returns whether there is only one sensible solution.
    fn is_trivial(&self) -> bool {
        self.task.size().is_line() || self.task.start() == self.task.goal().board()
    }

    /// Returns the shortest solution of the next runs, one for each thread.
    fn run(&mut self, plan: WidthPlan, monitor: &mut Monitor) -> Result<Moves, StopReason> {
        if self.is_trivial() {
            return Ok(construct(self.task));
        }
        let width = plan.max();
        let (task, size) = (self.task, self.task.size());
        // A node limit is exact only with one thread.
        let workers = if monitor.nodes_left() == u64::MAX { self.workers } else { Workers::ONE };
        let threads = workers.count() as u64;
        // A solution is rarely longer than this; it takes a byte a move, and twice that while it grows.
        let solution = (4 * size.cells() * (size.rows() + size.cols())) as u64;
        monitor.keep((solution + PairDistances::BYTES) * threads)?;
        monitor.keep(BeamTree::bytes(size.cells(), width.max(MIN_LINE_WIDTH)) * threads)?;
        let has_room = monitor.keep(Endgame::bytes(size) * threads).is_ok();
        // The few nodes of the endgame are not counted, and its memory has been.
        let stop = CancelToken::new();
        let unlimited = monitor.control().silent().with_budget(Budget::default());
        let endgame = match &self.endgame {
            Some(endgame) => endgame,
            None => self.endgame.insert(Endgame::new(task, has_room, &self.models, &unlimited)?),
        };
        let first = self.next_run;
        self.next_run += workers.count();
        let run = |number: usize, control: &Control, counter: &mut NodeCounter| {
            let parameters = Parameters::of_run(first + number, plan.expected(), size.cells());
            run(task, plan, &parameters, endgame, control, counter)
        };
        if workers.count() == 1 {
            // The caller's thread may call back, and a callback may cancel.
            let unlimited = monitor.control().after(&monitor.stats, 0).with_budget(Budget::default());
            return run(0, &unlimited, &mut NodeCounter::exact(monitor));
        }
        let unlimited = unlimited.with_cancel_token(stop.clone());
        run_on_threads(workers, &stop, &unlimited, monitor, run)
    }
}

/// Runs once on each thread while this one polls. Of equally short solutions the first run's counts.
fn run_on_threads(
    workers: Workers,
    stop: &CancelToken,
    control: &Control,
    monitor: &mut Monitor,
    run: impl Fn(usize, &Control, &mut NodeCounter) -> Result<Moves, StopReason> + Sync,
) -> Result<Moves, StopReason> {
    let expanded = AtomicU64::new(0);
    let found = Mutex::new(Vec::new());
    let work = |number: usize| {
        let mut counter = NodeCounter::shared(&expanded, control);
        if let (Ok(moves), Ok(mut found)) = (run(number, control, &mut counter), found.lock()) {
            found.push((moves.len(), number, moves));
        }
    };
    let polled = workers.supervise(stop, work, || count_nodes(monitor, expanded.swap(0, Ordering::Relaxed)));
    let found = found.into_inner().unwrap_or_default();
    match found.into_iter().min_by_key(|&(length, number, _)| (length, number)) {
        Some((.., moves)) => Ok(moves),
        None => Err(polled.err().unwrap_or(StopReason::Time)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::control::Clock;
    use crate::goal::Goal;
    use crate::scramble::Scrambler;
    use crate::size::Size;

    /// A clock that advances with every reading.
    struct Ticking {
        tick: Duration,
        readings: AtomicU64,
    }

    impl Clock for Ticking {
        fn now(&self) -> Duration {
            self.tick * self.readings.fetch_add(1, Ordering::Relaxed) as u32
        }
    }

    #[test]
    fn a_run_that_is_too_slow_has_a_solution_nevertheless() {
        let goal = Goal::rows(Size::square(24).unwrap());
        let start = Scrambler::seeded(5).solvable(&goal);
        let task = Task::new(start.clone(), goal.clone()).unwrap();
        let constructed = construct(&task).len();
        let lengths = [150, 300, 500, 1000, 10_000].map(|readings| {
            let limit = Duration::from_millis(100);
            let clock = Ticking { tick: limit / readings, readings: AtomicU64::new(0) };
            let control = Control::new().with_clock(clock).time_limit(limit).started();
            let found = IncrementalBeam::new(&task, Workers::ONE).next(&control).unwrap();
            let moves = found.moves.unwrap_or_else(|| panic!("{readings} readings: {:?}", found.stopped));
            assert_eq!(moves.apply(&start).as_ref(), Ok(goal.board()));
            moves.len()
        });
        assert!(lengths.is_sorted_by(|shorter, longer| shorter >= longer), "{lengths:?}");
        assert!(lengths[0] < constructed, "{lengths:?}, constructed {constructed}");
    }
}
