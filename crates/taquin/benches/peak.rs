//! Time and peak memory, once each, beside the `pathfinding` crate: the boards of the bench
//! `classic`, and A* on Korf's third board (59 moves, thirty million expansions), which takes minutes and gigabytes.
//! `cargo bench --bench peak -- taquin` runs only what has that in its name.
#![allow(missing_docs)]

mod rival;

use rival::plain::{Estimate, Puzzle};
use rival::tuned;
use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;
use taquin::control::Control;
use taquin::heuristic::{Hamming, Heuristic, Manhattan};
use taquin::internals::geometry::{Geometry, Order};
use taquin::internals::grid::Packed16;
use taquin::internals::kernel::{Root, a_star, ida_star};
use taquin::search::{Policies, SearchOutcome};
use taquin::{Board, Goal};

struct Counting;

static NOW: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);

fn grew(bytes: usize) {
    let now = NOW.fetch_add(bytes, Ordering::Relaxed) + bytes;
    PEAK.fetch_max(now, Ordering::Relaxed);
}

// SAFETY: every call goes to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        grew(layout.size());
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        NOW.fetch_sub(layout.size(), Ordering::Relaxed);
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // Counted as growth alone: a large block is moved by remapping its pages, not by a copy.
        NOW.fetch_sub(layout.size(), Ordering::Relaxed);
        grew(size);
        unsafe { System.realloc(pointer, layout, size) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

/// Runs once and prints seconds and peak; a name given on the command line chooses the runs whose name has it.
fn measure(name: &str, run: impl FnOnce() -> String) {
    let mut wanted = std::env::args().skip(1).filter(|argument| !argument.starts_with("--")).peekable();
    if wanted.peek().is_some() && !wanted.any(|word| name.contains(&word)) {
        return;
    }
    let before = NOW.load(Ordering::Relaxed);
    PEAK.store(before, Ordering::Relaxed);
    let started = Instant::now();
    let result = run();
    let seconds = started.elapsed().as_secs_f64();
    let peak = PEAK.load(Ordering::Relaxed) - before;
    println!("{name:<48} {seconds:>9.4} s {:>10.3} MB  {result}", peak as f64 / 1e6);
}

/// The statistics and the length of a solution.
fn summary(outcome: &SearchOutcome) -> String {
    let moves = outcome.moves.as_ref().expect("a solution");
    let stats = outcome.stats;
    format!("{} moves, {} expanded, {} generated", moves.as_slice().len(), stats.expanded, stats.generated)
}

fn compare_a_star<const N: usize, H: Heuristic<Acc = u32>>(
    name: &str,
    start: &Board,
    goal: &Goal,
    heuristic: &H,
    estimate: Estimate,
) {
    let geometry = Geometry::new(start.size(), Order::default());
    let root = Root::<Packed16>::new(start, goal.board(), &geometry);
    measure(&format!("{name}, taquin"), || {
        summary(&a_star(&root, heuristic, Policies::default(), &Control::new()))
    });
    measure(&format!("{name}, pathfinding plain"), || {
        format!("{} moves", Puzzle::<N>::new(start, goal, estimate).a_star().unwrap())
    });
    measure(&format!("{name}, pathfinding tuned"), || {
        format!("{} moves", tuned::a_star(&root, heuristic).unwrap())
    });
}

fn compare_ida_star(name: &str, start: &Board, goal: &Goal) {
    let geometry = Geometry::new(start.size(), Order::default());
    let root = Root::<Packed16>::new(start, goal.board(), &geometry);
    let manhattan = Manhattan::new(goal);
    let generated =
        |(length, generated): (Option<u32>, u64)| format!("{} moves, {generated} generated", length.unwrap());
    measure(&format!("{name}, taquin"), || summary(&ida_star(&root, &manhattan, &Control::new())));
    measure(&format!("{name}, pathfinding plain"), || {
        generated(Puzzle::<16>::new(start, goal, Estimate::Manhattan).ida_star())
    });
    measure(&format!("{name}, pathfinding tuned"), || generated(tuned::ida_star(&root, &manhattan)));
}

fn main() {
    let start = Board::from_flat(&[8, 6, 7, 2, 5, 4, 3, 0, 1]).unwrap();
    let goal = Goal::rows(start.size());
    let manhattan = Manhattan::new(&goal);
    compare_a_star::<9, _>("3x3 A* Manhattan", &start, &goal, &manhattan, Estimate::Manhattan);
    compare_a_star::<9, _>("3x3 A* Hamming", &start, &goal, &Hamming::new(&goal), Estimate::Hamming);

    let start = Board::from_flat(&[0, 1, 9, 7, 11, 13, 5, 3, 14, 12, 4, 2, 8, 6, 10, 15]).unwrap();
    let goal = Goal::blank_first(start.size());
    compare_ida_star("Korf 79 IDA* Manhattan", &start, &goal);

    let start = Board::from_flat(&[14, 7, 8, 2, 13, 11, 10, 4, 9, 12, 5, 0, 3, 6, 1, 15]).unwrap();
    let manhattan = Manhattan::new(&goal);
    compare_a_star::<16, _>("Korf 3 A* Manhattan", &start, &goal, &manhattan, Estimate::Manhattan);
}
