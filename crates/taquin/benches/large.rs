//! A* with Manhattan distance on Korf's third board (59 moves, some thirty million expansions) against the
//! `pathfinding` crate, once each, with the peak of what each allocates. Takes minutes and gigabytes:
//! `cargo bench --bench large`, and `cargo bench --bench large -- 42` for a smaller board of that many moves.
#![allow(missing_docs)]

mod rival;

use rival::plain::{Estimate, Puzzle};
use rival::tuned;
use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;
use taquin::geometry::{Geometry, Order};
use taquin::grid::Packed16;
use taquin::heuristic::Manhattan;
use taquin::search::{Duplicates, Ending, Limits, Root, Ties, Unobserved, a_star};
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

/// Runs once and prints seconds and peak.
fn measure(name: &str, run: impl FnOnce() -> String) {
    let before = NOW.load(Ordering::Relaxed);
    PEAK.store(before, Ordering::Relaxed);
    let started = Instant::now();
    let result = run();
    let seconds = started.elapsed().as_secs_f64();
    let peak = PEAK.load(Ordering::Relaxed) - before;
    println!("{name:<20} {seconds:>8.2} s {:>10.1} MB  {result}", peak as f64 / 1e6);
}

fn main() {
    let small = std::env::args().any(|argument| argument == "42");
    let numbers: [u16; 16] = if small {
        [0, 1, 9, 7, 11, 13, 5, 3, 14, 12, 4, 2, 8, 6, 10, 15]
    } else {
        [14, 7, 8, 2, 13, 11, 10, 4, 9, 12, 5, 0, 3, 6, 1, 15]
    };
    let board = Board::from_flat(&numbers).unwrap();
    let goal = Goal::blank_first(board.size());
    let geometry = Geometry::new(board.size(), Order::default());
    let root = Root::<Packed16>::new(&board, goal.board(), &geometry);
    let manhattan = Manhattan::new(&goal);
    measure("taquin", || {
        let (duplicates, ties) = (Duplicates::Closed, Ties::DeepFirst);
        let outcome = a_star(&root, &manhattan, duplicates, ties, &Limits::none(), &mut Unobserved);
        let Ending::Solved(moves) = outcome.ending else { panic!("not solved") };
        let stats = outcome.stats;
        format!(
            "{} moves, {} expanded, {} generated",
            moves.as_slice().len(),
            stats.expanded,
            stats.generated
        )
    });
    measure("pathfinding, plain", || {
        let puzzle = Puzzle::<16>::new(&board, &goal, Estimate::Manhattan);
        format!("{:?} moves", puzzle.a_star().unwrap())
    });
    measure("pathfinding, tuned", || format!("{:?} moves", tuned::a_star(&root, &manhattan).unwrap()));
}
