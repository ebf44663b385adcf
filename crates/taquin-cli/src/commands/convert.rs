//! `taquin convert`.

use super::Run;
use crate::answer_dir;
use crate::args::{BoardsArg, GoalArgs};
use crate::choice;
use crate::exit::{Exit, Failure};
use crate::input::{GoalChoice, Item, Reader};
use crate::output;
use clap::{Args, ValueHint};
use std::ffi::OsStr;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use taquin::Board;
use taquin::notation::{self, Notation, pddl_files};

const EXAMPLES: &str = "\
READING:
  Boards are read in every notation that --to lists, and the notation is detected. Drawings may
  have any lines, | and --- or box characters, or none if their columns are aligned. 0, _, ., x, □
  and an empty cell are the blank, and None or null in lists. Lists may be among words, as in a
  session of Python. Lines of id, length, other columns and tiles are read, too.
  docs/notations.md has an example of each.

EXAMPLES:
  taquin convert examples/puzzle04.txt --to list
  taquin convert '[(2,2),(1,1),(3,2),(3,1),(2,3),(2,1),(3,3),(1,3),(1,2)]' --to rows
  taquin convert examples/lists.txt --to slash
  taquin convert --to rows '?- solve([0,1,3,4,2,5,7,8,6],manhattan,S).'
  taquin convert --from hex --to rows fe169b4c0a73d852
  taquin convert --to drawing '{{8,1,3},{4,0,2},{7,6,5}}'
  taquin inspect '8 1 3/4 0 2/7 6 5' | taquin convert --to json -
  taquin convert --columns length,id,board --to slash '21 first 4 5 0/1 2 3'
  taquin convert examples/puzzle04.txt --to pddl --write target/planning";

const GOAL_HELP: &str =
    "Goal for json and pddl: rows, blank-first, spiral or any BOARD [default: the goal given with the board]";

/// Convert boards to another notation
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
#[command(mut_arg("goal", |goal| goal.help(GOAL_HELP).long_help(GOAL_HELP)))]
pub(crate) struct ConvertArgs {
    #[command(flatten)]
    pub(crate) boards: BoardsArg,
    /// Notation of the boards; a board in another one is an error [default: detected]
    #[arg(long, value_name = "NOTATION", value_parser = choice::notations())]
    pub(crate) from: Option<Notation>,
    /// Output notation
    #[arg(long, value_name = "NOTATION", value_parser = choice::notations())]
    pub(crate) to: Notation,
    #[command(flatten)]
    pub(crate) goal: GoalArgs,
    /// With --to pddl: write domain.pddl and problem.pddl of one board to this directory
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) write: Option<PathBuf>,
}

impl Run for ConvertArgs {
    fn run(&self, _: Option<&OsStr>) -> Result<Exit, Failure> {
        if self.write.is_some() && self.to != Notation::Pddl {
            return Err(Failure::input("--write: requires --to pddl"));
        }
        let has_goal = matches!(self.to, Notation::Json | Notation::Pddl);
        if self.goal.goal.is_some() && !has_goal {
            return Err(Failure::input(format_args!("--goal: not supported by the notation {}", self.to))
                .hint("use json or pddl"));
        }
        let mut reader = Reader::default();
        let goal = GoalChoice::read(&self.goal, &mut reader)?;
        // Without a goal of its own, a board keeps the one it has, unless a course says more.
        let is_given = self.goal.goal.is_some() || (has_goal && self.goal.course.is_some());
        let mut puzzles = Vec::new();
        for item in reader.boards(&self.boards.boards, self.boards.columns.as_ref())? {
            if let Some(from) = self.from.filter(|&from| !is_written_in(from, item.notation)) {
                let (name, found) = (&item.name, item.notation);
                return Err(Failure::input(format_args!(
                    "{name}: --from {from}: the board is in the notation {found}"
                ))
                .hint("omit --from to read boards in any notation"));
            }
            let own = match is_given {
                true => Some(goal.of(&item)?.board().clone()),
                false => item.own_goal.clone(),
            };
            puzzles.push((item, own));
        }
        match &self.write {
            Some(folder) => write_files(folder, &puzzles)?,
            None => print(self.to, &puzzles)?,
        }
        Ok(Exit::Success)
    }
}

/// Returns whether a board that was read in the notation `found` can have been written in `from`. Some notations are written
/// in their own way, but read by others.
fn is_written_in(from: Notation, found: Notation) -> bool {
    let others: &[Notation] = match from {
        Notation::FortyTwo => &[Notation::Princeton],
        Notation::Sise => &[Notation::Header],
        Notation::Csv => &[Notation::Rows, Notation::Comma],
        Notation::Matlab => &[Notation::Slash],
        Notation::Numpy => &[Notation::Nested],
        _ => &[],
    };
    from == found || others.contains(&found)
}

fn print(to: Notation, puzzles: &[(Item, Option<Board>)]) -> Result<(), Failure> {
    let mut texts = Vec::with_capacity(puzzles.len());
    // Convert all boards before printing the first, so that an error leaves no partial output.
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
        return Err(Failure::input(format_args!(
            "--write: requires exactly one board, {} given",
            puzzles.len()
        )));
    };
    answer_dir::prepare(folder)?;
    answer_dir::write(folder, &pddl_files(&item.board, goal.as_ref()))
}

/// Writes a board, after a blank line if boards take several lines.
pub(super) fn write_one(out: &mut dyn Write, notation: Notation, first: bool, text: &str) -> io::Result<()> {
    let has_lines = text.contains('\n') || notation == Notation::Rows;
    writeln!(out, "{}{text}", if has_lines && !first { "\n" } else { "" })
}
