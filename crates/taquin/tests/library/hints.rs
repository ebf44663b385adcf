//! Hints are correct, however small the search budget.

use crate::common::{distances, goals_of, puzzle, solve, solver};
use taquin::control::{Budget, Control};
use taquin::scramble::Scrambler;
use taquin::solver::{Algorithm, Difficulty, Hints, MethodOptions, Remaining};
use taquin::{Goal, Moves, Size};

/// Walks at random, requests hints with a small budget, and compares every bound with the true distance.
#[test]
fn bounds_enclose_the_distance_and_solutions_lead_to_the_goal() {
    let solver = solver(&MethodOptions::default(), Budget::default());
    for goal in goals_of(&[(2, 3), (3, 3)]) {
        let distances = distances(&goal);
        let (hints, mut scrambler) = (Hints::default(), Scrambler::seeded(5));
        let mut board = scrambler.solvable(&goal);
        let mut recalled = 0;
        for step in 0..400 {
            let distance = distances[&board] as usize;
            if let Some(known) = hints.recall(&board, &goal) {
                assert!(
                    known.lower_bound <= distance && distance <= known.upper_bound,
                    "{board:?} {known:?}"
                );
                let way = hints.way(&board, &goal).expect("a recalled solution");
                assert!(way.apply(&board).expect("legal").is_solved(&goal));
                assert_eq!(way.len(), known.upper_bound);
                assert_eq!(way.iter().next(), known.next);
                recalled += 1;
            }
            if step % 7 == 0 {
                let control = Control::new().node_limit(step % 50);
                let remaining =
                    hints.remaining(&solver, &puzzle(&board, &goal), &control).expect("a solution");
                let Remaining::Moves(known) = remaining else { panic!("{remaining:?}") };
                assert!(
                    known.lower_bound <= distance && distance <= known.upper_bound,
                    "{board:?} {known:?}"
                );
                // Solutions are cached, and bounds one move away follow from them.
                let again = hints.recall(&board, &goal).expect("a cached solution");
                assert!(again.upper_bound <= known.upper_bound);
                for (_, next) in board.neighbours() {
                    let (near, distance) = (known.one_move_away(), distances[&next] as usize);
                    assert!(near.lower_bound <= distance && distance <= near.upper_bound);
                }
            }
            board = scrambler.walk_from(&board, 1);
        }
        assert!(recalled > 50, "{recalled}");
    }
}

/// Where an optimal solution is out of reach at first, asking again proves it.
#[test]
fn a_known_solution_is_proved_on_larger_boards() {
    let goal = Goal::rows(Size::new(3, 6).expect("a size"));
    let solver = solver(&MethodOptions::default(), Budget::default());
    let start = Scrambler::seeded(6).solvable(&goal);
    let (hints, puzzle) = (Hints::default(), puzzle(&start, &goal));
    let asked = |control: &Control| match hints.remaining(&solver, &puzzle, control).expect("an answer") {
        Remaining::Moves(bounds) => bounds,
        remaining => panic!("{remaining:?}"),
    };
    let first = asked(&Control::new().node_limit(1_000));
    let second = asked(&Control::new().node_limit(20_000));
    let recalled = hints.recall(&start, &goal).expect("a known solution");
    assert!(second.lower_bound > first.lower_bound && recalled.lower_bound >= second.lower_bound);
    let last = asked(&Control::new());
    assert!(!first.is_exact() && last.is_exact(), "{first:?} {last:?}");
    assert!(first.lower_bound <= second.lower_bound && second.lower_bound <= last.lower_bound);
    assert!(first.upper_bound >= second.upper_bound && second.upper_bound >= last.upper_bound);
}

/// Long solutions, of which only fingerprints are stored, are cached, too.
#[test]
fn long_solutions_lead_to_the_goal() {
    let goal = Goal::rows(Size::new(30, 40).expect("a size"));
    let hints = Hints::default();
    let start = Scrambler::seeded(1).solvable(&goal);
    let outcome = solve(&start, &goal, &MethodOptions::of(Algorithm::Fast));
    let verified = outcome.into_solution().expect("a solution");
    assert!(verified.len() > 50_000, "{}", verified.len());
    hints.remember(&verified);
    assert_eq!(hints.way(&start, &goal).as_ref(), Some(verified.moves()));
    // From a board on the path, and from one beside it.
    let (some, rest) = verified.moves().as_slice().split_at(12_345);
    let middle = Moves::from(some.to_vec()).apply(&start).expect("legal");
    assert_eq!(hints.way(&middle, &goal), Some(Moves::from(rest.to_vec())));
    for (direction, beside) in middle.neighbours() {
        let way = hints.way(&beside, &goal).expect("a board beside the path");
        assert!(way.apply(&beside).expect("legal").is_solved(&goal), "{direction:?}");
        assert!(way.len().abs_diff(rest.len()) == 1);
    }
    // Newer solutions evict older ones.
    for _ in 0..20 {
        hints.remember(&verified);
    }
    assert!(hints.recall(&middle, &goal).is_some());
}

/// The depth of a scrambled board is its distance, and difficulties do not overlap.
#[test]
#[ignore = "slow; run by `cargo xtask test`"]
fn difficulties_are_distances() {
    let (solver, control) = (solver(&MethodOptions::default(), Budget::default()), Control::new());
    for goal in goals_of(&[(2, 3), (3, 3)]) {
        let distances = distances(&goal);
        let mut farthest = 0;
        for difficulty in [Difficulty::Easy, Difficulty::Medium, Difficulty::Hard] {
            let depths = difficulty.depths(&goal).expect("it is known");
            assert!(farthest < *depths.start() && depths.start() <= depths.end());
            farthest = *depths.end();
            for seed in 0..10 {
                let mut scrambler = Scrambler::seeded(seed);
                let made = solver.scramble(&mut scrambler, &goal, difficulty, &control);
                let (board, depth) = made.expect("a board");
                assert_eq!(depth, Some(distances[&board]));
                assert!(depths.contains(&distances[&board]));
            }
        }
        let mut scrambler = Scrambler::seeded(1);
        let any = solver.scramble(&mut scrambler, &goal, Difficulty::Any, &control);
        assert!(matches!(any, Ok((board, None)) if distances.contains_key(&board)));
    }
    let goal = Goal::rows(Size::square(3).expect("a size"));
    let mut scrambler = Scrambler::seeded(1);
    let error = solver.board_at(&mut scrambler, &goal, 32, &control).expect_err("too far");
    assert!(error.to_string().contains("the farthest are 31 moves"), "{error}");
}
