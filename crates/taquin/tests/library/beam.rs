//! Beam search: every solution leads to the goal, a beam that keeps everything is optimal, and limits hold.

use crate::common::{Ticking, solve};
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use std::{fs, iter};
use taquin::Workers;
use taquin::control::{Control, StopReason};
use taquin::internals::large::{Beam, BeamWidth, Weights};
use taquin::scramble::Scrambler;
use taquin::search::Stats;
use taquin::solver::{Algorithm, MethodOption, MethodOptions, Solver};
use taquin::{Board, Goal, Moves, Puzzle, Size};

fn goals(size: Size, scrambler: &mut Scrambler) -> [Goal; 4] {
    [Goal::rows(size), Goal::blank_first(size), Goal::spiral(size), Goal::from(scrambler.any(size))]
}

fn length(beam: &Beam, start: &Board, width: usize, workers: usize) -> Option<usize> {
    let workers = Workers::new(workers);
    let found = beam.search(start, BeamWidth::Fixed(width), None, workers, &Control::new());
    assert_eq!(found.stopped, None);
    found.moves.map(|moves| moves.len())
}

#[test]
fn every_solution_leads_to_the_goal() {
    let mut scrambler = Scrambler::seeded(1);
    for (rows, cols) in
        [(2, 2), (2, 3), (3, 2), (2, 5), (3, 3), (4, 3), (4, 4), (3, 6), (5, 5), (4, 7), (6, 6)]
    {
        let size = Size::new(rows, cols).unwrap();
        for goal in goals(size, &mut scrambler) {
            let beam = Beam::new(&goal, Workers::ONE).unwrap();
            for workers in [1, 3].map(Workers::new) {
                let start = scrambler.walk(&goal, 150);
                let found = beam.search(&start, BeamWidth::Fixed(2000), None, workers, &Control::new());
                // Without learned weights a narrow beam sometimes finds no solution.
                assert!(
                    found.moves.is_some() || (size.cells() > 16 && !Weights::are_trained(size)),
                    "{size}"
                );
                if let Some(moves) = found.moves {
                    assert_eq!(moves.apply(&start).as_ref(), Ok(goal.board()), "{size}");
                }
            }
        }
    }
}

/// A beam as wide as the state space is a breadth-first search, whatever the goal cell of the blank.
#[test]
fn a_beam_that_keeps_everything_is_optimal() {
    let mut scrambler = Scrambler::seeded(2);
    for (rows, cols) in [(2, 3), (3, 3)] {
        for goal in goals(Size::new(rows, cols).unwrap(), &mut scrambler) {
            let beam = Beam::new(&goal, Workers::ONE).unwrap();
            for _ in 0..10 {
                let start = scrambler.solvable(&goal);
                let optimal = solve(&start, &goal, &MethodOptions::default()).into_solution().unwrap();
                assert_eq!(length(&beam, &start, 40_000, 2), Some(optimal.len()));
            }
        }
    }
}

/// What training uses: the boards of a solution, one slide apart, and another board of each of their layers.
#[test]
fn a_demonstration_has_the_boards_of_its_layers() {
    let size = Size::square(4).unwrap();
    let goal = Goal::rows(size);
    let beam = Beam::new(&goal, Workers::ONE).unwrap();
    let start = Scrambler::seeded(9).walk(&goal, 60);
    let demonstrate = |seed| beam.demonstrate(&start, 500, 100, seed).unwrap();
    let found = demonstrate(1);
    assert_eq!(found, demonstrate(1));
    assert_ne!(found.competitors, demonstrate(2).competitors);
    assert_eq!(Some(found.path.len() - 1), length(&beam, &start, 500, 1));
    let home: Vec<u8> = (0..16).collect();
    assert_eq!(found.path.last(), Some(&home));
    let distance = |a: &[u8], b: &[u8]| iter::zip(a, b).filter(|(a, b)| a != b).count();
    assert!(found.path.windows(2).all(|pair| distance(&pair[0], &pair[1]) == 2));
    assert_eq!(found.competitors.len(), found.path.len() - 2);
    // The blank changes colour with each move, as on a chessboard.
    let colour = |board: &[u8]| (board[0] / 4 + board[0] % 4) % 2;
    for (board, other) in iter::zip(&found.path[1..], &found.competitors) {
        assert_eq!(colour(other), colour(board));
        let mut sorted = other.clone();
        sorted.sort_unstable();
        assert_eq!(sorted, home);
    }
    assert_eq!(beam.demonstrate(&start, 500, 2, 1), None);
}

/// Layers of more than 2000 boards are divided among the threads, into more than one batch for each cell of the blank.
#[test]
fn the_number_of_threads_changes_nothing() {
    for (rows, cols, width) in [(3, 4, 60_000), (5, 5, 5000), (4, 7, 3000)] {
        let goal = Goal::rows(Size::new(rows, cols).unwrap());
        let beam = Beam::new(&goal, Workers::ONE).unwrap();
        let start = Scrambler::seeded(8).walk(&goal, 300);
        let search = |workers: usize| {
            let (width, workers) = (BeamWidth::Fixed(width), Workers::new(workers));
            let found = beam.search(&start, width, Some(1000), workers, &Control::new());
            (found.moves, found.stats.expanded, found.stats.generated)
        };
        let alone = search(1);
        assert!(alone.1 > 20_000, "{}", alone.1);
        assert_eq!(search(2), alone);
        assert_eq!(search(3), alone);
    }
}

/// The best children of a narrow beam often have nearly the same estimate; some of them are expanded nevertheless.
#[test]
fn narrow_beams_go_on_to_the_last_layer() {
    const BELOW: usize = 80;
    let mut scrambler = Scrambler::seeded(9);
    for (rows, cols) in [(3, 3), (4, 4), (5, 5), (6, 6)] {
        let goal = Goal::rows(Size::new(rows, cols).unwrap());
        let beam = Beam::new(&goal, Workers::ONE).unwrap();
        for width in [1, 2, 3] {
            let start = scrambler.solvable(&goal);
            let width = BeamWidth::Fixed(width);
            let found = beam.search(&start, width, Some(BELOW), Workers::ONE, &Control::new());
            assert!(
                found.moves.is_some() || found.stats.expanded >= BELOW as u64 - 1,
                "{rows}x{cols} {width:?}"
            );
        }
    }
}

#[test]
#[cfg_attr(not(feature = "models"), ignore = "needs trained weights")]
fn only_solutions_below_a_length_are_found() {
    let goal = Goal::rows(Size::square(5).unwrap());
    let beam = Beam::new(&goal, Workers::ONE).unwrap();
    let start = Scrambler::seeded(3).walk(&goal, 200);
    let first = length(&beam, &start, 100, 1).unwrap();
    let search =
        |below| beam.search(&start, BeamWidth::Fixed(100), Some(below), Workers::ONE, &Control::new()).moves;
    assert_eq!(search(first + 1).map(|moves| moves.len()), Some(first));
    assert_eq!(search(first), None);
    assert_eq!(search(0), None);
}

#[test]
fn limits_hold() {
    let goal = Goal::rows(Size::square(6).unwrap());
    let beam = Beam::new(&goal, Workers::ONE).unwrap();
    let start = Scrambler::seeded(4).solvable(&goal);
    let stopped = |control: Control, reason: StopReason| -> Stats {
        let found = beam.search(&start, BeamWidth::Fixed(1000), None, Workers::new(2), &control);
        assert_eq!((found.moves, found.stopped), (None, Some(reason)));
        found.stats
    };
    let stats = stopped(Control::new().node_limit(5000), StopReason::Nodes);
    assert!(stats.expanded <= 5000);
    stopped(Control::new().time_limit(Duration::ZERO), StopReason::Time);
    let stats = stopped(Control::new().memory_limit(10_000), StopReason::Memory);
    assert_eq!(stats.bytes, 0);
}

/// On a clock that advances by a millisecond whenever it is read, so that polls use up the time.
#[test]
fn a_beam_is_done_in_time() {
    let goal = Goal::rows(Size::square(6).unwrap());
    let beam = Beam::new(&goal, Workers::ONE).unwrap();
    let start = Scrambler::seeded(6).walk(&goal, 500);
    for seconds in [8, 30] {
        let time = Duration::from_secs(seconds);
        let control = Control::new().with_clock(Ticking::by(Duration::from_millis(1))).time_limit(time);
        let width = BeamWidth::Timed { deadline: time, expected_moves: 150, max: 20_000 };
        let found = beam.search(&start, width, None, Workers::ONE, &control);
        assert!(found.moves.is_some(), "{seconds} s: {:?}", found.stopped);
        assert!(found.stats.elapsed <= time);
    }
}

#[test]
#[ignore = "slow; run by `cargo xtask test`"]
fn sizes_and_goals_without_a_beam() {
    let goal = |rows, cols| Goal::rows(Size::new(rows, cols).unwrap());
    assert!(Beam::new(&goal(1, 8), Workers::ONE).is_none());
    assert!(Beam::new(&goal(8, 13), Workers::ONE).is_none());
    assert!(Beam::new(&goal(10, 10), Workers::ONE).is_some());
    let weights = Weights::untrained(Size::new(3, 4).unwrap());
    assert!(Beam::with_weights(&goal(3, 3), &weights, Workers::ONE).is_none());
    assert!(Beam::with_weights(&goal(4, 3), &weights, Workers::ONE).is_some());
    assert!(Beam::with_weights(&Goal::spiral(Size::new(3, 4).unwrap()), &weights, Workers::ONE).is_none());
}

/// A file stores the learned weights, to a hundredth of a move for all but the largest.
#[test]
fn weights_survive_serialization() {
    for (rows, cols) in [(3, 3), (2, 4)] {
        let size = Size::new(rows, cols).unwrap();
        let weights = Weights::untrained(size);
        let bytes = weights.to_bytes();
        let read = Weights::from_bytes(size, size, &bytes).unwrap();
        assert_eq!(read.to_bytes(), bytes);
        assert_eq!(Weights::from_bytes(size, size, &bytes[1..]), None);
        assert_eq!(Weights::from_bytes(size, size, &[]), None);
        let cells = size.cells();
        for (tile, other) in (0..cells).flat_map(|tile| (0..tile).map(move |other| (tile, other))) {
            for (at, there) in (0..cells).flat_map(|at| (0..at).map(move |there| (at, there))) {
                let [before, after] =
                    [&weights, &read].map(|weights| weights.pair((tile, at), (other, there)));
                assert!((before - after).abs() < 0.03, "{before} {after}");
            }
        }
    }
}

/// The goal has the lowest estimate of all boards near it, whatever the weights.
#[test]
fn the_goal_has_the_lowest_estimate() {
    for side in 3..=10 {
        let goal = Goal::rows(Size::square(side).unwrap());
        let symmetry = taquin::internals::goal_symmetry::GoalSymmetry::all(&goal).swap_remove(0);
        let weights = Weights::for_size(goal.size());
        let estimate = |board: &Board| {
            let mut cells = vec![0; board.size().cells()];
            for (cell, &tile) in board.tiles().iter().enumerate() {
                cells[symmetry.home(tile)] = symmetry.cell(taquin::Cell::new(cell)) as u8;
            }
            weights.estimate(&cells)
        };
        let home = estimate(goal.board());
        let mut scrambler = Scrambler::seeded(5);
        for _ in 0..100 {
            let start = scrambler.walk(&goal, 400);
            assert!(start == *goal.board() || estimate(&start) > home, "{start}");
        }
    }
}

/// Solves a board with a narrow beam; returns the moves and the names of the models that were loaded.
fn with_models(puzzle: &Puzzle, load: fn(&str) -> Option<Vec<u8>>) -> (Moves, Vec<String>) {
    let names: Arc<Mutex<Vec<String>>> = Arc::default();
    let loaded = Arc::clone(&names);
    let load = move |name: &str| {
        loaded.lock().unwrap().push(name.to_owned());
        load(name)
    };
    let builder = Solver::builder().threads(1).models(load).algorithm(Algorithm::Beam);
    let solver = builder.option(MethodOption::BeamWidth, "300").unwrap().build().unwrap();
    let moves = solver.solve(puzzle).unwrap().solution.unwrap().moves().clone();
    let names = names.lock().unwrap().clone();
    (moves, names)
}

#[test]
fn models_are_loaded_when_a_size_needs_them() {
    let read = |name: &str| fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("models").join(name)).ok();
    for (rows, cols, name) in [(5, 5, "5x5.pairs"), (4, 6, "5x5.pairs"), (6, 6, "6x6.pairs")] {
        let goal = Goal::rows(Size::new(rows, cols).unwrap());
        let puzzle = Puzzle::new(Scrambler::seeded(7).solvable(&goal), goal).unwrap();
        let (trained, names) = with_models(&puzzle, read);
        assert!(iter::repeat_n(name, names.len()).eq(names.iter()) && !names.is_empty(), "{names:?}");
        // A file that is missing or damaged costs some moves and no answer.
        let (missing, _) = with_models(&puzzle, |_| None);
        let (damaged, _) = with_models(&puzzle, |_| Some(vec![7; 5000]));
        assert_eq!(missing, damaged);
        assert_ne!(missing, trained);
        if cfg!(feature = "models") {
            let builder = Solver::builder().threads(1).algorithm(Algorithm::Beam);
            let solver = builder.option(MethodOption::BeamWidth, "300").unwrap().build().unwrap();
            assert_eq!(*solver.solve(&puzzle).unwrap().solution.unwrap().moves(), trained);
        }
    }
}
