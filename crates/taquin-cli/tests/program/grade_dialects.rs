//! `taquin grade` and the courses: every dialect, lengths alone, answers in files, boards as drivers want them.

use crate::json::described;
use crate::run::{Run, taquin};
use serde_json::Value;
use taquin::notation::Dialect;

const TAQUIN: &str = env!("CARGO_BIN_EXE_taquin");

/// The graded boards of a run whose object the schema accepts.
#[track_caller]
fn boards(options: &[&str], command: &[&str]) -> Vec<Value> {
    let run = taquin(&[&["grade", "--output", "json"], options, &["--"], command].concat());
    let object = described("grade", &run);
    assert_eq!(run.code, i32::from(object["points"] != object["max_points"]), "{run:?}");
    object["boards"].as_array().expect("a list").clone()
}

/// The verdict, the points and the story of one board.
#[track_caller]
fn verdict(options: &[&str], command: &[&str]) -> (String, u64, String) {
    let board = boards(options, command).remove(0);
    let text = |field: &str| board[field].as_str().expect("a text").to_owned();
    (text("verdict"), board["points"].as_u64().expect("a number"), text("reason"))
}

/// The same without the story, for a script of the shell, whose `$1` is in the arguments.
#[track_caller]
fn scripted(options: &[&str], script: &str, argument: &str) -> (String, u64) {
    let (verdict, points, _) = verdict(options, &["sh", "-c", script, "sh", argument]);
    (verdict, points)
}

fn is(verdict: &str, points: u64) -> (String, u64) {
    (verdict.to_owned(), points)
}

/// Two boards that can be solved and one that cannot, whatever the goal is.
const BOARDS: [&str; 3] = ["0 1 3/4 2 5/7 8 6", "1 2 3/4 5 6/8 7 0", "1 2 3/4 5 6/7 8 0"];

#[test]
fn every_dialect_as_the_program_itself_writes_it() {
    for dialect in Dialect::ALL {
        let name = dialect.name();
        let options = [&["--dialect", name][..], &BOARDS].concat();
        for board in boards(&options, &[TAQUIN, "solve", "--output", name, "{}"]) {
            assert_eq!(
                (&board["verdict"], &board["points"]),
                (&"right".into(), &4.into()),
                "{name}: {board}"
            );
        }
    }
}

#[test]
fn a_right_solution_in_another_form() {
    for dialect in Dialect::ALL {
        let name = dialect.name();
        let other = if matches!(name, "princeton" | "42") { "moves" } else { "princeton" };
        // Both for the goal of the dialect that is asked for.
        let goal = dialect.goal().name();
        let command = [TAQUIN, "solve", "--goal", goal, "--output", other, "{}"];
        let board = if name == "42" { "1 2 3/8 4 0/7 6 5" } else { "0 1 3/4 2 5/7 8 6" };
        let (verdict, points, story) = verdict(&["--dialect", name, board], &command);
        assert_eq!((verdict.as_str(), points), ("form", 3), "{name}: {story}");
    }
    // The dialect determines what letters describe, or else --letters.
    let board = "0 1 3/4 2 5/7 8 6";
    for (options, letters, wanted) in [
        (&["--dialect", "moves"][..], "LULU", is("right", 4)),
        (&["--dialect", "moves", "--letters", "blank"], "RDRD", is("right", 4)),
        (&["--dialect", "princeton", "--letters", "blank"], "RDRD", is("form", 3)),
        (&["--dialect", "rosetta"], "rdrd", is("right", 4)),
        (&["--dialect", "rosetta"], "RDRD", is("form", 3)),
        (&["--dialect", "slidysim", "--letters", "blank"], "LULU", is("right", 4)),
        (&["--dialect", "sise"], "LULU", is("form", 3)),
    ] {
        assert_eq!(scripted(&[&[board], options].concat(), "echo \"$1\"", letters), wanted, "{letters}");
    }
}

#[test]
fn a_length_alone() {
    let aizu = ["--dialect", "aizu", "--notation", "rows"];
    for (board, answer, wanted) in [
        ("1 2 3 4/6 7 8 0/5 10 11 12/9 13 14 15", "8", ("right", 4, "8 moves, optimal")),
        ("1 2 3 4/6 7 8 0/5 10 11 12/9 13 14 15", "10", ("wrong", 0, "10 moves, the optimum is 8")),
        ("1 2 3 4/6 7 8 0/5 10 11 12/9 13 14 15", "7", ("wrong", 0, "7 moves, the optimum is 8")),
        ("1 2 3/4 5 6/7 8 0", "0", ("right", 4, "0 moves, optimal")),
        ("1 2 3/4 5 6/8 7 0", "3", ("wrong", 0, "3 moves, the board is unsolvable")),
    ] {
        let (verdict, points, story) = verdict(&[&aizu[..], &[board]].concat(), &["echo", answer]);
        assert_eq!((verdict.as_str(), points, story.as_str()), wanted);
    }
    let board = boards(&[&aizu[..], &["1 2/0 3"]].concat(), &["echo", "1"]).remove(0);
    assert_eq!((&board["reported_length"], &board["optimal_length"]), (&1.into(), &1.into()), "{board}");
    assert_eq!((&board["length_right"], &board["length"]), (&true.into(), &Value::Null), "{board}");
    let csv = taquin(&["grade", "--dialect", "aizu", "--output", "csv", "1 2/0 3", "--", "echo", "2"]);
    assert!(csv.out.contains("\n\"\"\"1 2/0 3\"\"\",true,,,,,false,,0,wrong,"), "{csv:?}");
    let junit = taquin(&["grade", "--dialect", "aizu", "--output", "junit", "1 2/0 3", "--", "echo", "2"]);
    assert!(
        junit.out.contains("<failure type=\"wrong\" message=\"2 moves, the optimum is 1\">"),
        "{junit:?}"
    );
    // Without the dialect, a number is the tile that moves.
    assert_eq!(scripted(&["1 2/0 3"], "echo 3", ""), is("right", 4));
}

#[test]
fn an_answer_in_a_file() {
    let board = ["0 1 3/4 2 5/7 8 6"];
    for (script, wanted) in [
        ("echo LULU > \"$1\"", is("right", 4)),
        ("echo What I did: nothing; echo LULU > \"$1\"", is("right", 4)),
        ("echo LUL > \"$1\"", is("wrong", 0)),
        ("echo LULU", is("silent", 0)),
        ("test -e \"$1\" || exit 0; echo LULU > \"$1\"", is("silent", 0)),
        ("mkdir \"$1\"", is("silent", 0)),
        ("mkfifo \"$1\"", is("silent", 0)),
        ("ln -s /dev/zero \"$1\"", is("silent", 0)),
        ("head -c 5000000 /dev/zero > \"$1\"", is("output", 0)),
        ("exit 3", is("crashed", 0)),
        ("echo LULU > \"$1\"; exit 3", is("right", 4)),
    ] {
        assert_eq!(scripted(&board, script, "{answer}"), wanted, "{script}");
    }
    // The solution file of SISE, beside a file with the board; nothing is left of either.
    let script = "\"$0\" solve --output sise \"$1\" > \"$2\"; echo \"$1\" \"$2\" >&2";
    let command = ["sh", "-c", script, TAQUIN, "{}", "{answer}"];
    let graded = boards(&["--dialect", "sise", "--notation", "sise", board[0]], &command).remove(0);
    assert_eq!(graded["verdict"], "right", "{graded}");
    let beside = "echo LULU > \"$1.beside\"; cat \"$1.beside\"; echo \"$1.beside\" >&2";
    let other = boards(&board, &["sh", "-c", beside, "sh", "{}"]).remove(0);
    assert_eq!(other["verdict"], "right", "{other}");
    let names = [&graded, &other].map(|graded| graded["stderr"].as_str().expect("names"));
    for path in names.into_iter().flat_map(str::split_whitespace) {
        assert!(!std::path::Path::new(path).exists(), "{path}");
    }
    assert_eq!(names.into_iter().flat_map(str::split_whitespace).count(), 3);
}

/// Notations with a place for the goal tell it.
#[test]
fn boards_with_their_goals() {
    for notation in ["json", "pddl"] {
        let options = ["--goal", "spiral", "--notation", notation, "1 2 3/8 4 0/7 6 5"];
        // The solver has the goal from the board.
        let (verdict, _, story) = verdict(&options, &[TAQUIN, "solve", "--output", "moves", "{}"]);
        assert_eq!((verdict.as_str(), story.as_str()), ("right", "1 move"), "{notation}");
    }
}

#[test]
fn an_answer_in_a_file_of_a_fixed_name() {
    let folder = tempfile::tempdir().expect("a folder");
    let script =
        "cd \"$2\" && rm -f output.txt && \"$0\" solve --output columbia --write . \"$1\" && cat output.txt";
    let folder = folder.path().to_str().expect("temporary folders have plain names");
    let command = ["sh", "-c", script, TAQUIN, "{board}", folder];
    let options = ["--dialect", "columbia", "--notation", "comma", "1,2,5,3,4,0,6,7,8", "3,1,2,0,4,5,6,7,8"];
    for board in boards(&options, &command) {
        assert_eq!(board["verdict"], "right", "{board}");
    }
}

#[test]
fn boards_as_drivers_want_them() {
    let compared = |notation: &str, board: &str, wanted: &str| {
        let script = "test \"$1\" = \"$0\" && echo Unsolvable puzzle";
        let options = ["--goal", "1 2 3/4 5 6/8 7 0", "--notation", notation, board];
        let (verdict, _, story) = verdict(&options, &["sh", "-c", script, wanted, "{board}"]);
        assert!(
            verdict == "wrong" && story.starts_with("reported as unsolvable"),
            "{notation}: {verdict}, {story}"
        );
    };
    let board = "1 2 3/4 5 6/8 0 7";
    compared("comma", board, "1,2,3,4,5,6,8,0,7");
    compared("columbia", board, "bfs 1,2,3,4,5,6,8,0,7");
    compared("sise", board, "3 3\n1 2 3\n4 5 6\n8 0 7");
    compared("rows", board, "1 2 3\n4 5 6\n8 0 7");
    compared("aizu", board, "1 2 3\n4 5 6\n8 0 7");
    compared("slash", board, "1 2 3/4 5 6/8 0 7");
    compared("hex", board, "123456807");
    compared("42", board, "# This puzzle is solvable\n3\n1 2 3\n4 5 6\n8 0 7");
}

/// The command of the help, split like a shell does.
#[test]
#[ignore = "needs python3; run by `cargo xtask test`"]
fn the_command_of_a_suite() {
    let suite = taquin_judge::grade::Suite::named("python").expect("there is one");
    let mut command = std::process::Command::new("sh");
    let script = format!("\"$0\" grade --suite python --time-limit 2m -- {}", suite.command);
    command.args(["-c", &script, TAQUIN]);
    command.env("TAQUIN_TABLES", concat!(env!("CARGO_TARGET_TMPDIR"), "/tables"));
    command.env("PYTHONPATH", "tests/solvers").env("PYTHONDONTWRITEBYTECODE", "1");
    let run = Run::new(command.output().expect("there is a shell"));
    assert!(run.out.ends_with("\nright   5 of 5 boards\npoints  20 of 20 (100.0 %)\n"), "{run:?}");
    assert_eq!(run.code, 0);
}

#[test]
fn every_object_fits_the_schema() {
    for (board, command) in [
        ("1 2/0 3", &["echo", "L"][..]),
        ("1 2/0 3", &["echo", "RR"]),
        ("1 2/0 3", &["true"]),
        ("1 2/0 3", &["false"]),
        ("1 2/0 3", &["echo", "Hello world"]),
        ("2 1/0 3", &["echo", "Unsolvable puzzle"]),
        ("2 1/0 3", &["yes"]),
    ] {
        boards(&[board], command);
    }
    let whole: Run =
        taquin(&["grade", "--suite", "lockstep", "--output", "json", "--", TAQUIN, "solve", "{}"]);
    assert_eq!(described("grade", &whole)["suite"], "lockstep");
}

/// Where nothing needs to be done, some dialects have nothing to say.
#[test]
fn silence_at_home() {
    for (dialect, wanted) in [
        ("any", is("right", 4)),
        ("moves", is("right", 4)),
        ("rosetta", is("right", 4)),
        ("princeton", is("silent", 0)),
        ("python", is("silent", 0)),
        ("columbia", is("silent", 0)),
    ] {
        let home = if dialect == "columbia" { "0 1 2/3 4 5/6 7 8" } else { "1 2 3/4 5 6/7 8 0" };
        assert_eq!(scripted(&["--dialect", dialect, home], "true", ""), wanted, "{dialect}");
    }
}
