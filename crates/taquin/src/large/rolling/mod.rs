//! A beam that rolls over a board of any size: its states are a few moves apart, and what they agree on is committed.
//!
//! First all tiles are brought nearer to their homes at once (`gather`), which costs little more than a move for each
//! step; then line after line is finished (`peel`), until a small block is left, which a beam with learned weights
//! solves. The cost of a move does not depend on the size of the board, and memory is that of the beam and of the
//! solution.
//!
//! ```
//! use taquin::large::{construct, rolling};
//! use taquin::scramble::Scrambler;
//! use taquin::control::Control;
//! use taquin::space::Workers;
//! use taquin::{Goal, Metric, Size, Task};
//! let goal = Goal::rows(Size::new(8, 12)?);
//! let start = Scrambler::seeded(1).solvable(&goal);
//! let task = Task::new(start.clone(), goal.clone()).unwrap();
//! let moves = rolling(&task, 50, Workers::ONE, &Control::new()).unwrap();
//! assert_eq!(moves.apply(&start).as_ref(), Ok(goal.board()));
//! assert!(moves.len(Metric::Single) < construct(&task).len(Metric::Single));
//! # Ok::<(), taquin::SizeError>(())
//! ```

mod gather;
mod lines;
mod peel;
mod rest;
mod runs;
mod scene;
mod two_tiles;
mod variant;
mod walk;

pub use runs::{Rolling, rolling};

use crate::control::{Control, StopReason};
use crate::moves::Moves;
use crate::task::Task;
use gather::Gather;
use lines::Line;
use peel::{Peel, Settings};
use rest::Rest;
use scene::Scene;
use variant::Variant;
use walk::Walk;

/// After so many moves without progress the next tiles become more important; after some times that, others take over.
const PATIENCE: u32 = 40;
const MOST_HURRIES: u32 = 50;

/// Narrower beams get stuck when they finish lines; gathering takes most of the moves anyway.
const NARROWEST_PEEL: usize = 100;

/// So many nodes are expanded between two reports.
const REPORT: u64 = 1 << 14;

/// Told how many nodes were expanded since it was last; says whether to stop.
type Report<'a> = dyn FnMut(u64) -> Result<(), StopReason> + 'a;

/// Counts the states of a layer.
type Count<'a> = dyn FnMut(usize) -> Result<(), StopReason> + 'a;

/// One beam, from the start to the goal, with so many nodes between two reports.
fn roll(
    task: &Task,
    width: usize,
    variant: &Variant,
    rest: &Rest,
    between: u64,
    control: &Control,
    report: &mut Report,
) -> Result<Moves, StopReason> {
    report(0)?;
    let mut expanded = 0;
    let mut count = |states: usize| {
        expanded += states as u64;
        if expanded < between { Ok(()) } else { report(std::mem::take(&mut expanded)) }
    };
    let mut walk = Walk::new(Scene::new(task), width);
    let guide = Gather::new(&walk.scene, width, variant.exponent);
    gather(&mut walk, guide, variant, &mut count)?;
    let mut walk = Walk::after(walk, width.max(NARROWEST_PEEL));
    peel(&mut walk, &rest.lines, variant.settings, &mut count)?;
    Ok(rest.finish(task, walk.scene, walk.steps, width, control))
}

/// Brings all tiles nearer to their homes, as long as it pays.
fn gather(
    walk: &mut Walk,
    mut guide: Gather,
    variant: &Variant,
    count: &mut Count,
) -> Result<(), StopReason> {
    let cells = walk.scene.tiles.len();
    let is_near = |distance: u64| (distance as f64) < variant.near * cells as f64;
    let stretch = (cells / 2).max(50);
    let mut distance = walk.scene.total_distance();
    let (mut seen, mut at) = (0, walk.scene.blank);
    let mut pays = !is_near(distance);
    while pays {
        for _ in 0..stretch {
            count(walk.len())?;
            if !walk.advance(&guide) {
                break;
            }
            for &step in &walk.steps[seen..] {
                at = walk.scene.beside(at, step).unwrap_or(at);
                guide.visited(at);
            }
            seen = walk.steps.len();
        }
        let now = walk.distance();
        let gain = (distance as f64 - now as f64) / stretch as f64;
        pays = (gain >= variant.least_gain || !is_near(now)) && guide.go_on(&walk.scene, gain);
        distance = now;
    }
    walk.keep_best(0);
    Ok(())
}

/// Finishes the lines, or as many as the beam gets done.
fn peel(walk: &mut Walk, lines: &[Line], settings: Settings, count: &mut Count) -> Result<(), StopReason> {
    let mut guide = Peel::new(&walk.scene, lines, settings);
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
