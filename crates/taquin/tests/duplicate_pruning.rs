//! Duplicate pruning by finite-state machine: it allows one path to every board, and IDA* finds the same with it.

mod common;

use common::{distances, goals, instance_board, instances};
use std::collections::{HashMap, HashSet};
use taquin::control::Control;
use taquin::geometry::{Geometry, Order};
use taquin::grid::{Flat, Grid, Packed16, Packed25};
use taquin::heuristic::{LinearConflict, Manhattan};
use taquin::scramble::Scrambler;
use taquin::search::Root;
use taquin::search::kernel::ida_star;
use taquin::{Board, Direction, Goal, Metric, Moves, Size};

fn size(rows: usize, cols: usize) -> Size {
    Size::new(rows, cols).unwrap()
}

fn with_blank_at(size: Size, blank: usize) -> Board {
    let mut numbers: Vec<u16> = (1..size.cells() as u16).collect();
    numbers.insert(blank, 0);
    Board::new(size, &numbers).unwrap()
}

/// Follows every list from a blank cell for `length` moves: no board may be reached twice, and all boards at that
/// distance must be reached, each by the first of its shortest paths.
fn allows_each_board_once(geometry: &Geometry, order: Order, length: usize) {
    for blank in 0..geometry.cells() {
        let start = with_blank_at(geometry.size(), blank);
        let mut allowed = vec![(Vec::new(), start.clone(), geometry.first_exit(blank, None))];
        let mut shortest: Vec<(Vec<Direction>, Board)> = vec![(Vec::new(), start.clone())];
        let mut met = HashSet::from([start]);
        for _ in 0..length {
            allowed = allowed.iter().flat_map(|path| onward(geometry, path)).collect();
            let mut layer = Vec::new();
            for (moves, board) in &shortest {
                for direction in order.directions() {
                    let Some(next) = board.slide(direction) else { continue };
                    if met.insert(next.clone()) {
                        layer.push((longer(moves, direction), next));
                    }
                }
            }
            shortest = layer;
            assert_eq!(allowed.len(), shortest.len(), "{} from cell {blank}", geometry.size());
            let same = allowed.iter().zip(&shortest).all(|(a, b)| (&a.0, &a.1) == (&b.0, &b.1));
            assert!(same, "{} from cell {blank}", geometry.size());
        }
    }
}

type Path = (Vec<Direction>, Board, u32);

fn onward(geometry: &Geometry, (moves, board, list): &Path) -> Vec<Path> {
    let exits = geometry.exit_lists()[*list as usize..].iter().map_while(|exit| *exit);
    exits
        .map(|exit| {
            let board = board.slide(exit.direction).expect("an exit stays on the board");
            assert_eq!(board.blank().index(), exit.from());
            (longer(moves, exit.direction), board, exit.onward)
        })
        .collect()
}

fn longer(moves: &[Direction], direction: Direction) -> Vec<Direction> {
    [moves, &[direction]].concat()
}

#[test]
fn no_two_allowed_sequences_reach_one_board_and_none_is_missing() {
    let other: Order = "blank:LDUR".parse().unwrap();
    let cases = [
        (1, 4, 6),
        (2, 2, 14),
        (2, 3, 22),
        (2, 5, 12),
        (3, 3, 13),
        (4, 3, 10),
        (4, 4, 10),
        (5, 5, 7),
        (4, 7, 6),
    ];
    for (rows, cols, length) in cases {
        for order in [Order::default(), other] {
            let geometry = Geometry::pruned(size(rows, cols), order, length);
            allows_each_board_once(&geometry, order, length);
        }
    }
}

#[test]
fn the_last_move_alone_forbids_only_the_way_back() {
    for (rows, cols, length) in [(2, 2, 8), (3, 3, 12), (4, 4, 8), (3, 5, 7)] {
        let size = size(rows, cols);
        let plain = Geometry::new(size, Order::default());
        let pruned = Geometry::pruned(size, Order::default(), length);
        for blank in 0..size.cells() {
            for last in Direction::SUCCESSOR_ORDER.map(Some).into_iter().chain([None]) {
                let exits = |geometry: &Geometry| -> Vec<(usize, Direction)> {
                    geometry.exits(blank, last).map(|exit| (exit.from(), exit.direction)).collect()
                };
                let came_from_outside =
                    last.is_some_and(|last| size.step(taquin::Cell::new(blank), last).is_none());
                assert!(came_from_outside || exits(&plain) == exits(&pruned), "{size} {blank} {last:?}");
            }
        }
    }
}

#[test]
fn up_to_two_moves_it_is_the_plain_table() {
    let size = size(4, 4);
    let plain = Geometry::new(size, Order::default());
    for length in 0..=2 {
        let pruned = Geometry::pruned(size, Order::default(), length);
        assert_eq!(pruned.exit_lists(), plain.exit_lists());
    }
}

fn linear_conflict<G: Grid>(start: &Board, goal: &Goal, geometry: &Geometry) -> (Moves, u64) {
    let root = Root::<G>::new(start, goal.board(), geometry);
    let outcome = ida_star(&root, &LinearConflict::new(goal), &Control::new());
    (outcome.moves.unwrap(), outcome.stats.generated)
}

fn lengths_are_shortest(size: Size, goals: &[Goal], every: usize) {
    let geometry = Geometry::pruned(size, Order::default(), 12);
    for goal in goals {
        let known: HashMap<Board, u32> = distances(goal);
        for (start, &distance) in known.iter().step_by(every) {
            let (moves, _) = linear_conflict::<Packed16>(start, goal, &geometry);
            assert_eq!(moves.len(Metric::Single) as u32, distance, "{start:?}");
        }
    }
}

#[test]
fn every_state_of_small_sizes_has_its_shortest_length() {
    lengths_are_shortest(size(2, 3), &goals(size(2, 3)), 1);
    lengths_are_shortest(size(2, 4), &goals(size(2, 4)), 1);
    lengths_are_shortest(size(3, 3), &[Goal::rows(size(3, 3))], 1);
}

#[test]
fn the_moves_are_those_without_pruning() {
    let mut scrambler = Scrambler::new(1993);
    for (size, walk, boards, length) in [
        (size(3, 3), 100, 200, 14),
        (size(4, 4), 60, 100, 10),
        (size(3, 5), 60, 50, 8),
        (size(5, 5), 40, 30, 8),
        (size(4, 7), 30, 20, 6),
    ] {
        let (mut plain_nodes, mut pruned_nodes) = (0, 0);
        let solve = match size.cells() {
            ..=16 => linear_conflict::<Packed16>,
            17..=25 => linear_conflict::<Packed25>,
            _ => linear_conflict::<Flat>,
        };
        for order in ["blank:ULRD", "blank:RDLU"].map(|order| order.parse::<Order>().unwrap()) {
            let plain = Geometry::new(size, order);
            let pruned = Geometry::pruned(size, order, length);
            for index in 0..boards {
                let goal = if index % 2 == 0 { Goal::rows(size) } else { Goal::blank_first(size) };
                let start = scrambler.walk(&goal, walk);
                let (expected, generated) = solve(&start, &goal, &plain);
                plain_nodes += generated;
                let (found, generated) = solve(&start, &goal, &pruned);
                pruned_nodes += generated;
                assert_eq!(found, expected, "{start:?}");
            }
        }
        assert!(pruned_nodes < plain_nodes, "{size}: {pruned_nodes} of {plain_nodes} nodes");
    }
}

/// The sums over five of Korf's boards: the larger one is his, the smaller one is the signature of the pruning.
#[test]
fn nodes_pruned_of_twelve_moves() {
    let mut instances = instances(include_str!("../../../data/korf100.txt"));
    instances.sort_by_key(|instance| instance[2]);
    let geometry = Geometry::pruned(size(4, 4), Order::default(), 12);
    let goal = Goal::blank_first(size(4, 4));
    let (mut plain, mut pruned) = (0, 0);
    for instance in &instances[..5] {
        let root = Root::<Packed16>::new(&instance_board(&instance[4..]), goal.board(), &geometry);
        let outcome = ida_star(&root, &Manhattan::new(&goal), &Control::new());
        plain += instance[2];
        pruned += outcome.stats.generated;
        assert_eq!(outcome.moves.unwrap().len(Metric::Single) as u64, instance[1]);
    }
    assert_eq!((plain, pruned), (3_895_166, 2_364_226));
}
