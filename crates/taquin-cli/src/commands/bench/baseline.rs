//! A saved measurement, read from a file of `--save`, and the comparison with it.

use super::json::{KIND, OLD_KIND, VERSION};
use super::measurement::{MethodResult, SuiteResult};
use crate::echo;
use crate::exit::Failure;
use serde_json::Value;
use std::collections::HashMap;
use std::fmt;
use std::fs;
use std::path::Path;
use taquin::display::SystemError;

/// A saved measurement.
#[derive(Debug)]
pub(super) struct Baseline {
    /// The name of the file.
    name: String,
    processor: String,
    /// The solved boards, by suite, method and name.
    boards: HashMap<(String, String), HashMap<String, Cost>>,
}

/// The cost of a board.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Cost {
    length: u32,
    generated: u64,
    seconds: f64,
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
        write!(f, "{suite}, board {board}: {method} found {before} moves before and {now} now")
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
        Baseline::parse(&text, &name)
            .map_err(|why| fault(why).hint("create the file with `taquin bench --save FILE`"))
    }

    fn parse(text: &str, name: &str) -> Result<Baseline, String> {
        let object: Value = serde_json::from_str(text).map_err(|error| format!("invalid JSON: {error}"))?;
        if object["kind"] != KIND && object["kind"] != OLD_KIND {
            return Err("not a result of taquin bench".to_owned());
        }
        if object["version"] != VERSION {
            return Err(format!(
                "unsupported format version {} (expected {VERSION})",
                echo::argument(&object["version"].to_string())
            ));
        }
        let mut boards: HashMap<(String, String), HashMap<String, Cost>> = HashMap::new();
        for (s, suite) in list(&object, "suites", "")?.iter().enumerate() {
            let place = format!("/suites/{s}");
            let suite_name = string(suite, "name", &place)?;
            for (m, method) in list(suite, "methods", &place)?.iter().enumerate() {
                let place = format!("{place}/methods/{m}");
                let mut solved = HashMap::new();
                for (b, board) in list(method, "boards", &place)?.iter().enumerate() {
                    let place = format!("{place}/boards/{b}");
                    let generated =
                        board["generated"].as_u64().ok_or_else(|| missing(&place, "generated"))?;
                    if let Some(length) = board["length"].as_u64() {
                        let length = length.try_into().map_err(|_| missing(&place, "length"))?;
                        let seconds = board["seconds"].as_f64().filter(|seconds| *seconds >= 0.0);
                        let seconds = seconds.ok_or_else(|| missing(&place, "seconds"))?;
                        solved.insert(string(board, "name", &place)?, Cost { length, generated, seconds });
                    }
                }
                boards.insert((suite_name.clone(), string(method, "name", &place)?), solved);
            }
        }
        let machine = &object["machine"];
        let processor = string(machine, "processor", "/machine")?;
        Ok(Baseline { name: name.to_owned(), processor: echo::file_name(&processor), boards })
    }

    pub(super) fn compare(&self, results: &[SuiteResult]) -> Comparison {
        let mut comparison = Comparison {
            name: self.name.clone(),
            processor: self.processor.clone(),
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
        let before = self.boards.get(&(result.suite.clone(), entry.method.clone()))?;
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
            let (Some(cost), Some(now)) = (before.get(&board.name), sample.outcome.length()) else {
                continue;
            };
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

fn list<'a>(value: &'a Value, key: &str, place: &str) -> Result<&'a Vec<Value>, String> {
    value[key].as_array().ok_or_else(|| missing(place, key))
}

fn string(value: &Value, key: &str, place: &str) -> Result<String, String> {
    value[key].as_str().map(str::to_owned).ok_or_else(|| missing(place, key))
}

fn missing(place: &str, key: &str) -> String {
    format!("missing or invalid field: {place}/{key}")
}

#[cfg(test)]
mod tests {
    use super::Baseline;

    #[test]
    fn damaged_files_are_rejected() {
        let whole = r#"{"kind":"taquin bench","version":1,"machine":{"processor":"p"},"suites":[{"name":"s",
            "methods":[{"name":"m","boards":[{"name":"1","length":2,"generated":3,"seconds":0.5},
            {"name":"2","stopped":"time","generated":9,"seconds":1.0}]}]}]}"#;
        let read = Baseline::parse(whole, "f").unwrap();
        assert_eq!(read.boards[&("s".to_owned(), "m".to_owned())].len(), 1);
        for (from, to, words) in [
            ("taquin bench", "taquin", "not a result of taquin bench"),
            ("\"version\":1", "\"version\":2", "version 2"),
            ("\"suites\"", "\"other\"", "field: /suites"),
            ("\"boards\"", "\"other\"", "field: /suites/0/methods/0/boards"),
            ("0.5", "\"soon\"", "/boards/0/seconds"),
            ("\"generated\":3", "\"generated\":-3", "/boards/0/generated"),
            ("\"length\":2", "\"length\":5000000000", "/boards/0/length"),
            ("\"processor\"", "\"other\"", "/machine/processor"),
            ("[{", "[", "invalid JSON"),
        ] {
            let error = Baseline::parse(&whole.replacen(from, to, 1), "f").expect_err(from);
            assert!(error.contains(words), "{error}");
        }
    }
}
