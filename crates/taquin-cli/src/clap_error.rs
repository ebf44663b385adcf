//! Errors of the command line in the words of this program: `taquin: --sizes: unknown option`, and a hint.

use crate::complaint::Complaint;
use crate::echo;
use crate::exit::{Exit, Failure};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use std::error::Error;

/// Prints help and version on standard output; everything else is a failure.
///
/// # Errors
/// If the arguments are wrong, or the help cannot be written.
pub(crate) fn report(error: &clap::Error) -> Result<Exit, Failure> {
    match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
            error.print().map_err(Failure::Output)?;
            Ok(Exit::Success)
        }
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            // The exit code matters even if standard error is closed.
            let _ = error.print();
            Ok(Exit::BadInput)
        }
        _ => Err(failure(error)),
    }
}

fn failure(error: &clap::Error) -> Failure {
    let context = Context { error };
    let place = context.place();
    let value = context.text(ContextKind::InvalidValue).unwrap_or_default();
    let (what, hint) = match error.kind() {
        ErrorKind::UnknownArgument if is_number(&place) => {
            // The shell split an unquoted board into several arguments.
            (
                "unexpected argument".to_owned(),
                Some("quote a board that contains spaces, as in '1 2/3 0'".to_owned()),
            )
        }
        ErrorKind::UnknownArgument if place == "--board" => (
            "unknown option".to_owned(),
            Some("give the board without an option, as in '1 2 3/4 0 5/7 8 6'".to_owned()),
        ),
        ErrorKind::UnknownArgument if place.starts_with('-') => {
            ("unknown option".to_owned(), context.suggestion(ContextKind::SuggestedArg))
        }
        ErrorKind::UnknownArgument => {
            ("unexpected argument".to_owned(), context.suggestion(ContextKind::SuggestedArg))
        }
        ErrorKind::InvalidSubcommand => {
            ("unknown command".to_owned(), context.suggestion(ContextKind::SuggestedSubcommand))
        }
        ErrorKind::InvalidValue if value.is_empty() => ("missing value".to_owned(), context.valid_values()),
        ErrorKind::InvalidValue => (
            format!("unknown value {value:?}"),
            context.suggestion(ContextKind::SuggestedValue).or_else(|| context.valid_values()),
        ),
        ErrorKind::ValueValidation => {
            let source = error.source();
            let hint = source.and_then(|source| source.downcast_ref::<Complaint>()).and_then(Complaint::hint);
            let what = source.map_or_else(|| "invalid value".to_owned(), ToString::to_string);
            let quoted = format!("{value:?}");
            let what = if what.contains(&quoted) { what } else { format!("{quoted}: {what}") };
            (what, hint.map(str::to_owned))
        }
        ErrorKind::MissingRequiredArgument => {
            return Failure::input(format_args!("missing {place}")).maybe_hint(context.usage());
        }
        ErrorKind::MissingSubcommand => ("missing command".to_owned(), None),
        ErrorKind::ArgumentConflict => match context.text(ContextKind::PriorArg) {
            Some(prior) if prior == place => ("given twice".to_owned(), None),
            Some(prior) => (format!("cannot be used with {prior}"), None),
            None => ("cannot be used with the other arguments".to_owned(), None),
        },
        ErrorKind::InvalidUtf8 => ("not UTF-8 text".to_owned(), None),
        ErrorKind::NoEquals | ErrorKind::TooFewValues | ErrorKind::WrongNumberOfValues => {
            ("missing value".to_owned(), None)
        }
        ErrorKind::TooManyValues => (format!("unexpected value {value:?}"), None),
        // What clap may add in the future; its first line says what is wrong.
        _ => {
            let text = error.to_string();
            let line = text.lines().next().unwrap_or_default();
            (line.trim_start_matches("error: ").to_owned(), None)
        }
    };
    let failure = if place.is_empty() { Failure::input(what) } else { Failure::input(what).within(place) };
    failure.maybe_hint(hint.or_else(|| context.usage()))
}

/// The context that clap attaches to an error.
struct Context<'a> {
    error: &'a clap::Error,
}

impl Context<'_> {
    /// Returns the texts of one kind, shortened and without control characters.
    fn texts(&self, kind: ContextKind) -> Vec<String> {
        match self.error.get(kind) {
            Some(ContextValue::String(text)) => vec![echo::argument(text)],
            Some(ContextValue::Strings(texts)) => texts.iter().map(|text| echo::argument(text)).collect(),
            _ => Vec::new(),
        }
    }

    fn text(&self, kind: ContextKind) -> Option<String> {
        let texts = self.texts(kind);
        (!texts.is_empty()).then(|| texts.iter().map(|text| bare(text)).collect::<Vec<_>>().join(", "))
    }

    /// Returns the option, argument or command at fault.
    fn place(&self) -> String {
        let place = self.text(ContextKind::InvalidArg).or_else(|| self.text(ContextKind::InvalidSubcommand));
        place.unwrap_or_default()
    }

    /// Formats what the user may have meant; none if the input is too long to be a typo.
    fn suggestion(&self, kind: ContextKind) -> Option<String> {
        let names = self.texts(kind);
        (!names.is_empty()).then(|| format!("did you mean {}?", names.join(" or ")))
    }

    fn valid_values(&self) -> Option<String> {
        let names = self.texts(ContextKind::ValidValue);
        (!names.is_empty()).then(|| format!("use {}", names.join(", ")))
    }

    /// Returns how the command is called, on one line.
    fn usage(&self) -> Option<String> {
        let usage = match self.error.get(ContextKind::Usage) {
            Some(ContextValue::StyledStr(usage)) => usage.to_string(),
            _ => return None,
        };
        let words: Vec<&str> = usage.lines().next()?.split_whitespace().skip(1).collect();
        let command: Vec<&str> =
            words.iter().copied().take_while(|word| word.starts_with(char::is_lowercase)).collect();
        let usage: Vec<String> = words.iter().map(|word| bare(word)).collect();
        Some(format!("usage: {}; see `{} --help`", usage.join(" "), command.join(" ")))
    }
}

/// Removes the value from an option and the angle brackets from an argument: `--size <ROWSxCOLS>` becomes `--size`,
/// `<BOARD>...` becomes `BOARD...`, and `<BOARD|--depth <D>>` becomes `BOARD or --depth`.
fn bare(text: &str) -> String {
    if let Some((first, second)) = text.split_once("|--") {
        return format!("{} or {}", bare(first), bare(&format!("--{second}")));
    }
    match text.split_once([' ', '=']) {
        Some((option, _)) if option.starts_with('-') => option.trim_end_matches('[').to_owned(),
        _ => text.replace(['<', '>'], ""),
    }
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}
