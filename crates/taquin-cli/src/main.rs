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
mod course_defaults;
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
mod xml;

use args::Cli;
use clap::FromArgMatches;
use commands::{OutputUse, Run};
use exit::{Exit, Failure};
use std::env;
use std::process::ExitCode;
use taquin::Course;

fn main() -> ExitCode {
    colour::set(colour::asked(env::args_os()).unwrap_or_default());
    let result = match parse() {
        Ok(cli) => run(cli),
        Err(error) => clap_error::report(&error),
    };
    // An error leaves the previous content of the output file.
    let result = result.and_then(destination::finish);
    destination::discard();
    result.unwrap_or_else(|failure| failure.report()).into()
}

/// Parses the arguments, again with its defaults if a course is named.
fn parse() -> Result<Cli, clap::Error> {
    // Errors are those of the second pass: a course can supply what would be missing without it.
    let course = args::command()
        .ignore_errors(true)
        .try_get_matches()
        .ok()
        .and_then(|matches| matches.try_get_one::<Course>("course").ok().flatten().copied());
    let command = match course {
        Some(course) => course_defaults::applied(args::command(), course),
        None => args::command(),
    };
    Cli::from_arg_matches(&command.try_get_matches()?)
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
