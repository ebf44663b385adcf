//! The program `taquin`: parses arguments, calls the library and prints the answer.
//!
//! Data goes to standard output and messages to standard error. Exit codes: 0 solved or true, 1 proven unsolvable or
//! false, 2 bad usage or input, 3 a limit was reached, 130 interrupted, 143 terminated.

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
mod course_defaults;
mod destination;
mod echo;
mod exit;
mod file_defaults;
mod input;
mod known_length;
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
mod signals;
mod supervisor;
mod table_dir;
mod terminal;
mod text_table;
mod wrapped;
mod xml;

use args::{Cli, GeneralOption};
use clap::FromArgMatches;
use commands::Run;
use exit::{Exit, Failure};
use std::env;
use std::path::PathBuf;
use std::process::ExitCode;
use taquin::Course;

fn main() -> ExitCode {
    colour::set(colour::asked(env::args_os()).unwrap_or_default());
    let result = match parse() {
        Ok(cli) => run(cli),
        Err(error) => clap_error::report(&error),
    };
    // What was printed until a limit or a signal is complete; any other error leaves the previous content of the file.
    let result = match result {
        Ok(exit) => destination::finish(exit),
        Err(Failure::Stopped(exit)) => destination::finish(exit),
        Err(failure) => Err(failure),
    };
    destination::discard();
    result.unwrap_or_else(|failure| failure.report()).into()
}

/// Parses the arguments twice: the course and the output file of the first pass change the defaults of the second.
fn parse() -> Result<Cli, clap::Error> {
    // Errors are those of the second pass: a course can supply what would be missing without it.
    let first = args::command().ignore_errors(true).try_get_matches().unwrap_or_default();
    let mut command = args::command();
    if let Ok(Some(&course)) = first.try_get_one::<Course>("course") {
        command = course_defaults::applied(command, course);
    }
    if let Ok(Some(file)) = first.try_get_one::<PathBuf>("output_file") {
        command = file_defaults::applied(command, file);
    }
    let matches = command.try_get_matches()?;
    if args::is_default(&matches, "output") && !args::is_given(&matches, "course") {
        output::use_default_dialect();
    }
    Cli::from_arg_matches(&matches)
}

fn run(cli: Cli) -> Result<Exit, Failure> {
    match cli.command.runs_programs() {
        true => supervisor::run(|| run_here(cli)),
        false => run_here(cli),
    }
}

fn run_here(cli: Cli) -> Result<Exit, Failure> {
    let Cli { command, global } = cli;
    if global.quiet {
        output::be_quiet();
    }
    if global.trust_tables {
        table_dir::trust();
    }
    if let Some(file) = global.output_file {
        destination::choose(file);
        if !command.has(GeneralOption::OutputFile) {
            return Err(Failure::input("-o: this command has no output"));
        }
        if !command.writes_output_file() {
            destination::reserve()?;
        }
    }
    command.run(global.tables.as_deref())
}
