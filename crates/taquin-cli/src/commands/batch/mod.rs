//! `taquin solve --lines`: one board per line, on all cores, however many there are.
//!
//! Invariant: the answers are written in the order of the lines, each as one line and as a whole before the next one,
//! so whatever stops the program leaves the answers of the first boards and at most one that is cut off.

mod answer;
mod args;
mod resume;
mod sink;
mod summary;

pub(super) use args::BatchArgs;

use super::solve;
use super::solve::SolveArgs;
use crate::choice::Form;
use crate::commands::method_options::MethodOptions;
use crate::exit::{Exit, Failure};
use crate::input::{GoalChoice, Reader, Stream};
use crate::lines::{Line, Lines, Shard};
use crate::memory;
use crate::ordered::{Next, Ordered};
use crate::output::{Style, talk};
use crate::progress::{self, StatusLine};
use answer::{Answer, BatchContext, Stop};
use sink::Sink;
use std::ffi::OsStr;
use std::io::{self, IsTerminal};
use std::num::NonZero;
use std::sync::Arc;
use std::thread;
use std::time::Duration;
use summary::Summary;
use taquin::Size;
use taquin::solver;
use taquin::space::Workers;
use taquin::tables::{Store, TableCache};

/// How often to look after Ctrl-C and the line on the terminal.
const TICK: Duration = Duration::from_millis(100);

pub(super) fn run(
    args: &SolveArgs,
    file: &OsStr,
    options: MethodOptions,
    style: Option<Style>,
    store: Option<Store>,
) -> Result<Exit, Failure> {
    if matches!(args.form.output, Form::Dialect(dialect) if !dialect.is_one_line()) {
        return Err(Failure::input("--lines: this dialect takes several lines for an answer")
            .hint("--output json and --output moves take one"));
    }
    if args.batch.resume && args.form.output != Form::Json {
        return Err(Failure::input("--resume goes with --output json only")
            .hint("moves alone do not tell which board they are for"));
    }
    // What is wrong with the options is wrong for every size; what a size cannot have is told of its boards.
    solver::plan(Size::square(3).map_err(Failure::input)?, &options.request)
        .map_err(|error| solve::contradiction(&error))?;
    let threads =
        args.batch.threads.or_else(|| thread::available_parallelism().ok()).unwrap_or(NonZero::<usize>::MIN);
    let mut reader = Reader::default();
    let Stream { name, length, input } = reader.stream(file).map_err(|failure| match failure {
        Failure::Input { message, hint } => Failure::Input { message: format!("--lines: {message}"), hint },
        other => other,
    })?;
    let goal = GoalChoice::read(args.goal.goal.as_deref(), &mut reader)?.or(args.form.output.goal());
    let memory = args.limits.memory_limit.unwrap_or_else(memory::default_limit);
    let context = BatchContext {
        source: name.clone(),
        goal,
        options,
        tables: TableCache::stored(store, Workers::new(threads.get())),
        boards: expected_boards(length, args.batch.shard.unwrap_or(Shard::WHOLE)),
        style,
        nodes: args.limits.node_limit,
        time: args.limits.time_limit,
        memory: memory / threads.get() as u64,
    };
    let mut lines = Lines::new(input, args.batch.shard.unwrap_or(Shard::WHOLE));
    let mut summary = Summary::new(args.method.metric);
    let mut sink = match &args.batch.output_file {
        None => Sink::stdout(),
        Some(path) if args.batch.resume => resume::open(path, &mut lines, &context, &mut summary)?,
        Some(path) => Sink::create(path)?,
    };
    progress::catch_interrupts();
    let context = Arc::new(context);
    let shared = Arc::clone(&context);
    let work = move |line| shared.answer(line);
    let ordered = Ordered::start(lines, threads, work)
        .map_err(|error| Failure::input(format_args!("--threads {threads}: {error}")))?;
    let status = if sink.is_stdout() { StatusLine::beside_answers() } else { StatusLine::new() };
    let is_interrupted = write_all(&ordered, &mut sink, &mut summary, status, length)?;
    sink.finish()?;
    solve::report_table_fault(&context.tables);
    if is_interrupted {
        report_interrupted(
            &name,
            &summary,
            args.batch.output_file.is_some() && args.form.output == Form::Json,
        );
        return Ok(Exit::Interrupted);
    }
    if let Some((failures, hint)) = summary.failures() {
        talk(format_args!("taquin: {name}: {failures}"));
        if let Some(hint) = hint {
            talk(format_args!("  hint: {hint}"));
        }
    }
    if let Some(unproven) = summary.unproven() {
        talk(format_args!("taquin: {name}: {unproven}"));
    }
    if args.stats || io::stderr().is_terminal() {
        talk(format_args!("{}", summary.throughput()));
    }
    Ok(summary.exit())
}

/// A board of sixteen tiles takes about so many bytes.
const BOARD_BYTES: u64 = 40;

/// So many boards are expected where the input does not tell how long it is.
const UNKNOWN_BOARDS: u64 = 1000;

/// About how many boards there will be: good enough to choose how large tables should be.
fn expected_boards(length: Option<u64>, shard: Shard) -> u64 {
    let all = length.map_or(UNKNOWN_BOARDS, |length| length / BOARD_BYTES);
    (all / shard.parts()).max(1)
}

/// # Errors
/// If an option was given that means nothing without `--lines`.
pub(super) fn refuse_options(args: &BatchArgs) -> Result<(), Failure> {
    let flags = [("--shard", args.shard.is_some()), ("--output-file", args.output_file.is_some())];
    match flags.iter().find(|(_, given)| *given) {
        Some((flag, _)) => Err(Failure::input(format_args!("{flag} goes with --lines only"))),
        None => Ok(()),
    }
}

/// Writes the answers as they come; true if Ctrl-C ended it.
fn write_all(
    ordered: &Ordered<io::Result<Line>, Answer>,
    sink: &mut Sink,
    summary: &mut Summary,
    mut status: StatusLine,
    length: Option<u64>,
) -> Result<bool, Failure> {
    loop {
        let next = match ordered.next(Duration::ZERO) {
            // While there is nothing to write, what was written may as well be seen.
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
                summary.read = record.end;
            }
            Next::Ready(Err(Stop::Interrupted)) => return Ok(true),
            Next::Ready(Err(Stop::Failed(failure))) => {
                sink.flush()?;
                return Err(failure);
            }
            Next::Waiting if progress::was_interrupted() => return Ok(true),
            Next::Waiting => {}
            Next::End => return Ok(false),
        }
        if status.due().is_some() {
            status.draw(&summary.parts(length));
        }
    }
}

fn report_interrupted(name: &str, summary: &Summary, can_resume: bool) {
    let boards = summary::boards(summary.boards());
    let way_on = if can_resume { "the same command with --resume goes on" } else { "the rest was not tried" };
    talk(format_args!("taquin: {name}: interrupted after {boards}; {way_on}"));
}
