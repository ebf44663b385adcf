//! Numbers and system errors formatted for people.
//!
//! ```
//! use taquin::display::{Bytes, Counted, Grouped};
//! assert_eq!(Grouped(1_234_567).to_string(), "1,234,567");
//! assert_eq!(Counted(1, "node").to_string(), "1 node");
//! assert_eq!(Bytes(3 << 29).to_string(), "1.5 GiB");
//! ```

use std::str::FromStr;
use std::{fmt, io};

/// A number with commas between groups of three digits: `1,234,567`.
///
/// Width and alignment apply to the whole number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Grouped(pub u64);

impl fmt::Display for Grouped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = self.0.to_string();
        let mut text = String::with_capacity(digits.len() + digits.len() / 3);
        for (index, digit) in digits.chars().enumerate() {
            if index > 0 && (digits.len() - index).is_multiple_of(3) {
                text.push(',');
            }
            text.push(digit);
        }
        f.pad(&text)
    }
}

/// A number with its noun, in the singular or plural: `1 node`, `12,345 nodes`.
///
/// The noun is given in the singular, and its plural ends in `s`; see [`Metric::counted`](crate::Metric::counted) for moves
/// and pushes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Counted<'a>(pub u64, pub &'a str);

impl fmt::Display for Counted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Counted(number, noun) = self;
        f.pad(&format!("{} {noun}{}", Grouped(*number), if *number == 1 { "" } else { "s" }))
    }
}

/// A number of bytes in binary units with one decimal: `512 bytes`, `1.5 KiB`, `64.0 MiB`, `2.3 GiB`.
///
/// Every size in this project is printed in these units. Memory limits are read in them, too: `500M` is 500 MiB.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Bytes(pub u64);

impl fmt::Display for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const UNITS: [&str; 6] = ["KiB", "MiB", "GiB", "TiB", "PiB", "EiB"];
        let bytes = self.0;
        if bytes < 1024 {
            return fmt::Display::fmt(&Counted(bytes, "byte"), f);
        }
        let mut amount = bytes as f64 / 1024.0;
        let mut unit = 0;
        // 1023.95 and more would be rounded to 1024.0 of the smaller unit.
        while amount >= 1023.95 && unit + 1 < UNITS.len() {
            amount /= 1024.0;
            unit += 1;
        }
        f.pad(&format!("{amount:.1} {}", UNITS[unit]))
    }
}

/// The units in which a number of bytes is read, in lower case. Without `b` they are binary, too.
const READ_UNITS: [(&str, f64); 15] = [
    ("", 1.0),
    ("b", 1.0),
    ("k", 1024.0),
    ("kib", 1024.0),
    ("kb", 1e3),
    ("m", 1_048_576.0),
    ("mib", 1_048_576.0),
    ("mb", 1e6),
    ("g", 1_073_741_824.0),
    ("gib", 1_073_741_824.0),
    ("gb", 1e9),
    ("t", 1_099_511_627_776.0),
    ("tib", 1_099_511_627_776.0),
    ("tb", 1e12),
    ("bytes", 1.0),
];

/// Reads `500M`, `2 GiB`, `64kB`; a bare number is bytes.
impl FromStr for Bytes {
    type Err = BytesError;

    fn from_str(text: &str) -> Result<Bytes, BytesError> {
        // The cast saturates at the largest number, which is as good as no limit.
        amount(text, &READ_UNITS).map(|bytes| Bytes(bytes as u64)).ok_or(BytesError)
    }
}

/// Returns a number times its unit: `1.5 h`. Units are compared in lower case; the empty one stands for a bare number.
pub fn amount(text: &str, units: &[(&str, f64)]) -> Option<f64> {
    let text = text.trim();
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let (number, unit) = text.split_at(end);
    let unit = unit.trim().to_ascii_lowercase();
    let factor = units.iter().find(|(name, _)| *name == unit)?.1;
    Some(number.parse::<f64>().ok()? * factor)
}

/// The error of a text that is not a number of bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BytesError;

impl fmt::Display for BytesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected a number and a unit, as in 500M, 2GiB or 64kB")
    }
}

impl std::error::Error for BytesError {}

/// An error of the operating system in words: `permission denied`, without the number of the error.
#[derive(Debug)]
pub struct SystemError<'e>(pub &'e io::Error);

impl fmt::Display for SystemError<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = self.0.to_string();
        let words = text.split_once(" (os error ").map_or(text.as_str(), |(words, _)| words);
        let mut characters = words.chars();
        match characters.next() {
            // An acronym stays as it is.
            Some(first) if characters.clone().next().is_some_and(char::is_lowercase) => {
                write!(f, "{}{}", first.to_lowercase(), characters.as_str())
            }
            _ => f.write_str(words),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn system_errors_have_no_numbers() {
        let missing = io::Error::from_raw_os_error(2);
        assert!(missing.to_string().contains("(os error 2)"));
        let words = SystemError(&missing).to_string();
        assert!(!words.contains("os error") && words.starts_with(char::is_lowercase), "{words}");
        assert_eq!(SystemError(&io::Error::other("EOF in the header")).to_string(), "EOF in the header");
    }

    #[test]
    fn digits_in_groups() {
        for (number, text) in [
            (0, "0"),
            (999, "999"),
            (1000, "1,000"),
            (12_732_734, "12,732,734"),
            (u64::MAX, "18,446,744,073,709,551,615"),
        ] {
            assert_eq!(Grouped(number).to_string(), text);
        }
        assert_eq!(format!("{:>7}|{:<7}|", Grouped(1000), Grouped(1)), "  1,000|1      |");
    }

    #[test]
    fn bytes_in_binary_units() {
        for (bytes, text) in [
            (0, "0 bytes"),
            (1, "1 byte"),
            (1023, "1,023 bytes"),
            (1024, "1.0 KiB"),
            (1536, "1.5 KiB"),
            ((1 << 20) - 1, "1.0 MiB"),
            (3 << 29, "1.5 GiB"),
            (u64::MAX, "16.0 EiB"),
        ] {
            assert_eq!(Bytes(bytes).to_string(), text);
        }
    }
}
