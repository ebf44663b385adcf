//! The boards of the user as a suite: a file, standard input or a board itself, in any notation.

use super::suite::{Instance, Suite, SuiteName};
use crate::echo;
use crate::exit::Failure;
use crate::input::{GoalChoice, Reader};
use clap::ValueEnum;
use std::collections::HashSet;
use std::ffi::OsStr;
use std::path::Path;
use std::slice;
use taquin::NamedGoal;
use taquin::notation::Columns;

/// Reads the boards of an argument, with their names and known lengths if a list has them.
///
/// # Errors
/// If it is neither a file nor a board, a board cannot reach its goal, or two boards have the same name.
pub(super) fn read(
    argument: &OsStr,
    columns: Option<&Columns>,
    goal: &GoalChoice,
    reader: &mut Reader,
) -> Result<Suite, Failure> {
    let items = reader.boards(slice::from_ref(&argument.to_owned()), columns).map_err(|failure| {
        let is_given = argument == "-" || Path::new(argument).exists();
        match failure {
            Failure::Input { message, .. } if !is_given => {
                Failure::Input { message, hint: Some(format!("suites are {}", suite_names())) }
            }
            failure => failure,
        }
    })?;
    let mut names = HashSet::new();
    let mut instances = Vec::new();
    for (number, item) in (1..).zip(items) {
        let puzzle = goal.puzzle(&item)?;
        if let Err(why) = puzzle.task() {
            return Err(Failure::input(format_args!("{}: unsolvable: {why}", item.name))
                .hint("set the goal with --goal, for example --goal blank-first"));
        }
        let name = item.id.unwrap_or_else(|| u32::to_string(&number));
        if !names.insert(name.clone()) {
            let name = echo::argument(&name);
            return Err(Failure::input(format_args!("{}: the name {name:?} is given twice", item.name)));
        }
        instances.push(Instance { name, puzzle, length: item.length });
    }
    let name =
        if argument == "-" { "standard input".to_owned() } else { argument.to_string_lossy().into_owned() };
    let title = "your boards".to_owned();
    Ok(Suite { name: echo::file_name(&name), title, is_own: true, instances, methods: &["auto"] })
}

/// The file with the boards of the suite korf24, which are not part of this program.
const KORF24: &str = "korf24.txt";

/// Reads the boards of the suite korf24 from the current directory.
///
/// # Errors
/// If the file is not there, or is not such a list.
pub(super) fn korf24() -> Result<Suite, Failure> {
    if !Path::new(KORF24).exists() {
        let what =
            format!("korf24: no file {KORF24} in this directory; its boards are not part of this program");
        return Err(Failure::input(what).hint(
            "write a line for each board: its name, its optimal length, the published nodes or 0, and 25 tiles with the blank as 0; the goal is blank-first",
        ));
    }
    let columns: Columns = "id,length,-,board".parse().map_err(Failure::input)?;
    let goal = GoalChoice::Named(NamedGoal::BlankFirst);
    read(OsStr::new(KORF24), Some(&columns), &goal, &mut Reader::default())
}

fn suite_names() -> String {
    let names = SuiteName::value_variants().iter().filter_map(ValueEnum::to_possible_value);
    names.map(|value| value.get_name().to_owned()).collect::<Vec<_>>().join(", ")
}
