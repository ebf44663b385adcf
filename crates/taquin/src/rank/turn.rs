//! Turns: a thing of a row moves to another place, and those between make room.
//!
//! In the factorial system of [`Arrangements`] exchanging two neighbours changes their two digits only, so a turn of a
//! short stretch changes a few digits in the middle. What is to be added to the number depends on these digits alone.

use super::arrangement::{Arrangement, Arrangements, LOW_LENGTH, radices};

/// Two places of a row in one index.
const PLACE_BITS: usize = 4;
const PAIRS: usize = 1 << (2 * PLACE_BITS);

/// The first digit of a full low part counts this much.
const TOP_LOW_WEIGHT: u16 = 5040;

/// The last digit of the high part has so many values, one more than the first digit of the low part.
const LAST_HIGH_RADIX: u16 = LOW_LENGTH as u16 + 1;

/// All turns of a row that pass at most a given number of things.
///
/// Their tables together are a few kilobytes and stay in the nearest cache, which tables of all numbers would not.
///
/// ```
/// use taquin::rank::{Arrangements, Turns};
/// let rows = Arrangements::new(3);
/// let turns = Turns::new(rows, 2);
/// // The first thing goes to the end.
/// assert_eq!(turns.apply(0, 2, rows.rank(&[2, 0, 1])), rows.rank(&[0, 1, 2]));
/// ```
#[derive(Clone, Debug)]
pub struct Turns {
    arrangements: Arrangements,
    low: Box<[Stretch; PAIRS]>,
    high: Box<[Stretch; PAIRS]>,
    /// What is to be added to a part, modulo 2¹⁶, for each value of each stretch of digits.
    differences: Vec<u16>,
}

/// A stretch of digits that a turn changes: which they are, and where the differences begin. Without any digits it has
/// one value, whose difference is 0.
#[derive(Clone, Copy, Debug)]
struct Stretch {
    weight: Divisor,
    count: Divisor,
    values: u32,
    first: u32,
}

impl Turns {
    /// The turns of rows that pass at most so many things. Others must not be asked for.
    pub fn new(arrangements: Arrangements, passed: usize) -> Turns {
        let nothing = Stretch { weight: Divisor::new(1), count: Divisor::new(1), values: 1, first: 0 };
        let mut turns = Turns {
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
            // The exchanges of neighbours that carry the thing along, each named by its first place.
            let exchanges: Vec<usize> =
                if from < to { (from..to).collect() } else { (to..from).rev().collect() };
            let of_high: Vec<usize> = exchanges.iter().copied().filter(|at| at + 1 < split).collect();
            let of_low: Vec<usize> =
                exchanges.iter().filter(|&&at| at >= split).map(|at| at - split).collect();
            turns.high[pair(from, to)] = turns.stretch(&radices(length, split), &of_high, nothing);
            turns.low[pair(from, to)] = turns.stretch(&radices(low_length, low_length), &of_low, nothing);
        }
        turns
    }

    /// The stretch of some exchanges, one after the other and next to each other, in numbers with these radices.
    fn stretch(&mut self, radices: &[usize], exchanges: &[usize], nothing: Stretch) -> Stretch {
        let (Some(&start), Some(&end)) = (exchanges.iter().min(), exchanges.iter().max()) else {
            return nothing;
        };
        let stretch = &radices[start..end + 2];
        let values: usize = stretch.iter().product();
        let weight: usize = radices[end + 2..].iter().product();
        let first = self.differences.len() as u32;
        self.differences.extend((0..values).map(|number| {
            let mut digits = vec![0; stretch.len()];
            let mut rest = number;
            for (digit, radix) in digits.iter_mut().zip(stretch).rev() {
                *digit = (rest % radix) as u16;
                rest /= radix;
            }
            for at in exchanges.iter().map(|exchange| exchange - start) {
                (digits[at], digits[at + 1]) = exchanged(digits[at], digits[at + 1]);
            }
            let digits = digits.iter().zip(stretch);
            let changed = digits.fold(0, |number, (&digit, radix)| number * radix + usize::from(digit));
            (changed * weight).wrapping_sub(number * weight) as u16
        }));
        Stretch { weight: Divisor::new(weight), count: Divisor::new(values), values: values as u32, first }
    }

    /// The number after the thing at place `from` has moved to place `to`.
    #[inline]
    pub fn apply(&self, from: usize, to: usize, number: Arrangement) -> Arrangement {
        let (high, low) = (self.high[pair(from, to)], self.low[pair(from, to)]);
        self.crossing(from, to).apply(number, |part| self.changed(high, part), |part| self.changed(low, part))
    }

    /// The same for rows that have a low part only.
    #[inline]
    pub fn apply_low(&self, from: usize, to: usize, low: u16) -> u16 {
        self.changed(self.low[pair(from, to)], low)
    }

    #[inline]
    fn changed(&self, stretch: Stretch, part: u16) -> u16 {
        let above = stretch.weight.divide(part.into());
        let value = above - stretch.count.divide(above) * stretch.values;
        part.wrapping_add(self.differences[(stretch.first + value) as usize])
    }

    fn crossing(&self, from: usize, to: usize) -> Crossing {
        let split = self.arrangements.high_length();
        Crossing { crosses: (from < split) != (to < split), rightwards: from < to }
    }

    /// The turn as a table, for those who make it many times.
    pub fn table(&self, from: usize, to: usize) -> TurnTable {
        TurnTable {
            high: self.tabulated(self.high[pair(from, to)], self.arrangements.high_count()),
            low: self.tabulated(self.low[pair(from, to)], self.arrangements.low_count()),
            crossing: self.crossing(from, to),
        }
    }

    /// The changed parts of all below `count`, without a division.
    fn tabulated(&self, stretch: Stretch, count: usize) -> Box<[u16]> {
        let differences = &self.differences[stretch.first as usize..][..stretch.values as usize];
        let mut parts = 0..count as u16;
        let mut table = Vec::with_capacity(count);
        for &difference in differences.iter().cycle() {
            let same = parts.by_ref().take(stretch.weight.divisor());
            table.extend(same.map(|part| part.wrapping_add(difference)));
            if parts.is_empty() {
                break;
            }
        }
        table.into()
    }
}

/// A turn that is looked up.
#[derive(Clone, Debug)]
pub struct TurnTable {
    high: Box<[u16]>,
    low: Box<[u16]>,
    crossing: Crossing,
}

impl TurnTable {
    /// The number afterwards.
    #[inline]
    pub fn apply(&self, number: Arrangement) -> Arrangement {
        self.crossing.apply(number, |part| self.high[usize::from(part)], |part| self.apply_low(part))
    }

    /// The same for rows that have a low part only.
    #[inline]
    pub fn apply_low(&self, low: u16) -> u16 {
        self.low[usize::from(low)]
    }
}

/// How a turn deals with the two parts of a number.
#[derive(Clone, Copy, Debug)]
struct Crossing {
    /// Does the thing cross from one part to the other?
    crosses: bool,
    /// High part first, or low part first?
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

/// The digits of two neighbours after they were exchanged.
#[inline]
fn exchanged(first: u16, second: u16) -> (u16, u16) {
    if first <= second { (second + 1, first) } else { (second, first - 1) }
}

/// Divides numbers up to 8! by multiplying: a hardware division takes several times as long. The quotient is right as
/// long as number times divisor is below 2³¹.
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
    fn turns_are_those_of_the_rows() {
        for length in [2, 5, 8, 9, 11] {
            let rows = Arrangements::new(length);
            let turns = Turns::new(rows, 5);
            for (from, to) in (0..length).flat_map(|from| (0..length).map(move |to| (from, to))) {
                if from.abs_diff(to) > 5 {
                    continue;
                }
                let table = turns.table(from, to);
                for number in samples(rows) {
                    let mut turned = rows.unrank(number);
                    let thing = turned.remove(from);
                    turned.insert(to, thing);
                    let expected = rows.rank(&turned);
                    assert_eq!(turns.apply(from, to, number), expected, "{length} {from} {to}");
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
            // A quotient that is too large would be so first right below a multiple.
            for number in (divisor..=40_320).step_by(divisor as usize) {
                assert_eq!(
                    (by.divide(number - 1), by.divide(number)),
                    (number / divisor - 1, number / divisor)
                );
            }
        }
    }
}
