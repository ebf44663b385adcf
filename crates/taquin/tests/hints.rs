//! What a player is told is true, however little was searched.

mod common;

use common::{distances, goals_of};
use taquin::scramble::Scrambler;
use taquin::search::{Limits, Unobserved};
use taquin::solver::{Algorithm, Difficulty, Hints, Remaining, Request, Verdict, Workshop};
use taquin::space::Workers;
use taquin::tables::TableCache;
use taquin::{Goal, Metric, Moves, Size};

/// Walks at random, asking with next to no budget, and compares every bound with the real distance.
#[test]
fn bounds_enclose_the_distance_and_the_way_leads_home() {
    let tables = TableCache::new(Workers::ONE);
    let workshop = Workshop::new(&tables);
    for goal in goals_of(&[(2, 3), (3, 3)]) {
        let distances = distances(&goal);
        let (coach, mut scrambler) = (Hints::default(), Scrambler::seeded(5));
        let mut board = scrambler.solvable(&goal);
        let mut recalled = 0;
        for step in 0..400 {
            let distance = distances[&board] as usize;
            if let Some(known) = coach.recall(&board, &goal) {
                assert!(
                    known.lower_bound <= distance && distance <= known.upper_bound,
                    "{board:?} {known:?}"
                );
                let way = coach.way(&board, &goal).expect("what is known leads home");
                assert!(way.apply(&board).expect("legal").is_solved(&goal));
                assert_eq!(way.len(Metric::Single), known.upper_bound);
                assert_eq!(way.iter().next(), known.next);
                recalled += 1;
            }
            if step % 7 == 0 {
                let limits = Limits { nodes: Some(step % 50), ..Limits::none() };
                let left =
                    coach.left(&workshop, &board, &goal, &limits, &mut Unobserved).expect("a solution");
                let Remaining::Moves(known) = left else { panic!("{left:?}") };
                assert!(
                    known.lower_bound <= distance && distance <= known.upper_bound,
                    "{board:?} {known:?}"
                );
                // Whatever is found is remembered, and one move away it is no worse than that.
                let again = coach.recall(&board, &goal).expect("it is remembered");
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

/// Solutions with more moves than there is room for boards are remembered, too.
#[test]
fn long_ways_lead_home() {
    let tables = TableCache::new(Workers::ONE);
    let goal = Goal::rows(Size::new(30, 40).expect("a size"));
    let coach = Hints::default();
    let start = Scrambler::seeded(1).solvable(&goal);
    let request = Request { algorithm: Some(Algorithm::Fast), ..Request::default() };
    let workshop = Workshop::new(&tables);
    let solved = workshop.solve(&start, &goal, &request, &Limits::none(), &mut Unobserved).expect("a plan");
    let Verdict::Solved(verified) = solved.verdict else { panic!("a solution") };
    assert!(verified.length() > 50_000, "{}", verified.length());
    coach.remember(&verified);
    assert_eq!(coach.way(&start, &goal).as_ref(), Some(verified.moves()));
    // From the middle of it, and from beside it.
    let (some, rest) = verified.moves().as_slice().split_at(12_345);
    let middle = Moves::from(some.to_vec()).apply(&start).expect("legal");
    assert_eq!(coach.way(&middle, &goal), Some(Moves::from(rest.to_vec())));
    for (direction, beside) in middle.neighbours() {
        let way = coach.way(&beside, &goal).expect("it lies beside the way");
        assert!(way.apply(&beside).expect("legal").is_solved(&goal), "{direction:?}");
        assert!(way.len(Metric::Single).abs_diff(rest.len()) == 1);
    }
    // What is remembered later takes the place of what was first.
    for _ in 0..20 {
        coach.remember(&verified);
    }
    assert!(coach.recall(&middle, &goal).is_some());
}

/// The distance that is told is the distance, and difficulties do not overlap.
#[test]
fn difficulties_are_distances() {
    let tables = TableCache::new(Workers::ONE);
    let (workshop, limits) = (Workshop::new(&tables), Limits::none());
    for goal in goals_of(&[(2, 3), (3, 3)]) {
        let distances = distances(&goal);
        let mut farthest = 0;
        for difficulty in [Difficulty::Easy, Difficulty::Medium, Difficulty::Hard] {
            let depths = difficulty.depths(&goal).expect("it is known");
            assert!(farthest < *depths.start() && depths.start() <= depths.end());
            farthest = *depths.end();
            for seed in 0..10 {
                let mut scrambler = Scrambler::seeded(seed);
                let made = workshop.scramble(&mut scrambler, &goal, difficulty, &limits, &mut Unobserved);
                let (board, depth) = made.expect("a board");
                assert_eq!(depth, Some(distances[&board]));
                assert!(depths.contains(&distances[&board]));
            }
        }
        let mut scrambler = Scrambler::seeded(1);
        let any = workshop.scramble(&mut scrambler, &goal, Difficulty::Any, &limits, &mut Unobserved);
        assert!(matches!(any, Ok((board, None)) if distances.contains_key(&board)));
    }
    let goal = Goal::rows(Size::square(3).expect("a size"));
    let mut scrambler = Scrambler::seeded(1);
    let error =
        workshop.scramble_to(&mut scrambler, &goal, 32, &limits, &mut Unobserved).expect_err("too far");
    assert!(error.to_string().contains("the farthest are 31 moves"), "{error}");
}
