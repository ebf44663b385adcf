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

/// A word, or one of the signs `[ ] ( ) { } , /`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token<'t> {
    pub(super) text: &'t str,
    pub(super) place: Place,
    /// The number of the group of lines between blank lines.
    block: u32,
}

impl<'t> Token<'t> {
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

/// Returns the text without the byte order mark that some editors insert.
pub(super) fn without_mark(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

/// Splits a text into tokens.
///
/// # Errors
/// At a control character.
pub(super) fn scan(text: &str) -> Result<Vec<Token<'_>>, ParseError> {
    scan_with(text, '#')
}

/// Splits a text into tokens, with another sign that starts comments.
///
/// # Errors
/// As [`scan`].
pub(super) fn scan_with(text: &str, comment: char) -> Result<Vec<Token<'_>>, ParseError> {
    let mut tokens = Vec::new();
    let mut block = 0;
    for (index, line) in without_mark(text).split('\n').enumerate() {
        if line.trim().is_empty() {
            block += 1;
        } else {
            let content = line.split_once(comment).map_or(line, |(before, _)| before);
            scan_line(content, index + 1, block, &mut tokens)?;
        }
    }
    Ok(tokens)
}

fn scan_line<'t>(
    content: &'t str,
    number: usize,
    block: u32,
    tokens: &mut Vec<Token<'t>>,
) -> Result<(), ParseError> {
    let mut word: Option<(usize, Place)> = None;
    for (index, (at, character)) in content.char_indices().enumerate() {
        let place = Place::new(number, index + 1);
        let is_sign = matches!(character, '[' | ']' | '(' | ')' | '{' | '}' | ',' | '/');
        if is_sign || character.is_whitespace() {
            if let Some((start, place)) = word.take() {
                tokens.push(Token { text: &content[start..at], place, block });
            }
            if is_sign {
                tokens.push(Token { text: &content[at..at + 1], place, block });
            }
        } else if character.is_control() {
            return Err(ParseError::at(place, ParseErrorKind::Binary { found: character }));
        } else {
            word = word.or(Some((at, place)));
        }
    }
    if let Some((start, place)) = word {
        tokens.push(Token { text: &content[start..], place, block });
    }
    Ok(())
}
