//! Signals at random moments, and how long the command then takes to end.

use super::Attempt;
use super::load;
use super::program::{Program, signal, wait};
use super::random::Random;
use std::fs::File;
use std::process::Stdio;
use std::thread;
use std::time::{Duration, Instant};

/// A command ends within this time on an idle machine.
const PROMISED: Duration = Duration::from_millis(200);

/// The debug build prepares and prints records without optimization.
const DEBUG_FACTOR: f64 = 4.0;

/// Above this slowdown the machine is busy, and its load changes from moment to moment: a command that was too slow is given
/// the same signal again, and only the fastest of several attempts counts.
const BUSY: f64 = 1.2;
const ATTEMPTS: usize = 4;

/// A command that is still running after this time is stuck.
const STUCK: Duration = Duration::from_secs(30);

/// `LARGE`, `HARD`, `MEDIUM` and `BATCH` stand for files with boards.
const COMMANDS: [&[&str]; 25] = [
    &["solve", "--algorithm", "fast", "--output", "princeton", "LARGE"],
    &["solve", "--gap", "0", "--output", "moves", "HARD"],
    &["solve", "--gap", "0", "--json", "--progress", "LARGE"],
    &["solve", "--algorithm", "astar", "--memory-limit", "1G", "HARD"],
    &["solve", "--algorithm", "bidirectional", "--memory-limit", "1G", "HARD"],
    &["solve", "--patterns", "7-8", "--output", "moves", "MEDIUM"],
    &["solve", "--lines", "BATCH", "--json"],
    &["trace", "--record-limit", "200000", "--algorithm", "astar", "HARD"],
    &["trace", "--record-limit", "200000", "--algorithm", "idastar", "--format", "json", "HARD"],
    &["trace", "--record-limit", "200000", "--algorithm", "bfs", "--format", "dot", "HARD"],
    &["trace", "--record-limit", "1000000", "--algorithm", "astar", "--format", "text", "HARD"],
    &["trace", "--record-limit", "1000000", "--algorithm", "astar", "--format", "json", "HARD"],
    &["trace", "--record-limit", "1000000", "--algorithm", "astar", "--format", "dot", "HARD"],
    &["trace", "--record-limit", "1000000", "--algorithm", "bfs", "--format", "text", "MEDIUM"],
    &["trace", "--record-limit", "1000000", "--algorithm", "bfs", "--format", "json", "MEDIUM"],
    &["trace", "--record-limit", "1000000", "--algorithm", "bfs", "--format", "dot", "MEDIUM"],
    &["trace", "--record-limit", "1000000", "--algorithm", "astar", "--format", "queue", "HARD"],
    &["draw", "--solve", "LARGE"],
    &["explore", "--size", "3x4"],
    &["enumerate", "--bound", "60", "MEDIUM"],
    &["compare", "--size", "4x4", "--depth", "20..40", "--count", "50"],
    &["bench", "random4x4"],
    &["scramble", "--size", "4x4", "--depth", "60..65", "--count", "1000"],
    &["scramble", "--size", "9x9", "--count", "100000000"],
    &["tables", "build", "4x4-7-8"],
];

pub(super) fn attempt(program: &Program, random: &mut Random) -> Result<Attempt, String> {
    let boards = |name: &str, options: &[&str]| -> Result<String, String> {
        let scramble = program.command(&[&["scramble", "--seed", "1", "--to", "slash"], options].concat());
        program.written(name, program.run(scramble, Duration::from_secs(60))?.out.as_bytes())
    };
    let large = boards("large.txt", &["--size", "40x40"])?;
    let hard = boards("hard.txt", &["--size", "5x5"])?;
    let medium = boards("medium.txt", &["--size", "4x4"])?;
    let batch = boards("signal-batch.txt", &["--size", "4x4", "--count", "2000"])?;
    let arguments: Vec<&str> = COMMANDS[random.below(COMMANDS.len())]
        .iter()
        .map(|&word| match word {
            "LARGE" => large.as_str(),
            "HARD" => hard.as_str(),
            "MEDIUM" => medium.as_str(),
            "BATCH" => batch.as_str(),
            word => word,
        })
        .collect();
    let (name, code) = [("-INT", 130), ("-TERM", 143)][random.below(2)];
    let moment = Duration::from_millis(random.below(3000) as u64);
    let promised = PROMISED.as_secs_f64() * if program.is_debug() { DEBUG_FACTOR } else { 1.0 };
    let mut best = f64::INFINITY;
    for tries in 1.. {
        let Some(took) = latency(program, &arguments, name, code, moment)? else {
            return Ok(Attempt::default());
        };
        best = best.min(took.as_secs_f64());
        if best <= promised {
            return Ok(Attempt {
                tries,
                worst: Some((best * 1000.0, "ms until the end")),
                ..Attempt::default()
            });
        }
        let slowdown = load::slowdown();
        if best <= promised * slowdown {
            return Ok(Attempt {
                tries,
                worst: Some((best / slowdown * 1000.0, "ms until the end")),
                ..Attempt::default()
            });
        }
        if slowdown < BUSY || tries >= ATTEMPTS as u64 {
            let (best, promised) = (best * 1000.0, promised * 1000.0);
            return Err(format!(
                "{name} after {} ms ended {arguments:?} after {best:.0} ms instead of {promised:.0} ms, on a machine \
                 that was slower by a factor of {slowdown:.1}",
                moment.as_millis()
            ));
        }
    }
    Ok(Attempt::default())
}

/// Returns how long a command runs on after a signal; `None` if it has ended before.
fn latency(
    program: &Program,
    arguments: &[&str],
    name: &str,
    code: i32,
    moment: Duration,
) -> Result<Option<Duration>, String> {
    let errors = program.file("signal-errors");
    let file = File::create(&errors).map_err(|error| error.to_string())?;
    let mut command = program.command(arguments);
    if arguments[0] == "tables" {
        command.env("TAQUIN_TABLES", program.fresh("signal-tables")?);
    }
    let mut child = command.stdout(Stdio::null()).stderr(file).spawn().map_err(|error| error.to_string())?;
    thread::sleep(moment);
    if let Ok(Some(status)) = child.try_wait() {
        return match status.code() {
            Some(0 | 1 | 3) => Ok(None),
            code => Err(format!("exit code {code:?} without a signal: {arguments:?}")),
        };
    }
    if !signal(child.id(), name) {
        let _ = child.wait();
        return Ok(None);
    }
    let began = Instant::now();
    let Some(status) = wait(&mut child, STUCK) else {
        let _ = child.kill();
        let _ = child.wait();
        return Err(format!("{name} did not end {arguments:?} within {} s", STUCK.as_secs()));
    };
    let took = began.elapsed();
    // A command that catches no signals yet is ended by the system; one that was done exits as always.
    match status.code() {
        None | Some(0 | 1 | 3) => Ok(Some(took)),
        Some(found) if found == code => Ok(Some(took)),
        Some(found) => Err(format!("{name}: exit code {found} instead of {code}: {arguments:?}")),
    }
}
