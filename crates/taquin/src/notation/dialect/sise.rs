//! The fifteen-puzzle of the course SISE in Łódź: a file with the solution and one with statistics.

use super::super::error::ParseError;
use super::super::moves::{self, Mover};
use super::super::solution::SolutionText;
use super::super::token::{self, Token};
use super::super::write::headed;
use super::{AnswerFile, Answered, Freedom, Row, Signature, Successors, Transcript};
use crate::board::Board;
use crate::goal::NamedGoal;
use crate::stats::Stats;
use std::io::{self, Write};

pub(super) const ROW: Row = Row {
    goal: NamedGoal::Rows,
    unsolvable: NONE,
    is_one_line: false,
    freedom: Freedom::Statistics,
    signature: Signature::Tokens(is_solution),
    read_solution: |text, start, _| read(text, start),
    write_solution: write,
    write_successors,
    files: Some(files),
};

/// The first line of both files if there is no solution.
const NONE: &str = "-1";

/// Returns the files of an answer: the solution and its statistics.
fn files(answered: &Answered<'_>, solution: Vec<u8>) -> io::Result<Vec<AnswerFile>> {
    let mut statistics = Vec::new();
    let length = answered.solution.map(|transcript| transcript.moves.as_slice().len());
    write_statistics(&mut statistics, length, answered.stats)?;
    Ok(vec![
        AnswerFile { name: "solution.txt", content: solution },
        AnswerFile { name: "statistics.txt", content: statistics },
    ])
}

fn write_successors(out: &mut dyn Write, successors: Successors<'_>) -> io::Result<()> {
    successors.write_apart(out, |board| headed(board, true))
}

/// Writes the solution: its length, and the blank's moves.
fn write(out: &mut dyn Write, transcript: &Transcript<'_>) -> io::Result<()> {
    let moves = transcript.moves;
    writeln!(out, "{}\n{}", moves.as_slice().len(), moves::letters(moves, Mover::Blank))
}

/// Writes the statistics: length, states visited, states processed, depth, milliseconds.
fn write_statistics(out: &mut dyn Write, length: Option<usize>, stats: &Stats) -> io::Result<()> {
    match length {
        Some(length) => writeln!(out, "{length}")?,
        None => writeln!(out, "{NONE}")?,
    }
    let Stats { generated, expanded, max_depth, elapsed, .. } = stats;
    let milliseconds = elapsed.as_secs_f64() * 1000.0;
    writeln!(out, "{generated}\n{expanded}\n{max_depth}\n{milliseconds:.3}")
}

/// Returns true for a number on a line and letters on the next, and for -1: no other text looks like that.
fn is_solution(tokens: &[Token<'_>]) -> bool {
    let is_number = |token: &Token<'_>| token.text.bytes().all(|byte| byte.is_ascii_digit());
    let are_letters = |token: &Token<'_>| token.text.bytes().all(|byte| b"UDLRudlr".contains(&byte));
    match tokens {
        [none] => none.text == NONE,
        [length, letters] => is_number(length) && are_letters(letters) && !length.same_line(letters),
        _ => false,
    }
}

/// Reads a solution.
///
/// # Errors
/// If it is not a length and letters, or -1.
fn read(text: &str, start: &Board) -> Result<SolutionText, ParseError> {
    let tokens = token::scan(text)?;
    let Some((length, letters)) = tokens.split_first() else { return Err(ParseError::empty()) };
    if length.text == NONE {
        return match letters.first() {
            None => Ok(SolutionText::Unsolvable),
            Some(next) => Err(next.unexpected("nothing after -1")),
        };
    }
    let reported =
        length.text.parse().map_err(|_| length.unexpected("the length of the solution, or -1,"))?;
    let (moves, illegal) = moves::moves_of(letters, start, Mover::Blank)?;
    Ok(SolutionText::Moves { moves, illegal, reported: Some(reported) })
}
