//! Reading solutions, in every dialect that is written.
//!
//! An illegal move is not a syntax error: it is returned with its place, so that a judge can name the step that fails.
//!
//! ```
//! use taquin::notation::{self, Mover, SolutionText};
//! let start = notation::read("1 2/0 3")?;
//! let text = "Minimum number of moves = 1\n\n2\n 1  2\n 0  3\n\n2\n 1  2\n 3  0\n";
//! let SolutionText::Boards { boards, reported } = notation::read_solution(text, &start, Mover::Tile)? else {
//!     panic!("these are boards");
//! };
//! assert_eq!((boards.len(), reported), (2, Some(1)));
//! # Ok::<(), taquin::notation::ParseError>(())
//! ```

use super::bracket::is_estimate;
use super::dialect::Dialect;
use super::entry::is_blank_sign;
use super::error::{ParseError, ParseErrorKind};
use super::moves::{self, IllegalStep, Mover};
use super::record::{self, Record};
use super::token::{self, Token};
use super::unsolvable::states_unsolvable;
use crate::board::Board;
use crate::direction::Direction;
use crate::moves::Moves;

/// The content of a solution text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SolutionText {
    /// The boards from the start to the goal.
    Boards {
        /// The boards, with their lines.
        boards: Vec<Record>,
        /// The number of moves that the text claims.
        reported: Option<usize>,
    },
    /// The moves.
    Moves {
        /// All moves, or those before the first that the start does not allow.
        moves: Moves,
        /// The first move that the start does not allow.
        illegal: Option<IllegalStep>,
        /// The number of moves that the text claims.
        reported: Option<usize>,
    },
    /// Only the number of moves.
    Length(usize),
    /// The statement that there is no solution.
    Unsolvable,
}

/// Reads a solution of `start` in any dialect, or as moves, or from a JSON result.
///
/// `mover` says what letters describe if the text does not.
///
/// # Errors
/// If the text is neither boards nor moves, or has more than one solution. Illegal moves are not errors.
pub fn read_solution(text: &str, start: &Board, mover: Mover) -> Result<SolutionText, ParseError> {
    #[cfg(feature = "serde")]
    if token::begins_object(text) {
        return super::json_solution::read(text, start);
    }
    if let Some(dialect) = Dialect::of_text(text) {
        return dialect.read_solution(text, start, mover);
    }
    let tokens = token::scan(text)?;
    if let Some(dialect) = Dialect::of_tokens(&tokens) {
        return dialect.read_solution(text, start, mover);
    }
    let Lines { kept, reported, unsolvable } = Lines::of(tokens);
    let kept = without_term(kept)?;
    if let Some(verdict) = unsolvable {
        return match kept.first() {
            None => Ok(SolutionText::Unsolvable),
            Some(_) => Err(verdict.unexpected("a board or a move")),
        };
    }
    let kept = list_of_moves(&kept).unwrap_or(kept);
    if are_moves(&kept) {
        let (moves, illegal) = moves::moves_of(&kept, start, mover)?;
        return Ok(SolutionText::Moves { moves, illegal, reported });
    }
    Ok(SolutionText::Boards { boards: record::records(&kept, None)?, reported })
}

/// Returns the moves of a list such as `['L', 'U']`, `[left, up]` or `[1, 2, 5]`, without brackets and quotes; `None` for
/// any other text. A list of numbers is not a board if it has no blank.
fn list_of_moves<'t>(tokens: &[Token<'t>]) -> Option<Vec<Token<'t>>> {
    let (open, rest) = tokens.split_first()?;
    let rest = match rest {
        [rest @ .., end] if end.text == "." => rest,
        rest => rest,
    };
    let (close, inner) = rest.split_last()?;
    if (open.text, close.text) != ("[", "]") {
        return None;
    }
    let words: Vec<Token<'t>> = inner
        .iter()
        .filter(|token| token.text != ",")
        .map(|token| Token::new(token.text.trim_matches(['\'', '"']), token.place))
        .collect();
    let is_direction = |word: &str| {
        Direction::from_word(word).is_some()
            || (!word.is_empty() && word.chars().all(|letter| Direction::from_letter(letter).is_some()))
    };
    let is_tile = |word: &str| word.parse::<u32>().is_ok_and(|tile| tile > 0);
    let all = |is: &dyn Fn(&str) -> bool| words.iter().all(|word| is(word.text));
    (!words.is_empty() && (all(&is_direction) || all(&is_tile))).then_some(words)
}

/// Returns true for moves: every board has brackets, a slash or a blank, and moves have none of these.
pub(super) fn are_moves(tokens: &[Token<'_>]) -> bool {
    let is_blank = |word: &str| is_blank_sign(word) || word.contains('.') || word.bytes().all(|b| b == b'0');
    let has_prefix = tokens.first().is_some_and(|first| moves::prefix(first.text).is_some());
    has_prefix || !tokens.iter().any(|token| matches!(token.text, "[" | "/" | "{") || is_blank(token.text))
}

/// The boards or moves of a text, without what dialects print around them.
#[derive(Default)]
pub(super) struct Lines<'t> {
    pub(super) kept: Vec<Token<'t>>,
    pub(super) reported: Option<usize>,
    /// The statement that there is no solution.
    pub(super) unsolvable: Option<Token<'t>>,
}

impl<'t> Lines<'t> {
    /// Takes what belongs to the solution, in the memory of the tokens: a text may have millions of them.
    pub(super) fn of(mut tokens: Vec<Token<'t>>) -> Lines<'t> {
        let mut lines = Lines::default();
        let (mut at, mut end) = (0, 0);
        while let Some(line) = tokens[at..].chunk_by(Token::same_line).next() {
            let (length, kept) = (line.len(), lines.take(line));
            tokens.copy_within(at..at + kept, end);
            at += length;
            end += kept;
        }
        tokens.truncate(end);
        Lines { kept: tokens, ..lines }
    }

    /// Notes what a line reports, and returns how many of its tokens belong to the solution.
    fn take(&mut self, line: &[Token<'t>]) -> usize {
        let words: Vec<&str> = line.iter().map(|token| token.text).take(6).collect();
        match words[..] {
            ["Minimum", "number", "of", "moves", "=", count] | ["Number", "of", "moves", "=", count] => {
                self.reported = count.parse().ok();
            }
            ["Number", "of", "moves:", count] => self.reported = count.parse().ok(),
            ["Max", "queue", "length:", _]
            | ["Complexity", "in", "time:" | "size:", _]
            | ["Minimum", "number", "of", "pushes", "=", _]
            | ["Number", "of", "pushes", "=", _] => {}
            ["[", ..] => {
                return line.iter().position(is_estimate).unwrap_or(line.len());
            }
            _ if is_statement(line) => self.unsolvable = line.first().copied(),
            _ => return line.len(),
        }
        0
    }
}

/// Returns whether a line states that there is no solution.
fn is_statement(line: &[Token<'_>]) -> bool {
    // Rows of numbers are common and long, so they are not assembled.
    let is_word =
        |token: &Token<'_>| token.text.starts_with(|c: char| c.is_alphabetic() || "-'\"".contains(c));
    line.first().is_some_and(is_word)
        && states_unsolvable(&line.iter().map(|token| token.text).collect::<Vec<_>>().join(" "))
}

/// Returns whether a text begins with `Name =`.
pub(super) fn is_term(tokens: &[Token<'_>]) -> bool {
    tokens.get(1).is_some_and(|token| token.text == "=")
}

/// Returns the boards of the only term of a text; other texts are returned unchanged.
fn without_term(tokens: Vec<Token<'_>>) -> Result<Vec<Token<'_>>, ParseError> {
    if !is_term(&tokens) {
        return Ok(tokens);
    }
    match term(&tokens)? {
        (boards, []) => Ok(boards),
        (_, [next, ..]) => Err(ParseError::at(next.place, ParseErrorKind::MoreThanOneSolution)),
    }
}

/// Returns the boards of `Name = [board, …].` without the name, the outer brackets and the separators, and what follows.
pub(super) fn term<'a, 't>(tokens: &'a [Token<'t>]) -> Result<(Vec<Token<'t>>, &'a [Token<'t>]), ParseError> {
    let (open, inner) = match tokens {
        [_, sign, open, inner @ ..] if sign.text == "=" && open.text == "[" => (open, inner),
        [_, sign, ..] if sign.text == "=" => return Err(sign.unexpected("a board or a move")),
        [first, ..] => return Err(first.unexpected("a solution")),
        [] => return Err(ParseError::empty()),
    };
    let mut kept = Vec::with_capacity(inner.len());
    let mut depth = 1_usize;
    for (index, token) in inner.iter().enumerate() {
        match token.text {
            "]" if depth == 1 => {
                return match &inner[index + 1..] {
                    [] => Ok((kept, &[])),
                    [end, rest @ ..] if matches!(end.text, "." | ";") => Ok((kept, rest)),
                    [other, ..] => Err(other.unexpected("the end of the solution")),
                };
            }
            "," if depth == 1 => continue,
            "[" => depth += 1,
            "]" => depth -= 1,
            _ => {}
        }
        kept.push(*token);
    }
    Err(open.unclosed())
}
