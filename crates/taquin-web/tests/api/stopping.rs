//! How soon the engine notices that nobody waits any more.

use crate::call::engine;
use crate::processor;
use serde_json::{Value, json};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};
use taquin::scramble::Scrambler;
use taquin::{Goal, Size};
use taquin_web::engine::{Ask, Listener};

/// Wants an answer for a while, and notes how much was computed between two questions whether it still does.
struct Impatient {
    begun: Instant,
    last: Duration,
    longest: Duration,
}

/// Twice what is wanted: tests are built to find faults, not to be fast.
const LONGEST: Duration = Duration::from_millis(200);

/// Nobody waits longer.
const MOST: Duration = Duration::from_millis(1500);

impl Impatient {
    fn new() -> Impatient {
        let begun = Instant::now();
        Impatient { begun, last: processor::time(begun), longest: Duration::ZERO }
    }

    fn note(&mut self) {
        let now = processor::time(self.begun);
        self.longest = self.longest.max(now.saturating_sub(self.last));
        self.last = now;
    }
}

impl Listener for Impatient {
    fn hear(&mut self, _: Value) {}

    fn goes_on(&mut self) -> ControlFlow<()> {
        self.note();
        if self.begun.elapsed() > MOST { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// Whatever it is doing, it stops soon, both because it asks often and because it then ends at once.
#[test]
fn every_search_stops_soon() {
    let reversed = |cells: u16| (0..cells).rev().collect::<Vec<u16>>();
    let random = |side: usize| {
        let goal = Goal::rows(Size::square(side).expect("a size"));
        Scrambler::new(1).solvable(&goal).numbers().collect::<Vec<u16>>()
    };
    let hard = json!([0, 12, 9, 13, 15, 11, 10, 14, 3, 7, 2, 5, 4, 8, 6, 1]);
    let cases = [
        ("solve", json!({ "size": [5, 5], "start": reversed(25) })),
        ("solve", json!({ "size": [4, 4], "start": hard })),
        ("solve", json!({ "size": [4, 4], "start": hard, "metric": "multi" })),
        ("solve", json!({ "size": [4, 4], "start": hard, "algorithm": "astar" })),
        ("solve", json!({ "size": [4, 4], "start": hard, "algorithm": "dfs" })),
        ("solve", json!({ "size": [6, 6], "start": random(6) })),
        ("solve", json!({ "size": [10, 10], "start": random(10) })),
        ("compare", json!({ "size": [4, 4], "start": hard, "methods": [{ "algorithm": "idastar" }] })),
        ("trace", json!({ "size": [4, 4], "start": hard, "algorithm": "idastar" })),
    ];
    let engine = engine();
    for (name, body) in cases {
        let ask = Ask::read(name, body.clone()).expect("a message");
        let mut listener = Impatient::new();
        let _ = engine.answer(ask, &mut listener);
        // From the last question to the end.
        listener.note();
        assert!(listener.longest < LONGEST, "{name} {body}: {:?}", listener.longest);
    }
}
