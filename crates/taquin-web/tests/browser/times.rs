//! The Times view: averages, bests, the list in the browser, and its files.

use crate::person::{Key, PUZZLE04, Person};
use crate::visit;
use serde_json::{Value, json};

/// Evaluates an expression with the exports of a module of the page.
fn with_module(person: &Person, module: &str, expression: &str) -> Value {
    person.look(&format!("import('./page/{module}').then((module) => {{ const {{ trimmedAverage, currentAverage, bestAverage, DNF, splits, asTime, readJson, writeCsv, writeJson, summary }} = module; return {expression}; }})"))
}

#[test]
#[ignore = "needs Chromium; run by `cargo xtask test`"]
fn averages_drop_the_best_and_the_worst() {
    visit(PUZZLE04, |person| {
        let average = |expression: &str| with_module(person, "averages.js", expression);
        // 1 and 9 are dropped.
        assert_eq!(average("trimmedAverage([9000, 2000, 1000, 3000, 7001])"), 4000);
        assert_eq!(average("currentAverage([1, 2, 3, 4], 5)"), Value::Null);
        // One DNF is the worst, two of them make the average DNF.
        assert_eq!(average("trimmedAverage([DNF, 2000, 1000, 3000, 7000])"), 4000);
        assert_eq!(average("trimmedAverage([DNF, 2000, DNF, 3000, 7000]) === DNF"), true);
        assert_eq!(average("trimmedAverage([...Array(11).fill(500), DNF])"), 500);
        assert_eq!(average("trimmedAverage([...Array(10).fill(500), DNF, DNF]) === DNF"), true);
        // The current average has the last five, the best one any five in a row.
        assert_eq!(average("currentAverage([10, 20, 30, 40, 50, 960], 5)"), 40);
        assert_eq!(average("bestAverage([10, 20, 30, 40, 50, 960], 5)"), 30);
        assert_eq!(average("bestAverage([DNF, DNF, 30, 40, 50], 5) === DNF"), true);
        assert_eq!(average("bestAverage([10, 20], 5)"), Value::Null);
        let time = |expression: &str| with_module(person, "clock.js", expression);
        for (milliseconds, text) in [
            ("0", "0.000"),
            ("59999.4", "59.999"),
            ("59999.6", "1:00.000"),
            ("3723004", "1:02:03.004"),
            ("Infinity", "DNF"),
            ("null", "–"),
        ] {
            assert_eq!(time(&format!("asTime({milliseconds})")), text);
        }
    });
}

/// Scrambles until the board is not in the list: the page has few hard boards of 2x3, and keeps no solve of a known one.
fn scramble_anew(person: &Person) {
    let is_known = "JSON.parse(localStorage['taquin-times'] ?? '[]').some(({ start }) => String(start) ===
        String([...document.querySelectorAll('#board .cell')].map((cell) => cell.dataset.tile)))";
    loop {
        let before = person.tiles();
        person.click("#scramble");
        person.until("there is another board", || person.tiles() != before);
        if person.look(is_known) == false {
            return;
        }
    }
}

/// Scrambles a 2x3 board and solves it in as few moves as possible.
fn solve_a_scramble(person: &Person) {
    scramble_anew(person);
    // A second engine finds the solution, so the page does not count it as help.
    let moves = person.look(
        "(async () => {
            const { createEngine } = await import('./page/engine.js');
            const start = [...document.querySelectorAll('#board .cell')].map((cell) => Number(cell.dataset.tile));
            const engine = await createEngine();
            return (await engine.ask('solve', { version: 1, size: [2, 3], start, goal: 'rows' })).moves.tile;
        })()",
    );
    let keys: Vec<Key> = moves
        .as_str()
        .expect("moves")
        .chars()
        .map(|letter| match letter {
            'U' => Key::UP,
            'D' => Key::DOWN,
            'L' => Key::LEFT,
            _ => Key::RIGHT,
        })
        .collect();
    person.press(&keys);
    person.until("there is a result", || person.is_shown("#result"));
}

#[test]
#[ignore = "needs Chromium; run by `cargo xtask test`"]
fn solves_are_listed_kept_and_averaged() {
    visit("size=2x3&board=1-2-3-4-0-5", |person| {
        person.choose("#difficulty", "hard");
        for _ in 0..5 {
            solve_a_scramble(person);
        }
        person.reads("#result-best", |text| {
            text.starts_with("New personal best") || text.starts_with("Your best time is")
        });
        person.reads("#result-enough", |text| text.ends_with("optimal."));
        // A board that is left is a DNF, and so is one with a hint.
        scramble_anew(person);
        person.press(&[Key::LEFT, Key::RIGHT, Key::UP, Key::DOWN]);
        // The counter tells a new board from keys that the browser handles late.
        person.reads("#moves", |text| text != "0");
        person.click("#scramble");
        person.reads("#moves", |text| text == "0");
        person.reload();
        person.click("#tab-times");
        person.reads("#times-category", |text| text == "2x3, hard (6)");
        person.reads("#times-count", |text| text == "5 of 6");
        person.sees("[...document.querySelectorAll('#times-rows tr')].map((row) => row.cells[1].textContent).indexOf('DNF')", 0);
        // The average of the last five has one DNF; the best one is that of the five solves.
        let five = person.look(
            "JSON.parse(localStorage['taquin-times']).slice(0, 5).map(({ milliseconds }) => milliseconds)",
        );
        let mut five: Vec<u64> = five.as_array().expect("a list").iter().filter_map(Value::as_u64).collect();
        five.sort_unstable();
        let average = (five[1] + five[2] + five[3] + 1) / 3;
        assert_eq!(person.text("#times-best-ao5"), format!("{}.{:03}", average / 1000, average % 1000));
        assert!(!["–", "DNF"].contains(&person.text("#times-ao5").as_str()), "one DNF is dropped");
        assert_eq!(person.text("#times-ao12"), "–");
        assert_eq!(person.text("#times-best"), format!("{}.{:03}", five[0] / 1000, five[0] % 1000));
        // Deleting, and opening a solve.
        person.click("#times-rows tr:first-child button:last-child");
        person.reads("#times-count", |text| text == "5 of 5");
        person.click("#times-rows tr:first-child button");
        person.until("it is shown", || person.is_shown("#result") && person.is_shown("#player"));
    });
}

#[test]
#[ignore = "needs Chromium; run by `cargo xtask test`"]
fn help_and_boards_that_were_played_before_do_not_count() {
    visit(PUZZLE04, |person| {
        person.click("#hint");
        person.reads("#status", |text| text.starts_with("Hint"));
        person.press(&[Key::LEFT, Key::UP, Key::LEFT, Key::UP]);
        person.reads("#result-best", |text| text == "Kept as DNF, because you had help.");
        person.click("#restart");
        person.press(&[Key::LEFT, Key::UP, Key::LEFT, Key::UP]);
        person.reads("#result-best", |text| text.starts_with("Not kept"));
        // Undoing costs time but no more: it only excludes the fewest moves.
        person.open("size=2x3&board=1-2-3-0-4-5");
        person.press(&[Key::LEFT]);
        person.click("#undo");
        person.press(&[Key::LEFT, Key::LEFT]);
        person.reads("#result-best", |text| text.starts_with("Your first solve of 2x3"));
        person.click("#tab-times");
        person.choose("#times-category", "2x3, given boards");
        person.reads("#times-count", |text| text == "1 of 1");
        assert_eq!(person.text("#times-moves"), "–");
        person.choose("#times-category", "3x3, given boards");
        person.reads("#times-count", |text| text == "0 of 1");
    });
}

#[test]
#[ignore = "needs Chromium; run by `cargo xtask test`"]
fn files_of_solves_are_written_and_read_back() {
    visit(PUZZLE04, |person| {
        person.press(&[Key::LEFT, Key::UP, Key::LEFT, Key::UP]);
        person.reads("#result-enough", |text| text == "4 moves: optimal.");
        person.click("#tab-times");
        for (button, ending) in [("#times-csv", ".csv."), ("#times-json", ".json.")] {
            person.click(button);
            person.reads("#times-status", |text| {
                text.starts_with("Saved 1 solve as ") && text.ends_with(ending)
            });
        }
        let stored = "JSON.parse(localStorage['taquin-times'])";
        let csv = with_module(person, "times-file.js", &format!("writeCsv({stored})"));
        let lines: Vec<&str> = csv.as_str().expect("text").lines().collect();
        let line: Vec<&str> = lines[1].split(',').collect();
        assert_eq!(lines[0].split(',').count(), line.len());
        assert_eq!(line[1..5], ["3x3", "rows", "given", "solved"]);
        assert_eq!(line[6..8], ["4", "4"]);
        assert_eq!(line[line.len() - 2..], ["0 1 3 4 2 5 7 8 6", "LULU"]);
        let same = format!("JSON.stringify(readJson(writeJson({stored}))) === JSON.stringify({stored})");
        assert_eq!(with_module(person, "times-file.js", &same), true);
        // What is damaged is not imported.
        for change in
            ["moves = 'LULL'", "milliseconds = -1", "start[0] = 1", "size = [3, 4]", "at = 'x'", "help = [1]"]
        {
            let damaged = format!(
                "(() => {{ const solves = {stored}; solves[0].{change}; try {{ readJson(writeJson(solves)); return 'read'; }} catch (error) {{ return error.message; }} }})()"
            );
            let said = with_module(person, "times-file.js", &damaged);
            assert_eq!(said, "Solve 1 of this file is damaged. Nothing was imported.", "{change}");
        }
        // A file from another browser.
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("times.json");
        let text = with_module(person, "times-file.js", &format!("writeJson({stored})"));
        std::fs::write(&path, text.as_str().expect("text")).expect("a file");
        person.click("#times-clear");
        person.click("#clear button[value='delete']");
        person.until("the list is empty", || person.is_shown("#times-none"));
        person.hand("#times-import", path.to_str().expect("a plain path"));
        person.reads("#times-status", |text| text == "Imported 1 new solve.");
        person.reads("#times-count", |text| text == "1 of 1");
        person.hand("#times-import", path.to_str().expect("a plain path"));
        person.reads("#times-status", |text| text == "Imported 0 new solves.");
        person.browser.script("localStorage.clear()", json!([]));
    });
}

#[test]
#[ignore = "needs Chromium; run by `cargo xtask test`"]
fn a_restarted_attempt_is_a_dnf() {
    visit("size=2x3&board=1-2-3-4-0-5", |person| {
        person.choose("#difficulty", "hard");
        let before = person.tiles();
        person.click("#scramble");
        person.until("there is another board", || person.tiles() != before);
        let stored = "JSON.parse(localStorage['taquin-times'] ?? '[]').map(({ solved, milliseconds }) => [solved, milliseconds > 0])";
        for _ in 0..2 {
            person.press(&[Key::LEFT, Key::RIGHT, Key::UP, Key::DOWN]);
            person.until("the clock runs", || person.text("#time") != "0.000");
            person.click("#restart");
            person.reads("#moves", |moves| moves == "0");
            person.reads("#time", |time| time == "0.000");
            // The second time, the board has been played before.
            person.sees(stored, json!([[false, true]]));
        }
    });
}
