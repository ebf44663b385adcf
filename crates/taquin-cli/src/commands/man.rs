//! `taquin man`.

use super::Run;
use crate::args;
use crate::echo;
use crate::exit::{Exit, Failure};
use crate::output;
use clap::{Args, ValueHint};
use std::ffi::OsStr;
use std::fs;
use std::io::Write;
use std::path::PathBuf;

const EXAMPLES: &str = "\
EXAMPLES:
  taquin man
  taquin man --write target/man";

/// Generate manual pages
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct ManArgs {
    /// Write the pages of the program and all commands to this directory
    #[arg(long = "write", alias = "dir", value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) dir: Option<PathBuf>,
}

impl Run for ManArgs {
    fn run(&self, _: Option<&OsStr>) -> Result<Exit, Failure> {
        let Some(directory) = &self.dir else {
            let mut out = output::stdout();
            clap_mangen::Man::new(args::command()).render(&mut out)?;
            out.flush()?;
            return Ok(Exit::Success);
        };
        fs::create_dir_all(directory)
            .and_then(|()| clap_mangen::generate_to(args::command(), directory))
            .map_err(|error| {
                let name = echo::argument(&directory.display().to_string());
                Failure::input(format_args!("--write {name}: {error}"))
            })?;
        Ok(Exit::Success)
    }
}
