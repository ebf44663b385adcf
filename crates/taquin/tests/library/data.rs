//! The data files are consistent: counts add up, and the hardest boards are distinct, solvable and as many as counted.

use std::collections::{HashMap, HashSet};

use taquin::{Board, Goal, Size, Task};

/// Rows, columns, blank, metric.
type Space = (usize, usize, String, String);

fn lines(text: &str) -> impl Iterator<Item = Vec<&str>> {
    text.lines().filter(|line| !line.starts_with('#')).map(|line| line.split_whitespace().collect())
}

/// Returns the counts of every complete line of `statespace.txt`.
fn spaces() -> HashMap<Space, Vec<u64>> {
    let mut spaces = HashMap::new();
    for line in lines(include_str!("../../data/statespace.txt")) {
        let [rows, cols, blank, metric, counts @ ..] = &line[..] else { panic!("too short: {line:?}") };
        let (rows, cols) = (rows.parse().unwrap(), cols.parse().unwrap());
        assert!(
            rows <= cols
                && ["corner", "edge", "centre"].contains(blank)
                && ["single", "multi"].contains(metric)
        );
        if counts.last() == Some(&"...") {
            continue;
        }
        let counts = counts.iter().map(|count| count.parse().unwrap()).collect();
        let before = spaces.insert((rows, cols, blank.to_string(), metric.to_string()), counts);
        assert!(before.is_none(), "{rows}x{cols} {blank} {metric} twice");
    }
    spaces
}

/// Returns the tiles of a board that is solvable for the goal with the blank last.
fn board(rows: usize, cols: usize, tiles: &[&str]) -> Vec<u16> {
    let tiles: Vec<u16> = tiles.iter().map(|tile| tile.parse().unwrap()).collect();
    let size = Size::new(rows, cols).unwrap();
    let task = Task::new(Board::new(size, &tiles).unwrap(), Goal::rows(size));
    assert!(task.is_ok(), "{tiles:?} cannot be solved");
    tiles
}

/// Returns the boards of a file of 15-puzzles, with their lengths.
fn fifteens(text: &str) -> Vec<(usize, Vec<u16>)> {
    let boards = lines(text).enumerate().map(|(i, line)| {
        let [id, optimal, tiles @ ..] = &line[..] else { panic!("too short: {line:?}") };
        assert_eq!(id.parse(), Ok(i + 1));
        (optimal.parse().unwrap(), board(4, 4, tiles))
    });
    let boards: Vec<_> = boards.collect();
    assert_eq!(boards.iter().collect::<HashSet<_>>().len(), boards.len(), "a board occurs twice");
    boards
}

#[test]
fn counts_add_up_to_half_of_all_permutations() {
    let spaces = spaces();
    assert_eq!(spaces.len(), 28);
    for ((rows, cols, blank, metric), counts) in spaces {
        let states = (3..=(rows * cols) as u64).product::<u64>();
        assert_eq!(counts.iter().sum::<u64>(), states, "{rows}x{cols} {blank} {metric}");
        assert_eq!(counts[0], 1);
    }
}

#[test]
fn the_hardest_boards_are_as_many_as_counted() {
    let spaces = spaces();
    let mut found: HashMap<Space, HashSet<Vec<u16>>> = HashMap::new();
    for line in lines(include_str!("../../data/hardest_small.txt")) {
        let [rows, cols, metric, distance, tiles @ ..] = &line[..] else { panic!("too short: {line:?}") };
        let (rows, cols) = (rows.parse().unwrap(), cols.parse().unwrap());
        let space = (rows, cols, "corner".to_string(), metric.to_string());
        assert_eq!(distance.parse(), Ok(spaces[&space].len() - 1), "{line:?}");
        assert!(found.entry(space).or_default().insert(board(rows, cols, tiles)), "{line:?} twice");
    }
    let fifteen = |metric: &str| (4, 4, "corner".to_string(), metric.to_string());
    let files = [
        ("single", include_str!("../../data/hardest15.txt")),
        ("multi", include_str!("../../data/hardest15_multi.txt")),
    ];
    for (metric, text) in files {
        let boards = fifteens(text);
        assert!(boards.iter().all(|(length, _)| *length == spaces[&fifteen(metric)].len() - 1));
        found.insert(fifteen(metric), boards.into_iter().map(|(_, tiles)| tiles).collect());
    }
    assert_eq!(found.len(), 16);
    for (space, boards) in found {
        assert_eq!(Some(&(boards.len() as u64)), spaces[&space].last(), "{space:?}");
    }
}

#[test]
fn the_six_hard_boards() {
    let six = fifteens(include_str!("../../data/hard6.txt"));
    assert_eq!(six.iter().map(|(length, _)| *length).collect::<Vec<_>>(), [70, 72, 74, 76, 78, 80]);
    let hardest = fifteens(include_str!("../../data/hardest15.txt"));
    assert!(hardest.iter().any(|(_, tiles)| *tiles == six[5].1));
}
