//! What players keep coming back for: results, personal bests, replays, the daily board, keys, hovering and sounds.

use crate::person::{Key, PUZZLE04, Person};
use crate::visit;
use serde_json::{Value, json};
use taquin::scramble::Scrambler;
use taquin::{Goal, Size};

/// Solves [`PUZZLE04`] in six moves instead of four.
const DETOUR: [Key; 6] = [Key::LEFT, Key::UP, Key::DOWN, Key::UP, Key::LEFT, Key::UP];

/// Solves [`PUZZLE04`] in four moves.
const SHORTEST: [Key; 4] = [Key::LEFT, Key::UP, Key::LEFT, Key::UP];

/// Returns whether a text is a time with milliseconds.
fn is_time(text: &str) -> bool {
    text.rsplit_once('.')
        .is_some_and(|(_, rest)| rest.len() == 3 && rest.bytes().all(|byte| byte.is_ascii_digit()))
}

#[test]
#[ignore = "needs Chromium; run by `cargo xtask test`"]
fn a_win_has_a_time_both_metrics_and_splits() {
    visit("size=3x4&board=1-2-3-4-5-6-7-8-0-9-10-11", |person| {
        person.reads("#pushes", |text| text == "0 pushes");
        person.click_tile(10);
        person.reads("#moves", |text| text == "2");
        person.reads("#pushes", |text| text == "1 push");
        person.until("the clock runs", || person.text("#time") != "0.000");
        person.click_tile(11);
        person.until("there is a result", || person.is_shown("#result"));
        person.reads("#status", |said| said.starts_with("Solved: 3 moves in ") && said.ends_with(" s."));
        person.reads("#result-time", is_time);
        // Two pushes in the same direction are one.
        person.reads("#result-facts", |facts| {
            facts.starts_with("3 moves, 1 push, ") && facts.ends_with(" moves/s")
        });
        person.reads("#result-enough", |text| text == "3 moves: optimal.");
        person.click("#splits summary");
        let rows = "[...document.querySelectorAll('#result-splits li')].map((row) => [...row.children].map((part) => part.textContent))";
        let rows = person.look(rows);
        let time = person.text("#result-time");
        assert_eq!(rows[0], json!(["Row 1", "0.000", "0 moves"]));
        assert_eq!(rows[1], json!(["Row 2", "0.000", "0 moves"]));
        assert_eq!(rows[2], json!(["Row 3", time, "3 moves"]), "the last row ends with the game");
    });
}

#[test]
#[ignore = "needs Chromium; run by `cargo xtask test`"]
fn a_solve_is_replayed_beside_the_optimal_one() {
    visit(PUZZLE04, |person| {
        person.press(&DETOUR);
        person.reads("#result-enough", |text| text == "6 moves, 4 would do.");
        person.click("#replay summary");
        person.reads("#replay-place", |text| text == "0 / 6");
        let board = |name: &str| {
            let label =
                format!("document.querySelector('#replay-{name}-board svg').getAttribute('aria-label')");
            person.look(&label).as_str().unwrap_or_default().to_owned()
        };
        assert_eq!(board("own"), "Board: gap 1 3 / 4 2 5 / 7 8 6");
        assert_eq!(board("solver"), board("own"));
        person.focus("#replay-scrubber");
        person.press(&[Key::END, Key::LEFT, Key::LEFT]);
        person.reads("#replay-place", |text| text == "4 / 6");
        assert_eq!(board("own"), "Board: 1 2 3 / 4 gap 5 / 7 8 6");
        assert_eq!(board("solver"), "Board: 1 2 3 / 4 5 6 / 7 8 gap");
        assert_eq!(person.text("#replay-own-text"), "You: 4 moves");
        assert_eq!(person.text("#replay-solver-text"), "Optimal: solved after 4 moves");
        person.click("#replay-play");
        person.reads("#replay-own-text", |text| text == "You: solved after 6 moves");
        // The replay does not move the game.
        person.sees_tiles(&[1, 2, 3, 4, 5, 6, 7, 8, 0]);
        person.reads("#moves", |text| text == "6");
    });
}

#[test]
#[ignore = "needs Chromium; run by `cargo xtask test`"]
fn a_win_is_celebrated_unless_motion_is_unwanted() {
    visit(PUZZLE04, |person| {
        let pieces = "document.querySelectorAll('.confetti i').length";
        // Counts in the same task as the last move, before anything can end.
        let finish = format!("document.querySelector(\"#board [data-tile='6']\").click(); return {pieces};");
        person.press(&SHORTEST[..3]);
        assert!(person.browser.script(&finish, json!([])).as_u64() > Some(20));
        person.sees("document.querySelectorAll('.confetti').length", 0);
        person.sees("document.querySelectorAll('.won').length", 0);
        person.prefer("prefers-reduced-motion", "reduce");
        person.open(PUZZLE04);
        person.press(&SHORTEST[..3]);
        assert_eq!(person.browser.script(&finish, json!([])), 0);
        person.until("the card is there", || person.is_shown("#result"));
    });
}

#[test]
#[ignore = "needs Chromium; run by `cargo xtask test`"]
fn letters_move_tiles_and_space_gives_the_next_board() {
    visit(PUZZLE04, |person| {
        person.press(&["a", "w", "a", "w"].map(Key::letter));
        person.reads("#status", |text| text.starts_with("Solved: 4 moves"));
        // Nothing can be lost after a win.
        let solved = person.tiles();
        person.press(&[Key::SPACE]);
        person.until("there is another board", || person.tiles() != solved);
        person.until("the result is gone", || !person.is_shown("#result"));
        // A game that has begun is given up only if asked twice.
        let begun = person.tiles();
        person.press(&[Key::LEFT, Key::RIGHT, Key::UP, Key::DOWN]);
        person.until("a tile has moved", || person.text("#moves") != "0");
        let now = person.tiles();
        person.press(&[Key::SPACE]);
        person.reads("#status", |text| text == "Press Space again to give up this board.");
        assert_eq!(person.tiles(), now);
        person.press(&[Key::SPACE]);
        person.until("there is another board", || person.tiles() != now && person.tiles() != begun);
        person.reads("#moves", |text| text == "0");
        // In a text, letters and Space are themselves.
        person.click("#paste-open");
        person.write("#paste-text", "a w");
        person.sees("document.getElementById('paste-text').value", "a w");
        person.reads("#moves", |text| text == "0");
    });
}

#[test]
#[ignore = "needs Chromium; run by `cargo xtask test`"]
fn tiles_slide_under_the_mouse_if_wanted() {
    visit(PUZZLE04, |person| {
        person.hover("#board [data-tile='1']");
        person.reads("#moves", |text| text == "0");
        person.hover("#moves");
        person.click("#hover");
        for (moves, tile) in [1, 2, 5].into_iter().enumerate() {
            person.hover(&format!("#board [data-tile='{tile}']"));
            person.reads("#moves", |text| text == (moves + 1).to_string());
        }
        person.sees_tiles(&[1, 2, 3, 4, 5, 0, 7, 8, 6]);
        // The preference is stored.
        person.reload();
        person.sees("document.getElementById('hover').checked", true);
    });
}

#[test]
#[ignore = "needs Chromium; run by `cargo xtask test`"]
fn sounds_are_off_until_they_are_wanted() {
    visit(PUZZLE04, |person| {
        let listen = "window.made = 0;
            window.AudioContext = class extends AudioContext { constructor() { super(); window.made += 1; } };";
        person.browser.script(listen, json!([]));
        person.press(&[Key::LEFT]);
        person.reads("#moves", |text| text == "1");
        person.sees("window.made", 0);
        person.click("#sound");
        person.press(&[Key::UP]);
        person.reads("#moves", |text| text == "2");
        person.sees("window.made", 1);
    });
}

/// Returns the date in the page as a number: 20260131.
fn today(person: &Person) -> u64 {
    let date = "(() => { const now = new Date(); return now.getFullYear() * 10000 + (now.getMonth() + 1) * 100 + now.getDate(); })()";
    person.look(date).as_u64().expect("a date")
}

#[test]
#[ignore = "needs Chromium; run by `cargo xtask test`"]
fn the_daily_board_is_the_librarys_board_of_the_date() {
    visit(PUZZLE04, |person| {
        let (before, _) = (today(person), person.click("#daily"));
        person.reads("#get-status", |text| text.starts_with("The daily board of "));
        let after = today(person);
        let goal = Goal::rows(Size::square(4).expect("a size"));
        let board =
            |seed| Scrambler::seeded(seed).solvable(&goal).numbers().map(u32::from).collect::<Vec<_>>();
        // Midnight may pass during the test.
        assert!([board(before), board(after)].contains(&person.tiles()));
    });
}

#[test]
#[ignore = "needs Chromium; run by `cargo xtask test`"]
fn board_player_and_explanation_are_on_a_phone_together() {
    visit(PUZZLE04, |person| {
        person.use_phone(360, 640);
        let on_screen = |selectors: &[&str]| {
            let selectors: Vec<Value> = selectors.iter().map(|&selector| selector.into()).collect();
            let inside = "arguments[0].every((selector) => {
                const { top, bottom, left, right } = document.querySelector(selector).getBoundingClientRect();
                return top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth && bottom > top;
            })";
            person.browser.script(&format!("return {inside};"), json!([selectors]))
        };
        for fragment in
            ["size=3x3&board=8-6-7-2-5-4-3-0-1", "size=4x4&board=1-2-3-4-5-6-7-8-9-10-11-12-0-13-14-15"]
        {
            person.open(fragment);
            person.click("#solve");
            person.until("there is a solution", || person.is_shown("#player"));
            person.until("all of it is on the screen", || {
                on_screen(&["#board .well", "#tools", "#solve-claim", "#solve-how", "#player", "#left"])
            });
        }
        person.open("size=4x4&board=1-2-3-4-5-6-7-8-9-10-11-12-13-15-14-0");
        person.until("the explanation is there", || person.is_shown("#unsolvable"));
        person.until("all of it is on the screen", || on_screen(&["#board .well", "#unsolvable"]));
    });
}
