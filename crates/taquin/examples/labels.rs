//! Optimal lengths of many boards on all cores, as labels for training: one line `board length` each.
//!
//! `cargo run --release --example labels -- 100000 > labels.txt`

use std::env;
use std::error::Error;
use std::io::{self, BufWriter, Write};
use taquin::scramble::Scrambler;
use taquin::solver::Solver;
use taquin::{Board, Goal, Size};

fn main() -> Result<(), Box<dyn Error>> {
    let count = env::args().nth(1).map_or(Ok(1000), |count| count.parse())?;
    let goal = Goal::rows(Size::square(3)?);
    let mut scrambler = Scrambler::seeded(1);
    let boards: Vec<Board> = (0..count).map(|_| scrambler.solvable(&goal)).collect();
    let solver = Solver::new();
    let mut out = BufWriter::new(io::stdout().lock());
    for outcome in solver.solve_many(boards) {
        let solution = outcome?.into_solution()?;
        let tiles: Vec<String> = solution.task().start().numbers().map(|number| number.to_string()).collect();
        writeln!(out, "{} {}", tiles.join(","), solution.len())?;
    }
    out.flush()?;
    Ok(())
}
