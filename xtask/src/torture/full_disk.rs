//! A disk of 1 MB: tables that do not fit are not stored, and an output that does not fit is an error.

use super::Attempt;
use super::program::Program;
use super::random::Random;
use std::time::Duration;

const LIMIT: Duration = Duration::from_secs(300);

/// A board of 14 moves, and tables of 1.5 MB each.
const BOARD: &str = "5 1 3 4/2 10 6 8/13 9 0 12/14 11 7 15";
const SOLVE: [&str; 7] = ["solve", "--output", "moves", "--algorithm", "idastar", "--patterns", "6-6-3"];

pub(super) fn attempt(program: &Program, random: &mut Random) -> Result<Attempt, String> {
    let disk = program.file("full-disk");
    std::fs::create_dir_all(&disk).map_err(|error| format!("{}: {error}", disk.display()))?;
    if program.run(program.on_small_disk(&disk, &["--version"]), LIMIT)?.code != 0 {
        // Not every machine allows users to mount a file system.
        return Ok(Attempt { is_impossible: true, ..Attempt::default() });
    }
    let arguments = [&SOLVE[..], &[BOARD]].concat();
    let mut solve = program.on_small_disk(&disk, &arguments);
    solve.env("TAQUIN_TABLES", disk.join("tables"));
    let (full, without) = (program.run(solve, LIMIT)?, program.run(program.command(&arguments), LIMIT)?);
    if full.code != 0 || full.out != without.out {
        return Err(format!("exit code {} on a full disk: {}{}", full.code, full.out, full.err));
    }
    if !full.err.contains("cannot store tables") {
        return Err(format!("no message about tables that cannot be stored: {}", full.err));
    }
    let count = (20_000 + random.below(20_000)).to_string();
    let output = disk.join("boards.txt").to_string_lossy().into_owned();
    let scramble = ["scramble", "--size", "9x9", "--count", &count, "-o", &output];
    let written = program.run(program.on_small_disk(&disk, &scramble), LIMIT)?;
    match written.code == 2 && written.err.contains("no space left") {
        true => Ok(Attempt { tries: 2, ..Attempt::default() }),
        false => Err(format!("exit code {} instead of 2: {}", written.code, written.err)),
    }
}
