//! From a line to its answer. This is what the threads do; they share the setting and nothing else.

use crate::commands::wish::Wish;
use crate::exit::Failure;
use crate::input::GoalChoice;
use crate::lines::{LONGEST, Line};
use crate::ordered::Bulk;
use crate::output::{Solution, Style};
use crate::progress::{self, UntilInterrupted};
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

/// What every board of a batch is given.
pub(super) struct Setting {
    /// What to call the input in messages.
    pub(super) source: String,
    pub(super) goal: GoalChoice,
    pub(super) wish: Wish,
    pub(super) tables: TableCache,
    /// About how many boards there will be.
    pub(super) boards: u64,
    /// How to write; `None` stands for JSON.
    pub(super) style: Option<Style>,
    pub(super) nodes: Option<u64>,
    pub(super) time: Option<Duration>,
    /// For one board: the part of a thread.
    pub(super) memory: u64,
}

/// What a line holds.
pub(super) enum Content {
    /// A board, its goal and the method it came with.
    Puzzle(Board, Goal, Option<DriverMethod>),
    /// Nothing that could be solved.
    Refused {
        /// The board, if there is one.
        board: Option<Board>,
        /// What is wrong with it.
        reason: String,
    },
}

/// An answer, or why there are no more.
pub(super) type Answer = Result<Record, Stop>;

/// The answer to a line.
pub(super) struct Record {
    /// The number of the line.
    pub(super) line: u64,
    /// How much of the input was read with it.
    pub(super) end: u64,
    /// One line, with its end.
    pub(super) text: Vec<u8>,
    pub(super) found: Found,
}

/// What came of a board, for the count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Found {
    /// A solution of this length.
    Solved(u64),
    /// Likewise, but a limit was reached before it was known whether a shorter one exists.
    Unproven(u64),
    /// There is none.
    Unsolvable,
    /// A limit was reached.
    Stopped,
    /// It was not tried.
    Error,
}

/// Why there are no more answers.
pub(super) enum Stop {
    /// Ctrl-C.
    Interrupted,
    /// The input cannot be read on, or an answer cannot be written.
    Failed(Failure),
}

impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Stop {
        Stop::Failed(error.into())
    }
}

impl Bulk for Answer {
    fn bytes(&self) -> usize {
        size_of::<Record>() + self.as_ref().map_or(0, |record| record.text.len())
    }
}

impl Setting {
    /// The answer to a line.
    pub(super) fn answer(&self, line: io::Result<Line>) -> Answer {
        // A search that is over in no time never looks whether it should stop.
        if progress::was_interrupted() {
            return Err(Stop::Interrupted);
        }
        let line =
            line.map_err(|error| Stop::Failed(Failure::input(format_args!("{}: {error}", self.source))))?;
        let (text, found) = match self.content(&line) {
            Content::Puzzle(start, goal, method) => match self.solve(&start, &goal, method) {
                Ok(resolution) => self.written(line.number, &start, &goal, &resolution)?,
                Err(reason) => self.refused(line.number, Some(&start), &reason)?,
            },
            Content::Refused { board, reason } => self.refused(line.number, board.as_ref(), &reason)?,
        };
        Ok(Record { line: line.number, end: line.end, text, found })
    }

    /// The one place where a batch meets the searches.
    fn solve(&self, start: &Board, goal: &Goal, method: Option<DriverMethod>) -> Result<Resolution, String> {
        let request = self.wish.request(goal, method).map_err(|failure| failure.message())?;
        let limits = Limits {
            nodes: self.nodes,
            time: self.time,
            memory: Some(self.memory),
            clock: Arc::new(Stopwatch::start()),
        };
        // Every thread has a board of its own.
        let workshop = Workshop { tables: &self.tables, boards: self.boards, workers: Workers::ONE };
        workshop
            .solve(start, goal, &request, &limits, &mut UntilInterrupted)
            .map_err(|error| error.to_string())
    }

    /// What a line holds.
    pub(super) fn content(&self, line: &Line) -> Content {
        let Read { board, goal: own_goal, method, .. } = match read(line) {
            Ok(found) => found,
            Err(reason) => return Content::Refused { board: None, reason },
        };
        let goal = match (&self.goal, own_goal) {
            (GoalChoice::Unsaid(_), Some(own)) => Ok(own.into()),
            (choice, _) => choice.at(board.size()),
        };
        match goal {
            Ok(goal) => Content::Puzzle(board, goal, method),
            Err(Failure::Input { message: reason, .. }) => Content::Refused { board: Some(board), reason },
            Err(Failure::Output(error)) => Content::Refused { board: Some(board), reason: error.to_string() },
        }
    }

    fn written(
        &self,
        line: u64,
        start: &Board,
        goal: &Goal,
        resolution: &Resolution,
    ) -> Result<(Vec<u8>, Found), Stop> {
        let found = match (&resolution.verdict, resolution.stopped) {
            // Without the rest of its time the answer would be another, and --resume would never know.
            (_, Some(StopReason::Asked)) => return Err(Stop::Interrupted),
            (Verdict::Solved(verified), None) => Found::Solved(verified.length() as u64),
            (Verdict::Solved(verified), Some(_)) => Found::Unproven(verified.length() as u64),
            (Verdict::Unsolvable(_), _) => Found::Unsolvable,
            (Verdict::Stopped(_), _) => Found::Stopped,
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
                writeln!(text, "# line {line}: stopped: {reason}; a solution has at least {bound}")?;
            }
        }
        Ok((text, found))
    }

    /// The answer to what was not tried.
    fn refused(&self, line: u64, board: Option<&Board>, reason: &str) -> Result<(Vec<u8>, Found), Stop> {
        let mut text = Vec::new();
        if self.style.is_some() {
            // Every answer is one line, whatever the reason repeats of the input.
            writeln!(text, "# line {line}: {}", reason.replace(char::is_control, " "))?;
            return Ok((text, Found::Error));
        }
        let mut object = json!({ "version": Report::VERSION, "line": line });
        if let Some(board) = board {
            object["size"] = json!([board.size().rows(), board.size().cols()]);
            object["start"] = board.numbers().collect();
        }
        object["status"] = json!("error");
        object["reason"] = json!(reason);
        writeln!(text, "{object}")?;
        Ok((text, Found::Error))
    }
}

/// The one board of a line, or what is wrong with it.
fn read(line: &Line) -> Result<Read, String> {
    let Some(bytes) = &line.text else {
        return Err(format!("the line has more than {} bytes", grouped(LONGEST as u64)));
    };
    let text = str::from_utf8(bytes)
        .map_err(|error| format!("this is not UTF-8 text from byte {} on", error.valid_up_to() + 1))?;
    let mut records = notation::read_all(text).map_err(|error| told(&error))?;
    match (records.pop(), records.is_empty()) {
        (Some(record), true) => Ok(record),
        (Some(_), false) => Err("the line holds more than one board".to_owned()),
        (None, _) => Err(ParseErrorKind::Empty.to_string()),
    }
}

/// The error without the number of the line: the library saw only this one.
fn told(error: &ParseError) -> String {
    let what = error.kind.to_string().replace("at line 1, column", "at column");
    format!("column {}: {what}", error.column)
}
