//! Text as it comes from documents, slides and source code, made plain.
//!
//! Invariant: every character is replaced by exactly one character, so lines and columns do not change. A character that
//! is replaced was an error in every notation that is read from tokens; JSON and PDDL are read from the original text.

use std::borrow::Cow;

/// Returns the text with ASCII digits and signs, `_` for drawn blanks, and spaces for quotation marks, for signs around
/// formulas and code, and for backslashes that protect a sign in Markdown.
pub(super) fn text(text: &str) -> Cow<'_, str> {
    if text.chars().all(|character| plain(character) == character && character != '\\') {
        return text.into();
    }
    let mut characters = text.chars().peekable();
    let mut normal = String::with_capacity(text.len());
    while let Some(character) = characters.next() {
        let escapes = character == '\\' && characters.peek().is_some_and(char::is_ascii_punctuation);
        normal.push(if escapes { ' ' } else { plain(character) });
    }
    normal.into()
}

fn plain(character: char) -> char {
    match character {
        // The full-width forms are the ASCII characters in the same order.
        '！'..='～' => char::from_u32(u32::from(character) - 0xFEE0).unwrap_or(character),
        '□' | '■' | '▢' | '◻' | '◼' | '▪' | '▫' | '⬜' | '⬛' | '☐' => '_',
        '\'' | '"' | '`' | '$' | '‘' | '’' | '“' | '”' | '\u{200b}' | '\u{feff}' => ' ',
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_keep_their_places() {
        assert_eq!(text("1 2/3 0"), "1 2/3 0");
        assert!(matches!(text("1\u{a0}2"), Cow::Borrowed(_)), "a space of any kind is a space");
        assert_eq!(text("１２，□"), "12,_");
        assert_eq!(text("\\[1, 2\\] `$[0]$`"), " [1, 2 ]   [0]  ");
        assert_eq!(text("a\\b"), "a\\b");
    }
}
