//! `taquin solve`.

use super::batch::{self, BatchArgs};
use super::method_options::MethodOptions;
use super::{Run, limits, solve_all};
use crate::answer_dir;
use crate::args::{FormArgs, GoalArgs, LimitArgs, MethodArgs};
use crate::exit::{Exit, Failure};
use crate::input::{GoalChoice, Item, Reader};
use crate::output::{self, Separator, Solution, Style};
use crate::progress::{self, SearchProgress};
use crate::quantity::{grouped, readable_bytes};
use crate::table_dir;
use clap::builder::ArgPredicate;
use clap::{Args, ValueHint};
use std::ffi::{OsStr, OsString};
use std::io::Write;
use std::path::{Path, PathBuf};
use taquin::notation::{AnswerFile, Answered};
use taquin::proof::Verified;
use taquin::search::StopReason;
use taquin::solver::{
    Algorithm, Gap, Plan, PlanError, Report, Request, Resolution, SolveError, Verdict, Workshop,
};
use taquin::space::Workers;
use taquin::tables::TableCache;
use taquin::{Goal, Metric};

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
  taquin solve --time-limit 1m --output json --progress examples/puzzle5x5.txt
  taquin solve --gap 5% --output moves examples/puzzle5x5.txt
  taquin solve --algorithm fast --output moves examples/puzzle5x5.txt
  taquin solve --algorithm beam --beam-width 1000 --output moves examples/puzzle5x5.txt
  taquin solve --output json --time-limit 10s examples/puzzle04.txt examples/puzzle2x3.txt
  taquin solve --output columbia 'bfs 1,2,5,3,4,0,6,7,8'
  taquin solve --output 42 --algorithm astar examples/coordinates-18.txt
  taquin solve --output sise --write target/sise examples/puzzle4x4.txt
  taquin solve --lines examples/lists.txt --output json
  taquin solve --lines examples/lists.txt --shard 1/2 --output-file answers.jsonl --resume";

/// Find a solution, optimal unless another method is chosen
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
// With --lines every board has one line of output, so the default must be a one-line format.
#[command(mut_arg("output", |output| output.default_value_if("lines", ArgPredicate::IsPresent, "json")))]
pub(crate) struct SolveArgs {
    /// Boards: files with one or more boards, - for standard input, or boards themselves
    #[arg(value_name = "BOARD", required_unless_present = "lines", value_hint = ValueHint::FilePath)]
    pub(crate) boards: Vec<OsString>,
    #[command(flatten)]
    pub(crate) goal: GoalArgs,
    #[command(flatten)]
    pub(crate) method: MethodArgs,
    /// List all optimal solutions
    #[arg(long)]
    pub(crate) all: bool,
    /// With --all: print only the number of solutions
    #[arg(long, requires = "all", conflicts_with_all = ["output", "moves_as", "letters"])]
    pub(crate) count: bool,
    #[command(flatten)]
    pub(crate) form: FormArgs,
    /// Write the files of --output columbia, sise or pddl to this directory instead of standard output; one board only
    ///
    /// columbia: output.txt; sise: solution.txt and statistics.txt; pddl: domain.pddl, problem.pddl and plan.txt.
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath, help_heading = "Output")]
    #[arg(conflicts_with_all = ["all", "lines", "progress", "explain"])]
    pub(crate) write: Option<PathBuf>,
    /// With --output json: also print an object for every improved solution as soon as it is found
    #[arg(long, conflicts_with_all = ["all", "lines"])]
    pub(crate) progress: bool,
    /// Print statistics of the search to standard error; with --lines, the throughput
    #[arg(long)]
    pub(crate) stats: bool,
    /// Print which method would be used and why, without solving
    // Nothing is solved, so options about answers have no meaning.
    #[arg(long, conflicts_with_all = ["all", "output", "moves_as", "letters", "progress", "stats"])]
    pub(crate) explain: bool,
    #[command(flatten)]
    pub(crate) batch: BatchArgs,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
}

/// A board with its goal and the plan to solve it.
pub(super) struct Job {
    pub(super) item: Item,
    pub(super) goal: Goal,
    pub(super) request: Request,
    pub(super) plan: Plan,
}

impl Run for SolveArgs {
    fn run(&self, folder: Option<&OsStr>) -> Result<Exit, Failure> {
        let style = Style::resolve(&self.form, &self.method.heuristic)?;
        if self.progress && style.is_some() {
            return Err(Failure::input("--progress: requires --output json")
                .hint("progress is always shown on a terminal"));
        }
        if let Some(folder) = &self.write {
            prepare_folder(folder, style.as_ref())?;
        }
        let options = MethodOptions::read(&self.method)?;
        if let Some(lines) = &self.batch.lines {
            return batch::run(self, lines, options, style, table_dir::store(folder));
        }
        batch::refuse_options(&self.batch)?;
        let workers = self.batch.threads.map_or_else(Workers::all, |threads| Workers::new(threads.get()));
        let tables = TableCache::stored(table_dir::store(folder), workers);
        let jobs = jobs(self, &options, &tables, workers)?;
        if self.write.is_some() && jobs.len() > 1 {
            return Err(Failure::input(format_args!(
                "--write: requires exactly one board, {} given",
                jobs.len()
            )));
        }
        let workshop = Workshop { tables: &tables, boards: jobs.len() as u64, workers };
        let mut out = output::stdout();
        if self.explain {
            explain(&mut out, &jobs)?;
            out.flush()?;
            return Ok(Exit::Success);
        }
        progress::catch_interrupts();
        if self.all {
            return solve_all::run(self, &jobs, &workshop, style.as_ref(), &mut out);
        }
        let mut separator = Separator::new(self.form.output);
        let mut exit = Exit::Success;
        for job in &jobs {
            let resolution = {
                let limits = limits(&self.limits, None);
                let (start, goal) = (&job.item.board, &job.goal);
                let mut watch = match self.progress {
                    true => SearchProgress::reporting_to(&mut out, job.request.metric),
                    false => SearchProgress::counting(job.request.metric),
                };
                let resolution = workshop
                    .solve(start, goal, &job.request, &limits, &mut watch)
                    .map_err(|error| Failure::input(format_args!("{}: {error}", job.item.name)))?;
                watch.finish()?;
                resolution
            };
            report_table_fault(&tables);
            match (&self.write, &style) {
                (Some(folder), Some(style)) => answer_dir::write(folder, &files(style, job, &resolution)?)?,
                _ => print(&mut out, &mut separator, style.as_ref(), job, &resolution)?,
            }
            out.flush()?;
            report_outcome(&job.item.name, &resolution);
            if self.stats {
                print_stats(job, &resolution);
            }
            exit = exit.and(exit_of(&resolution));
            if resolution.stopped == Some(StopReason::Asked) {
                // The remaining boards are not reported: the user who pressed Ctrl-C knows.
                return Ok(Exit::Interrupted);
            }
        }
        Ok(exit)
    }
}

/// Warns once if tables cannot be stored; answers are not affected.
pub(super) fn report_table_fault(tables: &TableCache) {
    if let Some(fault) = tables.take_fault() {
        output::message(format_args!("cannot store tables: {fault}"));
    }
}

/// Reads and plans all boards, so that every input error is found before the first search.
fn jobs(
    args: &SolveArgs,
    options: &MethodOptions,
    tables: &TableCache,
    workers: Workers,
) -> Result<Vec<Job>, Failure> {
    let mut reader = Reader::default();
    let goal = GoalChoice::read(args.goal.goal.as_deref(), &mut reader)?.or(args.form.output.goal());
    let items = reader.boards(&args.boards)?;
    let workshop = Workshop { tables, boards: items.len() as u64, workers };
    let limits = limits(&args.limits, None);
    let job = |item: Item| {
        let goal = goal.of(&item)?;
        let request = options.request(&goal, item.method)?;
        let plan = match args.all {
            true => workshop.plan_shortest(&item.board, &goal, &request, &limits),
            false => workshop.plan(&item.board, &goal, &request, &limits),
        };
        let plan = plan.map_err(|error| contradiction(&error))?;
        if args.all && plan.method.metric != Metric::Single {
            return Err(contradiction(&PlanError::NotForPushes { option: "all" }));
        }
        if args.all && !plan.method.algorithm.is_optimal() {
            let error = SolveError::NotShortest(plan.method.algorithm);
            return Err(Failure::input(format_args!("--all: {error}")));
        }
        Ok(Job { item, goal, request, plan })
    };
    items.into_iter().map(job).collect()
}

/// Turns an error of the planner into a message that names the option.
pub(super) fn contradiction(error: &PlanError) -> Failure {
    Failure::input(format_args!("--{}: {error}", error.option()))
}

fn explain(out: &mut dyn Write, jobs: &[Job]) -> Result<(), Failure> {
    for (index, job) in jobs.iter().enumerate() {
        if index > 0 {
            writeln!(out)?;
        }
        if jobs.len() > 1 {
            writeln!(out, "board   {}", job.item.name)?;
        }
        writeln!(out, "{}", job.plan)?;
    }
    Ok(())
}

pub(super) fn exit_of(resolution: &Resolution) -> Exit {
    match (resolution.stopped, &resolution.verdict) {
        (Some(StopReason::Asked), _) => Exit::Interrupted,
        (Some(_), _) | (None, Verdict::Stopped(_)) => Exit::Limit,
        (None, Verdict::Solved(_)) => Exit::Success,
        (None, Verdict::Unsolvable(_)) => Exit::No,
    }
}

/// Prints the answer, if there is one. JSON can express that a search was stopped; dialects cannot.
pub(super) fn print(
    out: &mut dyn Write,
    separator: &mut Separator,
    style: Option<&Style>,
    job: &Job,
    resolution: &Resolution,
) -> Result<(), Failure> {
    let (start, goal) = (&job.item.board, &job.goal);
    let Some(style) = style else {
        serde_json::to_writer(&mut *out, &Report::new(start, goal, resolution))?;
        return Ok(writeln!(out)?);
    };
    match &resolution.verdict {
        Verdict::Solved(verified) => {
            separator.next(out)?;
            Ok(style.write(out, &solution(job, verified, resolution))?)
        }
        Verdict::Unsolvable(_) => {
            separator.next(out)?;
            Ok(writeln!(out, "{}", style.dialect().unsolvable())?)
        }
        Verdict::Stopped(_) => Ok(()),
    }
}

/// Checks before the search that `--write` will succeed.
fn prepare_folder(folder: &Path, style: Option<&Style>) -> Result<(), Failure> {
    if !style.is_some_and(|style| style.dialect().has_files()) {
        return Err(Failure::input("--write: requires --output columbia, sise or pddl"));
    }
    answer_dir::prepare(folder)
}

/// Returns the files of the answer; none if the search was stopped without a solution.
fn files(style: &Style, job: &Job, resolution: &Resolution) -> Result<Vec<AnswerFile>, Failure> {
    let (start, goal, stats) = (&job.item.board, &job.goal, &resolution.stats);
    Ok(match &resolution.verdict {
        Verdict::Solved(verified) => style.files(&solution(job, verified, resolution), stats)?,
        Verdict::Unsolvable(_) => style.dialect().files(&Answered { start, goal, solution: None, stats })?,
        Verdict::Stopped(_) => Vec::new(),
    })
}

fn solution<'a>(job: &'a Job, verified: &'a Verified, resolution: &Resolution) -> Solution<'a> {
    Solution {
        start: &job.item.board,
        goal: &job.goal,
        moves: verified.moves(),
        metric: verified.metric(),
        minimal: verified.is_optimal(),
        max_queue: has_open_list(resolution.plan.method.algorithm).then_some(resolution.stats.max_queue),
        stats: Some(resolution.stats),
    }
}

/// Returns whether the algorithm has an open list whose size is meaningful.
fn has_open_list(algorithm: Algorithm) -> bool {
    algorithm.is_best_first() || matches!(algorithm, Algorithm::BreadthFirst | Algorithm::Bidirectional)
}

/// Reports on standard error what the answer in a dialect does not contain.
pub(super) fn report_outcome(name: &str, resolution: &Resolution) {
    let bound = resolution.plan.method.metric.counted(resolution.lower_bound.into());
    match &resolution.verdict {
        Verdict::Solved(verified) => report_gap(name, verified, resolution),
        Verdict::Unsolvable(why) => output::message(format_args!("{name}: unsolvable: {why}")),
        Verdict::Stopped(reason) => {
            output::message(format_args!("{name}: {}; lower bound {bound}", ended_by(*reason)));
        }
    }
}

/// Describes why a search stopped early.
pub(super) fn ended_by(reason: StopReason) -> String {
    match reason {
        StopReason::Asked => "interrupted".to_owned(),
        reason => format!("stopped: {reason}"),
    }
}

/// Reports the gap of a solution that is not proven optimal, and why the search stopped.
fn report_gap(name: &str, verified: &Verified, resolution: &Resolution) {
    let is_improved = resolution.plan.method.algorithm == Algorithm::Improve;
    if resolution.stopped.is_none() && (verified.is_optimal() || !is_improved) {
        return;
    }
    let (length, bound) = (verified.length(), resolution.lower_bound);
    let counted = verified.metric().counted(length as u64);
    let gap = Gap::of(length, bound) * 100.0;
    let why = resolution.stopped.map_or_else(String::new, |reason| format!("; {}", ended_by(reason)));
    output::message(format_args!("{name}: {counted}, lower bound {bound} (gap {gap:.1} %){why}"));
    if matches!(resolution.stopped, Some(StopReason::Usual(_))) {
        output::hint(format_args!(
            "raise the limit with --time-limit, or use --gap 0 to search until the solution is proven optimal"
        ));
    }
}

pub(super) fn print_stats(job: &Job, resolution: &Resolution) {
    let (stats, metric) = (&resolution.stats, resolution.plan.method.metric);
    let mut rows = vec![("board", job.item.name.clone()), ("method", resolution.plan.method.to_string())];
    match &resolution.verdict {
        Verdict::Solved(verified) => {
            rows.push(("length", metric.counted(verified.length() as u64)));
            if metric != Metric::Single {
                let moves = verified.moves().len() as u64;
                rows.push(("tile moves", grouped(moves)));
            }
            rows.push(("claim", verified.claim().to_string()));
            rows.extend(resolution.stopped.map(|reason| ("stopped", reason.to_string())));
        }
        Verdict::Unsolvable(_) => rows.push(("claim", "unsolvable".to_owned())),
        Verdict::Stopped(reason) => rows.push(("claim", format!("none: {reason}"))),
    }
    if !matches!(resolution.verdict, Verdict::Unsolvable(_)) {
        rows.push(("lower bound", metric.counted(resolution.lower_bound.into())));
    }
    rows.extend([
        ("expanded", grouped(stats.expanded)),
        ("generated", grouped(stats.generated)),
        ("max queue", grouped(stats.max_queue)),
        ("max depth", grouped(stats.max_depth.into())),
        ("peak memory", readable_bytes(stats.bytes)),
        ("seconds", format!("{:.6}", stats.elapsed.as_secs_f64())),
    ]);
    for (label, value) in rows {
        output::stderr_line(format_args!("{label:<12} {value}"));
    }
}
