//! `output.txt` of Columbia's course on artificial intelligence: labels, and a list of the blank's moves.

use super::super::error::ParseError;
use super::super::moves::{self, Mover};
use super::super::solution::SolutionText;
use super::super::token::{self, Token};
use super::super::write::{commas, slashes};
use super::{AnswerFile, Freedom, Row, Signature, Successors, Transcript, UNSOLVABLE};
use crate::board::Board;
use crate::direction::Direction;
use crate::goal::NamedGoal;
use crate::stats::Stats;
use std::io::{self, Write};

pub(super) const ROW: Row = Row {
    goal: NamedGoal::BlankFirst,
    unsolvable: UNSOLVABLE,
    is_one_line: false,
    freedom: Freedom::Statistics,
    signature: Signature::Tokens(is_output),
    read_solution: |text, start, _| read(text, start),
    write_solution: write,
    write_successors,
    files: Some(|_, content| Ok(vec![AnswerFile { name: "output.txt", content }])),
};

/// The label of the moves, which no other dialect has.
const PATH: &str = "path_to_goal:";

fn is_output(tokens: &[Token<'_>]) -> bool {
    tokens.first().is_some_and(|token| token.text == PATH)
}

/// Writes `output.txt`, without the counts if the search was not counted.
fn write(out: &mut dyn Write, transcript: &Transcript<'_>) -> io::Result<()> {
    let words: Vec<String> = transcript.moves.iter().map(|step| format!("'{}'", word(step))).collect();
    let length = words.len();
    writeln!(out, "{PATH} [{}]\ncost_of_path: {length}", words.join(", "))?;
    let Some(stats) = transcript.stats else { return Ok(()) };
    let Stats { expanded, max_depth, deepest_state, bytes, elapsed, .. } = stats;
    // The course also counts boards on the open list. A search without one generates the children of its deepest node.
    let deepest = if expanded > 0 && deepest_state == 0 { max_depth + 1 } else { deepest_state };
    let megabytes = bytes as f64 / f64::from(1 << 20);
    writeln!(out, "nodes_expanded: {expanded}\nsearch_depth: {length}\nmax_search_depth: {deepest}")?;
    writeln!(out, "running_time: {:.8}\nmax_ram_usage: {megabytes:.8}", elapsed.as_secs_f64())
}

/// Returns the blank's move, in the course's words.
fn word(direction: Direction) -> &'static str {
    match direction.of_blank() {
        Direction::Up => "Up",
        Direction::Down => "Down",
        Direction::Left => "Left",
        Direction::Right => "Right",
    }
}

/// Reads the moves and the cost of `output.txt` and ignores the other lines.
///
/// # Errors
/// If the moves are not a list of directions.
fn read(text: &str, start: &Board) -> Result<SolutionText, ParseError> {
    let tokens = token::scan(text)?;
    let Some((path, rest)) = tokens.split_first() else { return Err(ParseError::empty()) };
    if path.text != PATH {
        return Err(path.unexpected("path_to_goal:"));
    }
    let open = rest.first().filter(|token| token.text == "[");
    let open = open.ok_or_else(|| rest.first().unwrap_or(path).unexpected("a list of moves"))?;
    let close = rest.iter().position(|token| token.text == "]").ok_or_else(|| open.unclosed())?;
    let is_quote = |character| matches!(character, '\'' | '"');
    let words: Vec<Token<'_>> = rest[1..close].iter().map(|token| token.trimmed(is_quote)).collect();
    let (moves, illegal) = moves::moves_of(&words, start, Mover::Blank)?;
    let mut lines = rest[close + 1..].chunk_by(Token::same_line);
    let reported = lines.find_map(|line| match line {
        [label, cost] if label.text == "cost_of_path:" => cost.text.parse().ok(),
        _ => None,
    });
    Ok(SolutionText::Moves { moves, illegal, reported })
}

fn write_successors(out: &mut dyn Write, successors: Successors<'_>) -> io::Result<()> {
    let size = successors.board.size();
    successors.write_lines(out, if size.rows() == size.cols() { commas } else { slashes })
}
