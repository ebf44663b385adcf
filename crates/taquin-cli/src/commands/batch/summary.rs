//! Statistics of a batch.

use super::answer::LineResult;
use crate::exit::Exit;
use crate::quantity::counted;
use std::time::Instant;
use taquin::Metric;
use taquin::display::Grouped;

/// Counts of the answers so far.
pub(super) struct Summary {
    metric: Metric,
    began: Instant,
    solved: u64,
    length: u64,
    /// Solved, but not proven optimal.
    unproven: Failures,
    unsolvable: Failures,
    stopped: Failures,
    errors: Failures,
    /// Lengths that contradict the given ones, and the first of them.
    contradicting: Failures,
    contradiction: Option<String>,
    /// Answers of previous runs.
    previous: u64,
    /// Bytes of the input that have been answered.
    pub(super) read: u64,
}

/// Boards of one kind, and the line of the first.
#[derive(Clone, Copy, Default)]
struct Failures {
    number: u64,
    first_line: u64,
}

impl Failures {
    fn add(&mut self, line: u64) {
        if self.number == 0 {
            self.first_line = line;
        }
        self.number += 1;
    }

    fn describe(self, what: &str) -> Option<String> {
        let (number, line) = (Grouped(self.number), self.first_line);
        match self.number {
            0 => None,
            1 => Some(format!("{number} {what} (line {line})")),
            _ => Some(format!("{number} {what} (first line {line})")),
        }
    }
}

impl Summary {
    /// Creates empty statistics; the time starts now.
    pub(super) fn new(metric: Metric) -> Summary {
        let none = Failures::default();
        let (unproven, unsolvable, stopped, errors) = (none, none, none, none);
        let (contradicting, contradiction) = (none, None);
        let (began, solved, length, previous, read) = (Instant::now(), 0, 0, 0, 0);
        Summary {
            metric,
            began,
            solved,
            length,
            unproven,
            unsolvable,
            stopped,
            errors,
            contradicting,
            contradiction,
            previous,
            read,
        }
    }

    /// Adds the answer to a line.
    pub(super) fn add(&mut self, line: u64, found: LineResult) {
        match found {
            LineResult::Solved(length) => {
                self.solved += 1;
                self.length = self.length.saturating_add(length);
            }
            LineResult::Unproven(length) => {
                self.solved += 1;
                self.length = self.length.saturating_add(length);
                self.unproven.add(line);
            }
            LineResult::Unsolvable => self.unsolvable.add(line),
            LineResult::Stopped => self.stopped.add(line),
            LineResult::Error => self.errors.add(line),
        }
    }

    /// Adds how the length of a line contradicts the given one, if it does.
    pub(super) fn contradicts(&mut self, line: u64, contradiction: Option<String>) {
        if let Some(contradiction) = contradiction {
            self.contradicting.add(line);
            self.contradiction.get_or_insert(contradiction);
        }
    }

    /// Describes the lengths that contradict the given ones; `None` if there are none.
    pub(super) fn contradictions(&self) -> Option<String> {
        let wrong = self.contradiction.as_ref()?;
        let line = self.contradicting.first_line;
        match self.contradicting.number {
            1 => Some(format!("line {line}: {wrong}")),
            number => Some(format!("line {line}: {wrong}; {} lengths differ in all", Grouped(number))),
        }
    }

    /// Attributes all answers so far to previous runs; the time starts now.
    pub(super) fn start_new_run(&mut self) {
        self.previous = self.boards();
        self.began = Instant::now();
    }

    /// Returns the number of answers.
    pub(super) fn boards(&self) -> u64 {
        self.solved + self.not_solved()
    }

    fn not_solved(&self) -> u64 {
        self.unsolvable.number + self.stopped.number + self.errors.number
    }

    /// Returns the worst exit status.
    pub(super) fn exit(&self) -> Exit {
        let is_there = |failures: Failures, exit| if failures.number > 0 { exit } else { Exit::Success };
        is_there(self.unsolvable, Exit::No)
            .and(is_there(self.contradicting, Exit::No))
            .and(is_there(self.stopped, Exit::Limit))
            .and(is_there(self.unproven, Exit::Limit))
            .and(is_there(self.errors, Exit::BadInput))
    }

    /// Describes the boards that were not solved, with a hint; `None` if all were.
    pub(super) fn failures(&self) -> Option<(String, Option<&'static str>)> {
        let kinds =
            [(self.errors, "invalid"), (self.unsolvable, "unsolvable"), (self.stopped, "stopped at a limit")];
        let kinds: Vec<String> =
            kinds.into_iter().filter_map(|(failures, what)| failures.describe(what)).collect();
        let all = self.boards();
        let what = format!(
            "{} of {} not solved: {}",
            Grouped(self.not_solved()),
            counted(all, "board"),
            kinds.join(", ")
        );
        let hint = "--lines expects a whole board on every line; omit it for boards that span several lines";
        (!kinds.is_empty()).then_some((what, (self.errors.number == all).then_some(hint)))
    }

    /// Describes the boards whose solutions are not proven optimal; `None` if all are.
    pub(super) fn unproven(&self) -> Option<String> {
        self.unproven.describe("solved, but not proven optimal within the limits")
    }

    /// Describes the throughput and the mean length of solutions.
    pub(super) fn throughput(&self) -> String {
        let seconds = self.began.elapsed().as_secs_f64();
        let new = self.boards() - self.previous;
        let mut text = format!("{} in {seconds:.2} s", counted(new, "board"));
        if new > 0 {
            text += &format!(", {} boards/s", rate(new, seconds));
        }
        if self.previous > 0 {
            text += &format!(", {} from previous runs", Grouped(self.previous));
        }
        if self.solved > 0 {
            let mean = self.length as f64 / self.solved as f64;
            let unit = self.metric.counted(2);
            let unit = unit.trim_start_matches(|c: char| c.is_ascii_digit() || c == ' ');
            text += &format!(", mean length {mean:.2} {unit}");
        }
        text
    }

    /// Returns the parts of the status line, with the percentage if the length of the input is known.
    pub(super) fn parts(&self, length: Option<u64>) -> Vec<String> {
        let seconds = self.began.elapsed().as_secs_f64();
        let mut parts = vec![format!("{seconds:.1} s"), counted(self.boards(), "board")];
        if let Some(length) = length.filter(|length| *length > 0) {
            let part = (self.read as f64 / length as f64 * 100.0).min(100.0);
            parts.push(format!("{part:.0} %"));
        }
        parts.push(format!("{}/s", rate(self.boards() - self.previous, seconds)));
        if self.not_solved() > 0 {
            parts.push(format!("{} not solved", Grouped(self.not_solved())));
        }
        parts
    }
}

fn rate(number: u64, seconds: f64) -> String {
    let rate = number as f64 / seconds.max(1e-6);
    if rate < 100.0 { format!("{rate:.1}") } else { Grouped(rate.round() as u64).to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts() {
        let mut summary = Summary::new(Metric::Single);
        assert_eq!((summary.boards(), summary.exit(), summary.failures()), (0, Exit::Success, None));
        assert!(summary.throughput().starts_with("0 boards in "), "{}", summary.throughput());
        summary.add(1, LineResult::Solved(3));
        summary.start_new_run();
        summary.add(3, LineResult::Solved(6));
        assert_eq!((summary.exit(), summary.failures()), (Exit::Success, None));
        assert!(summary.throughput().starts_with("1 board in "), "{}", summary.throughput());
        assert!(
            summary.throughput().ends_with(", 1 from previous runs, mean length 4.50 moves"),
            "{}",
            summary.throughput()
        );
        summary.add(4, LineResult::Unsolvable);
        assert_eq!(summary.exit(), Exit::No);
        summary.add(7, LineResult::Stopped);
        summary.add(8, LineResult::Stopped);
        assert_eq!(summary.exit(), Exit::Limit);
        summary.add(9, LineResult::Error);
        assert_eq!(summary.exit(), Exit::BadInput);
        let expected = "4 of 6 boards not solved: 1 invalid (line 9), 1 unsolvable (line 4), 2 stopped at a limit (first line 7)";
        assert_eq!(summary.failures(), Some((expected.to_owned(), None)));
        summary.read = 50;
        let parts = summary.parts(Some(100));
        assert_eq!(
            (parts[1].as_str(), parts[2].as_str(), parts[4].as_str()),
            ("6 boards", "50 %", "4 not solved")
        );
    }

    #[test]
    fn nothing_but_errors_gets_a_hint() {
        let mut summary = Summary::new(Metric::Multi);
        summary.add(1, LineResult::Error);
        assert!(summary.failures().is_some_and(|(_, hint)| hint.is_some()));
        assert_eq!(counted(12_345, "board"), "12,345 boards");
        assert_eq!((rate(1, 2.0), rate(123_456, 1.0)), ("0.5".to_owned(), "123,456".to_owned()));
    }
}
