//! Measures the static files in Chromium, beside the native engine: `cargo xtask site-figures` runs it.
//!
//! It prints Markdown. The arguments are the address of the page and the file with Korf's boards.

#[path = "../tests/browser/chromedriver.rs"]
mod chromedriver;
#[path = "../tests/browser/supervised.rs"]
mod supervised;
mod webdriver {
    pub(crate) use super::Driver;
}

use chromedriver::Chromedriver;
use serde_json::{Value, json};
use std::ops::RangeInclusive;
use std::thread::sleep;
use std::time::{Duration, Instant};
use std::{env, fs};
use taquin::Solver;
use taquin_engine::{Engine, NullListener, Request};

/// The commands that [`Chromedriver`] provides.
#[expect(dead_code, reason = "the tests use all of them")]
pub(crate) trait Driver {
    fn command(&self, name: &str, body: &Value) -> Result<Value, String>;
    fn chromium(&self, name: &str, parameters: Value) -> Value;
    fn complaints(&self) -> Vec<String>;
    fn requests(&self) -> Vec<String>;
    fn forget(&self, home: &str) -> Result<(), String>;
}

/// How often the page is loaded, and how often each board is solved; the tables have medians.
const RUNS: usize = 5;
const SOLVES: usize = 3;

/// The number of steps in the Search view.
const STEP_COUNT: usize = 200;

/// The optimal lengths of the boards to solve.
const LENGTHS: RangeInclusive<u64> = 58..=62;

/// What one search may use on both sides, as in `worker-engine.js`.
const MEMORY: u64 = 512 << 20;

fn main() {
    let words: Vec<String> = env::args().skip(1).collect();
    let [home, file] = &words[..] else { panic!("usage: site_figures ADDRESS FILE") };
    let text = fs::read_to_string(file).expect("the file with the boards");
    let boards: Vec<(u64, Vec<u16>)> = text.lines().filter_map(board).collect();
    println!("## Loading\n");
    println!(
        "Medians of {RUNS} visits with an empty cache, from a server on the same machine, without compression.\n"
    );
    println!("| processor | first paint | page can be used |\n|---|---|---|");
    for throttling in [1, 4] {
        let mut visits: Vec<(f64, f64)> = (0..RUNS).map(|_| visit(home, throttling)).collect();
        let mut column = |key: fn(&(f64, f64)) -> f64| {
            visits.sort_by(|a, b| key(a).total_cmp(&key(b)));
            key(&visits[RUNS / 2])
        };
        let (paint, ready) = (column(|visit| visit.0), column(|visit| visit.1));
        println!("| {throttling}x slower | {paint:.0} ms | {ready:.0} ms |");
    }
    println!("\n## Search view\n");
    watch(home);
    println!("\n## Solving\n");
    compare(home, &boards);
}

/// Returns the milliseconds until the first paint and until the page can be used.
fn visit(home: &str, throttling: u32) -> (f64, f64) {
    let browser = Chromedriver::start();
    browser.chromium("Emulation.setCPUThrottlingRate", json!({ "rate": throttling }));
    open(&browser, &format!("{home}#size=3x3&board=0-1-3-4-2-5-7-8-6"));
    let time = |expression: &str| look(&browser, expression).as_f64().expect("a time");
    (
        time("performance.getEntriesByName('first-contentful-paint')[0].startTime"),
        time("performance.getEntriesByName('ready')[0].startTime"),
    )
}

fn open(browser: &Chromedriver, url: &str) {
    browser.command("url", &json!({ "url": url })).expect("the page opens");
    let since = Instant::now();
    while look(browser, "document.documentElement.dataset.ready === 'true'") != true {
        assert!(since.elapsed() < Duration::from_secs(60), "the page is not ready");
    }
}

fn look(browser: &Chromedriver, expression: &str) -> Value {
    let body = json!({ "script": format!("return ({expression});"), "args": [] });
    browser.command("execute/sync", &body).unwrap_or_else(|error| panic!("{expression}: {error}"))
}

/// Opens the largest trace, goes back and forth by single steps, and returns the milliseconds of each: what the click and
/// the layout take, and the first drawing after it.
const STEPS: &str = "
    const [count, mode] = arguments;
    const part = (name) => document.getElementById(`trace-${name}`);
    const frame = () => new Promise((resolve) => requestAnimationFrame(() => resolve(performance.now())));
    return (async () => {
        part(mode).click();
        const times = [];
        for (let step = 0; step < count; step += 1) {
            do await frame(); while (part('tree').dataset.still !== 'true');
            const before = frame();
            const since = performance.now();
            part(step < count / 2 ? 'back' : 'forward').click();
            document.body.getBoundingClientRect();
            const clicked = performance.now() - since;
            const after = frame();
            times.push(clicked - await before + await after);
        }
        return times;
    })();";

/// Prints how long a step takes in a search with 100,000 nodes.
fn watch(home: &str) {
    let browser = Chromedriver::start();
    browser.command("timeouts", &json!({ "script": 600_000 })).expect("a timeout");
    open(&browser, &format!("{home}#view=search"));
    let run = |script: &str, arguments: Value| {
        let body = json!({ "script": script, "args": arguments });
        browser.command("execute/sync", &body).unwrap_or_else(|error| panic!("{script}: {error}"))
    };
    let wait = |condition: &str| {
        let since = Instant::now();
        while look(&browser, condition) != true {
            assert!(since.elapsed() < Duration::from_secs(60), "not true: {condition}");
            sleep(Duration::from_millis(50));
        }
    };
    wait("document.getElementById('trace-body')?.checkVisibility() ?? false");
    run(
        "const menu = document.getElementById('trace-algorithm');
        menu.value = 'bfs';
        menu.dispatchEvent(new Event('change', { bubbles: true }));
        document.getElementById('search-text').value = '8 6 7/2 5 4/3 0 1';
        document.getElementById('search-text-form').requestSubmit();",
        json!([]),
    );
    wait("document.getElementById('trace-status').textContent.startsWith('Only the first 100,000')");
    run("document.getElementById('trace-last').click();", json!([]));
    println!("Single steps at the end of a breadth-first search with 100,000 nodes, half of them back.\n");
    println!("| tree | median | 95 % are faster than |\n|---|---|---|");
    for (mode, name) in [("follow", "the current node is followed"), ("fit", "the whole tree is shown")] {
        let times = run(STEPS, json!([STEP_COUNT, mode]));
        let mut times: Vec<f64> = times.as_array().into_iter().flatten().filter_map(Value::as_f64).collect();
        times.sort_by(f64::total_cmp);
        println!("| {name} | {:.1} ms | {:.1} ms |", times[STEP_COUNT / 2], times[STEP_COUNT * 95 / 100]);
    }
}

/// One method on one board, on both sides.
struct Row {
    nodes: u64,
    native: f64,
    browser: f64,
}

fn compare(home: &str, boards: &[(u64, Vec<u16>)]) {
    let browser = Chromedriver::start();
    browser.command("timeouts", &json!({ "script": 600_000 })).expect("a timeout");
    open(&browser, home);
    // The page's own engine is busy with the page.
    look(
        &browser,
        "import('./page/engine.js').then(async (module) => { window.measured = await module.createEngine(); })",
    );
    let engine = Engine::new(&Solver::builder().threads(1).build().expect("no options"), MEMORY);
    let methods = [
        ("automatic choice", json!({})),
        ("IDA\\*, linear conflict", json!({ "algorithm": "idastar", "heuristic": "linear-conflict" })),
    ];
    println!(
        "The {} boards of Korf's 100 with {} to {} moves, one thread, both sides in turn, {SOLVES} times each; sums of \
         medians. The automatic choice has its tables already.\n",
        boards.len(),
        LENGTHS.start(),
        LENGTHS.end()
    );
    println!(
        "| method | nodes | native | Chromium | ratio | native, nodes/s | Chromium, nodes/s |\n|---|---|---|---|---|---|---|"
    );
    for (name, method) in methods {
        let mut sum = Row { nodes: 0, native: 0.0, browser: 0.0 };
        let mut worst: f64 = 0.0;
        for (length, start) in boards {
            let mut body = json!({ "size": [4, 4], "start": start, "goal": "blank-first", "seconds": 600 });
            for (key, value) in method.as_object().into_iter().flatten() {
                body[key] = value.clone();
            }
            let row = measure(&engine, &browser, *length, &body);
            worst = worst.max(row.browser / row.native);
            sum = Row {
                nodes: sum.nodes + row.nodes,
                native: sum.native + row.native,
                browser: sum.browser + row.browser,
            };
        }
        let Row { nodes, native, browser } = sum;
        println!(
            "| {name} | {nodes} | {native:.2} s | {browser:.2} s | {:.2}, at most {worst:.2} | {:.1} million | {:.1} million |",
            browser / native,
            nodes as f64 / native / 1e6,
            nodes as f64 / browser / 1e6
        );
    }
}

/// Parses `id optimal generated expanded t0 … t15`.
fn board(line: &str) -> Option<(u64, Vec<u16>)> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let length = words.get(1)?.parse().ok().filter(|length| LENGTHS.contains(length))?;
    let tiles = words.get(4..).filter(|_| !line.starts_with('#'))?;
    Some((length, tiles.iter().filter_map(|word| word.parse().ok()).collect()))
}

/// Solves a board on both sides in turn.
fn measure(engine: &Engine, browser: &Chromedriver, length: u64, body: &Value) -> Row {
    let mut times = [Vec::new(), Vec::new()];
    let mut nodes = 0;
    for run in 0..=SOLVES {
        let request = Request::parse("solve", body.clone()).expect("a message");
        let native = engine.answer(request, &mut NullListener).expect("an answer");
        let asked = look(browser, &format!("measured.ask('solve', {body})"));
        for (answer, times) in [&native, &asked].into_iter().zip(&mut times) {
            assert_eq!(answer["length"], length, "{answer}");
            // The first run builds tables.
            if run > 0 {
                times.push(answer["stats"]["seconds"].as_f64().expect("a time"));
            }
        }
        nodes = native["stats"]["generated"].as_u64().expect("a number");
        if run > 0 {
            assert_eq!(nodes, asked["stats"]["generated"], "both sides search alike");
        }
    }
    let [native, browser] = times.map(|mut times| {
        times.sort_by(f64::total_cmp);
        times[SOLVES / 2]
    });
    Row { nodes, native, browser }
}
