//! The accepted gap between a solution and the lower bound.

use crate::decimal::Decimal;
use std::fmt;
use std::str::FromStr;

/// How far above the lower bound a solution may be, in percent with up to three decimals, stored exactly.
///
/// ```
/// use taquin::Gap;
/// let gap: Gap = "2.5%".parse()?;
/// assert!(gap.allows(205, 200) && !gap.allows(206, 200));
/// assert_eq!((gap.to_string().as_str(), "5".parse::<Gap>()?.to_string().as_str()), ("2.5 %", "5 %"));
/// # Ok::<(), taquin::GapError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Gap {
    percent: Decimal,
}

impl Gap {
    /// Accepts only optimal solutions.
    pub const ZERO: Gap = Gap { percent: Decimal::from_thousandths(0) };

    /// Returns whether a solution of this length is within the gap above a lower bound.
    pub fn allows(self, length: usize, lower_bound: u32) -> bool {
        let (length, lower_bound) = (length as u128, u128::from(lower_bound));
        length * 100_000 <= lower_bound * (100_000 + u128::from(self.percent.thousandths()))
    }

    /// Returns the gap as a fraction of the lower bound.
    pub fn fraction(self) -> f64 {
        f64::from(self.percent.thousandths()) / 100_000.0
    }

    /// Returns how far a length is above a lower bound, as a fraction of the bound; infinite above a bound of 0.
    pub fn of(length: usize, lower_bound: u32) -> f64 {
        match (length as f64, f64::from(lower_bound)) {
            (length, bound) if length <= bound => 0.0,
            (length, bound) => (length - bound) / bound,
        }
    }
}

impl fmt::Display for Gap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} %", self.percent)
    }
}

impl FromStr for Gap {
    type Err = GapError;

    fn from_str(text: &str) -> Result<Gap, GapError> {
        let number = text.trim();
        let number = number.strip_suffix('%').unwrap_or(number).trim_end();
        let percent = Decimal::parse(number).ok_or_else(|| GapError(text.to_owned()))?;
        Ok(Gap { percent })
    }
}

/// A text that is not a [`Gap`]; carries the text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GapError(pub String);

impl fmt::Display for GapError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} is not a gap: write percent with up to three decimals, as in 5, 5% or 2.5", self.0)
    }
}

impl std::error::Error for GapError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_read_is_exact() {
        let gap = |text: &str| text.parse::<Gap>();
        for (text, thousandths) in
            [("0", 0), ("5", 5000), ("5%", 5000), (" 2.5 % ", 2500), ("0.001", 1), ("999999", 999_999_000)]
        {
            assert_eq!(gap(text), Ok(Gap { percent: Decimal::from_thousandths(thousandths) }), "{text}");
        }
        for wrong in ["", "%", "-1", "5%%", "1.", ".5", "0.0001", "1e3", "1000000", "five", "5 5"] {
            assert_eq!(gap(wrong), Err(GapError(wrong.to_owned())));
        }
    }

    #[test]
    fn what_is_allowed() {
        assert!(Gap::ZERO.allows(0, 0) && Gap::ZERO.allows(7, 7) && !Gap::ZERO.allows(8, 7));
        let all = Gap { percent: Decimal::from_thousandths(999_999_999) };
        assert!(!all.allows(1, 0) && all.allows(40_000_000, 4000) && !all.allows(usize::MAX, u32::MAX));
        assert_eq!((Gap::of(3, 2), Gap::of(2, 2), Gap::of(0, 0)), (0.5, 0.0, 0.0));
        assert!(Gap::of(1, 0).is_infinite());
    }
}
