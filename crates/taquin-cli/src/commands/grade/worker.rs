//! The process that grades one submission of a class.
//!
//! Every submission has a process of its own: all processes below it belong to the student's program, so programs that
//! run at the same time are told apart, and a program that kills its parent harms no other. The job comes as the first
//! line of standard input. The end of standard input means that nobody waits for the report any more, because the class
//! was interrupted or killed; then the worker ends the program and deletes its files.

use super::job::{Job, Settings};
use super::report::{Graded, Report};
use super::{OUTPUT, PROCESSES};
use crate::echo;
use crate::exit::{Exit, Failure};
use crate::output;
use crate::progress;
use crate::signals;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::ffi::OsString;
use std::fs;
use std::io::{self, BufRead, Read, Write};
use std::path::Path;
use std::thread;
use taquin::display::SystemError;
use taquin::notation::Mover;
use taquin::solver::Solver;
use taquin_judge::child::{ExitReason, Program, ResourceLimits};
use taquin_judge::cores;
use taquin_judge::grade::{Exercise, GradeError, Grader, Suite};
use taquin_judge::workspace::Workspace;

/// The result of a worker.
#[derive(Serialize, Deserialize)]
pub(super) struct WorkerReport {
    /// Why not all boards were graded.
    pub(super) problem: Option<String>,
    /// What the program or its preparation wrote to standard error, if there was a problem.
    pub(super) stderr: String,
    /// The object of `taquin grade --json`.
    pub(super) grades: Value,
}

/// A problem that ends the grading of a submission.
struct Problem {
    message: String,
    stderr: String,
}

impl Problem {
    fn new(message: impl ToString) -> Problem {
        Problem { message: message.to_string(), stderr: String::new() }
    }
}

/// Grades the submission that standard input describes, and prints a [`WorkerReport`].
pub(super) fn run() -> Result<Exit, Failure> {
    let mut line = String::new();
    io::stdin().lock().read_line(&mut line)?;
    let job: Job = serde_json::from_str(&line)
        .map_err(|error| Failure::input(format_args!("--worker: not a job: {error}")))?;
    cores::confine(&job.cores);
    signals::catch();
    thread::spawn(|| {
        let _ = io::stdin().lock().read_to_end(&mut Vec::new());
        signals::interrupt();
    });
    let (graded, problem) = grade(&job);
    if signals::was_interrupted() {
        // The class may have been killed.
        let _ = fs::remove_dir_all(&job.folder);
        return Ok(Exit::Interrupted);
    }
    let suite = job.settings.suite.as_deref().and_then(Suite::named).map(|suite| suite.name);
    let report = Report { program: job.settings.program.join(" "), suite, graded };
    let (problem, stderr) =
        problem.map_or((None, String::new()), |problem| (Some(problem.message), problem.stderr));
    let mut out = output::stdout();
    serde_json::to_writer(&mut out, &WorkerReport { problem, stderr, grades: report.object() })?;
    out.flush()?;
    Ok(Exit::Success)
}

/// Grades the boards until a problem ends that.
fn grade(job: &Job) -> (Vec<Graded>, Option<Problem>) {
    let mut graded = Vec::new();
    let problem = grade_into(job, &mut graded).err();
    (graded, problem)
}

fn grade_into(job: &Job, graded: &mut Vec<Graded>) -> Result<(), Problem> {
    let settings = &job.settings;
    let workspace = Workspace::copy(&job.submission, progress::poll)
        .map_err(|error| Problem::new(format_args!("cannot copy the submission: {}", SystemError(&error))))?;
    let limits = ResourceLimits {
        time: settings.time_limit,
        memory: settings.memory_limit,
        output: OUTPUT,
        processes: PROCESSES,
    };
    if let Some(command) = &settings.prepare {
        let limits = ResourceLimits { time: settings.preparation_time(), ..limits };
        prepare(command, workspace.directory(), &limits)?;
    }
    let words: Vec<OsString> = settings.program.iter().map(OsString::from).collect();
    let mut program = Program::new(&words).ok_or_else(|| Problem::new("no program given"))?;
    program.directory = Some(workspace.directory().to_owned());
    let solver = Solver::builder().time_limit(super::OPTIMUM_TIME).build().map_err(Problem::new)?;
    let grader = Grader {
        program: &program,
        submission: Some(workspace.submission()),
        notation: parsed(settings.notation.as_deref())?,
        mover: parsed(Some(&settings.letters))?.unwrap_or(Mover::Tile),
        dialect: parsed(settings.dialect.as_deref())?,
        resource_limits: limits,
        solver: &solver,
    };
    for exercise in exercises(settings) {
        match grader.grade(&exercise, &progress::control(), progress::poll) {
            Ok(Some(score)) => graded.push(Graded { exercise, score }),
            Ok(None) => return Ok(()),
            Err(error @ (GradeError::Program(_) | GradeError::File(_))) => return Err(Problem::new(error)),
            Err(error) => {
                return Err(Problem::new(format_args!("{}: {error}", echo::argument(&exercise.name))));
            }
        }
    }
    Ok(())
}

fn exercises(settings: &Settings) -> impl Iterator<Item = Exercise> + '_ {
    settings.exercises.iter().cloned().map(Exercise::from)
}

fn parsed<T: std::str::FromStr<Err: ToString>>(name: Option<&str>) -> Result<Option<T>, Problem> {
    name.map(str::parse).transpose().map_err(|error: T::Err| Problem::new(error.to_string()))
}

/// Runs a shell command in the copy of the submission.
fn prepare(command: &str, directory: &Path, limits: &ResourceLimits) -> Result<(), Problem> {
    let shell = Program {
        name: "sh".into(),
        arguments: vec!["-c".into(), command.into()],
        directory: Some(directory.to_owned()),
    };
    let run = shell.run(Vec::new(), limits, |_| progress::poll()).map_err(|error| {
        Problem::new(format_args!("cannot start the preparation: {}", SystemError(&error)))
    })?;
    match run.exit {
        ExitReason::Exited(status) if status.success() => Ok(()),
        exit => {
            let (_, why) = super::report::failed(&exit);
            Err(Problem { message: format!("the preparation failed: {why}"), stderr: run.stderr_tail })
        }
    }
}
