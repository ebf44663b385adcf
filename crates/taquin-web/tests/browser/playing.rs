//! Playing with mouse, keyboard and touch, undo, and winning.

use crate::person::{Key, PUZZLE04};
use crate::visit;

#[test]
#[ignore = "needs Chromium; run by `cargo xtask test`"]
fn a_game_with_the_mouse() {
    visit(PUZZLE04, |person| {
        person.sees_tiles(&[0, 1, 3, 4, 2, 5, 7, 8, 6]);
        person.reads("#left", |left| left == "4");
        for (moves, tile) in [1, 2, 5, 6].into_iter().enumerate() {
            person.click_tile(tile);
            person.reads("#moves", |text| text == (moves + 1).to_string());
        }
        person.sees_tiles(&[1, 2, 3, 4, 5, 6, 7, 8, 0]);
        person.reads("#status", |said| said.starts_with("Solved: 4 moves in "));
        person.reads("#left", |left| left == "0");

        person.click("#undo");
        person.sees_tiles(&[1, 2, 3, 4, 5, 0, 7, 8, 6]);
        person.reads("#left", |left| left == "1");
        person.click("#redo");
        person.sees_tiles(&[1, 2, 3, 4, 5, 6, 7, 8, 0]);
        person.click("#restart");
        person.sees_tiles(&[0, 1, 3, 4, 2, 5, 7, 8, 6]);
        person.reads("#moves", |text| text == "0");
        // A tile that is not in line with the gap does not move.
        person.click_tile(5);
        person.reads("#moves", |text| text == "0");
    });
}

#[test]
#[ignore = "needs Chromium; run by `cargo xtask test`"]
fn several_tiles_of_a_line_move_together() {
    visit("size=3x4&board=1-2-3-4-5-6-7-8-0-9-10-11", |person| {
        person.click_tile(11);
        person.sees_tiles(&[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 0]);
        person.reads("#moves", |text| text == "3");
        person.reads("#status", |text| text.starts_with("Solved: 3 moves"));
        // They are also undone together.
        person.press(&[Key::letter("z").with_control()]);
        person.sees_tiles(&[1, 2, 3, 4, 5, 6, 7, 8, 0, 9, 10, 11]);
        person.press(&[Key::letter("y").with_control()]);
        person.reads("#moves", |text| text == "3");
    });
}

#[test]
#[ignore = "needs Chromium; run by `cargo xtask test`"]
fn a_game_with_the_keyboard() {
    visit(PUZZLE04, |person| {
        person.press(&[Key::LEFT, Key::UP, Key::LEFT, Key::UP]);
        person.reads("#status", |text| text.starts_with("Solved: 4 moves"));
        person.click("#restart");
        person.click("#invert");
        // The arrow keys also work while a check box has the focus.
        person.press(&[Key::RIGHT, Key::DOWN, Key::RIGHT, Key::DOWN]);
        person.sees_tiles(&[1, 2, 3, 4, 5, 6, 7, 8, 0]);
    });
}

#[test]
#[ignore = "needs Chromium; run by `cargo xtask test`"]
fn the_board_is_a_grid_with_one_tab_stop() {
    visit(PUZZLE04, |person| {
        person
            .sees("document.querySelectorAll('#board [role=grid] > [role=row] > [role=gridcell]').length", 9);
        person.sees("document.querySelectorAll('#board [tabindex=\"0\"]').length", 1);
        person.sees(
            "document.querySelector('#board [role=grid]').getAttribute('aria-label')",
            "Board of 3 rows and 3 columns",
        );
        // From the last tab to the board, two cells to the right.
        person.focus("#tab-times");
        person.press(&[Key::TAB, Key::RIGHT.with_shift(), Key::RIGHT.with_shift()]);
        person.sees("document.activeElement.dataset.tile", "3");
        person.press(&[Key::ENTER]);
        person.sees_tiles(&[1, 3, 0, 4, 2, 5, 7, 8, 6]);
        person.sees("document.querySelectorAll('#board [tabindex=\"0\"]').length", 1);
        person.reads("#announcer", |said| said == "1 and 3 left. 2 moves.");
    });
}

#[test]
#[ignore = "needs Chromium; run by `cargo xtask test`"]
fn tiles_are_dragged_and_the_board_is_swiped() {
    visit(PUZZLE04, |person| {
        let cell = person.look("document.querySelector('#board .cell').getBoundingClientRect().width");
        let cell = cell.as_f64().expect("a number") as i32;
        // 3 and 1 follow the mouse, and go back if they are released too early.
        person.drag("mouse", "#board [data-tile='3']", -cell / 6, 0);
        person.reads("#moves", |text| text == "0");
        person.drag("mouse", "#board [data-tile='3']", -cell * 2 / 3, 3);
        person.sees_tiles(&[1, 3, 0, 4, 2, 5, 7, 8, 6]);
        // A swipe works anywhere on the board.
        person.drag("touch", "#board [data-tile='7']", cell, 5);
        person.sees_tiles(&[1, 0, 3, 4, 2, 5, 7, 8, 6]);
        person.drag("touch", "#board [data-tile='2']", 0, -cell);
        person.sees_tiles(&[1, 2, 3, 4, 0, 5, 7, 8, 6]);
        person.reads("#moves", |text| text == "4");
    });
}
