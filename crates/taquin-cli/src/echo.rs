//! Quotes user input in messages: shortened, and without characters that control the terminal.

use std::fmt::Write;
use std::str::FromStr;

/// Maximum length of a quoted argument.
const LONGEST: usize = 50;
/// Maximum length of a quoted file name, which should be findable.
const LONGEST_NAME: usize = 100;

/// Formats an argument for a message.
pub(crate) fn argument(text: &str) -> String {
    cut(text, LONGEST)
}

/// Formats the name of an existing file for a message.
pub(crate) fn file_name(text: &str) -> String {
    cut(text, LONGEST_NAME)
}

/// Formats a whole text without characters that control the terminal.
pub(crate) fn whole(text: &str) -> String {
    cut(text, usize::MAX)
}

/// Formats the last lines of a program's standard error, to follow a message.
pub(crate) fn last_lines(complaints: &str) -> String {
    const MOST: usize = 5;
    let lines: Vec<&str> = complaints.lines().filter(|line| !line.trim().is_empty()).collect();
    let shown = &lines[lines.len().saturating_sub(MOST)..];
    shown.iter().map(|line| format!("\n  | {}", file_name(line))).collect()
}

/// Keeps the beginning and the end, where names differ, and escapes control characters.
fn cut(text: &str, longest: usize) -> String {
    let length = text.chars().count();
    let (head, tail) = if length > longest { (longest / 2, longest / 2) } else { (length, 0) };
    let mut shown = String::new();
    let mut push = |c: char| {
        if is_control(c) {
            let _ = write!(shown, "{}", c.escape_default());
        } else {
            shown.push(c);
        }
    };
    text.chars().take(head).for_each(&mut push);
    if length > longest {
        push('…');
    }
    text.chars().skip(length - tail).for_each(&mut push);
    shown
}

/// Returns whether a terminal would interpret the character: control characters and text direction marks.
fn is_control(c: char) -> bool {
    c.is_control() || matches!(c, '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Parses the value of an option whose error message quotes it.
///
/// # Errors
/// If it cannot be parsed; the message quotes the value as [`argument`] does.
pub(crate) fn value<T: FromStr<Err: ToString>>(text: &str) -> Result<T, String> {
    text.parse().map_err(|error: T::Err| {
        let shown = argument(text);
        // The shortened text has the same error.
        let error = if shown == text { Some(error) } else { shown.parse::<T>().err() };
        error.map_or_else(|| "invalid value".to_owned(), |error| error.to_string())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_and_harmless() {
        assert_eq!(argument("boards\\été \"1\".txt"), "boards\\été \"1\".txt");
        assert_eq!(argument("a\u{1b}[31mb\u{7}\n\u{202e}"), "a\\u{1b}[31mb\\u{7}\\n\\u{202e}");
        let long = format!("{}{}", "a".repeat(60_000), "ü".repeat(60_000));
        assert_eq!(argument(&long), format!("{}…{}", "a".repeat(25), "ü".repeat(25)));
        assert_eq!(file_name(&long).chars().count(), 101);
        assert_eq!(argument(""), "");
    }

    #[test]
    fn values() {
        assert_eq!(value::<taquin::Size>("3x4").map(|size| size.to_string()), Ok("3x4".to_owned()));
        for text in ["x".repeat(1000), "3\u{1b}".to_owned()] {
            let error = value::<taquin::Size>(&text).expect_err("not a size");
            assert!(error.len() < 200 && !error.contains('\u{1b}'), "{error}");
        }
    }
}
