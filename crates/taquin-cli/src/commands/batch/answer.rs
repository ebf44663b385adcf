//! Answers a line. The worker threads run this and share only the [`BatchContext`].

use super::csv;
use crate::commands::requested_method::RequestedMethod;
use crate::exit::Failure;
use crate::input::GoalChoice;
use crate::known_length::contradiction;
use crate::lines::{LONGEST, Line};
use crate::ordered::MemorySize;
use crate::output::{Solution, Style};
use crate::progress;
use crate::signals;
use serde_json::json;
use std::io::{self, Write};
use std::str;
use taquin::control::StopReason;
use taquin::display::{Grouped, SystemError};
use taquin::notation::{self, Columns, DriverMethod, ParseError, ParseErrorKind, Record as Read};
use taquin::solver::{Outcome, Report, ReportKind, Shortest, Solver};
use taquin::{Board, Metric, Puzzle};

/// What all boards of a batch have in common.
pub(super) struct BatchContext {
    /// The name of the input in messages.
    pub(super) source: String,
    pub(super) goal: GoalChoice,
    /// The columns before each board.
    pub(super) columns: Option<Columns>,
    pub(super) requested: RequestedMethod,
    pub(super) solver: Solver,
    pub(super) form: AnswerForm,
    /// Whether the optimal solutions are counted.
    pub(super) is_counted: bool,
}

/// The format of answers.
pub(super) enum AnswerForm {
    /// One JSON object per line.
    Json,
    /// One row per line.
    Csv,
    /// A dialect whose answers are one line each.
    Dialect(Style),
}

/// The content of a line.
pub(super) enum LineContent {
    /// A puzzle.
    Puzzle(GivenPuzzle),
    /// Something that cannot be solved.
    Refused {
        /// The board, if it could be read.
        board: Option<Board>,
        /// What is wrong.
        reason: String,
    },
}

/// A puzzle and what came with it.
pub(super) struct GivenPuzzle {
    pub(super) puzzle: Puzzle,
    method: Option<DriverMethod>,
    id: Option<String>,
    length: Option<u32>,
}

impl GivenPuzzle {
    /// Returns how a solution contradicts the given length, which counts moves.
    pub(super) fn contradiction(&self, length: u64, is_optimal: bool, metric: Metric) -> Option<String> {
        let given = self.length.filter(|_| metric == Metric::Single)?;
        contradiction("taquin", length, is_optimal, "the given length", given.into())
    }
}

/// A board that was tried.
enum Solved {
    /// For one solution.
    Once(Outcome),
    /// For the number of optimal solutions.
    Counted(Shortest),
}

impl Solved {
    /// Returns the search for one solution.
    fn outcome(&self) -> &Outcome {
        match self {
            Solved::Once(outcome) => outcome,
            Solved::Counted(shortest) => &shortest.first,
        }
    }

    fn stopped(&self) -> Option<StopReason> {
        match self {
            Solved::Once(outcome) => outcome.stopped,
            Solved::Counted(shortest) => shortest.stopped,
        }
    }

    fn report(&self, puzzle: &Puzzle) -> Report {
        match self {
            Solved::Once(outcome) => Report::new(puzzle, outcome),
            Solved::Counted(shortest) => Report::counted(puzzle, shortest),
        }
    }
}

/// An answer, or why there are no more.
pub(super) type Answer = Result<Record, Stop>;

/// The answer to a line.
pub(super) struct Record {
    /// Line number.
    pub(super) line: u64,
    /// Bytes of the input up to the end of this line.
    pub(super) end: u64,
    /// The answer, with its line end.
    pub(super) text: Vec<u8>,
    pub(super) found: LineResult,
    /// How the length contradicts the given one.
    pub(super) contradiction: Option<String>,
}

/// The result of a line, for the statistics.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum LineResult {
    /// Solved with this length.
    Solved(u64),
    /// Solved with this length, but a limit was reached before it was proven optimal.
    Unproven(u64),
    /// Proven unsolvable.
    Unsolvable,
    /// A limit was reached.
    Stopped,
    /// Not tried.
    Error,
}

/// Why there are no more answers.
pub(super) enum Stop {
    /// Ctrl-C.
    Interrupted,
    /// The input cannot be read, or an answer cannot be written.
    Failed(Failure),
}

impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Stop {
        Stop::Failed(error.into())
    }
}

impl MemorySize for Answer {
    fn bytes(&self) -> usize {
        size_of::<Record>() + self.as_ref().map_or(0, |record| record.text.len())
    }
}

impl BatchContext {
    /// Answers a line.
    pub(super) fn answer(&self, line: io::Result<Line>) -> Answer {
        // Very short searches never poll for interruption.
        if signals::was_interrupted() {
            return Err(Stop::Interrupted);
        }
        let fault = |error| Failure::input(format_args!("{}: {}", self.source, SystemError(&error)));
        let line = line.map_err(|error| Stop::Failed(fault(error)))?;
        let mut contradiction = None;
        let (text, found) = match self.content(&line) {
            LineContent::Puzzle(given) => match self.solve(&given.puzzle, given.method) {
                Ok(solved) => {
                    contradiction = solved.outcome().solution.as_ref().and_then(|verified| {
                        given.contradiction(verified.len() as u64, verified.is_optimal(), verified.metric())
                    });
                    self.written(line.number, &given, &solved)?
                }
                Err(reason) => self.refused(line.number, Some(given.puzzle.start()), &reason)?,
            },
            LineContent::Refused { board, reason } => self.refused(line.number, board.as_ref(), &reason)?,
        };
        Ok(Record { line: line.number, end: line.end, text, found, contradiction })
    }

    /// Solves a board, and counts its optimal solutions if that was asked for.
    fn solve(&self, puzzle: &Puzzle, method: Option<DriverMethod>) -> Result<Solved, String> {
        let options = self.requested.options(puzzle.goal(), method).map_err(|failure| failure.message())?;
        let solver = self.solver.with_options(options).map_err(|error| error.to_string())?;
        let control = progress::control();
        if self.is_counted {
            let shortest = solver.count_shortest(puzzle, &control).map_err(|error| error.to_string())?;
            return Ok(Solved::Counted(shortest));
        }
        let plan = solver.plan(puzzle).map_err(|error| error.to_string())?;
        plan.run(&control).map(Solved::Once).map_err(|error| error.to_string())
    }

    /// Parses a line.
    pub(super) fn content(&self, line: &Line) -> LineContent {
        let Read { board, goal: own_goal, method, id, length, .. } = match read(line, self.columns.as_ref()) {
            Ok(found) => found,
            Err(reason) => return LineContent::Refused { board: None, reason },
        };
        let goal = match self.goal.for_board(&board, own_goal.as_ref()) {
            Ok(goal) => goal,
            Err(failure) => {
                return LineContent::Refused { board: Some(board), reason: failure.message() };
            }
        };
        match Puzzle::new(board.clone(), goal) {
            Ok(puzzle) => LineContent::Puzzle(GivenPuzzle { puzzle, method, id, length }),
            Err(error) => LineContent::Refused { board: Some(board), reason: error.to_string() },
        }
    }

    fn written(
        &self,
        line: u64,
        given: &GivenPuzzle,
        solved: &Solved,
    ) -> Result<(Vec<u8>, LineResult), Stop> {
        let puzzle = &given.puzzle;
        let outcome = solved.outcome();
        let found = match (&outcome.solution, solved.stopped()) {
            // An answer cut short must not be written: --resume would take it for complete.
            (_, Some(StopReason::Cancelled)) => return Err(Stop::Interrupted),
            (Some(verified), None) => LineResult::Solved(verified.len() as u64),
            (Some(_), Some(_)) if self.is_counted => LineResult::Stopped,
            (Some(verified), Some(_)) => LineResult::Unproven(verified.len() as u64),
            (None, None) => LineResult::Unsolvable,
            (None, Some(_)) => LineResult::Stopped,
        };
        let mut text = Vec::new();
        let report = || {
            let (id, given_length) = (given.id.clone(), given.length);
            Report { line: Some(line), id, given_length, ..solved.report(puzzle) }
        };
        match (&self.form, solved, solved.stopped()) {
            (AnswerForm::Json, ..) => {
                serde_json::to_writer(&mut text, &report()).map_err(io::Error::from)?;
                text.push(b'\n');
            }
            (AnswerForm::Csv, ..) => csv::write(&mut text, line, &report())?,
            (AnswerForm::Dialect(_), Solved::Counted(shortest), None) => {
                writeln!(text, "{}", shortest.count)?;
            }
            (AnswerForm::Dialect(style), Solved::Once(Outcome { solution: Some(verified), .. }), _) => {
                let (start, goal) = (puzzle.start(), puzzle.goal());
                let (moves, metric) = (verified.moves(), verified.metric());
                let (minimal, stats) = (verified.is_optimal(), Some(outcome.stats));
                style.write(
                    &mut text,
                    &Solution { start, goal, moves, metric, minimal, max_queue: None, stats },
                )?;
            }
            (AnswerForm::Dialect(style), Solved::Once(_), None) => {
                writeln!(text, "{}", style.dialect().unsolvable())?;
            }
            (AnswerForm::Dialect(_), _, Some(reason)) => {
                let bound = outcome.method.metric.counted(outcome.lower_bound.into());
                writeln!(text, "# line {line}: {reason}; lower bound {bound}")?;
            }
        }
        Ok((text, found))
    }

    /// Writes the answer to a line that was not tried.
    fn refused(&self, line: u64, board: Option<&Board>, reason: &str) -> Result<(Vec<u8>, LineResult), Stop> {
        let mut text = Vec::new();
        match self.form {
            AnswerForm::Json => {}
            AnswerForm::Csv => {
                csv::write_error(&mut text, line, reason)?;
                return Ok((text, LineResult::Error));
            }
            AnswerForm::Dialect(_) => {
                // Every answer is one line, even if the reason quotes control characters of the input.
                writeln!(text, "# line {line}: {}", reason.replace(char::is_control, " "))?;
                return Ok((text, LineResult::Error));
            }
        }
        let mut object = json!({ "kind": ReportKind::Solution, "version": Report::VERSION, "line": line });
        if let Some(board) = board {
            object["size"] = json!([board.size().rows(), board.size().cols()]);
            object["start"] = board.numbers().collect();
        }
        object["status"] = json!("error");
        object["reason"] = json!(reason);
        writeln!(text, "{object}")?;
        Ok((text, LineResult::Error))
    }
}

/// Reads the board of a line.
fn read(line: &Line, columns: Option<&Columns>) -> Result<Read, String> {
    let Some(bytes) = &line.text else {
        return Err(format!("line longer than {} bytes", Grouped(LONGEST as u64)));
    };
    let text = str::from_utf8(bytes)
        .map_err(|error| format!("not UTF-8 text from byte {}", error.valid_up_to() + 1))?;
    let records = columns.map_or_else(|| notation::read_all(text), |columns| columns.read(text));
    let mut records = records.map_err(|error| without_line(&error))?;
    match (records.pop(), records.is_empty()) {
        (Some(record), true) => Ok(record),
        (Some(_), false) => Err("more than one board on the line".to_owned()),
        (None, _) => Err(ParseErrorKind::Empty.to_string()),
    }
}

/// Formats an error without its line number: the library saw only this line.
fn without_line(error: &ParseError) -> String {
    let what = error.kind.to_string().replace("at line 1, column", "at column");
    format!("column {}: {what}", error.column)
}
