//! `taquin enumerate`.

use super::limits;
use super::listing::{Listed, Listing};
use crate::args::EnumerateArgs;
use crate::exit::{Exit, Failure};
use crate::input::{GoalChoice, Reader};
use crate::output::{self, Separator, Style, talk};
use crate::progress::{self, SearchProgress};
use crate::quantity::{counted, written_range};
use serde_json::json;
use std::io::Write;
use taquin::search::{Ending, StopReason};
use taquin::solver::{self, Enumeration};
use taquin::{Task, TaskError};

pub(crate) fn run(args: &EnumerateArgs) -> Result<Exit, Failure> {
    let style = Style::resolve(&args.form, &[])?;
    let mut reader = Reader::default();
    let goal = GoalChoice::read(args.goal.goal.as_deref(), &mut reader)?.or(args.form.output.goal());
    let item = reader.board(&args.board.board)?;
    let goal = goal.of(&item)?;
    let solvable = match Task::new(item.board.clone(), goal.clone()) {
        Ok(_) => true,
        Err(TaskError::Unsolvable(why)) => {
            talk(format_args!("taquin: {}: unsolvable: {why}", item.name));
            false
        }
        Err(error) => return Err(Failure::input(format_args!("{}: {error}", item.name))),
    };

    let mut out = output::stdout();
    let order = args.order.unwrap_or_default();
    let lengths = args.length.clone().unwrap_or(0..=args.bound.unwrap_or_default());
    let enumeration = Enumeration { order, ..Enumeration::new(&item.board, &goal, lengths) };
    let mut separator = Separator::new(args.form.output);
    let mut listing = match (args.count, &style) {
        (true, _) => Listing::Counted,
        (false, None) => {
            let (order, heuristic) = (order.to_string(), enumeration.heuristic.to_string());
            let method = json!({
                "algorithm": "enumeration", "heuristic": heuristic, "order": order, "tables": []
            });
            Listing::Json { method }
        }
        (false, Some(style)) => Listing::Dialect { style, separator: &mut separator, minimal: false },
    };
    progress::catch_interrupts();
    let (listed, ()) = listing.print(&mut out, |on_solution| {
        let mut watch = if args.count { SearchProgress::new() } else { SearchProgress::beside_answers() };
        let outcome = solver::enumerate(&enumeration, &limits(&args.limits, None), &mut watch, on_solution)?;
        let stopped = match outcome.ending {
            Ending::Stopped(reason) => Some(reason),
            Ending::Exhausted | Ending::Solved(_) => None,
        };
        Ok((stopped, ()))
    })?;
    if args.count && listed.stopped.is_none() {
        writeln!(out, "{}", listed.count)?;
    }
    out.flush()?;
    listed.tell(&item.name);
    if solvable && matches!(listed, Listed { count: 0, stopped: None }) {
        let moves = match (args.bound, &args.length) {
            (Some(bound), _) => format!("at most {}", counted(bound.into(), "move")),
            (None, Some(range)) if range.start() == range.end() => counted((*range.end()).into(), "move"),
            (None, range) => format!("{} moves", range.as_ref().map(written_range).unwrap_or_default()),
        };
        talk(format_args!("taquin: {}: no solution has {moves}", item.name));
    }
    Ok(match listed.stopped {
        Some(StopReason::Asked) => Exit::Interrupted,
        Some(_) => Exit::Limit,
        None => Exit::from(listed.count > 0),
    })
}
