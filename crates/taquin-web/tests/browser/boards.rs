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
fn broken_links_say_what_is_wrong() {
    let wrong = [
        ("board=abc", "numbers with hyphens between them"),
        ("board=", "numbers with hyphens between them"),
        ("size=3x3&board=99999999999999999999-1-2-3-4-5-6-7-0", "numbers with hyphens between them"),
        ("size=3x3&board=1-2-3", "a 3x3 board has 9 entries, found 3"),
        ("size=3x3&board=1-1-3-4-5-6-7-8-0", "tile 1 appears twice"),
        ("size=3x3&board=1-2-3-4-5-6-7-8-0&goal=foo", "\"foo\" is not a goal"),
    ];
    visit(PUZZLE04, |person| {
        for (fragment, problem) in wrong {
            person.open(fragment);
            person.reads("#status", |said| {
                said.starts_with("The link does not contain a valid board: ") && said.contains(problem)
            });
            // The text that the page could have made of the link is not the user's.
            assert!(!person.text("#status").contains("line 1"), "{}", person.text("#status"));
            person.until("there is another board", || person.tiles().len() == 16);
        }
        let before = person.tiles();
        person.click("#paste-open");
        for (text, problem) in [
            ("https://example.org/page#size=3x3&board=1-2-3", "a 3x3 board has 9 entries, found 3"),
            ("https://example.org/page#view=search", "This link has no board."),
        ] {
            person.write("#paste-text", text);
            person.click("#paste-read");
            person.reads("#paste-error", |said| said.contains(problem) && !said.contains("line 1"));
        }
        person.click("#paste-close");
        assert_eq!(person.tiles(), before);
        person.leave(&["inspect"]);
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
        // Every view explains it in the same words.
        person.click("#solve");
        person.reads("#solve-claim", |claim| claim == "This board has no solution");
        assert_eq!(person.text("#solve-how"), "");
        let reason = person.text("#unsolvable-reason");
        person.click("#tab-search");
        person.click("#search-game");
        person.reads("#trace-status", |status| status.contains(&reason));
        person.click("#tab-compare");
        person.click("#compare-run");
        person.reads("#compare-status", |status| status.starts_with("This board has no solution."));
        assert!(!person.is_shown("#compare-region") && !person.is_shown("#compare-chart"));
        person.click("#tab-play");
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
