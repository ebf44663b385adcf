//! The Search view explains each search in its own words, and nothing it says is false.

use crate::person::{Key, Person};
use crate::visit;
use serde_json::json;

/// A board of six moves whose Manhattan distance is 4.
const SIX: &str = "1 3 5/4 2 6/7 8 0";

/// Opens the Search view, on the first example.
fn enter(person: &Person) {
    person.click("#tab-search");
    person.until("there is a tree", || person.is_shown("#trace-body"));
}

/// Types a board into the view.
pub(crate) fn type_board(person: &Person, board: &str) {
    person.browser.script("document.querySelector('.search-more').open = true;", json!([]));
    person.write("#search-text", board);
    person.click("#search-text-form button");
    finished(person);
}

/// Waits until all searches are shown.
pub(crate) fn finished(person: &Person) {
    person.sees("document.querySelectorAll('#lanes [aria-busy]').length", 0);
    person.reads("#trace-status", |said| !said.starts_with("Searching"));
}

fn search(person: &Person, algorithm: &str) {
    person.choose("#trace-algorithm", algorithm);
    finished(person);
}

/// Collects the sentences of the first steps, and of the last one.
fn sentences(person: &Person) -> Vec<String> {
    let said = person.browser.script(
        "const said = [];
        document.getElementById('trace-first').click();
        for (;;) {
            said.push(document.getElementById('trace-step').textContent);
            const forward = document.getElementById('trace-forward');
            if (forward.ariaDisabled === 'true') return said;
            document.getElementById(said.length === 120 ? 'trace-last' : 'trace-forward').click();
        }",
        json!([]),
    );
    serde_json::from_value(said).expect("sentences")
}

fn marked_boards(person: &Person) -> String {
    let label = person.look("document.getElementById('trace-tree').ariaLabel");
    let label = label.as_str().unwrap_or_default();
    let marked = label.split_once("The solution is marked: ").map(|(_, rest)| rest);
    marked.and_then(|rest| rest.split_once(" boards")).map_or_else(String::new, |(count, _)| count.to_owned())
}

#[test]
#[ignore = "needs Chromium; run by `cargo xtask test`"]
fn the_view_opens_on_a_small_example_with_its_goal() {
    // The game has a board that would make a large tree.
    visit("size=4x4&board=5-10-14-7-8-3-6-1-15-0-12-9-2-11-4-13", |person| {
        enter(person);
        person.reads("#search-summary", |text| text == "This board is 7 moves from the goal.");
        person.sees("document.querySelectorAll('#search-start .cell').length", 9);
        person.sees("document.querySelector('#search-goal svg').ariaLabel", "Board: 1 2 3 / 4 5 6 / 7 8 gap");
        person.sees("document.getElementById('trace-tree').dataset.still", "true");
        person.sees("document.getElementById('trace-tree').dataset.drawn", "1");
        person.click("#trace-last");
        person.reads("#trace-step", |text| text.contains("The solution has 7 moves, the fewest possible."));
        assert_eq!(marked_boards(person), "8");
        // The current game is one click away.
        person.click("#search-game");
        finished(person);
        person.sees("document.querySelectorAll('#search-start .cell').length", 16);
        // A search that is too long says so.
        person.reads("#trace-status", |text| {
            text.starts_with("Only the first") || text.contains("did not finish")
        });
        person.click("#search-example");
        finished(person);
        person.sees("document.getElementById('search-game').ariaPressed", "false");
    });
}

#[test]
#[ignore = "needs Chromium; run by `cargo xtask test`"]
fn every_search_marks_its_whole_solution() {
    visit("", |person| {
        enter(person);
        type_board(person, SIX);
        let names = person
            .look("[...document.querySelectorAll('#trace-algorithm option')].map((option) => option.value)");
        let names: Vec<String> = serde_json::from_value(names).expect("names");
        assert!(names.len() >= 9, "{names:?}");
        for name in names {
            search(person, &name);
            person.click("#trace-last");
            person.until("it is over", || person.text("#trace-step").contains("The solution has "));
            let last = person.text("#trace-step");
            let length = last
                .split_once("The solution has ")
                .map(|(_, rest)| rest.split(' ').next().unwrap_or_default());
            let length: usize =
                length.and_then(|length| length.parse().ok()).unwrap_or_else(|| panic!("{name}: {last}"));
            assert!(length >= 6, "{name}: {last}");
            assert_eq!(marked_boards(person), (length + 1).to_string(), "{name}");
        }
    });
}

#[test]
#[ignore = "needs Chromium; run by `cargo xtask test`"]
fn each_search_has_its_own_words() {
    visit("", |person| {
        enter(person);
        type_board(person, SIX);
        let said = sentences(person);
        assert!(
            said.iter().any(|text| text.starts_with("The smallest f in the open list is next: f = ")),
            "{said:#?}"
        );
        assert!(said.iter().any(|text| text.contains("nodes have it")), "{said:#?}");

        search(person, "idastar");
        assert!(!person.is_shown("#trace-open") && !person.is_shown("#trace-closed"));
        assert!(person.is_shown("#trace-limit") && person.is_shown("#trace-iteration"));
        let said = sentences(person);
        assert!(said.iter().any(|text| text.contains("the f-limit is 4")), "{said:#?}");
        assert!(said.iter().any(|text| text.contains("6, is the new f-limit")), "{said:#?}");
        assert!(said.iter().any(|text| text.contains("is within the f-limit 6")), "{said:#?}");
        person.reads("#trace-queue-0-title", |title| title == "Path: 6 moves");

        search(person, "iddfs");
        let said = sentences(person);
        assert!(
            said.iter().any(|text| text.starts_with("Iteration 3: ") && text.contains("shadow")),
            "{said:#?}"
        );
        // When the third iteration starts, the nodes of the second one are still there, as a shadow.
        person.click("#trace-first");
        let shadow = "document.getElementById('trace-iteration').textContent === '3' && document.getElementById('trace-depth-now').textContent === '0'";
        person.until("the third iteration starts", || {
            person.click("#trace-forward");
            person.look(shadow)
        });
        person.sees("document.getElementById('trace-tree').dataset.drawn", "7");

        search(person, "bidirectional");
        let said = sentences(person);
        assert!(said.iter().all(|text| !text.contains("It is the goal")), "{said:#?}");
        assert!(said.last().expect("steps").contains("the sides meet here"), "{said:#?}");
        person.reads("#trace-node-text", |text| text.contains("The meeting board"));
        person.reads("#trace-queue-1-title", |title| title.starts_with("From the goal: "));

        search(person, "dfs");
        // The depth limit is one with which there is a solution.
        person.sees("document.getElementById('trace-depth').placeholder", "6");
        assert!(sentences(person).last().expect("steps").contains("The solution has 6 moves"));
        person.write("#trace-depth", "3");
        person.press(&[Key::TAB]);
        finished(person);
        person.reads("#trace-status", |text| text == "No solution within 3 moves.");
        assert!(sentences(person).last().expect("steps").contains("no solution with at most 3 moves"));
        person.choose("#trace-goal_test", "selected");
        finished(person);
        assert!(person.is_shown("#trace-open") && !person.is_shown("#trace-depth"));
    });
}

#[test]
#[ignore = "needs Chromium; run by `cargo xtask test`"]
fn boards_are_edited_and_unusual_ones_explained() {
    visit("", |person| {
        enter(person);
        // Sliding a tile keeps the board solvable.
        let before = person.text("#search-summary");
        person.click("#search-start [data-tile='8']");
        finished(person);
        person.until("it is another board", || person.text("#search-summary") != before);
        // Exchanging two tiles does not.
        person.click("#search-edit");
        person.click("#search-start [data-tile='1']");
        person.click("#search-start [data-tile='3']");
        finished(person);
        person.reads("#trace-status", |text| text.starts_with("This board is unsolvable. This board: "));
        assert!(!person.is_shown("#trace-body"));
        search(person, "lockstep");
        person.click("#trace-last");
        person.reads("#trace-step", |text| text.contains("this board is unsolvable"));

        type_board(person, "1 2 3/4 5 6/7 8 0");
        for name in
            ["lockstep", "astar", "bfs", "dfs", "iddfs", "idastar", "bidirectional", "greedy", "wastar"]
        {
            search(person, name);
            person.reads("#search-summary", |text| text == "This board is already solved.");
            person.click("#trace-last");
            person.reads("#trace-step", |text| text.starts_with("The start is the goal. No move is needed."));
        }
        search(person, "astar");
        type_board(person, "1 2 3 4 5/6 7 8 9 10/11 12 13 14 15/16 17 18 0 19/21 22 23 24 20");
        person.reads("#search-summary", |text| text == "This board is 2 moves from the goal.");
        person.click("#trace-last");
        person.reads("#trace-step", |text| text.contains("The solution has 2 moves"));
        person.write("#search-text", "1 2 3/4 5 6/7 8 8");
        person.click("#search-text-form button");
        person.reads("#search-text-error", |text| !text.is_empty());
        person.leave(&["read"]);
    });
}

#[test]
#[ignore = "needs Chromium; run by `cargo xtask test`"]
fn the_heuristic_of_a_node_is_the_sum_over_its_tiles() {
    visit("", |person| {
        enter(person);
        for heuristic in ["manhattan", "hamming"] {
            person.choose("#trace-heuristic", heuristic);
            finished(person);
            let wrong = person.browser.script(
                "const wrong = [];
                document.getElementById('trace-first').click();
                for (;;) {
                    const text = document.getElementById('trace-node-text').textContent;
                    const h = /f = \\d+ \\+ (\\d+) =/.exec(text)?.[1];
                    const parts = [...document.querySelectorAll('#trace-node-board .tile-distance')].map((part) => Number(part.textContent));
                    if (h !== undefined && Number(h) !== parts.reduce((a, b) => a + b, 0)) wrong.push([text, parts]);
                    const forward = document.getElementById('trace-forward');
                    if (forward.ariaDisabled === 'true') return wrong;
                    forward.click();
                }",
                json!([]),
            );
            assert_eq!(wrong, json!([]), "{heuristic}");
        }
        person.choose("#trace-heuristic", "linear-conflict");
        finished(person);
        person.reads("#trace-node-text", |text| text.contains("Distances of the tiles"));
    });
}

#[test]
#[ignore = "needs Chromium; run by `cargo xtask test`"]
fn two_searches_advance_in_step() {
    visit("", |person| {
        enter(person);
        person.click("#search-two");
        person.until("there are two trees", || {
            person.is_shown("#trace-tree") && person.is_shown("#rival-tree")
        });
        finished(person);
        person.sees("document.getElementById('rival-algorithm').value", "bfs");
        for place in 1..=5 {
            person.click("#trace-forward");
            person.reads("#trace-place", |text| text.starts_with(&format!("{place} / ")));
            for lane in ["trace", "rival"] {
                person.reads(&format!("#{lane}-expanded"), |text| text == place.to_string());
            }
        }
        // The shorter search waits at its end.
        person.click("#trace-last");
        for lane in ["trace", "rival"] {
            person.reads(&format!("#{lane}-step"), |text| text.contains("The solution has 7 moves"));
        }
        let expanded =
            |lane: &str| person.text(&format!("#{lane}-expanded")).parse::<u32>().expect("a number");
        assert!(expanded("trace") < expanded("rival"));
        person.choose("#rival-algorithm", "idastar");
        finished(person);
        person.click("#trace-last");
        person.reads("#rival-queue-0-title", |title| title == "Path: 7 moves");
        person.click("#search-two");
        assert!(!person.is_shown("#rival-tree"));
    });
}

#[test]
#[ignore = "needs Chromium; run by `cargo xtask test`"]
fn the_summary_is_about_the_board_that_is_shown() {
    visit("", |person| {
        enter(person);
        person.reads("#search-summary", |text| text == "This board is 7 moves from the goal.");
        // Three slides at once: the searches of the first two are replaced, and an odd number of slides changes the parity.
        let meanwhile = person.browser.script(
            "const summary = document.getElementById('search-summary');
            window.summaries = [];
            new MutationObserver(() => { if (summary.textContent) window.summaries.push(summary.textContent); })
                .observe(summary, { childList: true });
            for (const tile of [8, 6, 3]) document.querySelector(`#search-start [data-tile='${tile}']`).click();
            return summary.textContent;",
            json!([]),
        );
        assert_eq!(meanwhile, "");
        finished(person);
        person.reads("#search-summary", |text| text.starts_with("This board is "));
        let summary = person.text("#search-summary");
        assert_ne!(summary, "This board is 7 moves from the goal.");
        assert_eq!(person.look("window.summaries"), json!([summary]));
    });
}

#[test]
#[ignore = "needs Chromium; run by `cargo xtask test`"]
fn steps_are_announced_but_not_every_one_while_it_plays() {
    visit("", |person| {
        enter(person);
        finished(person);
        let is_announced = "document.getElementById('announcer').textContent.trim() === document.getElementById('trace-step').textContent.trim()";
        for button in ["#trace-forward", "#trace-forward", "#trace-back"] {
            person.click(button);
            person.sees(is_announced, true);
        }
        person.browser.script(
            "document.getElementById('trace-speed').value = 9;
            window.changes = { announcer: 0, 'trace-step': 0 };
            for (const id of Object.keys(window.changes)) {
                const observer = new MutationObserver(() => { window.changes[id] += 1; });
                observer.observe(document.getElementById(id), { childList: true });
            }
            window.began = performance.now();
            document.getElementById('trace-play').click();",
            json!([]),
        );
        person.sees("document.getElementById('trace-play').ariaLabel", "Play");
        let seen =
            person.look("[window.changes['trace-step'], window.changes.announcer, (performance.now() - window.began) / 1000]");
        let (steps, announced, seconds): (u32, u32, f64) = serde_json::from_value(seen).expect("numbers");
        assert!(
            steps > 2 * announced && f64::from(announced) <= seconds + 2.0,
            "{announced} of {steps} in {seconds} s"
        );
        person.sees(is_announced, true);
        assert!(person.text("#announcer").contains("The solution has 7 moves"));
    });
}
