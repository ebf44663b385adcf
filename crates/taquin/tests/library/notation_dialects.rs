//! The transcripts of the course documents, and solutions read back from every dialect.

use taquin::notation::{
    Alternatives, Dialect, MoveNotation, Mover, SolutionText, Step, Transcript, read, read_moves,
    read_solution,
};
use taquin::{Board, Direction, Goal, Metric, Moves, Size};

fn manhattan(board: &Board) -> u32 {
    board.manhattan(&Goal::rows(board.size()))
}

struct Case {
    start: Board,
    moves: Moves,
    minimal: bool,
    max_queue: Option<u64>,
}

impl Case {
    fn new(board: &str, moves: &str) -> Case {
        let start = read(board).unwrap();
        let moves = read_moves(moves, &start, Mover::Tile).unwrap();
        Case { start, moves, minimal: true, max_queue: None }
    }

    fn transcript(&self) -> Transcript<'_> {
        Transcript {
            start: &self.start,
            moves: &self.moves,
            metric: Metric::Single,
            minimal: self.minimal,
            heuristic: &manhattan,
            max_queue: self.max_queue,
            stats: None,
            move_notation: MoveNotation::Letters,
            mover: Mover::Tile,
        }
    }

    fn write(&self, dialect: Dialect) -> String {
        let mut text = Vec::new();
        dialect.write_solution(&mut text, &self.transcript()).unwrap();
        String::from_utf8(text).unwrap()
    }
}

fn puzzle04() -> Case {
    Case::new("0 1 3/4 2 5/7 8 6", "1 2 5 6")
}

fn successors(dialect: Dialect, board: &str) -> String {
    let mut text = Vec::new();
    dialect.write_successors(&mut text, &read(board).unwrap(), &manhattan).unwrap();
    String::from_utf8(text).unwrap()
}

#[test]
fn princeton_prints_puzzle04() {
    let expected = "Minimum number of moves = 4\n\
        \n3\n 0  1  3 \n 4  2  5 \n 7  8  6 \n\
        \n3\n 1  0  3 \n 4  2  5 \n 7  8  6 \n\
        \n3\n 1  2  3 \n 4  0  5 \n 7  8  6 \n\
        \n3\n 1  2  3 \n 4  5  0 \n 7  8  6 \n\
        \n3\n 1  2  3 \n 4  5  6 \n 7  8  0 \n";
    assert_eq!(puzzle04().write(Dialect::Princeton), expected);
    let honest = Case { minimal: false, ..puzzle04() };
    assert!(honest.write(Dialect::Princeton).starts_with("Number of moves = 4\n\n3\n"));
    assert_eq!(
        Case::new("1 2 3/4 0 5", "5").write(Dialect::Princeton),
        "Minimum number of moves = 1\n\n2 3\n 1  2  3 \n 4  0  5 \n\n2 3\n 1  2  3 \n 4  5  0 \n"
    );
}

#[test]
fn python_prints_the_22_moves_of_document_002() {
    let text = "\
[4, 3, 8, 5, 1, 6, 7, 2, 0] h=10 moves: 0
[4, 3, 8, 5, 1, 0, 7, 2, 6] h=11 moves: 1
[4, 3, 0, 5, 1, 8, 7, 2, 6] h=10 moves: 2
[4, 0, 3, 5, 1, 8, 7, 2, 6] h=9 moves: 3
[4, 1, 3, 5, 0, 8, 7, 2, 6] h=8 moves: 4
[4, 1, 3, 5, 8, 0, 7, 2, 6] h=7 moves: 5
[4, 1, 3, 5, 8, 6, 7, 2, 0] h=6 moves: 6
[4, 1, 3, 5, 8, 6, 7, 0, 2] h=7 moves: 7
[4, 1, 3, 5, 0, 6, 7, 8, 2] h=6 moves: 8
[4, 1, 3, 0, 5, 6, 7, 8, 2] h=5 moves: 9
[0, 1, 3, 4, 5, 6, 7, 8, 2] h=4 moves: 10
[1, 0, 3, 4, 5, 6, 7, 8, 2] h=3 moves: 11
[1, 3, 0, 4, 5, 6, 7, 8, 2] h=4 moves: 12
[1, 3, 6, 4, 5, 0, 7, 8, 2] h=5 moves: 13
[1, 3, 6, 4, 5, 2, 7, 8, 0] h=4 moves: 14
[1, 3, 6, 4, 5, 2, 7, 0, 8] h=5 moves: 15
[1, 3, 6, 4, 0, 2, 7, 5, 8] h=6 moves: 16
[1, 3, 6, 4, 2, 0, 7, 5, 8] h=5 moves: 17
[1, 3, 0, 4, 2, 6, 7, 5, 8] h=4 moves: 18
[1, 0, 3, 4, 2, 6, 7, 5, 8] h=3 moves: 19
[1, 2, 3, 4, 0, 6, 7, 5, 8] h=2 moves: 20
[1, 2, 3, 4, 5, 6, 7, 0, 8] h=1 moves: 21
[1, 2, 3, 4, 5, 6, 7, 8, 0] h=0 moves: 22
Max queue length: 352775
";
    let moves = "6 8 3 1 8 6 2 8 5 4 1 3 6 2 8 5 2 6 3 2 5 8";
    let case = Case { max_queue: Some(352_775), ..Case::new("4 3 8/5 1 6/7 2 0", moves) };
    assert_eq!(case.write(Dialect::Python), text);
    let SolutionText::Boards { boards, reported: None } =
        read_solution(text, &case.start, Mover::Tile).unwrap()
    else {
        panic!("these are boards");
    };
    assert!(boards.into_iter().map(|record| record.board).eq(case.moves.boards(&case.start)));
    let short = Case { max_queue: Some(3), ..Case::new("1 2 3/4 5 6/7 0 8", "8") };
    assert_eq!(
        short.write(Dialect::Python),
        "[1, 2, 3, 4, 5, 6, 7, 0, 8] h=1 moves: 0\n[1, 2, 3, 4, 5, 6, 7, 8, 0] h=0 moves: 1\nMax queue length: 3\n"
    );
}

#[test]
fn python_prints_the_successors_of_document_002() {
    assert_eq!(
        successors(Dialect::Python, "[1,2,3,4,5,0,6,7,8]"),
        "[1, 2, 0, 4, 5, 3, 6, 7, 8] h=6\n[1, 2, 3, 4, 0, 5, 6, 7, 8] h=6\n[1, 2, 3, 4, 5, 8, 6, 7, 0] h=6\n"
    );
    assert_eq!(
        successors(Dialect::Python, "[8,7,6,5,4,3,2,1,0]"),
        "[8, 7, 6, 5, 4, 0, 2, 1, 3] h=17\n[8, 7, 6, 5, 4, 3, 2, 0, 1] h=17\n"
    );
    // Ascending as numbers is not always the order of cells: here the tile below the blank is the smallest.
    assert_eq!(
        successors(Dialect::Python, "3 0 2/4 1 5"),
        "[[0, 3, 2], [4, 1, 5]] h=5\n[[3, 1, 2], [4, 0, 5]] h=5\n[[3, 2, 0], [4, 1, 5]] h=5\n"
    );
}

#[test]
fn prolog_prints_the_solution_of_document_000() {
    let expected = "\
Sol = [
    [0, 1, 3, 4, 2, 5, 7, 8, 6],
    [1, 0, 3, 4, 2, 5, 7, 8, 6],
    [1, 2, 3, 4, 0, 5, 7, 8, 6],
    [1, 2, 3, 4, 5, 0, 7, 8, 6],
    [1, 2, 3, 4, 5, 6, 7, 8, 0]
].
";
    assert_eq!(puzzle04().write(Dialect::Prolog), expected);
    assert_eq!(Case::new("1 0/", "1").write(Dialect::Prolog), "Sol = [\n    [[1, 0]],\n    [[0, 1]]\n].\n");
}

#[test]
fn prolog_enumerates_the_solutions_of_document_000() {
    let expected = "\
Sol = [[4, 3, 2, 1, 0, 5, 6, 7, 8],
       [4, 0, 2, 1, 3, 5, 6, 7, 8],
       [0, 4, 2, 1, 3, 5, 6, 7, 8],
       [1, 4, 2, 0, 3, 5, 6, 7, 8],
       [1, 4, 2, 3, 0, 5, 6, 7, 8],
       [1, 0, 2, 3, 4, 5, 6, 7, 8],
       [0, 1, 2, 3, 4, 5, 6, 7, 8]] ;
Sol = [[4, 3, 2, 1, 0, 5, 6, 7, 8],
       [4, 3, 2, 0, 1, 5, 6, 7, 8],
       [0, 3, 2, 4, 1, 5, 6, 7, 8],
       [3, 0, 2, 4, 1, 5, 6, 7, 8],
       [3, 1, 2, 4, 0, 5, 6, 7, 8],
       [3, 1, 2, 0, 4, 5, 6, 7, 8],
       [0, 1, 2, 3, 4, 5, 6, 7, 8]].
";
    let start = read("4 3 2/1 0 5/6 7 8").unwrap();
    let mut text = Vec::new();
    let mut alternatives = Alternatives::new(&mut text);
    for moves in ["3 4 1 3 4 1", "1 4 3 1 4 3"] {
        alternatives.push(&start, &read_moves(moves, &start, Mover::Tile).unwrap()).unwrap();
    }
    alternatives.finish().unwrap();
    assert_eq!(String::from_utf8(text).unwrap(), expected);
    let error = read_solution(expected, &start, Mover::Tile).unwrap_err();
    assert_eq!(error.to_string(), "line 8, column 1: a second solution begins here, but one was expected");

    let mut none = Vec::new();
    Alternatives::new(&mut none).finish().unwrap();
    assert_eq!(none, b"false.\n");
}

#[test]
fn prolog_prints_the_moves_of_document_000() {
    assert_eq!(
        successors(Dialect::Prolog, "[0,3,2,4,5,1,7,8,6]"),
        "Moves = [\n    [3, 0, 2, 4, 5, 1, 7, 8, 6],\n    [4, 3, 2, 0, 5, 1, 7, 8, 6]\n].\n"
    );
    assert_eq!(
        successors(Dialect::Prolog, "[1,3,2,4,5,0,7,8,6]"),
        "Moves = [\n    [1, 3, 0, 4, 5, 2, 7, 8, 6],\n    [1, 3, 2, 4, 0, 5, 7, 8, 6],\n    [1, 3, 2, 4, 5, 6, 7, 8, 0]\n].\n"
    );
    assert_eq!(successors(Dialect::Prolog, "0"), "Moves = [].\n");
}

#[test]
fn coordinates_print_the_successors_of_document_004() {
    let expected = "\
[(2,1), (1,1), (2,2), (3,1), (3,3), (2,3), (3,2), (1,3), (1,2)] swap (2,2) and (2,1), t0 and t2
[(2,3), (1,1), (2,1), (3,1), (3,3), (2,2), (3,2), (1,3), (1,2)] swap (2,2) and (2,3), t0 and t5
[(3,2), (1,1), (2,1), (3,1), (3,3), (2,3), (2,2), (1,3), (1,2)] swap (2,2) and (3,2), t0 and t6
[(1,2), (1,1), (2,1), (3,1), (3,3), (2,3), (3,2), (1,3), (2,2)] swap (2,2) and (1,2), t0 and t8
";
    assert_eq!(successors(Dialect::Coordinates, "1 2 3/8 0 6/7 5 4"), expected);
}

#[test]
fn the_other_successors_look_as_documented() {
    assert_eq!(successors(Dialect::Princeton, "1 2/3 0"), "2\n 1  0 \n 3  2 \n\n2\n 1  2 \n 0  3 \n");
    assert_eq!(successors(Dialect::Princeton, "1 0/"), "1 2\n 0  1 \n");
    assert_eq!(
        successors(Dialect::Moves, "1 2 3/8 0 6/7 5 4"),
        "tile 2 down\ntile 8 right\ntile 6 left\ntile 5 up\n"
    );
}

#[test]
fn every_dialect_reads_back() {
    let cases = [
        puzzle04(),
        Case::new("0", ""),
        Case::new("1 2 0/", "2 1"),
        Case::new("1/2/0", "2 1"),
        Case::new("1 2 3/4 5 6/7 8 0", ""),
        Case::new("AB./CDE", "2 1 3 4 5"),
    ];
    for case in cases {
        for &dialect in Dialect::ALL {
            let text = case.write(dialect);
            let count = case.moves.as_slice().len();
            let read = dialect
                .read_solution(&text, &case.start, Mover::Tile)
                .unwrap_or_else(|e| panic!("{dialect}: {text}\n{e}"));
            // The text alone does not tell what bare letters describe, or what a lone number counts.
            let is_unclear = matches!(dialect, Dialect::Aizu | Dialect::Rosetta | Dialect::Slidysim)
                || (dialect == Dialect::Sise && count == 0);
            if !is_unclear {
                assert_eq!(read_solution(&text, &case.start, Mover::Blank).as_ref(), Ok(&read), "{text}");
            }
            let is_reported = matches!(
                dialect,
                Dialect::Princeton | Dialect::Columbia | Dialect::FortyTwo | Dialect::Sise | Dialect::Aizu
            );
            let reported = match read {
                SolutionText::Boards { boards, reported } => {
                    assert!(boards.into_iter().map(|record| record.board).eq(case.moves.boards(&case.start)));
                    reported
                }
                SolutionText::Moves { moves, illegal: None, reported } => {
                    assert_eq!(moves, case.moves, "{dialect}");
                    reported
                }
                SolutionText::Length(length) => Some(length),
                other => panic!("{dialect}: {text}\n{other:?}"),
            };
            assert_eq!(reported, is_reported.then_some(count), "{dialect}");
            assert_eq!(
                dialect.read_solution(dialect.unsolvable(), &case.start, Mover::Tile),
                Ok(SolutionText::Unsolvable)
            );
        }
    }
}

#[test]
fn an_illegal_step_is_returned_with_its_place() {
    let start = puzzle04().start;
    let text = "tile: LULU\n  RRR";
    let SolutionText::Moves { moves, illegal: Some(illegal), .. } =
        read_solution(text, &start, Mover::Tile).unwrap()
    else {
        panic!("the moves end at the edge");
    };
    assert_eq!(moves.as_slice().len(), 6);
    assert_eq!(illegal, illegal_at(6, Step::Direction(Direction::Right), 2, 5));

    let text = "1 2 7 6";
    let SolutionText::Moves { moves, illegal, .. } = read_solution(text, &start, Mover::Tile).unwrap() else {
        panic!("these are moves");
    };
    assert_eq!(moves.as_slice().len(), 2);
    assert_eq!(illegal, Some(illegal_at(2, Step::Tile(7), 1, 5)));
}

fn illegal_at(index: usize, step: Step, line: usize, column: usize) -> taquin::notation::IllegalStep {
    taquin::notation::IllegalStep { index, step, line, column }
}

#[test]
fn verdicts_and_mistakes() {
    let start = puzzle04().start;
    let solution = |text: &str| read_solution(text, &start, Mover::Tile);
    assert_eq!(solution("Unsolvable puzzle\n"), Ok(SolutionText::Unsolvable));
    assert_eq!(solution("No solution possible\n"), Ok(SolutionText::Unsolvable));
    let none = SolutionText::Moves { moves: Moves::new(), illegal: None, reported: None };
    assert_eq!(solution(""), Ok(none.clone()));
    assert_eq!(solution("tile:"), Ok(none));
    let cases = [
        (
            "Unsolvable puzzle\nUU",
            "line 1, column 1: found \"Unsolvable\" where a board or a move was expected",
        ),
        ("Sol = 3", "line 1, column 5: found \"=\" where a board or a move was expected"),
        ("Sol = [\n[1,2,3,0]", "line 1, column 7: the bracket [ is never closed"),
        (
            "Sol = [[1,2,3,0]] hello",
            "line 1, column 19: found \"hello\" where the end of the solution was expected",
        ),
        (
            "hello",
            "line 1, column 1: found \"hello\" where a move (U, L, D, R, a word or a tile) was expected",
        ),
        (
            "2\n1 2\n3 0\n\n2\n1 2\n0 0",
            "line 7, column 3: a second blank (the first is at line 7, column 1); tile 3 is missing",
        ),
    ];
    for (text, message) in cases {
        assert_eq!(solution(text).unwrap_err().to_string(), message, "{text}");
    }
}

#[test]
fn an_illegal_transcript_is_refused() {
    let start = Goal::rows(Size::square(3).unwrap()).board().clone();
    let moves = Moves::from([Direction::Up]);
    let case = Case { start, moves, minimal: false, max_queue: None };
    let error = Dialect::Python.write_solution(&mut Vec::new(), &case.transcript()).unwrap_err();
    assert_eq!(error.kind(), std::io::ErrorKind::InvalidInput);
}

#[cfg(feature = "serde")]
#[test]
fn json_results_are_solutions() {
    let start = puzzle04().start;
    let solution = |text: &str| read_solution(text, &start, Mover::Blank);
    let text = "{\"version\":1,\"size\":[3,3],\"start\":[0,1,3,4,2,5,7,8,6],\"status\":\"optimal\",\"length\":4,\
                \"moves\":{\"tiles\":[1,2,5,6],\"tile\":\"LULU\",\"blank\":\"RDRD\"}}";
    let expected = SolutionText::Moves { moves: puzzle04().moves, illegal: None, reported: Some(4) };
    assert_eq!(solution(text), Ok(expected));
    assert_eq!(solution("{\"version\":1,\"status\":\"unsolvable\"}"), Ok(SolutionText::Unsolvable));
    let message = |text: &str| solution(text).unwrap_err().to_string();
    assert_eq!(
        message(&text.replace("LULU", "LURD")),
        "line 1, column 1: not the expected JSON: the forms of \"moves\" do not agree"
    );
    assert_eq!(
        message("{\"version\":1}"),
        "line 1, column 1: not the expected JSON: the field \"moves\" is missing"
    );
    assert_eq!(
        message(&format!("{text}\n{text}")),
        "line 2, column 1: a second solution begins here, but one was expected"
    );
    let SolutionText::Moves { illegal, .. } =
        solution("\n{\"version\":1,\"moves\":{\"tile\":\"LD\"}}").unwrap()
    else {
        panic!("these are moves");
    };
    assert_eq!(illegal, Some(illegal_at(1, Step::Direction(Direction::Down), 2, 1)));
}
