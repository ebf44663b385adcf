//! Saved results of `taquin bench`, which later results are compared with.
//!
//! ```
//! use taquin_lesson::benchmark::SavedBenchmark;
//! let text = r#"{"kind":"benchmark","version":1,"machine":{"processor":"Z80"},"suites":[{"name":"korf100",
//!     "methods":[{"name":"7-8","boards":[{"name":"1","length":57,"generated":13,"seconds":0.5}]}]}]}"#;
//! let saved = SavedBenchmark::read(text)?;
//! assert_eq!(saved.cost("korf100", "7-8", "1").map(|cost| cost.length), Some(57));
//! # Ok::<(), taquin_lesson::benchmark::BenchmarkError>(())
//! ```

use serde_json::Value;
use std::collections::HashMap;
use std::fmt;

/// The kind of the JSON object.
pub const KIND: &str = "benchmark";

/// The kind in files of taquin 0.2.0.
const OLD_KIND: &str = "taquin bench";

/// The version of the format, incremented on incompatible changes.
pub const VERSION: u64 = 1;

/// The saved results of several methods on several suites of boards.
#[derive(Clone, PartialEq, Debug)]
pub struct SavedBenchmark {
    /// The processor that they were measured on.
    pub processor: String,
    /// The solved boards by name, for every suite and method.
    costs: HashMap<(String, String), HashMap<String, Cost>>,
}

/// The cost of solving a board.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Cost {
    /// The length of the solution.
    pub length: u32,
    /// The number of generated nodes.
    pub generated: u64,
    /// The time in seconds, not negative.
    pub seconds: f64,
}

/// The error of a text that is not a saved benchmark.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BenchmarkError {
    /// The text is not JSON, and why.
    NotJson(String),
    /// It is another object.
    OtherKind,
    /// It has another version of the format, as JSON.
    OtherVersion(String),
    /// A field is missing or invalid: `/suites/0/name`.
    Field(String),
}

impl fmt::Display for BenchmarkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BenchmarkError::NotJson(why) => write!(f, "invalid JSON: {why}"),
            BenchmarkError::OtherKind => f.write_str("not a result of taquin bench"),
            BenchmarkError::OtherVersion(found) => {
                write!(f, "unsupported format version {found} (expected {VERSION})")
            }
            BenchmarkError::Field(place) => write!(f, "missing or invalid field: {place}"),
        }
    }
}

impl std::error::Error for BenchmarkError {}

impl SavedBenchmark {
    /// Reads the JSON object that `taquin bench --save` writes.
    ///
    /// # Errors
    /// If it is not such an object.
    pub fn read(text: &str) -> Result<SavedBenchmark, BenchmarkError> {
        let object: Value =
            serde_json::from_str(text).map_err(|error| BenchmarkError::NotJson(error.to_string()))?;
        if object["kind"] != KIND && object["kind"] != OLD_KIND {
            return Err(BenchmarkError::OtherKind);
        }
        if object["version"] != VERSION {
            return Err(BenchmarkError::OtherVersion(object["version"].to_string()));
        }
        let mut costs = HashMap::new();
        for (s, suite) in list(&object, "suites", "")?.iter().enumerate() {
            let place = format!("/suites/{s}");
            let suite_name = string(suite, "name", &place)?;
            for (m, method) in list(suite, "methods", &place)?.iter().enumerate() {
                let place = format!("{place}/methods/{m}");
                let mut solved = HashMap::new();
                for (b, board) in list(method, "boards", &place)?.iter().enumerate() {
                    let place = format!("{place}/boards/{b}");
                    let generated = board["generated"].as_u64().ok_or_else(|| field(&place, "generated"))?;
                    if let Some(length) = board["length"].as_u64() {
                        let length = length.try_into().map_err(|_| field(&place, "length"))?;
                        let seconds = board["seconds"].as_f64().filter(|seconds| *seconds >= 0.0);
                        let seconds = seconds.ok_or_else(|| field(&place, "seconds"))?;
                        solved.insert(string(board, "name", &place)?, Cost { length, generated, seconds });
                    }
                }
                costs.insert((suite_name.clone(), string(method, "name", &place)?), solved);
            }
        }
        Ok(SavedBenchmark { processor: string(&object["machine"], "processor", "/machine")?, costs })
    }

    /// Returns the cost of a board; `None` if the method did not solve it.
    pub fn cost(&self, suite: &str, method: &str, board: &str) -> Option<Cost> {
        self.costs.get(&(suite.to_owned(), method.to_owned()))?.get(board).copied()
    }
}

fn list<'a>(value: &'a Value, key: &str, place: &str) -> Result<&'a Vec<Value>, BenchmarkError> {
    value[key].as_array().ok_or_else(|| field(place, key))
}

fn string(value: &Value, key: &str, place: &str) -> Result<String, BenchmarkError> {
    value[key].as_str().map(str::to_owned).ok_or_else(|| field(place, key))
}

fn field(place: &str, key: &str) -> BenchmarkError {
    BenchmarkError::Field(format!("{place}/{key}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn damaged_files_are_rejected() {
        let whole = r#"{"kind":"taquin bench","version":1,"machine":{"processor":"p"},"suites":[{"name":"s",
            "methods":[{"name":"m","boards":[{"name":"1","length":2,"generated":3,"seconds":0.5},
            {"name":"2","stopped":"time","generated":9,"seconds":1.0}]}]}]}"#;
        let read = SavedBenchmark::read(whole).unwrap();
        assert_eq!(read.cost("s", "m", "1"), Some(Cost { length: 2, generated: 3, seconds: 0.5 }));
        assert_eq!(read.cost("s", "m", "2"), None);
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
            let error = SavedBenchmark::read(&whole.replacen(from, to, 1)).expect_err(from).to_string();
            assert!(error.contains(words), "{error}");
        }
    }
}
