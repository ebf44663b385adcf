//! `taquin completions`.

use super::Run;
use crate::args;
use crate::exit::{Exit, Failure};
use crate::output;
use clap::Args;
use clap_complete::Shell;
use std::ffi::OsStr;
use std::io::Write;

const EXAMPLES: &str = "\
EXAMPLES:
  taquin completions bash
  taquin completions zsh";

/// Generate a shell completion script
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct CompletionsArgs {
    /// Shell
    #[arg(value_enum, ignore_case = true)]
    pub(crate) shell: Shell,
}

impl Run for CompletionsArgs {
    fn run(&self, _: Option<&OsStr>) -> Result<Exit, Failure> {
        // The generator panics if its writer fails; writing to a vector cannot fail.
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut args::command(), "taquin", &mut script);
        let mut out = output::stdout();
        out.write_all(&script)?;
        out.flush()?;
        Ok(Exit::Success)
    }
}
