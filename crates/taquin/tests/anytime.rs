//! Anytime search has a solution whatever the limits, solutions only get shorter, and bounds hold.

mod common;
mod counting;

use common::{Ticking, board, cancelled_after, options, puzzle, run, solver, stopped};
use counting::allocated;
use std::num::NonZeroUsize;
use std::time::Duration;
use taquin::control::{Budget, CancelToken, Control, Event, StopReason};
use taquin::proof::Verified;
use taquin::scramble::Scrambler;
use taquin::solver::{Algorithm, MethodOptions, Outcome, PlanError, Solver};
use taquin::{Board, Gap, Goal, HeuristicKind, Metric, Size};

/// A control whose clock advances by this many microseconds whenever it is read.
fn ticking(microseconds: u64) -> Control<'static> {
    Control::new().with_clock(Ticking::by(Duration::from_micros(microseconds)))
}

fn counting(metric: Metric) -> MethodOptions {
    options(|options| options.metric = metric)
}

fn random(rows: usize, cols: usize, seed: u64) -> (Board, Goal) {
    let goal = Goal::rows(Size::new(rows, cols).unwrap());
    (Scrambler::seeded(seed).solvable(&goal), goal)
}

/// Returns the length of the solution, which must exist. Its type proves that it was replayed.
fn length(outcome: &Outcome) -> usize {
    let solution = outcome.solution.as_ref().unwrap_or_else(|| panic!("no solution: {outcome:?}"));
    assert_eq!(solution.lower_bound(), outcome.lower_bound);
    assert!(outcome.stopped.is_none() || !solution.is_optimal(), "proved, but {:?}", outcome.stopped);
    assert!(solution.len() >= outcome.lower_bound as usize);
    solution.len()
}

const SIZES: [(usize, usize); 14] = [
    (3, 3),
    (2, 6),
    (4, 4),
    (2, 9),
    (6, 3),
    (3, 20),
    (4, 7),
    (5, 5),
    (7, 4),
    (6, 6),
    (8, 8),
    (12, 5),
    (10, 10),
    (20, 20),
];

/// No first search raises the bound of an 8x8 board: it would solve none.
#[test]
fn a_small_part_of_the_nodes_raises_the_bound_of_large_boards() {
    let (start, goal) = random(8, 8, 3);
    let bounds = [0, 200_000, 2_000_000].map(|nodes| {
        let outcome = run(&start, &goal, &MethodOptions::default(), &Control::new().node_limit(nodes));
        length(&outcome);
        outcome.lower_bound
    });
    assert!(bounds[0] < bounds[1] && bounds[1] < bounds[2], "{bounds:?}");
}

/// A solution exists before the optimal search polls for the first time.
#[test]
fn hard_boards_of_sixteen_cells_have_a_solution_at_once() {
    let start = board("0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1");
    let mut length = None;
    let token = CancelToken::new();
    let control = Control::new().with_cancel_token(token.clone()).on_event(|event| match event {
        Event::Improved(improvement) => length = Some(improvement.solution.len()),
        _ => {
            assert!(length.is_some());
            token.cancel();
        }
    });
    let outcome = run(&start, &Goal::rows(start.size()), &MethodOptions::default(), &control);
    drop(control);
    assert_eq!(outcome.stopped, Some(StopReason::Cancelled));
    assert!(length >= Some(80));
}

#[test]
fn no_time_and_no_nodes_are_enough_for_a_solution() {
    for (rows, cols) in SIZES {
        let (start, goal) = random(rows, cols, 1);
        for metric in [Metric::Single, Metric::Multi] {
            let options = counting(metric);
            for nodes in [0, 1, 500] {
                let outcome = run(&start, &goal, &options, &ticking(0).node_limit(nodes));
                length(&outcome);
                let stopped = outcome.stopped;
                assert!(stopped.is_none_or(|why| why == StopReason::Nodes), "{rows}x{cols} {stopped:?}");
                assert!(outcome.stats.expanded <= nodes, "{rows}x{cols}");
            }
            for time in [Duration::ZERO, Duration::from_millis(1)] {
                let outcome = run(&start, &goal, &options, &ticking(300).time_limit(time));
                length(&outcome);
                let stopped = outcome.stopped;
                assert!(stopped.is_none_or(|why| why == StopReason::Time), "{rows}x{cols} {stopped:?}");
            }
        }
    }
}

/// Constructing a solution may take half a second longer than the time limit, and not more: on a clock that advances by a
/// tenth of a second whenever it is read, it is given up.
#[test]
fn constructions_end_at_the_time_limit() {
    let (start, goal) = random(40, 40, 1);
    for algorithm in [None, Some(Algorithm::Fast), Some(Algorithm::Improve)] {
        let options = options(|options| options.algorithm = algorithm);
        let outcome = run(&start, &goal, &options, &ticking(100_000).time_limit(Duration::from_millis(1)));
        assert_eq!((stopped(&outcome), outcome.solution.is_some()), (Some(StopReason::Time), false));
    }
}

/// Every improvement carries a solution of the puzzle, the last one that of the outcome.
#[test]
fn solutions_get_shorter_and_bounds_larger() {
    for (rows, cols) in [(3, 6), (5, 5), (6, 6), (4, 9), (10, 10)] {
        let (start, goal) = random(rows, cols, 2);
        for metric in [Metric::Single, Metric::Multi] {
            let mut improvements: Vec<(Verified, u32, Duration)> = Vec::new();
            let mut bounds = Vec::new();
            let control = ticking(10).node_limit(300_000).memory_limit(50 << 20);
            let control = control.on_event(|event| match event {
                Event::Improved(new) => {
                    improvements.push((new.solution.clone(), new.lower_bound, new.elapsed));
                }
                Event::Progress(progress) => bounds.push(progress.lower_bound),
                _ => {}
            });
            let outcome = run(&start, &goal, &counting(metric), &control);
            drop(control);
            length(&outcome);
            let last = improvements.last().map(|last| last.0.moves());
            assert_eq!(last, outcome.solution.as_ref().map(Verified::moves));
            for (solution, lower_bound, _) in &improvements {
                assert_eq!((solution.task().start(), solution.metric()), (&start, metric));
                assert!(solution.moves().apply(&start).unwrap().is_solved(&goal));
                assert!(*lower_bound <= outcome.lower_bound);
            }
            for pair in improvements.windows(2) {
                assert!(pair[1].0.len() < pair[0].0.len() && pair[1].1 >= pair[0].1);
                assert!(pair[1].2 > pair[0].2);
            }
            assert!(bounds.is_sorted(), "{rows}x{cols} {bounds:?}");
            let count = improvements.len();
            assert!(count > 1 || metric == Metric::Multi, "{rows}x{cols}: {count}");
        }
    }
}

/// There is a solution whenever the search is cancelled.
#[test]
fn a_solution_at_any_moment() {
    for (rows, cols) in [(4, 4), (5, 5), (7, 7)] {
        let (start, goal) = random(rows, cols, 3);
        for polls in 0..12 {
            let outcome = run(&start, &goal, &MethodOptions::default(), &cancelled_after(polls * polls));
            length(&outcome);
            assert!(outcome.stopped.is_none_or(|why| why == StopReason::Cancelled));
            assert!(outcome.stopped.is_some() || (rows, cols) == (4, 4));
        }
    }
}

/// A megabyte is enough for boards of up to 10x10, and at most a tenth more is allocated.
#[test]
fn a_limit_of_a_megabyte_is_kept() {
    let limit = 1_000_000;
    for (rows, cols) in SIZES.into_iter().chain([(32, 32), (40, 60), (127, 127)]) {
        let (start, goal) = random(rows, cols, 4);
        for metric in [Metric::Single, Metric::Multi] {
            let control = Control::new().memory_limit(limit).node_limit(200_000);
            let (outcome, peak, _) = allocated(|| run(&start, &goal, &counting(metric), &control));
            assert!(peak <= limit + limit / 10, "{rows}x{cols} {metric}: {peak} bytes");
            if rows * cols <= 1024 {
                length(&outcome);
            } else if let Some(reason) = stopped(&outcome) {
                assert_eq!(reason, StopReason::Memory);
                assert!(outcome.lower_bound > 0);
            }
        }
    }
}

/// The reported memory is about what was allocated.
#[test]
fn memory_is_reported() {
    for side in [32, 64] {
        let (start, goal) = random(side, side, 5);
        let fast = MethodOptions::of(Algorithm::Fast);
        let (outcome, peak, _) = allocated(|| run(&start, &goal, &fast, &Control::new()));
        let reported = outcome.stats.bytes;
        assert!(peak <= reported && reported <= 3 * peak, "{side}: {peak} taken, {reported} reported");
    }
}

#[test]
fn without_a_limit_the_default_time_limit_ends_it() {
    let (start, goal) = random(6, 6, 6);
    let (options, control) = (MethodOptions::default(), ticking(200_000));
    let outcome = run(&start, &goal, &options, &control);
    length(&outcome);
    assert_eq!(outcome.stopped, Some(StopReason::DefaultTime));
    assert!(outcome.stats.elapsed >= StopReason::DEFAULT_TIME);
    // With a gap there is no default limit.
    let outcome = run(&start, &goal, &options, &control.gap(Gap::ZERO).node_limit(3_000_000));
    assert_eq!(outcome.stopped, Some(StopReason::Nodes));
}

#[test]
fn a_gap_is_enough() {
    for (rows, cols) in [(4, 4), (5, 5), (8, 8)] {
        let (start, goal) = random(rows, cols, 7);
        let options = MethodOptions::default();
        let first = run(&start, &goal, &options, &Control::new().node_limit(0));
        let first = Gap::of(length(&first), first.lower_bound) * 100.0;
        for gap in [first + 1.0, first * 0.95] {
            let gap: Gap = format!("{gap:.1}%").parse().unwrap();
            let outcome = run(&start, &goal, &options, &Control::new().node_limit(1_000_000).gap(gap));
            assert_eq!(outcome.stopped, None, "{rows}x{cols}");
            assert!(gap.allows(length(&outcome), outcome.lower_bound));
        }
    }
}

/// A few moves away from the goal every board is easy, and its solution is proved optimal.
#[test]
fn easy_boards_of_any_size_are_solved_optimally() {
    for (rows, cols) in [(3, 7), (5, 5), (6, 6), (9, 4), (10, 10), (40, 40), (127, 127), (1, 127), (100, 1)] {
        let goal = Goal::rows(Size::new(rows, cols).unwrap());
        let start = Scrambler::seeded(8).walk(&goal, 30);
        let outcome = run(&start, &goal, &MethodOptions::default(), &Control::new().node_limit(500_000));
        assert_eq!((length(&outcome), outcome.stopped), (outcome.lower_bound as usize, None));
    }
}

/// A named search, an option of one, or a plan for an optimal solution: an optimal solution or none.
#[test]
#[ignore = "slow; run by `cargo xtask test`"]
fn only_an_open_method_is_anytime() {
    let (start, goal) = random(5, 5, 9);
    let control = Control::new().node_limit(10);
    let outcome = |options: &MethodOptions| run(&start, &goal, options, &control);
    for options in [
        MethodOptions::of(Algorithm::AStar),
        MethodOptions::of(Algorithm::IdaStar),
        options(|options| options.heuristic = Some(HeuristicKind::Manhattan.into())),
    ] {
        assert_eq!(stopped(&outcome(&options)), Some(StopReason::Nodes));
    }
    for algorithm in [Algorithm::Fast, Algorithm::Beam, Algorithm::Improve] {
        assert!(outcome(&MethodOptions::of(algorithm)).solution.is_some());
    }
    let (solver, puzzle) = (solver(&MethodOptions::default(), control.budget()), puzzle(&start, &goal));
    let outcome = solver.plan_optimal(&puzzle).unwrap().run(&control).unwrap();
    assert_eq!(stopped(&outcome), Some(StopReason::Nodes));
}

/// The wider a beam, the shorter its solutions on average; if it is stopped, the constructed solution is the outcome.
#[test]
fn a_beam_of_a_width() {
    let goal = Goal::rows(Size::square(5).unwrap());
    let mut scrambler = Scrambler::seeded(10);
    let starts: Vec<Board> = (0..5).map(|_| scrambler.solvable(&goal)).collect();
    let sum = |width: usize, control: &Control| -> usize {
        let options = options(|options| options.beam_width = NonZeroUsize::new(width));
        let lengths = starts.iter().map(|start| {
            let outcome = run(start, &goal, &options, control);
            assert_eq!(outcome.method.algorithm, Algorithm::Beam);
            assert_eq!(outcome.stopped, control.budget().nodes.map(|_| StopReason::Nodes));
            length(&outcome)
        });
        lengths.sum()
    };
    let lengths = [1000, 30].map(|width| sum(width, &Control::new()));
    assert!(lengths[0] < lengths[1], "{lengths:?}");
    let stopped = sum(1000, &Control::new().node_limit(100));
    assert!(lengths[1] < stopped, "{lengths:?} {stopped}");
    let (start, goal) = random(10, 11, 1);
    let solver = solver(&MethodOptions::of(Algorithm::Beam), Budget::default());
    let refused = solver.plan(&puzzle(&start, &goal)).unwrap_err();
    assert_eq!((refused.clone(), refused.option()), (PlanError::NoBeam { size: goal.size() }, "algorithm"));
}

#[test]
fn unsolvable_boards_have_no_solution() {
    let start = board("1 2 3 4 5/6 7 8 9 10/11 12 13 14 15/16 17 18 19 20/21 22 24 23 0");
    let goal = Goal::rows(start.size());
    for algorithm in [None, Some(Algorithm::Fast), Some(Algorithm::Improve)] {
        let options = options(|options| options.algorithm = algorithm);
        let outcome = run(&start, &goal, &options, &Control::new());
        assert!(outcome.unsolvable.is_some() && outcome.solution.is_none() && outcome.stopped.is_none());
    }
}

#[test]
fn a_gap_needs_anytime_search() {
    for metric in [Metric::Single, Metric::Multi] {
        let algorithm = Algorithm::IdaStar;
        let builder = Solver::builder().algorithm(algorithm).metric(metric).gap(Gap::ZERO);
        let refused = builder.build().unwrap_err();
        assert_eq!((&refused, refused.option()), (&PlanError::Gap { algorithm }, "gap"));
        assert_eq!(refused.to_string(), "gap: not supported by idastar");
        assert_eq!(refused.hint().as_deref(), Some("use improve or no algorithm"));
        assert!(Solver::builder().algorithm(Algorithm::Improve).gap(Gap::ZERO).build().is_ok());
    }
}

/// The tables of a beam for 5x5 are small, so a short time is enough for them.
#[test]
#[cfg_attr(not(feature = "models"), ignore = "needs trained weights")]
fn a_beam_runs_within_a_quarter_of_a_second() {
    let goal = Goal::rows(Size::square(5).unwrap());
    let start = Scrambler::seeded(1).solvable(&goal);
    let mut lengths = Vec::new();
    let outcome = {
        let control = ticking(40).time_limit(Duration::from_millis(250)).on_event(|event| {
            if let Event::Improved(improvement) = event {
                lengths.push(improvement.solution.len());
            }
        });
        run(&start, &goal, &MethodOptions::default(), &control)
    };
    assert!(10 * outcome.solution.unwrap().len() < 8 * lengths[0], "{lengths:?}");
}
