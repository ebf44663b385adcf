//! axe-core, the accessibility checker, in every view and state of the page.

use crate::person::{Key, PUZZLE04, Person};
use crate::search_words::{finished, type_board};
use crate::visit;
use serde_json::{Value, json};
use std::fs;
use std::path::Path;

/// Reads axe-core, which `cargo xtask test` installs below `target`.
fn axe() -> String {
    let path =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/axe/node_modules/axe-core/axe.min.js");
    fs::read_to_string(&path)
        .unwrap_or_else(|why| panic!("{}: {why}; `cargo xtask test` installs it", path.display()))
}

/// Returns what axe-core finds wrong.
fn violations(person: &Person) -> Value {
    if person.look("typeof axe") == "undefined" {
        person.browser.script(&axe(), json!([]));
    }
    person.look(
        "axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
            violations.flatMap(({ id, help, nodes }) => nodes.map(({ target, failureSummary }) =>
                `${id} (${help}) at ${target.join(' ')}: ${failureSummary}`)))",
    )
}

/// Checks that axe-core finds nothing wrong in either colour scheme.
fn check(person: &Person, state: &str) {
    // The colours of elements that slide or fade are those in between.
    let moving = "document.getAnimations().filter(({ playState, effect }) =>
        playState === 'running' && effect.getComputedTiming().iterations === 1).length";
    for scheme in ["light", "dark"] {
        person.prefer("prefers-color-scheme", scheme);
        person.sees(moving, 0);
        assert_eq!(violations(person), json!([]), "{state}, {scheme}");
    }
}

#[test]
#[ignore = "needs Chromium and axe-core; run by `cargo xtask test`"]
fn a_missing_name_is_found() {
    visit(PUZZLE04, |person| {
        person.browser.script("document.getElementById('undo').textContent = ''", json!([]));
        let found = violations(person);
        assert!(found[0].as_str().is_some_and(|text| text.starts_with("button-name")), "{found}");
    });
}

#[test]
#[ignore = "needs Chromium and axe-core; run by `cargo xtask test`"]
fn playing_is_accessible() {
    visit(PUZZLE04, |person| {
        person.reads("#left", |left| left == "4");
        check(person, "a new game");
        person.click("#hint");
        person.until("a tile lights up", || person.look("document.querySelectorAll('.hinted').length === 1"));
        check(person, "a hint");
        person.click("#edit");
        person.click_tile(1);
        check(person, "editing");
        person.click("#edit");
        person.open(PUZZLE04);
        person.press(&[Key::LEFT, Key::UP, Key::LEFT, Key::UP]);
        person.reads("#result-enough", |text| text == "4 moves: optimal.");
        person.click("#replay summary");
        person.click("#splits summary");
        check(person, "a win");
        person.click("#tab-times");
        check(person, "times");
        person.click("#times-clear");
        check(person, "deleting all times");
        person.click("#clear button[value='delete']");
        check(person, "no times");
    });
}

#[test]
#[ignore = "needs Chromium and axe-core; run by `cargo xtask test`"]
fn solving_is_accessible() {
    visit(PUZZLE04, |person| {
        person.click("#solve");
        person.until("there is a solution", || person.is_shown("#player"));
        person.click("#move-details summary");
        person.click("#text-details summary");
        person.reads("#solution-text", |text| text == "tile: LULU");
        check(person, "a solution");
        person.use_phone(360, 640);
        check(person, "a solution on a phone");
        person.open("size=4x4&board=1-2-3-4-5-6-7-8-9-10-11-12-13-15-14-0");
        person.until("the explanation is there", || person.is_shown("#unsolvable"));
        check(person, "an unsolvable board on a phone");
        person.click("#paste-open");
        check(person, "pasting");
        person.write("#paste-text", "x");
        person.click("#paste-read");
        person.reads("#paste-error", |wrong| !wrong.is_empty());
        check(person, "pasting something else");
        person.leave(&["read"]);
    });
}

#[test]
#[ignore = "needs Chromium and axe-core; run by `cargo xtask test`"]
fn the_other_views_are_accessible() {
    visit(PUZZLE04, |person| {
        person.click("#tab-search");
        person.until("there is a tree", || person.is_shown("#view-search .tree"));
        check(person, "a search");
        person.click("#trace-last");
        check(person, "the end of a search");
        person.click("#tab-compare");
        check(person, "methods");
        person.click("#compare-run");
        person.until("the chart is there", || person.is_shown("#compare-chart svg"));
        check(person, "a comparison");
        person.click("#tab-explore");
        person.until("an example is there", || person.is_shown("#example-board svg"));
        person.sees("document.getElementById('example-board').getAttribute('aria-busy')", "false");
        check(person, "distances");
    });
}

#[test]
#[ignore = "needs Chromium and axe-core; run by `cargo xtask test`"]
fn every_search_is_accessible() {
    visit(PUZZLE04, |person| {
        person.click("#tab-search");
        person.until("there is a tree", || person.is_shown("#trace-body"));
        for algorithm in ["idastar", "bidirectional"] {
            person.choose("#trace-algorithm", algorithm);
            finished(person);
            person.click("#trace-last");
            check(person, algorithm);
        }
        person.click("#search-two");
        person.until("there are two trees", || person.is_shown("#rival-tree"));
        finished(person);
        person.click("#trace-last");
        check(person, "two searches");
        person.click("#search-two");
        person.click("#search-edit");
        check(person, "exchanging tiles");
        person.click("#search-edit");
        type_board(person, "2 1 3/4 5 6/7 8 0");
        check(person, "a search of an unsolvable board");
        type_board(person, "1 2 3/4 5 6/7 8 0");
        check(person, "a search of a solved board");
    });
}
