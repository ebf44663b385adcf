//! Results of measurements: plain numbers and derived statistics.

use crate::known_length::contradiction;
use crate::signals;

/// Several methods on the boards of one suite.
pub(super) struct SuiteResult {
    pub(super) suite: String,
    pub(super) title: String,
    /// Whether the user gave the boards and their lengths.
    pub(super) is_own: bool,
    /// The boards that all methods were measured on, in order; incomplete after an interruption.
    pub(super) boards: Vec<SuiteBoard>,
    /// Number of boards of the suite.
    pub(super) suite_boards: usize,
    /// Number of rounds.
    pub(super) repeat: usize,
    pub(super) entries: Vec<MethodResult>,
    /// Contradictory solution lengths.
    pub(super) disagreements: Vec<String>,
}

/// A board of a suite.
pub(super) struct SuiteBoard {
    pub(super) name: String,
    /// The known optimal length.
    pub(super) known: Option<u32>,
}

/// The result of a method.
pub(super) struct MethodResult {
    /// In the syntax of `--method`.
    pub(super) method: String,
    pub(super) threads: usize,
    pub(super) is_optimal: bool,
    pub(super) set_up: SetUp,
    pub(super) table_bytes: u64,
    /// Whether all boards were timed together, so that each has the mean time.
    pub(super) timed_together: bool,
    /// One sample per board.
    pub(super) samples: Vec<Sample>,
}

/// The cost before the first board.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(super) struct SetUp {
    pub(super) seconds: f64,
    /// Number of tables built.
    pub(super) built: usize,
    /// Number of tables read from disk.
    pub(super) read: usize,
    /// Whether tables are built on demand, in the time of a board.
    pub(super) on_demand: bool,
}

/// The measurement of a method on a board.
pub(super) struct Sample {
    /// The time of every run in seconds, in order.
    pub(super) runs: Vec<f64>,
    pub(super) outcome: Outcome,
    pub(super) expanded: u64,
    pub(super) generated: u64,
}

/// The outcome of a board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Outcome {
    /// Solved with this length.
    Solved(u32),
    /// Not solved, and why.
    Stopped(String),
}

impl Outcome {
    pub(super) fn length(&self) -> Option<u32> {
        match self {
            Outcome::Solved(length) => Some(*length),
            Outcome::Stopped(_) => None,
        }
    }
}

impl Sample {
    /// Returns the median of the runs.
    pub(super) fn seconds(&self) -> f64 {
        median(self.runs.iter().copied())
    }
}

/// Returns the median; the mean of the middle two for an even number of values, NaN for none.
pub(super) fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    match (values.len() / 2, values.len() % 2) {
        (0, 0) => f64::NAN,
        (middle, 1) => values[middle],
        (middle, _) => f64::midpoint(values[middle - 1], values[middle]),
    }
}

impl SuiteResult {
    /// Returns whether every board of the suite was measured.
    pub(super) fn is_complete(&self) -> bool {
        self.boards.len() == self.suite_boards && !signals::was_interrupted()
    }
}

impl MethodResult {
    pub(super) fn solved(&self) -> usize {
        self.samples.iter().filter(|sample| sample.outcome.length().is_some()).count()
    }

    /// Returns whether some board was not solved.
    pub(super) fn has_stopped(&self) -> bool {
        self.solved() < self.samples.len()
    }

    /// Returns the total number of moves of all solutions.
    pub(super) fn moves(&self) -> u64 {
        self.samples.iter().filter_map(|sample| sample.outcome.length()).map(u64::from).sum()
    }

    /// Returns the mean over solved boards, NaN if there are none.
    pub(super) fn mean_moves(&self) -> f64 {
        self.moves() as f64 / self.solved() as f64
    }

    pub(super) fn expanded(&self) -> u64 {
        self.samples.iter().map(|sample| sample.expanded).sum()
    }

    pub(super) fn generated(&self) -> u64 {
        self.samples.iter().map(|sample| sample.generated).sum()
    }

    /// Returns the total time of all boards in seconds, without set-up.
    pub(super) fn seconds(&self) -> f64 {
        self.samples.iter().map(Sample::seconds).sum()
    }

    /// Converts a sum to a mean per board.
    pub(super) fn per_board(&self, sum: f64) -> f64 {
        sum / self.samples.len() as f64
    }

    pub(super) fn mean_seconds(&self) -> f64 {
        self.per_board(self.seconds())
    }

    pub(super) fn median_seconds(&self) -> f64 {
        median(self.samples.iter().map(Sample::seconds))
    }

    pub(super) fn max_seconds(&self) -> f64 {
        self.samples.iter().map(Sample::seconds).fold(f64::NAN, f64::max)
    }

    /// Returns generated nodes per second.
    pub(super) fn nodes_per_second(&self) -> f64 {
        self.generated() as f64 / self.seconds()
    }
}

/// Compares every length with the known length, or else with the first one claimed optimal.
pub(super) fn disagreements(
    suite: &str,
    is_own: bool,
    boards: &[SuiteBoard],
    entries: &[MethodResult],
) -> Vec<String> {
    let known_length = if is_own { "the given length" } else { "the known length" };
    let mut found = Vec::new();
    for (index, board) in boards.iter().enumerate() {
        let answers = || {
            let answer = |entry: &MethodResult| {
                Some((entry.method.clone(), entry.is_optimal, entry.samples.get(index)?.outcome.length()?))
            };
            entries.iter().filter_map(answer)
        };
        let reference = match board.known {
            Some(known) => Some((known, known_length.to_owned())),
            None => answers().find(|answer| answer.1).map(|(method, _, length)| (length, method)),
        };
        let Some((shortest, source)) = reference else { continue };
        for (method, is_optimal, length) in answers() {
            let wrong = contradiction(&method, length.into(), is_optimal, &source, shortest.into());
            found.extend(wrong.map(|wrong| format!("{suite}, board {}: {wrong}", board.name)));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(method: &str, is_optimal: bool, lengths: &[Option<u32>]) -> MethodResult {
        let sample = |length: &Option<u32>| Sample {
            runs: vec![1.0, 9.0, 2.0],
            outcome: length.map_or(Outcome::Stopped("time".to_owned()), Outcome::Solved),
            expanded: 3,
            generated: 6,
        };
        MethodResult {
            method: method.to_owned(),
            threads: 1,
            is_optimal,
            set_up: SetUp::default(),
            table_bytes: 0,
            timed_together: false,
            samples: lengths.iter().map(sample).collect(),
        }
    }

    #[test]
    fn contradictory_lengths() {
        let boards = |known: [Option<u32>; 2]| known.map(|known| SuiteBoard { name: "b".to_owned(), known });
        let find = |known, entries: &[MethodResult]| disagreements("s", false, &boards(known), entries).len();
        let (five, six) = (entry("a", true, &[Some(5), None]), entry("b", true, &[Some(6), Some(7)]));
        let (longer, shorter) =
            (entry("c", false, &[Some(9), Some(9)]), entry("d", false, &[Some(3), Some(7)]));
        assert_eq!(find([Some(5), Some(7)], &[five, longer]), 0);
        assert_eq!(find([Some(5), Some(7)], &[six, shorter]), 2);
        let (five, six) = (entry("a", true, &[Some(5), None]), entry("b", true, &[Some(6), Some(7)]));
        assert_eq!(find([None, None], &[five, six]), 1);
        assert_eq!(find([None, None], &[entry("d", false, &[Some(3), Some(7)])]), 0);
    }

    #[test]
    fn sums_and_medians() {
        let entry = entry("a", true, &[Some(5), None, Some(8)]);
        assert_eq!((entry.solved(), entry.moves(), entry.has_stopped()), (2, 13, true));
        assert_eq!((entry.seconds(), entry.max_seconds(), entry.mean_moves()), (6.0, 2.0, 6.5));
        assert_eq!((entry.expanded(), entry.generated(), entry.nodes_per_second()), (9, 18, 3.0));
        assert_eq!(median([4.0, 1.0, 2.0, 9.0].into_iter()), 3.0);
        assert!(median([].into_iter()).is_nan());
    }
}
