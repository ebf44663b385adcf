//! `taquin completions`.

use crate::args::{Cli, CompletionsArgs};
use crate::exit::{Exit, Failure};
use crate::output;
use clap::CommandFactory;
use std::io::Write;

pub(crate) fn run(args: &CompletionsArgs) -> Result<Exit, Failure> {
    // The generator panics when its writer fails, and a vector never does.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "taquin", &mut script);
    let mut out = output::stdout();
    out.write_all(&script)?;
    out.flush()?;
    Ok(Exit::Success)
}
