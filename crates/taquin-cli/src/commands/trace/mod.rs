//! `taquin trace`.

mod args;
mod dot;
mod json;
mod queue;
mod table;
mod tree;

pub(crate) use args::TraceArgs;

use super::Run;
use super::budget;
use super::requested_method::RequestedMethod;
use super::solve::{exit_of, report_outcome, report_table_fault};
use crate::destination::Cut;
use crate::exit::{Exit, Failure};
use crate::input::{GoalChoice, Reader};
use crate::output;
use crate::picture_file::{self, PNG_SCALE};
use crate::progress::{self, SearchProgress};
use crate::quantity::{counted, written_range};
use crate::signals;
use crate::table_dir;
use crate::text_table::Markup;
use args::TraceForm;
use std::ffi::OsStr;
use std::io::{self, Write};
use std::mem::ManuallyDrop;
use std::ops::RangeInclusive;
use taquin::control::Budget;
use taquin::display::Grouped;
use taquin::solver::{MethodOption, SolveError, Solver};
use taquin::{Metric, Puzzle};
use taquin_draw::Format;
use taquin_lesson::trace::{Recorded, Recording, RecordingError, Row, value};

impl Run for TraceArgs {
    fn run(&self, folder: Option<&OsStr>) -> Result<Exit, Failure> {
        let form = self.format.resolve()?;
        if form == TraceForm::Png {
            picture_file::refuse_terminal(Format::Png, "write it to a file with -o tree.png")?;
        }
        if self.method.metric != Metric::Single {
            return Err(Failure::input("--metric: not supported by trace").hint("use single"));
        }
        let requested = RequestedMethod::read(&self.method, self.goal.course)?;
        let mut reader = Reader::default();
        let goal = GoalChoice::read(&self.goal, &mut reader)?;
        let item = reader.board(&self.board.board)?;
        let puzzle = goal.puzzle(&item)?;
        // Half of the memory is for the recording and its output, the rest for the search.
        let limits = budget(&self.limits);
        let bytes_per_node = form.bytes_per_node(puzzle.size().cells());
        let affordable = limits.memory.map_or(usize::MAX, |memory| (memory / 2 / bytes_per_node) as usize);
        let max_nodes = self.record_limit.min(affordable.max(1));
        let recorded_bytes = max_nodes as u64 * bytes_per_node;
        let limits =
            Budget { memory: limits.memory.map(|memory| memory.saturating_sub(recorded_bytes)), ..limits };
        let recording = Recording {
            puzzle: &puzzle,
            options: requested.options(puzzle.goal(), item.method)?,
            bound: self.bound,
            max_nodes,
        };
        let solver = Solver::builder()
            .threads(1)
            .store(table_dir::store(folder))
            .options(requested.options.clone())
            .budget(Budget { gap: self.method.gap, ..limits })
            .build()?;
        signals::catch();
        let recorded = {
            let mut watch = SearchProgress::new();
            let control = progress::control().on_event(|event| watch.show(event));
            recording.run(&solver, &control)
        };
        // Freeing a million boards takes longer than a signal allows; the process ends soon in any case.
        let recorded = ManuallyDrop::new(recorded.map_err(|error| failure(error, &item.name))?);
        if form == TraceForm::Queue && !queue::has_queue(recorded.method.algorithm) {
            return Err(queue::unsupported(recorded.method.algorithm));
        }
        report_table_fault(&solver);
        let shown = Shown {
            is_limited_by_memory: max_nodes < self.record_limit,
            ..Shown::new(self, &puzzle, &recorded)?
        };
        shown.print(form)?;
        Ok(conclusion(self, form, &item.name, &shown))
    }
}

fn failure(error: RecordingError, name: &str) -> Failure {
    let hint = error.hint();
    let failure = match error {
        RecordingError::Plan(error) | RecordingError::Solve(SolveError::Plan(error)) => error.into(),
        RecordingError::NotTraceable(_) => Failure::input(format_args!("--algorithm: {error}"))
            .hint("use a search that expands one node after the other, such as astar or idastar"),
        RecordingError::NoDepthLimit(_) => Failure::input(format_args!("--bound: {error}")),
        RecordingError::DepthLimitWithGoalTest => Failure::input(format_args!("--goal-test: {error}")),
        RecordingError::Solve(error) => Failure::input(format_args!("{name}: {error}")),
    };
    failure.maybe_hint(hint)
}

/// The steps to show.
struct Shown<'a> {
    puzzle: &'a Puzzle,
    recorded: &'a Recorded,
    /// Their numbers.
    steps: RangeInclusive<usize>,
    /// Whether there are none.
    is_empty: bool,
    /// Whether the search keeps the nodes that it has expanded; one that keeps only its path has none.
    has_closed_list: bool,
    /// Whether the memory limit allowed fewer nodes than asked for.
    is_limited_by_memory: bool,
}

impl Shown<'_> {
    /// Selects the steps.
    ///
    /// # Errors
    /// If there are no such steps.
    fn new<'a>(args: &TraceArgs, puzzle: &'a Puzzle, recorded: &'a Recorded) -> Result<Shown<'a>, Failure> {
        let trace = &recorded.trace;
        let steps = match &args.steps {
            Some(steps) => *steps.start() as usize..=*steps.end() as usize,
            None => 1..=usize::MAX,
        };
        let is_empty = trace.rows(steps.clone()).next().is_none();
        let wanted = args.steps.as_ref().map(written_range).unwrap_or_default();
        if is_empty && args.steps.is_some() {
            let there = if trace.is_truncated { "recorded" } else { "in the search" };
            let failure = Failure::input(format_args!(
                "--steps {wanted}: only {} {there}",
                counted(trace.step_count() as u64, "step")
            ));
            return Err(if trace.is_truncated {
                failure.hint("record more with --record-limit")
            } else {
                failure
            });
        }
        // The first expansion of a search with a closed list closes the start.
        let has_closed_list = trace.expansions().take(2).any(|expansion| expansion.closed > 0);
        Ok(Shown { puzzle, recorded, steps, is_empty, has_closed_list, is_limited_by_memory: false })
    }

    fn rows(&self) -> impl Iterator<Item = Row> + '_ {
        self.recorded.trace.rows(self.steps.clone())
    }

    /// Returns a note on the steps that cannot be shown, if there are any.
    fn note(&self) -> Option<String> {
        let trace = &self.recorded.trace;
        if !trace.is_truncated {
            return None;
        }
        let taken = trace.step_count();
        (*self.steps.end() > taken).then(|| truncation(self.recorded, taken))
    }

    /// Returns the priority of a node.
    fn f(&self, node: usize) -> Option<f64> {
        let node = &self.recorded.trace.nodes[node];
        value(&self.recorded.method, node.g, node.h)
    }

    /// Returns the heuristic value of a node, if the search is informed.
    fn h(&self, node: usize) -> Option<u32> {
        self.recorded.trace.nodes[node].h.filter(|_| self.has_estimates())
    }

    fn has_estimates(&self) -> bool {
        self.recorded.method.algorithm.takes(MethodOption::Heuristic)
    }

    fn print(&self, form: TraceForm) -> Result<(), Failure> {
        let mut out = output::stdout();
        match form {
            // Without a step there is nothing to draw; the message on standard error says why.
            TraceForm::Dot | TraceForm::Svg | TraceForm::Png if self.is_empty => {}
            TraceForm::Text => self.write_table(&mut out, Markup::Plain)?,
            TraceForm::Markdown => self.write_table(&mut out, Markup::Markdown)?,
            TraceForm::Latex => self.write_table(&mut out, Markup::Latex)?,
            TraceForm::Json => self.write_json(&mut out)?,
            TraceForm::Queue => self.write_queue(&mut out)?,
            TraceForm::Dot => self.write_dot(&mut out)?,
            TraceForm::Svg => out.write_all(self.picture()?.svg().as_bytes())?,
            TraceForm::Png => {
                let picture = self.picture()?;
                let bytes = signals::while_preparing(|| picture.png(PNG_SCALE)).map_err(too_large)?;
                out.write_all(&bytes)?;
            }
        }
        Ok(out.flush()?)
    }
}

/// Describes which part of the search was recorded.
fn truncation(recorded: &Recorded, taken: usize) -> String {
    let nodes = recorded.trace.nodes.len() as u64;
    let shown = match &recorded.outcome {
        Some(outcome) => format!("{} of {}", Grouped(nodes), counted(outcome.stats.generated, "board")),
        None => counted(nodes, "board"),
    };
    format!(
        "only the first {shown} {} recorded ({}); the last one may have more children",
        if nodes == 1 { "was" } else { "were" },
        counted(taken as u64, "step")
    )
}

/// Writes what is still buffered, and returns the error of an output that a signal has ended between two records.
fn cut(out: &mut dyn Write) -> io::Result<()> {
    out.flush()?;
    Err(io::Error::other(Cut { is_inside_record: false }))
}

fn too_large(error: impl std::fmt::Display) -> Failure {
    Failure::input(error).hint("show fewer steps, as in --steps 1..20")
}

/// Reports what the output does not contain, and returns the exit status.
fn conclusion(args: &TraceArgs, form: TraceForm, name: &str, shown: &Shown) -> Exit {
    let in_table = matches!(form, TraceForm::Text | TraceForm::Markdown);
    if let Some(note) = shown.note() {
        if !in_table {
            output::message(format_args!("{name}: {note}"));
        }
        let option = if shown.is_limited_by_memory { "--memory-limit" } else { "--record-limit" };
        output::hint(format_args!("record more with {option}"));
    }
    match &shown.recorded.outcome {
        Some(outcome) => {
            report_outcome(name, outcome);
            exit_of(outcome)
        }
        None => {
            let moves = counted(args.bound.unwrap_or_default().into(), "move");
            output::message(format_args!("{name}: no solution with at most {moves}"));
            Exit::No
        }
    }
}
