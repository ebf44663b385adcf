//! `taquin solve --all`.

use super::limits;
use super::listing::Listing;
use super::solve::SolveArgs;
use super::solve::{self, Job};
use crate::exit::{Exit, Failure};
use crate::output::{self, Separator, Style};
use crate::progress::SearchProgress;
use crate::quantity::{grouped, readable_bytes};
use serde_json::json;
use std::io::{BufWriter, StdoutLock, Write};
use taquin::notation::Dialect;
use taquin::search::StopReason;
use taquin::solver::{MethodReport, Shortest, Verdict, Workshop};

/// Lists or counts the optimal solutions of every board.
pub(super) fn run(
    args: &SolveArgs,
    jobs: &[Job],
    workshop: &Workshop,
    style: Option<&Style>,
    out: &mut BufWriter<StdoutLock<'static>>,
) -> Result<Exit, Failure> {
    let mut separator = Separator::new(args.form.output);
    let mut exit = Exit::Success;
    for job in jobs {
        let shortest = if args.count {
            count(args, job, workshop, out)?
        } else {
            list(args, job, workshop, style, &mut separator, out)?
        };
        out.flush()?;
        solve::report_table_fault(workshop.tables);
        solve::report_outcome(&job.item.name, &shortest.resolution);
        if args.stats {
            print_stats(job, &shortest);
        }
        exit = exit.and(match shortest.stopped {
            Some(StopReason::Asked) => return Ok(Exit::Interrupted),
            Some(_) => Exit::Limit,
            None => solve::exit_of(&shortest.resolution),
        });
    }
    Ok(exit)
}

fn count(args: &SolveArgs, job: &Job, workshop: &Workshop, out: &mut dyn Write) -> Result<Shortest, Failure> {
    let limits = limits(&args.limits, None);
    let (start, goal) = (&job.item.board, &job.goal);
    let shortest = workshop
        .count_shortest(start, goal, &job.request, &limits, &mut SearchProgress::new())
        .map_err(|error| Failure::input(format_args!("{}: {error}", job.item.name)))?;
    match shortest.stopped {
        None => writeln!(out, "{}", shortest.count)?,
        Some(reason) if is_solved(&shortest) => {
            let length = shortest.resolution.lower_bound;
            output::message(format_args!(
                "{}: stopped: {reason}; counting the solutions of {length} moves is incomplete",
                job.item.name
            ));
        }
        Some(_) => {}
    }
    Ok(shortest)
}

fn list(
    args: &SolveArgs,
    job: &Job,
    workshop: &Workshop,
    style: Option<&Style>,
    separator: &mut Separator,
    out: &mut BufWriter<StdoutLock<'static>>,
) -> Result<Shortest, Failure> {
    let mut listing = match style {
        None => Listing::Json { method: json!(MethodReport::from(&job.plan.method)) },
        Some(style) => Listing::Dialect { style, separator, minimal: true },
    };
    let limits = limits(&args.limits, None);
    let mut watch = SearchProgress::beside_answers();
    let (listed, shortest) = listing.print(out, |on_solution| {
        let (start, goal) = (&job.item.board, &job.goal);
        let shortest = workshop.all_shortest(start, goal, &job.request, &limits, &mut watch, on_solution)?;
        Ok((shortest.stopped, shortest))
    })?;
    if is_solved(&shortest) {
        listed.report(&job.item.name);
    } else if style.is_none_or(|style| style.dialect() != Dialect::Prolog) {
        // In the Prolog dialect the list itself says that there is none.
        solve::print(out, separator, style, job, &shortest.resolution)?;
    }
    Ok(shortest)
}

fn is_solved(shortest: &Shortest) -> bool {
    matches!(shortest.resolution.verdict, Verdict::Solved(_))
}

fn print_stats(job: &Job, shortest: &Shortest) {
    solve::print_stats(job, &shortest.resolution);
    if is_solved(shortest) {
        let more = if shortest.stopped.is_some() { " or more" } else { "" };
        let stats = &shortest.stats;
        for (label, value) in [
            ("solutions", format!("{}{more}", grouped(shortest.count))),
            ("  expanded", grouped(stats.expanded)),
            ("  generated", grouped(stats.generated)),
            ("  peak memory", readable_bytes(stats.bytes)),
            (
                "  seconds",
                format!(
                    "{:.6}",
                    stats.elapsed.saturating_sub(shortest.resolution.stats.elapsed).as_secs_f64()
                ),
            ),
        ] {
            output::stderr_line(format_args!("{label:<12} {value}"));
        }
    }
}
