//! Boards in source code: a list with the call, the query or the assignment around it.
//!
//! `start4([(2,2), …]).`, `?- solve([0,1,3, …],manhattan,S).`, `array([[1, 2], [3, 0]])` and
//! `int tiles[2][2] = {{1, 2}, {3, 0}};` each begin with a word, which no other notation has before a bracket. A call may
//! have several boards, and other arguments are skipped.

use super::Notation;
use super::bracket::{closing, first_list};
use super::error::{ParseError, ParseErrorKind};
use super::format::{Format, Found, Reading, any_size, square_only};
use super::token::{Place, Token};
use super::write;

/// `start([1, 2, 3, 0]).`; its reader takes all calls and assignments.
pub(super) const PROLOG: Format = Format {
    reading: Reading::Board { is: opens, read },
    refusal: square_only,
    write: |board, _| format!("start({}).", write::list(board)),
    holds_goal: false,
};

/// `array([[1, 2], [3, 0]])`.
pub(super) const NUMPY: Format = Format {
    reading: Reading::Shared,
    refusal: any_size,
    write: |board, _| format!("array({})", write::nested(board)),
    holds_goal: false,
};

/// The most tokens before the first list; a declaration in Java has about ten.
const LONGEST_PREFIX: usize = 40;

/// Returns true if a call, a query or an assignment with a list begins here.
pub(super) fn opens(tokens: &[Token<'_>]) -> bool {
    let Some(first) = tokens.first().filter(|first| is_word(first)) else { return false };
    let mut walker = Walker { tokens, next: 0, calls: Vec::new() };
    while walker.next < LONGEST_PREFIX {
        match walker.step() {
            Some(Step::List) => {
                let (before, list) = (&tokens[walker.next - 1], &tokens[walker.next]);
                // Otherwise it is a word before a board.
                return !walker.calls.is_empty()
                    || list.text == "{"
                    || before.text == "]"
                    || is_introduction(before);
            }
            Some(Step::Skipped(token)) if token.same_line(first) && !is_number(&token) => {}
            Some(Step::Skipped(_) | Step::End) | None => return false,
        }
    }
    false
}

/// Reads one board and nothing after it.
fn read(tokens: &[Token<'_>]) -> Result<Found, ParseError> {
    let (mut found, taken) = first_term(tokens)?;
    match (tokens.get(taken), found.len(), found.pop()) {
        (None, 1, Some(found)) => Ok(found),
        (next, ..) => {
            let second = next.or(tokens.last()).map_or(Place::START, |token| token.place);
            Err(ParseError::at(second, ParseErrorKind::MoreThanOneBoard))
        }
    }
}

/// Reads the boards of the term at the beginning of `tokens`, which [`opens`] one, and returns the number of tokens it
/// took.
///
/// # Errors
/// If a bracket is not closed, or a list is not a board.
pub(super) fn first_term(tokens: &[Token<'_>]) -> Result<(Vec<Found>, usize), ParseError> {
    let mut boards: Vec<Found> = Vec::new();
    let mut walker = Walker { tokens, next: 0, calls: Vec::new() };
    loop {
        let is_complete = walker.calls.is_empty() && !boards.is_empty();
        let last = walker.next.checked_sub(1).and_then(|last| tokens.get(last));
        let next = tokens.get(walker.next);
        if is_complete && next.is_none_or(|next| last.is_some_and(|last| !last.same_line(next))) {
            return Ok((boards, walker.next));
        }
        // A call says more about the notation than the list in it.
        let call = walker.calls.last().map(|name| match name.text.ends_with("array") {
            true => Notation::Numpy,
            false => Notation::Prolog,
        });
        match walker.step() {
            Some(Step::List) => {
                let list = first_list(&tokens[walker.next..]);
                let (found, taken) = match call {
                    Some(notation) => list.map_err(|error| error.read_as(notation))?,
                    None => list?,
                };
                walker.next += taken;
                let notation = |found: &Found| call.unwrap_or(found.notation);
                boards.extend(found.into_iter().map(|found| Found { notation: notation(&found), ..found }));
            }
            Some(Step::End) => return Ok((boards, walker.next)),
            Some(Step::Skipped(token)) if is_complete && !matches!(token.text, ")" | ";" | ".") => {
                return Err(token.unexpected("the end of the board"));
            }
            Some(Step::Skipped(_)) => {}
            None => {
                let open = walker.calls.last().or(tokens.last());
                return Err(open.map_or_else(ParseError::empty, |open| {
                    let bracket = '(';
                    ParseError::at(open.place, ParseErrorKind::Unclosed { bracket })
                }));
            }
        }
    }
}

/// What comes next in a term.
enum Step<'t> {
    /// A list, which is not consumed.
    List,
    /// A token that is not part of a board.
    Skipped(Token<'t>),
    /// The end of the term.
    End,
}

/// Walks through a term. Invariant: `calls` are the words before the parentheses that are open.
struct Walker<'a, 't> {
    tokens: &'a [Token<'t>],
    next: usize,
    calls: Vec<Token<'t>>,
}

impl<'t> Walker<'_, 't> {
    fn step(&mut self) -> Option<Step<'t>> {
        let token = *self.tokens.get(self.next)?;
        let before = self.next.checked_sub(1).and_then(|before| self.tokens.get(before)).copied();
        let after_word = before.filter(|before| is_word(before) && !is_introduction(before));
        let is_empty = || {
            let next = self.tokens.get(self.next + 1).map(|next| next.text);
            closing(token.text).is_some() && closing(token.text) == next
        };
        if is_empty() {
            // The type of an array, or an empty list.
            self.next += 2;
            return Some(Step::Skipped(token));
        }
        if let [open, length, close, ..] = &self.tokens[self.next..]
            && (open.text, close.text) == ("[", "]")
            && is_number(length)
            && length.text != "0"
        {
            // The dimension of an array in C: no board has a single cell other than the blank.
            self.next += 3;
            return Some(Step::Skipped(token));
        }
        match (token.text, after_word) {
            ("(", Some(name)) => self.calls.push(name),
            ("[" | "{" | "(", _) => return Some(Step::List),
            (")", _) => _ = self.calls.pop(),
            ("." | ";", _) if self.calls.is_empty() => {
                self.next += 1;
                return Some(Step::End);
            }
            _ => {}
        }
        self.next += 1;
        Some(Step::Skipped(token))
    }
}

/// Returns true for the words of a program: names, operators and prompts.
pub(super) fn is_word(token: &Token<'_>) -> bool {
    !is_number(token)
        && !matches!(token.text, "," | ";" | "/" | "." | "_" | ")" | "]" | "}")
        && closing(token.text).is_none()
}

pub(super) fn is_number(token: &Token<'_>) -> bool {
    token.text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Returns true for a word that a list may follow outside of a call: `=`, `:=`, `>>>`, `start=`, `Board:`.
fn is_introduction(token: &Token<'_>) -> bool {
    token.text.ends_with(['=', ':', '>']) || token.text == "return" || token.text.ends_with("?-")
}
