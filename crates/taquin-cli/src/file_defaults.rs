//! Defaults of `-o FILE`: a file whose name ends with `.json` gets JSON, unless an option asks for something else.
//!
//! Commands with `--format` look at the name themselves, because they have more formats.

use clap::{Arg, ArgAction, Command};
use std::path::Path;

/// Returns the command line with the defaults of an output file in every command.
pub(crate) fn applied(command: Command, file: &Path) -> Command {
    if file.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("json")) {
        with_json(command)
    } else {
        command
    }
}

fn with_json(command: Command) -> Command {
    let names: Vec<String> = command.get_subcommands().map(|command| command.get_name().to_owned()).collect();
    let command = names.iter().fold(command, |command, name| command.mut_subcommand(name, with_json));
    let find = |id: &str| command.get_arguments().find(|arg| arg.get_id() == id);
    let writes_json = |arg: &Arg| arg.get_possible_values().iter().any(|value| value.matches("json", true));
    if find("format").is_some() {
        command
    } else if find("output").is_some_and(writes_json) {
        command.mut_arg("output", |arg| arg.default_value("json"))
    } else if find("json").is_some_and(|arg| matches!(arg.get_action(), ArgAction::SetTrue)) {
        command.mut_arg("json", |arg| arg.default_value("true"))
    } else {
        command
    }
}
