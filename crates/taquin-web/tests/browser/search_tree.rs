//! The search tree: it grows, is moved and zoomed, and large ones stay fast.

use crate::person::{Key, Person};
use crate::search_words::{finished, type_board};
use crate::visit;
use serde_json::{Value, json};

/// What the tree says about its last drawing.
fn drawing(person: &Person) -> Value {
    let since = "({ ...document.getElementById('trace-tree').dataset })";
    person.sees("document.getElementById('trace-tree').dataset.still", "true");
    person.look(since)
}

fn number(drawing: &Value, name: &str) -> f64 {
    drawing[name].as_str().and_then(|text| text.parse().ok()).unwrap_or_else(|| panic!("{name}: {drawing}"))
}

/// Returns whether the chosen node is inside the tree's box.
fn is_in_view(person: &Person, drawing: &Value) -> bool {
    let size = person.look(
        "[document.getElementById('trace-tree').clientWidth, document.getElementById('trace-tree').clientHeight]",
    );
    let within = |at: f64, extent: &Value| at > 0.0 && at < extent.as_f64().expect("a size");
    within(number(drawing, "chosenX"), &size[0]) && within(number(drawing, "chosenY"), &size[1])
}

fn enter(person: &Person) {
    person.click("#tab-search");
    person.until("there is a tree", || person.is_shown("#trace-body"));
    finished(person);
}

#[test]
#[ignore = "needs Chromium; run by `cargo xtask test`"]
fn the_tree_grows_and_the_current_node_stays_in_view() {
    visit("", |person| {
        enter(person);
        type_board(person, "8 6 7/2 5 4/3 0 1");
        // Waiting for the animation of each step takes longer than everything else.
        person.prefer("prefers-reduced-motion", "reduce");
        let mut drawn = 0.0;
        for _ in 0..60 {
            person.click("#trace-forward");
            let now = drawing(person);
            assert!(is_in_view(person, &now), "{now}");
            assert!(number(&now, "nodeWidth") >= 36.0, "boards are legible: {now}");
            drawn = f64::max(drawn, number(&now, "drawn"));
        }
        assert!(drawn > 8.0, "only {drawn} nodes");
        // The whole tree fits, and the current node is still in view.
        person.click("#trace-last");
        person.click("#trace-fit");
        let whole = drawing(person);
        assert!(is_in_view(person, &whole) && number(&whole, "nodeWidth") < 20.0, "{whole}");
        person.click("#trace-zoom-in");
        assert!(number(&drawing(person), "nodeWidth") > number(&whole, "nodeWidth"));
        person.sees("document.getElementById('trace-fit').ariaPressed", "false");
        // After a step, the current node is in view again, wherever the tree was moved to.
        person.drag("mouse", "#trace-tree", 150, 80);
        person.click("#trace-back");
        let moved = drawing(person);
        assert!(is_in_view(person, &moved), "{moved}");
        person.click("#trace-follow");
        assert!(number(&drawing(person), "nodeWidth") >= 36.0);
    });
}

#[test]
#[ignore = "needs Chromium; run by `cargo xtask test`"]
fn nodes_are_chosen_by_click_and_by_key() {
    visit("", |person| {
        enter(person);
        person.click("#trace-last");
        let goal = drawing(person);
        person.browser.script("document.getElementById('trace-tree').focus()", json!([]));
        person.press(&[Key::UP]);
        person.until("its parent is chosen", || drawing(person)["chosen"] != goal["chosen"]);
        let parent = drawing(person);
        assert!(number(&parent, "chosenY") < number(&goal, "chosenY"));
        person.press(&[Key::DOWN]);
        person.until("one of its children is chosen", || {
            number(&drawing(person), "chosenY") > number(&parent, "chosenY")
        });
        person.press(&[Key::LEFT, Key::RIGHT, Key::UP]);
        person.until("the parent is chosen", || drawing(person)["chosen"] == parent["chosen"]);
        // A click on the place of the goal chooses it.
        let place = |name: &str| number(&goal, name);
        let click = "const box = document.getElementById('trace-tree');
            const { left, top } = box.getBoundingClientRect();
            const at = { bubbles: true, pointerId: 1, isPrimary: true, button: 0, clientX: left + arguments[0], clientY: top + arguments[1] };
            box.setPointerCapture = () => {};
            for (const name of ['pointerdown', 'pointerup']) box.dispatchEvent(new PointerEvent(name, at));";
        person.browser.script(click, json!([place("chosenX"), place("chosenY")]));
        person.until("the goal is chosen", || drawing(person)["chosen"] == goal["chosen"]);
        person.reads("#trace-node-text", |text| text.contains("The goal"));
        person.click("#trace-play-here");
        person.until("its board is played", || person.is_shown("#board"));
        person.sees_tiles(&[1, 2, 3, 4, 5, 6, 7, 8, 0]);
    });
}

#[test]
#[ignore = "needs Chromium; run by `cargo xtask test`"]
fn growth_is_animated_unless_the_user_wants_none() {
    visit("", |person| {
        let frames = "
            const box = document.getElementById('trace-tree');
            document.getElementById('trace-forward').click();
            document.getElementById('trace-forward').click();
            const states = [];
            return new Promise((resolve) => {
                const watch = () => {
                    states.push(box.dataset.still);
                    if (box.dataset.still === 'true' && states.length > 2) resolve(states.includes('false'));
                    else requestAnimationFrame(watch);
                };
                requestAnimationFrame(() => requestAnimationFrame(watch));
            });";
        let is_animated = || person.browser.script(frames, json!([]));
        enter(person);
        assert_eq!(is_animated(), true);
        let features = json!({ "features": [{ "name": "prefers-reduced-motion", "value": "reduce" }] });
        person.browser.chromium("Emulation.setEmulatedMedia", features);
        assert_eq!(is_animated(), false);
    });
}

#[test]
#[ignore = "needs Chromium; run by `cargo xtask test`"]
fn a_hundred_thousand_nodes_cost_no_more_than_their_pixels() {
    visit("", |person| {
        enter(person);
        type_board(person, "8 6 7/2 5 4/3 0 1");
        person.choose("#trace-algorithm", "bfs");
        finished(person);
        person.reads("#trace-status", |text| text.starts_with("Only the first 100,000"));
        person.click("#trace-last");
        person.sees(
            "document.getElementById('trace-tree').ariaLabel.startsWith('Search tree of 100,000 nodes.')",
            true,
        );
        person.click("#trace-fit");
        let whole = drawing(person);
        assert!(number(&whole, "drawn") < 12_000.0, "{whole}");
        person.sees("document.querySelectorAll('#trace-queue-0 [role=option]').length < 30", true);
        person.click("#trace-follow");
        let near = drawing(person);
        assert!(is_in_view(person, &near) && number(&near, "drawn") < 400.0, "{near}");
        // The last step was about a node deep in the tree, and the way back works.
        person.click("#trace-back");
        assert!(is_in_view(person, &drawing(person)));
    });
}

/// A layout that is changed by a few slots is the same as one of all slots: random trees with one root and with two.
#[test]
#[ignore = "needs Chromium; run by `cargo xtask test`"]
fn a_layout_that_grows_and_shrinks_is_that_of_its_slots() {
    visit("", |person| {
        let differences = person.look(
            "import('./page/tree-layout.js').then(({ TreeLayout }) => {
                let seed = 1;
                const random = (below) => {
                    seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff;
                    return Math.floor((seed / 0x80000000) * below);
                };
                const differences = [];
                for (const [roots, mirrored, reach] of [[1, false, 300], [1, false, 12], [2, false, 300], [2, false, 12], [2, true, 300], [2, true, 12]]) {
                    const [parent, side, children] = [[], [], []];
                    for (let slot = 0; slot < 300; slot += 1) {
                        let above = slot < roots ? -1 : slot - 1 - random(Math.min(slot, reach));
                        while (above >= 0 && children[above] === 4) above = (above + 1) % slot;
                        parent.push(above);
                        side.push(above < 0 ? slot : side[above]);
                        children.push(0);
                        if (above >= 0) children[above] += 1;
                    }
                    const slots = { count: 300, parent, side };
                    const changed = new TreeLayout(slots, { mirrored });
                    for (let change = 0, count = roots; change < 200; change += 1) {
                        count = Math.max(roots, Math.min(300, count + random(9) - 3));
                        changed.place(count);
                        const whole = new TreeLayout(slots, { mirrored });
                        whole.place(count);
                        const isSame = whole.rows.length === changed.rows.length && parent.slice(0, count).every((_, slot) =>
                            whole.y[slot] === changed.y[slot] && Math.abs(whole.x[slot] - changed.x[slot]) < 0.001
                            && whole.order[slot] === changed.order[slot]);
                        if (!isSame) differences.push([roots, mirrored, reach, count]);
                    }
                }
                return differences;
            })",
        );
        assert_eq!(differences, json!([]));
    });
}

#[test]
#[ignore = "needs Chromium; run by `cargo xtask test`"]
fn everything_is_in_reach_on_a_phone() {
    visit("", |person| {
        let size = json!({ "width": 360, "height": 640, "deviceScaleFactor": 2, "mobile": true });
        person.browser.chromium("Emulation.setDeviceMetricsOverride", size);
        person.browser.chromium("Emulation.setTouchEmulationEnabled", json!({ "enabled": true }));
        enter(person);
        person.sees("document.documentElement.scrollWidth", 360);
        // The step, the tree and the controls are on the screen together.
        person.browser.script("document.getElementById('trace-step').scrollIntoView({ block: 'nearest' }); window.scrollTo(0, document.getElementById('trace-transport').offsetTop);", json!([]));
        let places = "['trace-transport', 'trace-step', 'trace-tree'].map((id) => document.getElementById(id).getBoundingClientRect()).map(({ top, bottom }) => [Math.round(top), Math.round(bottom)])";
        let places = person.look(places);
        let inside = |place: &Value| place[0].as_i64() >= Some(-1) && place[1].as_i64() <= Some(641);
        assert!(places.as_array().expect("a list").iter().all(inside), "{places}");
        let before = drawing(person);
        person.drag("touch", "#trace-tree", 60, 0);
        person.until("the tree was moved", || drawing(person)["chosenX"] != before["chosenX"]);
        person.click("#trace-forward");
        person.reads("#trace-place", |text| text.starts_with("1 / "));
        for button in ["first", "back", "play", "forward", "last", "zoom-in", "fit"] {
            let height = person.look(&format!("document.getElementById('trace-{button}').offsetHeight"));
            assert!(height.as_u64() >= Some(34), "{button}: {height}");
        }
    });
}
