//! Hints, solving, the player and cancellation.

use crate::person::{Key, PUZZLE04};
use crate::server::is_native;
use crate::visit;
use taquin::notation::{self, Dialect, MoveNotation, Mover, Transcript};
use taquin::{Goal, Metric};

/// Writes the shortest solution of [`PUZZLE04`] in a dialect.
fn transcript(dialect: &Dialect) -> String {
    let start = notation::read("0 1 3/4 2 5/7 8 6").expect("a board");
    let moves = notation::read_moves("LULU", &start, Mover::Tile).expect("moves");
    let transcript = Transcript {
        start: &start,
        moves: &moves,
        metric: Metric::Single,
        minimal: true,
        heuristic: &|board| board.manhattan(&Goal::rows(board.size())),
        max_queue: Some(0),
        stats: None,
        move_notation: MoveNotation::Letters,
        mover: Mover::Tile,
    };
    let mut text = Vec::new();
    dialect.write_solution(&mut text, &transcript).expect("it is written");
    String::from_utf8(text).expect("text")
}

/// Drops lines that depend on the search.
fn without_counts(text: &str) -> Vec<&str> {
    text.trim().lines().filter(|line| !line.contains("queue")).collect()
}

/// The hardest 3x3 board: 31 moves.
const HARDEST: &str = "size=3x3&board=8-6-7-2-5-4-3-0-1";

#[test]
#[ignore = "needs Chromium; run by `cargo xtask test`"]
fn hints_lead_to_the_goal() {
    visit(PUZZLE04, |person| {
        for tile in [1, 2, 5, 6] {
            person.click("#hint");
            person.until("a tile lights up", || {
                person.look("document.querySelectorAll('.hinted').length === 1")
            });
            person.sees("document.querySelector('.hinted').dataset.tile", tile.to_string());
            person.reads("#status", |said| said.starts_with(&format!("Hint: {tile} ")));
            person.click(".hinted");
            person.sees("document.querySelectorAll('.hinted').length", 0);
        }
        person.reads("#status", |text| text.starts_with("Solved"));
    });
}

#[test]
#[ignore = "needs Chromium; run by `cargo xtask test`"]
fn a_solution_is_shown_scrubbed_and_played() {
    visit(HARDEST, |person| {
        person.click("#solve");
        person.until("there is a solution", || person.is_shown("#player"));
        person.reads("#solve-claim", |claim| claim.starts_with("31 moves, optimal"));
        person.reads("#player-place", |text| text == "0 / 31");

        person.click("#player-forward");
        person.click("#player-forward");
        person.click("#player-back");
        person.reads("#player-place", |text| text == "1 / 31");
        person.reads("#left", |left| left == "30");

        person.browser.script("document.getElementById('player-scrubber').focus()", serde_json::json!([]));
        person.press(&[Key::END, Key::LEFT]);
        person.reads("#player-place", |text| text == "30 / 31");
        person.press(&[Key::HOME]);
        person.sees_tiles(&[8, 6, 7, 2, 5, 4, 3, 0, 1]);

        person.click("#move-details summary");
        person.sees("document.querySelectorAll('#move-list li').length", 31);
        person.click("#move-list li:nth-child(29) button");
        person.reads("#player-place", |text| text == "29 / 31");
        person.click("#player-play");
        person.reads("#player-place", |place| place == "31 / 31");
        person.sees_tiles(&[1, 2, 3, 4, 5, 6, 7, 8, 0]);

        // The URL contains the solution; another move discards it.
        person.until("the address has it", || person.look("location.hash.includes('&at=31')"));
        person.click("#player-first");
        person.press(&[Key::RIGHT]);
        person.until("the player is gone", || !person.is_shown("#player"));
    });
}

#[test]
#[ignore = "needs Chromium; run by `cargo xtask test`"]
fn solutions_are_saved_in_every_format() {
    visit(PUZZLE04, |person| {
        person.click("#solve");
        person.until("there is a solution", || person.is_shown("#player"));
        // Text in every dialect of the library.
        person.click("#text-details summary");
        person.reads("#solution-text", |text| text == "tile: LULU");
        for dialect in Dialect::ALL {
            person.choose("#dialect", dialect.name());
            let transcript = transcript(dialect);
            person.reads("#solution-text", |text| without_counts(text) == without_counts(&transcript));
        }
        person.click("#text-save");
        person.reads("#download-status", |said| said.starts_with("Saved") && said.contains(".txt"));
        for (format, ending) in [("json", ".json"), ("svg", ".svg"), ("gif", ".gif")] {
            person.click(&format!("[data-format='{format}']"));
            person.reads("#download-status", |said| said.starts_with("Saved") && said.contains(ending));
        }
    });
}

#[test]
#[ignore = "needs Chromium; run by `cargo xtask test`"]
fn a_long_search_is_cancelled() {
    // 80 moves from the goal: far beyond what IDA* with Manhattan distance finds in a minute.
    let board = "size=4x4&board=0-11-9-13-12-15-10-14-3-7-6-2-4-8-5-1";
    visit(board, |person| {
        person.click("#show-left");
        person.choose("#solve-algorithm", "idastar");
        person.choose("#solve-heuristic", "manhattan");
        person.choose("#solve-seconds", "60");
        person.click("#solve");
        // It reports its progress.
        person.until("nodes are counted", || person.text("#solve-numbers").contains(','));
        person.click("#solve-cancel");
        person.reads("#status", |said| said == "Cancelled.");
        person.until("one may solve again", || person.is_shown("#solve"));
        if is_native() {
            let searches = "(async () => (await (await fetch('health')).json()).searches)()";
            person.until("the search has ended", || person.look(searches) == 0);
        }
        // The page still works.
        person.press(&[Key::LEFT]);
        person.reads("#moves", |text| text == "1");
    });
}

/// In a browser, an engine answers one message after the other: the views have one of their own.
#[test]
#[ignore = "needs Chromium; run by `cargo xtask test`"]
fn other_views_do_not_wait_for_a_solution() {
    // 80 moves from the goal: no answer within a minute.
    visit("size=4x4&board=0-11-9-13-12-15-10-14-3-7-6-2-4-8-5-1", |person| {
        person.choose("#solve-algorithm", "idastar");
        person.choose("#solve-seconds", "60");
        person.click("#solve");
        person.until("the search runs", || person.is_shown("#solve-cancel"));
        person.click("#tab-explore");
        person.until("the chart is there", || person.is_shown("#explore-chart svg"));
        person.click("#tab-search");
        person.reads("#search-summary", |summary| summary == "This board is 7 moves from the goal.");
        person.click("#tab-play");
        assert!(person.is_shown("#solve-cancel"), "the search still runs");
        person.click("#solve-cancel");
        person.reads("#status", |status| status == "Cancelled.");
    });
}

#[test]
#[ignore = "needs Chromium; run by `cargo xtask test`"]
fn pushes_are_called_pushes() {
    visit("size=3x4&board=1-2-3-4-5-6-7-8-0-9-10-11", |person| {
        person.choose("#solve-metric", "multi");
        person.click("#solve");
        person.reads("#solve-claim", |claim| claim.starts_with("1 push, optimal"));
        person.reads("#player-place", |text| text == "0 / 3");
        person.reads("#left", |left| left == "3");
    });
}
