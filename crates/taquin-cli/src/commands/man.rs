//! `taquin man`.

use crate::args::{Cli, ManArgs};
use crate::echo;
use crate::exit::{Exit, Failure};
use crate::output;
use clap::CommandFactory;
use std::fs;
use std::io::Write;

pub(crate) fn run(args: &ManArgs) -> Result<Exit, Failure> {
    let Some(directory) = &args.dir else {
        let mut out = output::stdout();
        clap_mangen::Man::new(Cli::command()).render(&mut out)?;
        out.flush()?;
        return Ok(Exit::Success);
    };
    fs::create_dir_all(directory)
        .and_then(|()| clap_mangen::generate_to(Cli::command(), directory))
        .map_err(|error| {
            let name = echo::argument(&directory.display().to_string());
            Failure::input(format_args!("--dir {name}: {error}"))
        })?;
    Ok(Exit::Success)
}
