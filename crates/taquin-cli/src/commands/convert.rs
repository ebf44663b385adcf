//! `taquin convert`.

use crate::args::ConvertArgs;
use crate::exit::{Exit, Failure};
use crate::input::Reader;
use crate::output;
use std::io::{self, Write};
use taquin::notation::{self, Notation};

pub(crate) fn run(args: &ConvertArgs) -> Result<Exit, Failure> {
    let items = Reader::default().boards(&args.boards.boards)?;
    let mut texts = Vec::with_capacity(items.len());
    // A board that cannot be written is found before the first is printed.
    for item in items {
        let text = notation::write_with_goal(&item.board, item.own_goal.as_ref(), args.to);
        texts.push(text.map_err(|error| Failure::input(format_args!("{}: {error}", item.name)))?);
    }
    let mut out = output::stdout();
    for (index, text) in texts.iter().enumerate() {
        write_one(&mut out, args.to, index == 0, text)?;
    }
    out.flush()?;
    Ok(Exit::Success)
}

/// Writes a board; one that takes several lines is separated from the one before by a blank line.
pub(super) fn write_one(out: &mut dyn Write, notation: Notation, first: bool, text: &str) -> io::Result<()> {
    let has_lines = matches!(notation, Notation::Princeton | Notation::Rows | Notation::Header);
    writeln!(out, "{}{text}", if has_lines && !first { "\n" } else { "" })
}
