//! Words of the user in messages: whatever they hold, they stay short and harmless to a terminal.

use clap::error::{ContextKind, ContextValue};
use std::fmt::Write;
use std::str::FromStr;

/// An argument is recognised by less.
const LONGEST: usize = 50;
/// The name of a file that exists leads to it, so more of it is shown.
const LONGEST_NAME: usize = 100;

/// An argument, for a message.
pub(crate) fn argument(text: &str) -> String {
    cut(text, LONGEST)
}

/// The name of a file that exists, for a message.
pub(crate) fn file_name(text: &str) -> String {
    cut(text, LONGEST_NAME)
}

/// The last lines of what a program complained about, below a message.
pub(crate) fn last_lines(complaints: &str) -> String {
    const MOST: usize = 5;
    let lines: Vec<&str> = complaints.lines().filter(|line| !line.trim().is_empty()).collect();
    let shown = &lines[lines.len().saturating_sub(MOST)..];
    shown.iter().map(|line| format!("\n  | {}", file_name(line))).collect()
}

/// Keeps the beginning and the end, where names differ, and escapes what a terminal would obey.
fn cut(text: &str, longest: usize) -> String {
    let length = text.chars().count();
    let (head, tail) = if length > longest { (longest / 2, longest / 2) } else { (length, 0) };
    let mut shown = String::new();
    let mut push = |c: char| {
        if is_obeyed(c) {
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

/// Control characters, and those that change the direction of the text after them.
fn is_obeyed(c: char) -> bool {
    c.is_control() || matches!(c, '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Reads the value of an option whose error repeats it.
///
/// # Errors
/// If it cannot be read; the error repeats no more than [`argument`] would.
pub(crate) fn value<T: FromStr<Err: ToString>>(text: &str) -> Result<T, String> {
    text.parse().map_err(|error: T::Err| {
        let shown = argument(text);
        // What is wrong with a text is wrong with its short form, too.
        let error = if shown == text { Some(error) } else { shown.parse::<T>().err() };
        error.map_or_else(|| "this cannot be read".to_owned(), |error| error.to_string())
    })
}

/// What clap repeats.
pub(crate) fn shorten(error: &mut clap::Error) {
    let said: Vec<(ContextKind, String)> = error
        .context()
        .filter_map(|(kind, value)| match value {
            ContextValue::String(text) if argument(text) != *text => Some((kind, argument(text))),
            _ => None,
        })
        .collect();
    if said.is_empty() {
        return;
    }
    for (kind, text) in said {
        error.insert(kind, ContextValue::String(text));
    }
    // Its advice repeats them once more.
    error.remove(ContextKind::Suggested);
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
            let error = value::<taquin::Size>(&text).expect_err("this is no size");
            assert!(error.len() < 200 && !error.contains('\u{1b}'), "{error}");
        }
    }
}
