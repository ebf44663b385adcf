//! What must hold for any bytes: nothing panics, and whatever is read can be written and read again.
//!
//! Each function takes the bytes of one fuzz case. They need no fuzzer: the test `fuzz_seeds` of the program includes this file
//! and calls them, too.

mod files;
mod messages;

pub use files::{audit_tables, benchmarks, catalogues, tables};
pub use messages::messages;

use taquin::notation::{
    Columns, Dialect, MoveNotation, Mover, Notation, ParseError, Record, SolutionText, Transcript,
    Unrepresentable, read, read_all, read_moves, read_solution, read_solutions, write, write_moves,
};
use taquin::{Board, Direction, Goal, Moves, Size};

/// Reads any bytes as boards, and what was read in every notation.
pub fn boards(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    match read_all(&text) {
        Ok(records) => {
            records.iter().for_each(|record| board_survives(&record.board));
            collection_survives(&records);
            assert_eq!(read(&text).is_ok(), records.len() == 1, "read and read_all disagree on {text:?}");
        }
        Err(error) => error_is_sound(&error, &text),
    }
    for columns in ["id,board", "-,length,board"] {
        let columns: Columns = columns.parse().expect("columns that exist");
        match columns.read(&text) {
            Ok(records) => records.iter().for_each(|record| board_survives(&record.board)),
            Err(error) => error_is_sound(&error, &text),
        }
    }
}

/// Reads any bytes as moves on a board that the first byte chooses.
pub fn moves(data: &[u8]) {
    let Some((&choice, rest)) = data.split_first() else { return };
    let start = some_start(choice);
    let text = String::from_utf8_lossy(rest);
    for &mover in Mover::ALL {
        match read_moves(&text, &start, mover) {
            Ok(moves) => moves_survive(&start, &moves),
            Err(error) => error_is_sound(&error, &text),
        }
    }
}

/// Reads any bytes as a solution of a board that the first byte chooses.
pub fn solutions(data: &[u8]) {
    let Some((&choice, rest)) = data.split_first() else { return };
    let start = some_start(choice);
    let text = String::from_utf8_lossy(rest);
    match read_solution(&text, &start, Mover::Tile) {
        Ok(SolutionText::Boards { boards, .. }) => {
            boards.iter().for_each(|record| board_survives(&record.board));
        }
        Ok(SolutionText::Moves { moves, illegal, .. }) => {
            moves_survive(&start, &moves);
            dialects_survive(&start, &moves);
            if let Some(illegal) = illegal {
                assert_eq!(illegal.index, moves.as_slice().len(), "the illegal move follows the legal ones");
            }
        }
        Ok(SolutionText::Unsolvable | SolutionText::Length(_)) => {}
        Err(error) => error_is_sound(&error, &text),
    }
    match read_solutions(&text, &start, Mover::Tile) {
        Ok(list) => {
            let moves = list.iter().filter_map(|solution| match solution {
                SolutionText::Moves { moves, .. } => Some(moves),
                _ => None,
            });
            moves.for_each(|moves| moves_survive(&start, moves));
        }
        Err(error) => error_is_sound(&error, &text),
    }
    for &dialect in Dialect::ALL {
        match dialect.read_solution(&text, &start, Mover::Tile) {
            Ok(SolutionText::Moves { moves, .. }) => moves_survive(&start, &moves),
            Ok(_) => {}
            Err(error) => error_is_sound(&error, &text),
        }
    }
}

/// Builds a board and a walk from any bytes, and takes them through every notation and dialect.
pub fn structured(data: &[u8]) {
    let mut bytes = data.iter().copied();
    let mut next = || usize::from(bytes.next().unwrap_or_default());
    // Mostly small boards, because they are quick; now and then one of any size.
    let most = if next() % 64 == 63 { Size::MAX_SIDE } else { 9 };
    let size = Size::new(1 + next() % most, 1 + next() % most).expect("both sides are in range");
    let mut numbers: Vec<u16> = (0..size.cells() as u16).collect();
    for last in (1..numbers.len()).rev() {
        numbers.swap(last, (next() << 8 | next()) % (last + 1));
    }
    let start = Board::new(size, &numbers).expect("swaps keep a permutation");
    board_survives(&start);

    let mut board = start.clone();
    let mut moves = Moves::new();
    for byte in bytes.take(64) {
        let mut neighbours: Vec<(Direction, Board)> = board.neighbours().collect();
        if neighbours.is_empty() {
            break;
        }
        let (direction, after) = neighbours.swap_remove(usize::from(byte) % neighbours.len());
        moves.push(direction);
        board = after;
    }
    moves_survive(&start, &moves);
    if size.cells() <= 400 {
        dialects_survive(&start, &moves);
    }
}

/// A board to start from: of every shape, with the blank in different places.
fn some_start(choice: u8) -> Board {
    const SHAPES: [(usize, usize); 8] = [(1, 1), (1, 2), (2, 1), (2, 2), (2, 3), (3, 3), (4, 4), (1, 9)];
    let (rows, cols) = SHAPES[usize::from(choice) % SHAPES.len()];
    let size = Size::new(rows, cols).expect("the shapes are in range");
    let goal = if choice & 8 == 0 { Goal::rows(size) } else { Goal::spiral(size) };
    goal.board().clone()
}

fn board_survives(board: &Board) {
    for &notation in Notation::ALL {
        let text = match write(board, notation) {
            Ok(text) => text,
            Err(Unrepresentable { .. }) => continue,
        };
        assert_eq!(read(&text).as_ref(), Ok(board), "{notation}: {text:?}");
    }
}

/// Several boards in one text, with blank lines between them.
fn collection_survives(records: &[Record]) {
    for &notation in Notation::ALL {
        let texts: Result<Vec<String>, Unrepresentable> =
            records.iter().map(|record| write(&record.board, notation)).collect();
        let Ok(texts) = texts else { continue };
        let text = texts.join("\n\n");
        let again = read_all(&text).unwrap_or_else(|error| panic!("{notation}: {text:?}: {error}"));
        let boards = |records: &[Record]| records.iter().map(|r| r.board.clone()).collect::<Vec<_>>();
        assert_eq!(boards(&again), boards(records), "{notation}: {text:?}");
    }
}

fn moves_survive(start: &Board, moves: &Moves) {
    assert!(moves.apply(start).is_ok(), "moves that were read are legal");
    for &notation in MoveNotation::ALL {
        for &mover in Mover::ALL {
            let mut text = Vec::new();
            write_moves(&mut text, moves, start, notation, mover).expect("legal moves can be written");
            let text = String::from_utf8(text).expect("moves are written as ASCII");
            for &assumed in Mover::ALL {
                assert_eq!(read_moves(&text, start, assumed).as_ref(), Ok(moves), "{notation}: {text:?}");
            }
        }
    }
}

fn dialects_survive(start: &Board, moves: &Moves) {
    // A fuzz case of a few bytes can mean thousands of moves; every dialect would write them all.
    if moves.as_slice().len() > 200 {
        return;
    }
    let transcript = Transcript {
        start,
        moves,
        metric: taquin::Metric::Multi,
        minimal: true,
        heuristic: &|_| 7,
        max_queue: Some(9),
        stats: Some(taquin::search::Stats { expanded: 7, ..Default::default() }),
        move_notation: MoveNotation::Counted,
        mover: Mover::Blank,
    };
    for &dialect in Dialect::ALL {
        let mut text = Vec::new();
        dialect.write_solution(&mut text, &transcript).expect("legal moves can be written");
        let text = String::from_utf8(text).expect("dialects are written as ASCII");
        match dialect.read_solution(&text, start, Mover::Tile) {
            Ok(SolutionText::Length(length)) => assert_eq!(length, moves.as_slice().len()),
            Ok(SolutionText::Boards { boards, .. }) => {
                assert!(boards.into_iter().map(|record| record.board).eq(moves.boards(start)), "{text:?}");
            }
            Ok(SolutionText::Moves { moves: again, illegal: None, .. }) => {
                assert_eq!(again, *moves, "{text:?}");
            }
            other => panic!("{dialect}: {text:?}: {other:?}"),
        }
    }
}

/// An error has a message without line breaks and points into the text.
fn error_is_sound(error: &ParseError, text: &str) {
    assert!(!error.to_string().contains('\n'), "{error}");
    error.hint();
    let lines = text.split('\n').count();
    assert!((1..=lines).contains(&error.line), "line {} of {lines}", error.line);
    let line = text.split('\n').nth(error.line - 1).unwrap_or_default();
    assert!((1..=line.chars().count() + 1).contains(&error.column), "column {} of {line:?}", error.column);
}
