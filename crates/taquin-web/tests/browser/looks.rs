//! The appearance of the page: narrow windows, reduced motion, dark theme, two tabs.

use crate::person::{Key, PUZZLE04, Person};
use crate::visit;
use serde_json::json;

#[test]
#[ignore = "needs Chromium; run by `cargo xtask test`"]
fn a_narrow_window_has_room_for_everything() {
    visit("size=10x10&board=", |person| {
        person.use_phone(320, 640);
        for fragment in
            [PUZZLE04, "size=2x7&board=1-2-3-4-5-6-7-8-9-10-11-12-0-13", "size=3x3&board=2-1-3-4-5-6-7-8-0"]
        {
            person.open(fragment);
            for view in ["search", "compare", "explore", "times", "play"] {
                person.click(&format!("#tab-{view}"));
                person.until("the view is there", || person.is_shown(&format!("#view-{view}")));
                person.sees("document.documentElement.scrollWidth", 320);
            }
        }
        person.open(PUZZLE04);
        person.drag("touch", "#board [data-tile='1']", -60, 0);
        person.reads("#moves", |text| text == "1");
    });
}

#[test]
#[ignore = "needs Chromium; run by `cargo xtask test`"]
fn nothing_moves_for_those_who_do_not_want_it() {
    visit(PUZZLE04, |person| {
        let glides = "document.querySelector(\"#board [data-tile='1'] .tile\").getAnimations().length";
        let slide = |person: &Person| {
            person.browser.script(
                &format!("document.querySelector(\"#board [data-tile='1']\").click(); return {glides};"),
                json!([]),
            )
        };
        assert_eq!(slide(person), 1);
        person.prefer("prefers-reduced-motion", "reduce");
        person.open(PUZZLE04);
        assert_eq!(slide(person), 0);
        person.reads("#moves", |text| text == "1");
    });
}

/// Checks the contrast of every text after WCAG 2: at least 4.5, or 3 for large text.
const FAINT: &str = r"
    const colour = (text) => (text.match(/[\d.]+/g) ?? []).map(Number);
    const light = ([r, g, b]) => [r, g, b].map((value) => value / 255)
        .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
        .reduce((sum, value, i) => sum + value * [0.2126, 0.7152, 0.0722][i], 0);
    const behind = (element) => {
        for (let at = element; at; at = at.parentElement) {
            const [r, g, b, a = 1] = colour(getComputedStyle(at).backgroundColor);
            if (a === 1) return [r, g, b];
        }
        return [255, 255, 255];
    };
    const faint = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        const element = walker.currentNode.parentElement;
        if (!walker.currentNode.data.trim() || !element.checkVisibility() || element.closest('svg, :disabled, [aria-disabled=true], option')) continue;
        const style = getComputedStyle(element);
        const [one, two] = [light(colour(style.color)), light(behind(element))].sort((a, b) => b - a);
        const contrast = (one + 0.05) / (two + 0.05);
        const large = parseFloat(style.fontSize) >= 24;
        if (contrast < (large ? 3 : 4.5)) faint.push(`${walker.currentNode.data.trim()}: ${contrast.toFixed(2)}`);
    }
    return faint;
";

#[test]
#[ignore = "needs Chromium; run by `cargo xtask test`"]
fn texts_can_be_read_in_light_and_dark() {
    visit("size=4x4&board=1-2-3-4-5-6-7-8-9-10-11-12-13-15-14-0", |person| {
        for scheme in ["light", "dark"] {
            person.prefer("prefers-color-scheme", scheme);
            for view in ["search", "compare", "explore", "times", "play"] {
                person.click(&format!("#tab-{view}"));
                person.until(&format!("no text is faint in {view}, {scheme}"), || {
                    person.browser.script(FAINT, json!([])) == json!([])
                });
            }
        }
    });
}

#[test]
#[ignore = "needs Chromium; run by `cargo xtask test`"]
fn two_tabs_are_two_games() {
    visit(PUZZLE04, |person| {
        let first = person.browser.window();
        person.click_tile(1);
        let second = person.browser.command("window/new", &json!({ "type": "tab" }));
        person.browser.command("window", &json!({ "handle": second["handle"] }));
        person.open("size=2x3&board=1-2-3-0-4-5");
        person.reads("#left", |left| left == "2");
        person.press(&[Key::LEFT, Key::LEFT]);
        person.reads("#status", |text| text.starts_with("Solved: 2 moves"));
        person.leave(&[]);
        // The other tab is unaffected.
        person.browser.command("window", &json!({ "handle": first }));
        person.reads("#moves", |text| text == "1");
        person.reads("#left", |left| left == "3");
        person.press(&[Key::UP, Key::LEFT, Key::UP]);
        person.reads("#status", |text| text.starts_with("Solved: 4 moves"));
    });
}
