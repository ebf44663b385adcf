//! Boards in every notation: written boards are read back, common variants are accepted, and errors name their place.

use taquin::notation::{Notation, ParseErrorKind, Reason, Record, read, read_all, write};
use taquin::{Board, Goal, Size};

/// Returns a shuffled board, the same for the same seed.
fn shuffled(size: Size, seed: u64) -> Board {
    let mut numbers: Vec<u16> = (0..size.cells() as u16).collect();
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    for i in (1..numbers.len()).rev() {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        numbers.swap(i, (state >> 33) as usize % (i + 1));
    }
    Board::new(size, &numbers).unwrap()
}

fn board3(numbers: [u16; 9]) -> Board {
    Board::from_flat(&numbers).unwrap()
}

fn solved3() -> Board {
    board3([1, 2, 3, 4, 5, 6, 7, 8, 0])
}

fn assert_round_trip(board: &Board) -> usize {
    let written = Notation::ALL.iter().filter_map(|&notation| Some((notation, write(board, notation).ok()?)));
    let mut count = 0;
    for (notation, text) in written {
        let expected = Ok(board.clone());
        assert_eq!(read(&text), expected, "{notation}: {text}");
        assert_eq!(
            read(&format!("\u{feff}  \r\n{}  \r\n\r\n", text.replace('\n', "\r\n"))),
            expected,
            "{notation}"
        );
        count += 1;
    }
    count
}

#[test]
fn written_boards_are_read_back_on_every_small_size() {
    for rows in 1..=13 {
        for cols in 1..=13 {
            let size = Size::new(rows, cols).unwrap();
            for seed in 0..6 {
                assert!(assert_round_trip(&shuffled(size, seed)) >= 4, "{size}");
            }
            assert_round_trip(Goal::rows(size).board());
            assert_round_trip(Goal::blank_first(size).board());
        }
    }
}

#[test]
#[ignore = "slow; run by `cargo xtask test`"]
fn written_boards_are_read_back_on_large_and_odd_sizes() {
    for (rows, cols) in
        [(127, 127), (1, 127), (127, 1), (2, 127), (127, 2), (64, 100), (1, 52), (53, 1), (1, 54)]
    {
        assert_round_trip(&shuffled(Size::new(rows, cols).unwrap(), 7));
    }
    for side in (1..=127).step_by(3) {
        assert_round_trip(Goal::rows(Size::new(side, 128 - side).unwrap()).board());
    }
}

#[test]
fn every_2x2_board_is_read_back() {
    let size = Size::square(2).unwrap();
    let numbers = 0..4_u16;
    for code in 0..256_u16 {
        let tiles: Vec<u16> = numbers.clone().map(|i| code >> (2 * i) & 3).collect();
        if let Ok(board) = Board::new(size, &tiles) {
            assert_eq!(assert_round_trip(&board), Notation::ALL.len());
        }
    }
}

#[test]
fn each_notation_looks_as_documented() {
    let board = solved3();
    let expected = [
        (Notation::Princeton, "3\n 1  2  3 \n 4  5  6 \n 7  8  0 "),
        (Notation::Rows, "1 2 3\n4 5 6\n7 8 0"),
        (Notation::Header, "3 3\n 1  2  3 \n 4  5  6 \n 7  8  0 "),
        (Notation::List, "[1, 2, 3, 4, 5, 6, 7, 8, 0]"),
        (Notation::Nested, "[[1, 2, 3], [4, 5, 6], [7, 8, 0]]"),
        (Notation::Comma, "1,2,3,4,5,6,7,8,0"),
        (Notation::Slash, "1 2 3/4 5 6/7 8 0"),
        (Notation::Coordinates, "[(3,3), (1,1), (2,1), (3,1), (1,2), (2,2), (3,2), (1,3), (2,3)]"),
        (Notation::Letters, "ABC/DEF/GH."),
        (
            Notation::Drawing,
            "+---+---+---+\n| 1 | 2 | 3 |\n+---+---+---+\n| 4 | 5 | 6 |\n+---+---+---+\n| 7 | 8 |   |\n+---+---+---+",
        ),
        (Notation::Csv, "1,2,3\n4,5,6\n7,8,"),
        (Notation::Matlab, "[1 2 3; 4 5 6; 7 8 0]"),
        (Notation::Braces, "{{1, 2, 3}, {4, 5, 6}, {7, 8, 0}}"),
        (Notation::Tuples, "((1, 2, 3), (4, 5, 6), (7, 8, 0))"),
        (Notation::Numpy, "array([[1, 2, 3], [4, 5, 6], [7, 8, 0]])"),
        (Notation::Prolog, "start([1, 2, 3, 4, 5, 6, 7, 8, 0])."),
        (Notation::Latex, r"\begin{bmatrix} 1 & 2 & 3 \\ 4 & 5 & 6 \\ 7 & 8 & 0 \end{bmatrix}"),
    ];
    for (notation, text) in expected {
        assert_eq!(write(&board, notation).as_deref(), Ok(text));
        let records = read_all(text).unwrap();
        let record = Record {
            board: board.clone(),
            goal: None,
            method: None,
            notation,
            line: 1,
            id: None,
            length: None,
        };
        assert_eq!(records, [record]);
        assert_eq!(notation.name().parse(), Ok(notation));
    }
    let error = "klingon".parse::<Notation>().unwrap_err().to_string();
    assert!(error.contains("klingon") && error.contains("princeton, rows, header"), "{error}");
}

#[test]
fn a_notation_refuses_boards_that_it_cannot_express() {
    let reason = |rows, cols, notation| {
        let refused = write(Goal::rows(Size::new(rows, cols).unwrap()).board(), notation).unwrap_err();
        (refused.reason, refused.to_string())
    };
    assert_eq!(reason(2, 3, Notation::Princeton).0, Reason::NotSquare);
    assert_eq!(reason(2, 3, Notation::Comma).0, Reason::NotSquare);
    assert_eq!(
        reason(1, 9, Notation::Rows),
        (
            Reason::OneLine,
            "the notation rows cannot write a 1x9 board: it needs at least two rows and two columns".into()
        )
    );
    assert_eq!(
        reason(6, 9, Notation::Letters),
        (
            Reason::TooManyTiles,
            "the notation letters cannot write a 6x9 board: it has only 52 letters".into()
        )
    );
}

#[test]
fn common_variants_are_accepted() {
    let variants = [
        "3 1 2 3 4 5 6 7 8 0",
        "3\n1 2 3 4 5 6 7 8 0",
        "3\n\n1 2 3\n\n4 5 6\n7 8 0\n",
        "3 # the size\n# the rows\n1 2 3 # first\n4 5 6\n7 8 x",
        "3 3\n1,2,3\n4,5,6\n7,8,_",
        "1\t2\t3\n4\t5\t6\n7\t8\t.",
        "1, 2, 3,\n4, 5, 6,\n7, 8, X",
        "1 2 3 4 5 6 7 8 0",
        "1\n2\n3\n4\n5\n6\n7\n8\n0",
        "01 02 03 04 05 06 07 08 00",
        "[1,2,3,4,5,6,7,8,0].",
        "[1 2 3 4 5 6 7 8 0]",
        "[[1,2,3],\n [4,5,6],\n [7,8,0]]",
        "[[1 2 3]\n [4 5 6]\n [7 8 0]]",
        "1 2 3 / 4 5 6 / 7 8 0",
        "1 2 3/\n4 5 6/\n7 8 0/",
        "1,2,3/4,5,6/7,8,0",
        "abc/def/gh.",
        "ABC\nDEF\nGH.",
        "A B C/D E F/G H _",
        "[(3,3),(1,1),(2,1),(3,1),(1,2),(2,2),(3,2),(1,3),(2,3)]",
        "[ ( 3 , 3 ) (1,1) , (2,1),(3,1),(1,2),\n(2,2),(3,2),(1,3),(2,3) ] .",
    ];
    for text in variants {
        assert_eq!(read(text), Ok(solved3()), "{text}");
    }
    let one = Board::from_flat(&[0]).unwrap();
    for text in ["0", "1\n0", "1 0", "x", "_", ".", "[0]", "[[0]]", "1 1\n0", "0/", "[(1,1)]"] {
        assert_eq!(read(text), Ok(one.clone()), "{text}");
    }
    assert_eq!(read("AB.").unwrap().size(), Size::new(1, 3).unwrap());
    assert_eq!(read("1 2 0/").unwrap().size(), Size::new(1, 3).unwrap());
    assert_eq!(read("b/a/.").unwrap(), Board::from_rows(&[[2], [1], [0]]).unwrap());
}

#[test]
fn the_coordinates_of_document_004_are_columns_first() {
    let text = "[(2,2), (1,1), (3,2), (3,1), (2,3), (2,1), (3,3), (1,3), (1,2)]";
    assert_eq!(read(text), Ok(board3([1, 5, 3, 8, 0, 2, 7, 4, 6])));
    assert_eq!(write(&read(text).unwrap(), Notation::Coordinates).as_deref(), Ok(text));
}

fn lines_of(text: &str) -> Vec<usize> {
    read_all(text)
        .unwrap_or_else(|error| panic!("{text}\n{error}"))
        .iter()
        .map(|record| record.line)
        .collect()
}

#[test]
fn many_boards_in_one_text() {
    assert_eq!(lines_of("3\n1 2 3\n4 5 6\n7 8 0\n\n3\n1 2 3\n4 5 6\n7 0 8\n"), [1, 6]);
    assert_eq!(lines_of("3\n1 2 3\n4 5 6\n7 8 0\n3\n1 2 3\n4 5 6\n7 0 8\n2\n1 2\n3 0"), [1, 5, 9]);
    assert_eq!(lines_of("2 3\n1 2 3\n4 5 0\n1 2\n1 0"), [1, 4]);
    assert_eq!(lines_of("1 2 3\n4 5 6\n7 8 0\n\n\n# next\n1 2 3\n4 5 6\n7 0 8"), [1, 7]);
    assert_eq!(lines_of("1 2 3\n4 5 6\n7 8 0\n\nABC/DEF/GH.\n\n[1,2,3,0]"), [1, 5, 7]);
    assert_eq!(lines_of("1 2 3 4 5 6 7 8 0\n1 2 3 4 5 6 7 0 8"), [1, 2]);
    assert_eq!(lines_of("1,2,3,0\n3,2,1,0\n"), [1, 2]);
    assert_eq!(lines_of("[1,2,3,0]\n# x\n[[1,2],\n[3,0]]\n[(1,1)] [0]"), [1, 3, 5, 5]);
    assert_eq!(lines_of("1 2/3 0\n3 2/1 0\n1 2 0/"), [1, 2, 3]);
    assert_eq!(lines_of("AB/C.\nBA/C.\n"), [1, 2]);
    assert_eq!(lines_of("3 1 2 3 4 5 6 7 8 0\n2 1 2 3 0\n1 3 1 2 0"), [1, 2, 3]);
    assert_eq!(lines_of("0\n0\n0"), [1, 2, 3]);
    // `8 2` and `7` fit as headers by chance.
    assert_eq!(lines_of("8 2 0 1 3 4 5 6 7\n1 2 3 4 5 6 7 8 0"), [1, 2]);
    assert_eq!(lines_of("8 2 0\n1 3 4\n5 6 7\n\n1 2 3\n4 5 6\n7 8 0"), [1, 5]);
    let five = "7 1 2 3 4 5 6 0 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24";
    assert_eq!(lines_of(&format!("{five}\n{five}")), [1, 2]);
    let error = read("1 2/3 0\n\n\n3 2/1 0").unwrap_err();
    assert_eq!(error.to_string(), "line 4, column 1: a second board begins here, but one was expected");
}

#[test]
fn ten_thousand_boards_in_every_notation() {
    let size = Size::square(4).unwrap();
    let boards: Vec<Board> = (0..10_000).map(|seed| shuffled(size, seed)).collect();
    for &notation in Notation::ALL {
        let needs_blank_line = matches!(notation, Notation::Rows | Notation::Drawing | Notation::Csv);
        let separator = if needs_blank_line { "\n\n" } else { "\n" };
        // A board in PDDL takes a hundred lines.
        let boards = if notation == Notation::Pddl { &boards[..500] } else { &boards };
        let texts: Vec<String> = boards.iter().map(|board| write(board, notation).unwrap()).collect();
        let records = read_all(&texts.join(separator)).unwrap();
        assert!(records.iter().map(|record| &record.board).eq(boards), "{notation}");
    }
}

/// Checks the error message of each text.
fn assert_errors(cases: &[(&str, &str)]) {
    for (text, message) in cases {
        assert_eq!(read(text).unwrap_err().to_string(), *message, "for {text:?}");
    }
}

#[test]
fn errors_name_their_place() {
    let tiles = "a 3x3 board has tiles 1 to 8 and the blank, 0";
    assert_errors(&[
        ("", "line 1, column 1: the text has no board"),
        ("\n # only a comment\n", "line 1, column 1: the text has no board"),
        ("[]", "line 1, column 1: the text has no board"),
        ("1 2\0 3", "line 1, column 4: found the control character U+0000: this is not a text file"),
        ("1 2 3\n4 5 six\n7 8 0", "line 2, column 5: found \"six\" where a number was expected"),
        ("1 2 3\n4 ä 6\n7 8 0", "line 2, column 3: found \"ä\" where a number was expected"),
        ("1 2 3\n4 ,, 6\n7 8 0", "line 2, column 4: found \",\" where a number was expected"),
        ("1 -2\n3 0", "line 1, column 3: the number -2 is negative: tiles count from 1, and 0 is the blank"),
        (
            "1 99999999999999999999\n3 0",
            "line 1, column 3: the number 99999999999999999999 is too large: the largest board has tiles up to 16128",
        ),
        ("3\n1 2 3\n4 5\n7 8 0", "line 3, column 3: row 2 has 2 of 3 entries"),
        ("3\n1 2 3\n4 5 6 9\n7 8 0", "line 3, column 7: row 2 has 4 entries, not 3"),
        ("1 2 3\n4 5 6\n7 9", "line 3, column 3: row 3 has 2 of 3 entries"),
        ("1 2\n4 5 6\n7 8 0", "line 1, column 3: row 1 has 2 of 3 entries"),
        ("1 2 3/4 5/7 8 0", "line 1, column 9: row 2 has 2 of 3 entries"),
        ("1 2 3//7 8 0", "line 1, column 7: row 2 is empty"),
        ("ABC/DE/GH.", "line 1, column 6: row 2 has 2 of 3 entries"),
        ("[[1,2],[3]]", "line 1, column 9: row 2 has 1 of 2 entries"),
        ("[[1,2],[]]", "line 1, column 8: row 2 is empty"),
        ("3\n1 2 3 4 5 6 7 8", "line 2, column 15: a 3x3 board has 9 entries, found 8"),
        ("3\n1 2 3 4 5 6 7 8 0 9", "line 2, column 19: a 3x3 board has 9 entries, found 10"),
        ("3", "line 1, column 1: a 3x3 board has 9 entries, found 0"),
        ("1", "line 1, column 1: a 1x1 board has 1 entry, found 0"),
        ("2 2\n1 2 3 0 4", "line 2, column 9: a 2x2 board has 4 entries, found 5"),
        (
            "1 2 3\n4 5 6\n7 10 0",
            &format!("line 3, column 3: there is no tile 10, and tile 8 is missing: {tiles}"),
        ),
        (
            "1 2 3\n4 5 6\n7 8 9",
            &format!("line 3, column 5: no blank: write 0, _ or . for the empty place; {tiles}"),
        ),
        (
            "9 1\n9 0",
            "line 1, column 1: there is no tile 9, and tile 2 is missing: a 2x2 board has tiles 1 to 3 and the blank, 0",
        ),
        (
            "8 1 2\n3 8 4\n5 6 0",
            "line 2, column 3: tile 8 appears twice (first at line 1, column 1); tile 7 is missing",
        ),
        (
            "1 2 3\n4 5 6\n7 8 8",
            "line 3, column 5: tile 8 appears twice (first at line 3, column 3); the blank is missing",
        ),
        (
            "1 2 3\n4 0 6\n7 8 x",
            "line 3, column 5: a second blank (the first is at line 2, column 3); tile 5 is missing",
        ),
        (
            "128\n0",
            "line 1, column 1: a 128x128 board is out of range: rows and columns must each be 1 to 127",
        ),
        (
            "0 3\n1 2 3",
            "line 1, column 1: a 0x3 board is out of range: rows and columns must each be 1 to 127",
        ),
        ("1 2 3 4 5 0", "line 1, column 1: a flat list of 6 numbers is not a square board"),
        ("[1, 2, 0]", "line 1, column 1: a flat list of 3 numbers is not a square board"),
        ("[1, 2, 3, 0", "line 1, column 1: the bracket [ is never closed"),
        ("[[1, 2], [3, 0]", "line 1, column 1: the bracket [ is never closed"),
        ("[[1, 2], [3, 0", "line 1, column 10: the bracket [ is never closed"),
        ("[(1,1),(2,1", "line 1, column 8: the bracket ( is never closed"),
        ("[1, 2, 3, 0)", "line 1, column 12: found \")\" where a number was expected"),
        ("[1, 2, 3, 0] left", "line 1, column 14: found \"left\" where the end of the board was expected"),
        ("[(1,1), (1,1)]", "line 1, column 9: tiles 0 and 1 are both at (1,1)"),
        ("[(1,1), (2,2)]", "line 1, column 9: no tile is at (2,1) of the 2x2 board"),
        ("[(0,1)]", "line 1, column 3: found \"0\" where a column or a row, counted from 1, was expected"),
        (
            "[(1,128)]",
            "line 1, column 5: a 128x128 board is out of range: rows and columns must each be 1 to 127",
        ),
        ("(1,1)", "line 1, column 1: a flat list of 2 numbers is not a square board"),
        (
            "3\n\n1 2 3\n4 5 6\n7 8 8",
            "line 5, column 5: tile 8 appears twice (first at line 5, column 3); the blank is missing",
        ),
        ("3\n1 2 3\n4 5 6\n7 8 0\n9 9 9", "line 5, column 1: a 3x3 board has 9 entries, found 12"),
        (
            "1 2/3 0\n1 2/3 3",
            "line 2, column 7: tile 3 appears twice (first at line 2, column 5); the blank is missing",
        ),
        (
            "1 2 3 0\n1 2 3 3",
            "line 2, column 7: tile 3 appears twice (first at line 2, column 5); the blank is missing",
        ),
    ]);
}

#[test]
fn hints_say_what_to_write_instead() {
    let hint = |text: &str| read(text).unwrap_err().hint().unwrap();
    assert_eq!(
        hint("1 2 3 4 5 0"),
        "write one row per line, or start with a line of rows and columns: it could be 1x6, 2x3, 3x2 or 6x1 \
         (read as rows: bare rows)"
    );
    assert_eq!(hint(""), "write a board, for example 1 2 3/4 5 6/7 8 0");
    assert!(hint("1 2/3 0\n\n{").starts_with("JSON cannot be mixed with other notations in one text"));
    assert_eq!(hint("1 2 3\n4 5 6\n7 8 9"), "read as rows: bare rows");
    let signs = "the blank can be written as 0, _, . or x (read as rows: bare rows)";
    assert_eq!([hint("1 2 3\n4 * 5\n6 7 8"), hint("1 2\n3 B")], [signs, signs]);
}

#[test]
fn sizes_beyond_the_limit_are_refused_quickly() {
    let row = vec!["1"; 200].join(" ");
    let many = vec![row.as_str(); 200].join("\n");
    assert!(matches!(read(&many).unwrap_err().kind, ParseErrorKind::SizeOutOfRange { rows: 200, cols: 200 }));
    assert!(matches!(read(&format!("[{many}]")).unwrap_err().kind, ParseErrorKind::SizeOutOfRange { .. }));
    let pairs = vec!["(1,1)"; 20_000].join(",");
    assert!(matches!(read(&format!("[{pairs}]")).unwrap_err().kind, ParseErrorKind::PlaceTwice { .. }));
    assert!(matches!(read("4000000000\n1").unwrap_err().kind, ParseErrorKind::SizeOutOfRange { .. }));
    let deep = "[".repeat(1_000_000);
    assert!(matches!(read(&deep).unwrap_err().kind, ParseErrorKind::Unexpected { .. }));
}

#[test]
#[cfg(not(feature = "serde"))]
fn json_needs_its_feature() {
    let error = read("{\"version\":1}").unwrap_err();
    assert_eq!(error.kind, ParseErrorKind::JsonUnavailable);
    assert!(error.hint().unwrap().contains("serde"));
}

#[cfg(feature = "serde")]
mod json {
    use super::*;

    #[test]
    fn json_looks_as_documented() {
        let text = "{\"kind\":\"board\",\"version\":1,\"size\":[3,3],\"start\":[1,2,3,4,5,6,7,8,0]}";
        assert_eq!(write(&solved3(), Notation::Json).as_deref(), Ok(text));
        assert_eq!(read_all(text).unwrap()[0].notation, Notation::Json);
    }

    #[test]
    fn a_goal_is_read_and_other_fields_are_ignored() {
        let text = "# first\n{\"version\":1, \"size\":[1,3], \"status\":\"op#timal\\\"#\", # why not\n \
                    \"start\":[1,2,0], \"goal\":[0,1,2], \"stats\":{\"start\":3}}\n\n\
                    {\"version\":1,\"size\":[1,1],\"start\":[0]}{\"version\":1,\"size\":[1,1],\"start\":[0]}";
        let records = read_all(text).unwrap();
        assert_eq!(records[0].goal, Some(Board::from_rows(&[[0, 1, 2]]).unwrap()));
        assert_eq!(records.iter().map(|record| record.line).collect::<Vec<_>>(), [2, 5, 5]);
    }

    #[test]
    fn errors_in_json_name_their_place() {
        assert_errors(&[
            ("{ #äöü", "line 1, column 6: not the expected JSON: EOF while parsing an object"),
            ("{", "line 1, column 1: not the expected JSON: EOF while parsing an object"),
            (
                "{\"version\":1,\n\"size\":[1,1],\n\"start\":0}",
                "line 3, column 9: not the expected JSON: invalid type: integer `0`, expected a sequence",
            ),
            ("{\"size\":[1,1]}", "line 1, column 1: not the expected JSON: the field \"version\" is missing"),
            ("{\"version\":1}", "line 1, column 1: not the expected JSON: the field \"size\" is missing"),
            (
                "{\"version\":1,\"size\":[1,1]}",
                "line 1, column 1: not the expected JSON: the field \"start\" is missing",
            ),
            (
                "{\"version\":2}",
                "line 1, column 1: version 2 of the JSON format is not supported (expected 1)",
            ),
            (
                "\n{\"version\":1,\"size\":[2,2],\"start\":[1,2,3,3]}",
                "line 2, column 42: tile 3 appears twice (first at line 2, column 40); the blank is missing",
            ),
            (
                "{\"version\":1,\"size\":[1,2],\"start\":[1,0],\"goal\":[1,0,2]}",
                "line 1, column 53: a 1x2 board has 2 entries, found 3",
            ),
            (
                "{\"version\":1,\"size\":[999,2],\"start\":[1,0]}",
                "line 1, column 1: a 999x2 board is out of range: rows and columns must each be 1 to 127",
            ),
        ]);
    }
}
