//! `taquin solve --part`: the work of one of many processes or machines.

use super::budget;
use super::solve::{SolveArgs, journal_failure};
use crate::exit::{Exit, Failure};
use crate::output;
use crate::progress::{self, SearchProgress};
use crate::quantity::counted;
use crate::signals;
use std::path::Path;
use taquin::control::StopReason;
use taquin::solver::{Journal, Solver};
use taquin::tables::Store;

/// Searches the parts that are assigned to a file and not done.
pub(super) fn run(args: &SolveArgs, file: &Path, store: Option<Store>) -> Result<Exit, Failure> {
    let journal = Journal::read(file).map_err(journal_failure)?;
    let name = file.display();
    let Some(parts) = journal.open_parts() else {
        return Err(Failure::input(format_args!("{name}: the journal has no unfinished iteration"))
            .hint("`taquin split` writes the files of --part"));
    };
    let mut builder = Solver::builder().store(store).budget(budget(&args.limits));
    if let Some(threads) = args.batch.threads {
        builder = builder.threads(threads.get());
    }
    let solver = builder.build()?;
    signals::catch();
    let mut watch = SearchProgress::new();
    let plan = solver.plan(journal.puzzle())?;
    let outcome = {
        let control = progress::control().on_event(|event| watch.show(event));
        plan.run_parts(&journal, &control)
    };
    watch.finish()?;
    let outcome = outcome.map_err(|error| Failure::input(&error).maybe_hint(error.hint()))?;
    let done = parts.len() - journal.open_parts().map_or(0, |left| left.len());
    let done = counted(done as u64, "part");
    let bound = counted(outcome.lower_bound.into(), "move");
    Ok(match (outcome.moves, outcome.stopped) {
        (Some(moves), _) => {
            output::message(format_args!("{name}: a solution of {}", counted(moves.len() as u64, "move")));
            Exit::Success
        }
        (None, None) => {
            output::message(format_args!("{name}: {done} searched, no solution of {bound}"));
            Exit::Success
        }
        (None, Some(reason)) => {
            output::message(format_args!("{name}: {done} searched; {reason}"));
            if reason == StopReason::Cancelled { Exit::Interrupted } else { Exit::Limit }
        }
    })
}
