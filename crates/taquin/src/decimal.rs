//! Exact decimal numbers with up to three decimals.

use std::fmt;

/// A non-negative decimal number below one million, stored in thousandths so that it is exact.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Decimal {
    thousandths: u32,
}

impl Decimal {
    /// The number of thousandths in 1.
    pub(crate) const ONE: u32 = 1000;

    /// Returns the number with this many thousandths.
    pub(crate) const fn from_thousandths(thousandths: u32) -> Decimal {
        Decimal { thousandths }
    }

    /// Returns the number of thousandths.
    pub(crate) const fn thousandths(self) -> u32 {
        self.thousandths
    }

    /// Reads up to six digits, optionally followed by a point and one to three decimals; `None` for anything else,
    /// signs, exponents and white space included.
    pub(crate) fn parse(text: &str) -> Option<Decimal> {
        let (whole, decimals) = text.split_once('.').unwrap_or((text, "0"));
        let are_digits = |part: &str, most: usize| {
            (1..=most).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit())
        };
        if !are_digits(whole, 6) || !are_digits(decimals, 3) {
            return None;
        }
        format!("{whole}{decimals:0<3}").parse().ok().map(Decimal::from_thousandths)
    }
}

/// Writes the number without trailing zeros: `2.5`, `5`.
impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, decimals) = (self.thousandths / Decimal::ONE, self.thousandths % Decimal::ONE);
        if decimals == 0 {
            return write!(f, "{whole}");
        }
        write!(f, "{whole}.{}", format!("{decimals:03}").trim_end_matches('0'))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_exact_and_written_as_they_are_read() {
        for (text, thousandths, written) in [
            ("0", 0, "0"),
            ("5", 5000, "5"),
            ("2.5", 2500, "2.5"),
            ("0.001", 1, "0.001"),
            ("0.010", 10, "0.01"),
            ("007.50", 7500, "7.5"),
            ("999999.999", 999_999_999, "999999.999"),
        ] {
            let number = Decimal::parse(text).expect(text);
            assert_eq!((number.thousandths(), number.to_string().as_str()), (thousandths, written), "{text}");
            assert_eq!(Decimal::parse(written), Some(number));
        }
    }

    #[test]
    fn everything_else_is_refused() {
        for text in
            ["", ".", "1.", ".5", "-1", "+1", "1e3", "0.0001", "1000000", " 1", "1 ", "1,5", "1.5.1", "٣"]
        {
            assert_eq!(Decimal::parse(text), None, "{text:?}");
        }
    }
}
