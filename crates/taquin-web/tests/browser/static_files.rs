//! What static files need: the engine in workers, the service worker, links at any address.

use crate::person::{PUZZLE04, Person};
use crate::server::is_native;
use crate::visit;
use serde_json::{Value, json};
use taquin::Solver;
use taquin_engine::{Engine, NullListener, Request};

#[test]
#[ignore = "needs Chromium; run by `cargo xtask test`"]
fn the_page_says_which_engine_it_has() {
    let engine = if is_native() { "Engine: native" } else { "Engine: WebAssembly" };
    visit(PUZZLE04, |person| {
        person.reads("#about-line", |line| line.contains(engine) && line.contains("runs on this computer"));
        // A server elsewhere gets the boards of its visitors.
        let privacy = |address: &str| {
            let engine = format!("httpEngine(new URL('http://{address}:8015/'))");
            let text = person.look(&format!(
                "import('./page/http-engine.js').then(({{ httpEngine }}) => {engine}.privacy)"
            ));
            text.as_str().unwrap_or_default().to_owned()
        };
        for here in ["localhost", "127.0.0.1", "[::1]"] {
            assert!(privacy(here).contains("runs on this computer"), "{here}");
        }
        for elsewhere in ["192.0.2.7", "127.example.org", "[2001:db8::1]"] {
            let text = privacy(elsewhere);
            assert!(text.starts_with(&format!("Boards are sent to {elsewhere}")), "{text}");
        }
    });
}

#[test]
#[ignore = "needs Chromium; run by `cargo xtask test`"]
fn back_returns_to_the_previous_view() {
    visit(PUZZLE04, |person| {
        person.click_tile(1);
        person.until("the move is in the address", || person.look("location.hash.endsWith('moves=L&at=1')"));
        person.click("#tab-compare");
        person.click("#tab-explore");
        person.until("it is there", || person.is_shown("#view-explore"));
        person.browser.command("back", &json!({}));
        person.until("the view before is there", || person.is_shown("#view-compare"));
        person.browser.command("back", &json!({}));
        person.until("the game is there", || person.is_shown("#view-play"));
        person.sees_tiles(&[1, 0, 3, 4, 2, 5, 7, 8, 6]);
        person.reads("#moves", |moves| moves == "1");
        person.browser.command("forward", &json!({}));
        person.until("and again", || person.is_shown("#view-compare"));
    });
}

#[test]
#[ignore = "needs Chromium; run by `cargo xtask test`"]
fn links_are_pasted_back() {
    visit(PUZZLE04, |person| {
        let home = person.look("location.href.split('#')[0]");
        let link = "size=2x3&board=1-2-3-0-4-5&metric=multi&moves=LL&at=1";
        for address in [home.as_str().expect("an address"), "https://example.org/somewhere/else.html"] {
            person.open(PUZZLE04);
            person.click("#paste-open");
            person.write("#paste-text", &format!("{address}#{link}"));
            person.click("#paste-read");
            person.sees_tiles(&[1, 2, 3, 4, 0, 5]);
            person.sees("document.getElementById('solve-metric').value", "multi");
            person.reads("#moves", |moves| moves == "1");
            person.until("the address is as before", || {
                person.look(&format!("location.href === '{}#{link}'", home.as_str().unwrap_or_default()))
            });
        }
        // A link may contain anything.
        person.click("#paste-open");
        person.write("#paste-text", "#board=1-2-2-3");
        person.click("#paste-read");
        person.reads("#paste-error", |wrong| wrong.contains('2'));
        person.click("#paste-close");
        person.leave(&["inspect"]);
    });
}

/// Two pushes solve the board in the metric of the link.
#[test]
#[ignore = "needs Chromium; run by `cargo xtask test`"]
fn pushes_are_counted_if_the_link_says_so() {
    visit("size=3x3&board=0-1-2-4-5-3-7-8-6&metric=multi", |person| {
        person.click("#solve");
        person.reads("#solve-claim", |claim| claim.starts_with("2 "));
    });
}

/// Asks the engine of the page.
fn ask(person: &Person, name: &str, body: &Value) -> Value {
    let engine = "globalThis.asked ??= import('./page/engine.js').then((module) => module.createEngine())";
    person.look(&format!("({engine}).then((engine) => engine.ask({name:?}, {body}))"))
}

/// The beam on 5x5 needs the model, which a browser has to load.
#[test]
#[ignore = "needs Chromium; run by `cargo xtask test`"]
fn the_engine_of_the_page_answers_like_the_native_one() {
    let hardest = json!({ "size": [3, 3], "start": [8, 6, 7, 2, 5, 4, 3, 0, 1] });
    let five = [6, 23, 10, 20, 9, 16, 11, 19, 8, 2, 3, 17, 0, 7, 4, 18, 14, 5, 15, 24, 13, 12, 22, 1, 21];
    let messages = [
        ("about", json!({})),
        ("read", json!({ "text": "8 2 0/4 6 1/3 7 5", "goal": "spiral" })),
        ("inspect", hardest.clone()),
        // Its shortest solution is unique; otherwise the hint could follow one that the engine remembers from another game.
        ("left", json!({ "size": [3, 3], "start": [0, 1, 3, 4, 2, 5, 7, 8, 6], "hint": true })),
        ("trace", json!({ "size": [3, 3], "start": [0, 1, 3, 4, 2, 5, 7, 8, 6], "algorithm": "astar" })),
        ("solve", json!({ "size": [5, 5], "start": five, "algorithm": "beam", "seconds": 60 })),
        ("explore", json!({ "size": [2, 4], "goal": "spiral" })),
        ("example", json!({ "size": [3, 3], "depth": 25, "seed": 3 })),
        ("scramble", json!({ "size": [4, 4], "difficulty": "hard", "seed": 5 })),
    ];
    let native = Engine::new(&Solver::new(), 512 << 20);
    visit(PUZZLE04, |person| {
        for (name, body) in &messages {
            let request = Request::parse(name, body.clone()).expect("a message");
            let mut expected = native.answer(request, &mut NullListener).expect("an answer");
            let mut answer = ask(person, name, body);
            for answer in [&mut expected, &mut answer] {
                normalize(answer);
            }
            assert_eq!(answer, expected, "{name} {body}");
        }
    });
}

/// Removes what depends on the machine, at any depth, and the difference between 0 and 0.0, which JavaScript does not know.
fn normalize(value: &mut Value) {
    match value {
        Value::Object(object) => {
            for name in ["seconds", "bytes", "improvements"] {
                object.remove(name);
            }
            object.values_mut().for_each(normalize);
        }
        Value::Array(values) => values.iter_mut().for_each(normalize),
        Value::Number(number) => *value = json!(number.as_f64()),
        Value::Null | Value::Bool(_) | Value::String(_) => {}
    }
}

/// Without headers that isolate the page, cancelling replaces the worker; the service worker sends these headers.
#[test]
#[ignore = "needs Chromium; run by `cargo xtask test`"]
fn the_second_visit_needs_no_network_and_shares_memory() {
    if is_native() {
        return;
    }
    visit(PUZZLE04, |person| {
        person.sees("crossOriginIsolated", false);
        person.until("everything is stored", || {
            person.look("(async () => (await navigator.serviceWorker.ready).active?.state === 'activated')()")
        });
        // Not a reload, because Firefox's driver asks the host for everything again.
        person.open(PUZZLE04);
        person.sees("crossOriginIsolated", true);
        let stored = "(async () => (await (await caches.open((await caches.keys())[0])).keys()).length)()";
        let stored = person.look(stored).as_u64().expect("a number");
        assert!(stored > 40, "{stored} files are stored");
        person.click("#solve");
        person.reads("#solve-claim", |claim| claim.starts_with("4 moves, optimal"));
    });
}

/// Returns an expression for the bytes of a module with the exports of the engine, all empty except one: that is the
/// instruction `unreachable`, as after a panic or without memory.
fn trapping_module(export: &str) -> String {
    let body = |name: &str, returned: &[u8]| {
        let code = if name == export { &[0x00] } else { returned };
        [&[code.len() as u8 + 2, 0x00], code, &[0x0b]].concat()
    };
    // `i32.const 0` is the address that `input` returns.
    let bodies = [body("start", &[]), body("input", &[0x41, 0x00]), body("answer", &[])].concat();
    let exports: Vec<u8> = [("memory", [2, 0]), ("start", [0, 0]), ("input", [0, 1]), ("answer", [0, 2])]
        .into_iter()
        .flat_map(|(name, place)| [&[name.len() as u8], name.as_bytes(), &place].concat())
        .collect();
    let section =
        |id: u8, count: u8, content: &[u8]| [&[id, content.len() as u8 + 1, count], content].concat();
    let module = [
        b"\0asm\x01\0\0\0".to_vec(),
        // The types (i32), (i32) -> i32 and (); a function of each; a page of memory.
        section(1, 3, &[0x60, 1, 0x7f, 0, 0x60, 1, 0x7f, 1, 0x7f, 0x60, 0, 0]),
        section(3, 3, &[0, 1, 2]),
        section(5, 1, &[0, 1]),
        section(7, 4, &exports),
        section(10, 3, &bodies),
    ];
    format!("Uint8Array.from({:?})", module.concat())
}

/// Runs the body of a function with the page's class `WorkerSlot` and the bytes of a module that traps in an export, and
/// returns its result.
fn with_trap(person: &Person, export: &str, body: &str) -> Value {
    let bytes = trapping_module(export);
    let result = person.look(&format!(
        "import('./page/worker-slot.js').then(async ({{ WorkerSlot }}) => {{
            const bytes = {bytes};
            {body}
        }})"
    ));
    // The browser reports what the page catches, too.
    person.browser.complaints();
    result
}

/// Each message gets an error of its own, so the worker was replaced after the first.
#[test]
#[ignore = "needs Chromium; run by `cargo xtask test`"]
fn a_crash_is_reported_and_the_worker_replaced() {
    if is_native() {
        return;
    }
    visit(PUZZLE04, |person| {
        let errors = with_trap(
            person,
            "answer",
            "const slot = new WorkerSlot({ module: WebAssembly.compile(bytes), memory: 1, models: '' });
            const asked = [slot.ask('about', {}), slot.ask('about', {})];
            return (await Promise.allSettled(asked)).map(({ reason }) => `${reason.kind}: ${reason.message}`);",
        );
        for error in errors.as_array().expect("a list") {
            let text = error.as_str().unwrap_or_default();
            assert!(text.starts_with("internal: The engine has crashed and was restarted"), "{errors}");
        }
        assert_eq!(errors.as_array().map(Vec::len), Some(2));
    });
}

/// Without its script or with a broken module, there is one worker for each message and none besides.
#[test]
#[ignore = "needs Chromium; run by `cargo xtask test`"]
fn an_engine_that_cannot_be_started_is_not_restarted_endlessly() {
    visit(PUZZLE04, |person| {
        // The policy of `taquin serve` allows no WebAssembly.
        let module = if is_native() { "Promise.resolve(null)" } else { "WebAssembly.compile(bytes)" };
        let attempts = with_trap(
            person,
            "start",
            &"const RealWorker = Worker;
            const attempts = [];
            for (const script of ['worker.js', 'missing.js']) {
                let workers = 0;
                globalThis.Worker = class extends RealWorker {
                    constructor(url, options) {
                        super(new URL(script, url), options);
                        workers += 1;
                    }
                };
                const slot = new WorkerSlot({ module: MODULE, memory: 1, models: '' });
                const errors = [];
                const ask = () => slot.ask('about', {}).catch((error) => errors.push(error.message));
                await Promise.all([ask(), ask()]);
                // An endless loop would start some workers in this time.
                await new Promise((resolve) => setTimeout(resolve, 500));
                await ask();
                attempts.push([workers, errors]);
            }
            globalThis.Worker = RealWorker;
            return attempts;"
                .replace("MODULE", module),
        );
        let attempts: Vec<(u32, Vec<String>)> = serde_json::from_value(attempts).expect("attempts");
        assert_eq!(attempts.len(), 2);
        for (workers, errors) in &attempts {
            assert_eq!((*workers, errors.len()), (3, 3), "{attempts:?}");
            let is_clear = |error: &String| error.starts_with("The engine cannot be started: ");
            assert!(errors.iter().all(is_clear), "{errors:?}");
        }
    });
}

const SERVICE_WORKER: &str = include_str!("../../site/service-worker.js");

/// Runs the service worker with a cache, a host and events of its own.
#[test]
#[ignore = "needs Chromium; run by `cargo xtask test`"]
fn the_service_worker_answers_only_for_the_files_of_the_page() {
    let expected = [
        ("./", "200 stored true"),
        ("./?a=b#c", "200 stored true"),
        ("index.html", "200 stored true"),
        ("page/main.js", "200 stored true"),
        ("models/6x6", "200 fetched true"),
        ("models/6x6", "200 stored true"),
        ("models/part", "206 fetched true"),
        ("LICENSE-MIT", "left alone"),
        ("page/other.js", "left alone"),
        ("other/page/main.js", "left alone"),
        ("../page/main.js", "left alone"),
        ("POST", "left alone"),
    ];
    visit(PUZZLE04, |person| {
        let answers = person.browser.script(
            &format!(
                "const [asked] = arguments;
                return (async () => {{
                    const registration = {{ scope: 'https://example.org/site/' }};
                    const SITE = {{ version: '2', files: ['./', 'page/main.js'] }};
                    const stored = new Map(['', 'page/main.js'].map((file) => [registration.scope + file, 'stored']));
                    const cache = {{
                        addAll: async () => {{}},
                        match: async (url) => (stored.has(url) ? new Response(stored.get(url)) : undefined),
                        put: async (url, response) => {{
                            if (response.status === 206) throw new TypeError('a part of a file');
                            stored.set(url, 'stored');
                        }},
                    }};
                    const caches = {{ open: async () => cache, keys: async () => [], delete: async () => true }};
                    const fetch = async ({{ url }}) => new Response('fetched', {{ status: url.endsWith('part') ? 206 : 200 }});
                    const skipWaiting = () => {{ throw new Error('a tab would get files of two versions'); }};
                    const handlers = {{}};
                    const addEventListener = (name, handler) => {{ handlers[name] = handler; }};
                    {SERVICE_WORKER}
                    let installed = null;
                    handlers.install({{ waitUntil: (promise) => {{ installed = promise; }} }});
                    await installed;
                    const ask = async (path, method = 'GET') => {{
                        let answer = null;
                        const request = {{ method, url: new URL(path, registration.scope).href }};
                        handlers.fetch({{ request, respondWith: (promise) => {{ answer = promise; }} }});
                        if (!answer) return 'left alone';
                        const response = await answer;
                        const isIsolated = response.headers.get('cross-origin-embedder-policy') === 'require-corp';
                        return `${{response.status}} ${{await response.text()}} ${{isIsolated}}`;
                    }};
                    const answers = [];
                    for (const [path] of asked) answers.push([path, await ask(path)]);
                    return [...answers, ['POST', await ask('./', 'POST')]];
                }})();"
            ),
            json!([expected[..expected.len() - 1]]),
        );
        assert_eq!(answers, json!(expected));
    });
}
