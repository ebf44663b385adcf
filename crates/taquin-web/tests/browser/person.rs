//! A user of the page: reads, clicks, types and waits.

use crate::server;
use crate::webdriver::Browser;
use serde_json::{Value, json};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// The longest wait for a condition.
const PATIENCE: Duration = Duration::from_secs(60);

/// The pause between two polls.
const GLANCE: Duration = Duration::from_millis(15);

/// The board of examples/puzzle04.txt: four moves.
pub(crate) const PUZZLE04: &str = "size=3x3&board=0-1-3-4-2-5-7-8-6";

/// A user with a browser that no other test uses at the same time.
pub(crate) struct Person {
    pub(crate) browser: Browser,
    home: String,
}

/// Opens the page with a URL fragment, runs `what`, and checks that the console has no errors and that no other host was
/// contacted.
pub(crate) fn visit(fragment: &str, what: impl FnOnce(&Person)) {
    let person = Person { browser: Browser::take(), home: server::home() };
    person.open(fragment);
    what(&person);
    person.leave(&[]);
    person.browser.give_back(&person.home);
}

impl Person {
    /// Shows the page as on a phone with a touch screen.
    pub(crate) fn use_phone(&self, width: u32, height: u32) {
        let size = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": true });
        self.browser.chromium("Emulation.setDeviceMetricsOverride", size);
    }

    /// Sets a media feature, such as the colour scheme.
    pub(crate) fn prefer(&self, feature: &str, value: &str) {
        let features = json!({ "features": [{ "name": feature, "value": value }] });
        self.browser.chromium("Emulation.setEmulatedMedia", features);
    }

    /// Reloads the page.
    pub(crate) fn reload(&self) {
        self.browser.command("refresh", &json!({}));
        self.ready();
    }

    /// Opens the page with a fragment, and waits until it is ready.
    pub(crate) fn open(&self, fragment: &str) {
        self.browser.command("url", &json!({ "url": "about:blank" }));
        self.browser.command("url", &json!({ "url": format!("{}#{fragment}", self.home) }));
        self.ready();
    }

    pub(crate) fn ready(&self) {
        self.until("the page is ready", || self.look("document.documentElement.dataset.ready === 'true'"));
    }

    /// Evaluates an expression in the page.
    pub(crate) fn look(&self, expression: &str) -> Value {
        self.browser.script(&format!("return ({expression});"), json!([]))
    }

    /// Polls until a condition holds.
    pub(crate) fn until<T: Into<Value>>(&self, what: &str, mut condition: impl FnMut() -> T) {
        let since = Instant::now();
        while condition().into() != Value::Bool(true) {
            assert!(since.elapsed() < PATIENCE, "not in {PATIENCE:?}: {what}\n{}", self.situation());
            sleep(GLANCE);
        }
    }

    /// Waits until an expression in the page has a value, because the effect of a click may be delayed.
    pub(crate) fn sees(&self, expression: &str, value: impl Into<Value>) {
        let value = value.into();
        self.until(&format!("{expression} is {value}"), || self.look(expression) == value);
    }

    /// Waits until the text of an element satisfies a condition.
    pub(crate) fn reads(&self, selector: &str, condition: impl Fn(&str) -> bool) {
        self.until(&format!("the right text in {selector}"), || condition(&self.text(selector)));
    }

    /// Waits until the board shows these tiles.
    pub(crate) fn sees_tiles(&self, tiles: &[u32]) {
        self.until(&format!("the board shows {tiles:?}"), || self.tiles() == tiles);
    }

    /// Returns the information that helps to debug a failed test.
    fn situation(&self) -> String {
        let seen = self.look("document.querySelector('main').innerText");
        format!("the page says:\n{}", seen.as_str().unwrap_or_default())
    }

    pub(crate) fn text(&self, selector: &str) -> String {
        let text = self.look(&format!("document.querySelector({selector:?})?.textContent ?? ''"));
        text.as_str().unwrap_or_default().trim().to_owned()
    }

    pub(crate) fn is_shown(&self, selector: &str) -> bool {
        self.look(&format!("document.querySelector({selector:?})?.checkVisibility() ?? false")) == true
    }

    /// Clicks on an element.
    pub(crate) fn click(&self, selector: &str) {
        let id = self.browser.element(selector);
        self.browser.command(&format!("element/{id}/click"), &json!({}));
    }

    /// Clicks the tile of this number.
    pub(crate) fn click_tile(&self, tile: u32) {
        self.click(&format!("#board [data-tile='{tile}']"));
    }

    /// Moves the focus to an element.
    pub(crate) fn focus(&self, selector: &str) {
        self.browser.script(&format!("document.querySelector({selector:?}).focus()"), json!([]));
    }

    /// Replaces the text of an element by typing.
    pub(crate) fn write(&self, selector: &str, text: &str) {
        let id = self.browser.element(selector);
        self.browser.command(&format!("element/{id}/clear"), &json!({}));
        self.browser.command(&format!("element/{id}/value"), &json!({ "text": text }));
    }

    /// Selects a file in a file input.
    pub(crate) fn hand(&self, selector: &str, path: &str) {
        let id = self.browser.element(selector);
        self.browser.command(&format!("element/{id}/value"), &json!({ "text": path }));
    }

    /// Chooses an entry of a menu by its value.
    pub(crate) fn choose(&self, selector: &str, value: &str) {
        self.click(&format!("{selector} option[value='{value}']"));
    }

    /// Presses keys one after the other, wherever the focus is.
    pub(crate) fn press(&self, keys: &[Key]) {
        let presses: Vec<Value> = keys
            .iter()
            .flat_map(|key| {
                let Key(held, value) = key;
                let down = |value: &str| json!({ "type": "keyDown", "value": value });
                let up = |value: &str| json!({ "type": "keyUp", "value": value });
                let mut presses = vec![down(value), up(value)];
                if let Some(held) = held {
                    presses.insert(0, down(held));
                    presses.push(up(held));
                }
                presses
            })
            .collect();
        self.act(json!({ "type": "key", "id": "keyboard", "actions": presses }));
    }

    /// Drags an element by a distance in pixels. `kind` is "mouse" or "touch".
    pub(crate) fn drag(&self, kind: &str, selector: &str, x: i32, y: i32) {
        let origin = Browser::reference(&self.browser.element(selector));
        let by = |x: i32, y: i32| json!({ "type": "pointerMove", "duration": 30, "origin": "pointer", "x": x, "y": y });
        self.act(json!({
            "type": "pointer", "id": kind, "parameters": { "pointerType": kind }, "actions": [
                { "type": "pointerMove", "duration": 0, "origin": origin, "x": 0, "y": 0 },
                { "type": "pointerDown", "button": 0 },
                by(x / 2, y / 2),
                by(x - x / 2, y - y / 2),
                { "type": "pointerUp", "button": 0 },
            ],
        }));
    }

    /// Moves the mouse to the middle of an element.
    pub(crate) fn hover(&self, selector: &str) {
        let scroll = format!("document.querySelector({selector:?}).scrollIntoView({{ block: 'nearest' }})");
        self.browser.script(&scroll, json!([]));
        let origin = Browser::reference(&self.browser.element(selector));
        self.act(json!({
            "type": "pointer", "id": "mouse", "parameters": { "pointerType": "mouse" }, "actions": [
                { "type": "pointerMove", "duration": 0, "origin": origin, "x": 0, "y": 0 },
            ],
        }));
    }

    fn act(&self, source: Value) {
        self.browser.command("actions", &json!({ "actions": [source] }));
    }

    /// Returns the tiles of the board, row by row.
    pub(crate) fn tiles(&self) -> Vec<u32> {
        let seen = self
            .look("[...document.querySelectorAll('#board .cell')].map((cell) => Number(cell.dataset.tile))");
        seen.as_array().expect("a list").iter().filter_map(Value::as_u64).map(|tile| tile as u32).collect()
    }

    /// Ends the visit: the console has only errors of these messages, and no other host was contacted.
    pub(crate) fn leave(&self, refused: &[&str]) {
        let is_expected =
            |message: &String| refused.iter().any(|name| message.contains(&format!("/api/{name} ")));
        let complaints = self.browser.complaints();
        let complaints: Vec<_> = complaints.into_iter().filter(|message| !is_expected(message)).collect();
        assert_eq!(complaints, [""; 0], "on the console");
        for url in self.browser.requests() {
            let is_remote = ["http", "ws", "ftp"].iter().any(|start| url.starts_with(start));
            assert!(!is_remote || url.starts_with(&self.home), "asked for {url}");
        }
    }
}

/// A key, optionally with a modifier.
#[derive(Clone, Copy)]
pub(crate) struct Key(Option<&'static str>, &'static str);

impl Key {
    pub(crate) const UP: Key = Key(None, "\u{e013}");
    pub(crate) const DOWN: Key = Key(None, "\u{e015}");
    pub(crate) const LEFT: Key = Key(None, "\u{e012}");
    pub(crate) const RIGHT: Key = Key(None, "\u{e014}");
    pub(crate) const HOME: Key = Key(None, "\u{e011}");
    pub(crate) const END: Key = Key(None, "\u{e010}");
    pub(crate) const ENTER: Key = Key(None, "\u{e007}");
    pub(crate) const TAB: Key = Key(None, "\u{e004}");
    pub(crate) const SPACE: Key = Key(None, " ");

    pub(crate) const fn with_shift(self) -> Key {
        Key(Some("\u{e008}"), self.1)
    }

    pub(crate) const fn with_control(self) -> Key {
        Key(Some("\u{e009}"), self.1)
    }

    pub(crate) const fn letter(letter: &'static str) -> Key {
        Key(None, letter)
    }
}
