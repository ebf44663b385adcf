//! Measurements that are kept in the repository, each with the commit and the machine it was made on.

use crate::failure::Failure;
use crate::workspace::{root, run_captured};
use std::fs;
use std::process::Command;

/// Writes `results/<name>`: where the measurement comes from, each line behind `mark`, then the text.
///
/// # Errors
/// If the file cannot be written.
pub(crate) fn keep(name: &str, mark: &str, text: &str) -> Result<(), Failure> {
    write(name, &format!("{mark} commit {}\n{mark} machine: {}\n{text}", commit(), machine()))
}

/// Writes `results/<name>`, a text that says by itself where it comes from.
///
/// # Errors
/// If the file cannot be written.
pub(crate) fn write(name: &str, text: &str) -> Result<(), Failure> {
    let path = root().join("results").join(name);
    fs::write(&path, text)
        .map_err(|why| Failure::Work(format!("{} could not be written: {why}", path.display())))?;
    eprintln!("xtask: kept in results/{name}");
    Ok(())
}

/// The commit that was measured, and whether there were changes on top of it.
pub(crate) fn commit() -> String {
    let git = |arguments: &[&str]| run_captured(Command::new("git").args(arguments).current_dir(root()));
    let hash = git(&["rev-parse", "--short=12", "HEAD"]).unwrap_or_default();
    // Results themselves may differ: they are what is being made.
    let changes = git(&["status", "--porcelain", "--", ".", ":!results"]).unwrap_or_default();
    let hash = if hash.trim().is_empty() { "unknown" } else { hash.trim() };
    format!("{hash}{}", if changes.trim().is_empty() { "" } else { ", with changes" })
}

/// The processor's name and how many threads it runs.
pub(crate) fn machine() -> String {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let info = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = info.lines().find_map(|line| line.strip_prefix("model name")?.split_once(':'));
    let model = model.map_or(std::env::consts::ARCH, |(_, name)| name.trim());
    format!("{model}, {threads} threads")
}
