//! The arguments of `driver.py` in Columbia's course on artificial intelligence: a method and a board, as in
//! `bfs 1,2,5,3,4,0,6,7,8`. The goal has its blank first.

use super::error::ParseError;
use super::format::{Format, Found, Reading, square_only};
use super::plain::Table;
use super::token::Token;
use super::write::commas;
use crate::goal::Goal;
use crate::names::named_enum;

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

pub(super) const FORMAT: Format = Format {
    reading: Reading::Board { is: |tokens| driver(tokens).is_some() || stray_method(tokens).is_some(), read },
    refusal: square_only,
    write: |board, _| format!("{} {}", DriverMethod::BreadthFirst, commas(board)),
    holds_goal: false,
};

fn read(tokens: &[Token<'_>]) -> Result<Found, ParseError> {
    let Some((method, rest)) = driver(tokens) else {
        let stray = stray_method(tokens).or(tokens.first());
        return Err(stray.map_or_else(ParseError::empty, |stray| {
            stray.unexpected("a method and a board, as in bfs 1,2,5,3,4,0,6,7,8,")
        }));
    };
    let board = Table::read(rest).and_then(|table| table.board());
    let board = board.map_err(|error| error.read_as(super::Notation::Columbia))?.board;
    let goal = Some(Goal::blank_first(board.size()).board().clone());
    Ok(Found { board, notation: super::Notation::Columbia, goal, method: Some(method) })
}

/// Returns the method at the beginning of a text and the rest, which starts with a number. The interpreter and the
/// name of the script may come first.
pub(super) fn driver<'a, 't>(tokens: &'a [Token<'t>]) -> Option<(DriverMethod, &'a [Token<'t>])> {
    let (first, rest) = arguments(tokens).split_first()?;
    let begins = |token: &&Token<'_>| token.same_line(first) && token.text.as_bytes()[0].is_ascii_digit();
    rest.first().filter(begins)?;
    Some((first.text.parse().ok()?, rest))
}

/// Returns the first argument of a script if it is not a method.
fn stray_method<'a, 't>(tokens: &'a [Token<'t>]) -> Option<&'a Token<'t>> {
    let arguments = arguments(tokens);
    arguments.first().filter(|_| arguments.len() < tokens.len() && driver(tokens).is_none())
}

/// Returns what follows the interpreter and the name of the script.
fn arguments<'a, 't>(tokens: &'a [Token<'t>]) -> &'a [Token<'t>] {
    let is_call = |token: &&Token<'_>| token.text.starts_with("python") || token.text.ends_with(".py");
    &tokens[tokens.iter().take_while(is_call).count()..]
}
