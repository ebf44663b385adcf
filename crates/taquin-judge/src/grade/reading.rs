//! The ways in which an answer can be understood.

use super::Exercise;
use super::chatter::{self, Ignored};
use taquin::notation::{self, Dialect, Mover, ParseError, SolutionText};

/// An answer as it was understood.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Reading {
    pub(super) text: SolutionText,
    pub(super) ignored: Ignored,
}

/// Returns the different readings of an answer, the most likely first: as a whole, then without the lines around the
/// solution.
///
/// A bare number is the length of a solution only if there are no moves or boards beside it, which would have to be right.
///
/// If a dialect is required, it is tried before the detected one. Otherwise every dialect is tried, so that no dialect
/// accepts more than this.
///
/// # Errors
/// If there is no reading: why the first attempt failed.
pub(super) fn readings(
    answer: &str,
    exercise: &Exercise,
    dialect: Option<Dialect>,
    mover: Mover,
) -> Result<Vec<Reading>, ParseError> {
    let start = &exercise.start;
    let read = |text: &str| -> Vec<Result<SolutionText, ParseError>> {
        let detected = notation::read_solution(text, start, mover);
        match dialect {
            Some(dialect) => vec![dialect.read_solution(text, start, mover), detected],
            None => {
                let all = Dialect::ALL.iter().map(|dialect| dialect.read_solution(text, start, mover));
                std::iter::once(detected).chain(all).collect()
            }
        }
    };
    let mut readings: Vec<Reading> = Vec::new();
    let mut add = |text: SolutionText, ignored: &Ignored| {
        if readings.iter().all(|reading| reading.text != text) {
            readings.push(Reading { text, ignored: ignored.clone() });
        }
    };
    let mut first_error = None;
    for result in read(answer) {
        match result {
            Ok(text) => add(text, &Ignored::default()),
            Err(error) => first_error = first_error.or(Some(error)),
        }
    }
    for extract in chatter::extracts(answer, start) {
        for text in read(&extract.text).into_iter().flatten() {
            if !(extract.ignores_answer && matches!(text, SolutionText::Length(_))) {
                add(text, &extract.ignored);
            }
        }
    }
    match first_error {
        Some(error) if readings.is_empty() => Err(error),
        _ => Ok(readings),
    }
}
