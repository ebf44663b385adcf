//! The engine stops when the client cancels.

use serde_json::{Value, json};
use std::ops::ControlFlow;
use taquin::scramble::Scrambler;
use taquin::{Goal, Size, Solver};
use taquin_engine::{Engine, Listener, Request};

/// Cancels after it was polled `patience` times.
struct Impatient {
    patience: u32,
    polls: u32,
}

impl Listener for Impatient {
    fn event(&mut self, _: Value) {}

    fn poll(&mut self) -> ControlFlow<()> {
        self.polls += 1;
        if self.polls > self.patience { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// Each of these searches would take minutes. It polls while it runs, and never again once it was cancelled.
/// `cargo xtask load` measures how many milliseconds that takes.
#[test]
fn every_search_stops_when_it_is_cancelled() {
    let reversed = |cells: u16| (0..cells).rev().collect::<Vec<u16>>();
    let random = |side: usize| {
        let goal = Goal::rows(Size::square(side).expect("a size"));
        Scrambler::seeded(1).solvable(&goal).numbers().collect::<Vec<u16>>()
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
    let engine = Engine::new(&Solver::new(), 400 << 20);
    for (name, body) in cases {
        for patience in [0, 1, 10, 50] {
            let request = Request::parse(name, body.clone()).expect("a message");
            let mut listener = Impatient { patience, polls: 0 };
            let _ = engine.answer(request, &mut listener);
            assert_eq!(listener.polls, patience + 1, "{name} {body}");
        }
    }
}
