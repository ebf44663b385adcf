//! Perfect tables compared with plain enumeration: every board of the small sizes, several goals, both metrics.

use crate::common::board;
use taquin::Workers;
use taquin::control::{CancelToken, Control, Event, StopReason};
use taquin::tables::{DepthHistogram, PerfectKey, PerfectTable, boards_at, hardest_fifteen};
use taquin::{Board, Goal, Metric, Moves, Size};

fn build(goal: &Goal, metric: Metric) -> PerfectTable {
    let key = PerfectKey::of(goal, metric).unwrap();
    PerfectTable::build(key, Workers::new(2), &Control::new()).unwrap()
}

/// Returns every board from which a goal can be reached, in the order of a plain breadth-first search, with its
/// distance. It swaps bytes, marks visited boards by their lexicographic rank, and shares no code with the library.
fn enumerated(goal: &Goal, metric: Metric) -> Vec<(Vec<u8>, u32)> {
    let (rows, cols) = (goal.size().rows(), goal.size().cols());
    let start: Vec<u8> = goal.board().numbers().map(|number| number as u8).collect();
    let mut seen = vec![false; (1..=start.len()).product()];
    seen[place(&start)] = true;
    let mut boards = vec![(start, 0)];
    let mut next = 0;
    while next < boards.len() {
        let depth = boards[next].1 + 1;
        for (down, right) in [(1, 0), (0, 1), (-1, 0), (0, -1)] {
            let mut board = boards[next].0.clone();
            let mut blank = board.iter().position(|&tile| tile == 0).unwrap();
            loop {
                let row = (blank / cols).wrapping_add_signed(down);
                let col = (blank % cols).wrapping_add_signed(right);
                if row >= rows || col >= cols {
                    break;
                }
                board.swap(blank, row * cols + col);
                blank = row * cols + col;
                if !std::mem::replace(&mut seen[place(&board)], true) {
                    boards.push((board.clone(), depth));
                }
                if metric == Metric::Single {
                    break;
                }
            }
        }
        next += 1;
    }
    boards
}

fn place(tiles: &[u8]) -> usize {
    let mut number = 0;
    for (at, tile) in tiles.iter().enumerate() {
        let smaller = tiles[at + 1..].iter().map(|other| usize::from(other < tile)).sum::<usize>();
        number = number * (tiles.len() - at) + smaller;
    }
    number
}

fn board_of(size: Size, tiles: &[u8]) -> Board {
    let numbers: Vec<u16> = tiles.iter().map(|&tile| tile.into()).collect();
    Board::new(size, &numbers).unwrap()
}

/// Returns the boards at a distance, sorted.
fn known_at(size: Size, known: &[(Vec<u8>, u32)], depth: u32) -> Vec<Board> {
    let mut boards: Vec<Board> =
        known.iter().filter(|known| known.1 == depth).map(|known| board_of(size, &known.0)).collect();
    boards.sort_unstable();
    boards
}

/// Returns goals with the blank in a corner, on an edge and elsewhere, tall and wide.
fn goals() -> Vec<Goal> {
    [
        "1 2/3 0",
        "0 3/2 1",
        "3 0/1 2",
        "1 2 3/4 5 0",
        "5 0 4/3 2 1",
        "1 2 3/4 0 5",
        "2 1/0 5/3 4",
        "1 2 3 4/5 6 7 0",
        "7 6 0 5/4 3 2 1",
        "1 2 3 4/0 5 6 7",
        "1 2/3 4/0 7/5 6",
        "1 2 3/4 5 6/7 8 0",
        "8 7 6/0 5 4/3 2 1",
        "1 2 3/8 0 4/7 6 5",
        "0 1 2/3 4 5/6 7 8",
    ]
    .map(|text| Goal::from(board(text)))
    .into()
}

#[test]
#[ignore = "slow; run by `cargo xtask test`"]
fn every_board_has_the_distance_of_the_enumeration() {
    for goal in goals() {
        check(&goal, Metric::Single);
        check(&goal, Metric::Multi);
    }
}

// 1,814,400 boards each, so fewer goals: the blank in a corner, in the middle of a long side and beside a corner.

#[test]
#[ignore = "slow; run by `cargo xtask test`"]
fn every_board_of_2x5() {
    let goal = Goal::from(board("1 2 3 4 5/6 7 8 9 0"));
    check(&goal, Metric::Single);
    check(&goal, Metric::Multi);
}

#[test]
#[ignore = "slow; run by `cargo xtask test`"]
fn every_board_of_2x5_with_the_blank_in_the_middle() {
    let goal = Goal::from(board("9 8 0 7 6/5 4 3 2 1"));
    check(&goal, Metric::Single);
    check(&goal, Metric::Multi);
}

#[test]
#[ignore = "slow; run by `cargo xtask test`"]
fn every_board_of_5x2() {
    // The tables of 2x5, read through a transposition; both metrics are checked there.
    check(&Goal::from(board("1 2/3 0/4 5/6 7/8 9")), Metric::Multi);
}

fn check(goal: &Goal, metric: Metric) {
    let size = goal.size();
    let known = enumerated(goal, metric);
    let table = build(goal, metric);
    let distances = table.for_goal(goal).unwrap();
    assert_eq!(table.counts().iter().sum::<u64>(), known.len() as u64);
    let mut moves = Vec::new();
    for (tiles, distance) in &known {
        let start = board_of(size, tiles);
        assert_eq!(distances.moves_into(&start, &mut moves), Some(*distance), "{start} {metric}");
        let path: Moves = moves.iter().copied().collect();
        assert_eq!(path.apply(&start).as_ref(), Ok(goal.board()));
        assert_eq!(path.len_in(metric), *distance as usize, "{start} {metric}");
    }
    let twin = goal.board().twin().unwrap();
    assert_eq!(distances.distance(&twin), None);
    let histogram = DepthHistogram::count(goal, metric, 1000, Workers::new(2), &Control::new()).unwrap();
    assert_eq!(histogram.counts(), table.counts());
    assert_eq!(histogram.antipodes(), known_at(size, &known, known.last().unwrap().1));
}

#[test]
fn the_boards_at_a_distance_are_all_of_them() {
    let goal = Goal::rows(Size::new(3, 3).unwrap());
    for metric in [Metric::Single, Metric::Multi] {
        let known = enumerated(&goal, metric);
        for depth in [0, 1, 5, 12, 24] {
            let expected = known_at(goal.size(), &known, depth);
            let count = expected.len() as u64;
            let wanted: Vec<(u32, u64)> = (0..=count).rev().map(|number| (depth, number)).collect();
            let found = boards_at(&goal, metric, &wanted, Workers::ONE, &Control::new()).unwrap();
            assert_eq!(found[0], None, "one more than there are");
            let mut found: Vec<Board> = found.into_iter().flatten().collect();
            found.sort_unstable();
            assert_eq!(found, expected, "{depth} {metric}");
        }
    }
}

#[test]
fn workers_and_stopping() {
    let goal = Goal::spiral(Size::new(3, 3).unwrap());
    for metric in [Metric::Single, Metric::Multi] {
        let key = PerfectKey::of(&goal, metric).unwrap();
        let one = PerfectTable::build(key, Workers::ONE, &Control::new()).unwrap();
        assert_eq!(one.counts(), build(&goal, metric).counts());
        let mut layers = 0;
        let token = CancelToken::new();
        let control = Control::new().with_cancel_token(token.clone()).on_event(|event| {
            if let Event::Layer { depth, .. } = event {
                layers += 1;
                assert_eq!(*depth, layers);
                if layers == 3 {
                    token.cancel();
                }
            }
        });
        let stopped = PerfectTable::build(key, Workers::ONE, &control);
        assert_eq!(stopped.err(), Some(StopReason::Cancelled));
        drop(control);
        assert_eq!(layers, 3);
        // A table is for its own goals only.
        assert!(one.for_goal(&Goal::rows(goal.size())).is_none());
        assert!(one.for_goal(&Goal::rows(Size::new(2, 2).unwrap())).is_none());
    }
    for (rows, cols) in [(1, 5), (7, 1), (2, 7), (4, 4), (1, 1)] {
        assert_eq!(PerfectKey::of(&Goal::rows(Size::new(rows, cols).unwrap()), Metric::Single), None);
    }
}

/// Compares the published counts and hardest boards.
fn equals_the_known_table(rows: usize, cols: usize, metric: Metric) {
    let lines = |text: &'static str| text.lines().filter(|line| !line.starts_with('#'));
    let size = Size::new(rows, cols).unwrap();
    let other = |row: usize, col: usize| {
        let mut tiles: Vec<u16> = (1..size.cells() as u16).collect();
        tiles.insert(row * cols + col, 0);
        Goal::from(Board::new(size, &tiles).unwrap())
    };
    let mut compared = 0;
    for (blank, goal) in [("corner", Goal::rows(size)), ("edge", other(0, 1)), ("centre", other(1, 1))] {
        let start = format!("{rows} {cols} {blank} {metric} ");
        let mut known =
            lines(include_str!("../../data/statespace.txt")).filter_map(|l| l.strip_prefix(&start));
        let Some(known) = known.next() else { continue };
        let known: Vec<u64> = known.split(' ').map(|count| count.parse().unwrap()).collect();
        let histogram = DepthHistogram::count(&goal, metric, 100, Workers::new(2), &Control::new()).unwrap();
        assert_eq!(histogram.counts(), known, "{start}");
        compared += 1;
        if blank == "corner" {
            let start = format!("{rows} {cols} {metric} {} ", histogram.diameter());
            let hardest = lines(include_str!("../../data/hardest_small.txt"));
            let numbers = hardest.filter_map(|line| line.strip_prefix(&start));
            let mut hardest: Vec<Board> = numbers
                .map(|line| line.split(' ').map(|number| number.parse().unwrap()).collect::<Vec<u16>>())
                .map(|numbers| Board::new(size, &numbers).unwrap())
                .collect();
            hardest.sort_unstable();
            assert_eq!(histogram.antipodes(), hardest, "{start}");
        }
    }
    assert!(compared > 0, "{size} {metric} is not in the table");
}

#[test]
fn counts_and_hardest_boards_are_as_published() {
    for (rows, cols) in [(2, 2), (2, 3), (2, 4), (2, 5), (3, 3)] {
        equals_the_known_table(rows, cols, Metric::Single);
        equals_the_known_table(rows, cols, Metric::Multi);
    }
}

#[test]
#[ignore = "slow; run by `cargo xtask test`"]
fn counts_and_hardest_boards_of_twelve_cells() {
    for metric in [Metric::Single, Metric::Multi] {
        equals_the_known_table(2, 6, metric);
        equals_the_known_table(3, 4, metric);
    }
}

#[test]
fn the_listed_fifteen_puzzles_are_those_of_the_data_files() {
    let size = Size::square(4).unwrap();
    for (metric, text) in [
        (Metric::Single, include_str!("../../data/hardest15.txt")),
        (Metric::Multi, include_str!("../../data/hardest15_multi.txt")),
    ] {
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        let numbers =
            lines.map(|line| line.split(' ').skip(2).map(|number| number.parse().unwrap()).collect());
        let mut known: Vec<Board> =
            numbers.map(|numbers: Vec<u16>| Board::new(size, &numbers).unwrap()).collect();
        known.sort_unstable();
        assert_eq!(hardest_fifteen(&Goal::rows(size), metric), Some(known.clone()));
        // Rotated by half a turn: cell i becomes cell 15 - i, and tile t, whose goal cell is t - 1, the one whose goal
        // cell is 16 - t.
        let mut turned: Vec<Board> = known
            .iter()
            .map(|board| {
                let numbers: Vec<u16> = board
                    .numbers()
                    .collect::<Vec<_>>()
                    .into_iter()
                    .rev()
                    .map(|n| if n == 0 { 0 } else { 16 - n })
                    .collect();
                Board::new(size, &numbers).unwrap()
            })
            .collect();
        turned.sort_unstable();
        assert_eq!(hardest_fifteen(&Goal::blank_first(size), metric), Some(turned));
        assert_eq!(hardest_fifteen(&Goal::spiral(size), metric), None);
        assert_eq!(hardest_fifteen(&Goal::rows(Size::new(2, 8).unwrap()), metric), None);
    }
}

#[test]
fn single_rows_and_columns() {
    let histogram = |text: &str, metric| {
        let goal = Goal::from(board(text));
        DepthHistogram::count(&goal, metric, 9, Workers::ONE, &Control::new()).unwrap()
    };
    assert_eq!(histogram("1 2 0 3", Metric::Single).counts(), [1, 2, 1]);
    assert_eq!(histogram("1 2 0 3", Metric::Single).antipodes(), [board("0 1 2 3")]);
    assert_eq!(histogram("1/2/0/3", Metric::Multi).counts(), [1, 3]);
    assert_eq!(histogram("0", Metric::Single).counts(), [1]);
}
