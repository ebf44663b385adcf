//! `cargo xtask matrix24`: random 24-puzzles have the same length in every way to prove it.
//!
//! For each of three goals, a board is solved on one and two threads, with one partition instead of the pool, from the goal
//! to the start, in a search that is killed ten times, in seven parts, and with less memory.

use crate::Command;
use crate::failure::{Failure, no_arguments};
use crate::results;
use crate::workspace::{cargo, root, run};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{self, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

pub(crate) const COMMAND: Command = Command {
    name: "matrix24",
    arguments: "",
    about: "prove 24-puzzles in every way and compare the lengths (20 minutes); writes results/",
    run: |arguments| {
        no_arguments(arguments)?;
        compare()
    },
};

/// Boards of this many random moves take seconds.
const WALK: &str = "200";
const GOALS: [&str; 3] = ["rows", "blank-first", "spiral"];
const PARTS: usize = 7;
const KILLS: u64 = 10;

fn compare() -> Result<(), Failure> {
    run(cargo().args(["build", "--release", "--package", "taquin-cli"]))?;
    let folder = root().join("target/matrix24");
    let mut table = String::from("| goal | way | length | seconds |\n|---|---|---|---|\n");
    for goal in GOALS {
        let folder = folder.join(goal);
        // What an earlier run has left would be resumed.
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).map_err(|why| Failure::Work(format!("{}: {why}", folder.display())))?;
        let rows = Board::new(goal, folder)?.all_ways()?;
        let first = rows.first().map(|row| row.length);
        for Row { way, length, time } in rows {
            if Some(length) != first {
                return Err(Failure::Work(format!("{goal}, {way}: {length} moves instead of {first:?}")));
            }
            let _ = writeln!(table, "| {goal} | {way} | {length} | {:.1} |", time.as_secs_f64());
        }
    }
    let kept = format!(
        "# 24-puzzles, proven in every way\n\n\
         Made by `cargo xtask matrix24` on {}, commit {}: one board of {WALK} random moves for each goal, seed 24. Every \
         row is a proof of its own, and all rows of a goal have the same length.\n\n{table}",
        results::machine(),
        results::commit(),
    );
    results::write("matrix24.md", &kept)
}

/// A way to prove a length.
struct Row {
    way: String,
    length: usize,
    time: Duration,
}

/// A board, and where its files are.
struct Board {
    goal: &'static str,
    folder: PathBuf,
    file: String,
}

impl Board {
    fn new(goal: &'static str, folder: PathBuf) -> Result<Board, Failure> {
        let options = ["--size", "5x5", "--moves", WALK, "--seed", "24", "--goal", goal];
        let board = taquin(&[&["scramble"], &options[..]].concat())?;
        let file = folder.join("board.txt");
        fs::write(&file, board.stdout).map_err(|why| Failure::Work(format!("{}: {why}", file.display())))?;
        Ok(Board { goal, file: name(&file), folder })
    }

    fn all_ways(&self) -> Result<Vec<Row>, Failure> {
        let mut rows = Vec::new();
        rows.push(timed("one thread", || self.solve(&["--threads", "1"]))?);
        rows.push(timed("two threads", || self.solve(&["--threads", "2"]))?);
        rows.push(timed("one partition", || {
            self.solved(&["--algorithm", "idastar", "--patterns", "6-6-6-6", "--threads", "2"])
        })?);
        rows.push(timed("from the goal to the start", || self.inverse())?);
        rows.push(timed(&format!("killed {KILLS} times"), || self.killed())?);
        rows.push(timed(&format!("in {PARTS} parts"), || self.divided())?);
        for limit in ["1G", "4G"] {
            rows.push(timed(&format!("--memory-limit {limit}"), || self.solve(&["--memory-limit", limit]))?);
        }
        Ok(rows)
    }

    /// Solves with some options and returns the length, which must be proven.
    fn solved(&self, options: &[&str]) -> Result<usize, Failure> {
        let args = ["solve", "--goal", self.goal, "--output", "moves"];
        length(&taquin(&[&args[..], options, &[&self.file]].concat())?)
    }

    fn solve(&self, options: &[&str]) -> Result<usize, Failure> {
        self.solved(&[options, &["--gap", "0"]].concat())
    }

    /// Exchanges start and goal.
    fn inverse(&self) -> Result<usize, Failure> {
        let goal = taquin(&["scramble", "--size", "5x5", "--moves", "0", "--goal", self.goal])?;
        let file = self.folder.join("goal.txt");
        fs::write(&file, goal.stdout).map_err(|why| Failure::Work(format!("{}: {why}", file.display())))?;
        length(&taquin(&["solve", "--gap", "0", "--output", "moves", "--goal", &self.file, &name(&file)])?)
    }

    /// Kills a search ten times, later and later, and lets it go on.
    fn killed(&self) -> Result<usize, Failure> {
        let journal = name(&self.folder.join("journal.jsonl"));
        for kill in 1..=KILLS {
            let mut command = program();
            command.args(["solve", "--goal", self.goal, "--gap", "0", "--resume", &journal, &self.file]);
            let child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn();
            let mut child = child.map_err(|why| Failure::Work(format!("taquin solve: {why}")))?;
            thread::sleep(Duration::from_millis(kill * 400 + kill * 37 % 100));
            // It may have finished.
            let _ = child.kill();
            let _ = child.wait();
        }
        self.solve(&["--resume", &journal])
    }

    /// Divides every long iteration, and solves each part in a process of its own.
    fn divided(&self) -> Result<usize, Failure> {
        let parts = name(&self.folder.join("parts"));
        let journal = format!("{parts}/search.jsonl");
        loop {
            let count = PARTS.to_string();
            let options = ["--parts", &count, "--into", &parts, "--goal", self.goal];
            let split = taquin(&[&["split"], &options[..], &[&self.file]].concat())?;
            let files = String::from_utf8_lossy(&split.stdout).into_owned();
            if !split.status.success() {
                return self.solve(&["--resume", &journal]);
            }
            for file in files.lines() {
                taquin(&["solve", "--part", file])?;
            }
            let files: Vec<&str> = files.lines().collect();
            taquin(&[&["merge", &journal], &files[..]].concat())?;
        }
    }
}

fn timed(way: &str, work: impl FnOnce() -> Result<usize, Failure>) -> Result<Row, Failure> {
    let started = Instant::now();
    let length = work()?;
    let row = Row { way: way.to_owned(), length, time: started.elapsed() };
    eprintln!("{way}: {length} moves, {:.1} s", row.time.as_secs_f64());
    Ok(row)
}

fn name(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

fn program() -> process::Command {
    let mut command = process::Command::new(root().join("target/release/taquin"));
    command.current_dir(root()).stdin(Stdio::null());
    command
}

/// Runs the program; exit codes 0 and 1 are answers.
fn taquin(args: &[&str]) -> Result<Output, Failure> {
    let output = program().args(args).output();
    let output = output.map_err(|why| Failure::Work(format!("taquin: {why}")))?;
    match output.status.code() {
        Some(0 | 1) => Ok(output),
        _ => Err(Failure::Work(format!(
            "taquin {}: {}\n{}",
            args.join(" "),
            output.status,
            String::from_utf8_lossy(&output.stderr)
        ))),
    }
}

/// Returns the number of moves of `--output moves`.
fn length(output: &Output) -> Result<usize, Failure> {
    let text = String::from_utf8_lossy(&output.stdout);
    let moves = text.trim().strip_prefix("tile: ").filter(|_| output.status.success());
    moves.map(str::len).ok_or_else(|| Failure::Work(format!("no proven solution: {text}")))
}
