//! Splitting a text into boards.
//!
//! A text is first tried as one board, with or without blank lines. Otherwise blank lines separate blocks, and a block
//! is one board, a run of headed boards or lists, one board per line, or else a drawing. Every token is examined a fixed
//! number of times, so reading takes linear time.

use super::Notation;
use super::columbia::DriverMethod;
use super::drawing::{self, Drawn};
use super::entry::Entry;
use super::error::ParseError;
use super::format::{Found, Reading};
use super::plain::Table;
use super::rows::has_row_end;
use super::token::Token;
use super::{bracket, columbia, columns, prose, term};
use crate::board::Board;
use crate::size::Size;
use std::cell::LazyCell;
use std::ops::Range;

/// A board that was read, with its notation and its line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// The board.
    pub board: Board,
    /// The goal that came with it: JSON and PDDL can hold one, and Columbia's has its blank first.
    pub goal: Option<Board>,
    /// The method that came with it, in the arguments of Columbia's driver.
    pub method: Option<DriverMethod>,
    /// The notation it was written in.
    pub notation: Notation,
    /// The line where it begins, from 1.
    pub line: usize,
    /// Its name in a list of boards, such as `id length tiles…`.
    pub id: Option<String>,
    /// Its optimal solution length, as such a list gives it.
    pub length: Option<u32>,
}

impl Record {
    /// Returns the record of a board on the first line that came with nothing else.
    pub(super) fn of_board(board: Board, notation: Notation) -> Record {
        Record { board, goal: None, method: None, notation, line: 1, id: None, length: None }
    }

    fn new(found: Found, tokens: &[Token<'_>]) -> Record {
        let line = tokens.first().map_or(1, |token| token.place.line());
        Record { line, ..found.into() }
    }
}

impl From<Found> for Record {
    fn from(found: Found) -> Record {
        let Found { board, notation, goal, method } = found;
        Record { goal, method, ..Record::of_board(board, notation) }
    }
}

/// Reads all boards of a text whose notation is known by its tokens. With the text itself, drawings, lists among words and
/// boards among other lines are read, too.
///
/// # Errors
/// If there are no boards, or one is wrong.
pub(super) fn records(tokens: &[Token<'_>], text: Option<&str>) -> Result<Vec<Record>, ParseError> {
    let complaint = match board(tokens) {
        Ok(found) => return Ok(vec![Record::new(found, tokens)]),
        Err(empty) if tokens.is_empty() => return Err(empty),
        Err(complaint) => complaint,
    };
    let error = match blocks(tokens, text, complaint) {
        Ok(records) => return Ok(records),
        Err(error) => error,
    };
    let rows = || tokens.chunk_by(Token::same_line).filter(|line| !prose::is_remark(line));
    // Counting first: without remarks, a copy would be as long as the text.
    let count = if text.is_some() { rows().map(<[_]>::len).sum() } else { 0 };
    if count == tokens.len() || count == 0 {
        return Err(error);
    }
    let mut kept: Vec<Token<'_>> = Vec::with_capacity(count);
    rows().for_each(|line| kept.extend(line));
    records(&kept, None).map_err(|_| error)
}

/// Reads the boards of every block between blank lines; `complaint` says why they are not one board.
fn blocks(
    tokens: &[Token<'_>],
    text: Option<&str>,
    complaint: ParseError,
) -> Result<Vec<Record>, ParseError> {
    let mut records = Vec::new();
    // Only texts that are not plain boards need their lines.
    let lines = LazyCell::new(|| text.map(|text| text.split('\n').collect::<Vec<&str>>()));
    let mut above = Above::Board;
    for block in tokens.chunk_by(Token::same_block) {
        let before = records.len();
        let Err(error) = read_block(block, &mut records) else {
            above = Above::Board;
            continue;
        };
        let reading = lines.as_ref().map_or(Drawn::No, |lines| drawing::read(block, lines, &mut records));
        match (&reading, &above) {
            (Drawn::Yes, _) => {
                above = Above::Drawing(before..records.len());
                continue;
            }
            (Drawn::No, Above::Drawing(drawn)) if drawing::is_below(block, &records[drawn.clone()]) => {
                continue;
            }
            (Drawn::No | Drawn::Wrong(_), _) => {}
        }
        match (text.and_then(|_| prose::read(block)), reading) {
            (Some(boards), _) => {
                records.extend(boards?);
                above = Above::Words;
            }
            (None, Drawn::No) if above == Above::Words && drawing::is_caption(block) => {}
            (None, Drawn::Wrong(error)) => return Err(error),
            (None, Drawn::Yes | Drawn::No) => {
                // With a blank line between a header and its rows, report the whole board and not its parts.
                let is_one = Table::read(tokens).is_ok_and(|table| table.is_surely_headed());
                return Err(if is_one { complaint } else { error });
            }
        }
    }
    Ok(records)
}

/// What is above a block; words may follow a drawing and lists among words.
#[derive(PartialEq)]
enum Above {
    Board,
    /// The boards of a drawing, by their place in the list.
    Drawing(Range<usize>),
    Words,
}

/// Reads the one board that these tokens are, in the notation that recognises them.
fn board(tokens: &[Token<'_>]) -> Result<Found, ParseError> {
    if tokens.is_empty() {
        return Err(ParseError::empty());
    }
    let mut readers = Notation::ALL.iter().rev().filter_map(|&notation| match notation.row().reading {
        Reading::Board { is, read } => is(tokens).then_some((notation, read)),
        Reading::Text { .. } | Reading::Shared => None,
    });
    match readers.next() {
        Some((notation, read)) => read(tokens).map_err(|error| error.near(notation)),
        None => Err(ParseError::empty()),
    }
}

fn read_block(block: &[Token<'_>], records: &mut Vec<Record>) -> Result<(), ParseError> {
    let complaint = match board(block) {
        Ok(found) => {
            records.push(Record::new(found, block));
            return Ok(());
        }
        Err(complaint) => complaint,
    };
    let before = records.len();
    let Err(error) = read_sequence(block, records) else { return Ok(()) };
    records.truncate(before);
    if let Some(listed) = columns::detect(block) {
        records.extend(listed?);
        return Ok(());
    }
    // If the block is neither, the error is about the form it resembles.
    Err(if looks_like_sequence(block) { error } else { complaint })
}

fn looks_like_sequence(block: &[Token<'_>]) -> bool {
    let Some(line) = block.chunk_by(Token::same_line).next() else { return false };
    let rest = block.get(line.len()..).unwrap_or_default();
    let has_inner_end = || has_row_end(line.get(..line.len() - 1).unwrap_or_default());
    bracket::opens(line)
        || term::opens(line)
        || (!rest.is_empty() && (has_inner_end() || columbia::driver(line).is_some()))
        || Table::read(block).is_ok_and(|table| table.is_sequence())
}

/// Reads consecutive boards: lists wherever they begin and end, headed boards, and otherwise one per line.
fn read_sequence(mut tokens: &[Token<'_>], records: &mut Vec<Record>) -> Result<(), ParseError> {
    while let Some(first) = tokens.first() {
        let (found, taken) = if bracket::opens(tokens) {
            let (found, taken) = bracket::first_list(tokens)?;
            (found, taken + after_list(&tokens[taken - 1..])?)
        } else if term::opens(tokens) {
            term::first_term(tokens).map_err(|error| error.near(Notation::Prolog))?
        } else {
            // Only here: many lists on one line would each count the rest of it.
            let line_length = tokens.iter().take_while(|token| token.same_line(first)).count();
            let (found, taken) = match board(&tokens[..line_length]) {
                Ok(found) => (found, line_length),
                Err(error) => read_headed(tokens, line_length).ok_or(error)??,
            };
            (vec![found], taken)
        };
        records.extend(found.into_iter().map(|found| Record::new(found, tokens)));
        tokens = &tokens[taken..];
    }
    Ok(())
}

/// Returns the number of tokens between the last one of a list and the next list or line.
fn after_list(tokens: &[Token<'_>]) -> Result<usize, ParseError> {
    let (last, next) = match tokens {
        [last, next, ..] if next.same_line(last) => (last, next),
        _ => return Ok(0),
    };
    if bracket::opens(&[*next]) {
        Ok(0)
    } else if bracket::is_estimate(next) {
        Ok(tokens[1..].iter().take_while(|token| token.same_line(last)).count())
    } else {
        Err(next.unexpected("the end of the board").near(Notation::List))
    }
}

/// Reads a board whose first line is only its size; `None` if the first line is not a size.
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
    // A board ends with a line; more numbers on that line are too many for the board.
    let last = tokens.get(taken.checked_sub(1)?)?;
    let rest = tokens[taken..].iter().take_while(|token| token.same_line(last)).count();
    let taken = taken + rest;
    let found = Table::read(&tokens[..taken]).and_then(|table| table.board());
    Some(found.map(|found| (found, taken)))
}
