//! `taquin man`.

use super::Run;
use crate::args::Cli;
use crate::echo;
use crate::exit::{Exit, Failure};
use crate::output;
use clap::{Args, CommandFactory, ValueHint};
use std::ffi::OsStr;
use std::fs;
use std::io::Write;
use std::path::PathBuf;
use taquin::display::SystemError;

const EXAMPLES: &str = "\
EXAMPLES:
  taquin man
  taquin man --dir target/man";

/// Generate manual pages
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct ManArgs {
    /// Write the pages of the program and all commands to this directory
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) dir: Option<PathBuf>,
}

impl Run for ManArgs {
    fn run(&self, _: Option<&OsStr>) -> Result<Exit, Failure> {
        let Some(directory) = &self.dir else {
            let mut out = output::stdout();
            clap_mangen::Man::new(Cli::command()).render(&mut out)?;
            out.flush()?;
            return Ok(Exit::Success);
        };
        fs::create_dir_all(directory)
            .and_then(|()| clap_mangen::generate_to(Cli::command(), directory))
            .map_err(|error| {
                let name = echo::argument(&directory.display().to_string());
                Failure::input(format_args!("--dir {name}: {}", SystemError(&error)))
            })?;
        Ok(Exit::Success)
    }
}
