//! Measures `taquin serve` under load, and how soon it notices disconnected clients. Prints Markdown; `cargo xtask load`
//! saves it.
//!
//! ```text
//! cargo build --release -p taquin-cli && cargo run --release -p taquin-cli --example load -- [clients [seconds]]
//! ```
//! Uses the program built beside this example. Memory and threads are read from `/proc`, so it requires Linux.

mod crowd;
mod leaving;
mod server;

use serde_json::{Value, json};
use server::Server;
use std::io;
use std::process::ExitCode;
use std::time::Duration;
use taquin::scramble::Scrambler;
use taquin::{Board, Goal, Size};

fn main() -> ExitCode {
    match run() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("load: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Returns whether everything succeeded.
fn run() -> io::Result<bool> {
    let mut numbers = std::env::args().skip(1).map(|text| text.parse::<u64>().map_err(io::Error::other));
    let clients = numbers.next().transpose()?.unwrap_or(64);
    let seconds = numbers.next().transpose()?.unwrap_or(30);
    let was_well = crowd::measure(&Server::start()?, clients, Duration::from_secs(seconds))?;
    leaving::measure(&Server::start()?)?;
    Ok(was_well)
}

fn random(side: usize, seed: u64) -> Board {
    let size = Size::square(side).expect("a small side");
    Scrambler::seeded(seed).solvable(&Goal::rows(size))
}

/// A message about a board.
fn about(board: &Board) -> Value {
    let size = board.size();
    json!({ "size": [size.rows(), size.cols()], "start": board.numbers().collect::<Vec<u16>>() })
}

/// Returns the median and the 99th percentile.
fn percentiles(mut times: Vec<Duration>) -> String {
    times.sort_unstable();
    let at = |part: usize| times.get(times.len() * part / 100).map_or(0.0, |time| time.as_secs_f64() * 1e3);
    format!("{:.1} / {:.1} ms of {}", at(50), at(99), times.len())
}
