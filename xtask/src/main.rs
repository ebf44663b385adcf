//! Development tasks, written in Rust so that a fresh machine needs nothing else: `cargo xtask` lists them.
//!
//! Each command has its own file. To add one, define `pub(crate) const COMMAND: Command` in a new file and add it to
//! [`COMMANDS`].

mod agree;
mod axe;
mod bench;
mod browsers;
mod cluster;
mod compiler;
mod debian;
mod debian_rustc;
mod deny;
mod digests;
mod explore27;
mod failure;
mod fuzz;
mod korf;
mod large;
mod layers;
mod load;
mod matrix24;
mod measure;
mod package;
mod picture;
mod planner;
mod python;
mod results;
mod site;
mod site_figures;
mod step;
mod test;
mod toolbox;
mod torture;
mod wasm_target;
mod wheel;
mod words;
mod workspace;

use failure::Failure;
use std::env;
use std::process::ExitCode;

/// A subcommand of `cargo xtask`.
struct Command {
    name: &'static str,
    /// The arguments, as the help shows them.
    arguments: &'static str,
    about: &'static str,
    run: fn(&[String]) -> Result<(), Failure>,
}

const COMMANDS: [Command; 23] = [
    test::COMMAND,
    fuzz::COMMAND,
    layers::COMMAND,
    words::COMMAND,
    package::COMMAND,
    site::COMMAND,
    browsers::COMMAND,
    python::COMMAND,
    cluster::COMMAND,
    wheel::COMMAND,
    deny::COMMAND,
    digests::COMMAND,
    korf::COMMAND,
    agree::COMMAND,
    explore27::COMMAND,
    matrix24::COMMAND,
    bench::COMMAND,
    measure::COMMAND,
    large::COMMAND,
    load::COMMAND,
    site_figures::COMMAND,
    torture::COMMAND,
    picture::COMMAND,
];

fn main() -> ExitCode {
    let words: Vec<String> = env::args().skip(1).collect();
    let result = match words.split_first() {
        None => {
            print!("{}", help());
            Ok(())
        }
        Some((name, _)) if matches!(name.as_str(), "help" | "--help" | "-h") => {
            print!("{}", help());
            Ok(())
        }
        Some((name, arguments)) => match COMMANDS.iter().find(|command| command.name == name) {
            Some(command) => (command.run)(arguments),
            None => Err(Failure::Usage(format!("unknown command `{name}`\n\n{}", help()))),
        },
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("\nxtask: {failure}");
            failure.exit_code()
        }
    }
}

fn help() -> String {
    let mut text = String::from("Usage: cargo xtask <command>\n\n");
    for Command { name, arguments, about, .. } in COMMANDS {
        let call = format!("{name} {arguments}");
        text += &format!("  {call:<32} {about}\n");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_help_names_every_command_once() {
        let help = help();
        for command in COMMANDS {
            assert_eq!(help.matches(&format!("\n  {} ", command.name)).count(), 1, "{}", command.name);
        }
    }
}
