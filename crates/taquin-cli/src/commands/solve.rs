//! `taquin solve`.

use super::batch::{self, BatchArgs};
use super::part;
use super::requested_method::RequestedMethod;
use super::{Run, budget, solve_all};
use crate::answer_dir;
use crate::args::{FormArgs, GoalArgs, LimitArgs, MethodArgs};
use crate::choice::Form;
use crate::destination;
use crate::exit::{Exit, Failure};
use crate::input::{GoalChoice, Item, Reader};
use crate::output::{self, Separator, Solution, Style};
use crate::progress::{self, SearchProgress};
use crate::signals;
use crate::table_dir;
use crate::terminal;
use crate::wrapped::wrapped;
use clap::builder::ArgPredicate;
use clap::{Args, ValueHint};
use std::ffi::{OsStr, OsString};
use std::fmt::Display;
use std::io::Write;
use std::path::{Path, PathBuf};
use taquin::control::{Budget, StopReason};
use taquin::display::{Bytes, Grouped};
use taquin::notation::{AnswerFile, Answered, Dialect};
use taquin::proof::Verified;
use taquin::solver::{
    Algorithm, Journal, JournalError, Outcome, PlanReport, Recheck, RecheckVerdict, Report, Solver,
};
use taquin::tables::{Fault, Store};
use taquin::{Course, Gap, Metric, Puzzle};

const EXAMPLES: &str = "\
EXAMPLES:
  taquin solve examples/puzzle04.txt
  taquin solve --output moves '0 1 3/4 2 5/7 8 6'
  taquin solve --output python --ties state '[4,3,8,5,1,6,7,2,0]'
  taquin solve --goal spiral examples/coordinates-18.txt
  taquin solve --algorithm idastar --heuristic manhattan --stats examples/puzzle3x3-31.txt
  taquin solve --metric multi --output moves --moves-as counted examples/puzzle3x3-31.txt
  taquin solve --explain examples/puzzle4x4.txt
  taquin solve --patterns 6-6-3 --threads 1 --stats examples/puzzle4x4.txt
  taquin solve --all --output moves examples/puzzle3x3-31.txt
  taquin solve --all --count examples/puzzle3x3-31.txt
  taquin solve --algorithm astar --patterns 6-6-3 --stats examples/puzzle4x4.txt
  taquin solve --time-limit 1m --json --progress examples/puzzle5x5.txt
  taquin solve --gap 5% --output moves examples/puzzle5x5.txt
  taquin solve --gap 0 --resume target/search.jsonl examples/puzzle5x5.txt
  taquin solve --recheck --output moves examples/puzzle4x4.txt
  taquin solve --algorithm fast --output moves examples/puzzle5x5.txt
  taquin solve --algorithm beam --beam-width 1000 --output moves examples/puzzle5x5.txt
  taquin solve --json --time-limit 10s examples/puzzle04.txt examples/puzzle2x3.txt
  taquin solve --output columbia 'bfs 1,2,5,3,4,0,6,7,8'
  taquin solve --output 42 --algorithm astar examples/coordinates-18.txt
  taquin solve --output sise --write target/sise examples/puzzle4x4.txt
  taquin solve --lines examples/lists.txt --json
  taquin solve --lines examples/lists.txt --all --count --csv
  taquin solve --lines examples/lists.txt --shard 1/2 -o answers.jsonl --resume";

/// Find a solution, optimal unless another method is chosen
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
// With --lines every board has one line of output, so the default must be a one-line format.
#[command(mut_arg("output", |output| output.default_value_if("lines", ArgPredicate::IsPresent, "json")))]
pub(crate) struct SolveArgs {
    /// Boards: files with one or more boards, - for standard input, or boards themselves
    #[arg(value_name = "BOARD", required_unless_present_any = ["lines", "part"], value_hint = ValueHint::FilePath)]
    pub(crate) boards: Vec<OsString>,
    #[command(flatten)]
    pub(crate) goal: GoalArgs,
    #[command(flatten)]
    pub(crate) method: MethodArgs,
    /// List all optimal solutions
    #[arg(long)]
    pub(crate) all: bool,
    /// With --all: print only the number of solutions, or with --json an object that has it
    #[arg(long, requires = "all", conflicts_with_all = ["moves_as", "letters"])]
    pub(crate) count: bool,
    #[command(flatten)]
    pub(crate) form: FormArgs,
    /// Write the files of --output columbia, sise or pddl to this directory instead of standard output; one board only
    ///
    /// columbia: output.txt; sise: solution.txt and statistics.txt; pddl: domain.pddl, problem.pddl and plan.txt.
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath, help_heading = "Output")]
    #[arg(conflicts_with_all = ["all", "lines", "progress", "explain"])]
    pub(crate) write: Option<PathBuf>,
    /// With --json: also print an object for every improved solution as soon as it is found
    #[arg(long, conflicts_with_all = ["all", "lines"])]
    pub(crate) progress: bool,
    /// Print statistics of the search to standard error; with --lines, the throughput
    #[arg(long)]
    pub(crate) stats: bool,
    /// Print the method and the reason for choosing it before the search, and statistics after it, to standard error
    #[arg(long, short)]
    pub(crate) verbose: bool,
    /// Print which method would be used and why, without solving; with --json, as an object
    // Nothing is solved, so options about answers have no meaning.
    #[arg(long, conflicts_with_all = ["all", "moves_as", "letters", "progress", "stats", "verbose"])]
    pub(crate) explain: bool,
    /// Prove the lower bound a second time, with another estimate, from the goal, without tables from disk
    ///
    /// Reports on standard error which searches were compared. The second search has the same limits as the first; if it
    /// reaches one, the exit code is 3. If the two contradict each other, no solution is printed, and the exit code is 2.
    #[arg(long, conflicts_with_all = ["all", "explain", "lines", "part"])]
    pub(crate) recheck: bool,
    /// Search the parts that are assigned to a file of `taquin split`, and record their results in it
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    #[arg(conflicts_with_all = ["boards", "lines", "all", "explain", "resume", "progress", "write"])]
    pub(crate) part: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) batch: BatchArgs,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
}

/// A puzzle to solve, and the solver with its options.
pub(super) struct Job {
    /// The name of the board in messages.
    pub(super) name: String,
    pub(super) puzzle: Puzzle,
    pub(super) solver: Solver,
}

impl Run for SolveArgs {
    fn writes_output_file(&self) -> bool {
        // An interrupted batch leaves the answers so far, for --resume.
        self.batch.lines.is_some()
    }

    fn run(&self, folder: Option<&OsStr>) -> Result<Exit, Failure> {
        let style = Style::resolve(&self.form, &self.method.heuristic)?;
        if self.progress && style.is_some() {
            return Err(
                Failure::input("--progress: requires --json").hint("progress is always shown on a terminal")
            );
        }
        let default = Form::Dialect(self.goal.course.map_or(Dialect::Princeton, Course::dialect));
        for (flag, given) in [("--count", self.count), ("--explain", self.explain)] {
            if given && self.form.output != Form::Json && self.form.output != default {
                return Err(Failure::input(format_args!("{flag}: requires --json or no --output")));
            }
        }
        if let Some(folder) = &self.write {
            prepare_folder(folder, style.as_ref())?;
        }
        let requested = RequestedMethod::read(&self.method, self.goal.course)?;
        let store = table_dir::store(folder);
        if let Some(lines) = &self.batch.lines {
            return batch::run(self, lines, requested, style, store);
        }
        batch::refuse_options(&self.batch)?;
        if let Some(part) = &self.part {
            return part::run(self, part, store);
        }
        let jobs = self.jobs(&requested, store)?;
        if self.batch.resume.is_some() && jobs.len() > 1 {
            let boards = jobs.len();
            return Err(Failure::input(format_args!("--resume: requires exactly one board, {boards} given")));
        }
        if self.write.is_some() && jobs.len() > 1 {
            return Err(Failure::input(format_args!(
                "--write: requires exactly one board, {} given",
                jobs.len()
            )));
        }
        let mut out = output::stdout();
        if self.explain {
            explain(&mut out, &jobs, self.form.output)?;
            out.flush()?;
            return Ok(Exit::Success);
        }
        signals::catch();
        if self.all {
            return solve_all::run(self, &jobs, style.as_ref(), &mut out);
        }
        let mut separator = Separator::new(self.form.output);
        let mut exit = Exit::Success;
        for job in &jobs {
            let outcome = self.solve(job)?;
            report_table_fault(&job.solver);
            // Before the answer is printed: a claim that does not hold must not be.
            let rechecked = if self.recheck { recheck(job, &outcome)? } else { None };
            match (&self.write, &style) {
                (Some(folder), Some(style)) => answer_dir::write(folder, &files(style, job, &outcome)?)?,
                _ => print(&mut out, &mut separator, style.as_ref(), job, &outcome)?,
            }
            out.flush()?;
            report_outcome(&job.name, &outcome);
            if self.stats || self.verbose {
                print_stats(&job.name, &outcome);
            }
            exit = exit.and(exit_of(&outcome));
            if let Some(rechecked) = &rechecked {
                output::message(format_args!("{}: recheck: {rechecked}", job.name));
                exit = exit.and(recheck_exit(rechecked));
            }
            if exit == Exit::Interrupted {
                // The remaining boards are not reported: the user who pressed Ctrl-C knows.
                return Ok(Exit::Interrupted);
            }
        }
        Ok(exit)
    }
}

impl SolveArgs {
    /// Reads all boards and checks their options, so that every input error is found before the first search.
    fn jobs(&self, requested: &RequestedMethod, store: Option<Store>) -> Result<Vec<Job>, Failure> {
        let mut reader = Reader::default();
        let goal = GoalChoice::read(&self.goal, &mut reader)?.or(self.form.output.goal());
        let items = reader.boards(&self.boards, self.batch.columns.as_ref())?;
        let mut builder = Solver::builder()
            .store(store)
            .expected_boards(items.len() as u64)
            .options(requested.options.clone())
            .budget(self.budget());
        if let Some(threads) = self.batch.threads {
            builder = builder.threads(threads.get());
        }
        let solver = builder.build()?;
        let job = |item: Item| {
            let puzzle = goal.puzzle(&item)?;
            let solver = solver.with_options(requested.options(puzzle.goal(), item.method)?)?;
            // The board is planned when it is solved: by then more tables may be in memory.
            solver.options().method(puzzle.size())?;
            if self.all {
                solver.options().check_shortest()?;
            }
            Ok(Job { name: item.name, puzzle, solver })
        };
        items.into_iter().map(job).collect()
    }

    /// Returns the limits of each board.
    pub(super) fn budget(&self) -> Budget {
        Budget { gap: self.method.gap, ..budget(&self.limits) }
    }

    fn solve(&self, job: &Job) -> Result<Outcome, Failure> {
        let metric = job.solver.options().metric;
        let watch = match self.progress {
            true => SearchProgress::with_improvements(metric),
            false => SearchProgress::counting(metric),
        };
        let mut watch = watch.verbose(self.verbose);
        let journal = match &self.batch.resume {
            Some(Some(file)) if job.puzzle.is_solvable() => {
                Some(Journal::open(file, &job.puzzle).map_err(journal_failure)?)
            }
            _ => None,
        };
        let plan = job.solver.plan(&job.puzzle)?;
        if self.verbose {
            output::stderr_line(format_args!("{plan}"));
            if let Some(journal) = journal.as_ref().filter(|journal| journal.lower_bound() > 0) {
                output::stderr_line(format_args!("resumed {journal}"));
            }
        }
        let outcome = {
            let control = progress::control().on_event(|event| watch.show(event));
            match &journal {
                Some(journal) => plan.run_with_journal(journal, &control),
                None => plan.run(&control),
            }
        };
        watch.finish()?;
        if let Some(fault) = journal.as_ref().and_then(Journal::take_fault) {
            output::message(format_args!("{fault}"));
        }
        outcome
            .map_err(|error| Failure::input(format_args!("{}: {error}", job.name)).maybe_hint(error.hint()))
    }
}

/// Proves the lower bound of a solution a second time; returns `None` if there is nothing to prove.
fn recheck(job: &Job, outcome: &Outcome) -> Result<Option<Recheck>, Failure> {
    if outcome.stopped == Some(StopReason::Cancelled) {
        return Ok(None);
    }
    let mut watch = SearchProgress::counting(outcome.method.metric);
    let rechecked = {
        let control = progress::control().on_event(|event| watch.show(event));
        job.solver.recheck(outcome, &control)
    };
    watch.finish()?;
    let failure = |error: &dyn Display| Failure::input(format_args!("{}: recheck: {error}", job.name));
    match rechecked.map_err(|error| failure(&error))? {
        Some(contradiction) if contradiction.is_contradiction() => {
            Err(failure(&contradiction).hint("one of the two searches is wrong: please report it"))
        }
        rechecked => Ok(rechecked),
    }
}

fn recheck_exit(recheck: &Recheck) -> Exit {
    match recheck.verdict {
        RecheckVerdict::Stopped { reason: StopReason::Cancelled, .. } => Exit::Interrupted,
        _ if recheck.is_confirmed() => Exit::Success,
        _ => Exit::Limit,
    }
}

/// Returns the failure of a journal.
pub(super) fn journal_failure(error: JournalError) -> Failure {
    let hint = error.hint().map(str::to_owned);
    Failure::input(error).maybe_hint(hint)
}

/// Warns once if tables cannot be stored or were not used; answers are not affected.
pub(super) fn report_table_fault(solver: &Solver) {
    match solver.tables().take_fault() {
        Some(error) if matches!(error.fault, Fault::Untrusted) => {
            output::message(format_args!("{error}; rebuilt"));
            output::hint(format_args!("--trust-tables uses it"));
        }
        Some(error) if matches!(error.fault, Fault::Inconsistent) => {
            output::message(format_args!("{error}; rebuilt"));
        }
        Some(error) => output::message(format_args!("cannot store tables: {error}")),
        None => {}
    }
}

fn explain(out: &mut dyn Write, jobs: &[Job], form: Form) -> Result<(), Failure> {
    for (index, job) in jobs.iter().enumerate() {
        let plan = job.solver.plan(&job.puzzle)?;
        if form == Form::Json {
            serde_json::to_writer(&mut *out, &PlanReport::new(&plan))?;
            writeln!(out)?;
            continue;
        }
        if index > 0 {
            writeln!(out)?;
        }
        if jobs.len() > 1 {
            writeln!(out, "board   {}", job.name)?;
        }
        writeln!(out, "{}", wrapped(&plan.to_string(), 8, destination::columns()))?;
        if let Err(why) = job.puzzle.task() {
            output::hint_goals(&why);
        }
    }
    Ok(())
}

pub(super) fn exit_of(outcome: &Outcome) -> Exit {
    match outcome.stopped {
        Some(StopReason::Cancelled) => Exit::Interrupted,
        Some(_) => Exit::Limit,
        None => Exit::from(outcome.solution.is_some()),
    }
}

/// Prints the answer, if there is one. JSON can express that a search was stopped; dialects cannot.
pub(super) fn print(
    out: &mut dyn Write,
    separator: &mut Separator,
    style: Option<&Style>,
    job: &Job,
    outcome: &Outcome,
) -> Result<(), Failure> {
    let Some(style) = style else {
        serde_json::to_writer(&mut *out, &Report::new(&job.puzzle, outcome))?;
        return Ok(writeln!(out)?);
    };
    if let Some(verified) = &outcome.solution {
        separator.next(out)?;
        style.write(out, &solution(verified, outcome))?;
    } else if outcome.unsolvable.is_some() {
        separator.next(out)?;
        writeln!(out, "{}", style.dialect().unsolvable())?;
    }
    Ok(())
}

/// Checks before the search that `--write` will succeed.
fn prepare_folder(folder: &Path, style: Option<&Style>) -> Result<(), Failure> {
    if !style.is_some_and(|style| style.dialect().has_files()) {
        return Err(Failure::input("--write: requires --output columbia, sise or pddl"));
    }
    answer_dir::prepare(folder)
}

/// Returns the files of the answer; none if the search was stopped without a solution.
fn files(style: &Style, job: &Job, outcome: &Outcome) -> Result<Vec<AnswerFile>, Failure> {
    let (start, goal, stats) = (job.puzzle.start(), job.puzzle.goal(), &outcome.stats);
    Ok(match (&outcome.solution, &outcome.unsolvable) {
        (Some(verified), _) => style.files(&solution(verified, outcome), stats)?,
        (None, Some(_)) => style.dialect().files(&Answered { start, goal, solution: None, stats })?,
        (None, None) => Vec::new(),
    })
}

fn solution<'a>(verified: &'a Verified, outcome: &Outcome) -> Solution<'a> {
    Solution {
        start: verified.task().start(),
        goal: verified.task().goal(),
        moves: verified.moves(),
        metric: verified.metric(),
        minimal: verified.is_optimal(),
        max_queue: outcome.method.algorithm.has_open_list().then_some(outcome.stats.max_queue),
        stats: Some(outcome.stats),
    }
}

/// Reports on standard error what the answer in a dialect does not contain.
pub(super) fn report_outcome(name: &str, outcome: &Outcome) {
    if let Some(verified) = &outcome.solution {
        report_gap(name, verified, outcome);
    } else if let Some(why) = &outcome.unsolvable {
        output::message(format_args!("{name}: unsolvable: {why}"));
        output::hint_goals(why);
    } else if let Some(reason) = outcome.stopped {
        let bound = outcome.method.metric.counted(outcome.lower_bound.into());
        output::message(format_args!("{name}: {reason}; lower bound {bound}"));
    }
}

/// Reports the gap of a solution that is not proven optimal, and why the search stopped.
fn report_gap(name: &str, verified: &Verified, outcome: &Outcome) {
    let is_improved = outcome.method.algorithm == Algorithm::Improve;
    if outcome.stopped.is_none() && (verified.is_optimal() || !is_improved) {
        return;
    }
    let (length, bound) = (verified.len(), outcome.lower_bound);
    let counted = verified.metric().counted(length as u64);
    let gap = Gap::of(length, bound) * 100.0;
    let why = outcome.stopped.map_or_else(String::new, |reason| format!("; {reason}"));
    output::message(format_args!("{name}: {counted}, lower bound {bound} (gap {gap:.1} %){why}"));
    if outcome.stopped == Some(StopReason::DefaultTime) {
        output::hint(format_args!(
            "raise the limit with --time-limit, or use --gap 0 to search until the solution is proven optimal"
        ));
    }
}

pub(super) fn print_stats(name: &str, outcome: &Outcome) {
    let (stats, metric) = (&outcome.stats, outcome.method.metric);
    let mut rows = vec![("board", name.to_owned()), ("method", outcome.method.to_string())];
    if let Some(verified) = &outcome.solution {
        rows.push(("length", metric.counted(verified.len() as u64)));
        if metric != Metric::Single {
            let moves = verified.moves().len() as u64;
            rows.push(("tile moves", Grouped(moves).to_string()));
        }
        rows.push(("claim", verified.claim().to_string()));
        rows.extend(outcome.stopped.map(|reason| ("stopped", reason.to_string())));
    } else if outcome.unsolvable.is_some() {
        rows.push(("claim", "unsolvable".to_owned()));
    } else {
        rows.extend(outcome.stopped.map(|reason| ("claim", format!("none: {reason}"))));
    }
    if outcome.unsolvable.is_none() {
        rows.push(("lower bound", metric.counted(outcome.lower_bound.into())));
    }
    rows.extend([
        ("expanded", Grouped(stats.expanded).to_string()),
        ("generated", Grouped(stats.generated).to_string()),
        ("max queue", Grouped(stats.max_queue).to_string()),
        ("max depth", Grouped(stats.max_depth.into()).to_string()),
        ("peak memory", Bytes(stats.bytes).to_string()),
        ("seconds", format!("{:.6}", stats.elapsed.as_secs_f64())),
    ]);
    for (label, value) in rows {
        let line = format!("{label:<12} {value}");
        output::stderr_line(format_args!("{}", wrapped(&line, 13, terminal::stderr_columns())));
    }
}
