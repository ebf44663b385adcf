//! Beam search: every solution leads to the goal, a beam that keeps everything is optimal, and limits hold.

use crate::common::{Ticking, solve};
use std::time::Duration;
use taquin::Workers;
use taquin::control::{Control, StopReason};
use taquin::internals::large::{Beam, BeamWidth, Weights};
use taquin::scramble::Scrambler;
use taquin::search::Stats;
use taquin::solver::MethodOptions;
use taquin::{Board, Goal, Size};

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
