//! Rotations: one element of an arrangement moves to another place, and those in between shift by one.
//!
//! In the factorial number system of [`Arrangements`], exchanging two neighbours changes only their two digits. So a
//! rotation of a short range changes a few consecutive digits, and the difference of the ranks depends on these digits
//! alone.

use super::arrangement::{Arrangement, Arrangements, LOW_LENGTH, radices};

/// Two places in one index.
const PLACE_BITS: usize = 4;
const PAIRS: usize = 1 << (2 * PLACE_BITS);

/// The weight of the first digit of a full low part.
const TOP_LOW_WEIGHT: u16 = 5040;

/// The radix of the last digit of the high part, one more than that of the first digit of the low part.
const LAST_HIGH_RADIX: u16 = LOW_LENGTH as u16 + 1;

/// All rotations in which an element passes at most a given number of others.
///
/// The tables take a few kilobytes in total and stay in the first-level cache; tables indexed by rank would not.
///
/// ```
/// use taquin::internals::rank::{Arrangements, Rotations};
/// let rows = Arrangements::new(3);
/// let rotations = Rotations::new(rows, 2);
/// // The first element moves to the end.
/// assert_eq!(rotations.apply(0, 2, rows.rank(&[2, 0, 1])), rows.rank(&[0, 1, 2]));
/// ```
#[derive(Clone, Debug)]
pub struct Rotations {
    arrangements: Arrangements,
    low: Box<[DigitRange; PAIRS]>,
    high: Box<[DigitRange; PAIRS]>,
    /// The difference to add to a part, modulo 2¹⁶, for each value of each digit range.
    differences: Vec<u16>,
}

/// The digits that a rotation changes, and the index of their first difference. An empty range has one value, with
/// difference 0.
#[derive(Clone, Copy, Debug)]
struct DigitRange {
    weight: Divisor,
    count: Divisor,
    values: u32,
    first: u32,
}

impl Rotations {
    /// Builds the rotations in which an element passes at most `passed` others. Longer ones must not be applied.
    pub fn new(arrangements: Arrangements, passed: usize) -> Rotations {
        let nothing = DigitRange { weight: Divisor::new(1), count: Divisor::new(1), values: 1, first: 0 };
        let mut rotations = Rotations {
            arrangements,
            low: Box::new([nothing; PAIRS]),
            high: Box::new([nothing; PAIRS]),
            differences: vec![0],
        };
        let (length, low_length) = (arrangements.length(), arrangements.low_length());
        let split = arrangements.high_length();
        for (from, to) in (0..length).flat_map(|from| (0..length).map(move |to| (from, to))) {
            if from == to || from.abs_diff(to) > passed {
                continue;
            }
            // The exchanges of neighbours that move the element, each given by its first place.
            let exchanges: Vec<usize> =
                if from < to { (from..to).collect() } else { (to..from).rev().collect() };
            let of_high: Vec<usize> = exchanges.iter().copied().filter(|at| at + 1 < split).collect();
            let of_low: Vec<usize> =
                exchanges.iter().filter(|&&at| at >= split).map(|at| at - split).collect();
            rotations.high[pair(from, to)] =
                rotations.digit_range(&radices(length, split), &of_high, nothing);
            rotations.low[pair(from, to)] =
                rotations.digit_range(&radices(low_length, low_length), &of_low, nothing);
        }
        rotations
    }

    /// Adds the digit range of a sequence of adjacent exchanges, in numbers with these radices.
    fn digit_range(&mut self, radices: &[usize], exchanges: &[usize], nothing: DigitRange) -> DigitRange {
        let (Some(&start), Some(&end)) = (exchanges.iter().min(), exchanges.iter().max()) else {
            return nothing;
        };
        let range = &radices[start..end + 2];
        let values: usize = range.iter().product();
        let weight: usize = radices[end + 2..].iter().product();
        let first = self.differences.len() as u32;
        self.differences.extend((0..values).map(|number| {
            let mut digits = vec![0; range.len()];
            let mut rest = number;
            for (digit, radix) in digits.iter_mut().zip(range).rev() {
                *digit = (rest % radix) as u16;
                rest /= radix;
            }
            for at in exchanges.iter().map(|exchange| exchange - start) {
                (digits[at], digits[at + 1]) = exchanged(digits[at], digits[at + 1]);
            }
            let digits = digits.iter().zip(range);
            let changed = digits.fold(0, |number, (&digit, radix)| number * radix + usize::from(digit));
            (changed * weight).wrapping_sub(number * weight) as u16
        }));
        DigitRange { weight: Divisor::new(weight), count: Divisor::new(values), values: values as u32, first }
    }

    /// Returns the rank after the element at place `from` moves to place `to`.
    #[inline]
    pub fn apply(&self, from: usize, to: usize, number: Arrangement) -> Arrangement {
        let (high, low) = (self.high[pair(from, to)], self.low[pair(from, to)]);
        self.crossing(from, to).apply(number, |part| self.changed(high, part), |part| self.changed(low, part))
    }

    /// Like [`apply`](Rotations::apply), for arrangements without a high part.
    #[inline]
    pub fn apply_low(&self, from: usize, to: usize, low: u16) -> u16 {
        self.changed(self.low[pair(from, to)], low)
    }

    #[inline]
    fn changed(&self, range: DigitRange, part: u16) -> u16 {
        let above = range.weight.divide(part.into());
        let value = above - range.count.divide(above) * range.values;
        part.wrapping_add(self.differences[(range.first + value) as usize])
    }

    fn crossing(&self, from: usize, to: usize) -> Crossing {
        let split = self.arrangements.high_length();
        Crossing { crosses: (from < split) != (to < split), rightwards: from < to }
    }

    /// Tabulates one rotation, for callers that apply it many times.
    pub fn table(&self, from: usize, to: usize) -> RotationTable {
        RotationTable {
            high: self.tabulated(self.high[pair(from, to)], self.arrangements.high_count()),
            low: self.tabulated(self.low[pair(from, to)], self.arrangements.low_count()),
            crossing: self.crossing(from, to),
        }
    }

    /// Returns the changed value of every part below `count`, without divisions.
    fn tabulated(&self, range: DigitRange, count: usize) -> Box<[u16]> {
        let differences = &self.differences[range.first as usize..][..range.values as usize];
        let mut parts = 0..count as u16;
        let mut table = Vec::with_capacity(count);
        for &difference in differences.iter().cycle() {
            let same = parts.by_ref().take(range.weight.divisor());
            table.extend(same.map(|part| part.wrapping_add(difference)));
            if parts.is_empty() {
                break;
            }
        }
        table.into()
    }
}

/// A tabulated rotation.
#[derive(Clone, Debug)]
pub struct RotationTable {
    high: Box<[u16]>,
    low: Box<[u16]>,
    crossing: Crossing,
}

impl RotationTable {
    /// Returns the rank after the rotation.
    #[inline]
    pub fn apply(&self, number: Arrangement) -> Arrangement {
        self.crossing.apply(number, |part| self.high[usize::from(part)], |part| self.apply_low(part))
    }

    /// Like [`apply`](RotationTable::apply), for arrangements without a high part.
    #[inline]
    pub fn apply_low(&self, low: u16) -> u16 {
        self.low[usize::from(low)]
    }
}

/// How a rotation affects the two parts of a rank.
#[derive(Clone, Copy, Debug)]
struct Crossing {
    /// True if the element moves from one part to the other.
    crosses: bool,
    /// True if the high part changes first.
    rightwards: bool,
}

impl Crossing {
    #[inline]
    fn apply(
        self,
        number: Arrangement,
        of_high: impl Fn(u16) -> u16,
        of_low: impl Fn(u16) -> u16,
    ) -> Arrangement {
        let Arrangement { mut high, mut low } = number;
        if self.rightwards {
            high = of_high(high);
        } else {
            low = of_low(low);
        }
        if self.crosses {
            let (a, b) = exchanged(high % LAST_HIGH_RADIX, low / TOP_LOW_WEIGHT);
            (high, low) = (high - high % LAST_HIGH_RADIX + a, low % TOP_LOW_WEIGHT + b * TOP_LOW_WEIGHT);
        }
        if self.rightwards {
            low = of_low(low);
        } else {
            high = of_high(high);
        }
        Arrangement { high, low }
    }
}

#[inline]
fn pair(from: usize, to: usize) -> usize {
    (from << PLACE_BITS | to) % PAIRS
}

/// Returns the digits of two neighbours after an exchange.
#[inline]
pub(super) fn exchanged(first: u16, second: u16) -> (u16, u16) {
    if first <= second { (second + 1, first) } else { (second, first - 1) }
}

/// Divides numbers up to 8! by multiplication, because a hardware division takes several times as long. The quotient is
/// exact while number times divisor is below 2³¹.
#[derive(Clone, Copy, Debug)]
struct Divisor(u32);

impl Divisor {
    const SHIFT: u32 = 31;

    fn new(divisor: usize) -> Divisor {
        Divisor((1_u32 << Divisor::SHIFT).div_ceil(divisor as u32))
    }

    fn divisor(self) -> usize {
        (1_u32 << Divisor::SHIFT).div_ceil(self.0) as usize
    }

    #[inline]
    fn divide(self, number: u32) -> u32 {
        ((u64::from(number) * u64::from(self.0)) >> Divisor::SHIFT) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::super::arrangement::tests::samples;
    use super::*;

    #[test]
    fn rotations_agree_with_rows() {
        for length in [2, 5, 8, 9, 11] {
            let rows = Arrangements::new(length);
            let rotations = Rotations::new(rows, 5);
            for (from, to) in (0..length).flat_map(|from| (0..length).map(move |to| (from, to))) {
                if from.abs_diff(to) > 5 {
                    continue;
                }
                let table = rotations.table(from, to);
                for number in samples(rows) {
                    let mut rotated = rows.unrank(number);
                    let element = rotated.remove(from);
                    rotated.insert(to, element);
                    let expected = rows.rank(&rotated);
                    assert_eq!(rotations.apply(from, to, number), expected, "{length} {from} {to}");
                    assert_eq!(table.apply(number), expected);
                }
            }
        }
    }

    #[test]
    fn division_is_exact() {
        for divisor in 1..=40_320 {
            let by = Divisor::new(divisor as usize);
            assert_eq!(by.divisor(), divisor as usize);
            // A quotient that is too large fails first just below a multiple.
            for number in (divisor..=40_320).step_by(divisor as usize) {
                assert_eq!(
                    (by.divide(number - 1), by.divide(number)),
                    (number / divisor - 1, number / divisor)
                );
            }
        }
    }
}
