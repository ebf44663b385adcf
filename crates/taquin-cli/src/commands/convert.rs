//! `taquin convert`.

use crate::answer_dir;
use crate::args::ConvertArgs;
use crate::exit::{Exit, Failure};
use crate::input::{GoalChoice, Item, Reader};
use crate::output;
use std::io::{self, Write};
use std::path::Path;
use taquin::Board;
use taquin::notation::{self, Notation, pddl_files};

pub(crate) fn run(args: &ConvertArgs) -> Result<Exit, Failure> {
    if args.write.is_some() && args.to != Notation::Pddl {
        return Err(Failure::input("--write goes with --to pddl only"));
    }
    if args.goal.is_some() && !matches!(args.to, Notation::Json | Notation::Pddl) {
        return Err(Failure::input(format_args!("--goal: the notation {} has no place for a goal", args.to)));
    }
    let mut reader = Reader::default();
    let goal = GoalChoice::read(args.goal.as_deref(), &mut reader)?;
    let mut puzzles = Vec::new();
    for item in reader.boards(&args.boards.boards)? {
        let own = match args.goal {
            Some(_) => Some(goal.of(&item)?.board().clone()),
            None => item.own_goal.clone(),
        };
        puzzles.push((item, own));
    }
    match &args.write {
        Some(folder) => write_files(folder, &puzzles)?,
        None => print(args.to, &puzzles)?,
    }
    Ok(Exit::Success)
}

fn print(to: Notation, puzzles: &[(Item, Option<Board>)]) -> Result<(), Failure> {
    let mut texts = Vec::with_capacity(puzzles.len());
    // A board that cannot be written is found before the first is printed.
    for (item, goal) in puzzles {
        let text = notation::write_with_goal(&item.board, goal.as_ref(), to);
        texts.push(text.map_err(|error| Failure::input(format_args!("{}: {error}", item.name)))?);
    }
    let mut out = output::stdout();
    for (index, text) in texts.iter().enumerate() {
        write_one(&mut out, to, index == 0, text)?;
    }
    Ok(out.flush()?)
}

fn write_files(folder: &Path, puzzles: &[(Item, Option<Board>)]) -> Result<(), Failure> {
    let [(item, goal)] = puzzles else {
        return Err(Failure::input(format_args!("--write is for one board, and here are {}", puzzles.len())));
    };
    answer_dir::prepare(folder)?;
    answer_dir::fill(folder, &pddl_files(&item.board, goal.as_ref()))
}

/// Writes a board; one that takes several lines is separated from the one before by a blank line.
pub(super) fn write_one(out: &mut dyn Write, notation: Notation, first: bool, text: &str) -> io::Result<()> {
    let has_lines = text.contains('\n') || notation == Notation::Rows;
    writeln!(out, "{}{text}", if has_lines && !first { "\n" } else { "" })
}
