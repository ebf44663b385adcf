//! A test does not notice that its browser has served another one.

use crate::person::PUZZLE04;
use crate::visit;
use serde_json::json;

/// Everything that a page can leave behind. A browser that has just started has a blank page more in its history.
const TRACES: &str = "(async () => ({
    local: localStorage.length,
    session: sessionStorage.length,
    cookies: document.cookie,
    databases: (await indexedDB.databases()).length,
    caches: await caches.keys(),
    isLong: history.length > 3,
    width: innerWidth > 600,
    dark: matchMedia('(prefers-color-scheme: dark)').matches,
    reduced: matchMedia('(prefers-reduced-motion: reduce)').matches,
}))()";

#[test]
#[ignore = "needs Chromium; run by `cargo xtask test`"]
fn nothing_is_left_of_an_earlier_test() {
    let mut before = None;
    // The later visits most likely get the browser of the first.
    for _ in 0..3 {
        visit(PUZZLE04, |person| {
            // The service worker of static files stores its cache at some time after the first visit.
            let mut traces = person.look(TRACES);
            traces["caches"] = traces["caches"]
                .as_array()
                .expect("a list")
                .iter()
                .filter(|name| !name.as_str().unwrap_or_default().starts_with("taquin "))
                .cloned()
                .collect();
            assert_eq!(*before.get_or_insert(traces.clone()), traces);
            person.browser.script(
                "localStorage.setItem('taquin-left', '1');
                sessionStorage.setItem('left', '1');
                document.cookie = 'left=1; max-age=1000';
                return Promise.all([
                    caches.open('left').then((cache) => cache.put('left', new Response('left'))),
                    new Promise((resolve) => { indexedDB.open('left').onsuccess = resolve; }).then(() => null),
                ]).then(() => null);",
                json!([]),
            );
            person.prefer("prefers-color-scheme", "dark");
            person.prefer("prefers-reduced-motion", "reduce");
            person.use_phone(360, 640);
            let second = person.browser.command("window/new", &json!({ "type": "tab" }));
            person.browser.command("window", &json!({ "handle": second["handle"] }));
            person.open(PUZZLE04);
            person.sees("localStorage.getItem('taquin-left')", "1");
        });
    }
}
