//! Builds of tables that are killed, files that are damaged, and caches that several processes share.

use super::Attempt;
use super::program::{Program, wait};
use super::random::Random;
use std::fs;
use std::path::PathBuf;
use std::process::Stdio;
use std::thread;
use std::time::Duration;

/// A board of 14 moves, and tables that take a moment to build.
const BOARD: &str = "5 1 3 4/2 10 6 8/13 9 0 12/14 11 7 15";
const SETS: [&str; 3] = ["4x4-6-6-3", "4x4-5-5-5", "2x5"];

pub(super) fn attempt(program: &Program, random: &mut Random) -> Result<Attempt, String> {
    let folder = program.file("tables");
    let set = random.one_of(&SETS);
    let mut tries = 0;
    // Several processes build the same tables; some are killed.
    let mut children = Vec::new();
    for _ in 0..1 + random.below(3) {
        let mut command = program.command(&["tables", "build", set]);
        command.env("TAQUIN_TABLES", &folder).stdout(Stdio::null()).stderr(Stdio::null());
        children.push(command.spawn().map_err(|error| error.to_string())?);
    }
    for child in &mut children {
        if random.once_in(2) {
            thread::sleep(Duration::from_millis(random.below(400) as u64));
            let _ = child.kill();
            tries += 1;
        }
        wait(child, Duration::from_secs(300)).ok_or("a build does not end")?;
    }
    // Some files are damaged.
    let files = files(&folder);
    for file in &files {
        if random.once_in(3) {
            damage(file, &files, random)?;
            tries += 1;
        }
    }
    let mut command = program.command(&[
        "solve",
        "--output",
        "moves",
        "--patterns",
        "6-6-3",
        "--algorithm",
        "idastar",
        BOARD,
    ]);
    command.env("TAQUIN_TABLES", &folder);
    let with = program.run(command, Duration::from_secs(300))?;
    let without = program.run(
        program.command(&["solve", "--output", "moves", "--algorithm", "idastar", BOARD]),
        Duration::from_secs(300),
    )?;
    let length = |out: &str| out.trim().len();
    if with.code != 0 || length(&with.out) != length(&without.out) {
        return Err(format!("{} instead of {}: {}", length(&with.out), length(&without.out), with.err));
    }
    // What is on disk now is right, or is built again.
    let mut command = program.command(&["tables", "build", set]);
    command.env("TAQUIN_TABLES", &folder);
    program.run(command, Duration::from_secs(300))?;
    let mut command = program.command(&["tables", "check", set]);
    command.env("TAQUIN_TABLES", &folder);
    let checked = program.run(command, Duration::from_secs(60))?;
    if checked.code != 0 {
        return Err(format!("{set} is damaged after it was built: {}", checked.out));
    }
    if random.once_in(3) {
        let _ = fs::remove_dir_all(&folder);
    }
    Ok(Attempt { tries, worst: None })
}

fn files(folder: &PathBuf) -> Vec<PathBuf> {
    let Ok(listing) = fs::read_dir(folder) else { return Vec::new() };
    let mut files: Vec<PathBuf> = listing.filter_map(|entry| Some(entry.ok()?.path())).collect();
    files.sort();
    files
}

/// Flips bits, cuts off the end, or exchanges the content for something else, also for that of another table.
fn damage(file: &PathBuf, files: &[PathBuf], random: &mut Random) -> Result<(), String> {
    let mut bytes = fs::read(file).map_err(|error| error.to_string())?;
    match random.below(5) {
        _ if bytes.is_empty() => bytes = vec![0; 100],
        0 => bytes.truncate(random.below(bytes.len())),
        1 => bytes = vec![random.below(256) as u8; bytes.len()],
        2 => bytes.extend([0; 8]),
        3 => bytes = fs::read(&files[random.below(files.len())]).map_err(|error| error.to_string())?,
        _ => (0..1 + random.below(8)).for_each(|_| {
            let at = random.below(bytes.len());
            bytes[at] ^= 1 << random.below(8);
        }),
    }
    fs::write(file, bytes).map_err(|error| error.to_string())
}
