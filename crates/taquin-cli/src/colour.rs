//! Colours: `--color`, `NO_COLOR`, and what the terminal supports.

use crate::destination;
use clap::ValueEnum;
use std::ffi::OsString;
use std::io;

/// When to use colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub(crate) enum When {
    /// On a terminal, unless NO_COLOR is set
    #[default]
    Auto,
    /// Always, also to a file or a pipe
    Always,
    /// Never
    Never,
}

/// Finds `--color` before the arguments are parsed, because errors and help have colours, too.
pub(crate) fn asked(args: impl IntoIterator<Item = OsString>) -> Option<When> {
    let mut args = args.into_iter().map_while(|arg| arg.into_string().ok()).take_while(|arg| arg != "--");
    let mut found = None;
    while let Some(arg) = args.next() {
        let value = match arg.strip_prefix("--color") {
            Some("") => args.next(),
            Some(rest) => rest.strip_prefix('=').map(str::to_owned),
            None => None,
        };
        found = value.and_then(|value| When::from_str(&value, true).ok()).or(found);
    }
    found
}

/// Applies `--color` to everything that is printed from now on.
pub(crate) fn set(when: When) {
    let choice = match when {
        When::Auto => anstream::ColorChoice::Auto,
        When::Always => anstream::ColorChoice::Always,
        When::Never => anstream::ColorChoice::Never,
    };
    choice.write_global();
    if when == When::Always {
        // It would obey NO_COLOR otherwise.
        ratatui::crossterm::style::force_color_output(true);
    }
}

/// Returns whether answers have colours.
pub(crate) fn is_on() -> bool {
    match anstream::ColorChoice::global() {
        anstream::ColorChoice::Always | anstream::ColorChoice::AlwaysAnsi => true,
        anstream::ColorChoice::Never => false,
        anstream::ColorChoice::Auto => {
            destination::is_terminal()
                && anstream::AutoStream::choice(&io::stdout()) != anstream::ColorChoice::Never
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn found_in_the_arguments() {
        let of = |line: &str| asked(line.split(' ').map(OsString::from));
        assert_eq!(of("taquin solve --color never -"), Some(When::Never));
        assert_eq!(of("taquin --color=ALWAYS --color=auto solve"), Some(When::Auto));
        for none in [
            "taquin solve",
            "taquin --color",
            "taquin --color blue",
            "taquin --colors=never",
            "x -- --color=never",
        ] {
            assert_eq!(of(none), None, "{none}");
        }
    }
}
