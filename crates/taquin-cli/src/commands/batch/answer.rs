//! Answers a line. The worker threads run this and share only the [`BatchContext`].

use crate::commands::method_options::MethodOptions;
use crate::exit::Failure;
use crate::input::GoalChoice;
use crate::lines::{LONGEST, Line};
use crate::ordered::MemorySize;
use crate::output::{Solution, Style};
use crate::progress::{self, StopOnInterrupt};
use crate::quantity::grouped;
use serde_json::json;
use std::io::{self, Write};
use std::str;
use std::sync::Arc;
use std::time::Duration;
use taquin::notation::{self, DriverMethod, ParseError, ParseErrorKind, Record as Read};
use taquin::search::{Limits, StopReason, Stopwatch};
use taquin::solver::{Report, Resolution, Verdict, Workshop};
use taquin::space::Workers;
use taquin::tables::TableCache;
use taquin::{Board, Goal};

/// What all boards of a batch have in common.
pub(super) struct BatchContext {
    /// The name of the input in messages.
    pub(super) source: String,
    pub(super) goal: GoalChoice,
    pub(super) options: MethodOptions,
    pub(super) tables: TableCache,
    /// Estimated number of boards.
    pub(super) boards: u64,
    /// The output style; `None` means JSON.
    pub(super) style: Option<Style>,
    pub(super) nodes: Option<u64>,
    pub(super) time: Option<Duration>,
    /// The memory limit of one thread.
    pub(super) memory: u64,
}

/// The content of a line.
pub(super) enum LineContent {
    /// A board, its goal and the method given with it.
    Puzzle(Board, Goal, Option<DriverMethod>),
    /// Something that cannot be solved.
    Refused {
        /// The board, if it could be read.
        board: Option<Board>,
        /// What is wrong.
        reason: String,
    },
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
        if progress::was_interrupted() {
            return Err(Stop::Interrupted);
        }
        let line =
            line.map_err(|error| Stop::Failed(Failure::input(format_args!("{}: {error}", self.source))))?;
        let (text, found) = match self.content(&line) {
            LineContent::Puzzle(start, goal, method) => match self.solve(&start, &goal, method) {
                Ok(resolution) => self.written(line.number, &start, &goal, &resolution)?,
                Err(reason) => self.refused(line.number, Some(&start), &reason)?,
            },
            LineContent::Refused { board, reason } => self.refused(line.number, board.as_ref(), &reason)?,
        };
        Ok(Record { line: line.number, end: line.end, text, found })
    }

    /// Solves a board.
    fn solve(&self, start: &Board, goal: &Goal, method: Option<DriverMethod>) -> Result<Resolution, String> {
        let request = self.options.request(goal, method).map_err(|failure| failure.message())?;
        let limits = Limits {
            nodes: self.nodes,
            time: self.time,
            memory: Some(self.memory),
            clock: Arc::new(Stopwatch::start()),
        };
        // Boards are solved in parallel, so each search runs on one thread.
        let workshop = Workshop { tables: &self.tables, boards: self.boards, workers: Workers::ONE };
        workshop
            .solve(start, goal, &request, &limits, &mut StopOnInterrupt)
            .map_err(|error| error.to_string())
    }

    /// Parses a line.
    pub(super) fn content(&self, line: &Line) -> LineContent {
        let Read { board, goal: own_goal, method, .. } = match read(line) {
            Ok(found) => found,
            Err(reason) => return LineContent::Refused { board: None, reason },
        };
        let goal = match (&self.goal, own_goal) {
            (GoalChoice::Default(_), Some(own)) => Ok(own.into()),
            (choice, _) => choice.at(board.size()),
        };
        match goal {
            Ok(goal) => LineContent::Puzzle(board, goal, method),
            Err(Failure::Input { message: reason, .. }) => {
                LineContent::Refused { board: Some(board), reason }
            }
            Err(Failure::Output(error)) => {
                LineContent::Refused { board: Some(board), reason: error.to_string() }
            }
        }
    }

    fn written(
        &self,
        line: u64,
        start: &Board,
        goal: &Goal,
        resolution: &Resolution,
    ) -> Result<(Vec<u8>, LineResult), Stop> {
        let found = match (&resolution.verdict, resolution.stopped) {
            // An answer cut short must not be written: --resume would take it for complete.
            (_, Some(StopReason::Asked)) => return Err(Stop::Interrupted),
            (Verdict::Solved(verified), None) => LineResult::Solved(verified.length() as u64),
            (Verdict::Solved(verified), Some(_)) => LineResult::Unproven(verified.length() as u64),
            (Verdict::Unsolvable(_), _) => LineResult::Unsolvable,
            (Verdict::Stopped(_), _) => LineResult::Stopped,
        };
        let mut text = Vec::new();
        match (&self.style, &resolution.verdict) {
            (None, _) => {
                let report = Report { line: Some(line), ..Report::new(start, goal, resolution) };
                serde_json::to_writer(&mut text, &report).map_err(io::Error::from)?;
                text.push(b'\n');
            }
            (Some(style), Verdict::Solved(verified)) => {
                let (moves, metric) = (verified.moves(), verified.metric());
                let minimal = verified.is_optimal();
                let stats = Some(resolution.stats);
                style.write(
                    &mut text,
                    &Solution { start, goal, moves, metric, minimal, max_queue: None, stats },
                )?;
            }
            (Some(style), Verdict::Unsolvable(_)) => writeln!(text, "{}", style.dialect().unsolvable())?,
            (Some(_), Verdict::Stopped(reason)) => {
                let bound = resolution.plan.method.metric.counted(resolution.lower_bound.into());
                writeln!(text, "# line {line}: stopped: {reason}; lower bound {bound}")?;
            }
        }
        Ok((text, found))
    }

    /// Writes the answer to a line that was not tried.
    fn refused(&self, line: u64, board: Option<&Board>, reason: &str) -> Result<(Vec<u8>, LineResult), Stop> {
        let mut text = Vec::new();
        if self.style.is_some() {
            // Every answer is one line, even if the reason quotes control characters of the input.
            writeln!(text, "# line {line}: {}", reason.replace(char::is_control, " "))?;
            return Ok((text, LineResult::Error));
        }
        let mut object = json!({ "version": Report::VERSION, "line": line });
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
fn read(line: &Line) -> Result<Read, String> {
    let Some(bytes) = &line.text else {
        return Err(format!("line longer than {} bytes", grouped(LONGEST as u64)));
    };
    let text = str::from_utf8(bytes)
        .map_err(|error| format!("not UTF-8 text from byte {}", error.valid_up_to() + 1))?;
    let mut records = notation::read_all(text).map_err(|error| without_line(&error))?;
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
