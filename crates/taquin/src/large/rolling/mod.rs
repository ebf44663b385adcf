//! A beam that rolls over a board of any size: its states are a few moves apart, and what they agree on is committed.
//!
//! First all tiles are brought nearer to their homes at once (`gather`), which costs little more than a move for each
//! step; then line after line is finished (`peel`), until a small block is left. The cost of a move does not depend on the
//! size of the board, and memory is that of the beam and of the solution.
//!
//! ```
//! use taquin::large::{construct, rolling};
//! use taquin::scramble::Scrambler;
//! use taquin::search::{Limits, Unobserved};
//! use taquin::space::Workers;
//! use taquin::{Goal, Metric, Size, Task};
//! let goal = Goal::rows(Size::new(8, 12)?);
//! let start = Scrambler::new(1).solvable(&goal);
//! let task = Task::new(start.clone(), goal.clone()).unwrap();
//! let moves = rolling(&task, 50, Workers::ONE, &Limits::none(), &mut Unobserved).unwrap();
//! assert_eq!(moves.apply(&start).as_ref(), Ok(goal.board()));
//! assert!(moves.len(Metric::Single) < construct(&task).len(Metric::Single));
//! # Ok::<(), taquin::SizeError>(())
//! ```

mod gather;
mod lines;
mod peel;
mod scene;
mod walk;
mod window;

use super::construct::construct;
use crate::metric::Metric;
use crate::moves::Moves;
use crate::search::{Limits, Monitor, Observer, StopReason};
use crate::space::Workers;
use crate::task::Task;
use gather::Gather;
use peel::{Peel, Settings};
use scene::{STEPS, Scene};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use walk::Walk;
use window::Windows;

/// A block with sides of at most so many cells is left to others.
const BLOCK: usize = 3;

/// Tiles are gathered as long as a move brings them so much nearer. Before they are near on the average, less than the
/// other means that the blank should look elsewhere.
const LEAST_GAIN: f64 = 0.5;
const LEAST_GAIN_FAR: f64 = 0.35;

/// Tiles are near on the average with so many steps to go.
const NEAR: f64 = 2.5;

/// After so many moves without progress the next tiles become more important; after some times that, others take over.
const PATIENCE: u32 = 40;
const MOST_HURRIES: u32 = 50;

/// What the beams of several threads differ in.
struct Variant {
    exponent: f64,
    settings: Settings,
}

impl Variant {
    fn of(number: usize) -> Variant {
        let odd = number % 2 == 1;
        Variant {
            exponent: if odd { 1.7 } else { 1.6 },
            settings: Settings { worth: if odd { 10 } else { 12 }, pull: 0.4, told_apart: 4 },
        }
    }
}

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
    let cells = task.size().cells();
    let width = width.max(1);
    let mut monitor = Monitor::new(cells, limits, observer);
    if task.size().is_line() || task.start() == task.goal().board() {
        return Ok(construct(task));
    }
    let bytes = Walk::bytes(cells, width) + Windows::BYTES;
    // A solution is seldom longer than this; it takes a byte a move, and twice that while it grows.
    let solution = 4 * cells * (task.size().rows() + task.size().cols());
    monitor.keep((bytes + solution as u64) * workers.count() as u64)?;
    let mut report = |expanded: u64| -> Result<(), StopReason> {
        monitor.count(expanded.min(u64::from(u32::MAX)) as u32, expanded, 0);
        monitor.allowance().map(|_| ())
    };
    if workers.count() == 1 {
        return roll(task, width, &Variant::of(0), &mut report);
    }
    side_by_side(task, width, workers, &mut report)
}

/// Runs the variants on threads of their own, while this one watches the limits.
fn side_by_side(
    task: &Task,
    width: usize,
    workers: Workers,
    report: &mut dyn FnMut(u64) -> Result<(), StopReason>,
) -> Result<Moves, StopReason> {
    let stop = AtomicBool::new(false);
    let expanded = AtomicU64::new(0);
    let shortest: Mutex<Option<Moves>> = Mutex::new(None);
    let work = |number: usize| {
        let mut pace = |count: u64| {
            expanded.fetch_add(count, Ordering::Relaxed);
            if stop.load(Ordering::Relaxed) { Err(StopReason::Asked) } else { Ok(()) }
        };
        if let Ok(moves) = roll(task, width, &Variant::of(number), &mut pace)
            && let Ok(mut shortest) = shortest.lock()
            && shortest.as_ref().is_none_or(|other| moves.len(Metric::Single) < other.len(Metric::Single))
        {
            *shortest = Some(moves);
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
    match (shortest.into_inner().ok().flatten(), stopped) {
        (Some(moves), _) => Ok(moves),
        (None, reason) => Err(reason.unwrap_or(StopReason::Asked)),
    }
}

/// How often the limits are looked at while threads work.
const POLL: std::time::Duration = std::time::Duration::from_millis(1);

/// So many nodes are expanded between two reports.
const REPORT: u64 = 1 << 14;

fn roll(
    task: &Task,
    width: usize,
    variant: &Variant,
    report: &mut dyn FnMut(u64) -> Result<(), StopReason>,
) -> Result<Moves, StopReason> {
    report(0)?;
    let mut expanded = 0;
    let mut count = |states: usize| {
        expanded += states as u64;
        if expanded < REPORT { Ok(()) } else { report(std::mem::take(&mut expanded)) }
    };
    let mut walk = Walk::new(Scene::new(task), width);
    let guide = Gather::new(&walk.scene, width, variant.exponent);
    gather(&mut walk, guide, &mut count)?;
    peel(&mut walk, variant.settings, &mut count)?;
    Ok(finish(task, walk))
}

/// Brings all tiles nearer to their homes, as long as it pays.
fn gather(
    walk: &mut Walk,
    mut guide: Gather,
    count: &mut dyn FnMut(usize) -> Result<(), StopReason>,
) -> Result<(), StopReason> {
    let stretch = (walk.scene.tiles.len() / 2).max(50);
    let (mut committed, mut distance) = (0, walk.scene.total_distance());
    if is_near(&walk.scene, distance) {
        return Ok(());
    }
    let mut since = 0;
    let (mut seen, mut at) = (0, walk.scene.blank);
    while since < 8 * stretch {
        count(walk.len())?;
        if !walk.advance(&guide) {
            break;
        }
        since += 1;
        for &step in &walk.steps[seen..] {
            at = walk.scene.beside(at, step).unwrap_or(at);
            guide.visited(at);
        }
        seen = walk.steps.len();
        let steps = walk.steps.len() - committed;
        if steps >= stretch {
            let now = walk.scene.total_distance();
            let gain = (distance as f64 - now as f64) / steps as f64;
            if is_near(&walk.scene, now) && gain < LEAST_GAIN
                || !guide.go_on(&walk.scene, gain < LEAST_GAIN_FAR)
            {
                break;
            }
            (committed, distance, since) = (walk.steps.len(), now, 0);
        }
    }
    walk.keep_best(0);
    Ok(())
}

fn is_near(scene: &Scene, distance: u64) -> bool {
    (distance as f64) < NEAR * scene.tiles.len() as f64
}

/// Finishes the lines, or as many as the beam gets done.
fn peel(
    walk: &mut Walk,
    settings: Settings,
    count: &mut dyn FnMut(usize) -> Result<(), StopReason>,
) -> Result<(), StopReason> {
    let lines = lines::lines(walk.scene.size, walk.scene.home(0), BLOCK);
    let mut guide = Peel::new(&walk.scene, &lines, settings);
    let mut done = guide.done(&walk.scene, 0);
    walk.begin(done);
    let (mut since, mut hurries) = (0, 0);
    while done < guide.cells() && hurries < MOST_HURRIES {
        count(walk.len())?;
        if !walk.advance(&guide) {
            break;
        }
        let farthest = walk.farthest();
        since += 1;
        if farthest > done {
            if hurries > 0 {
                // Without the hurry, those that have not got so far would seem to be better.
                walk.keep_best(farthest);
                guide.relax(settings);
            }
            (done, since, hurries) = (farthest, 0, 0);
        } else if since == PATIENCE {
            (since, hurries) = (0, hurries + 1);
            guide.hurry();
        }
    }
    walk.keep_best(done);
    Ok(())
}

/// Hands the rest over to whoever is best at it.
fn finish(task: &Task, walk: Walk) -> Moves {
    let Walk { scene, steps, .. } = walk;
    let rolled: Moves = steps.iter().map(|&step| STEPS[usize::from(step)].of_blank()).collect();
    let rest = scene.board().and_then(|board| Task::new(board, task.goal().clone()).ok());
    match rest {
        Some(rest) => rolled.then(&construct(&rest)).simplified(),
        // Moves never lead to a board that is not solvable.
        None => construct(task),
    }
}
