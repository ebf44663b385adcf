//! The Search, Compare and Explore views.

use crate::person::{Key, PUZZLE04, Person};
use crate::visit;
use std::collections::BTreeSet;

/// Counts the nodes that are drawn.
const NODES: &str = "document.querySelectorAll('#tree .node').length";

fn nodes(person: &Person) -> u64 {
    person.look(NODES).as_u64().expect("a number")
}

#[test]
#[ignore = "needs Chromium; run by `cargo xtask test`"]
fn the_search_is_stepped_forward_and_back() {
    visit(PUZZLE04, |person| {
        person.click("#tab-search");
        person.until("there is a tree", || person.is_shown("#trace-body"));
        person.sees(NODES, 1);
        person.reads("#trace-open", |text| text == "1");

        person.click("#trace-forward");
        person.reads("#step-text", |said| said.contains("smallest f") && said.contains("f = 0 + 4 = 4"));
        person.sees("document.querySelectorAll('#tree .node.now').length", 1);

        let mut seen = vec![nodes(person)];
        let length =
            person.look("Number(document.getElementById('trace-scrubber').max)").as_u64().expect("a number");
        for place in 2..=length {
            person.click("#trace-forward");
            person.reads("#trace-place", |text| text == format!("{place} / {length}"));
            seen.push(nodes(person));
        }
        assert!(seen.is_sorted() && *seen.last().expect("some") > 5, "{seen:?}");
        person.reads("#step-text", |text| text.contains("4 moves"));
        person.sees("document.querySelectorAll('#tree .node.way').length", 5);
        person.sees("document.querySelectorAll('#tree .node.cut').length > 0", true);

        for place in (1..length).rev() {
            person.click("#trace-back");
            person.sees(NODES, seen[place as usize - 1]);
        }
        // Selecting a node shows its board and its values.
        person.click("#trace-last");
        person.click("#tree");
        person.press(&[Key::UP]);
        person.reads("#node-text", |node| node.contains("f = "));
        person.click("#node-play");
        person.until("its board is played", || person.is_shown("#board"));
        person.until("it is another board", || person.tiles() != [0, 1, 3, 4, 2, 5, 7, 8, 6]);
    });
}

#[test]
#[ignore = "needs Chromium; run by `cargo xtask test`"]
fn every_classic_search_can_be_watched() {
    visit("size=3x3&board=1-0-3-4-2-6-7-5-8&view=search", |person| {
        person.until("there is a tree", || person.is_shown("#trace-body"));
        let names = person
            .look("[...document.querySelectorAll('#trace-algorithm option')].map((option) => option.value)");
        let names: BTreeSet<&str> =
            names.as_array().expect("a list").iter().filter_map(|name| name.as_str()).collect();
        for wanted in ["astar", "wastar", "greedy", "bfs", "dfs", "iddfs", "idastar"] {
            assert!(names.contains(wanted), "{names:?}");
        }
        for name in names {
            person.choose("#trace-algorithm", name);
            person.reads("#trace-status", |said| !said.starts_with("Searching"));
            person.until("it begins", || person.text("#trace-place").starts_with("0 / "));
            person.click("#trace-last");
            person.until(&format!("{name} has a tree"), || nodes(person) > 0);
        }
        person.choose("#trace-algorithm", "idastar");
        person.until("the bound is shown", || person.is_shown("#trace-bound-box"));
    });
}

#[test]
#[ignore = "needs Chromium; run by `cargo xtask test`"]
fn methods_are_compared_and_sizes_explored() {
    visit(PUZZLE04, |person| {
        person.click("#tab-compare");
        person.click("#compare-run");
        person.until("the chart is there", || person.is_shown("#compare-chart svg"));
        person.sees("document.querySelectorAll('#compare-rows tr').length >= 5", true);
        // Breadth-first search is the first of them.
        person.sees("document.querySelector('#compare-rows tr').cells[1].textContent", "4");

        person.click("#tab-explore");
        person.until("the chart is there", || person.is_shown("#explore-chart svg"));
        person.sees("document.getElementById('explore-depth').max", "31");
        person.browser.script("document.getElementById('explore-depth').focus()", serde_json::json!([]));
        person.press(&[Key::END]);
        person.reads("#explore-count", |count| count.starts_with("2 boards"));
        person.until("an example is there", || person.is_shown("#example-board svg"));
        person.click("#example-another");
        person.click("#example-play");
        person.until("it is played", || person.is_shown("#board"));
    });
}
