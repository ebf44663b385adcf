//! The formats of courses and sites: the examples on their pages are read, and written exactly.

use std::time::Duration;
use taquin::notation::{
    Answered, Dialect, DriverMethod, MoveNotation, Mover, Notation, SolutionText, Step, Transcript, read,
    read_all, read_moves, read_solution, write,
};
use taquin::search::Stats;
use taquin::{Board, Goal, Metric, Moves, NamedGoal};

const STATS: Stats = Stats {
    expanded: 10,
    generated: 21,
    max_queue: 5,
    max_states: 17,
    max_depth: 3,
    deepest_state: 4,
    bytes: 81_920,
    elapsed: Duration::from_nanos(1_880_880),
};

fn transcript<'a>(start: &'a Board, moves: &'a Moves, stats: Option<Stats>) -> Transcript<'a> {
    Transcript {
        start,
        moves,
        metric: Metric::Single,
        minimal: true,
        heuristic: &|_| 0,
        max_queue: None,
        stats,
        move_notation: MoveNotation::Letters,
        mover: Mover::Tile,
    }
}

fn written(dialect: Dialect, board: &str, blank: &str, stats: Option<Stats>) -> String {
    let start = read(board).unwrap();
    let moves = read_moves(blank, &start, Mover::Blank).unwrap();
    let mut text = Vec::new();
    dialect.write_solution(&mut text, &transcript(&start, &moves, stats)).unwrap();
    String::from_utf8(text).unwrap()
}

/// Returns the moves of a text in a dialect, as letters of the blank.
fn blank_moves(dialect: Dialect, text: &str, board: &str) -> (String, Option<usize>) {
    match dialect.read_solution(text, &read(board).unwrap(), Mover::Tile).unwrap() {
        SolutionText::Moves { moves, illegal: None, reported } => {
            (taquin::notation::letters(&moves, Mover::Blank), reported)
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn columbia_reads_the_arguments_of_the_driver() {
    let expected = read("1 2 5/3 4 0/6 7 8").unwrap();
    for (text, method) in [
        ("bfs 1,2,5,3,4,0,6,7,8", DriverMethod::BreadthFirst),
        ("dfs 1,2,5,3,4,0,6,7,8", DriverMethod::DepthFirst),
        ("python driver.py ast 1,2,5,3,4,0,6,7,8", DriverMethod::AStar),
        ("python3 driver_3.py ida 1,2,5,3,4,0,6,7,8\n", DriverMethod::IdaStar),
    ] {
        let records = read_all(text).unwrap();
        assert_eq!((records.len(), &records[0].board), (1, &expected), "{text}");
        assert_eq!((records[0].notation, records[0].method), (Notation::Columbia, Some(method)));
        assert_eq!(records[0].goal.as_ref(), Some(Goal::blank_first(expected.size()).board()));
    }
    let several = read_all("bfs 1,2,5,3,4,0,6,7,8\n\ndfs 3,2,1,0\nast 0,1,2,3").unwrap();
    let methods: Vec<_> = several.iter().filter_map(|record| record.method).collect();
    assert_eq!(methods, [DriverMethod::BreadthFirst, DriverMethod::DepthFirst, DriverMethod::AStar]);
    assert_eq!(write(&expected, Notation::Columbia).as_deref(), Ok("bfs 1,2,5,3,4,0,6,7,8"));
    // Without a number after it, a method is read as a row of letters.
    assert_eq!(read("ida/bcf/gh./jke"), read("9 4 1/2 3 6/7 8 0/10 11 5"));
    for (text, message) in [
        ("bfs 1,2,5,3,4", "line 1, column 5: a flat list of 5 numbers is not a square board"),
        ("xyz 1,2,3,0", "line 1, column 1: found \"xyz\" where a number was expected"),
        (
            "bfs 1,2,3,3",
            "line 1, column 11: tile 3 appears twice (first at line 1, column 9); the blank is missing",
        ),
        ("bfs 1,2,3,0\ndfs 1,2,3,q", "line 2, column 11: found \"q\" where a number was expected"),
    ] {
        assert_eq!(read_all(text).unwrap_err().to_string(), message);
    }
}

/// The first example of the assignment, exactly.
#[test]
fn columbia_writes_and_reads_output_txt() {
    let text = "\
path_to_goal: ['Up', 'Left', 'Left']
cost_of_path: 3
nodes_expanded: 10
search_depth: 3
max_search_depth: 4
running_time: 0.00188088
max_ram_usage: 0.07812500
";
    let board = "1 2 5/3 4 0/6 7 8";
    assert_eq!(written(Dialect::Columbia, board, "ULL", Some(STATS)), text);
    assert_eq!(blank_moves(Dialect::Columbia, text, board), ("ULL".to_owned(), Some(3)));
    // An older version of the assignment has more lines, and some programs print other quotes.
    let older = "path_to_goal: [\"Up\", \"Left\"]\ncost_of_path: 3\nnodes_expanded: 10\nfringe_size: 11\n";
    assert_eq!(blank_moves(Dialect::Columbia, older, board), ("UL".to_owned(), Some(3)));
    assert_eq!(written(Dialect::Columbia, "0 1/2 3", "", None), "path_to_goal: []\ncost_of_path: 0\n");
    assert_eq!(Dialect::Columbia.goal(), NamedGoal::BlankFirst);
    let start = read(board).unwrap();
    let SolutionText::Moves { moves, illegal: Some(illegal), .. } =
        read_solution("path_to_goal: ['Up', 'Up']", &start, Mover::Tile).unwrap()
    else {
        panic!("the blank leaves the board");
    };
    assert_eq!((moves.as_slice().len(), illegal.index, illegal.column), (1, 1, 23));
    for (text, message) in [
        ("path_to_goal:", "line 1, column 1: found \"path_to_goal:\" where a list of moves was expected"),
        ("path_to_goal: ['Up'", "line 1, column 15: the bracket [ is never closed"),
        (
            "path_to_goal: ['Over']",
            "line 1, column 17: found \"Over\" where a move (U, L, D, R, a word or a tile) was expected",
        ),
    ] {
        assert_eq!(read_solution(text, &start, Mover::Tile).unwrap_err().to_string(), message);
    }
    let error = Dialect::Columbia.read_solution("ULL", &start, Mover::Tile).unwrap_err().to_string();
    assert_eq!(error, "line 1, column 1: found \"ULL\" where path_to_goal: was expected");
}

#[test]
fn forty_two_has_a_comment_a_spiral_and_two_complexities() {
    let file = "# This puzzle is solvable\n3\n1 2 3 # the first row\n8 4 5\n0 7 6\n";
    let start = read(file).unwrap();
    assert_eq!(
        write(&start, Notation::FortyTwo).as_deref(),
        Ok("# This puzzle is solvable\n3\n1 2 3\n8 4 5\n0 7 6")
    );
    let twin = read("3\n2 1 3\n8 4 5\n0 7 6").unwrap();
    assert!(write(&twin, Notation::FortyTwo).unwrap().starts_with("# This puzzle is unsolvable\n"));
    assert_eq!(Dialect::FortyTwo.goal(), NamedGoal::Spiral);
    let text = "\
Complexity in time: 10
Complexity in size: 17
Number of moves: 1

2
 1  2\u{20}
 3  0\u{20}

2
 1  2\u{20}
 0  3\u{20}
";
    assert_eq!(written(Dialect::FortyTwo, "1 2/3 0", "L", Some(STATS)), text);
    let SolutionText::Boards { boards, reported: Some(1) } =
        read_solution(text, &read("1 2/3 0").unwrap(), Mover::Tile).unwrap()
    else {
        panic!("these are boards");
    };
    assert_eq!(boards.len(), 2);
}

#[test]
fn sise_has_two_files() {
    let board = "1 2 3 4\n5 6 7 8\n9 10 11 0\n13 14 15 12";
    let start = read(&format!("4 4\n{board}\n")).unwrap();
    assert_eq!(write(&start, Notation::Sise), Ok(format!("4 4\n{board}")));
    assert_eq!(written(Dialect::Sise, board, "D", Some(STATS)), "1\nD\n");
    assert_eq!(blank_moves(Dialect::Sise, "2\nLU\n", board), ("LU".to_owned(), Some(2)));
    let (moves, goal) = (read_moves("D", &start, Mover::Blank).unwrap(), Goal::rows(start.size()));
    let shown = transcript(&start, &moves, Some(STATS));
    let files = |solution| {
        let answered = Answered { start: &start, goal: &goal, solution, stats: &STATS };
        let files = Dialect::Sise.files(&answered).unwrap().into_iter();
        files.map(|file| (file.name, String::from_utf8(file.content).unwrap())).collect::<Vec<_>>()
    };
    let expected = [("solution.txt", "1\nD\n"), ("statistics.txt", "1\n21\n10\n3\n1.881\n")];
    assert_eq!(files(Some(&shown)), expected.map(|(name, text)| (name, text.to_owned())));
    let expected = [("solution.txt", "-1\n"), ("statistics.txt", "-1\n21\n10\n3\n1.881\n")];
    assert_eq!(files(None), expected.map(|(name, text)| (name, text.to_owned())));
    assert_eq!(read_solution("-1\n", &start, Mover::Tile), Ok(SolutionText::Unsolvable));
    for (text, message) in [
        ("", "line 1, column 1: the text has no board"),
        ("LU", "line 1, column 1: found \"LU\" where the length of the solution, or -1, was expected"),
        ("-1\nLU", "line 2, column 1: found \"LU\" where nothing after -1 was expected"),
    ] {
        assert_eq!(Dialect::Sise.read_solution(text, &start, Mover::Tile).unwrap_err().to_string(), message);
    }
}

/// The example of the task, with both of its solutions.
#[test]
fn rosetta_writes_hexadecimal_boards_and_lower_case_moves() {
    let word = "fe169b4c0a73d852";
    let board = "15 14 1 6/9 11 4 12/0 10 7 3/13 8 5 2";
    let start = read(board).unwrap();
    assert_eq!(read_all(word).unwrap()[0].notation, Notation::Hex);
    assert_eq!((read(word), read(&word.to_uppercase())), (Ok(start.clone()), Ok(start.clone())));
    assert_eq!(write(&start, Notation::Hex).as_deref(), Ok(word));
    assert_eq!(read("123456780"), read("1 2 3/4 5 6/7 8 0"));
    assert_eq!(read_all("1230\n0123\n3210\n2301").unwrap().len(), 4);
    for solution in [
        "rrrulddluuuldrurdddrullulurrrddldluurddlulurruldrdrd",
        "rrruldluuldrurdddluulurrrdlddruldluurddlulurruldrrdd",
    ] {
        let (letters, _) = blank_moves(Dialect::Rosetta, solution, board);
        let moves = read_moves(&letters, &start, Mover::Blank).unwrap();
        assert_eq!(moves.apply(&start).as_ref(), Ok(Goal::rows(start.size()).board()));
        assert_eq!(written(Dialect::Rosetta, board, &letters, None), format!("{solution}\n"));
    }
    for text in ["1233", "12304", "fe169b4c0a73d85g", "1234"] {
        assert!(read(text).is_err(), "{text}");
    }
    let refused = write(Goal::rows(taquin::Size::square(5).unwrap()).board(), Notation::Hex).unwrap_err();
    assert_eq!(refused.to_string(), "the notation hex cannot write a 5x5 board: it has only 16 digits");
}

#[test]
fn aizu_has_a_number_and_slidysim_has_runs() {
    let board = "1 2 3 4\n6 7 8 0\n5 10 11 12\n9 13 14 15";
    let start = read(board).unwrap();
    assert_eq!(written(Dialect::Aizu, board, "LLLDDRRR", None), "8\n");
    assert_eq!(Dialect::Aizu.read_solution("8\n", &start, Mover::Tile), Ok(SolutionText::Length(8)));
    for (text, message) in [
        ("8 9", "line 1, column 3: found \"9\" where nothing after the number of moves was expected"),
        ("+8", "line 1, column 1: found \"+8\" where the number of moves was expected"),
        (
            "99999999999999999999",
            "line 1, column 1: found \"99999999999999999999\" where the number of moves was expected",
        ),
    ] {
        assert_eq!(Dialect::Aizu.read_solution(text, &start, Mover::Tile).unwrap_err().to_string(), message);
    }
    assert_eq!(written(Dialect::Slidysim, board, "LLLDDRRR", None), "R3U2L3\n");
    // The example of the crate `slidy`, whose letters are those of the tiles.
    let (board, runs) = ("8 2 0/4 6 1/3 7 5", "R2U2LDLDRURDLULDRULURDLU");
    let (letters, _) = blank_moves(Dialect::Slidysim, runs, board);
    let start = read(board).unwrap();
    let moves = read_moves(&letters, &start, Mover::Blank).unwrap();
    assert_eq!(moves.apply(&start).as_ref(), Ok(Goal::rows(start.size()).board()));
    assert_eq!(written(Dialect::Slidysim, board, &letters, None), format!("{runs}\n"));
}

#[test]
fn pddl_holds_board_and_goal() {
    let start = read("3 1/0 2").unwrap();
    let text =
        taquin::notation::write_with_goal(&start, Some(&read("0 1/2 3").unwrap()), Notation::Pddl).unwrap();
    let expected = "\
(define (problem taquin-2x2)
  (:domain taquin)
  (:objects
    t1 t2 t3 - tile
    r1c1 r1c2 r2c1 r2c2 - cell)
  (:init
    (at t3 r1c1)
    (at t1 r1c2)
    (blank r2c1)
    (at t2 r2c2)
    (adjacent r1c1 r2c1)
    (adjacent r1c1 r1c2)
    (adjacent r1c2 r2c2)
    (adjacent r1c2 r1c1)
    (adjacent r2c1 r2c2)
    (adjacent r2c1 r1c1)
    (adjacent r2c2 r2c1)
    (adjacent r2c2 r1c2))
  (:goal (and
    (blank r1c1)
    (at t1 r1c2)
    (at t2 r2c1)
    (at t3 r2c2))))";
    assert_eq!(text, expected);
    let with_domain = format!("; both in one\n{}\n{}", taquin::notation::PDDL_DOMAIN, text.to_uppercase());
    let records = read_all(&with_domain).unwrap();
    assert_eq!((records.len(), &records[0].board), (1, &start));
    assert_eq!(records[0].goal, Some(read("0 1/2 3").unwrap()));
    assert_eq!(records[0].line, 16);
    let wrong = |from: &str, to: &str| read_all(&text.replace(from, to)).unwrap_err().to_string();
    for (from, to, message) in [
        (
            "(at t1 r1c2)\n    (blank",
            "(blank",
            "line 6, column 4: found \":init\" where a place for the blank and for every tile was expected",
        ),
        (
            "(at t2 r2c2)\n    (adj",
            "(at t2 r1c1)\n    (adj",
            "line 7, column 6: tiles 2 and 3 are both at (1,1)",
        ),
        (
            "(adjacent r2c2 r1c2)",
            "(adjacent r2c2 r1c1)",
            "line 6, column 4: found \":init\" where (adjacent …) for every two neighbouring cells, both ways, and for no others was expected",
        ),
        (
            "t3 r2c2",
            "t3 r9c9c9",
            "line 23, column 12: found \"r9c9c9\" where a cell such as r1c1 was expected",
        ),
        ("t3 r2c2", "t0 r2c2", "line 23, column 9: found \"t0\" where a tile such as t1 was expected"),
        (
            "(at t3 r1c1)",
            "(on t3 r1c1)",
            "line 7, column 6: found \"on\" where at, blank or adjacent was expected",
        ),
        ("(:goal (and", "(:goal (or", "line 19, column 11: found \"or\" where and was expected"),
        ("))))", "))", "line 23, column 17: the bracket ( is never closed"),
    ] {
        assert_eq!(wrong(from, to), message, "{to}");
    }
    assert_eq!(
        read_all(taquin::notation::PDDL_DOMAIN).unwrap_err().to_string(),
        "line 1, column 1: the text has no board"
    );
    assert!(read_all(&"(define (".repeat(100_000)).is_err());
}

#[test]
fn pddl_plans_are_solutions() {
    let board = "0 1 3/4 2 5/7 8 6";
    let plan = "\
(slide t1 r1c2 r1c1)
(slide t2 r2c2 r1c2)
(slide t5 r2c3 r2c2)
(slide t6 r3c3 r2c3)
; cost = 4 (unit cost)
";
    assert_eq!(written(Dialect::Pddl, board, "RDRD", None), plan);
    assert_eq!(blank_moves(Dialect::Pddl, &plan.to_uppercase(), board), ("RDRD".to_owned(), None));
    let start = read(board).unwrap();
    for step in
        ["(slide t3 r1c3 r1c1)", "(slide t1 r1c1 r1c2)", "(slide t1 r1c2 r9c9)", "(slide t9 r1c2 r1c1)"]
    {
        let SolutionText::Moves { moves, illegal: Some(illegal), .. } =
            read_solution(step, &start, Mover::Tile).unwrap()
        else {
            panic!("{step} is not possible");
        };
        assert!(moves.is_empty() && matches!(illegal.step, Step::Tile(_)));
    }
    for (text, message) in [
        ("(push t1 r1c2 r1c1)", "line 1, column 2: found \"push\" where slide was expected"),
        ("(slide t1 r1c2", "line 1, column 11: the bracket ( is never closed"),
    ] {
        assert_eq!(read_solution(text, &start, Mover::Tile).unwrap_err().to_string(), message);
    }
}
