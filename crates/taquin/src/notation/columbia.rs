//! The eight-puzzle of Columbia's course on artificial intelligence: the arguments of `driver.py`, and `output.txt`.
//!
//! The arguments name a method and a board, `bfs 1,2,5,3,4,0,6,7,8`; the goal has its blank first. The output names
//! what the blank does.

use super::dialect::Transcript;
use super::error::{ParseError, ParseErrorKind};
use super::moves::{self, Mover};
use super::solution::SolutionText;
use super::token::Token;
use crate::board::Board;
use crate::direction::Direction;
use crate::names::named_enum;
use crate::stats::Stats;
use std::io::{self, Write};

named_enum! {
    /// The method that the arguments of Columbia's driver ask for.
    pub enum DriverMethod as "a method of the driver" {
        /// Breadth-first search.
        BreadthFirst = "bfs",
        /// Depth-first search.
        DepthFirst = "dfs",
        /// A\* with Manhattan distance.
        AStar = "ast",
        /// IDA\* with Manhattan distance.
        IdaStar = "ida",
    }
}

/// The method at the beginning of a text and the rest, which starts with a number; the interpreter and the name of
/// the script may stand before it.
pub(super) fn driver<'a, 't>(tokens: &'a [Token<'t>]) -> Option<(DriverMethod, &'a [Token<'t>])> {
    let (first, rest) = arguments(tokens).split_first()?;
    let begins = |token: &&Token<'_>| token.same_line(first) && token.text.as_bytes()[0].is_ascii_digit();
    rest.first().filter(begins)?;
    Some((first.text.parse().ok()?, rest))
}

/// What stands where a script that is called wants its method, and is none.
pub(super) fn stray_method<'a, 't>(tokens: &'a [Token<'t>]) -> Option<&'a Token<'t>> {
    let arguments = arguments(tokens);
    arguments.first().filter(|_| arguments.len() < tokens.len() && driver(tokens).is_none())
}

/// What follows the interpreter and the name of the script.
fn arguments<'a, 't>(tokens: &'a [Token<'t>]) -> &'a [Token<'t>] {
    let is_call = |token: &&Token<'_>| token.text.starts_with("python") || token.text.ends_with(".py");
    &tokens[tokens.iter().take_while(is_call).count()..]
}

/// The label of the moves, which no other dialect has.
const PATH: &str = "path_to_goal:";

/// Is this an `output.txt`?
pub(super) fn is_output(tokens: &[Token<'_>]) -> bool {
    tokens.first().is_some_and(|token| token.text == PATH)
}

/// Writes `output.txt`; without the counts if nothing was counted.
pub(super) fn write(out: &mut dyn Write, transcript: &Transcript<'_>) -> io::Result<()> {
    let words: Vec<String> = transcript.moves.iter().map(|step| format!("'{}'", word(step))).collect();
    let length = words.len();
    writeln!(out, "{PATH} [{}]\ncost_of_path: {length}", words.join(", "))?;
    let Some(stats) = transcript.stats else { return Ok(()) };
    let Stats { expanded, max_depth, deepest_state, bytes, elapsed, .. } = stats;
    // The course counts what waits, too; a search that keeps no boards has the children of its deepest node.
    let deepest = if expanded > 0 && deepest_state == 0 { max_depth + 1 } else { deepest_state };
    let megabytes = bytes as f64 / f64::from(1 << 20);
    writeln!(out, "nodes_expanded: {expanded}\nsearch_depth: {length}\nmax_search_depth: {deepest}")?;
    writeln!(out, "running_time: {:.8}\nmax_ram_usage: {megabytes:.8}", elapsed.as_secs_f64())
}

/// What the blank does, in the course's words.
fn word(direction: Direction) -> &'static str {
    match direction.of_blank() {
        Direction::Up => "Up",
        Direction::Down => "Down",
        Direction::Left => "Left",
        Direction::Right => "Right",
    }
}

/// Reads the moves and the cost of `output.txt`; the other lines do not matter.
///
/// # Errors
/// If the moves are not a list of directions.
pub(super) fn solution(tokens: &[Token<'_>], start: &Board) -> Result<SolutionText, ParseError> {
    let Some((path, rest)) = tokens.split_first() else {
        return Err(ParseError { line: 1, column: 1, kind: ParseErrorKind::Empty });
    };
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
