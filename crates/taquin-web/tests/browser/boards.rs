//! Scrambling, pasting and editing boards, links, pictures, and unsolvable boards.

use crate::person::PUZZLE04;
use crate::visit;
use std::fs;

#[test]
#[ignore = "needs Chromium; run by `cargo xtask test`"]
fn boards_are_pasted_in_any_notation() {
    visit(PUZZLE04, |person| {
        person.click("#paste-open");
        person.write("#paste-text", "8 2 0/4 6 1/3 7 5");
        person.click("#paste-read");
        person.until("the dialog is closed", || !person.is_shown("#paste"));
        person.sees_tiles(&[8, 2, 0, 4, 6, 1, 3, 7, 5]);

        person.click("#paste-open");
        person.write("#paste-text", "1 2 3/4 5 6/7 8 8");
        person.click("#paste-read");
        person.reads("#paste-error", |wrong| wrong.contains('8'));
        assert!(person.is_shown("#paste"), "it stays open");
        person.click("#paste-close");
        person.sees_tiles(&[8, 2, 0, 4, 6, 1, 3, 7, 5]);
        // The browser logs the failed request on the console.
        person.leave(&["read"]);
    });
}

#[test]
#[ignore = "needs Chromium; run by `cargo xtask test`"]
fn a_scramble_to_depth_20_needs_20_moves() {
    visit(PUZZLE04, |person| {
        person.choose("#rows", "4");
        person.choose("#cols", "4");
        person.choose("#difficulty", "depth");
        person.write("#depth", "20");
        person.click("#scramble");
        person.until("there is a 4x4 board", || person.tiles().len() == 16);
        person.reads("#left", |left| left == "20");
        // Another goal and another size.
        person.choose("#rows", "3");
        person.choose("#cols", "3");
        person.choose("#goal", "spiral");
        person.choose("#difficulty", "easy");
        person.click("#scramble");
        person.until("there is a 3x3 board", || person.tiles().len() == 9);
        person.until("the address tells the goal", || person.look("location.hash.includes('goal=spiral')"));
    });
}

#[test]
#[ignore = "needs Chromium; run by `cargo xtask test`"]
fn tiles_are_edited_and_links_restore_games() {
    visit(PUZZLE04, |person| {
        person.click("#edit");
        person.click_tile(1);
        person.click_tile(3);
        person.click_tile(7);
        person.click_tile(8);
        person.click("#edit");
        person.sees_tiles(&[0, 3, 1, 4, 2, 5, 8, 7, 6]);
        person.click_tile(3);
        person.until("the move is in the address", || person.look("location.hash.endsWith('moves=L&at=1')"));
        person.reload();
        person.sees_tiles(&[3, 0, 1, 4, 2, 5, 8, 7, 6]);
        person.reads("#moves", |text| text == "1");
        person.click("#undo");
        person.sees_tiles(&[0, 3, 1, 4, 2, 5, 8, 7, 6]);
    });
}

#[test]
#[ignore = "needs Chromium; run by `cargo xtask test`"]
fn an_own_picture_is_cut_into_tiles() {
    visit(PUZZLE04, |person| {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("colours.svg");
        let colours = "<svg xmlns='http://www.w3.org/2000/svg' width='90' height='60'><rect width='45' height='60' fill='red'/></svg>";
        fs::write(&path, colours).expect("a file");
        // This browser cannot decode an SVG as a bitmap; a screenshot works.
        person.hand("#picture-file", path.to_str().expect("a plain path"));
        person.reads("#status", |said| said.contains("colours.svg is not a picture"));
        person.look(
            "(async () => {
                const canvas = document.createElement('canvas');
                canvas.width = 90;
                const png = await new Promise((resolve) => canvas.toBlob(resolve));
                const files = new DataTransfer();
                files.items.add(new File([png], 'own.png', { type: 'image/png' }));
                document.getElementById('picture-file').files = files.files;
                document.getElementById('picture-file').dispatchEvent(new Event('change'));
            })()",
        );
        let image =
            "getComputedStyle(document.querySelector(\"#board [data-tile='3'] .tile\")).backgroundImage";
        person.until("tiles show the picture", || person.look(&format!("{image}.startsWith('url(\"blob:')")));
        person.click("#picture-off");
        person.sees(image, "none");
    });
}

#[test]
#[ignore = "needs Chromium; run by `cargo xtask test`"]
fn an_unsolvable_board_is_explained_and_repaired() {
    visit("size=4x4&board=1-2-3-4-5-6-7-8-9-10-11-12-13-15-14-0", |person| {
        person.until("the explanation is there", || person.is_shown("#unsolvable"));
        person.reads("#unsolvable-reason", |reason| reason.contains("inversion"));
        person.sees("document.querySelectorAll('.overlay .inversion').length", 1);
        person.sees("document.querySelectorAll('.overlay .gap-row').length", 1);
        person.reads("#left", |text| text == "–");
        person.click("#exchange");
        person.until("it is mended", || !person.is_shown("#unsolvable"));
        person.sees("document.querySelectorAll('.overlay .inversion').length", 0);
        // A number, or a range if the machine is too slow for a proof.
        person.reads("#left", |left| left.starts_with(|first: char| first.is_ascii_digit()));
    });
}
