//! The fifteen-puzzle of the course SISE in Łódź: a file with the solution and one with statistics.

use super::dialect::Transcript;
use super::error::{ParseError, ParseErrorKind};
use super::moves::{self, Mover};
use super::solution::SolutionText;
use super::token::Token;
use crate::board::Board;
use crate::stats::Stats;
use std::io::{self, Write};

/// What both files say if there is no solution.
pub(super) const NONE: &str = "-1";

/// Writes the file with the solution: its length, and what the blank does.
pub(super) fn write_solution(out: &mut dyn Write, transcript: &Transcript<'_>) -> io::Result<()> {
    let moves = transcript.moves;
    writeln!(out, "{}\n{}", moves.as_slice().len(), moves::letters(moves, Mover::Blank))
}

/// Writes the file with the statistics: length, states visited, states processed, depth, milliseconds.
pub(super) fn write_statistics(out: &mut dyn Write, length: Option<usize>, stats: &Stats) -> io::Result<()> {
    match length {
        Some(length) => writeln!(out, "{length}")?,
        None => writeln!(out, "{NONE}")?,
    }
    let Stats { generated, expanded, max_depth, elapsed, .. } = stats;
    let milliseconds = elapsed.as_secs_f64() * 1000.0;
    writeln!(out, "{generated}\n{expanded}\n{max_depth}\n{milliseconds:.3}")
}

/// Is this surely a solution? A number on a line and letters on the next can be nothing else, nor can -1.
pub(super) fn is_solution(tokens: &[Token<'_>]) -> bool {
    let is_number = |token: &Token<'_>| token.text.bytes().all(|byte| byte.is_ascii_digit());
    let are_letters = |token: &Token<'_>| token.text.bytes().all(|byte| b"UDLRudlr".contains(&byte));
    match tokens {
        [none] => none.text == NONE,
        [length, letters] => is_number(length) && are_letters(letters) && !length.same_line(letters),
        _ => false,
    }
}

/// Reads the file with the solution.
///
/// # Errors
/// If it is not a length and letters, or -1.
pub(super) fn solution(tokens: &[Token<'_>], start: &Board) -> Result<SolutionText, ParseError> {
    let Some((length, letters)) = tokens.split_first() else {
        return Err(ParseError { line: 1, column: 1, kind: ParseErrorKind::Empty });
    };
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
