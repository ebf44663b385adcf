//! The classic searches against the `pathfinding` crate: the hardest 3x3 board, and IDA* on a 15-puzzle.
#![allow(missing_docs)]

mod rival;

use criterion::{Criterion, criterion_group, criterion_main};
use rival::plain::{Estimate, Puzzle};
use rival::tuned;
use taquin::control::Control;
use taquin::heuristic::{Hamming, Heuristic, Manhattan};
use taquin::internals::geometry::{Geometry, Order};
use taquin::internals::grid::Packed16;
use taquin::internals::kernel::{Root, a_star, ida_star};
use taquin::search::{Policies, SearchOutcome};
use taquin::{Board, Goal};

fn length(outcome: &SearchOutcome) -> u32 {
    outcome.moves.as_ref().expect("a solution").as_slice().len() as u32
}

/// The document behind this board quotes 4.756 s with Manhattan and 274 s with Hamming, in Prolog.
fn hardest_3x3(criterion: &mut Criterion) {
    let board = Board::from_flat(&[8, 6, 7, 2, 5, 4, 3, 0, 1]).unwrap();
    let goal = Goal::rows(board.size());
    let geometry = Geometry::new(board.size(), Order::default());
    let root = Root::<Packed16>::new(&board, goal.board(), &geometry);
    let plain = |estimate| Puzzle::<9>::new(&board, &goal, estimate);
    let manhattan = Manhattan::new(&goal);
    compare_a_star(criterion, "3x3 31 moves, A* Manhattan", &root, &manhattan, &plain(Estimate::Manhattan));
    let hamming = Hamming::new(&goal);
    compare_a_star(criterion, "3x3 31 moves, A* Hamming", &root, &hamming, &plain(Estimate::Hamming));
}

fn compare_a_star<H: Heuristic<Acc = u32>>(
    criterion: &mut Criterion,
    name: &str,
    root: &Root<Packed16>,
    heuristic: &H,
    plain: &Puzzle<9>,
) {
    let run = || a_star(root, heuristic, Policies::default(), &Control::new());
    let theirs = (plain.a_star(), tuned::a_star(root, heuristic));
    assert_eq!((length(&run()), theirs), (31, (Some(31), Some(31))));
    let mut group = criterion.benchmark_group(name);
    group.sample_size(20);
    group.bench_function("taquin", |bencher| bencher.iter(run));
    group.bench_function("pathfinding, plain", |bencher| bencher.iter(|| plain.a_star()));
    group.bench_function("pathfinding, tuned", |bencher| bencher.iter(|| tuned::a_star(root, heuristic)));
    group.finish();
}

/// Korf's board 79 (42 moves), the one with the fewest nodes. The rival generates the step straight back as well
/// and cuts it later, so nodes per second are compared besides seconds; see the printed counts.
fn ida_star_15_puzzle(criterion: &mut Criterion) {
    let board = Board::from_flat(&[0, 1, 9, 7, 11, 13, 5, 3, 14, 12, 4, 2, 8, 6, 10, 15]).unwrap();
    let goal = Goal::blank_first(board.size());
    let geometry = Geometry::new(board.size(), Order::default());
    let root = Root::<Packed16>::new(&board, goal.board(), &geometry);
    let manhattan = Manhattan::new(&goal);
    let run = || ida_star(&root, &manhattan, &Control::new());
    let plain = Puzzle::<16>::new(&board, &goal, Estimate::Manhattan);
    let ours = run();
    let (plain_length, plain_nodes) = plain.ida_star();
    let (tuned_length, tuned_nodes) = tuned::ida_star(&root, &manhattan);
    assert_eq!((plain_length, tuned_length), (Some(length(&ours)), Some(length(&ours))));
    println!(
        "IDA* nodes generated: taquin {}, pathfinding {plain_nodes}, {tuned_nodes}",
        ours.stats.generated
    );
    let mut group = criterion.benchmark_group("15-puzzle 42 moves, IDA* Manhattan");
    group.sample_size(10);
    group.bench_function("taquin", |bencher| bencher.iter(run));
    group.bench_function("pathfinding, plain", |bencher| bencher.iter(|| plain.ida_star()));
    group.bench_function("pathfinding, tuned", |bencher| bencher.iter(|| tuned::ida_star(&root, &manhattan)));
    group.finish();
}

criterion_group!(classic, hardest_3x3, ida_star_15_puzzle);
criterion_main!(classic);
