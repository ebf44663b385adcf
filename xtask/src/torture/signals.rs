//! Signals at random moments, and how long the command then takes to end.

use super::Attempt;
use super::program::{Program, signal, wait};
use super::random::Random;
use std::fs::File;
use std::process::Stdio;
use std::thread;
use std::time::{Duration, Instant};

/// Commands end within 200 ms on an idle machine; on a busy one, only more than this is a finding.
const LIMIT: Duration = Duration::from_secs(5);

const COMMANDS: [&[&str]; 7] = [
    &["solve", "--algorithm", "fast", "--output", "princeton", "LARGE"],
    &["solve", "--gap", "0", "--output", "moves", "HARD"],
    &["solve", "--algorithm", "astar", "--memory-limit", "1G", "HARD"],
    &["trace", "--record-limit", "200000", "--algorithm", "astar", "HARD"],
    &["trace", "--record-limit", "200000", "--algorithm", "idastar", "--format", "json", "HARD"],
    &["explore", "--size", "3x4"],
    &["enumerate", "--max-length", "40", "1 2 3/4 5 6/7 0 8"],
];

pub(super) fn attempt(program: &Program, random: &mut Random) -> Result<Attempt, String> {
    let board = |size: &str, name: &str| -> Result<String, String> {
        let scramble = program.command(&["scramble", "--size", size, "--seed", "1"]);
        program.written(name, program.run(scramble, Duration::from_secs(60))?.out.as_bytes())
    };
    let (large, hard) = (board("40x40", "large.txt")?, board("5x5", "hard.txt")?);
    let arguments: Vec<&str> = COMMANDS[random.below(COMMANDS.len())]
        .iter()
        .map(|&word| match word {
            "LARGE" => large.as_str(),
            "HARD" => hard.as_str(),
            word => word,
        })
        .collect();
    let (name, code) = [("-INT", 130), ("-TERM", 143)][random.below(2)];
    let errors = program.file("signal-errors");
    let file = File::create(&errors).map_err(|error| error.to_string())?;
    let mut command = program.command(&arguments);
    let mut child = command.stdout(Stdio::null()).stderr(file).spawn().map_err(|error| error.to_string())?;
    thread::sleep(Duration::from_millis(random.below(3000) as u64));
    let began = Instant::now();
    if !signal(child.id(), name) {
        let _ = child.wait();
        return Ok(Attempt::default());
    }
    let Some(status) = wait(&mut child, LIMIT) else {
        let _ = child.kill();
        let _ = child.wait();
        return Err(format!("{name} did not end {arguments:?} within {} s", LIMIT.as_secs()));
    };
    let took = began.elapsed().as_secs_f64() * 1000.0;
    // A command that catches no signals yet is ended by the system; one that was done exits as always.
    match status.code() {
        None | Some(0 | 1 | 3) => {}
        Some(found) if found == code => {}
        Some(found) => return Err(format!("{name}: exit code {found} instead of {code}: {arguments:?}")),
    }
    Ok(Attempt { tries: 1, worst: Some((took, "ms until the end")) })
}
