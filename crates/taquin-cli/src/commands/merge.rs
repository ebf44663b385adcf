//! `taquin merge`: brings the results of parts back into the journal of a search.

use super::Run;
use super::solve::journal_failure;
use crate::exit::{Exit, Failure};
use crate::output;
use crate::quantity::counted;
use clap::{Args, ValueHint};
use std::ffi::OsStr;
use std::io::Write;
use std::path::PathBuf;
use taquin::solver::Journal;

const AFTER_HELP: &str = "\
EXAMPLES:
  taquin merge parts/search.jsonl parts/part-*.jsonl

EXIT STATUS:
  0  all parts of the iteration are done, or one of them has a solution
  1  parts are missing";

/// Add the results of `taquin solve --part` to the journal of a search
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct MergeArgs {
    /// The journal of the search, as `taquin split` has written it
    #[arg(value_name = "JOURNAL", value_hint = ValueHint::FilePath)]
    pub(crate) journal: PathBuf,
    /// The files of the parts; results that the journal has already are skipped
    #[arg(value_name = "PART", required = true, value_hint = ValueHint::FilePath)]
    pub(crate) parts: Vec<PathBuf>,
}

impl Run for MergeArgs {
    fn run(&self, _: Option<&OsStr>) -> Result<Exit, Failure> {
        if self.parts.contains(&self.journal) {
            let name = self.journal.display();
            return Err(Failure::input(format_args!("{name}: given as the journal and as a part")));
        }
        let journal = Journal::read(&self.journal).map_err(journal_failure)?;
        let (mut added, mut skipped) = (0, 0);
        for file in &self.parts {
            let part = Journal::read(file).map_err(journal_failure)?;
            if part.lower_bound() < journal.lower_bound() {
                skipped += 1;
                continue;
            }
            added += journal.merge(&part).map_err(journal_failure)?;
        }
        if skipped > 0 {
            let files = counted(skipped, "file");
            output::message(format_args!("{files} skipped, whose iteration was finished before"));
        }
        let mut out = output::stdout();
        let bound = counted(journal.lower_bound().into(), "move");
        let solution = journal.incumbent().filter(|_| journal.is_solved());
        write!(out, "{} added; ", counted(added.into(), "result"))?;
        let exit = match (solution, journal.open_parts()) {
            (Some(_), _) => {
                writeln!(out, "a solution of {bound}, proven optimal")?;
                Exit::Success
            }
            (None, Some(open)) if !open.is_empty() => {
                let (open, verb) = (open.len() as u64, if open.len() == 1 { "is" } else { "are" });
                writeln!(out, "{} of the iteration {verb} not done", counted(open, "part"))?;
                Exit::No
            }
            (None, _) => {
                writeln!(out, "no solution is shorter than {bound}; run `taquin split` again")?;
                Exit::Success
            }
        };
        out.flush()?;
        Ok(exit)
    }
}
