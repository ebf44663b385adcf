//! Prints the solutions of a board one by one as they are found.

use crate::destination::Answers;
use crate::exit::Failure;
use crate::output::{self, Separator, Solution, Style};
use crate::puzzle_object::puzzle_with;
use crate::quantity::counted;
use serde_json::{Value, json};
use std::io::{self, Write};
use std::ops::ControlFlow;
use taquin::control::StopReason;
use taquin::notation::{Alternatives, Dialect};
use taquin::proof::Verified;
use taquin::solver::{MovesReport, SolveError};
use taquin::{Metric, Puzzle};

/// How solutions are listed.
pub(super) enum Listing<'a> {
    /// Only their number is printed.
    Counted,
    /// One JSON object with all solutions, written as they are found.
    Object {
        /// The puzzle.
        puzzle: &'a Puzzle,
        /// The method reported in the object.
        method: Value,
        /// Whether the solutions are in the object, and not only their number.
        is_listed: bool,
    },
    /// One JSON object per solution.
    Json {
        /// The method reported in the objects.
        method: Value,
    },
    /// One answer with alternatives in Prolog, one answer per solution in other dialects.
    Dialect {
        /// The style of each solution.
        style: &'a Style,
        /// The separator between solutions.
        separator: &'a mut Separator,
        /// Whether all of them are optimal.
        minimal: bool,
    },
}

/// The result of a list.
pub(super) struct Listed {
    /// Number of solutions listed.
    pub(super) count: u64,
    /// Why the list is incomplete, if it is.
    pub(super) stopped: Option<StopReason>,
}

impl Listed {
    /// Reports on standard error why the list is incomplete, if it is.
    pub(super) fn report(&self, name: &str) {
        let Some(reason) = self.stopped else { return };
        let solutions = counted(self.count, "solution");
        output::message(format_args!("{name}: {reason}; {solutions} so far, the list is incomplete"));
    }
}

/// A callback that receives solutions as they are found.
pub(super) type OnSolution<'a> = &'a mut dyn FnMut(&Verified) -> ControlFlow<()>;

impl Listing<'_> {
    /// Prints the solutions that `search` finds. `search` returns why it stopped early, if it did, and a value to pass on.
    pub(super) fn print<T>(
        &mut self,
        out: &mut Answers,
        search: impl FnOnce(OnSolution) -> Result<(Option<StopReason>, T), SolveError>,
    ) -> Result<(Listed, T), Failure> {
        match self {
            Listing::Counted => collect(search, |_| Ok(())),
            Listing::Object { puzzle, method, is_listed } => {
                object_of_all(out, puzzle, method, *is_listed, search)
            }
            Listing::Json { method } => collect(search, |verified| {
                writeln!(out, "{}", object(verified, method))?;
                out.flush()
            }),
            Listing::Dialect { style, separator, .. } if style.dialect() == Dialect::Prolog => {
                prolog(out, separator, search)
            }
            Listing::Dialect { style, separator, minimal } => collect(search, |verified| {
                separator.next(out)?;
                let (task, moves) = (verified.task(), verified.moves());
                let (start, goal, minimal) = (task.start(), task.goal(), *minimal);
                style.write(
                    out,
                    &Solution {
                        start,
                        goal,
                        moves,
                        metric: Metric::Single,
                        minimal,
                        max_queue: None,
                        stats: None,
                    },
                )?;
                out.flush()
            }),
        }
    }
}

/// Writes one object, with its solutions if `is_listed`. The solutions are not collected, because there may be millions.
fn object_of_all<T>(
    out: &mut Answers,
    puzzle: &Puzzle,
    method: &Value,
    is_listed: bool,
    search: impl FnOnce(OnSolution) -> Result<(Option<StopReason>, T), SolveError>,
) -> Result<(Listed, T), Failure> {
    let unsolvable = puzzle.task().err();
    let head = puzzle_with("enumeration", puzzle.start(), puzzle.goal(), json!({ "method": method }));
    let head = head.to_string();
    write!(out, "{}", head.strip_suffix('}').unwrap_or(&head))?;
    if is_listed {
        write!(out, ",\"solutions\":[")?;
    }
    let mut separator = "";
    let (listed, more) = collect(search, |verified| {
        if !is_listed {
            return Ok(());
        }
        let solution = json!({
            "length": verified.len(),
            "moves": MovesReport::new(verified.task().start(), verified.moves()),
        });
        write!(out, "{}{solution}", std::mem::replace(&mut separator, ","))?;
        out.flush()
    })?;
    if is_listed {
        write!(out, "]")?;
    }
    write!(out, ",\"count\":{},\"complete\":{}", listed.count, listed.stopped.is_none())?;
    let reason = listed.stopped.map(|reason| reason.to_string()).or(unsolvable.map(|why| why.to_string()));
    if let Some(reason) = reason {
        write!(out, ",\"reason\":{}", Value::from(reason))?;
    }
    writeln!(out, "}}")?;
    Ok((listed, more))
}

/// Passes each solution to `print`, whose errors stop the search.
fn collect<T>(
    search: impl FnOnce(OnSolution) -> Result<(Option<StopReason>, T), SolveError>,
    mut print: impl FnMut(&Verified) -> io::Result<()>,
) -> Result<(Listed, T), Failure> {
    let mut failed = None;
    let mut count = 0;
    let ending = search(&mut |verified| {
        count += 1;
        match print(verified) {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                failed = Some(error);
                ControlFlow::Break(())
            }
        }
    });
    match (failed, ending) {
        (Some(error), _) => Err(error.into()),
        (None, Ok((stopped, more))) => Ok((Listed { count, stopped }, more)),
        (None, Err(error)) => Err(Failure::input(error)),
    }
}

fn prolog<T>(
    out: &mut Answers,
    separator: &mut Separator,
    search: impl FnOnce(OnSolution) -> Result<(Option<StopReason>, T), SolveError>,
) -> Result<(Listed, T), Failure> {
    out.flush()?;
    // Write to line-buffered standard output directly, so that each solution appears as soon as it is found.
    let mut waiting: Option<&mut dyn Write> = Some(out.get_mut());
    let mut alternatives = None;
    let (listed, more) = collect(search, |verified| {
        if let Some(out) = waiting.take() {
            separator.next(out)?;
            alternatives = Some(Alternatives::new(out));
        }
        let Some(alternatives) = &mut alternatives else { return Ok(()) };
        alternatives.push(verified.task().start(), verified.moves())
    })?;
    match (alternatives, listed.stopped) {
        (Some(alternatives), None) => alternatives.finish()?,
        // Prolog prints this where it would search for the next alternative.
        (Some(_), Some(_)) => writeln!(out, " ;")?,
        (None, None) => {
            separator.next(out)?;
            Alternatives::new(out).finish()?;
        }
        (None, Some(_)) => {}
    }
    Ok((listed, more))
}

/// Returns the object of `solve` without statistics, which belong to the whole list.
fn object(verified: &Verified, method: &Value) -> Value {
    let (start, goal) = (verified.task().start(), verified.task().goal());
    let fields = json!({
        "status": if verified.is_optimal() { "optimal" } else { "valid" },
        "metric": verified.metric().name(),
        "length": verified.len(),
        "lower_bound": verified.lower_bound(),
        "moves": MovesReport::new(start, verified.moves()),
        "claim": verified.claim().to_string(),
        "method": method,
    });
    puzzle_with("solution", start, goal, fields)
}
