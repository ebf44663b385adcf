//! The tables and queries of the five course documents, answered by the library.

use crate::common::{board, distances, solve};
use taquin::solver::MethodOptions;
use taquin::{Board, Goal, ParitySum, PlacementQuery, Size, Task, Tile};

fn pairs(board: &Board) -> String {
    let pairs: Vec<String> = board.inversion_pairs().map(|(a, b)| format!("{a}-{b}")).collect();
    pairs.join(" ")
}

/// Princeton, odd width: two sequences of boards with their inversions.
#[test]
fn inversion_tables() {
    for (text, count, listed) in [
        ("1 2 3/4 5 6/8 7 0", 1, "8-7"),
        ("1 2 3/4 5 6/8 0 7", 1, "8-7"),
        ("1 2 3/4 0 6/8 5 7", 3, "6-5 8-5 8-7"),
        ("1 2 3/0 4 6/8 5 7", 3, "6-5 8-5 8-7"),
        ("1 2 3/4 6 7/8 5 0", 3, "6-5 7-5 8-5"),
        ("0 1 3/4 2 5/7 8 6", 4, "3-2 4-2 7-6 8-6"),
        ("1 0 3/4 2 5/7 8 6", 4, "3-2 4-2 7-6 8-6"),
        ("1 2 3/4 0 5/7 8 6", 2, "7-6 8-6"),
        ("1 2 3/4 5 0/7 8 6", 2, "7-6 8-6"),
        ("1 2 3/4 5 6/7 8 0", 0, ""),
    ] {
        let board = board(text);
        assert_eq!((board.inversions(), pairs(&board).as_str()), (count, listed), "{text}");
        assert_eq!(Task::new(board.clone(), Goal::rows(board.size())).is_ok(), count % 2 == 0, "{text}");
    }
}

/// Princeton, even width: blank row, inversions and their sum.
#[test]
fn blank_row_table() {
    for (text, blank_row, inversions, sum) in [
        ("1 2 3 4/5 6 0 8/9 10 7 11/13 14 15 12", 1, 6, 7),
        ("1 2 3 4/5 6 7 8/9 10 0 11/13 14 15 12", 2, 3, 5),
        ("1 2 3 4/5 6 7 8/9 10 11 0/13 14 15 12", 2, 3, 5),
        ("1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 0", 3, 0, 3),
    ] {
        let board = board(text);
        let parity = ParitySum::of(&board);
        assert_eq!(parity, ParitySum { inversions, blank_row: Some(blank_row) }, "{text}");
        assert_eq!((parity.sum(), parity.is_odd()), (sum, true), "{text}");
        assert!(Task::new(board.clone(), Goal::rows(board.size())).is_ok());
    }
}

#[test]
fn priorities_of_the_first_search_node() {
    let board = board("8 1 3/4 0 2/7 6 5");
    let goal = Goal::rows(board.size());
    assert_eq!((board.hamming(&goal), board.manhattan(&goal)), (5, 10));
    // The critical optimisation excludes the neighbour that is the previous board.
    let after = board.slide(taquin::Direction::Left).unwrap();
    assert_eq!(after, self::board("8 1 3/4 2 0/7 6 5"));
    assert_eq!(after.neighbours().filter(|(_, neighbour)| *neighbour == board).count(), 1);
    assert_eq!(after.neighbours().count(), 3);
}

/// The Prolog solver: move, inversions, solvable, hamming, coordinate, manhattan.
#[test]
fn prolog_queries() {
    let flat = |numbers: &[u16]| Board::from_flat(numbers).unwrap();
    let moves = |numbers: &[u16]| -> Vec<Vec<u16>> {
        flat(numbers).neighbours().map(|(_, board)| board.numbers().collect()).collect()
    };
    assert_eq!(
        moves(&[0, 3, 2, 4, 5, 1, 7, 8, 6]),
        [[3, 0, 2, 4, 5, 1, 7, 8, 6], [4, 3, 2, 0, 5, 1, 7, 8, 6]]
    );
    assert_eq!(
        moves(&[1, 3, 2, 4, 5, 0, 7, 8, 6]),
        [[1, 3, 0, 4, 5, 2, 7, 8, 6], [1, 3, 2, 4, 0, 5, 7, 8, 6], [1, 3, 2, 4, 5, 6, 7, 8, 0]]
    );
    assert_eq!(flat(&[1, 2, 3, 4, 0, 5, 6, 7, 8]).inversions(), 0);
    assert_eq!(flat(&[1, 2, 3, 0, 4, 6, 8, 5, 7]).inversions(), 3);
    assert_eq!(flat(&[1, 3, 4, 2, 5, 0, 7, 8, 6]).inversions(), 4);
    let size = Size::square(3).unwrap();
    assert!(Task::new(flat(&[1, 2, 3, 4, 0, 5, 6, 7, 8]), Goal::rows(size)).is_ok());
    assert!(Task::new(flat(&[1, 2, 3, 0, 4, 6, 8, 5, 7]), Goal::rows(size)).is_err());

    let goal = Goal::spiral(size);
    for (numbers, hamming, manhattan) in [
        ([1, 2, 3, 8, 0, 4, 7, 6, 5], 0, 0),
        ([1, 2, 3, 4, 0, 8, 7, 6, 5], 2, 4),
        ([1, 2, 0, 4, 3, 8, 7, 6, 5], 3, 6),
    ] {
        let board = flat(&numbers);
        assert_eq!((board.hamming(&goal), board.manhattan(&goal)), (hamming, manhattan), "{numbers:?}");
    }

    let board = flat(&[1, 2, 0, 4, 3, 8, 7, 6, 5]);
    let ask = |tile: Option<u16>, x, y| -> Vec<(u16, usize, usize)> {
        let query = PlacementQuery { tile: tile.map(Tile::new), x, y };
        board.coordinates(query).map(|found| (found.tile.number(), found.x, found.y)).collect()
    };
    assert_eq!(ask(Some(2), None, None), [(2, 1, 0)]);
    assert_eq!(ask(None, Some(1), Some(2)), [(6, 1, 2)]);
    assert_eq!(ask(None, None, Some(2)), [(7, 0, 2), (6, 1, 2), (5, 2, 2)]);
    assert_eq!(ask(None, None, None).len(), 9);
    assert_eq!(ask(Some(2), Some(0), None), []);
    assert_eq!(ask(Some(9), None, None), []);
}

/// The six starts of the coordinate program; their depths are for the goal in the program's source.
#[test]
fn depths_of_the_coordinate_program() {
    let starts: [(u32, [(usize, usize); 9]); 6] = [
        (4, [(2, 2), (1, 1), (3, 2), (2, 1), (3, 1), (3, 3), (2, 3), (1, 3), (1, 2)]),
        (5, [(2, 3), (1, 2), (1, 1), (3, 1), (3, 2), (3, 3), (2, 2), (1, 3), (2, 1)]),
        (6, [(1, 3), (1, 2), (1, 1), (3, 1), (3, 2), (3, 3), (2, 2), (2, 3), (2, 1)]),
        (7, [(1, 2), (1, 3), (1, 1), (3, 1), (3, 2), (3, 3), (2, 2), (2, 3), (2, 1)]),
        (8, [(2, 2), (1, 3), (1, 1), (3, 1), (3, 2), (3, 3), (1, 2), (2, 3), (2, 1)]),
        (18, [(2, 2), (2, 1), (1, 1), (3, 3), (1, 2), (2, 3), (3, 1), (1, 3), (3, 2)]),
    ];
    let goal = Goal::spiral(Size::square(3).unwrap());
    let distances = distances(&goal);
    for (depth, places) in starts {
        let start = Board::from_coordinates(&places.map(|(x, y)| (x - 1, y - 1))).unwrap();
        assert_eq!(distances[&start], depth);
        let solution = solve(&start, &goal, &MethodOptions::default()).into_solution().unwrap();
        assert_eq!(solution.moves().len(), depth as usize);
    }
}

/// Square boards from 1x1 to 127x127.
#[test]
fn any_n_from_1_to_127() {
    for n in 1..=127 {
        let size = Size::square(n).unwrap();
        let goal = Goal::rows(size);
        let board = goal.board();
        assert_eq!((board.hamming(&goal), board.manhattan(&goal), board.inversions()), (0, 0, 0));
        assert_eq!(board.neighbours().count(), if n == 1 { 0 } else { 2 });
        assert_eq!(board.twin().is_some(), n > 1);
        // In reverse order every pair of tiles is an inversion.
        let reversed: Vec<u16> = (0..size.cells() as u16).rev().collect();
        let tiles = size.cells() as u64 - 1;
        assert_eq!(Board::new(size, &reversed).unwrap().inversions(), tiles * tiles.saturating_sub(1) / 2);
    }
    assert!(Size::square(0).is_err() && Size::square(128).is_err());
}
