//! The Aizu judge: the number of moves alone.

use super::super::error::ParseError;
use super::super::solution::SolutionText;
use super::super::token;
use super::{Freedom, Row, Signature, Transcript, UNSOLVABLE, successors};
use crate::goal::NamedGoal;
use std::io::{self, Write};

pub(super) const ROW: Row = Row {
    goal: NamedGoal::Rows,
    unsolvable: UNSOLVABLE,
    is_one_line: true,
    freedom: Freedom::Moves,
    signature: Signature::None,
    read_solution: |text, _, _| read(text),
    write_solution: write,
    write_successors: successors::on_lines,
    files: None,
};

fn write(out: &mut dyn Write, transcript: &Transcript<'_>) -> io::Result<()> {
    writeln!(out, "{}", transcript.moves.as_slice().len())
}

/// Reads a lone number.
fn read(text: &str) -> Result<SolutionText, ParseError> {
    let tokens = token::scan(text)?;
    let number = tokens.first().ok_or_else(ParseError::empty)?;
    let is_number = number.text.bytes().all(|byte| byte.is_ascii_digit());
    match (number.text.parse(), tokens.get(1)) {
        (Ok(length), None) if is_number => Ok(SolutionText::Length(length)),
        (Ok(_), Some(next)) => Err(next.unexpected("nothing after the number of moves")),
        _ => Err(number.unexpected("the number of moves")),
    }
}
