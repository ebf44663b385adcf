//! `cargo xtask explore27`: counts all boards of 2x7 and compares the counts with the published ones.

use crate::Command;
use crate::failure::{Failure, no_arguments};
use crate::results;
use crate::workspace::{cargo, root, run};
use std::io::Read;
use std::process::{self, Stdio};
use std::time::{Duration, Instant};
use std::{fs, thread};

pub(crate) const COMMAND: Command = Command {
    name: "explore27",
    arguments: "",
    about: "count all boards of 2x7 (10 minutes, 6 GB of memory); resumable; writes results/",
    run: |arguments| {
        no_arguments(arguments)?;
        count()
    },
};

/// The folder for the layers of a run that is interrupted.
const LAYERS: &str = "target/explore27";

/// The published counts; this is the beginning of their line.
const PUBLISHED: &str = "crates/taquin/data/statespace.txt";
const LINE: &str = "2 7 corner single ";

fn count() -> Result<(), Failure> {
    run(cargo().args(["build", "--release", "--package", "taquin-cli"]))?;
    let path = root().join(PUBLISHED);
    let published =
        fs::read_to_string(&path).map_err(|why| Failure::Work(format!("{}: {why}", path.display())))?;
    let published = published.lines().find_map(|line| line.strip_prefix(LINE)).unwrap_or_default();
    let is_resumed = root().join(LAYERS).exists();
    let started = Instant::now();
    let Explored { text, peak } = explore()?;
    let seconds = started.elapsed().as_secs();
    let counts: Vec<String> = text.lines().filter_map(states).collect();
    if counts.join(" ") != published {
        return Err(Failure::Work(format!("the counts differ from those of {PUBLISHED}:\n{text}")));
    }
    let part = if is_resumed { " for the rest of an interrupted run" } else { "" };
    let kept = format!(
        "# All boards of 2x7\n\n\
         Made by `cargo xtask explore27` on {}, commit {}: {seconds} s{part}, at most {} MB of memory.\n\
         All counts are equal to the published ones in [statespace.txt](../{PUBLISHED}).\n\n\
         ```text\n{text}```\n",
        results::machine(),
        results::commit(),
        peak.map_or_else(|| "an unknown number of".to_owned(), |bytes| (bytes / 1_000_000).to_string()),
    );
    results::write("explore_2x7.md", &kept)
}

/// The output of the program, and its peak memory in bytes, if known.
struct Explored {
    text: String,
    peak: Option<u64>,
}

fn explore() -> Result<Explored, Failure> {
    let failed = |why: &dyn std::fmt::Display| Failure::Work(format!("taquin explore 2x7: {why}"));
    let mut command = process::Command::new(root().join("target/release/taquin"));
    command.current_dir(root()).args(["explore", "2x7", "--format", "text", "--resume", LAYERS]);
    let mut child = command.stdout(Stdio::piped()).spawn().map_err(|why| failed(&why))?;
    let mut peak = None;
    // The output is shorter than the buffer of a pipe, so the program never waits for a reader.
    let status = loop {
        peak = peak.max(peak_memory(child.id()));
        if let Some(status) = child.try_wait().map_err(|why| failed(&why))? {
            break status;
        }
        thread::sleep(Duration::from_millis(200));
    };
    let mut text = String::new();
    if let Some(mut out) = child.stdout.take() {
        out.read_to_string(&mut text).map_err(|why| failed(&why))?;
    }
    if status.success() { Ok(Explored { text, peak }) } else { Err(failed(&status)) }
}

/// The most memory that a running process has had, on Linux.
fn peak_memory(process: u32) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes * 1024)
}

/// Returns the second number of a line that has two: a depth and the number of states, without commas.
fn states(line: &str) -> Option<String> {
    let (depth, states) = line.trim().split_once(' ')?;
    let states = states.trim().replace(',', "");
    (depth.parse::<u32>().is_ok() && states.parse::<u64>().is_ok()).then_some(states)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_of_the_table() {
        assert_eq!(states("   66  1,862,320,864"), Some("1862320864".to_owned()));
        assert_eq!(states("depth  states"), None);
        assert_eq!(states("states     43,589,145,600"), None);
        assert_eq!(states("           0 3/2 1"), None);
    }
}
