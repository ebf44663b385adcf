//! Korf's 1985 table, all of it: IDA* with Manhattan distance on his 100 boards, as many at a time as there are
//! threads. Prints each board's length and node counts and fails if one differs from the table. `cargo xtask korf`
//! keeps the output.

use std::sync::Mutex;
use taquin::solver::{Algorithm, Solver};
use taquin::{Board, Goal, Puzzle};

fn main() {
    let text = include_str!("../data/korf100.txt");
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let instances: Vec<Vec<u64>> =
        lines.map(|line| line.split_whitespace().map(|number| number.parse().unwrap()).collect()).collect();
    let solver = Solver::builder().threads(1).algorithm(Algorithm::IdaStar).build().expect("valid options");
    let next = Mutex::new(instances.iter().enumerate());
    let results = Mutex::new(vec![None; instances.len()]);
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let Some((index, instance)) = next.lock().unwrap().next() else { break };
                    let counts = run(&solver, &instance[4..]);
                    eprintln!("board {}: {counts:?}", instance[0]);
                    results.lock().unwrap()[index] = Some(counts);
                }
            });
        }
    });
    println!(
        "# IDA* with Manhattan distance on Korf's 100 boards; goal 0 1 .. 15, successors up, left, right, down"
    );
    println!("# of the blank, root counted.");
    println!("# id length generated expanded");
    let mut totals = [0; 3];
    let mut wrong = 0;
    for (instance, counts) in instances.iter().zip(results.into_inner().unwrap()) {
        let [length, generated, expanded] = counts.expect("every board was run");
        println!("{} {length} {generated} {expanded}", instance[0]);
        wrong += u32::from(instance[1..4] != [length, generated, expanded]);
        totals = [totals[0] + length, totals[1] + generated, totals[2] + expanded];
    }
    let [length, generated, expanded] = totals;
    println!("# total {length} {generated} {expanded}; different from the table: {wrong}");
    assert_eq!(wrong, 0, "boards differ from the table");
}

/// Length, generated and expanded nodes.
fn run(solver: &Solver, tiles: &[u64]) -> [u64; 3] {
    let tiles: Vec<u16> = tiles.iter().map(|&tile| tile as u16).collect();
    let start = Board::from_flat(&tiles).expect("a board of the table");
    let goal = Goal::blank_first(start.size());
    let puzzle = Puzzle::new(start, goal).expect("the same size");
    let outcome = solver.solve(&puzzle).expect("valid options");
    let solution = outcome.solution.unwrap_or_else(|| panic!("not solved: {puzzle:?}"));
    [solution.len() as u64, outcome.stats.generated, outcome.stats.expanded]
}
