//! A search that can be cancelled, as an asynchronous task does it: the search runs on a blocking thread, the caller
//! waits with a timeout and cancels when it has waited long enough.
//!
//! With tokio, the thread is `spawn_blocking` and the timeout `tokio::time::timeout`; the token is the same.
//!
//! `cargo run --release --example cancel`

use std::error::Error;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;
use taquin::control::{CancelToken, Control};
use taquin::solver::{Algorithm, Solver};
use taquin::{HeuristicKind, Puzzle};

fn main() -> Result<(), Box<dyn Error>> {
    // Hard for Manhattan distance alone: no answer comes in time.
    let puzzle: Puzzle = "15 14 8 12/10 11 9 13/2 6 5 1/3 7 4 0".parse()?;
    let solver =
        Solver::builder().algorithm(Algorithm::IdaStar).heuristic(HeuristicKind::Manhattan).build()?;
    let token = CancelToken::new();
    let (sender, answer) = mpsc::channel();
    let search = thread::spawn({
        let token = token.clone();
        move || {
            let control = Control::new().with_cancel_token(token);
            let outcome = solver.plan(&puzzle).map_err(Into::into).and_then(|plan| plan.run(&control));
            // The receiver is gone only if the program ends.
            let _ = sender.send(outcome);
        }
    });
    let outcome = match answer.recv_timeout(Duration::from_millis(500)) {
        Ok(outcome) => outcome?,
        Err(_) => {
            token.cancel();
            answer.recv()??
        }
    };
    match (&outcome.solution, outcome.stopped) {
        (Some(solution), _) => println!("{} moves", solution.len()),
        (None, reason) => println!("{reason:?}: at least {} moves", outcome.lower_bound),
    }
    search.join().map_err(|_| "the search panicked")?;
    Ok(())
}
