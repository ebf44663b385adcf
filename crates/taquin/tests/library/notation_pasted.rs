//! Boards as people have them: drawings, source code, spreadsheets, and lists with columns.

use taquin::notation::{Columns, Notation, ParseErrorKind, Record, read, read_all};
use taquin::{Board, NamedGoal};

fn slash(board: &Board) -> String {
    taquin::notation::write(board, Notation::Slash).unwrap()
}

/// Returns the boards of a text as rows between slashes.
fn boards(text: &str) -> Vec<String> {
    let records = read_all(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    records.iter().map(|record| slash(&record.board)).collect()
}

fn one(text: &str) -> Record {
    let mut records = read_all(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(records.len(), 1, "{text}");
    records.remove(0)
}

/// Checks that each text is the same board, in this notation.
fn assert_all(board: &str, notation: Notation, texts: &[&str]) {
    for text in texts {
        let record = one(text);
        assert_eq!((slash(&record.board).as_str(), record.notation), (board, notation), "{text}");
        // Windows line ends and spaces at the end change nothing.
        assert_eq!(slash(&one(&text.replace('\n', "\r\n")).board), board, "{text}");
    }
}

const CENTRE: &str = "8 1 3/4 0 2/7 6 5";

#[test]
fn drawings_with_lines() {
    assert_all(
        CENTRE,
        Notation::Drawing,
        &[
            "8 | 1 | 3\n---------\n4 | 0 | 2\n---------\n7 | 6 | 5",
            "8 | 1 | 3\n---------\n4 |   | 2\n---------\n7 | 6 | 5",
            "8|1|3\n4||2\n7|6|5",
            "8 | 1 | 3\n--+---+--\n4 | _ | 2\n--+---+--\n7 | 6 | 5",
            "+---+---+---+\n| 8 | 1 | 3 |\n+---+---+---+\n| 4 |   | 2 |\n+---+---+---+\n| 7 | 6 | 5 |\n+---+---+---+",
            "| 8 | 1 | 3 |\n|---|:-:|--:|\n| 4 |   | 2 |\n| 7 | 6 | 5 |",
            "  ┌───┬───┬───┐\n  │ 8 │ 1 │ 3 │\n  ├───┼───┼───┤\n  │ 4 │   │ 2 │\n  ├───┼───┼───┤\n  │ 7 │ 6 │ 5 │\n  └───┴───┴───┘",
            "╔═══╦═══╦═══╗\n║ 8 ║ 1 ║ 3 ║\n╠═══╬═══╬═══╣\n║ 4 ║ x ║ 2 ║\n╠═══╬═══╬═══╣\n║ 7 ║ 6 ║ 5 ║\n╚═══╩═══╩═══╝",
            " _ _ _\n|8|1|3|\n|4|_|2|\n|7|6|5|",
            "+-------+\n| 8 1 3 |\n| 4   2 |\n| 7 6 5 |\n+-------+",
            "-----------\n| 8  1  3 |\n| 4  .  2 |\n| 7  6  5 |\n-----------",
            "the board:\n| 8 | 1 | 3 |\n| 4 |   | 2 |\n| 7 | 6 | 5 |",
        ],
    );
    assert_all("0 1 2/3 4 5", Notation::Drawing, &["  | 1 | 2\n3 | 4 | 5", "|  | 1 | 2 |\n| 3 | 4 | 5 |"]);
    assert_all("1 2 3/4 5 0", Notation::Drawing, &["1 | 2 | 3\n4 | 5 |", "1 | 2 | 3\n4 | 5 |  "]);
    assert_all("1 0 2/", Notation::Drawing, &["| 1 |   | 2 |", "1 |   | 2", "+-+-+-+\n|1| |2|\n+-+-+-+"]);
    assert_all("0/1", Notation::Drawing, &["|   |\n| 1 |"]);
    assert_all("0/", Notation::Drawing, &["+--+\n|  |\n+--+"]);
}

#[test]
fn drawings_with_gaps() {
    assert_all(
        CENTRE,
        Notation::Drawing,
        &[
            "8 1 3\n4   2\n7 6 5",
            "  8  1  3\n  4     2\n  7  6  5",
            "8\u{a0}1\u{a0}3\n4\u{a0}\u{a0}\u{a0}2\n7\u{a0}6\u{a0}5",
            "８　１　３\n４　　　２\n７　６　５",
        ],
    );
    assert_all("0 1 3/4 2 5/7 8 6", Notation::Drawing, &["   1  3\n4  2  5\n7  8  6", "  1 3\n4 2 5\n7 8 6"]);
    assert_all("1 2 3/4 5 6/7 8 0", Notation::Drawing, &["1  2  3\n4  5  6\n7  8", "1 2 3\n4 5 6\n7 8 "]);
    let fifteen = "1 2 3 4/5 6 0 8/9 10 7 11/13 14 15 12";
    assert_all(
        fifteen,
        Notation::Drawing,
        &[
            "  1  2  3  4\n  5  6     8\n  9 10  7 11\n 13 14 15 12",
            "1  2  3  4\n5  6     8\n9  10 7  11\n13 14 15 12",
        ],
    );
}

/// Where white space was reduced to single spaces, the blank could be anywhere in its row.
#[test]
fn a_gap_that_does_not_show_is_an_error() {
    for (text, row, place) in [
        ("8 1 3\n4 2\n7 6 5", 2, (2, 3)),
        ("1 2 3\n4 5 6\n7 8", 3, (3, 3)),
        ("1 2 3 4\n5 6 8\n9 10 7 11\n13 14 15 12", 2, (2, 5)),
    ] {
        let error = read(text).unwrap_err();
        assert_eq!((error.line, error.column), place, "{error}");
        assert!(
            matches!(error.kind, ParseErrorKind::BlankUnclear { row: found, .. } if found == row),
            "{error}"
        );
    }
    let error = read("8 1 3\n4 2\n7 6 5").unwrap_err();
    assert_eq!(
        error.to_string(),
        "line 2, column 3: row 2 has no sign for the blank, which could be in any column"
    );
    assert!(
        error.hint().unwrap().starts_with("write the row as 4 2 0, 4 0 2 or 0 4 2"),
        "{:?}",
        error.hint()
    );
    // With its blank written elsewhere, the row is only too short.
    assert!(matches!(read("1 2 3\n4 5\n7 8 0").unwrap_err().kind, ParseErrorKind::Ragged { .. }));
}

#[test]
fn spreadsheets() {
    assert_all(
        CENTRE,
        Notation::Csv,
        &[
            "8\t1\t3\n4\t\t2\n7\t6\t5",
            "\t8\t1\t3\n\t4\t\t2\n\t7\t6\t5",
            "8,1,3\n4,,2\n7,6,5",
            "8, 1, 3,\n4, , 2,\n7, 6, 5",
            "8;1;3\n4;;2\n7;6;5",
            "\"8\",\"1\",\"3\"\n\"4\",\"\",\"2\"\n\"7\",\"6\",\"5\"",
            "8,1,3,4,,2,7,6,5",
        ],
    );
    assert_all("1 2/3 0", Notation::Csv, &["1,2\n3,", "1\t2\n3\t", "1\t2\n3", "1;2\n3;"]);
    assert_all("1 2/3 0", Notation::Csv, &["1;2\n3;0"]);
}

#[test]
fn source_code() {
    assert_all(
        "1 2/3 0",
        Notation::Matlab,
        &["[1 2; 3 0]", "1 2;3 0", "1,2;3,0;", "[1, 2; 3, 0;];", "A = [1 2;3 0];"],
    );
    assert_all("1/2/0", Notation::Matlab, &["[1; 2; 0]"]);
    assert_all(
        "1 2/3 0",
        Notation::Braces,
        &[
            "{{1,2},{3,0}}",
            "{ {1, 2},\n  {3, 0} };",
            "{1,2,3,0}",
            "int[][] tiles = {{1, 2}, {3, 0}};",
            "int a[2][2] = {{1, 2}, {3, 0}};",
            "static const int a[][2] = {{1, 2}, {3, 0}};",
            "int a[4] = {1, 2, 3, 0};",
            "new int[][]{{1, 2}, {3, 0}}",
            "std::vector<std::vector<int>> board{{1, 2}, {3, 0}};",
        ],
    );
    assert_all(
        "1 2/3 0",
        Notation::Tuples,
        &["((1, 2), (3, 0))", "[(1, 2), (3, 0)]", "(1, 2, 3, 0)", "((1,2),(3,0),)"],
    );
    assert_all(
        "1 2/3 0",
        Notation::Numpy,
        &[
            "array([[1, 2],\n       [3, 0]])",
            "np.array([[1, 2], [3, 0]])",
            "start = numpy.array([[1,2],[3,0]], dtype=int)",
        ],
    );
    assert_all(
        "1 2/3 0",
        Notation::Nested,
        &["[[1 2]\n [3 0]]", "board = [[1, 2], [3, 0]]", "[['1', '2'], ['3', '0']]"],
    );
    assert_all(
        "1 2/3 0",
        Notation::List,
        &["start = [1, 2, 3, 0]", "`[1,2,3,0]`", ">>> [1, 2, 3, 0]", "board: [1,2,3,0]"],
    );
    assert_all(
        "1 2/3 0",
        Notation::Prolog,
        &[
            "start([1,2,3,0]).",
            "?- solve([1,2,3,0],manhattan,S).",
            "?- time(solve([1,2,3,0],hamming,Solution)).",
            "start4([(2,2),(1,1),(2,1),(1,2)]).",
            "%depth 4\nstart4([(2,2), (1,1), (2,1), (1,2)]).",
            "- inversions([1,2,3,0],N).",
            "?- coordinate([1,2,3,0],2,X,Y).",
        ],
    );
    assert_eq!(boards("?- hamming([1,2,3,0],[3,2,1,0],H)."), ["1 2/3 0", "3 2/1 0"]);
    assert_eq!(boards("start4([1,2,3,0]).\n%depth 5\nstart5([3,2,1,0])."), ["1 2/3 0", "3 2/1 0"]);
    assert_eq!(boards("Moves = [\n    [3, 2, 1, 0],\n    [1, 2, 3, 0]\n]."), ["3 2/1 0", "1 2/3 0"]);
    assert_eq!(boards("[1, 2, 3, 0] h=0 moves: 1\n[3, 2, 1, 0] h=2"), ["1 2/3 0", "3 2/1 0"]);
}

#[test]
fn signs_for_the_blank_and_signs_of_documents() {
    for text in [
        "8 1 3/4 □ 2/7 6 5",
        "8 1 3\n4 ⬜ 2\n7 6 5",
        "８ １ ３\n４ ０ ２\n７ ６ ５",
        "［８，１，３，４，０，２，７，６，５］",
        "\u{feff}8\u{a0}1\u{a0}3\r\n4\u{a0}0\u{a0}2\r\n7\u{a0}6\u{a0}5\r\n",
        "$$[8, 1, 3, 4, 0, 2, 7, 6, 5]$$",
        "\\[8, 1, 3, 4, 0, 2, 7, 6, 5\\]",
    ] {
        assert_eq!(boards(text), [CENTRE], "{text}");
    }
}

#[test]
fn lists_with_columns() {
    let text = "# id optimal t0 ..\n1 31 8 6 7 2 5 4 3 0 1\n2 31 6 4 7 8 5 0 3 2 1\n";
    let records = read_all(text).unwrap();
    let found: Vec<_> =
        records.iter().map(|r| (r.id.as_deref(), r.length, r.line, slash(&r.board))).collect();
    assert_eq!(
        found,
        [
            (Some("1"), Some(31), 2, "8 6 7/2 5 4/3 0 1".to_owned()),
            (Some("2"), Some(31), 3, "6 4 7/8 5 0/3 2 1".to_owned())
        ]
    );
    for (data, count) in [
        (include_str!("../../data/korf100.txt"), 100),
        (include_str!("../../data/hard6.txt"), 6),
        (include_str!("../../data/hardest15.txt"), 17),
    ] {
        let records = read_all(data).unwrap();
        assert_eq!(records.len(), count);
        assert!(records.iter().all(|record| record.length.is_some_and(|length| (41..=80).contains(&length))));
        // A line alone is read in the same way.
        let line = data.lines().find(|line| !line.starts_with('#')).unwrap();
        assert_eq!(read_all(line).unwrap()[0].board, records[0].board);
    }
    assert_eq!(
        read_all("korf-1,57,14,13,15,7,11,12,9,5,6,0,2,1,4,8,10,3").unwrap()[0].id.as_deref(),
        Some("korf-1")
    );
    let error = read_all("1 31 8 6 7 2 5 4 3 0 1\n2 31 6 4 7 8 5 0 3 2 2\n").unwrap_err();
    assert_eq!((error.line, error.column), (2, 22), "{error}");
    // A line that is a board as a whole is not taken apart.
    assert!(matches!(
        read("9 10 11 8 6 7 2 5 4 3 0 1").unwrap_err().kind,
        ParseErrorKind::NotSquare { found: 12 }
    ));
}

#[test]
fn columns_by_name() {
    let columns: Columns = "id,-,length,board".parse().unwrap();
    let records = columns.read("a x 21 4 5 0/1 2 3\nb y ? [1, 2, 3, 0]").unwrap();
    let found: Vec<_> = records.iter().map(|r| (r.id.as_deref(), r.length, slash(&r.board))).collect();
    assert_eq!(
        found,
        [(Some("a"), Some(21), "4 5 0/1 2 3".to_owned()), (Some("b"), None, "1 2/3 0".to_owned())]
    );
    assert_eq!("length, id".parse::<Columns>().unwrap().read("4,first,1,2,3,0").unwrap()[0].length, Some(4));
    for (text, message) in [
        ("a x", "line 1, column 3: found \"x\" where a board after it was expected"),
        ("", "line 1, column 1: the text has no board"),
        (
            "a x 3 1 2/3 3",
            "line 1, column 13: tile 3 appears twice (first at line 1, column 11); the blank is missing",
        ),
    ] {
        assert_eq!(columns.read(text).unwrap_err().to_string(), message);
    }
    for (names, message) in [
        ("id,lenght", "\"lenght\" is not a column; expected id, length or -; the last column is the board"),
        ("board,id", "\"board\" is not a column; expected id, length or -; the last column is the board"),
        ("id,id", "the column id is given twice"),
    ] {
        assert_eq!(names.parse::<Columns>().unwrap_err().to_string(), message);
    }
}

#[test]
fn errors_name_the_nearest_notation() {
    for (text, place, notation) in [
        ("1 2 3\n4 5 six\n7 8 0", (2, 5), Notation::Rows),
        ("3\n1 2 3\n4 5 6\n7 8 8", (4, 5), Notation::Princeton),
        ("2 3\n1 2 3\n4 5 5", (3, 5), Notation::Header),
        ("1,2,3,3", (1, 7), Notation::Comma),
        ("1 2/3 3", (1, 7), Notation::Slash),
        ("AB/C?", (1, 4), Notation::Letters),
        ("[1, 2, 3, 3]", (1, 11), Notation::List),
        ("{{1, 2}, {3, 3}}", (1, 14), Notation::Braces),
        ("| 1 | 2 |\n| 3 | 3 |", (2, 7), Notation::Drawing),
        ("| 1 | 2 |\n| 3 |", (2, 3), Notation::Drawing),
        ("start([1,2,3,3]).", (1, 14), Notation::Prolog),
        ("?- solve([1,2,3,0,manhattan,S).", (1, 19), Notation::Prolog),
        ("bfs 1,2,3,3", (1, 11), Notation::Columbia),
    ] {
        let error = read(text).unwrap_err();
        assert_eq!(
            (error.line, error.column, error.nearest),
            (place.0, place.1, Some(notation)),
            "{text}: {error}"
        );
        let hint = error.hint().unwrap();
        assert!(hint.contains(&format!("read as {notation}: {}", notation.title())), "{hint}");
    }
}

#[test]
fn what_is_ambiguous_names_both_readings() {
    for (text, message) in [
        ("1;2;3;0", "line 1, column 1: this could be a column of tiles or a flat list"),
        ("1 | 2 | 3 | 0", "line 1, column 1: this could be one row of tiles or a flat list"),
    ] {
        assert_eq!(read(text).unwrap_err().to_string(), message);
    }
}

#[test]
fn what_could_be_read_before_keeps_its_meaning() {
    for (text, board) in [
        ("1\t2\n3\t0", "1 2/3 0"),
        ("1, 2,\n3, 0,", "1 2/3 0"),
        ("[[1 2]\n [3 0]]", "1 2/3 0"),
        ("[(2,2),(1,1),(2,1),(1,2)]", "1 2/3 0"),
        ("4 4 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 0", "1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 0"),
        ("1/2/3/0", "1/2/3/0"),
        ("x", "0/"),
    ] {
        assert_eq!(boards(text), [board], "{text}");
    }
}

/// What `taquin inspect` draws, on a terminal and in a file, with the words around it.
#[test]
fn drawings_of_inspect() {
    let framed = "  start                goal: rows
  ╭────┬────┬────╮       ╭────┬────┬────╮
  │  8 │  1 │  3 │       │  1 │  2 │  3 │
  ├────┼────┼────┤       ├────┼────┼────┤
  │  4 │    │  2 │   →   │  4 │  5 │  6 │
  ├────┼────┼────┤       ├────┼────┼────┤
  │  7 │  6 │  5 │       │  7 │  8 │    │
  ╰────┴────┴────╯       ╰────┴────┴────╯

  solvable         yes
";
    let bare = "  start          goal: spiral
   8  1  3        1  2  3
   4  0  2   →    8  0  4
   7  6  5        7  6  5

  solvable         yes
  because          moves preserve the parity of inversions

  size             3x3, 8 tiles
";
    for (text, goal) in [(framed, NamedGoal::Rows), (bare, NamedGoal::Spiral)] {
        let record = one(text);
        assert_eq!(slash(&record.board), CENTRE);
        assert_eq!(record.goal.as_ref(), Some(goal.of(record.board.size()).board()));
    }
}

/// Draws a board: what separates cells, what is between rows, and whether a frame is around it.
fn drawn(board: &Board, bar: &str, rule: Option<(char, char)>, framed: bool) -> Vec<String> {
    let width = (board.size().cells() - 1).to_string().len();
    let cell = |number: u16| if number == 0 { " ".repeat(width) } else { format!("{number:>width$}") };
    let edge = if framed { bar.trim() } else { "" };
    let mut lines: Vec<String> = Vec::new();
    for row in board.rows() {
        let cells: Vec<String> = row.iter().map(|tile| cell(tile.number())).collect();
        let line = format!("{edge} {} {edge}", cells.join(bar));
        if let Some((dash, cross)) = rule {
            let between: String =
                line.chars().map(|c| if bar.trim().contains(c) { cross } else { dash }).collect();
            lines.push(between);
        }
        lines.push(line);
    }
    lines
}

#[test]
fn boards_drawn_in_every_way_are_read() {
    for (rows, cols) in [(2, 2), (2, 3), (3, 2), (3, 3), (4, 4), (5, 3), (2, 9), (10, 10)] {
        let cells = rows * cols;
        for seed in 0..12 {
            // Multiplying by a number that has no common factor with the prime permutes all numbers below it.
            let mut numbers: Vec<u16> = (0..cells as u16).collect();
            numbers.sort_by_key(|&number| (u64::from(number) + 1) * (seed * 37 + 11) % 211);
            let board = Board::new(taquin::Size::new(rows, cols).unwrap(), &numbers).unwrap();
            for (bar, rule, framed) in [
                (" | ", None, false),
                (" | ", Some(('-', '-')), false),
                (" | ", Some(('-', '+')), true),
                (" │ ", Some(('─', '┼')), true),
                ("|", None, true),
                ("  ", None, false),
                ("  ", Some(('-', '-')), false),
            ] {
                let lines = drawn(&board, bar, rule, framed);
                assert_eq!(boards(&lines.join("\n")), [slash(&board)], "{lines:#?}");
                let twice: Vec<String> = lines.iter().map(|line| format!("{line}      {line}")).collect();
                assert_eq!(boards(&twice.join("\n")), [slash(&board), slash(&board)], "{twice:#?}");
            }
            let tabs: Vec<String> =
                drawn(&board, "\t", None, false).iter().map(|line| line.replace(' ', "")).collect();
            assert_eq!(boards(&tabs.join("\n")), [slash(&board)], "{tabs:?}");
        }
    }
}

#[test]
fn matrices_and_tables_of_latex() {
    assert_all(
        CENTRE,
        Notation::Latex,
        &[
            r"\begin{bmatrix} 8 & 1 & 3 \\ 4 & 0 & 2 \\ 7 & 6 & 5 \end{bmatrix}",
            r"$$\begin{pmatrix}8&1&3\\4& &2\\7&6&5\\\end{pmatrix}.$$",
            "The board\n\n\\[ \\begin{array}{|c|c|c|}\n\\hline\n8 & 1 & 3 \\\\ \\hline\n4 & \\square & 2 \\\\[2pt] \\hline\n7 & 6 & 5 \\\\ \\hline\n\\end{array} \\]",
            "\\begin{tabular}[t]{ccc}\n\\textbf{8} & 1 & $3$ \\\\ % the first row\n4 & {} & 2 \\\\\n7 & 6 & {5}\n\\end{tabular}",
            r"\begin{matrix} 8 & 1 & 3 \cr 4 & \phantom{0} & 2 \cr 7 & 6 & 5 \end{matrix}",
        ],
    );
    assert_all("0/", Notation::Latex, &[r"\begin{bmatrix} 0 \end{bmatrix}"]);
    assert_eq!(
        boards(
            r"\begin{bmatrix} 1 & 2 \\ 0 & 3 \end{bmatrix} \to \begin{bmatrix} 1 & 2 \\ 3 & 0 \end{bmatrix}"
        ),
        ["1 2/0 3", "1 2/3 0"]
    );
    for (text, message) in [
        (
            "\\begin{bmatrix}\n1 & 2 \\\\\n3 & 3 \\end{bmatrix}",
            "line 3, column 5: tile 3 appears twice (first at line 3, column 1); the blank is missing",
        ),
        (r"\begin{bmatrix} 1 & 2 \\ 3", "line 1, column 16: the bracket { is never closed"),
        (
            r"\begin{bmatrix} 1 2 \\ 3 0 \end{bmatrix}",
            "line 1, column 19: found \"2\" where & or \\\\ after a cell was expected",
        ),
    ] {
        let error = read(text).unwrap_err();
        assert_eq!((error.to_string().as_str(), error.nearest), (message, Some(Notation::Latex)));
    }
}

#[test]
fn words_for_the_blank_and_decimal_points_in_lists() {
    assert_all(CENTRE, Notation::List, &["[8, 1, 3, 4, None, 2, 7, 6, 5]", "[8.,1.,3.,4.,0.,2.,7.,6.,5.]"]);
    assert_all(
        CENTRE,
        Notation::Nested,
        &[
            "[[8, 1, 3], [4, null, 2], [7, 6, 5]]",
            "[[8. 1. 3.]\n [4. 0. 2.]\n [7. 6. 5.]]",
            "[[8.0, 1.0, 3.0], [4.0, nan, 2.0], [7.0, 6.0, 5.0]]",
        ],
    );
    assert_all(
        CENTRE,
        Notation::Numpy,
        &["array([[8., 1., 3.],\n       [4., nan, 2.],\n       [7., 6., 5.]])"],
    );
    assert_all(CENTRE, Notation::Tuples, &["((8, 1, 3), (4, None, 2), (7, 6, 5))"]);
    for text in ["[1.5, 2, 3, 0]", "[.0, 1, 2, 3]", "[1, 2, 3, Nobody]", "1.0 2.0\n3.0 0.0", "1 2\n3 None"] {
        assert!(read(text).is_err(), "{text}");
    }
}
