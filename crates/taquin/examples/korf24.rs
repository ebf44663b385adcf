//! Proves 24-puzzles of a file optimal and prints a Markdown table: `cargo run --release --example korf24 -- FILE [ID…]`.
//!
//! A line of the file is a number, the optimal length, any number, and the tiles of a 5x5 board; the goal has the blank
//! first. Options: `threads=N` (default 2), `tables=DIR` (default none), `minutes=N` for each board (default 60).

use std::error::Error;
use std::time::{Duration, Instant};
use taquin::control::{Control, Event};
use taquin::display::Grouped;
use taquin::solver::Solver;
use taquin::{Board, Gap, Goal, Puzzle, Size};

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let option = |name: &str| args.iter().find_map(|arg| arg.strip_prefix(name)?.strip_prefix('='));
    let mut names = args.iter().filter(|arg| !arg.contains('='));
    let file = names.next().ok_or("give a file of boards")?;
    let ids: Vec<&String> = names.collect();
    let size = Size::square(5)?;
    let goal = Goal::blank_first(size);
    let minutes: u64 = option("minutes").unwrap_or("60").parse()?;
    let mut builder = Solver::builder()
        .threads(option("threads").unwrap_or("2").parse()?)
        .gap(Gap::ZERO)
        .time_limit(Duration::from_secs(60 * minutes));
    if let Some(folder) = option("tables") {
        builder = builder.table_dir(folder);
    }
    let solver = builder.build()?;
    println!("| board | optimal | expanded | generated | shortest found after | proven after | CPU |");
    println!("|---|---|---|---|---|---|---|");
    for line in std::fs::read_to_string(file)?.lines().filter(|line| !line.starts_with('#')) {
        let mut words = line.split_whitespace();
        let id = words.next().unwrap_or_default();
        let known: usize = words.next().ok_or("a line without a length")?.parse()?;
        if !ids.is_empty() && ids.iter().all(|wanted| *wanted != id) {
            continue;
        }
        let numbers: Vec<u16> = words.skip(1).map(str::parse).collect::<Result<_, _>>()?;
        let puzzle = Puzzle::new(Board::new(size, &numbers)?, goal.clone())?;
        let (began, cpu) = (Instant::now(), cpu_seconds());
        let mut found_after = Duration::ZERO;
        let control = Control::new().on_event(|event| {
            if let Event::Improved(improvement) = event {
                found_after = improvement.elapsed;
            }
        });
        let outcome = solver.plan(&puzzle)?.run(&control)?;
        drop(control);
        let solution = outcome.solution.ok_or("no solution")?;
        let claim = match solution.is_optimal() {
            true => solution.len().to_string(),
            false => format!("{} to {}", outcome.lower_bound, solution.len()),
        };
        if solution.len() < known || outcome.lower_bound as usize > known {
            return Err(format!("board {id}: {claim} instead of {known}").into());
        }
        println!(
            "| {id} | {claim} | {} | {} | {:.1} s | {:.1} s | {:.1} s |",
            Grouped(outcome.stats.expanded),
            Grouped(outcome.stats.generated),
            found_after.as_secs_f64(),
            began.elapsed().as_secs_f64(),
            cpu_seconds() - cpu
        );
    }
    Ok(())
}

/// The CPU time of this process, on Linux; 0 elsewhere.
fn cpu_seconds() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields = stat.rsplit(')').next().unwrap_or_default().split_whitespace().skip(11).take(2);
    fields.filter_map(|ticks| ticks.parse::<f64>().ok()).sum::<f64>() / 100.0
}
