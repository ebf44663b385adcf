//! What the front door costs beside the search behind it.
#![allow(missing_docs)]

use criterion::{Criterion, criterion_group, criterion_main};
use std::hint::black_box;
use taquin::control::Control;
use taquin::heuristic::Manhattan;
use taquin::scramble::Scrambler;
use taquin::search::ida_star;
use taquin::solver::Solver;
use taquin::tables::PerfectKey;
use taquin::{Goal, Metric, Puzzle, Size};

fn square(side: usize) -> Goal {
    Goal::rows(Size::square(side).unwrap())
}

/// Random 3x3 boards: the walk down the table alone, a kept solver, and a solver made for each board.
fn three(criterion: &mut Criterion) {
    let goal = square(3);
    let mut scrambler = Scrambler::seeded(5);
    let puzzles: Vec<Puzzle> = (0..1000).map(|_| Puzzle::from(scrambler.solvable(&goal))).collect();
    let solver = Solver::builder().threads(1).expected_boards(1000).build().unwrap();
    let key = PerfectKey::of(&goal, Metric::Single).unwrap();
    let table = solver.tables().perfect(key, &Control::new()).unwrap();
    let guide = table.for_goal(&goal).unwrap();
    let mut moves = Vec::new();
    let mut group = criterion.benchmark_group("1000 random 3x3 boards");
    group.bench_function("walk down the table", |bencher| {
        bencher.iter(|| {
            for puzzle in &puzzles {
                black_box(guide.moves_into(puzzle.start(), &mut moves));
            }
        });
    });
    group.bench_function("kept solver", |bencher| {
        bencher.iter(|| puzzles.iter().for_each(|puzzle| drop(black_box(solver.solve(puzzle).unwrap()))));
    });
    group.sample_size(20);
    group.bench_function("taquin::solve", |bencher| {
        bencher.iter(|| puzzles.iter().for_each(|puzzle| drop(black_box(taquin::solve(puzzle).unwrap()))));
    });
    group.finish();
}

/// 4x4 boards of 34 to 40 moves: a kept solver, a solver made for each board, and plain IDA* with Manhattan distance.
fn four(criterion: &mut Criterion) {
    let goal = square(4);
    let solver = Solver::builder().threads(1).build().unwrap();
    let mut scrambler = Scrambler::seeded(9);
    let mut puzzles = Vec::new();
    while puzzles.len() < 30 {
        let puzzle = Puzzle::from(scrambler.walk(&goal, 60));
        let length = solver.solve(&puzzle).unwrap().into_solution().unwrap().len();
        if (34..=40).contains(&length) {
            puzzles.push(puzzle);
        }
    }
    let mut group = criterion.benchmark_group("30 4x4 boards of 34 to 40 moves");
    group.sample_size(10);
    group.bench_function("kept solver", |bencher| {
        bencher.iter(|| puzzles.iter().for_each(|puzzle| drop(black_box(solver.solve(puzzle).unwrap()))));
    });
    group.bench_function("taquin::solve", |bencher| {
        bencher.iter(|| puzzles.iter().for_each(|puzzle| drop(black_box(taquin::solve(puzzle).unwrap()))));
    });
    group.bench_function("plain IDA*", |bencher| {
        let run = |puzzle| ida_star(puzzle, &Manhattan::new(&goal), &Control::new());
        bencher.iter(|| puzzles.iter().for_each(|puzzle| drop(black_box(run(puzzle)))));
    });
    group.finish();
}

criterion_group!(benches, three, four);
criterion_main!(benches);
