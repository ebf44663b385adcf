//! Whatever the limits, there is an answer; it never gets worse, and what is said to be proven is true.

mod common;
mod counting;

use common::board;
use counting::allocated;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use taquin::scramble::Scrambler;
use taquin::search::{Clock, Improvement, Limits, NoClock, Observer, Progress, StopReason, Unobserved};
use taquin::solver::{Algorithm, Gap, PlanError, Request, Resolution, SolveError, Verdict, Workshop};
use taquin::space::Workers;
use taquin::tables::TableCache;
use taquin::{Board, Goal, Metric, Size};

/// A clock that goes on by so many microseconds each time it is read.
struct Ticking {
    step: u64,
    now: AtomicU64,
}

fn ticking(step: u64) -> Arc<dyn Clock> {
    Arc::new(Ticking { step, now: AtomicU64::new(0) })
}

impl Clock for Ticking {
    fn elapsed(&self) -> Duration {
        Duration::from_micros(self.now.fetch_add(self.step, Ordering::Relaxed))
    }
}

/// Keeps what it is told, and stops after so many questions.
#[derive(Default)]
struct Witness {
    improvements: Vec<Improvement>,
    bounds: Vec<u32>,
    questions: Option<u32>,
}

impl Observer for Witness {
    fn progress(&mut self, progress: &Progress) -> ControlFlow<()> {
        self.bounds.push(progress.lower_bound);
        match &mut self.questions {
            Some(0) => return ControlFlow::Break(()),
            Some(left) => *left -= 1,
            None => {}
        }
        ControlFlow::Continue(())
    }

    fn improved(&mut self, improvement: &Improvement) {
        self.improvements.push(*improvement);
    }
}

fn random(rows: usize, cols: usize, seed: u64) -> (Board, Goal) {
    let goal = Goal::rows(Size::new(rows, cols).unwrap());
    (Scrambler::seeded(seed).solvable(&goal), goal)
}

fn run(
    start: &Board,
    goal: &Goal,
    request: &Request,
    limits: &Limits,
    observer: &mut dyn Observer,
) -> Resolution {
    let tables = TableCache::new(Workers::ONE);
    Workshop::new(&tables).solve(start, goal, request, limits, observer).unwrap()
}

/// The length of the answer, which there must be. That it is one is in its type.
fn length(resolution: &Resolution) -> usize {
    let Verdict::Solved(solution) = &resolution.verdict else { panic!("no answer: {resolution:?}") };
    assert_eq!(solution.lower_bound(), resolution.lower_bound);
    assert!(resolution.stopped.is_none() || !solution.is_optimal(), "proven, but {:?}", resolution.stopped);
    assert!(solution.length() >= resolution.lower_bound as usize);
    solution.length()
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

/// There is an answer to look at before the search for a shortest one asks for the first time whether to go on.
#[test]
fn hard_boards_of_sixteen_cells_have_an_answer_at_once() {
    struct Onlooker {
        length: Option<usize>,
    }
    impl Observer for Onlooker {
        fn progress(&mut self, _: &Progress) -> ControlFlow<()> {
            assert!(self.length.is_some());
            ControlFlow::Break(())
        }

        fn improved(&mut self, improvement: &Improvement) {
            self.length = Some(improvement.length);
        }
    }
    let start = board("0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1");
    let mut onlooker = Onlooker { length: None };
    let resolution =
        run(&start, &Goal::rows(start.size()), &Request::default(), &Limits::none(), &mut onlooker);
    assert_eq!(resolution.stopped, Some(StopReason::Asked));
    assert!(onlooker.length >= Some(80));
}

#[test]
fn no_time_and_no_nodes_are_enough_for_an_answer() {
    for (rows, cols) in SIZES {
        let (start, goal) = random(rows, cols, 1);
        for metric in [Metric::Single, Metric::Multi] {
            let request = Request { metric, ..Request::default() };
            for nodes in [0, 1, 500] {
                let limits = Limits { nodes: Some(nodes), clock: Arc::new(NoClock), ..Limits::none() };
                let resolution = run(&start, &goal, &request, &limits, &mut Unobserved);
                length(&resolution);
                let stopped = resolution.stopped;
                assert!(
                    stopped.is_none_or(|why| why == StopReason::Nodes(nodes)),
                    "{rows}x{cols} {stopped:?}"
                );
                assert!(resolution.stats.expanded <= nodes, "{rows}x{cols}");
            }
            for time in [Duration::ZERO, Duration::from_millis(1)] {
                let limits = Limits { time: Some(time), clock: ticking(300), ..Limits::none() };
                let resolution = run(&start, &goal, &request, &limits, &mut Unobserved);
                length(&resolution);
                let stopped = resolution.stopped;
                assert!(stopped.is_none_or(|why| why == StopReason::Time(time)), "{rows}x{cols} {stopped:?}");
            }
        }
    }
}

#[test]
fn answers_get_better_and_bounds_larger() {
    for (rows, cols) in [(3, 6), (5, 5), (6, 6), (4, 9), (10, 10)] {
        let (start, goal) = random(rows, cols, 2);
        for metric in [Metric::Single, Metric::Multi] {
            let request = Request { metric, ..Request::default() };
            let limits =
                Limits { nodes: Some(300_000), memory: Some(50 << 20), clock: ticking(10), ..Limits::none() };
            let mut witness = Witness::default();
            let resolution = run(&start, &goal, &request, &limits, &mut witness);
            let told = &witness.improvements;
            assert_eq!(told.last().map(|last| last.length), Some(length(&resolution)));
            for pair in told.windows(2) {
                assert!(pair[1].length < pair[0].length && pair[1].lower_bound >= pair[0].lower_bound);
                assert!(pair[1].elapsed > pair[0].elapsed);
            }
            assert!(witness.bounds.is_sorted(), "{rows}x{cols} {:?}", witness.bounds);
            assert!(told.iter().all(|told| told.lower_bound <= resolution.lower_bound));
            assert!(told.len() > 1 || metric == Metric::Multi, "{rows}x{cols}: {}", told.len());
        }
    }
}

/// Whenever somebody asks to stop, there is an answer.
#[test]
fn an_answer_at_any_moment() {
    for (rows, cols) in [(4, 4), (5, 5), (7, 7)] {
        let (start, goal) = random(rows, cols, 3);
        for questions in 0..12 {
            let mut witness = Witness { questions: Some(questions * questions), ..Witness::default() };
            let resolution = run(&start, &goal, &Request::default(), &Limits::none(), &mut witness);
            length(&resolution);
            assert!(resolution.stopped.is_none_or(|why| why == StopReason::Asked));
            assert!(resolution.stopped.is_some() || (rows, cols) == (4, 4));
        }
    }
}

/// A megabyte is enough for boards of up to 10x10, and nobody takes more than that and a tenth.
#[test]
fn a_megabyte_is_kept_to() {
    let limit = 1_000_000;
    for (rows, cols) in SIZES.into_iter().chain([(32, 32), (40, 60), (127, 127)]) {
        let (start, goal) = random(rows, cols, 4);
        for metric in [Metric::Single, Metric::Multi] {
            let request = Request { metric, ..Request::default() };
            let limits = Limits { memory: Some(limit), nodes: Some(200_000), ..Limits::none() };
            let (resolution, peak, _) = allocated(|| run(&start, &goal, &request, &limits, &mut Unobserved));
            assert!(peak <= limit + limit / 10, "{rows}x{cols} {metric}: {peak} bytes");
            if rows * cols <= 1024 {
                length(&resolution);
            } else if let Verdict::Stopped(reason) = resolution.verdict {
                assert_eq!((reason, resolution.stopped), (StopReason::Memory(limit), Some(reason)));
                assert!(resolution.lower_bound > 0);
            }
        }
    }
}

/// What is said of memory is about what was taken.
#[test]
fn memory_is_what_is_said() {
    for side in [32, 64] {
        let (start, goal) = random(side, side, 5);
        let request = Request { algorithm: Some(Algorithm::Fast), ..Request::default() };
        let (resolution, peak, _) =
            allocated(|| run(&start, &goal, &request, &Limits::none(), &mut Unobserved));
        let said = resolution.stats.bytes;
        assert!(peak <= said && said <= 3 * peak, "{side}: {peak} taken, {said} said");
    }
}

#[test]
fn without_a_limit_it_ends_all_the_same() {
    let (start, goal) = random(6, 6, 6);
    let limits = Limits { clock: ticking(200_000), ..Limits::none() };
    let resolution = run(&start, &goal, &Request::default(), &limits, &mut Unobserved);
    length(&resolution);
    assert_eq!(resolution.stopped, Some(StopReason::Usual(Duration::from_secs(10))));
    // Whoever says how good it has to be wants it at any price.
    let request = Request { gap: Some(Gap::ZERO), ..Request::default() };
    let limits = Limits { nodes: Some(3_000_000), clock: ticking(200_000), ..Limits::none() };
    let resolution = run(&start, &goal, &request, &limits, &mut Unobserved);
    assert_eq!(resolution.stopped, Some(StopReason::Nodes(3_000_000)));
}

#[test]
fn a_gap_is_enough() {
    for (rows, cols) in [(4, 4), (5, 5), (8, 8)] {
        let (start, goal) = random(rows, cols, 7);
        let limits = Limits { nodes: Some(1_000_000), ..Limits::none() };
        let first = run(
            &start,
            &goal,
            &Request::default(),
            &Limits { nodes: Some(0), ..limits.clone() },
            &mut Unobserved,
        );
        let first = Gap::of(length(&first), first.lower_bound) * 100.0;
        for gap in [first + 1.0, first * 0.95] {
            let gap: Gap = format!("{gap:.1}%").parse().unwrap();
            let request = Request { gap: Some(gap), ..Request::default() };
            let resolution = run(&start, &goal, &request, &limits, &mut Unobserved);
            assert_eq!(resolution.stopped, None, "{rows}x{cols}");
            assert!(gap.allows(length(&resolution), resolution.lower_bound));
        }
    }
}

/// A few moves away from the goal every board is easy, and its solution is proven to be shortest.
#[test]
fn easy_boards_of_any_size_are_proven() {
    for (rows, cols) in [(3, 7), (5, 5), (6, 6), (9, 4), (10, 10), (40, 40), (127, 127), (1, 127), (100, 1)] {
        let goal = Goal::rows(Size::new(rows, cols).unwrap());
        let start = Scrambler::seeded(8).walk(&goal, 30);
        let limits = Limits { nodes: Some(500_000), ..Limits::none() };
        let resolution = run(&start, &goal, &Request::default(), &limits, &mut Unobserved);
        assert_eq!((length(&resolution), resolution.stopped), (resolution.lower_bound as usize, None));
    }
}

#[test]
fn who_names_a_search_wants_to_know_whether_it_works() {
    let (start, goal) = random(5, 5, 9);
    let limits = Limits { nodes: Some(10), ..Limits::none() };
    let verdict = |request: &Request| run(&start, &goal, request, &limits, &mut Unobserved).verdict;
    let stopped = Verdict::Stopped(StopReason::Nodes(10));
    let of = |algorithm| Request { algorithm: Some(algorithm), ..Request::default() };
    assert_eq!(
        [Algorithm::AStar, Algorithm::IdaStar].map(|algorithm| verdict(&of(algorithm))),
        [stopped.clone(), stopped.clone()]
    );
    assert_eq!(
        verdict(&Request { heuristic: Some("manhattan".parse().unwrap()), ..Request::default() }),
        stopped
    );
    for algorithm in [Algorithm::Fast, Algorithm::Beam, Algorithm::Improve] {
        assert!(matches!(verdict(&of(algorithm)), Verdict::Solved(_)));
    }
    let tables = TableCache::new(Workers::ONE);
    let resolution = Workshop::new(&tables)
        .solve_shortest(&start, &goal, &Request::default(), &limits, &mut Unobserved)
        .unwrap();
    assert_eq!((resolution.verdict, resolution.stopped), (stopped, Some(StopReason::Nodes(10))));
}

/// One beam, by name: the wider, the shorter the answer, in the mean; and the first answer if it is not done in time.
#[test]
fn a_beam_of_a_width() {
    let goal = Goal::rows(Size::square(5).unwrap());
    let mut scrambler = Scrambler::seeded(10);
    let starts: Vec<Board> = (0..5).map(|_| scrambler.solvable(&goal)).collect();
    let sum = |beam_width: usize, limits: &Limits| -> usize {
        let request = Request { beam_width: Some(beam_width), ..Request::default() };
        let lengths = starts.iter().map(|start| {
            let resolution = run(start, &goal, &request, limits, &mut Unobserved);
            assert_eq!(resolution.plan.method.algorithm, Algorithm::Beam);
            assert_eq!(resolution.stopped, limits.nodes.map(StopReason::Nodes));
            length(&resolution)
        });
        lengths.sum()
    };
    let lengths = [1000, 30].map(|width| sum(width, &Limits::none()));
    assert!(lengths[0] < lengths[1], "{lengths:?}");
    let stopped = sum(1000, &Limits { nodes: Some(100), ..Limits::none() });
    assert!(lengths[1] < stopped, "{lengths:?} {stopped}");
    let tables = TableCache::new(Workers::ONE);
    let (start, goal) = random(10, 11, 1);
    let request = Request { algorithm: Some(Algorithm::Beam), ..Request::default() };
    let refused = Workshop::new(&tables).plan(&start, &goal, &request, &Limits::none()).unwrap_err();
    assert_eq!((refused.clone(), refused.option()), (PlanError::NoBeam { size: goal.size() }, "algorithm"));
}

#[test]
fn what_is_unsolvable_stays_so() {
    let start = board("1 2 3 4 5/6 7 8 9 10/11 12 13 14 15/16 17 18 19 20/21 22 24 23 0");
    let goal = Goal::rows(start.size());
    for algorithm in [None, Some(Algorithm::Fast), Some(Algorithm::Improve)] {
        let request = Request { algorithm, ..Request::default() };
        let resolution = run(&start, &goal, &request, &Limits::none(), &mut Unobserved);
        assert!(matches!(resolution.verdict, Verdict::Unsolvable(_)) && resolution.stopped.is_none());
    }
}

#[test]
fn a_gap_is_for_those_who_leave_the_method_open() {
    let (start, goal) = random(4, 4, 1);
    let tables = TableCache::new(Workers::ONE);
    for metric in [Metric::Single, Metric::Multi] {
        let algorithm = Some(Algorithm::IdaStar);
        let request = Request { algorithm, metric, gap: Some(Gap::ZERO), ..Request::default() };
        let refused = Workshop::new(&tables)
            .solve(&start, &goal, &request, &Limits::none(), &mut Unobserved)
            .unwrap_err();
        let SolveError::Plan(error @ PlanError::Inapplicable { option: "gap", .. }) = refused else {
            panic!("{refused:?}")
        };
        assert_eq!(error.to_string(), "IDA* takes no gap; it goes with improve");
    }
}
