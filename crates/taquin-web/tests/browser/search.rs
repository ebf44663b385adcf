//! The Compare and Explore views.

use crate::person::{Key, PUZZLE04};
use crate::visit;

#[test]
#[ignore = "needs Chromium; run by `cargo xtask test`"]
fn methods_are_compared_and_sizes_explored() {
    visit(PUZZLE04, |person| {
        person.click("#tab-compare");
        person.click("#compare-run");
        person.until("the chart is there", || person.is_shown("#compare-chart svg"));
        person.sees("document.querySelectorAll('#compare-rows tr').length >= 5", true);
        // Breadth-first search is the first of them.
        person.sees("document.querySelector('#compare-rows tr').cells[2].textContent", "4");

        person.click("#tab-explore");
        person.until("the chart is there", || person.is_shown("#explore-chart svg"));
        person.sees("document.getElementById('explore-depth').max", "31");
        person.browser.script("document.getElementById('explore-depth').focus()", serde_json::json!([]));
        person.press(&[Key::END]);
        person.reads("#explore-count", |count| count.starts_with("2 boards"));
        person.reads("#explore-chart .chosen title", |title| title.ends_with(" 31: 2"));
        person.until("an example is there", || person.is_shown("#example-board svg"));
        person.click("#example-another");
        person.click("#example-play");
        person.until("it is played", || person.is_shown("#board"));
    });
}
