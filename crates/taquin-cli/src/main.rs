//! The program `taquin`: parses arguments, calls the library and prints the answer.
//!
//! Data goes to standard output and messages to standard error. Exit codes: 0 solved or true, 1 proven unsolvable or
//! false, 2 bad usage or input, 3 a limit was reached, 130 interrupted.

#![forbid(unsafe_code)]

mod answer_dir;
mod args;
mod atomic_file;
mod browser;
mod choice;
mod clap_error;
mod colour;
mod commands;
mod complaint;
mod destination;
mod echo;
mod exit;
mod input;
mod layer_progress;
mod lines;
mod memory;
#[cfg(test)]
mod option_table;
mod ordered;
mod output;
mod picture_file;
mod progress;
mod puzzle_object;
mod quantity;
mod sequence_progress;
mod table_dir;
mod terminal;
mod text_table;

use args::Cli;
use clap::FromArgMatches;
use commands::{OutputUse, Run};
use exit::{Exit, Failure};
use std::env;
use std::process::ExitCode;

fn main() -> ExitCode {
    colour::set(colour::asked(env::args_os()).unwrap_or_default());
    let parsed = args::command().try_get_matches().and_then(|matches| Cli::from_arg_matches(&matches));
    let result = match parsed {
        Ok(cli) => run(cli),
        Err(error) => clap_error::report(&error),
    };
    // An error leaves the previous content of the output file.
    let result = result.and_then(destination::finish);
    destination::discard();
    result.unwrap_or_else(|failure| failure.report()).into()
}

fn run(cli: Cli) -> Result<Exit, Failure> {
    let Cli { command, global } = cli;
    if global.quiet {
        output::be_quiet();
    }
    if let Some(file) = global.output_file {
        destination::choose(file);
        match command.output_use() {
            OutputUse::Answers => destination::reserve()?,
            OutputUse::Own => {}
            OutputUse::Nothing => return Err(Failure::input("-o: this command has no output")),
        }
    }
    command.run(global.tables.as_deref())
}
