//! The engine notices that nobody waits any more.

use crate::call::engine;
use serde_json::{Value, json};
use std::ops::ControlFlow;
use taquin::scramble::Scrambler;
use taquin::{Goal, Size};
use taquin_web::engine::{Ask, Listener};

/// Wants an answer until it was asked so many times whether it still does.
struct Impatient {
    patience: u32,
    asked: u32,
}

impl Listener for Impatient {
    fn hear(&mut self, _: Value) {}

    fn goes_on(&mut self) -> ControlFlow<()> {
        self.asked += 1;
        if self.asked > self.patience { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// Whatever it is doing, it asks, and once it was told that nobody waits it does not ask again: each of these would
/// take minutes. How long that takes in milliseconds is measured by `cargo xtask load`.
#[test]
fn every_search_stops_when_nobody_waits() {
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
    let engine = engine();
    for (name, body) in cases {
        for patience in [0, 1, 10, 50] {
            let ask = Ask::read(name, body.clone()).expect("a message");
            let mut listener = Impatient { patience, asked: 0 };
            let _ = engine.answer(ask, &mut listener);
            assert_eq!(listener.asked, patience + 1, "{name} {body}");
        }
    }
}
