//! Seeing the search, comparing, exploring.

use crate::person::{Key, PUZZLE04, Person};
use crate::visit;
use std::collections::BTreeSet;

fn nodes(person: &Person) -> u64 {
    person.look("document.querySelectorAll('#tree .node').length").as_u64().expect("a number")
}

#[test]
fn the_search_is_stepped_forward_and_back() {
    visit(PUZZLE04, |person| {
        person.click("#tab-search");
        person.until("there is a tree", || person.is_shown("#trace-body"));
        assert_eq!(nodes(person), 1);
        assert_eq!(person.text("#trace-open"), "1");

        person.click("#trace-forward");
        let said = person.text("#step-text");
        assert!(said.contains("smallest f") && said.contains("f = 0 + 4 = 4"), "{said}");
        assert_eq!(person.look("document.querySelectorAll('#tree .node.now').length"), 1);

        let mut seen = vec![nodes(person)];
        let length =
            person.look("Number(document.getElementById('trace-scrubber').max)").as_u64().expect("a number");
        for place in 2..=length {
            person.click("#trace-forward");
            assert_eq!(person.text("#trace-place"), format!("{place} / {length}"));
            seen.push(nodes(person));
        }
        assert!(seen.is_sorted() && *seen.last().expect("some") > 5, "{seen:?}");
        assert!(person.text("#step-text").contains("4 moves"));
        assert_eq!(person.look("document.querySelectorAll('#tree .node.way').length"), 5);
        assert!(person.look("document.querySelectorAll('#tree .node.cut').length").as_u64() > Some(0));

        for place in (1..length).rev() {
            person.click("#trace-back");
            assert_eq!(nodes(person), seen[place as usize - 1], "back at step {place}");
        }
        // A node of one's own choice: its board and its numbers.
        person.click("#trace-last");
        person.click("#tree");
        person.press(&[Key::UP]);
        let node = person.text("#node-text");
        assert!(node.contains("f = "), "{node}");
        person.click("#node-play");
        person.until("its board is played", || person.is_shown("#board"));
        assert_ne!(person.tiles(), [0, 1, 3, 4, 2, 5, 7, 8, 6]);
    });
}

#[test]
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
            person.until_text("#trace-status", |said| !said.starts_with("Searching"));
            person.until("it begins", || person.text("#trace-place").starts_with("0 / "));
            person.click("#trace-last");
            assert!(nodes(person) > 0, "{name}");
        }
        person.choose("#trace-algorithm", "idastar");
        person.until("the bound is shown", || person.is_shown("#trace-bound-box"));
    });
}

#[test]
fn methods_are_compared_and_sizes_explored() {
    visit(PUZZLE04, |person| {
        person.click("#tab-compare");
        person.click("#compare-run");
        person.until("the chart is there", || person.is_shown("#compare-chart svg"));
        let lengths = person.look(
            "[...document.querySelectorAll('#compare-rows tr')].map((row) => row.cells[1].textContent)",
        );
        assert!(lengths.as_array().expect("a list").len() >= 5, "{lengths}");
        assert_eq!(lengths[0], "4", "breadth-first search: {lengths}");

        person.click("#tab-explore");
        person.until("the chart is there", || person.is_shown("#explore-chart svg"));
        assert_eq!(person.look("document.getElementById('explore-depth').max"), "31");
        person.browser.script("document.getElementById('explore-depth').focus()", serde_json::json!([]));
        person.press(&[Key::END]);
        person.until_text("#explore-count", |count| count.starts_with("2 boards"));
        person.until("an example is there", || person.is_shown("#example-board svg"));
        person.click("#example-another");
        person.click("#example-play");
        person.until("it is played", || person.is_shown("#board"));
    });
}
