//! Measurements saved in the repository, each with its commit and machine.

use crate::failure::Failure;
use crate::workspace::{root, run_captured};
use std::fs;
use std::process::Command;

/// Writes `results/<name>`: commit and machine, each on a line that begins with `mark`, then the text.
///
/// # Errors
/// If the file cannot be written.
pub(crate) fn keep(name: &str, mark: &str, text: &str) -> Result<(), Failure> {
    write(name, &format!("{mark} commit {}\n{mark} machine: {}\n{text}", commit(), machine()))
}

/// Writes `results/<name>`, a text that already names its commit and machine.
///
/// # Errors
/// If the file cannot be written.
pub(crate) fn write(name: &str, text: &str) -> Result<(), Failure> {
    let path = root().join("results").join(name);
    fs::write(&path, text).map_err(|why| Failure::Work(format!("{}: {why}", path.display())))?;
    eprintln!("xtask: wrote results/{name}");
    Ok(())
}

/// The current commit, and whether there are uncommitted changes.
pub(crate) fn commit() -> String {
    let git = |arguments: &[&str]| run_captured(Command::new("git").args(arguments).current_dir(root()));
    let hash = git(&["rev-parse", "--short=12", "HEAD"]).unwrap_or_default();
    // The results themselves are being rewritten.
    let changes = git(&["status", "--porcelain", "--", ".", ":!results"]).unwrap_or_default();
    let hash = if hash.trim().is_empty() { "unknown" } else { hash.trim() };
    format!("{hash}{}", if changes.trim().is_empty() { "" } else { ", with changes" })
}

/// The processor's name and number of threads.
pub(crate) fn machine() -> String {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let info = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = info.lines().find_map(|line| line.strip_prefix("model name")?.split_once(':'));
    let model = model.map_or(std::env::consts::ARCH, |(_, name)| name.trim());
    format!("{model}, {threads} threads")
}
