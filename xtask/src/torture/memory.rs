//! Searches, batches and recordings with a limit on memory, and how much they take at most.

use super::Attempt;
use super::program::Program;
use super::random::Random;
use std::time::Duration;

/// In megabytes, as the option takes them.
const LIMITS: [&str; 4] = ["60", "100", "200", "400"];

/// What the process takes beside searches and tables: its code, its boards, the system's libraries.
const BESIDE: u64 = 40_000_000;

/// The address space above the limit, in megabytes: a breach of gigabytes is a failure at once, before the machine is short of
/// memory. Threads reserve much that they do not use.
const SPARE: u64 = 4096;

/// `HARD`, `LARGE` and `BATCH` stand for files with boards.
const COMMANDS: [&[&str]; 10] = [
    &["solve", "--gap", "0", "HARD"],
    &["solve", "--algorithm", "astar", "HARD"],
    &["solve", "--algorithm", "bidirectional", "HARD"],
    &["solve", "--algorithm", "bfs", "HARD"],
    &["solve", "--algorithm", "beam", "--beam-width", "1000000", "HARD"],
    &["solve", "LARGE"],
    &["solve", "--metric", "multi", "HARD"],
    &["solve", "--lines", "BATCH", "--json"],
    &["trace", "--record-limit", "10000000", "--algorithm", "bfs", "--format", "json", "HARD"],
    &["trace", "--record-limit", "10000000", "--algorithm", "idastar", "HARD"],
];

pub(super) fn attempt(program: &Program, random: &mut Random) -> Result<Attempt, String> {
    let seed = random.below(1000).to_string();
    let boards = |name: &str, options: &[&str]| -> Result<String, String> {
        let scramble = program.command(&[&["scramble", "--seed", &seed, "--to", "slash"], options].concat());
        program.written(name, program.run(scramble, Duration::from_secs(60))?.out.as_bytes())
    };
    let command = COMMANDS[random.below(COMMANDS.len())];
    let files = [
        ("HARD", boards("memory-hard.txt", &["--size", "5x5"])?),
        ("LARGE", boards("memory-large.txt", &["--size", "30x30"])?),
        ("BATCH", boards("memory-batch.txt", &["--size", "4x4", "--count", "500"])?),
    ];
    let limit = random.one_of(&LIMITS);
    let limits = [format!("{limit}M"), "3s".to_owned()];
    let [memory, time] = limits.each_ref().map(String::as_str);
    let mut arguments = vec![command[0], "--memory-limit", memory, "--time-limit", time];
    for &word in &command[1..] {
        arguments.push(files.iter().find(|(name, _)| *name == word).map_or(word, |(_, file)| file));
    }
    let allowed = limit.parse::<u64>().map_err(|error| error.to_string())? * 1_000_000;
    let command = program.within(allowed / 1_000_000 + SPARE, &arguments);
    let ended = program.run(command, Duration::from_secs(120))?;
    if !(0..=3).contains(&ended.code) {
        return Err(format!("{arguments:?}: exit code {}: {}", ended.code, ended.err));
    }
    if ended.peak > allowed + BESIDE {
        return Err(format!("{arguments:?} took {} MB", ended.peak / 1_000_000));
    }
    Ok(Attempt {
        tries: 1,
        worst: Some((ended.peak as f64 / 1e6 - allowed as f64 / 1e6, "MB above the limit")),
        ..Attempt::default()
    })
}
