//! Numbers, durations and amounts of memory: parsing what people write, and formatting for people.

use std::num::NonZero;
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::time::Duration;
use taquin::display::{Bytes, Counted, amount};

const TIMES: [(&str, f64); 6] =
    [("", 1.0), ("ms", 0.001), ("s", 1.0), ("m", 60.0), ("min", 60.0), ("h", 3600.0)];

/// Parses a whole number.
///
/// # Errors
/// If the text is not a whole number, or too large for the type.
pub(crate) fn whole<T: FromStr>(text: &str) -> Result<T, &'static str> {
    let text = text.trim();
    let is_whole = |digits: &str| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    if text.strip_prefix('-').is_some_and(is_whole) {
        return Err("expected a whole number that is not negative, as in 1000");
    }
    if !is_whole(text) {
        return Err("expected a whole number, as in 1000");
    }
    text.parse().map_err(|_| "number too large")
}

/// Parses a positive whole number, as a type that has no zero.
///
/// # Errors
/// If the text is not a positive whole number, or too large for the type.
pub(crate) fn at_least_one<T: FromStr>(text: &str) -> Result<T, &'static str> {
    if whole::<u64>(text) == Ok(0) { Err("expected a whole number of at least 1") } else { whole(text) }
}

/// Parses `20..30`, both ends included, or `20` alone.
///
/// # Errors
/// If the text is neither, or the first number is larger than the last.
pub(crate) fn range(text: &str) -> Result<RangeInclusive<u32>, &'static str> {
    let (first, last) = text.split_once("..").unwrap_or((text, text));
    if first.trim().is_empty() || last.trim().is_empty() {
        return Err("expected a whole number or a range, as in 20 or 20..30");
    }
    match (whole(first)?, whole(last)?) {
        (first, last) if first > last => Err("expected the smaller number first, as in 20..30"),
        (first, last) => Ok(first..=last),
    }
}

/// Formats a range as it is parsed: `20..30` or `20`.
pub(crate) fn written_range(range: &RangeInclusive<u32>) -> String {
    let (first, last) = (range.start(), range.end());
    if first == last { first.to_string() } else { format!("{first}..{last}") }
}

/// Parses the number of the first row and column.
///
/// # Errors
/// If it is not 0 or 1.
pub(crate) fn origin(text: &str) -> Result<u8, &'static str> {
    match whole(text) {
        Ok(number @ (0 | 1)) => Ok(number),
        _ => Err("expected 0 or 1"),
    }
}

/// Parses a number of threads.
///
/// # Errors
/// If it is not 1 to 1024.
pub(crate) fn threads(text: &str) -> Result<NonZero<usize>, &'static str> {
    let number = whole::<usize>(text).ok().filter(|number| *number <= 1024).and_then(NonZero::new);
    number.ok_or("expected a number of threads from 1 to 1024")
}

/// Parses a beam width.
///
/// # Errors
/// If it is not a positive number.
pub(crate) fn width(text: &str) -> Result<NonZero<usize>, &'static str> {
    whole::<usize>(text).and_then(|number| NonZero::new(number).ok_or("expected a beam width of at least 1"))
}

/// Parses `10s`, `500ms`, `2m`, `1.5h`; a bare number is seconds.
///
/// # Errors
/// If the text is not a duration.
pub(crate) fn duration(text: &str) -> Result<Duration, String> {
    let seconds = amount(text, &TIMES).ok_or("expected a number and a unit, as in 500ms, 10s, 2m or 1h")?;
    Duration::try_from_secs_f64(seconds).map_err(|_| "duration too long".to_owned())
}

/// Parses `500M`, `2GiB`, `64kB`; a bare number is bytes.
///
/// # Errors
/// If the text is not an amount of memory.
pub(crate) fn bytes(text: &str) -> Result<u64, String> {
    text.parse::<Bytes>().map(|Bytes(bytes)| bytes).map_err(|error| error.to_string())
}

/// Formats a number with its noun: `1 move`, `12,345 moves`.
pub(crate) fn counted(number: u64, noun: &str) -> String {
    Counted(number, noun).to_string()
}

/// Formats a time with three digits: `830 ns`, `12.3 ms`, `1.50 s`; a dash if it is not finite.
pub(crate) fn time(seconds: f64) -> String {
    scaled(seconds, &[(1e-9, "ns"), (1e-6, "µs"), (1e-3, "ms"), (1.0, "s")], " ")
}

/// Formats a large number with three digits: `950`, `12.3k`, `1.50M`.
pub(crate) fn large(number: f64) -> String {
    scaled(number, &[(1.0, ""), (1e3, "k"), (1e6, "M"), (1e9, "G")], "")
}

/// Formats a ratio with three digits: `1.00`, `0.0123`, `451`.
pub(crate) fn ratio(number: f64) -> String {
    if number.is_finite() && number > 0.0 { digits(number) } else { "–".to_owned() }
}

fn scaled(value: f64, units: &[(f64, &str)], gap: &str) -> String {
    if !value.is_finite() {
        return "–".to_owned();
    }
    // A value that would round to 1000 takes the next unit.
    let fits = |unit: &&(f64, &str)| value / unit.0 < 999.5;
    let (factor, name) = units.iter().find(fits).or(units.last()).copied().unwrap_or((1.0, ""));
    format!("{}{gap}{name}", digits(value / factor))
}

/// Formats three significant digits, or all digits before the decimal point.
fn digits(value: f64) -> String {
    // Rounding can add a digit (9.999 becomes 10.0), so take the exponent of the rounded number.
    let rounded = format!("{value:.2e}");
    let exponent = rounded.split_once('e').and_then(|(_, exponent)| exponent.parse::<i32>().ok());
    format!("{value:.*}", (2 - exponent.unwrap_or(0)).clamp(0, 9) as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges() {
        assert_eq!(range("20..30"), Ok(20..=30));
        assert_eq!(range(" 5 .. 5 "), Ok(5..=5));
        assert_eq!(range("7"), Ok(7..=7));
        for wrong in
            ["", "..", "3..", "..3", "3..2", "-1..2", "1..-2", "1...2", "1..=2", "a..b", "1..99999999999"]
        {
            assert!(range(wrong).is_err(), "{wrong}");
        }
        for text in ["20..30", "7"] {
            assert_eq!(written_range(&range(text).unwrap()), text);
        }
    }

    #[test]
    fn whole_numbers() {
        assert_eq!((whole::<u64>("0"), whole::<u64>(" 1000 ")), (Ok(0), Ok(1000)));
        assert_eq!(whole::<u64>("18446744073709551615"), Ok(u64::MAX));
        for (text, complaint) in [
            ("", "whole number"),
            ("1e3", "whole number"),
            ("1.5", "whole number"),
            ("abc", "whole number"),
            ("--", "whole number"),
            ("-1", "negative"),
            ("70000", "too large"),
            ("99999999999999999999", "too large"),
        ] {
            let error = whole::<u16>(text).expect_err(text);
            assert!(error.contains(complaint), "{text}: {error}");
        }
        assert_eq!((origin("0"), origin("1")), (Ok(0), Ok(1)));
        assert!(origin("2").is_err() && origin("-1").is_err());
        assert_eq!(
            (threads("1"), threads("1024")),
            (Ok(NonZero::<usize>::MIN), Ok(NonZero::new(1024).unwrap()))
        );
        assert!(["0", "1025", "-1", "all", ""].iter().all(|text| threads(text).is_err()));
    }

    #[test]
    fn times() {
        for (text, milliseconds) in [
            ("10s", 10_000),
            ("500ms", 500),
            ("2m", 120_000),
            ("1.5h", 5_400_000),
            ("0", 0),
            ("3", 3000),
            ("1 min", 60_000),
        ] {
            assert_eq!(duration(text), Ok(Duration::from_millis(milliseconds)), "{text}");
        }
        for text in ["", "s", "ten", "-1s", "1d", "1..5s", "1e400s", "99999999999999999999h"] {
            assert!(duration(text).is_err(), "{text}");
        }
    }

    #[test]
    fn amounts_of_memory() {
        for (text, wanted) in [
            ("1024", 1024),
            ("2GiB", 2 << 30),
            ("500M", 500 << 20),
            ("64kB", 64_000),
            ("1.5k", 1536),
            ("1 gb", 1_000_000_000),
            ("99999999999999999999999T", u64::MAX),
        ] {
            assert_eq!(bytes(text), Ok(wanted), "{text}");
        }
        for text in ["", "G", "-1", "2 apples", "0x10"] {
            assert!(bytes(text).is_err(), "{text}");
        }
    }

    #[test]
    fn for_people() {
        assert_eq!(counted(12_345, "board"), "12,345 boards");
        assert_eq!((counted(1, "move"), counted(0, "move")), ("1 move".to_owned(), "0 moves".to_owned()));
    }

    #[test]
    fn three_digits() {
        for (seconds, text) in [
            (8.3e-7, "830 ns"),
            (1.234e-9, "1.23 ns"),
            (9.999e-4, "1.00 ms"),
            (9.996e-3, "10.0 ms"),
            (0.01234, "12.3 ms"),
            (1.5, "1.50 s"),
            (12_345.0, "12345 s"),
            (0.0, "0.00 ns"),
            (f64::NAN, "–"),
        ] {
            assert_eq!(time(seconds), text);
        }
        assert_eq!(
            (large(950.0), large(12_345.0), large(2e12)),
            ("950".into(), "12.3k".into(), "2000G".into())
        );
        assert_eq!(
            (ratio(1.0), ratio(0.012_34), ratio(451.2)),
            ("1.00".into(), "0.0123".into(), "451".into())
        );
    }
}
