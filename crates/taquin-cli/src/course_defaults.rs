//! Defaults of a course: `--course` changes the defaults of options, so options that are given win.
//!
//! Options with a plain value get the course's value as their default here. The goal and the method are completed where
//! they are read, because there the course must give way to the board itself and to the other options.

use clap::builder::ArgPredicate;
use clap::{Arg, Command};
use taquin::Course;
use taquin::notation::Dialect;

/// Returns the command line with the defaults of a course in every command.
pub(crate) fn applied(command: Command, course: Course) -> Command {
    let names: Vec<String> = command.get_subcommands().map(|command| command.get_name().to_owned()).collect();
    names.iter().fold(command, |command, name| {
        command.mut_subcommand(name, |subcommand| in_command(subcommand, course))
    })
}

fn in_command(command: Command, course: Course) -> Command {
    let ids: Vec<String> = command.get_arguments().map(|arg| arg.get_id().to_string()).collect();
    let has_moves = ids.iter().any(|id| id == "moves_as");
    ids.iter().fold(command, |command, id| match id.as_str() {
        "output" => command.mut_arg(id, |arg| with_default(arg, course.dialect().name())),
        "to" => command.mut_arg(id, |arg| {
            // Where the notation is required, the course's is given.
            with_default(arg.required(false), course.notation().name())
        }),
        // Letters need `--output moves`, and numbers have none.
        "letters" if has_moves => command.mut_arg(id, |arg| {
            let is_moves = ArgPredicate::Equals(Dialect::Moves.name().into());
            arg.default_value_ifs([
                ("moves_as", ArgPredicate::Equals("numbers".into()), None),
                ("output", is_moves, Some(course.mover().name())),
            ])
        }),
        "letters" => command.mut_arg(id, |arg| with_default(arg, course.mover().name())),
        _ => command,
    })
}

/// Sets the default of an option, if the option has such a value.
fn with_default(arg: Arg, value: &'static str) -> Arg {
    let has_value = arg.get_possible_values().iter().any(|possible| possible.matches(value, true));
    if has_value { arg.default_value(value) } else { arg }
}
