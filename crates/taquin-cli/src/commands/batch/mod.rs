//! `taquin solve --lines`: one board per line, on all cores.
//!
//! Invariant: answers are written in input order, one line each, so an interrupted run leaves the answers of the first
//! boards and at most one partial answer.
//!
//! There is no journal that could disagree with the output file: `--resume` reads the answers along with the input,
//! compares the boards, and cuts off what is incomplete. The writer holds a lock on the file, which the system releases
//! if the process dies, so two runs cannot mix their answers.

mod answer;
mod args;
mod csv;
mod resume;
mod sink;
mod summary;

pub(super) use args::BatchArgs;

use super::solve;
use super::solve::SolveArgs;
use crate::choice::Form;
use crate::commands::requested_method::RequestedMethod;
use crate::destination;
use crate::exit::{Exit, Failure};
use crate::input::{GoalChoice, Reader, Stream};
use crate::lines::{Line, Lines, Shard};
use crate::memory;
use crate::ordered::{Next, Ordered};
use crate::output::{self, Style};
use crate::progress::StatusLine;
use crate::quantity::counted;
use crate::signals;
use answer::{Answer, AnswerForm, BatchContext, Stop};
use sink::Sink;
use std::ffi::OsStr;
use std::io::{self, IsTerminal};
use std::num::NonZero;
use std::path::Path;
use std::sync::Arc;
use std::thread;
use std::time::Duration;
use summary::Summary;
use taquin::control::Budget;
use taquin::solver::Solver;
use taquin::tables::Store;

/// Interval for checking Ctrl-C and updating the status line.
const TICK: Duration = Duration::from_millis(100);

pub(super) fn run(
    args: &SolveArgs,
    file: &OsStr,
    requested: RequestedMethod,
    style: Option<Style>,
    store: Option<Store>,
) -> Result<Exit, Failure> {
    if let Some(Some(file)) = &args.batch.resume {
        let file = file.display();
        return Err(Failure::input(format_args!("--resume: with --lines, takes no file, found {file}")));
    }
    if args.all && !args.count {
        return Err(Failure::input("--all: with --lines, requires --count")
            .hint("a list of solutions takes several lines per board"));
    }
    if args.count {
        requested.options.check_shortest()?;
    }
    if matches!(args.form.output, Form::Dialect(dialect) if !dialect.is_one_line()) {
        return Err(Failure::input("--lines: this dialect takes several lines per answer")
            .hint("use --json or --output moves"));
    }
    if args.batch.resume.is_some() && destination::name().is_none() {
        return Err(Failure::input("--resume: requires -o FILE"));
    }
    if args.batch.resume.is_some() && args.form.output != Form::Json {
        return Err(
            Failure::input("--resume: requires --json").hint("moves alone do not identify their board")
        );
    }
    let threads =
        args.batch.threads.or_else(|| thread::available_parallelism().ok()).unwrap_or(NonZero::<usize>::MIN);
    let mut reader = Reader::default();
    let Stream { name, length, input } = reader.stream(file).map_err(|failure| failure.within("--lines"))?;
    let goal = GoalChoice::read(&args.goal, &mut reader)?.or(args.form.output.goal());
    // Every search has the same share, and so have the tables, which all of them use.
    let memory = args.limits.memory_limit.unwrap_or_else(memory::default_limit);
    let memory = memory.saturating_sub(PROGRAM_BYTES.min(memory / 2)) / (threads.get() as u64 + 1);
    // Boards are solved in parallel, so each search runs on one thread. Invalid options fail here, once; options that a
    // size does not support fail per board.
    let solver = Solver::builder()
        .threads(threads.get())
        .search_threads(1)
        .store(store)
        .expected_boards(expected_boards(length, args.batch.shard.unwrap_or(Shard::WHOLE)))
        .options(requested.options.clone())
        .budget(Budget { memory: Some(memory), ..args.budget() })
        .build()?;
    let is_named_csv =
        destination::name().and_then(Path::extension).is_some_and(|extension| extension == "csv");
    let is_csv = args.batch.csv || (is_named_csv && !args.form.json && args.batch.resume.is_none());
    let form = match style {
        Some(style) => AnswerForm::Dialect(style),
        None if is_csv => AnswerForm::Csv,
        None => AnswerForm::Json,
    };
    let context = BatchContext {
        source: name.clone(),
        goal,
        columns: args.batch.columns.clone(),
        requested,
        solver,
        form,
        is_counted: args.count,
    };
    let mut lines = Lines::new(input, args.batch.shard.unwrap_or(Shard::WHOLE));
    let mut summary = Summary::new(args.method.metric);
    let mut sink = match destination::name() {
        None => Sink::stdout(),
        Some(path) if args.batch.resume.is_some() => resume::open(path, &mut lines, &context, &mut summary)?,
        Some(path) => Sink::create(path, matches!(context.form, AnswerForm::Json))?,
    };
    if matches!(context.form, AnswerForm::Csv) {
        sink.write(csv::HEADER.as_bytes())?;
    }
    signals::catch();
    let context = Arc::new(context);
    let shared = Arc::clone(&context);
    let work = move |line| shared.answer(line);
    let ordered = Ordered::start(lines, threads, work)
        .map_err(|error| Failure::input(format_args!("--threads {threads}: {error}")))?;
    let status = if sink.is_stdout() { StatusLine::beside_answers() } else { StatusLine::new() };
    let is_interrupted = write_all(&ordered, &mut sink, &mut summary, status, length)?;
    sink.finish()?;
    solve::report_table_fault(&context.solver);
    if is_interrupted {
        let is_json = matches!(context.form, AnswerForm::Json);
        report_interrupted(&name, &summary, destination::name().is_some() && is_json);
        return Ok(Exit::Interrupted);
    }
    if let Some((failures, hint)) = summary.failures() {
        output::message(format_args!("{name}: {failures}"));
        if let Some(hint) = hint {
            output::hint(format_args!("{hint}"));
        }
    }
    if let Some(contradictions) = summary.contradictions() {
        output::error(format_args!("{name}: {contradictions}"));
    }
    if let Some(unproven) = summary.unproven() {
        output::message(format_args!("{name}: {unproven}"));
    }
    if args.stats || args.verbose || (io::stderr().is_terminal() && !output::is_quiet()) {
        output::stderr_line(format_args!("{}", summary.throughput()));
    }
    Ok(summary.exit())
}

/// The memory of the program itself, with the answers that wait to be written.
const PROGRAM_BYTES: u64 = 16 << 20;

/// Approximate length of a 4x4 board on a line.
const BOARD_BYTES: u64 = 40;

/// Assumed number of boards if the length of the input is unknown.
const UNKNOWN_BOARDS: u64 = 1000;

/// Estimates the number of boards, to choose how large tables should be.
fn expected_boards(length: Option<u64>, shard: Shard) -> u64 {
    let all = length.map_or(UNKNOWN_BOARDS, |length| length / BOARD_BYTES);
    (all / shard.parts()).max(1)
}

/// Rejects options of batches.
///
/// # Errors
/// If an option was given that requires `--lines`.
pub(super) fn refuse_options(args: &BatchArgs) -> Result<(), Failure> {
    if args.resume == Some(None) {
        return Err(Failure::input("--resume: requires --lines, or a FILE for the journal of the search"));
    }
    let flags = [("--shard", args.shard.is_some()), ("--csv", args.csv)];
    match flags.iter().find(|(_, given)| *given) {
        Some((flag, _)) => Err(Failure::input(format_args!("{flag}: requires --lines"))),
        None => Ok(()),
    }
}

/// Writes answers as they arrive; returns true if interrupted.
fn write_all(
    ordered: &Ordered<io::Result<Line>, Answer>,
    sink: &mut Sink,
    summary: &mut Summary,
    mut status: StatusLine,
    length: Option<u64>,
) -> Result<bool, Failure> {
    loop {
        let next = match ordered.next(Duration::ZERO) {
            // Nothing to write: flush, so that readers see the answers so far.
            Next::Waiting => {
                sink.flush()?;
                ordered.next(TICK)
            }
            next => next,
        };
        match next {
            Next::Ready(Ok(record)) => {
                sink.write(&record.text)?;
                summary.add(record.line, record.found);
                summary.contradicts(record.line, record.contradiction);
                summary.read = record.end;
            }
            Next::Ready(Err(Stop::Interrupted)) => return Ok(true),
            Next::Ready(Err(Stop::Failed(failure))) => {
                sink.flush()?;
                return Err(failure);
            }
            Next::Waiting if signals::was_interrupted() => return Ok(true),
            Next::Waiting => {}
            Next::End => return Ok(false),
        }
        if status.due().is_some() {
            status.draw(&summary.parts(length));
        }
    }
}

fn report_interrupted(name: &str, summary: &Summary, can_resume: bool) {
    let boards = counted(summary.boards(), "board");
    let rest =
        if can_resume { "continue with the same command and --resume" } else { "the rest was not tried" };
    output::message(format_args!("{name}: interrupted after {boards}; {rest}"));
}
