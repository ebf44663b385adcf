//! `--course` and `taquin courses`.

use crate::run::taquin;
use serde_json::Value;
use taquin::Course;

const BOARD: &str = "[4,3,8,5,1,6,7,2,0]";

#[test]
fn wisconsin_without_further_flags() {
    let long = ["solve", "--output", "python", "--duplicates", "keep", "--ties", "state", BOARD];
    let expected = taquin(&long).out;
    assert!(expected.ends_with("Max queue length: 352775\n"), "{expected}");
    for args in [
        &["--course", "wisconsin", "solve", BOARD][..],
        &["solve", "--course", "wisconsin", BOARD],
        &["solve", BOARD, "--course=wisconsin"],
    ] {
        taquin(args).expect(0, &expected);
    }
}

#[test]
fn given_options_win() {
    let wisconsin = |args: &[&str]| taquin(&[&["--course", "wisconsin"], args].concat());
    let closed = wisconsin(&["solve", "--duplicates", "closed", BOARD]).out;
    assert!(closed.ends_with("Max queue length: 374\n"), "{closed}");
    wisconsin(&["solve", "--output", "aizu", BOARD]).expect(0, "22\n");
    wisconsin(&["solve", "--goal", "spiral", "--output", "aizu", "1 2 3/8 4 0/7 6 5"]).expect(0, "1\n");
    let explain = |args: &[&str]| wisconsin(&[&["solve", "--explain", BOARD], args].concat()).out;
    assert!(explain(&[]).starts_with("method  A*, heuristic manhattan, duplicates keep, ties state,"));
    assert!(explain(&["--algorithm", "idastar"]).starts_with("method  IDA*, heuristic manhattan,"));
    assert!(explain(&["--algorithm", "greedy"]).contains("duplicates keep, ties state"));
    assert!(explain(&["--algorithm", "auto"]).contains("heuristic linear-conflict"));
    assert!(explain(&["--weight", "3"]).starts_with("method  weighted A* with weight 3"));
    assert!(
        explain(&["--metric", "multi"]).starts_with("first   IDA*")
            || explain(&["--metric", "multi"]).contains("metric multi")
    );
    // A goal that comes with the board wins, too.
    let own = r#"{"version":1,"size":[2,2],"start":[1,2,3,0],"goal":[1,2,0,3]}"#;
    taquin(&["--course", "columbia", "solve", "--output", "aizu", own]).expect(0, "1\n");
}

#[test]
fn every_command_takes_the_goal_and_the_notation() {
    let course = |course: &str, args: &[&str]| taquin(&[&["--course", course], args].concat());
    course("42", &["inspect", "--print", "goal", "1 2 3/8 4 0/7 6 5"]).expect(0, "1 2 3/8 0 4/7 6 5\n");
    course("columbia", &["inspect", "--print", "goal", "1 2/3 0"]).expect(0, "0 1/2 3\n");
    course("coordinates", &["moves", "1 2 3/8 0 4/7 6 5"]).expect(
        0,
        &taquin(&["moves", "--output", "coordinates", "--goal", "spiral", "1 2 3/8 0 4/7 6 5"]).out,
    );
    course("maryland", &["inspect", "--print", "inversions", "1 2/3 0"]).expect(0, "N = 0.\n");
    course("maryland", &["where", "[1,2,0,4,3,8,7,6,5]", "--y", "2"]).expect(0, "Tiles = [7-0, 6-1, 5-2].\n");
    course("wisconsin", &["convert", "1 2/3 0"]).expect(0, "[1, 2, 3, 0]\n");
    course("wisconsin", &["convert", "1 2/3 0", "--to", "slash"]).expect(0, "1 2/3 0\n");
    course("columbia", &["convert", "1 2/3 0", "--to", "json"])
        .expect(0, &taquin(&["convert", "1 2/3 0", "--to", "json", "--goal", "blank-first"]).out);
    taquin(&["convert", "1 2/3 0"]).complains(&["--to"]);
    course("42", &["scramble", "--size", "3x3", "--seed", "1"]).expect(
        0,
        &taquin(&["scramble", "--size", "3x3", "--seed", "1", "--to", "42", "--goal", "spiral"]).out,
    );
    let traced = course("wisconsin", &["trace", "1 2 3/4 5 6/7 0 8"]);
    traced.expect(0, &taquin(&["trace", "--duplicates", "keep", "--ties", "state", "1 2 3/4 5 6/7 0 8"]).out);
    assert!(traced.out.contains("\nmethod  A*, heuristic manhattan, duplicates keep, ties state, "));
    course("maryland", &["enumerate", "[0,1,3,4,2,5,7,8,6]", "--bound", "4"])
        .expect(0, &taquin(&["enumerate", "[0,1,3,4,2,5,7,8,6]", "--bound", "4", "--output", "prolog"]).out);
    course("wisconsin", &["enumerate", "1 2/0 3", "--bound", "4", "--count"]).expect(0, "1\n");
    course("wisconsin", &["solve", "--all", "--count", "examples/puzzle04.txt"]).expect(0, "1\n");
    let compared = course("wisconsin", &["compare", "examples/puzzle04.txt", "--no-time"]).out;
    assert!(compared.contains("astar:manhattan,duplicates=keep,ties=state"), "{compared}");
    let lines = course("sise", &["solve", "--lines", "examples/lists.txt"]).out;
    assert!(lines.starts_with('{'), "{lines}");
}

#[test]
fn letters_are_those_of_the_course() {
    let board = "examples/puzzle04.txt";
    let check = |course: &str, letters: &str| taquin(&["--course", course, "check", board, letters]).code;
    assert_eq!([check("sise", "RDRD"), check("sise", "LULU")], [0, 1]);
    assert_eq!([check("princeton", "RDRD"), check("princeton", "LULU")], [1, 0]);
    assert_eq!(taquin(&["--course", "sise", "check", board, "--letters", "tile", "LULU"]).code, 0);
    let moves = ["--course", "sise", "solve", board, "--output", "moves"];
    taquin(&moves).expect(0, "blank: RDRD\n");
    taquin(&[&moves[..], &["--letters", "tile"]].concat()).expect(0, "tile: LULU\n");
    taquin(&[&moves[..], &["--moves-as", "numbers"]].concat()).expect(0, "1 2 5 6\n");
    taquin(&["--course", "sise", "solve", board]).expect(0, "4\nRDRD\n");
}

#[test]
fn grading_uses_the_suite_of_the_course() {
    let verdicts = |args: &[&str]| {
        let run = taquin(&[args, &["--output", "csv", "--", "echo", "4"]].concat());
        run.out
            .lines()
            .skip(1)
            .map(|line| line.split(',').next().unwrap_or_default().to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(
        verdicts(&["--course", "wisconsin", "grade"]),
        ["one move", "the picture", "the successors", "22 moves", "backwards"]
    );
    assert_eq!(verdicts(&["--course", "wisconsin", "grade", "1 2/3 0"]).len(), 1);
    taquin(&["--course", "42", "grade", "--", "echo"])
        .complains(&["no boards given", "hint: give boards, --suite"]);
    // The dialect is required, also for boards of one's own.
    let points = |program: &str| {
        let run = taquin(
            &[
                "--course", "sise", "grade", "--output", "csv", "1 2/0 3", "--", "taquin", "solve",
                "--output", program, "{}",
            ]
            .map(|word| if word == "taquin" { env!("CARGO_BIN_EXE_taquin") } else { word }),
        );
        run.out.lines().last().unwrap_or_default().split(',').nth(8).unwrap_or_default().to_owned()
    };
    assert_eq!((points("sise"), points("princeton")), ("4".to_owned(), "3".to_owned()));
}

#[test]
fn the_list_of_courses() {
    let text = taquin(&["courses"]);
    assert_eq!(text.code, 0);
    let json: Value = serde_json::from_str(&taquin(&["courses", "--json"]).out).expect("JSON");
    assert_eq!((&json["kind"], &json["version"]), (&"courses".into(), &1.into()));
    let courses = json["courses"].as_array().expect("courses");
    assert_eq!(courses.len(), Course::ALL.len());
    for course in Course::ALL {
        for words in [course.title(), course.source(), course.example()] {
            assert!(text.out.contains(words), "{words:?} is not in\n{}", text.out);
        }
    }
    // Every example can be copied and run.
    for line in text.out.lines().filter_map(|line| line.trim().strip_prefix("example   taquin ")) {
        let (words, board) = line.split_once(" '").expect("a board in quotes");
        let args: Vec<&str> = words.split(' ').chain([board.trim_end_matches('\'')]).collect();
        assert_eq!(taquin(&args).code, 0, "{line}");
    }
    taquin(&["--course", "stanford", "solve", "1 2/3 0"]).complains(&["stanford", "wisconsin"]);
    taquin(&["solve", "--course"]).complains(&["--course"]);
}
