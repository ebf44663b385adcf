//! `taquin grade --submissions`: a class at once.

use super::args::{GradeArgs, GradeForm};
use super::class_summary::{ClassRow, ClassSummary};
use super::job::{ExerciseFields, Job, Settings};
use super::report_folder::ReportFolder;
use super::student::Student;
use super::submission::{self, Submission};
use super::worker::WorkerReport;
use super::{DEFAULT_MEMORY, DEFAULT_TIME, class_csv, optimum_solver};
use crate::echo;
use crate::exit::{Exit, Failure};
use crate::memory;
use crate::ordered::{MemorySize, Next, Ordered};
use crate::output;
use crate::progress::{self, StatusLine};
use crate::quantity::counted;
use crate::signals;
use serde_json::Value;
use std::env;
use std::ffi::{OsStr, OsString};
use std::io::{self, Read, Write};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};
use taquin::display::SystemError;
use taquin_judge::cores;
use taquin_judge::grade::{Exercise, SUBMISSION};
use taquin_judge::workers::Workers;
use taquin_judge::workspace;

/// How often an interruption is noticed.
const TICK: Duration = Duration::from_millis(50);
/// How often to check whether a worker that has closed its output has exited.
const EXIT_TICK: Duration = Duration::from_millis(2);
/// How long a worker may take to end its program after an interruption.
const CANCEL_TIME: Duration = Duration::from_secs(5);
/// How long to wait for the rest of the output of a worker that has ended.
const DRAIN_TIME: Duration = Duration::from_secs(1);
/// The size of the largest report about a board, in bytes; answers and standard error are shortened.
const REPORT_BYTES: u64 = 1 << 18;

/// Grades the submissions of a folder.
pub(super) fn run(
    args: &GradeArgs,
    form: GradeForm,
    folder: &Path,
    exercises: Vec<Exercise>,
    tables: Option<&OsStr>,
) -> Result<Exit, Failure> {
    let reports = args.reports.clone().unwrap_or_else(|| default_reports(folder));
    let submissions = submission::list(folder)?;
    let program = template(&args.program, &submissions)?;
    if form == GradeForm::Junit {
        return Err(
            Failure::input("--format junit: not supported with --submissions").hint("use text, csv or json")
        );
    }
    let reports = ReportFolder::open(&reports, folder, args.resume)?;
    signals::catch();
    let Some(settings) = settings(args, program, exercises, &reports, &submissions, tables)? else {
        return Err(Failure::interrupted());
    };
    let mut rows: Vec<ClassRow> = submissions
        .iter()
        .map(|submission| ClassRow { name: submission.name.clone(), student: reports.student(submission) })
        .collect();
    let todo: Vec<(usize, Submission)> =
        submissions.into_iter().enumerate().filter(|(index, _)| rows[*index].student.is_none()).collect();
    let is_interrupted = grade_all(args, &settings, &reports, todo, &mut rows)?;

    let boards = settings.exercises.iter().map(|exercise| exercise.name().to_owned()).collect();
    let summary = ClassSummary { program: settings.program.join(" "), suite: settings.suite, boards, rows };
    reports.save_summary(&summary)?;
    let mut out = output::stdout();
    match form {
        GradeForm::Json => writeln!(out, "{}", summary.object())?,
        GradeForm::Csv => write!(out, "{}", class_csv::table(&summary))?,
        GradeForm::Text | GradeForm::Junit => summary.text(&mut out)?,
    }
    out.flush()?;
    finish(&summary, reports.path(), is_interrupted)
}

/// Reports where the reports are, and what went wrong with the whole class.
fn finish(summary: &ClassSummary, reports: &Path, is_interrupted: bool) -> Result<Exit, Failure> {
    let page = echo::file_name(&reports.join("summary.html").display().to_string());
    let students = || summary.rows.iter().filter_map(|row| row.student.as_ref());
    if is_interrupted {
        let (done, all) = (students().count(), summary.rows.len());
        output::message(format_args!("interrupted after {done} of {}", counted(all as u64, "submission")));
        output::hint(format_args!("run the same command with --resume to grade the others"));
        return Ok(Exit::Interrupted);
    }
    output::message(format_args!("the summary is in {page}"));
    match students().next().and_then(|student| student.problem.clone()) {
        Some(problem) if students().all(|student| student.problem.as_ref() == Some(&problem)) => {
            Err(Failure::input(format_args!("no submission could be graded: {}", echo::file_name(&problem)))
                .hint("check the command after -- with one submission"))
        }
        _ => Ok(Exit::Success),
    }
}

/// Returns the folder for the reports beside the submissions: `homework-reports` for `homework`.
fn default_reports(folder: &Path) -> PathBuf {
    let folder = std::fs::canonicalize(folder).unwrap_or_else(|_| folder.to_owned());
    let mut name = folder.file_name().map_or_else(|| OsString::from("submissions"), OsStr::to_owned);
    name.push("-reports");
    folder.with_file_name(name)
}

/// Checks the command template.
fn template(words: &[OsString], submissions: &[Submission]) -> Result<Vec<String>, Failure> {
    let words: Option<Vec<String>> = words.iter().map(|word| Some(word.to_str()?.to_owned())).collect();
    let words = words.ok_or_else(|| Failure::input("the command after -- is not valid Unicode"))?;
    let has_place = words.iter().any(|word| word.contains(SUBMISSION));
    match submissions.iter().find(|submission| submission.is_file) {
        Some(file) if !has_place => {
            let name = echo::file_name(&file.name);
            Err(Failure::input(format_args!("--submissions: the command has no {SUBMISSION} for {name}"))
                .hint(format!("write the command as in: -- python3 {SUBMISSION} {{}}")))
        }
        _ => Ok(words),
    }
}

/// Returns the settings, with the optimum of every board: those of the last run if they agree. `None` after Ctrl-C.
fn settings(
    args: &GradeArgs,
    program: Vec<String>,
    mut exercises: Vec<Exercise>,
    reports: &ReportFolder,
    submissions: &[Submission],
    tables: Option<&OsStr>,
) -> Result<Option<Settings>, Failure> {
    let fields = |exercises: &[Exercise]| exercises.iter().map(ExerciseFields::from).collect();
    let settings = Settings {
        program,
        prepare: args.prepare.clone(),
        suite: args.chosen_suite().map(|suite| suite.name.to_owned()),
        notation: args.chosen_notation().map(|notation| notation.name().to_owned()),
        dialect: args.chosen_dialect().map(|dialect| dialect.name().to_owned()),
        letters: args.letters.name().to_owned(),
        time_limit: args.time_limit.unwrap_or(DEFAULT_TIME),
        memory_limit: args.memory_limit.unwrap_or(DEFAULT_MEMORY),
        exercises: fields(&exercises),
    };
    let last = reports.settings();
    if let Some(last) = &last {
        if last.agrees_with(&settings) {
            return Ok(Some(last.clone()));
        }
        output::message(format_args!("the settings have changed, so all submissions are graded again"));
    }
    let solver = optimum_solver(tables)?;
    let mut line = StatusLine::new();
    let total = exercises.len() as u64;
    for (done, exercise) in exercises.iter_mut().enumerate() {
        line.bar("finding optimal lengths", done as u64, total);
        exercise
            .find_optimum(&solver, &progress::control())
            .map_err(|error| Failure::input(format_args!("{}: {error}", echo::argument(&exercise.name))))?;
        if signals::was_interrupted() {
            return Ok(None);
        }
    }
    drop(line);
    let settings = Settings { exercises: fields(&exercises), ..settings };
    reports.start(&settings, submissions)?;
    Ok(Some(settings))
}

/// What the threads share.
struct Context {
    settings: Settings,
    worker_time: Duration,
    reports: ReportFolder,
    /// Groups of cores that no program uses at the moment.
    cores: Mutex<Vec<Vec<usize>>>,
    workers: Workers,
    done: Mutex<u64>,
}

/// Why a submission has no report.
enum Stop {
    Interrupted,
    Failed(Failure),
}

impl From<Failure> for Stop {
    fn from(failure: Failure) -> Stop {
        Stop::Failed(failure)
    }
}

impl MemorySize for (usize, Submission) {
    fn bytes(&self) -> usize {
        self.1.bytes()
    }
}

impl MemorySize for (usize, Result<Student, Stop>) {
    fn bytes(&self) -> usize {
        self.1.as_ref().map_or(size_of::<Self>(), Student::bytes)
    }
}

/// Grades submissions on several threads. Returns whether it was interrupted.
fn grade_all(
    args: &GradeArgs,
    settings: &Settings,
    reports: &ReportFolder,
    todo: Vec<(usize, Submission)>,
    rows: &mut [ClassRow],
) -> Result<bool, Failure> {
    let Some(count) = NonZero::new(todo.len()) else { return Ok(false) };
    // Together the programs must not use more memory than there is.
    let fitting = NonZero::new((memory::default_limit() / settings.memory_limit.max(1)) as usize);
    let default = cores::available().min(fitting.unwrap_or(NonZero::<usize>::MIN));
    let threads = args.threads.unwrap_or(default).min(count);
    let context = Arc::new(Context {
        settings: settings.clone(),
        worker_time: args.worker_time.unwrap_or_else(|| settings.worker_time()),
        reports: reports.clone(),
        cores: Mutex::new(cores::groups(threads)),
        workers: Workers::new(),
        done: Mutex::new(0),
    });
    let shared = Arc::clone(&context);
    let ordered = Ordered::start(todo.into_iter(), threads, move |(index, submission)| {
        let result = shared.grade(&submission);
        *shared.done.lock().unwrap_or_else(PoisonError::into_inner) += 1;
        (index, result)
    })?;
    let mut line = StatusLine::new();
    let (mut is_interrupted, mut failure) = (false, None);
    loop {
        match ordered.next(TICK) {
            Next::Ready((index, Ok(student))) => rows[index].student = Some(student),
            Next::Ready((_, Err(Stop::Interrupted))) => is_interrupted = true,
            Next::Ready((_, Err(Stop::Failed(reason)))) => {
                failure = failure.or(Some(reason));
                signals::interrupt();
            }
            Next::Waiting => {}
            Next::End => break,
        }
        let done = *context.done.lock().unwrap_or_else(PoisonError::into_inner);
        line.bar("grading", done, count.get() as u64);
    }
    failure.map_or(Ok(is_interrupted), Err)
}

impl Context {
    /// Grades a submission in a process of its own, and saves the report.
    fn grade(&self, submission: &Submission) -> Result<Student, Stop> {
        if signals::was_interrupted() {
            return Err(Stop::Interrupted);
        }
        let folder = workspace::private_folder().map_err(|error| {
            Failure::input(format_args!("cannot create a temporary folder: {}", SystemError(&error)))
        })?;
        let pool = || self.cores.lock().unwrap_or_else(PoisonError::into_inner);
        let cores = pool().pop().unwrap_or_default();
        let job = Job {
            settings: self.settings.clone(),
            submission: submission.path.clone(),
            folder: folder.path().to_owned(),
            cores: cores.clone(),
        };
        let report = run_worker(&job, self.worker_time, &self.workers);
        pool().push(cores);
        let student = Student::new(submission, report?);
        self.reports.save(&student, self.settings.exercises.len())?;
        Ok(student)
    }
}

/// Runs the worker for at most `time`. Closing its standard input cancels it; that also happens if this process is killed.
fn run_worker(job: &Job, time: Duration, workers: &Workers) -> Result<WorkerReport, Stop> {
    let failed = |error: io::Error| {
        let error = SystemError(&error);
        Stop::Failed(Failure::input(format_args!("cannot start a worker process: {error}")))
    };
    let mut command = Command::new(env::current_exe().map_err(failed)?);
    command.args(["grade", "--worker"]);
    command.envs(["TMPDIR", "TMP", "TEMP"].map(|name| (name, &job.folder)));
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    // Ctrl-C reaches only this process, which then cancels the worker.
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    let mut worker = workers.start(&mut command).map_err(failed)?;
    let mut stdin = worker.child().stdin.take();
    if let Some(stdin) = &mut stdin {
        // If the worker cannot read it, its exit status tells more.
        let _ = serde_json::to_writer(&mut *stdin, job);
        let _ = writeln!(stdin);
        let _ = stdin.flush();
    }
    let limit = REPORT_BYTES.saturating_mul(1 + job.settings.exercises.len() as u64);
    let stdout = read_all(worker.child().stdout.take(), limit);
    let stderr = read_all(worker.child().stderr.take(), REPORT_BYTES);
    let started = Instant::now();
    let mut interrupted: Option<Instant> = None;
    let mut output = None;
    let status = loop {
        if output.is_none() {
            output = stdout.recv_timeout(TICK).ok();
        } else {
            thread::sleep(EXIT_TICK);
        }
        if let Some(status) = worker.exit_status().map_err(failed)? {
            break Some(status);
        }
        if signals::was_interrupted() {
            drop(stdin.take());
            if interrupted.get_or_insert_with(Instant::now).elapsed() > CANCEL_TIME {
                break None;
            }
        }
        if started.elapsed() > time {
            break None;
        }
    };
    // Also ends what holds the pipes open.
    drop(worker);
    if signals::was_interrupted() {
        return Err(Stop::Interrupted);
    }
    let output = output.or_else(|| stdout.recv_timeout(DRAIN_TIME).ok()).unwrap_or_default();
    // A program can write to the worker's standard output, but then it must not end the worker.
    if status.is_some_and(|status| status.success())
        && let Ok(report) = serde_json::from_slice(&output)
    {
        return Ok(report);
    }
    let problem = match status {
        Some(status) => format!("the process that ran the program ended early ({status})"),
        None => format!("the process that ran the program did not end within {time:?}"),
    };
    let stderr = stderr.recv_timeout(DRAIN_TIME).unwrap_or_default();
    let stderr = String::from_utf8_lossy(&stderr).into_owned();
    Ok(WorkerReport { problem: Some(problem), stderr, grades: Value::Null })
}

/// Reads at most `limit` bytes on another thread. The result arrives at the end of the pipe.
fn read_all(pipe: Option<impl Read + Send + 'static>, limit: u64) -> Receiver<Vec<u8>> {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(pipe) = pipe {
            let mut pipe = pipe.take(limit);
            let _ = pipe.read_to_end(&mut bytes);
        }
        let _ = sender.send(bytes);
    });
    receiver
}
