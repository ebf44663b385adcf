//! `taquin audit`.

mod args;
mod report;

pub(crate) use args::AuditArgs;

use super::Run;
use crate::echo;
use crate::exit::{Exit, Failure};
use crate::input::{GoalChoice, Reader};
use crate::lines::{Lines, Shard};
use crate::output;
use crate::progress::{self, StatusLine};
use crate::signals;
use report::Audit;
use std::ffi::OsStr;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::Path;
use std::time::Duration;
use taquin::display::{Bytes, SystemError};
use taquin_judge::audit::{Answers, Estimates, Properties, Sample, States, Table};
use taquin_judge::child::{ENFORCES_MEMORY, ExitReason, Program, ResourceLimits};

/// Interpreted programs take some ten seconds for all boards of 3x3.
pub(crate) const DEFAULT_TIME: Duration = Duration::from_secs(120);
const DEFAULT_MEMORY: u64 = 2 << 30;
/// Processes that the program may start.
const PROCESSES: usize = 100;
/// Output limit per answer, far more than the digits of a number need.
const ANSWER_BYTES: u64 = 200;
/// Node limit per board: IDA* with a weak heuristic can take thousands of times as many.
const NODES: u64 = 1_000_000;

impl Run for AuditArgs {
    fn runs_programs(&self) -> bool {
        !self.program.is_empty()
    }

    fn run(&self, _: Option<&OsStr>) -> Result<Exit, Failure> {
        let mut reader = Reader::default();
        let goal = GoalChoice::read(&self.goal, &mut reader)?.at(self.size)?;
        let states = States::new(&goal).map_err(Failure::input)?;
        if self.boards {
            let mut out = output::stdout();
            out.write_all(&states.text())?;
            out.flush()?;
            return Ok(Exit::Success);
        }
        let estimates = match (&self.table, Program::new(&self.program)) {
            (Some(path), _) => from_table(&states, path, &mut reader)?,
            (None, Some(program)) => from_program(self, &states, &program)?,
            (None, None) => return Err(Failure::input("no program given")),
        };
        signals::catch();
        let properties = Properties::new(&states, &estimates);
        let sample = Sample { boards: self.sample, seed: self.seed, nodes: NODES };
        let mut line = StatusLine::new();
        let searches = sample.search(&states, &estimates, &properties, |done| {
            line.bar("searching", done.into(), sample.boards.into());
            progress::poll()
        });
        drop(line);
        let searches = searches.ok_or_else(Failure::interrupted)?;
        let audit = Audit { states: &states, properties: &properties, sample, searches };
        let mut out = output::stdout();
        if self.json {
            writeln!(out, "{}", audit.object())?;
        } else {
            audit.text(&mut out)?;
        }
        out.flush()?;
        Ok(Exit::from(properties.is_admissible() && properties.is_consistent()))
    }
}

/// Runs the program and collects its answers.
fn from_program(args: &AuditArgs, states: &States, program: &Program) -> Result<Estimates, Failure> {
    let name = echo::argument(&program.command_line());
    if args.memory_limit.is_some() && !ENFORCES_MEMORY {
        output::message(format_args!("--memory-limit: not supported on this system"));
    }
    let resource_limits = ResourceLimits {
        time: args.time_limit.unwrap_or(DEFAULT_TIME),
        memory: args.memory_limit.unwrap_or(DEFAULT_MEMORY),
        output: ANSWER_BYTES * (states.count() as u64 + 1),
        processes: PROCESSES,
    };
    signals::catch();
    let total = states.count() as u64;
    let mut answers = Answers::new(states);
    let mut fault = None;
    let mut line = StatusLine::new();
    let run = program.run(states.text(), &resource_limits, |piece| {
        fault = answers.push(piece).err();
        if fault.is_some() {
            return ControlFlow::Break(());
        }
        line.bar("asking", answers.count() as u64, total);
        progress::poll()
    });
    drop(line);
    let run = run.map_err(|error| {
        Failure::input(format_args!("cannot start {name}: {error}"))
            .hint("give the program and its arguments after --")
    })?;
    let complaints = echo::last_lines(&run.stderr_tail);
    let fails = |message: String| Err(Failure::input(format_args!("{name}: {message}{complaints}")));
    match (run.exit, fault) {
        _ if signals::was_interrupted() => Err(Failure::interrupted()),
        (_, Some(fault)) => fails(fault.to_string()).map_err(|failure: Failure| failure.hint(ANSWER_HINT)),
        (ExitReason::Exited(status), None) if status.success() => match answers.finish() {
            Ok(estimates) => Ok(estimates),
            Err(error) => fails(error.to_string()).map_err(|failure| failure.hint(ANSWER_HINT)),
        },
        (ExitReason::Exited(status), None) => {
            fails(format!("failed after {} of {total} answers ({status})", answers.count()))
        }
        (exit, None) => {
            let limit = match exit {
                ExitReason::Memory(bytes) => format!("used more than {} of memory", Bytes(bytes)),
                ExitReason::Output(bytes) => format!("printed more than {}", Bytes(bytes)),
                ExitReason::Processes(count) => format!("started more than {count} processes"),
                ExitReason::Exited(_) | ExitReason::Time(_) | ExitReason::Cancelled => {
                    format!("ran for more than {:?}", resource_limits.time)
                }
            };
            output::message(format_args!(
                "{name}: killed after {} of {total} answers: {limit}{complaints}",
                answers.count()
            ));
            Err(Failure::Stopped(Exit::Limit))
        }
    }
}

const ANSWER_HINT: &str =
    "print one number per line for each board and nothing else; write messages to standard error";

/// Reads the values from a file.
fn from_table(states: &States, path: &Path, reader: &mut Reader) -> Result<Estimates, Failure> {
    let stream = reader.stream(OsStr::new(path))?;
    let mut table = Table::new(states);
    for line in Lines::new(stream.input, Shard::WHOLE) {
        let fault = |error| Failure::input(format_args!("{}: {}", stream.name, SystemError(&error)));
        let line = line.map_err(fault)?;
        let at = format!("{}, line {}", stream.name, line.number);
        let text = line.text.and_then(|bytes| String::from_utf8(bytes).ok());
        let text = text.ok_or_else(|| Failure::input(format_args!("{at}: not text, or too long")))?;
        table.push(&text).map_err(|error| Failure::input(format_args!("{at}: {error}")))?;
    }
    table.finish().map_err(|error| {
        Failure::input(format_args!("{}: {error}", stream.name))
            .hint("print the required boards with --boards")
    })
}
