//! Move sequences as text.

use taquin::notation::{
    MoveNotation, Mover, ParseErrorKind, SolutionText, letters, read, read_moves, read_solution, write_moves,
};
use taquin::{Board, Direction, Moves};

/// Returns the board of the course documents that is solved in four moves, and these moves.
fn four_moves() -> (Board, Moves) {
    use Direction::{Left, Up};
    (read("0 1 3/4 2 5/7 8 6").unwrap(), Moves::from([Left, Up, Left, Up]))
}

fn written(moves: &Moves, start: &Board, notation: MoveNotation, mover: Mover) -> String {
    let mut text = Vec::new();
    write_moves(&mut text, moves, start, notation, mover).unwrap();
    String::from_utf8(text).unwrap()
}

/// Returns a deterministic walk.
fn wander(start: &Board, length: usize) -> Moves {
    let mut board = start.clone();
    let mut state = 12_345_u64;
    let mut moves = Moves::new();
    for _ in 0..length {
        let next: Vec<(Direction, Board)> = board.neighbours().collect();
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let Some((direction, after)) = next.get((state >> 33) as usize % next.len().max(1)) else { break };
        moves.push(*direction);
        board = after.clone();
    }
    moves
}

/// Lists of moves, as Python and Prolog print them.
#[test]
fn moves_in_lists_are_solutions() {
    let (start, moves) = four_moves();
    for text in [
        "['L', 'U', 'L', 'U']",
        r#"["L","U","L","U"]"#,
        "['Left', 'Up', 'Left', 'Up']",
        "[left,up,left,up].",
        "[L, U, L, U]",
        "[1, 2, 5, 6]",
        "Moves = [l,u,l,u].",
    ] {
        match read_solution(text, &start, Mover::Tile) {
            Ok(SolutionText::Moves { moves: found, illegal: None, .. }) => assert_eq!(found, moves, "{text}"),
            other => panic!("{text}: {other:?}"),
        }
    }
    // A list with a blank is a board.
    let board = read_solution("[1, 2, 3, 0]", &read("1 2/3 0").unwrap(), Mover::Tile);
    assert!(matches!(board, Ok(SolutionText::Boards { .. })), "{board:?}");
    assert!(read_solution("['L', 'X']", &start, Mover::Tile).is_err());
}

#[test]
fn each_notation_looks_as_documented() {
    let (start, moves) = four_moves();
    let expected = [
        (MoveNotation::Letters, Mover::Tile, "tile: LULU"),
        (MoveNotation::Letters, Mover::Blank, "blank: RDRD"),
        (MoveNotation::Counted, Mover::Tile, "tile: LULU"),
        (MoveNotation::Words, Mover::Tile, "tile: left up left up"),
        (MoveNotation::Words, Mover::Blank, "blank: right down right down"),
        (MoveNotation::Numbers, Mover::Tile, "1 2 5 6"),
        (MoveNotation::Numbers, Mover::Blank, "1 2 5 6"),
    ];
    for (notation, mover, text) in expected {
        assert_eq!(written(&moves, &start, notation, mover), text);
    }
    assert_eq!(letters(&moves, Mover::Blank), "RDRD");
    let run = read_moves("L2U2R", &start, Mover::Tile).unwrap();
    assert_eq!(written(&run, &start, MoveNotation::Counted, Mover::Tile), "tile: L2U2R");
    assert_eq!(written(&run, &start, MoveNotation::Counted, Mover::Blank), "blank: R2D2L");
}

#[test]
fn written_moves_are_read_back_for_either_assumed_mover() {
    for text in ["0", "1 0/", "0/1", "3 1/2 0", "1 2 3 4 5 6 7 0 8/", "0 1 3/4 2 5/7 8 6", "AB/CD/EF/G."] {
        let start = read(text).unwrap();
        for length in [0, 1, 2, 100] {
            let moves = wander(&start, length);
            for &notation in MoveNotation::ALL {
                for &mover in Mover::ALL {
                    let text = written(&moves, &start, notation, mover);
                    for &assumed in Mover::ALL {
                        assert_eq!(read_moves(&text, &start, assumed).as_ref(), Ok(&moves), "{text}");
                    }
                }
            }
        }
    }
}

#[test]
fn an_empty_sequence_is_written() {
    let (start, _) = four_moves();
    let none = Moves::new();
    assert_eq!(written(&none, &start, MoveNotation::Letters, Mover::Tile), "tile:");
    assert_eq!(written(&none, &start, MoveNotation::Counted, Mover::Blank), "blank:");
    assert_eq!(written(&none, &start, MoveNotation::Words, Mover::Tile), "tile:");
    assert_eq!(written(&none, &start, MoveNotation::Numbers, Mover::Tile), "");
}

#[test]
fn common_variants_are_accepted() {
    let (start, moves) = four_moves();
    let variants = [
        "LULU",
        "lulu",
        "L U L U",
        "L,U,L,U",
        "L1U1L1U1",
        "tile:LULU",
        "TILE: LULU",
        "blank: RDRD",
        "Blank:right,down,right,down",
        "left up\nleft up # solved\n",
        "Left Up LU",
        "1 2 5 6",
        "1,2,5,6",
        "1\n2\n5\n6\n",
        "\u{feff}tile: LU\r\nLU\r\n",
        "blank: 1 2 5 6",
    ];
    for text in variants {
        assert_eq!(read_moves(text, &start, Mover::Tile).as_ref(), Ok(&moves), "{text}");
    }
    assert_eq!(read_moves("RDRD", &start, Mover::Blank).as_ref(), Ok(&moves));
}

#[test]
fn errors_name_their_place() {
    let (start, _) = four_moves();
    let cases = [
        ("LUX", "line 1, column 1: found \"LUX\" where a move (U, L, D, R, a word or a tile) was expected"),
        (
            "L U\nöst",
            "line 2, column 1: found \"öst\" where a move (U, L, D, R, a word or a tile) was expected",
        ),
        ("LD", "line 1, column 2: move 2: no tile can move down here"),
        ("tile: LU\nL2", "line 2, column 1: move 4: no tile can move left here"),
        ("blank: L", "line 1, column 8: move 1: no tile can move right here"),
        ("1 2 7", "line 1, column 5: move 3: tile 7 is not next to the blank"),
        ("1 0", "line 1, column 3: move 2: tile 0 is not next to the blank"),
        ("1 99", "line 1, column 3: move 2: tile 99 is not next to the blank"),
        ("L0", "line 1, column 1: a move cannot be repeated 0 times"),
        ("L 2", "line 1, column 3: found \"2\" where a move like R or R2 was expected"),
        ("1 U", "line 1, column 3: found \"U\" where the number of a tile was expected"),
        ("1 [", "line 1, column 3: found \"[\" where the number of a tile was expected"),
        ("\u{1}", "line 1, column 1: found the control character U+0001: this is not a text file"),
    ];
    for (text, message) in cases {
        assert_eq!(read_moves(text, &start, Mover::Tile).unwrap_err().to_string(), message);
    }
    let error = read_moves("1 99999999999999999999", &start, Mover::Tile).unwrap_err();
    assert!(matches!(error.kind, ParseErrorKind::TooLarge { .. }));
}

#[test]
fn a_run_of_a_billion_moves_stops_at_the_edge() {
    let (start, _) = four_moves();
    for text in ["L999999999", "L99999999999999999999999999999999", "L2D2R999999999999"] {
        let error = read_moves(text, &start, Mover::Tile).unwrap_err();
        assert!(matches!(error.kind, ParseErrorKind::NoTileToMove { number: 3, .. }), "{error}");
        assert!(error.hint().unwrap().contains("blank:"));
    }
}

#[test]
fn a_million_moves_are_read_and_written() {
    let start = read("1 2/3 0").unwrap();
    let moves: Moves = [Direction::Right, Direction::Left].into_iter().cycle().take(1_000_000).collect();
    for &notation in MoveNotation::ALL {
        let text = written(&moves, &start, notation, Mover::Tile);
        assert!(read_moves(&text, &start, Mover::Tile).as_ref() == Ok(&moves), "{notation}");
    }
}

#[test]
fn numbers_of_illegal_moves_cannot_be_written() {
    let (start, _) = four_moves();
    let moves = Moves::from([Direction::Left, Direction::Down]);
    let error = write_moves(&mut Vec::new(), &moves, &start, MoveNotation::Numbers, Mover::Tile).unwrap_err();
    assert_eq!(error.to_string(), "move 2: no tile can move down here");
}
