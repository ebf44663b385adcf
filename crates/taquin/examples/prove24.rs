//! Proves 24-puzzles optimal and prints a Markdown table: `cargo run --release --example prove24 --features serde -- FILE [ID…]`.
//!
//! A line of the file is a name, the optimal length or `-`, any number, and the tiles of a 5x5 board, as in
//! `taquin-cli/data/random5x5.txt`. Options: `goal=NAME` (default blank-first), `threads=N` (default 2), `tables=DIR`
//! (default none), `minutes=N` for each board (default 60), `journals=DIR`, where what is done is kept, so that the same
//! command goes on with a board that took too long, `proof=only` for a search without beam search, `sample=N` to search
//! every N-th node of the frontiers that are left to prove the known length.

use std::error::Error;
use std::path::Path;
use std::time::{Duration, Instant};
use taquin::control::{Control, Event};
use taquin::display::Grouped;
use taquin::notation::{Mover, letters};
use taquin::solver::{Journal, Outcome, Solver};
use taquin::{Board, Gap, NamedGoal, Puzzle, Size};

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let option = |name: &str| args.iter().find_map(|arg| arg.strip_prefix(name)?.strip_prefix('='));
    let mut names = args.iter().filter(|arg| !arg.contains('='));
    let source = names.next().ok_or("give a file of boards")?;
    let ids: Vec<&String> = names.collect();
    let minutes: u64 = option("minutes").unwrap_or("60").parse()?;
    let mut builder = Solver::builder().threads(option("threads").unwrap_or("2").parse()?).gap(Gap::ZERO);
    if let Some(folder) = option("tables") {
        builder = builder.table_dir(folder);
    }
    let solver = builder.build()?;
    let journals = option("journals").map(Path::new);
    if let Some(folder) = journals {
        std::fs::create_dir_all(folder)?;
    }
    println!(
        "| board | optimal | expanded | generated | shortest found after | ended after | CPU | solution |"
    );
    println!("|---|---|---|---|---|---|---|---|");
    for Instance { name, length, puzzle } in listed(source, option("goal").unwrap_or("blank-first"))? {
        if !ids.is_empty() && ids.iter().all(|wanted| **wanted != name) {
            continue;
        }
        let (began, cpu) = (Instant::now(), cpu_seconds());
        let mut found_after = Duration::ZERO;
        let control =
            Control::new().time_limit(Duration::from_secs(60 * minutes)).on_event(|event| match event {
                Event::Improved(improvement) => found_after = improvement.elapsed,
                Event::Views(choice) => eprintln!("{name}: {choice}"),
                _ => {}
            });
        let plan = match option("proof") {
            Some("only") => solver.plan_optimal(&puzzle)?,
            _ => solver.plan(&puzzle)?,
        };
        let outcome = match journals {
            Some(folder) => {
                let journal = Journal::open(&folder.join(format!("{name}.jsonl")), &puzzle)?;
                plan.run_with_journal(&journal, &control)?
            }
            None => plan.run(&control)?,
        };
        drop(control);
        if let (Some(step), Some(folder), Some(length)) = (option("sample"), journals, length)
            && !outcome.is_optimal()
        {
            let journal = Journal::open(&folder.join(format!("{name}.jsonl")), &puzzle)?;
            let step: usize = step.parse()?;
            // The iteration before the last is sampled more densely: it is smaller.
            for (bound, step) in [(length - 4, step.div_ceil(4)), (length - 2, step)] {
                let sample = plan.sample_iteration(&journal, bound as u32, step, &Control::new())?;
                let (estimate, error) = (sample.estimate() as u64, sample.standard_error() as u64);
                println!(
                    "| {name} | f-limit {bound} | {} ± {} | {} of {} |",
                    Grouped(estimate),
                    Grouped(error),
                    sample.expanded.len(),
                    sample.frontier
                );
            }
        }
        let Outcome { solution, lower_bound, stats, .. } = outcome;
        let claim = match &solution {
            Some(solution) if solution.is_optimal() => solution.len().to_string(),
            Some(solution) => format!("{lower_bound} to {}", solution.len()),
            None => format!("at least {lower_bound}"),
        };
        let is_too_short = |length| solution.as_ref().is_some_and(|solution| solution.len() < length);
        if length.is_some_and(|length| is_too_short(length) || lower_bound as usize > length) {
            return Err(format!("board {name}: {claim} instead of {length:?}").into());
        }
        println!(
            "| {name} | {claim} | {} | {} | {:.1} s | {:.1} s | {:.1} s | {} |",
            Grouped(stats.expanded),
            Grouped(stats.generated),
            found_after.as_secs_f64(),
            began.elapsed().as_secs_f64(),
            cpu_seconds() - cpu,
            solution.map_or_else(String::new, |solution| letters(solution.moves(), Mover::Tile)),
        );
    }
    Ok(())
}

/// A board with its name, and its optimal length if known.
struct Instance {
    name: String,
    length: Option<usize>,
    puzzle: Puzzle,
}

/// Reads the boards of a file.
fn listed(file: &str, goal: &str) -> Result<Vec<Instance>, Box<dyn Error>> {
    let size = Size::square(5)?;
    let goal = goal.parse::<NamedGoal>()?.of(size);
    let text = std::fs::read_to_string(file)?;
    let instance = |line: &str| -> Result<Instance, Box<dyn Error>> {
        let mut words = line.split_whitespace();
        let name = words.next().unwrap_or_default().to_owned();
        let length = match words.next().ok_or("a line without a length")? {
            "-" => None,
            length => Some(length.parse()?),
        };
        let numbers: Vec<u16> = words.skip(1).map(str::parse).collect::<Result<_, _>>()?;
        let puzzle = Puzzle::new(Board::new(size, &numbers)?, goal.clone())?;
        Ok(Instance { name, length, puzzle })
    };
    text.lines().filter(|line| !line.starts_with('#')).map(instance).collect()
}

/// The CPU time of this process, on Linux; 0 elsewhere.
fn cpu_seconds() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields = stat.rsplit(')').next().unwrap_or_default().split_whitespace().skip(11).take(2);
    fields.filter_map(|ticks| ticks.parse::<f64>().ok()).sum::<f64>() / 100.0
}
