//! One board out of a text of many.
//!
//! A text is first tried as one board, blank lines or not. Otherwise blank lines separate blocks, and a block is one
//! board, a run of headed boards or lists, or one board per line. Every token is looked at a fixed number of
//! times, so the time is linear in the text.

use super::Notation;
use super::columbia::DriverMethod;
use super::entry::Entry;
use super::error::{ParseError, ParseErrorKind};
use super::pddl::Problem;
use super::plain::Table;
use super::token::{Place, Token};
use super::{bracket, columbia, hex, rows};
use crate::board::Board;
use crate::goal::Goal;
use crate::size::Size;

/// A board, and how and where it was written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// The board.
    pub board: Board,
    /// The goal that came with it: JSON and PDDL can carry one, and Columbia's has its blank first.
    pub goal: Option<Board>,
    /// The method that came with it, in the arguments of Columbia's driver.
    pub method: Option<DriverMethod>,
    /// How it was written.
    pub notation: Notation,
    /// The line where it begins, from 1.
    pub line: usize,
}

/// A board and how it was written.
type Found = (Board, Notation);

impl Record {
    fn new((board, notation): Found, tokens: &[Token<'_>]) -> Record {
        let line = tokens.first().map_or(1, |token| token.place.line());
        let method =
            columbia::driver(tokens).map(|(method, _)| method).filter(|_| notation == Notation::Columbia);
        let goal = method.map(|_| Goal::blank_first(board.size()).board().clone());
        Record { board, goal, method, notation, line }
    }
}

impl From<Problem> for Record {
    fn from(Problem { board, goal, line }: Problem) -> Record {
        Record { board, goal: Some(goal), method: None, notation: Notation::Pddl, line }
    }
}

/// All boards of a text that is neither JSON nor PDDL.
///
/// # Errors
/// If there is none, or one is wrong.
pub(super) fn records(tokens: &[Token<'_>]) -> Result<Vec<Record>, ParseError> {
    let complaint = match board(tokens) {
        Ok(found) => return Ok(vec![Record::new(found, tokens)]),
        Err(empty) if tokens.is_empty() => return Err(empty),
        Err(complaint) => complaint,
    };
    let mut records = Vec::new();
    for block in tokens.chunk_by(Token::same_block) {
        if let Err(error) = read_block(block, &mut records) {
            // With a blank line between a header and its rows, the board is wrong and not its parts.
            let is_one = Table::read(tokens).is_ok_and(|table| table.is_surely_headed());
            return Err(if is_one { complaint } else { error });
        }
    }
    Ok(records)
}

/// The one board that these tokens are.
fn board(tokens: &[Token<'_>]) -> Result<Found, ParseError> {
    let Some(first) = tokens.first() else {
        return Err(ParseError::at(Place::START, ParseErrorKind::Empty));
    };
    if first.text == "[" {
        let (board, notation, taken) = bracket::board(tokens)?;
        return match tokens.get(taken) {
            Some(next) if next.text == "[" => {
                Err(ParseError::at(next.place, ParseErrorKind::MoreThanOneBoard))
            }
            Some(next) => Err(next.unexpected("the end of the board")),
            None => Ok((board, notation)),
        };
    }
    if let Some((_, rest)) = columbia::driver(tokens) {
        Ok((Table::read(rest)?.board()?.0, Notation::Columbia))
    } else if let Some(stray) = columbia::stray_method(tokens) {
        Err(stray.unexpected("a method and a board, as in bfs 1,2,5,3,4,0,6,7,8,"))
    } else if hex::is_board(tokens) {
        Ok((hex::board(first)?, Notation::Hex))
    } else if has_slash(tokens) || rows::is_letters(tokens) {
        rows::board(tokens)
    } else {
        Table::read(tokens)?.board()
    }
}

fn has_slash(tokens: &[Token<'_>]) -> bool {
    tokens.iter().any(|token| token.text == "/")
}

fn read_block(block: &[Token<'_>], records: &mut Vec<Record>) -> Result<(), ParseError> {
    let complaint = match board(block) {
        Ok(found) => {
            records.push(Record::new(found, block));
            return Ok(());
        }
        Err(complaint) => complaint,
    };
    // If the block is neither, the error is about what it looks like.
    read_sequence(block, records).map_err(|error| if looks_like_sequence(block) { error } else { complaint })
}

fn looks_like_sequence(block: &[Token<'_>]) -> bool {
    let Some(line) = block.chunk_by(Token::same_line).next() else { return false };
    let (first, rest) = (line.first(), block.get(line.len()..).unwrap_or_default());
    let has_inner_slash = || has_slash(line.get(..line.len() - 1).unwrap_or_default());
    first.is_some_and(|token| token.text == "[")
        || (!rest.is_empty() && (has_inner_slash() || columbia::driver(line).is_some()))
        || Table::read(block).is_ok_and(|table| table.is_sequence())
}

/// Reads boards one after another: lists wherever they begin and end, headed boards, and else one per line.
fn read_sequence(mut tokens: &[Token<'_>], records: &mut Vec<Record>) -> Result<(), ParseError> {
    while let Some(first) = tokens.first() {
        let line_length = tokens.iter().take_while(|token| token.same_line(first)).count();
        let (found, taken) = if first.text == "[" {
            let (board, notation, taken) = bracket::board(tokens)?;
            let last = tokens.get(taken - 1);
            let stray = tokens.get(taken).filter(|next| next.text != "[");
            if let Some(stray) = stray.filter(|next| last.is_some_and(|last| last.same_line(next))) {
                return Err(stray.unexpected("the end of the board"));
            }
            ((board, notation), taken)
        } else {
            match board(&tokens[..line_length]) {
                Ok(found) => (found, line_length),
                Err(error) => read_headed(tokens, line_length).ok_or(error)??,
            }
        };
        records.push(Record::new(found, tokens));
        tokens = &tokens[taken..];
    }
    Ok(())
}

/// A board whose first line is its size alone; `None` if it is not.
fn read_headed(tokens: &[Token<'_>], line_length: usize) -> Option<Result<(Found, usize), ParseError>> {
    let number = |token: &Token<'_>| Entry::read(token).ok().map(|entry| entry.number as usize);
    let size = match &tokens[..line_length] {
        [side] => Size::square(number(side)?),
        [rows, cols] => Size::new(number(rows)?, number(cols)?),
        _ => return None,
    };
    let wanted = line_length + size.ok()?.cells();
    let mut taken = 0;
    let mut numbers = 0;
    while let Some(token) = tokens.get(taken).filter(|token| numbers < wanted || token.text == ",") {
        numbers += usize::from(token.text != ",");
        taken += 1;
    }
    // A board ends with its line; what follows in the same line is one number too many.
    let last = tokens.get(taken.checked_sub(1)?)?;
    let rest = tokens[taken..].iter().take_while(|token| token.same_line(last)).count();
    let taken = taken + rest;
    let found = Table::read(&tokens[..taken]).and_then(|table| table.board());
    Some(found.map(|found| (found, taken)))
}
