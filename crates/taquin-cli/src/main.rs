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
mod commands;
mod complaint;
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

use clap::Parser;
use commands::Run;
use std::process::ExitCode;

fn main() -> ExitCode {
    let result = match args::Cli::try_parse() {
        Ok(cli) => cli.command.run(cli.tables.as_deref()),
        Err(error) => clap_error::report(error),
    };
    result.unwrap_or_else(|failure| failure.report()).into()
}
