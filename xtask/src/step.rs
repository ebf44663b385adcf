//! Steps of a longer command, timed and reported.

use crate::failure::Failure;
use std::time::{Duration, Instant};

/// A named step of a longer command.
pub(crate) struct Step {
    pub(crate) name: &'static str,
    pub(crate) run: fn() -> Result<(), Failure>,
}

/// Runs the steps in order, prints the duration of each, and stops at the first failure.
///
/// # Errors
/// The first failure, prefixed with the name of its step.
pub(crate) fn run_all(steps: &[&Step]) -> Result<(), Failure> {
    let start = Instant::now();
    for (index, step) in steps.iter().enumerate() {
        let number = format!("{}/{}", index + 1, steps.len());
        eprintln!("\n== {number} {}", step.name);
        let step_start = Instant::now();
        (step.run)().map_err(|failure| {
            Failure::Work(format!(
                "FAILED at step {number}, {}, after {}\n{failure}",
                step.name,
                seconds(start.elapsed())
            ))
        })?;
        eprintln!("== {number} {}: ok, {}", step.name, seconds(step_start.elapsed()));
    }
    eprintln!("\nxtask: all {} steps passed in {}", steps.len(), seconds(start.elapsed()));
    Ok(())
}

fn seconds(duration: Duration) -> String {
    format!("{:.1} s", duration.as_secs_f64())
}
