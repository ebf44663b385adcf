//! Words and signs of a text, each with its place.
//!
//! Invariant: tokens contain neither comments nor white space and never span lines. Blank lines separate boards, so each
//! token has the number of its block between blank lines.

use super::error::{ParseError, ParseErrorKind};

/// A line and a column, in 32 bits each because a text may have millions of tokens.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Place {
    line: u32,
    column: u32,
}

impl Place {
    pub(super) const START: Place = Place { line: 1, column: 1 };

    pub(super) fn new(line: usize, column: usize) -> Place {
        let small = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        Place { line: small(line), column: small(column) }
    }

    pub(super) fn line(self) -> usize {
        self.line as usize
    }

    pub(super) fn column(self) -> usize {
        self.column as usize
    }

    /// Returns the place some characters to the right.
    pub(super) fn right(self, characters: usize) -> Place {
        Place::new(self.line(), self.column().saturating_add(characters))
    }
}

/// A word, or one of the signs `[ ] ( ) { } , ; /`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token<'t> {
    pub(super) text: &'t str,
    pub(super) place: Place,
    /// The number of the group of lines between blank lines.
    block: u32,
}

impl<'t> Token<'t> {
    /// Returns a token that is not part of a text of several blocks.
    pub(super) fn new(text: &'t str, place: Place) -> Token<'t> {
        Token { text, place, block: 0 }
    }

    /// Returns the token without its first `bytes` bytes, which must be ASCII.
    pub(super) fn without_prefix(self, bytes: usize) -> Token<'t> {
        let text = self.text.get(bytes..).unwrap_or_default();
        Token { text, place: self.place.right(bytes), block: self.block }
    }

    /// Returns the token without such characters, which must be ASCII, at both ends.
    pub(super) fn trimmed(self, is_outer: fn(char) -> bool) -> Token<'t> {
        let begun = self.without_prefix(self.text.len() - self.text.trim_start_matches(is_outer).len());
        Token { text: begun.text.trim_end_matches(is_outer), ..begun }
    }

    /// Returns the error that something else was expected here.
    pub(super) fn unexpected(&self, expected: &'static str) -> ParseError {
        // A long word would hide the message.
        let mut found: String = self.text.chars().take(40).collect();
        if found.len() < self.text.len() {
            found.push('…');
        }
        ParseError::at(self.place, ParseErrorKind::Unexpected { found, expected })
    }

    /// Returns the error that this bracket is never closed.
    pub(super) fn unclosed(&self) -> ParseError {
        let bracket = self.text.chars().next().unwrap_or('[');
        ParseError::at(self.place, ParseErrorKind::Unclosed { bracket })
    }

    pub(super) fn same_line(&self, other: &Token<'_>) -> bool {
        self.place.line == other.place.line
    }

    pub(super) fn same_block(&self, other: &Token<'_>) -> bool {
        self.block == other.block
    }
}

/// Returns true if the first line that is not a comment begins a JSON object and not a list in braces.
pub(super) fn begins_object(text: &str) -> bool {
    let mut lines = without_mark(text).lines().map(str::trim_start);
    let first = lines.find(|line| !line.is_empty() && !line.starts_with('#'));
    let rest = first.and_then(|line| line.strip_prefix('{')).map(str::trim_start);
    rest.is_some_and(|rest| !rest.starts_with(|c: char| c == '{' || c == '_' || c.is_numeric()))
}

/// Returns the text without the byte order mark that some editors insert.
pub(super) fn without_mark(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

/// The sign that starts a comment in texts of boards, moves and solutions.
const COMMENT: &[char] = &['#'];

/// The signs that start comments in texts of boards: Prolog's, too.
pub(super) const BOARD_COMMENTS: &[char] = &['#', '%'];

/// The most signs in a row; no notation needs more, and a text of nothing but signs would fill the memory with tokens.
const MOST_SIGNS: usize = 32;

/// The most brackets that are open on one line: more than a row of any drawing has, and lists are nested in three.
const MOST_OPEN: usize = 256;

/// The most tokens of a text, of 32 bytes each: half of the bytes of the longest file. Only texts that are mostly signs have
/// more.
const MOST_TOKENS: usize = 1 << 25;

/// Splits a text into tokens.
///
/// # Errors
/// At a control character, where signs pile up or brackets are nested without end, and if there are too many tokens.
pub(super) fn scan(text: &str) -> Result<Vec<Token<'_>>, ParseError> {
    scan_with(text, COMMENT)
}

/// Splits a text into tokens, with other signs that start comments.
///
/// # Errors
/// As [`scan`].
pub(super) fn scan_with<'t>(text: &'t str, comments: &[char]) -> Result<Vec<Token<'t>>, ParseError> {
    // Counting first takes less memory than a vector that grows.
    let mut count = 0;
    each_token(text, comments, |_| count += 1)?;
    if count > MOST_TOKENS {
        return Err(ParseError::at(Place::START, ParseErrorKind::TooLong { most: MOST_TOKENS }));
    }
    let mut tokens = Vec::with_capacity(count);
    each_token(text, comments, |token| tokens.push(token))?;
    Ok(tokens)
}

fn each_token<'t>(
    text: &'t str,
    comments: &[char],
    mut push: impl FnMut(Token<'t>),
) -> Result<(), ParseError> {
    let mut block = 0;
    let mut signs = 0;
    for (index, line) in without_mark(text).split('\n').enumerate() {
        if line.trim().is_empty() {
            block += 1;
            continue;
        }
        let mut open = 0_usize;
        scan_line(without_comment(line, comments), |text, column| {
            let token = Token { text, place: Place::new(index + 1, column), block };
            signs = if is_sign(text) { signs + 1 } else { 0 };
            match text {
                "[" | "(" | "{" => open += 1,
                "]" | ")" | "}" => open = open.saturating_sub(1),
                _ => {}
            }
            push(token);
            if signs > MOST_SIGNS || open > MOST_OPEN {
                Err(token.unexpected("a number or a word"))
            } else {
                Ok(())
            }
        })
        .map_err(|error| ParseError { line: index + 1, ..error })?;
    }
    Ok(())
}

/// Returns the part of a line before its comment.
pub(super) fn without_comment<'t>(line: &'t str, comments: &[char]) -> &'t str {
    line.split_once(comments).map_or(line, |(before, _)| before)
}

/// Returns true for the texts that are tokens wherever they appear.
fn is_sign(text: &str) -> bool {
    matches!(text, "[" | "]" | "(" | ")" | "{" | "}" | "," | "/" | ";")
}

/// Splits a line, and calls `push` with each token and its column.
///
/// # Errors
/// At a control character, on line 1.
fn scan_line<'t>(
    content: &'t str,
    mut push: impl FnMut(&'t str, usize) -> Result<(), ParseError>,
) -> Result<(), ParseError> {
    let mut word: Option<(usize, usize)> = None;
    for (index, (at, character)) in content.char_indices().enumerate() {
        let sign = content.get(at..at + 1).filter(|sign| is_sign(sign));
        if sign.is_some() || character.is_whitespace() {
            if let Some((start, column)) = word.take() {
                push(&content[start..at], column)?;
            }
            if let Some(sign) = sign {
                push(sign, index + 1)?;
            }
        } else if character.is_control() {
            let found = ParseErrorKind::Binary { found: character };
            return Err(ParseError::at(Place::new(1, index + 1), found));
        } else {
            word = word.or(Some((at, index + 1)));
        }
    }
    word.map_or(Ok(()), |(start, column)| push(&content[start..], column))
}
