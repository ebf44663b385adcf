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
mod commands;
mod course_defaults;
mod echo;
mod exit;
mod input;
mod layer_progress;
mod lines;
mod memory;
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
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{CommandFactory, FromArgMatches, Parser};
use commands::Run;
use exit::{Exit, Failure};
use std::process::ExitCode;
use taquin::Course;

fn main() -> ExitCode {
    let result = match parse() {
        Ok(cli) => cli.command.run(cli.tables.as_deref()),
        Err(error) => report_clap(error),
    };
    result.unwrap_or_else(|failure| failure.report()).into()
}

/// Parses the arguments, again with its defaults if a course is named.
fn parse() -> Result<Cli, clap::Error> {
    // Errors are those of the second pass: a course can supply what would be missing without it.
    let course = Cli::command()
        .ignore_errors(true)
        .try_get_matches()
        .ok()
        .and_then(|matches| matches.try_get_one::<Course>("course").ok().flatten().copied());
    let Some(course) = course else { return Cli::try_parse() };
    let matches = course_defaults::applied(Cli::command(), course).try_get_matches()?;
    Cli::from_arg_matches(&matches)
}

/// Prints help and version on standard output, and errors on standard error.
fn report_clap(mut error: clap::Error) -> Result<Exit, Failure> {
    echo::shorten(&mut error);
    // The shell split an unquoted board into several arguments.
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if error.kind() == ErrorKind::UnknownArgument
        && matches!(error.get(ContextKind::InvalidArg), Some(ContextValue::String(text)) if is_number(text))
    {
        let hint = "quote a board that contains spaces, as in '1 2/3 0'";
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![hint.into()]));
    }
    let is_answer = !error.use_stderr();
    match (is_answer, error.print()) {
        (true, Ok(())) => Ok(Exit::Success),
        (true, Err(why)) => Err(Failure::Output(why)),
        // The exit code matters even if standard error is closed.
        (false, _) => Ok(Exit::BadInput),
    }
}
