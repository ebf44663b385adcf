//! A heuristic from outside the crate, beside Manhattan distance: nodes of A* and IDA* on the same boards.
//!
//! `cargo run --release --example own_heuristic`

use std::error::Error;
use taquin::control::Control;
use taquin::heuristic::{self, Grid, Heuristic, Manhattan};
use taquin::scramble::Scrambler;
use taquin::search::{Policies, a_star, ida_star};
use taquin::{Goal, Puzzle, Size};

/// Tiles out of their row plus tiles out of their column: each needs at least one move that way.
struct OutOfLine(Goal);

impl Heuristic for OutOfLine {
    type Acc = u32;
    const ADMISSIBLE: bool = true;
    const CONSISTENT: bool = true;

    fn start<G: Grid>(&self, grid: &G) -> u32 {
        let size = self.0.size();
        let lines = grid.tiles(size).map(|(tile, cell)| {
            let home = self.0.home(tile);
            u32::from(size.row(cell) != size.row(home)) + u32::from(size.col(cell) != size.col(home))
        });
        lines.sum()
    }

    fn value(&self, acc: u32) -> u32 {
        acc
    }
}

fn expanded(puzzle: &Puzzle, heuristic: &impl Heuristic) -> [u64; 2] {
    let control = Control::new().node_limit(5_000_000);
    let a_star = a_star(puzzle, heuristic, Policies::default(), &control);
    let ida_star = ida_star(puzzle, heuristic, &control);
    [a_star.stats.expanded, ida_star.stats.expanded]
}

fn main() -> Result<(), Box<dyn Error>> {
    let goal = Goal::rows(Size::square(3)?);
    let mut scrambler = Scrambler::seeded(1);
    println!("{:>24} {:>24} {:>24}", "out of line", "misplaced (closure)", "manhattan");
    for _ in 0..5 {
        let puzzle = Puzzle::from(scrambler.solvable(&goal));
        // The easy form: a closure on boards. It is slower, and counts as inadmissible unless said otherwise.
        let misplaced = heuristic::admissible_from_fn(goal.size(), |board| board.hamming(&goal));
        let nodes = [
            expanded(&puzzle, &OutOfLine(goal.clone())),
            expanded(&puzzle, &misplaced),
            expanded(&puzzle, &Manhattan::new(&goal)),
        ];
        let columns = nodes.map(|[a_star, ida_star]| format!("{a_star} / {ida_star}"));
        println!("{:>24} {:>24} {:>24}", columns[0], columns[1], columns[2]);
    }
    Ok(())
}
