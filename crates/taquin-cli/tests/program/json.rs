//! JSON against the published schema.

use crate::run::{Run, root, taquin};
use serde_json::Value;
use std::fs;

fn published() -> Value {
    let text = fs::read_to_string(root().join("schema/taquin.schema.json")).expect("the schema is published");
    serde_json::from_str(&text).expect("it is JSON")
}

fn schema() -> jsonschema::Validator {
    jsonschema::validator_for(&published()).expect("it is a schema")
}

/// The one object of a run, of this kind.
#[track_caller]
pub(crate) fn described(kind: &str, run: &Run) -> Value {
    let mut found = objects(run);
    assert_eq!(found.len(), 1, "{run:?}");
    assert_eq!(found[0]["kind"], kind, "{run:?}");
    found.remove(0)
}

/// Every line as an object that the schema accepts.
#[track_caller]
pub(crate) fn objects(run: &Run) -> Vec<Value> {
    let read = |line: &str| {
        let value: Value = serde_json::from_str(line).expect("every line is JSON");
        accepted(&value);
        value
    };
    run.out.lines().map(read).collect()
}

/// Checks that the schema accepts an object and describes all its fields.
#[track_caller]
pub(crate) fn accepted(value: &Value) {
    let errors: Vec<String> = schema().iter_errors(value).map(|error| error.to_string()).collect();
    assert!(errors.is_empty(), "{errors:?}: {value}");
    let fields: Vec<&String> = value.as_object().expect("an object").keys().collect();
    assert_eq!(fields[..2], ["kind", "version"], "{value}");
    let definition = match value["kind"].as_str().expect("a kind") {
        "board" | "solution" => "result",
        kind => kind,
    };
    for field in fields {
        let described = &published()["$defs"][definition]["properties"];
        assert!(described.get(field).is_some(), "{field} of {definition} is not described");
    }
}

#[track_caller]
fn one(args: &[&str], code: i32) -> Value {
    let run = taquin(args);
    assert_eq!(run.code, code, "{run:?}");
    let mut found = objects(&run);
    assert_eq!(found.len(), 1, "{run:?}");
    found.remove(0)
}

#[test]
fn solved() {
    let answer = one(&["solve", "--output", "json", "examples/puzzle04.txt"], 0);
    assert_eq!(answer["version"], 1);
    assert_eq!(answer["size"], serde_json::json!([3, 3]));
    assert_eq!(answer["status"], "optimal");
    assert_eq!((&answer["length"], &answer["lower_bound"]), (&4.into(), &4.into()));
    assert_eq!(
        answer["moves"],
        serde_json::json!({ "tiles": [1, 2, 5, 6], "tile": "LULU", "blank": "RDRD" })
    );
    assert_eq!(answer["method"]["algorithm"], "astar");
    for count in ["expanded", "generated", "max_queue", "max_depth", "bytes"] {
        assert!(answer["stats"][count].is_u64(), "{count} of {answer}");
    }
    assert!(answer["stats"]["seconds"].is_f64());
    assert!(answer["claim"].is_string() && answer.get("reason").is_none());
}

#[test]
fn valid() {
    let answer = one(&["solve", "--output", "json", "--algorithm", "greedy", "examples/puzzle3x3-31.txt"], 0);
    assert_eq!(answer["status"], "valid");
    assert!(answer["length"].as_u64() > answer["lower_bound"].as_u64());
    let weighted = one(
        &["solve", "--output", "json", "--weight", "1.5", "--ties", "state", "examples/puzzle3x3-31.txt"],
        0,
    );
    assert_eq!(weighted["method"]["weight"], "1.5");
    assert_eq!(weighted["method"]["ties"], "state");
}

#[test]
fn unsolvable() {
    let answer = one(&["solve", "--output", "json", "examples/puzzle3x3-unsolvable.txt"], 1);
    assert_eq!(answer["status"], "unsolvable");
    assert!(answer["reason"].as_str().expect("a reason").contains("parity"));
    assert!(answer.get("moves").is_none() && answer.get("length").is_none());
}

#[test]
fn stopped() {
    let args = ["solve", "--output", "json", "--node-limit", "1", "examples/puzzle3x3-31.txt"];
    let answer = one(&args, 3);
    assert_eq!((&answer["status"], &answer["stopped"]), (&"valid".into(), &"nodes".into()));
    let (length, bound) = (answer["length"].as_f64().expect("a length"), answer["lower_bound"].as_f64());
    let bound = bound.expect("a bound");
    assert_eq!(answer["gap"].as_f64(), Some((length - bound) / bound));
    let answer = one(&[&args[..], &["--algorithm", "astar"]].concat(), 3);
    assert_eq!((&answer["status"], &answer["stopped"]), (&"stopped".into(), &"nodes".into()));
    assert!(answer["lower_bound"].as_u64() >= Some(21), "{answer}");
    assert!(answer["reason"].as_str().expect("a reason").contains("limit"));
}

#[test]
fn several() {
    let args = ["solve", "--output", "json", "examples/lists.txt", "examples/puzzle3x3-unsolvable.txt"];
    let run = taquin(&args);
    assert_eq!(run.code, 1);
    let status: Vec<Value> = objects(&run).iter().map(|answer| answer["status"].clone()).collect();
    assert_eq!(status, ["optimal", "optimal", "optimal", "unsolvable"]);
}

#[test]
fn enumerated() {
    let run = taquin(&["enumerate", "examples/puzzle04.txt", "--bound", "14", "--output", "json"]);
    let found = objects(&run);
    assert_eq!(found.len(), 1);
    let solutions = found[0]["solutions"].as_array().expect("solutions");
    assert_eq!((&found[0]["count"], &found[0]["complete"]), (&solutions.len().into(), &true.into()));
    let lengths: Vec<u64> = solutions.iter().filter_map(|solution| solution["length"].as_u64()).collect();
    assert_eq!((lengths.len(), lengths.iter().min()), (solutions.len(), Some(&4)));
    assert!(lengths.len() > 1 && lengths.iter().all(|&length| length <= 14));
    assert!(run.out.starts_with("{\"kind\":\"enumeration\",\"version\":1,"), "{}", run.out);
    // The number alone is an object, too.
    for option in [&["--json"][..], &["--output", "json"]] {
        let counted =
            one(&[&["enumerate", "examples/puzzle04.txt", "--bound", "14", "--count"], option].concat(), 0);
        assert_eq!((&counted["count"], counted.get("solutions")), (&solutions.len().into(), None));
    }
    let stopped = ["--bound", "40", "--node-limit", "50", "--count", "--json", "examples/puzzle3x3-31.txt"];
    assert_eq!(one(&[&["enumerate"], &stopped[..]].concat(), 3)["complete"], false);
    // Also without a solution, without a way to one, and at a limit.
    for (board, more, code) in [
        ("examples/puzzle04.txt", &["--bound", "3"][..], 1),
        ("examples/puzzle3x3-unsolvable.txt", &["--bound", "9"], 1),
        ("examples/puzzle3x3-31.txt", &["--bound", "40", "--node-limit", "50"], 3),
    ] {
        let answer = one(&[&["enumerate", board, "--output", "json"], more].concat(), code);
        assert_eq!((&answer["count"], &answer["complete"]), (&0.into(), &(code != 3).into()), "{answer}");
        assert_eq!(answer.get("reason").is_some(), board != "examples/puzzle04.txt", "{answer}");
    }
}

/// Every command with `--json` prints objects of its kind, and nothing but JSON is printed.
#[test]
fn every_command_with_json() {
    let easy = "examples/puzzle04.txt";
    let audit = [
        "audit",
        "--size",
        "2x2",
        "--json",
        "--count",
        "1",
        "--",
        "sh",
        "-c",
        "while read b; do echo 0; done",
    ];
    let grade = ["grade", "1 2/0 3", "--json", "--", env!("CARGO_BIN_EXE_taquin"), "solve", "-"];
    let runs: &[(&[&str], &str)] = &[
        (&["solve", "--json", easy], "solution"),
        (&["solve", "--all", "--count", "--json", easy], "solution"),
        (&["solve", "--explain", "--json", easy, "examples/puzzle4x4.txt"], "plan"),
        (&["solve", "--explain", "--json", "--gap", "5", "examples/puzzle3x3-unsolvable.txt"], "plan"),
        (&["explore", "--json", "--by-blank", "2x3"], "exploration"),
        (&["bench", "--json", "1 2/0 3", "--method", "bfs"], "benchmark"),
        (&["enumerate", "--json", easy, "--bound", "4"], "enumeration"),
        (&["courses", "--json"], "courses"),
        (&["moves", "--json", easy], "successor"),
        (&["inspect", "--json", easy], "inspection"),
        (&["where", "--json", easy], "placement"),
        (&["check", "--json", easy, "LULU"], "check"),
        (&["explore", "--json", "2x3"], "exploration"),
        (&["compare", "--json", easy, "--method", "astar", "--method", "bfs"], "comparison"),
        (&["trace", "--json", easy], "trace"),
        (&["trace", "--json", easy, "-a", "idastar"], "trace"),
        (&["tables", "list", "--json"], "tables"),
        (&["bench", "--json", "small", "--method", "table"], "benchmark"),
        (&audit, "audit"),
        (&grade, "grade"),
    ];
    for (args, kind) in runs {
        let run = taquin(args);
        assert_eq!(run.code, 0, "{run:?}");
        let found = objects(&run);
        assert!(!found.is_empty() && found.iter().all(|object| object["kind"] == *kind), "{run:?}");
    }
    // No command with the option was forgotten.
    let page = fs::read_to_string(root().join("docs/options.md")).expect("the page of options");
    let row = page.lines().find(|line| line.starts_with("| `--json`")).expect("its row");
    for command in row.split('|').nth(2).expect("its commands").split(',') {
        let words: Vec<&str> = command.split_whitespace().collect();
        assert!(runs.iter().any(|(args, _)| args.starts_with(&words)), "{command}");
    }
}

/// The old ways to ask for JSON give the same.
#[test]
fn json_by_its_old_names() {
    for (new, old) in [
        (
            &["solve", "--json", "--node-limit", "0", "1 2/3 0"][..],
            &["solve", "--output", "JSON", "--node-limit", "0", "1 2/3 0"][..],
        ),
        (&["moves", "--json", "1 2/3 0"], &["moves", "--output", "json", "1 2/3 0"]),
        (&["explore", "--json", "2x2"], &["explore", "--output", "json", "2x2"]),
        (&["explore", "--json", "2x2"], &["explore", "--format", "json", "--size", "2x2"]),
        (&["trace", "--json", "1 2/3 0"], &["trace", "--output", "json", "1 2/3 0"]),
    ] {
        let strip = |run: &Run| run.out.split("\"seconds\":").next().map(str::to_owned);
        assert_eq!(strip(&taquin(new)), strip(&taquin(old)), "{old:?}");
    }
    taquin(&["solve", "--json", "--output", "moves", "1 2/3 0"])
        .complains(&["--json: cannot be used with --output"]);
}

#[test]
fn everything_else() {
    for (args, code) in [
        (&["moves", "--output", "json", "1 2/3 0"][..], 0),
        (&["inspect", "--json", "examples/puzzle04.txt"], 0),
        (&["inspect", "--json", "examples/puzzle3x3-unsolvable.txt"], 0),
        (&["convert", "--to", "json", "examples/lists.txt"], 0),
        (&["check", "--json", "examples/puzzle04.txt", "LULU"], 0),
        (&["check", "--json", "examples/puzzle04.txt", "LULRR"], 1),
        (&["check", "--json", "examples/puzzle04.txt", "Unsolvable puzzle"], 1),
        (&["check", "--json", "--from", "aizu", "examples/puzzle04.txt", "4"], 0),
    ] {
        let run = taquin(args);
        assert_eq!(run.code, code, "{run:?}");
        assert!(!objects(&run).is_empty());
    }
}

#[test]
fn audited() {
    for (heuristic, code) in
        [("echo 0", 0), ("echo 9", 1), ("echo 0.5", 1), ("set -- $board; echo $(($1 * 3))", 1)]
    {
        for sample in ["0", "3"] {
            let script = format!("while read -r board; do {heuristic}; done");
            let audit = ["audit", "--size", "2x2", "--json", "--count", sample, "--", "sh", "-c", &script];
            let run = taquin(&audit);
            assert_eq!(run.code, code, "{run:?}");
            let object = described("audit", &run);
            assert_eq!(object.get("overestimate").is_some(), code == 1, "{object}");
            assert_eq!(object.get("sample").is_some(), sample == "3", "{object}");
        }
    }
}

#[test]
fn inspected() {
    let card = one(&["inspect", "--json", "8 1 3/4 0 2/7 6 5"], 0);
    assert_eq!(card["heuristics"]["hamming"], 5);
    assert_eq!(card["heuristics"]["manhattan"], 10);
    assert_eq!(card["inversions"], 12);
    assert_eq!(card["pairs"].as_array().map(Vec::len), Some(12));
    assert_eq!(card["pairs_omitted"], 0);
    assert!(card["solvable"] == true && card.get("reason").is_none());
    assert_eq!(card["tiles"]["hamming"], serde_json::json!([1, 1, 0, 0, 1, 1, 0, 1]));
    assert_eq!(card["tiles"]["manhattan"], serde_json::json!([1, 2, 0, 0, 2, 2, 0, 3]));
    assert_eq!(
        (&card["is_goal"], &card["twin"]),
        (&false.into(), &serde_json::json!([1, 8, 3, 4, 0, 2, 7, 6, 5]))
    );
    let unsolvable = one(&["inspect", "--json", "examples/puzzle3x3-unsolvable.txt"], 0);
    assert!(unsolvable["solvable"] == false && unsolvable["reason"].is_string());
    assert_eq!(unsolvable["reachable_goals"], serde_json::json!(["spiral"]));
}

#[test]
fn checked() {
    let answer = one(&["check", "--json", "examples/puzzle04.txt", "LULUDU"], 0);
    assert_eq!((&answer["solution"], &answer["optimal"]), (&true.into(), &false.into()));
    assert_eq!((&answer["above_optimal"], &answer["optimal_length"]), (&2.into(), &4.into()));
    assert_eq!(answer["repeat"], serde_json::json!([3, 5]));
    assert!(answer.get("reason").is_none(), "{answer}");
    let illegal = one(&["check", "--json", "examples/puzzle04.txt", "LUL"], 1);
    assert!(illegal["optimal"].is_null() && illegal["reason"] == "not a solution", "{illegal}");
    let other = one(&["check", "--json", "examples/puzzle04.txt", "RDRD"], 1);
    assert_eq!(other["solution_with_letters"], "blank");
    assert!(illegal.get("solution_with_letters").is_none());
}
