//! Boards as people have them, given to the program.

use crate::run::{file, path, taquin, taquin_reading};

#[test]
fn help_names_every_notation() {
    let help = taquin(&["convert", "--help"]).out;
    let sentences = help.split_whitespace().collect::<Vec<_>>().join(" ");
    for &notation in taquin::notation::Notation::ALL {
        assert!(help.contains(&format!("- {notation}:")), "{notation} is not in {help}");
    }
    for words in
        ["Drawings may have any lines", "an empty cell are the blank", "--columns", "docs/notations.md"]
    {
        assert!(sentences.contains(words), "{words}");
    }
}

#[test]
fn drawings_of_inspect_are_boards_with_goals() {
    let drawn = taquin(&["inspect", "--goal", "spiral", "8 1 3/4 0 2/7 6 5"]).out;
    let json = "{\"kind\":\"board\",\"version\":1,\"size\":[3,3],\"start\":[8,1,3,4,0,2,7,6,5],\"goal\":[1,2,3,8,0,4,7,6,5]}\n";
    taquin_reading(&drawn, &["convert", "--to", "json", "-"]).expect(0, json);
    let file = file(taquin(&["inspect", "0 1 3/4 2 5/7 8 6"]).out);
    taquin(&["solve", "--output", "moves", path(&file)]).expect(0, "tile: LULU\n");
}

#[test]
fn lines_with_columns_are_solved() {
    let lines = file("# id length tiles\n1 4 0 1 3 4 2 5 7 8 6\n2 1 1 2 3 4 5 6 7 0 8\n");
    let answers = "tile: LULU\ntile: L\n";
    taquin(&["solve", "--lines", path(&lines), "--output", "moves"]).expect(0, answers);
    taquin(&["solve", "--output", "moves", path(&lines)]).expect(0, answers);
    let named = file("4 first 0 1 3/4 2 5/7 8 6\n1 second [1,2,3,4,5,6,7,0,8]\n");
    for columns in ["length,id", "length,id,board", "-,-,board"] {
        taquin(&["solve", "--lines", path(&named), "--columns", columns, "--output", "moves"])
            .expect(0, answers);
        taquin(&["convert", "--columns", columns, "--to", "slash", path(&named)])
            .expect(0, "0 1 3/4 2 5/7 8 6\n1 2 3/4 5 6/7 0 8\n");
    }
    taquin(&["solve", "--lines", path(&named), "--columns", "name,board"])
        .complains(&["--columns", "\"name\" is not a column; expected id, length or -"]);
}

#[test]
fn errors_name_the_nearest_notation() {
    taquin(&["solve", "| 1 | 2 |\n| 3 | 3 |"])
        .complains(&["line 2, column 7: tile 3 appears twice", "hint: read as drawing: "]);
    taquin(&["solve", "start([1,2,3,3])."]).complains(&["line 1, column 14", "hint: read as prolog: "]);
}

#[test]
fn a_notation_can_be_required() {
    let rows = "15 14 1 6\n9 11 4 12\n0 10 7 3\n13 8 5 2\n";
    taquin(&["convert", "--from", "hex", "--to", "rows", "fe169b4c0a73d852"]).expect(0, rows);
    // Every notation reads what it writes, also those that share a reader.
    let board = "1 2 3/4 5 6/7 8 0";
    for name in taquin::notation::Notation::ALL.iter().map(|notation| notation.name()) {
        let text = taquin(&["convert", "--to", name, board]).out;
        taquin_reading(&text, &["convert", "--from", name, "--to", "slash", "-"])
            .expect(0, &format!("{board}\n"));
    }
    taquin(&["convert", "--from", "list", "--to", "rows", "1 2/3 0"]).complains(&[
        "taquin: \"1 2/3 0\": --from list: the board is in the notation slash",
        "hint: omit --from to read boards in any notation",
    ]);
    taquin(&["convert", "--from", "lsit", "--to", "rows", "1 2/3 0"]).complains(&["list"]);
}
