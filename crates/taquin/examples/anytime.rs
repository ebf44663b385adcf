//! A 6x6 board: a solution at once, then shorter ones and a larger lower bound until the time is up.
//!
//! `cargo run --release --example anytime`

use std::error::Error;
use std::time::Duration;
use taquin::control::{Control, Event};
use taquin::scramble::Scrambler;
use taquin::solver::Solver;
use taquin::{Goal, Puzzle, Size};

fn main() -> Result<(), Box<dyn Error>> {
    let goal = Goal::rows(Size::square(6)?);
    let puzzle = Puzzle::from(Scrambler::seeded(1).solvable(&goal));
    let solver = Solver::builder().time_limit(Duration::from_secs(5)).build()?;
    let control = Control::new().on_event(|event| {
        if let Event::Improved(improvement) = event {
            let (length, bound) = (improvement.solution.len(), improvement.lower_bound);
            println!("{:>6.2?}  {length} moves, at least {bound}", improvement.elapsed);
        }
    });
    let outcome = solver.plan(&puzzle)?.run(&control)?;
    if let (Some(solution), Some(reason)) = (&outcome.solution, outcome.stopped) {
        println!("{reason}: {} moves, at least {}", solution.len(), outcome.lower_bound);
    }
    Ok(())
}
