//! Defects that were found and repaired, one test each.

use crate::person::{Key, PUZZLE04};
use crate::visit;
use serde_json::Value;

#[test]
#[ignore = "needs Chromium; run by `cargo xtask test`"]
fn explore_captions_and_plays_the_size_that_it_counted() {
    visit("view=explore", |person| {
        person.until("the chart is there", || person.is_shown("#explore-chart svg"));
        person.until("an example is there", || person.is_shown("#example-board svg"));
        // Another size in the menu does not change what was counted.
        person.choose("#explore-size", "2x3");
        person.focus("#explore-depth");
        person.press(&[Key::END]);
        person.reads("#explore-count", |count| count == "2 boards of size 3x3 at this distance.");
        person.until("an example can be played", || {
            person.look("document.getElementById('example-play').getAttribute('aria-disabled') === 'false'")
        });
        // While it counts, there is no board of the old size to be seen or played.
        let seen = person.browser.script(
            "document.getElementById('explore-form').requestSubmit();
             document.getElementById('example-play').click();
             return [document.getElementById('explore-body').checkVisibility(),
                 document.querySelectorAll('#example-board svg').length];",
            serde_json::json!([]),
        );
        assert_eq!(seen, serde_json::json!([false, 0]));
        person.reads("#explore-count", |count| count.contains("size 2x3"));
        person.until("the example has six cells", || {
            person
                .look("document.querySelector('#example-board svg')?.getAttribute('aria-label')")
                .as_str()
                .is_some_and(|label| label.split_whitespace().count() == 8)
        });
        assert!(person.is_shown("#view-explore"), "nothing was played");
        person.click("#example-play");
        person.until("its board is played", || person.tiles().len() == 6);
    });
}

#[test]
#[ignore = "needs Chromium; run by `cargo xtask test`"]
fn arrow_keys_move_tiles_while_a_tab_has_the_focus() {
    visit(PUZZLE04, |person| {
        person.click("#tab-play");
        person.press(&[Key::LEFT]);
        person.sees_tiles(&[1, 0, 3, 4, 2, 5, 7, 8, 6]);
        assert!(person.is_shown("#view-play"));
    });
}

#[test]
#[ignore = "needs Chromium; run by `cargo xtask test`"]
fn reloading_a_game_does_not_make_it_a_solution() {
    visit(PUZZLE04, |person| {
        person.press(&[Key::LEFT, Key::UP]);
        person
            .until("the moves are in the address", || person.look("location.hash.endsWith('moves=LU&at=2')"));
        person.reload();
        person.sees_tiles(&[1, 2, 3, 4, 0, 5, 7, 8, 6]);
        person.reads("#moves", |text| text == "2");
        assert!(!person.is_shown("#player") && !person.is_shown("#solve-summary"));
        // A link with moves to the goal is one, and it can be saved.
        person.open("size=3x3&board=0-1-3-4-2-5-7-8-6&moves=LULU");
        person.until("there is a player", || person.is_shown("#player"));
        person.reads("#solve-claim", |claim| claim == "4 moves to the goal");
        person.click("[data-format='svg']");
        person.reads("#download-status", |said| said.starts_with("Saved"));
    });
}

#[test]
#[ignore = "needs Chromium; run by `cargo xtask test`"]
fn the_moves_left_agree_with_the_solution_beside_them() {
    // The gap, then all tiles in reverse order.
    let tiles: Vec<String> = (0..36).map(|cell| (36 - cell) % 36).map(|tile| tile.to_string()).collect();
    visit(&format!("size=6x6&board={}", tiles.join("-")), |person| {
        let range = |text: &str| -> Option<(u64, u64)> {
            let (least, most) = text.split_once('–').unwrap_or((text, text));
            Some((least.parse().ok()?, most.parse().ok()?))
        };
        person.until("there is a first answer", || range(&person.text("#left")).is_some());
        person.choose("#solve-seconds", "5");
        person.click("#solve");
        person.until("there is a solution", || person.is_shown("#player"));
        let claim = person.text("#solve-claim");
        let length: u64 = claim.split(' ').next().and_then(|word| word.parse().ok()).expect("a number");
        let (_, most) = range(&person.text("#left")).expect("a range");
        assert!(most <= length, "{most} moves left beside {claim}");
        person.click("#player-forward");
        person.reads("#moves", |moves| moves == "1");
        let (_, most) = range(&person.text("#left")).expect("a range");
        assert!(most < length, "{most} moves left, one move after {claim}");
    });
}

#[test]
#[ignore = "needs Chromium; run by `cargo xtask test`"]
fn an_unsolvable_board_has_no_hint() {
    visit("size=3x3&board=2-1-3-4-5-6-7-8-0", |person| {
        person.until("the explanation is there", || person.is_shown("#unsolvable"));
        person.click("#hint");
        person.reads("#status", |said| said.contains("no solution"));
        person.reads("#left", |left| left == "–");
        person.sees("document.getElementById('left').hasAttribute('aria-busy')", false);
    });
}

#[test]
#[ignore = "needs Chromium; run by `cargo xtask test`"]
fn a_letter_is_not_a_board() {
    visit(PUZZLE04, |person| {
        person.click("#paste-open");
        person.write("#paste-text", "x");
        person.click("#paste-read");
        person.reads("#paste-error", |wrong| wrong.contains("at least one tile"));
        person.click("#paste-close");
        person.sees_tiles(&[0, 1, 3, 4, 2, 5, 7, 8, 6]);
        person.leave(&["read"]);
    });
}

#[test]
#[ignore = "needs Chromium; run by `cargo xtask test`"]
fn scramble_keeps_the_focus() {
    visit(PUZZLE04, |person| {
        let before = person.tiles();
        person.focus("#scramble");
        person.press(&[Key::ENTER]);
        person.until("there is another board", || person.tiles() != before);
        person.sees("document.activeElement.id", "scramble");
    });
}

#[test]
#[ignore = "needs Chromium; run by `cargo xtask test`"]
fn playing_on_after_a_win_keeps_the_result() {
    visit(PUZZLE04, |person| {
        person.press(&[Key::LEFT, Key::UP, Key::LEFT, Key::UP]);
        person.reads("#status", |text| text.starts_with("Solved: 4 moves"));
        person.reads("#result-facts", |facts| facts.starts_with("4 moves, 4 pushes"));
        let (time, clock) = (person.text("#result-time"), person.text("#time"));
        person.press(&[Key::DOWN, Key::UP]);
        person.reads("#moves", |text| text == "6");
        assert!(!person.text("#status").starts_with("Solved"), "the board was not solved again in 6 moves");
        person.reads("#result-facts", |facts| facts.starts_with("4 moves, 4 pushes"));
        assert_eq!((person.text("#result-time"), person.text("#time")), (time, clock));
        person.click("#tab-times");
        person.sees("document.querySelectorAll('#times-rows tr').length", 1);
    });
}

#[test]
#[ignore = "needs Chromium; run by `cargo xtask test`"]
fn a_push_along_a_solution_is_undone_and_redone_as_one() {
    visit("size=3x4&board=1-2-3-4-5-6-7-8-0-9-10-11", |person| {
        person.click("#solve");
        person.until("there is a solution", || person.is_shown("#player"));
        person.click_tile(10);
        person.reads("#moves", |text| text == "2");
        person.click("#undo");
        person.reads("#moves", |text| text == "0");
        person.click("#redo");
        person.reads("#moves", |text| text == "2");
        person.click("#redo");
        person.reads("#moves", |text| text == "3");
        person.click("#undo");
        person.reads("#moves", |text| text == "2");
    });
}

#[test]
#[ignore = "needs Chromium; run by `cargo xtask test`"]
fn tall_boards_fit_into_the_window() {
    let tiles: Vec<String> = (1..20).chain([0]).map(|tile| tile.to_string()).collect();
    visit(&format!("size=10x2&board={}", tiles.join("-")), |person| {
        let fits = "(() => {
            const { top, bottom, height } = document.querySelector('#board .well').getBoundingClientRect();
            return top >= 0 && bottom <= innerHeight && height > 200;
        })()";
        person.sees(fits, true);
        person.use_phone(360, 640);
        person.sees(fits, true);
    });
}

#[test]
#[ignore = "needs Chromium; run by `cargo xtask test`"]
fn a_link_without_a_size_says_what_is_missing() {
    visit("board=1-2-3-4-5-6-7", |person| {
        person.reads("#status", |said| {
            said.contains("7 tiles do not make a square") && said.contains("size=2x4")
        });
        for leaked in ["invalid", "expected", "column", "[2.6"] {
            assert!(!person.text("#status").contains(leaked), "{}", person.text("#status"));
        }
    });
}

#[test]
#[ignore = "needs Chromium; run by `cargo xtask test`"]
fn compare_says_which_methods_were_cut_short() {
    // 80 moves from the goal: breadth-first search does not get there in a second.
    visit("size=4x4&board=0-11-9-13-12-15-10-14-3-7-6-2-4-8-5-1&view=compare", |person| {
        person.choose("#compare-seconds", "1");
        person.browser.script(
            "document.querySelectorAll('#compare-methods input').forEach((box, i) => { box.checked = i === 0; })",
            serde_json::json!([]),
        );
        person.click("#compare-run");
        person.until("the chart is there", || person.is_shown("#compare-chart svg"));
        let cell = |at: usize| format!("document.querySelector('#compare-rows tr').cells[{at}].textContent");
        let heading =
            |at: usize| format!("document.querySelector('#compare-region thead tr').cells[{at}].textContent");
        person.sees(&heading(1), "Result");
        person.sees(&heading(2), "Length");
        person.until("a limit is named", || {
            person
                .look(&cell(1))
                .as_str()
                .is_some_and(|text| text.starts_with("stopped: ") && text.ends_with(" limit"))
        });
        person.sees(&cell(2), "–");
    });
}

#[test]
#[ignore = "needs Chromium; run by `cargo xtask test`"]
fn an_unsolvable_board_shows_one_inversion_and_offers_the_wrong_tiles() {
    // 14 and 15 are exchanged, and the gap is in the third row.
    visit("size=4x4&board=1-2-3-4-5-6-7-8-9-10-11-0-13-15-14-12", |person| {
        person.until("the explanation is there", || person.is_shown("#unsolvable"));
        person.reads("#unsolvable-reason", |reason| {
            reason.contains("4 inversions + row 3 of the gap = 7, odd")
                && reason.contains("The goal: 0 inversions + row 4 of the gap = 4, even")
        });
        person.sees("document.querySelectorAll('.overlay .inversion').length", 1);
        person.reads("#unsolvable-legend", |legend| {
            legend.contains("one of the 4 inversions: 13 comes before 12")
        });
        person.reads("#exchange", |text| text == "Exchange 15 and 14");
        person.click("#exchange");
        person.sees_tiles(&[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 0, 13, 14, 15, 12]);
        person.until("it is mended", || !person.is_shown("#unsolvable"));
    });
}

#[test]
#[ignore = "needs Chromium; run by `cargo xtask test`"]
fn menus_begin_with_capitals_and_headings_are_in_order() {
    visit(PUZZLE04, |person| {
        let texts =
            "[...document.querySelectorAll('#solve-algorithm option')].map((option) => option.textContent)";
        let texts = person.look(texts);
        let texts: Vec<&str> =
            texts.as_array().expect("a list").iter().filter_map(|text| text.as_str()).collect();
        assert_eq!(texts[0], "Automatic");
        assert!(texts.contains(&"Anytime search"), "{texts:?}");
        assert!(texts.iter().all(|text| text.starts_with(char::is_uppercase)), "{texts:?}");
        for view in ["play", "search", "compare", "explore", "times"] {
            person.click(&format!("#tab-{view}"));
            let levels = format!(
                "[document.querySelector('h1'), ...document.querySelectorAll('#view-{view} :is(h1, h2, h3, h4)')]
                    .filter((heading) => heading.checkVisibility())
                    .map((heading) => Number(heading.localName[1]))"
            );
            let levels = person.look(&levels);
            let levels: Vec<u64> =
                levels.as_array().expect("a list").iter().filter_map(Value::as_u64).collect();
            assert!(levels.starts_with(&[1, 2]), "{view}: {levels:?}");
            assert!(levels.windows(2).all(|pair| pair[1] <= pair[0] + 1), "{view}: {levels:?}");
        }
    });
}

#[test]
#[ignore = "needs Chromium; run by `cargo xtask test`"]
fn moves_are_announced_with_their_direction() {
    visit(PUZZLE04, |person| {
        person.press(&[Key::LEFT]);
        person.reads("#announcer", |said| said == "1 left. 1 move.");
        person.press(&[Key::UP]);
        person.reads("#announcer", |said| said == "2 up. 2 moves.");
        person.click("#undo");
        person.reads("#announcer", |said| said == "2 down. 1 move.");
    });
}

#[test]
#[ignore = "needs Chromium; run by `cargo xtask test`"]
fn another_board_is_chosen_while_one_is_drawn() {
    visit(PUZZLE04, |person| {
        person.browser.script(
            "for (const id of ['scramble', 'daily']) document.getElementById(id).click();",
            serde_json::json!([]),
        );
        person.reads("#get-status", |said| said.starts_with("The daily board of "));
        person.sees("document.getElementById('scramble').hasAttribute('aria-busy')", false);
        // A board that is pasted meanwhile is not replaced, either.
        person.click("#paste-open");
        person.write("#paste-text", "1 2 3/4 5 6/7 0 8");
        person.browser.script(
            "document.getElementById('paste-form').requestSubmit();
             document.getElementById('get-form').requestSubmit();",
            serde_json::json!([]),
        );
        person.until("it was read", || !person.is_shown("#paste"));
        person.sees("document.getElementById('scramble').hasAttribute('aria-busy')", false);
        assert_eq!(person.tiles(), [1, 2, 3, 4, 5, 6, 7, 0, 8]);
    });
}
