//! A saved measurement, read from a file of `--save`, and the comparison with it.

use super::measurement::{MethodResult, SuiteResult};
use crate::echo;
use crate::exit::Failure;
use crate::quantity::counted;
use std::fmt;
use std::fs;
use std::path::Path;
use taquin::display::SystemError;
use taquin_lesson::benchmark::{BenchmarkError, SavedBenchmark};

/// A saved measurement.
#[derive(Debug)]
pub(super) struct Baseline {
    /// The name of the file.
    name: String,
    saved: SavedBenchmark,
}

/// A comparison with the baseline.
pub(super) struct Comparison {
    /// The name of the baseline file.
    pub(super) name: String,
    /// The processor of the baseline.
    pub(super) processor: String,
    pub(super) lines: Vec<Line>,
    /// Methods without common boards.
    pub(super) missing: Vec<String>,
    pub(super) differences: Vec<Difference>,
}

/// A board that a method solved with different lengths.
pub(super) struct Difference {
    pub(super) suite: String,
    pub(super) board: String,
    pub(super) method: String,
    pub(super) before: u32,
    pub(super) now: u32,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Difference { suite, board, method, before, now } = self;
        let before = counted((*before).into(), "move");
        write!(f, "{suite}, board {board}: {method} found {before} before and {now} now")
    }
}

/// A method on the boards that it solved in both measurements.
pub(super) struct Line {
    pub(super) suite: String,
    pub(super) method: String,
    pub(super) boards: usize,
    /// Total number of generated nodes.
    pub(super) nodes_before: u64,
    pub(super) nodes_now: u64,
    /// Total time, without set-up.
    pub(super) seconds_before: f64,
    pub(super) seconds_now: f64,
}

impl Baseline {
    /// Reads a file.
    ///
    /// # Errors
    /// If it cannot be read or has another format.
    pub(super) fn read(path: &Path) -> Result<Baseline, Failure> {
        let name = echo::file_name(&path.display().to_string());
        let fault = |why: String| Failure::input(format_args!("--against {name}: {why}"));
        let text = fs::read_to_string(path).map_err(|error| fault(SystemError(&error).to_string()))?;
        let mut saved = SavedBenchmark::read(&text).map_err(|error| {
            let error = match error {
                BenchmarkError::OtherVersion(found) => BenchmarkError::OtherVersion(echo::argument(&found)),
                error => error,
            };
            fault(error.to_string()).hint("create the file with `taquin bench --save FILE`")
        })?;
        saved.processor = echo::file_name(&saved.processor);
        Ok(Baseline { name, saved })
    }

    pub(super) fn compare(&self, results: &[SuiteResult]) -> Comparison {
        let mut comparison = Comparison {
            name: self.name.clone(),
            processor: self.saved.processor.clone(),
            lines: Vec::new(),
            missing: Vec::new(),
            differences: Vec::new(),
        };
        for result in results {
            for entry in &result.entries {
                match self.line(result, entry, &mut comparison.differences) {
                    Some(line) => comparison.lines.push(line),
                    None => comparison.missing.push(format!("{}, {}", result.suite, entry.method)),
                }
            }
        }
        comparison
    }

    fn line(
        &self,
        result: &SuiteResult,
        entry: &MethodResult,
        differences: &mut Vec<Difference>,
    ) -> Option<Line> {
        let mut line = Line {
            suite: result.suite.clone(),
            method: entry.method.clone(),
            boards: 0,
            nodes_before: 0,
            nodes_now: 0,
            seconds_before: 0.0,
            seconds_now: 0.0,
        };
        for (board, sample) in result.boards.iter().zip(&entry.samples) {
            let cost = self.saved.cost(&result.suite, &entry.method, &board.name);
            let (Some(cost), Some(now)) = (cost, sample.outcome.length()) else { continue };
            if cost.length != now {
                differences.push(Difference {
                    suite: result.suite.clone(),
                    board: board.name.clone(),
                    method: entry.method.clone(),
                    before: cost.length,
                    now,
                });
            }
            line.boards += 1;
            line.nodes_before = line.nodes_before.saturating_add(cost.generated);
            line.nodes_now += sample.generated;
            line.seconds_before += cost.seconds;
            line.seconds_now += sample.seconds();
        }
        (line.boards > 0).then_some(line)
    }
}
