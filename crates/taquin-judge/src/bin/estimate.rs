//! A heuristic as a program for `taquin audit`: it reads boards from standard input, one per line, and writes an estimate
//! for each to standard output.
//!
//! `taquin-estimate manhattan 3x3` uses a heuristic of the library, with the goal `rows`.

use std::io::{self, BufRead, BufWriter, Write};
use std::process::ExitCode;
use taquin::heuristic::{Heuristic, Max};
use taquin::{Board, Goal, HeuristicChoice, Size};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match answer(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("taquin-estimate: {error}");
            ExitCode::from(2)
        }
    }
}

fn answer(arguments: &[String]) -> Result<(), Box<dyn std::error::Error>> {
    let [name, size] = arguments else {
        return Err("usage: taquin-estimate HEURISTIC SIZE, as in `taquin-estimate manhattan 3x3`".into());
    };
    let choice: HeuristicChoice = name.parse()?;
    let size: Size = size.parse()?;
    let heuristic = Max::new(choice.kinds(), &Goal::rows(size));
    let mut out = BufWriter::new(io::stdout().lock());
    for line in io::stdin().lock().lines() {
        let numbers: Result<Vec<u16>, _> = line?.split_whitespace().map(str::parse).collect();
        writeln!(out, "{}", heuristic.evaluate(&Board::new(size, &numbers?)?))?;
    }
    Ok(out.flush()?)
}
