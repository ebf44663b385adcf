//! `taquin draw`.

use crate::run::{program, taquin, taquin_reading};
use std::fs;

const BOARD: &str = "0 1 3/4 2 5/7 8 6";

fn numbers(svg: &str) -> Vec<&str> {
    let texts = svg.split("class=\"board-number\"").skip(1);
    texts.filter_map(|rest| rest.split_once('>')?.1.split_once('<')).map(|(number, _)| number).collect()
}

#[test]
fn a_board() {
    let svg = taquin(&["draw", BOARD]);
    assert_eq!((svg.code, svg.err.as_str()), (0, ""));
    assert!(svg.out.starts_with("<svg"), "{}", svg.out);
    assert_eq!(numbers(&svg.out), ["1", "3", "4", "2", "5", "7", "8", "6"]);
    for (format, magic) in [("png", &b"\x89PNG"[..]), ("gif", b"GIF89a")] {
        let output = program().args(["draw", BOARD, "--format", format]).output().expect("it starts");
        assert!(output.status.success() && output.stdout.starts_with(magic), "{format}");
    }
}

/// What is given, what is found, and what another program's output says is the same strip.
#[test]
fn a_solution() {
    let given = taquin(&["draw", BOARD, "--solution", "LULU"]);
    assert_eq!(given.code, 0, "{given:?}");
    assert_eq!(numbers(&given.out).len(), 5 * 8);
    assert_eq!(numbers(&given.out)[32..], ["1", "2", "3", "4", "5", "6", "7", "8"]);
    assert_eq!(given.out.matches("board-moved").count(), 4);
    taquin(&["draw", BOARD, "--solution", "RDRD", "--letters", "blank"]).expect(0, &given.out);
    taquin(&["draw", BOARD, "--solution", "1 2 5 6"]).expect(0, &given.out);
    taquin(&["draw", BOARD, "--solve"]).expect(0, &given.out);
    let solved = taquin(&["solve", BOARD]).out;
    taquin_reading(&solved, &["draw", BOARD, "--solution", "-"]).expect(0, &given.out);
    // A part of the way is drawn as well.
    assert_eq!(numbers(&taquin(&["draw", BOARD, "--solution", "L"]).out).len(), 2 * 8);
}

#[test]
fn the_page_saves_the_same_pictures() {
    let start = taquin::notation::read(BOARD).expect("a board");
    let moves = taquin::notation::read_moves("LULU", &start, taquin::notation::Mover::Tile).expect("moves");
    let gif = program().args(["draw", BOARD, "--solve", "--format", "gif"]).output().expect("it starts");
    assert_eq!(gif.stdout, taquin_draw::animation(&start, &moves).expect("it is short"));
    assert_eq!(
        taquin(&["draw", BOARD, "--solve"]).out,
        taquin_draw::strip(&start, &moves).expect("it is short").svg()
    );
}

#[test]
fn files() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let name = |file: &str| folder.path().join(file).to_str().expect("a plain name").to_owned();
    for (file, magic) in [("a.svg", &b"<svg"[..]), ("a.PNG", b"\x89PNG"), ("a.gif", b"GIF89a")] {
        taquin(&["draw", BOARD, "--solve", "--output", &name(file)]).expect(0, "");
        assert!(fs::read(name(file)).expect("it is there").starts_with(magic), "{file}");
    }
    taquin(&["draw", BOARD, "-o", &name("picture"), "--format", "gif"]).expect(0, "");
    // Whatever goes wrong, what was there stays, and nothing else is left.
    let before = fs::read(name("a.svg")).expect("it is there");
    for args in [&["--solution", "RRRR"][..], &["--solve", "--goal", "1 2 3/4 5 6/8 7 0"]] {
        let run = taquin(&[&["draw", BOARD, "--output", &name("a.svg")], args].concat());
        assert_ne!(run.code, 0, "{run:?}");
    }
    assert_eq!(fs::read(name("a.svg")).expect("it is there"), before);
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 4);
}

#[test]
fn bad_input() {
    taquin(&["draw"]).complains(&["BOARD"]);
    taquin(&["draw", "1 2/3 3"]).complains(&["3"]);
    taquin(&["draw", BOARD, "--output", "picture.jpg"]).complains(&["picture.jpg", ".svg, .png or .gif"]);
    taquin(&["draw", BOARD, "--output", "picture"]).complains(&["--format"]);
    taquin(&["draw", BOARD, "--output", "missing/a.svg"]).complains(&["missing/a.svg: cannot write"]);
    taquin(&["draw", BOARD, "--format", "jpg"]).complains(&["svg", "png", "gif"]);
    taquin(&["draw", BOARD, "--solve", "--solution", "L"]).complains(&["--solution"]);
    taquin(&["draw", BOARD, "--goal", "spiral"]).complains(&["--goal: requires --solve"]);
    taquin(&["draw", BOARD, "--solution", "LLL"]).complains(&["move 3: no tile can move left here"]);
    taquin(&["draw", BOARD, "--solution", "Unsolvable puzzle"])
        .complains(&["the solution says that the board is unsolvable"]);
    let unsolvable = taquin(&["draw", "1 2 3/4 5 6/8 7 0", "--solve"]);
    assert_eq!((unsolvable.code, unsolvable.out.as_str()), (1, ""), "{unsolvable:?}");
    assert!(unsolvable.err.contains("unsolvable: the start has "), "{unsolvable:?}");
}

/// A PNG is not written to a terminal.
#[test]
#[ignore = "needs script; run by `cargo xtask test`"]
#[cfg(target_os = "linux")]
fn not_on_a_terminal() {
    let run = crate::streams::on_terminal(80, "1", "draw '1 2/3 0' --format gif");
    assert_eq!(run.code, 2);
    assert!(
        run.out.contains("refusing to write a GIF to a terminal") && run.out.contains("-o board.gif"),
        "{run:?}"
    );
    assert!(crate::streams::on_terminal(80, "1", "draw '1 2/3 0'").out.contains("<svg"));
}
