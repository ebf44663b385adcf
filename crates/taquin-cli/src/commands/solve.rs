//! `taquin solve`.

use super::{limits, solve_all};
use crate::args::{MethodArgs, SolveArgs};
use crate::choice::Wanted;
use crate::exit::{Exit, Failure};
use crate::input::{GoalChoice, Item, Reader};
use crate::output::{self, Separator, Solution, Style, talk};
use crate::progress::{self, Watch};
use crate::quantity::{grouped, readable_bytes};
use std::io::Write;
use taquin::notation::Dialect;
use taquin::search::StopReason;
use taquin::solver::{
    Algorithm, Plan, PlanError, Report, Request, Resolution, SolveError, Verdict, Workshop,
};
use taquin::space::Workers;
use taquin::tables::{Partition, Tables};
use taquin::{Goal, HeuristicChoice, Metric};

/// A board with its goal and the method it will be given.
pub(super) struct Job {
    pub(super) item: Item,
    pub(super) goal: Goal,
    pub(super) request: Request,
    pub(super) plan: Plan,
}

pub(crate) fn run(args: &SolveArgs) -> Result<Exit, Failure> {
    let style = Style::resolve(&args.form, &args.method.heuristic)?;
    let workers = args.method.threads.map_or_else(Workers::all, Workers::new);
    let tables = Tables::new(workers);
    let jobs = jobs(args, &tables, workers)?;
    let workshop = Workshop { tables: &tables, boards: jobs.len() as u64, workers };
    let mut out = output::stdout();
    if args.explain {
        explain(&mut out, &jobs)?;
        out.flush()?;
        return Ok(Exit::Success);
    }
    progress::catch_interrupts();
    if args.all {
        return solve_all::run(args, &jobs, style.as_ref(), &mut out);
    }
    let mut separator = Separator::new(args.form.output);
    let mut exit = Exit::Success;
    for job in &jobs {
        let resolution = {
            let limits = limits(&args.limits, None);
            let (start, goal) = (&job.item.board, &job.goal);
            workshop
                .solve(start, goal, &job.request, &limits, &mut Watch::new())
                .map_err(|error| Failure::input(format_args!("{}: {error}", job.item.name)))?
        };
        print(&mut out, &mut separator, style.as_ref(), job, &resolution)?;
        out.flush()?;
        tell(job, &resolution);
        if args.stats {
            tell_stats(job, &resolution);
        }
        exit = exit.and(exit_of(&resolution.verdict));
        if matches!(resolution.verdict, Verdict::Stopped(StopReason::Asked)) {
            // The boards that are left were never tried; whoever pressed Ctrl-C knows.
            return Ok(Exit::Interrupted);
        }
    }
    Ok(exit)
}

fn request(args: &MethodArgs, patterns: Vec<Partition>) -> Request {
    Request {
        algorithm: match args.algorithm {
            Wanted::Auto => None,
            Wanted::Named(algorithm) => Some(algorithm),
        },
        heuristic: (!args.heuristic.is_empty())
            .then(|| HeuristicChoice::max_of(args.heuristic.iter().copied())),
        weight: args.weight,
        duplicates: args.duplicates,
        ties: args.ties,
        order: args.order,
        metric: args.metric,
        patterns,
    }
}

/// The partitions that were asked for, as they are for a goal.
fn partitions(args: &MethodArgs, goal: &Goal, catalogue: &[Partition]) -> Result<Vec<Partition>, Failure> {
    let found = args.patterns.iter().map(|name| {
        Partition::named(goal, name, catalogue).ok_or_else(|| {
            let known = Partition::all(goal);
            let names: Vec<&str> = known.iter().map(Partition::name).collect();
            let size = goal.size();
            let failure =
                Failure::input(format_args!("--patterns: {size} has no {name:?} for this goal's blank"));
            failure.hint(match names.is_empty() {
                true => {
                    "patterns are for boards of at least two rows and columns and at most 25 cells".to_owned()
                }
                false => format!("it has {}; others can be drawn in a --catalogue", names.join(", ")),
            })
        })
    });
    found.collect()
}

fn catalogue(args: &MethodArgs) -> Result<Vec<Partition>, Failure> {
    let Some(path) = &args.catalogue else { return Ok(Vec::new()) };
    let text = std::fs::read_to_string(path)
        .map_err(|error| Failure::input(format_args!("--catalogue: {}: {error}", path.display())))?;
    Partition::read(&text)
        .map_err(|error| Failure::input(format_args!("--catalogue: {}: {error}", path.display())))
}

/// Everything that can be wrong is found here, before the first search.
fn jobs(args: &SolveArgs, tables: &Tables, workers: Workers) -> Result<Vec<Job>, Failure> {
    let mut reader = Reader::default();
    let goal = GoalChoice::read(args.goal.goal.as_deref(), &mut reader)?;
    let items = reader.boards(&args.boards.boards)?;
    let catalogue = catalogue(&args.method)?;
    let workshop = Workshop { tables, boards: items.len() as u64, workers };
    let limits = limits(&args.limits, None);
    let job = |item: Item| {
        let goal = goal.of(&item)?;
        let request = request(&args.method, partitions(&args.method, &goal, &catalogue)?);
        let plan =
            workshop.plan(&item.board, &goal, &request, &limits).map_err(|error| contradiction(&error))?;
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

fn contradiction(error: &PlanError) -> Failure {
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

pub(super) fn exit_of(verdict: &Verdict) -> Exit {
    match verdict {
        Verdict::Solved(_) => Exit::Success,
        Verdict::Unsolvable(_) => Exit::No,
        Verdict::Stopped(StopReason::Asked) => Exit::Interrupted,
        Verdict::Stopped(_) => Exit::Limit,
    }
}

/// The answer, if there is one. A dialect has no way to say that a search was stopped, JSON does.
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
            let solution = Solution {
                start,
                goal,
                moves: verified.moves(),
                metric: verified.metric(),
                minimal: verified.is_optimal(),
                max_queue: has_queue(resolution.plan.method.algorithm).then_some(resolution.stats.max_queue),
            };
            Ok(style.write(out, &solution)?)
        }
        Verdict::Unsolvable(_) => {
            separator.next(out)?;
            let answer = if style.dialect() == Dialect::Prolog { "false." } else { "Unsolvable puzzle" };
            Ok(writeln!(out, "{answer}")?)
        }
        Verdict::Stopped(_) => Ok(()),
    }
}

/// Do boards wait in a queue, so that its length means something?
fn has_queue(algorithm: Algorithm) -> bool {
    algorithm.is_best_first() || matches!(algorithm, Algorithm::BreadthFirst | Algorithm::Bidirectional)
}

/// What a dialect does not say.
pub(super) fn tell(job: &Job, resolution: &Resolution) {
    let name = &job.item.name;
    let bound = resolution.plan.method.metric.counted(resolution.lower_bound.into());
    match &resolution.verdict {
        Verdict::Solved(_) => {}
        Verdict::Unsolvable(why) => talk(format_args!("taquin: {name}: unsolvable: {why}")),
        Verdict::Stopped(StopReason::Asked) => {
            talk(format_args!("taquin: {name}: interrupted; a solution has at least {bound}"));
        }
        Verdict::Stopped(reason) => {
            talk(format_args!("taquin: {name}: stopped: {reason}; a solution has at least {bound}"));
        }
    }
}

pub(super) fn tell_stats(job: &Job, resolution: &Resolution) {
    let (stats, metric) = (&resolution.stats, resolution.plan.method.metric);
    let mut rows = vec![("board", job.item.name.clone()), ("method", resolution.plan.method.to_string())];
    match &resolution.verdict {
        Verdict::Solved(verified) => {
            rows.push(("length", metric.counted(verified.length() as u64)));
            if metric != Metric::Single {
                let moves = verified.moves().len(Metric::Single) as u64;
                rows.push(("tile moves", grouped(moves)));
            }
            rows.push(("claim", verified.claim().to_string()));
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
        talk(format_args!("{label:<12} {value}"));
    }
}
