//! `taquin solve --all`.

use super::listing::Listing;
use super::solve::SolveArgs;
use super::solve::{self, Job};
use crate::destination::Answers;
use crate::exit::{Exit, Failure};
use crate::output::{self, Separator, Style};
use crate::progress::{self, SearchProgress};
use crate::quantity::counted;
use serde_json::json;
use std::io::Write;
use taquin::control::StopReason;
use taquin::display::{Bytes, Grouped};
use taquin::notation::Dialect;
use taquin::solver::{MethodReport, Report, Shortest};

/// Lists or counts the optimal solutions of every board.
pub(super) fn run(
    args: &SolveArgs,
    jobs: &[Job],
    style: Option<&Style>,
    out: &mut Answers,
) -> Result<Exit, Failure> {
    let mut separator = Separator::new(args.form.output);
    let mut exit = Exit::Success;
    for job in jobs {
        let shortest =
            if args.count { count(job, style, out)? } else { list(job, style, &mut separator, out)? };
        out.flush()?;
        solve::report_table_fault(&job.solver);
        solve::report_outcome(&job.name, &shortest.first);
        if args.stats || args.verbose {
            print_stats(&job.name, &shortest);
        }
        exit = exit.and(match shortest.stopped {
            Some(StopReason::Cancelled) => return Ok(Exit::Interrupted),
            Some(_) => Exit::Limit,
            None => solve::exit_of(&shortest.first),
        });
    }
    Ok(exit)
}

fn count(job: &Job, style: Option<&Style>, out: &mut dyn Write) -> Result<Shortest, Failure> {
    let plan = job.solver.plan_shortest(&job.puzzle)?;
    let shortest = {
        let mut watch = SearchProgress::new();
        let control = progress::control().on_event(|event| watch.show(event));
        plan.count_shortest(&control)
    };
    let shortest = shortest.map_err(|error| Failure::input(format_args!("{}: {error}", job.name)))?;
    if style.is_none() {
        serde_json::to_writer(&mut *out, &Report::counted(&job.puzzle, &shortest))?;
        writeln!(out)?;
    }
    match shortest.stopped {
        None if style.is_some() => writeln!(out, "{}", shortest.count)?,
        None => {}
        Some(reason) if is_solved(&shortest) => {
            let length = counted(shortest.first.lower_bound.into(), "move");
            output::message(format_args!(
                "{}: {reason}; counting the solutions of {length} is incomplete",
                job.name
            ));
        }
        Some(_) => {}
    }
    Ok(shortest)
}

fn list(
    job: &Job,
    style: Option<&Style>,
    separator: &mut Separator,
    out: &mut Answers,
) -> Result<Shortest, Failure> {
    let plan = job.solver.plan_shortest(&job.puzzle)?;
    let mut listing = match style {
        None => Listing::Json { method: json!(MethodReport::from(&plan.strategy().method)) },
        Some(style) => Listing::Dialect { style, separator, minimal: true },
    };
    let (listed, shortest) = listing.print(out, |on_solution| {
        let mut watch = SearchProgress::beside_answers();
        let control = progress::control().on_event(|event| watch.show(event));
        let shortest = plan.all_shortest(&control, on_solution)?;
        Ok((shortest.stopped, shortest))
    })?;
    if is_solved(&shortest) {
        listed.report(&job.name);
    } else if style.is_none_or(|style| style.dialect() != Dialect::Prolog) {
        // In the Prolog dialect the list itself says that there is none.
        solve::print(out, separator, style, job, &shortest.first)?;
    }
    Ok(shortest)
}

fn is_solved(shortest: &Shortest) -> bool {
    shortest.first.solution.is_some()
}

fn print_stats(name: &str, shortest: &Shortest) {
    solve::print_stats(name, &shortest.first);
    if is_solved(shortest) {
        let more = if shortest.stopped.is_some() { " or more" } else { "" };
        let stats = &shortest.stats;
        let seconds = stats.elapsed.saturating_sub(shortest.first.stats.elapsed).as_secs_f64();
        for (label, value) in [
            ("solutions", format!("{}{more}", Grouped(shortest.count))),
            ("  expanded", Grouped(stats.expanded).to_string()),
            ("  generated", Grouped(stats.generated).to_string()),
            ("  peak memory", Bytes(stats.bytes).to_string()),
            ("  seconds", format!("{seconds:.6}")),
        ] {
            output::stderr_line(format_args!("{label:<12} {value}"));
        }
    }
}
