//! Permutations of distinct elements, ranked without gaps.
//!
//! A rank is written in the factorial number system: digit *m* is the number of elements after place *m* that are smaller
//! than the element there.

use std::ops::Range;

/// The number of elements at the end that form the low part of a rank: 8! = 40,320 fits 16 bits.
pub(super) const LOW_LENGTH: usize = 8;

/// The rank of an arrangement in two parts; the high part is 0 for up to eight elements.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Arrangement {
    /// The digits of all elements but the last eight.
    pub high: u16,
    /// The digits of the last eight elements.
    pub low: u16,
}

/// The arrangements of a number of distinct elements.
///
/// ```
/// use taquin::internals::rank::Arrangements;
/// let rows = Arrangements::new(3);
/// assert_eq!((rows.low_count(), rows.high_count()), (6, 1));
/// assert_eq!(rows.rank(&[0, 1, 2]).low, 0);
/// assert_eq!(rows.rank(&[2, 0, 1]).low, 4);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Arrangements {
    length: usize,
}

impl Arrangements {
    /// The largest number of elements.
    pub const MAX_LENGTH: usize = 11;

    /// Creates the ranking of arrangements of `length` elements.
    ///
    /// # Panics
    /// If there are more than [`MAX_LENGTH`](Arrangements::MAX_LENGTH).
    pub fn new(length: usize) -> Arrangements {
        assert!(length <= Arrangements::MAX_LENGTH, "an arrangement of {length} elements");
        Arrangements { length }
    }

    /// Returns the number of elements.
    pub fn length(self) -> usize {
        self.length
    }

    /// Returns the number of values of the low part.
    pub fn low_count(self) -> usize {
        (1..=self.low_length()).product()
    }

    /// Returns the number of values of the high part.
    pub fn high_count(self) -> usize {
        (self.low_length() + 1..=self.length).product()
    }

    pub(super) fn low_length(self) -> usize {
        self.length.min(LOW_LENGTH)
    }

    pub(super) fn high_length(self) -> usize {
        self.length - self.low_length()
    }

    /// Returns the rank of a row of distinct elements; only their order matters.
    pub fn rank(self, row: &[u8]) -> Arrangement {
        let split = self.high_length();
        Arrangement { high: rank(row, 0..split) as u16, low: rank(row, split..self.length) as u16 }
    }

    /// Returns the row of the elements `0..length` with a rank.
    pub fn unrank(self, number: Arrangement) -> Vec<u8> {
        let number = u64::from(number.high) * self.low_count() as u64 + u64::from(number.low);
        unrank((0..self.length as u8).collect(), number)
    }

    /// Returns for each value of the low part whether its number of inversions is odd.
    pub fn odd_lows(self) -> Vec<bool> {
        odd_numbers(self.low_length(), self.low_length())
    }

    /// Returns for each value of the high part whether its digits have an odd sum.
    pub fn odd_highs(self) -> Vec<bool> {
        odd_numbers(self.length, self.high_length())
    }
}

/// Returns the number whose digits are those of some places of a row of distinct elements.
#[inline]
pub(super) fn rank<T: Ord>(row: &[T], places: Range<usize>) -> u64 {
    let digit = |place: usize| row[place + 1..].iter().filter(|&other| *other < row[place]).count();
    places.fold(0, |number, place| number * (row.len() - place) as u64 + digit(place) as u64)
}

/// Returns the row of these elements, which are ascending, with a rank.
pub(crate) fn unrank<T>(mut elements: Vec<T>, mut rank: u64) -> Vec<T> {
    let mut digits: Vec<usize> = (1..=elements.len() as u64)
        .map(|radix| {
            let digit = rank % radix;
            rank /= radix;
            digit as usize
        })
        .collect();
    digits.reverse();
    digits.into_iter().map(|digit| elements.remove(digit)).collect()
}

/// Returns the radices of `places` digits: `length` for the first, and one less for each next.
pub(super) fn radices(length: usize, places: usize) -> Vec<usize> {
    (0..places).map(|place| length - place).collect()
}

/// Returns for each number of `places` digits, the first of radix `length`, whether its digits have an odd sum.
pub(crate) fn odd_numbers(length: usize, places: usize) -> Vec<bool> {
    radices(length, places).iter().fold(vec![false], |numbers, &radix| {
        let longer = numbers.iter().flat_map(|&odd| (0..radix).map(move |digit| odd ^ (digit % 2 == 1)));
        longer.collect()
    })
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    pub(in crate::rank) fn samples(rows: Arrangements) -> impl Iterator<Item = Arrangement> {
        (0..200).map(move |step| Arrangement {
            high: (step * 7919 % rows.high_count()) as u16,
            low: (step * 104_729 % rows.low_count()) as u16,
        })
    }

    #[test]
    fn numbers_have_no_gaps_and_unrank_is_the_inverse() {
        for length in 0..=7 {
            let rows = Arrangements::new(length);
            let mut before: Option<Vec<u8>> = None;
            for low in 0..rows.low_count() as u16 {
                let number = Arrangement { high: 0, low };
                let row = rows.unrank(number);
                assert_eq!(rows.rank(&row), number);
                assert!(before < Some(row.clone()), "ranks follow the order of the rows");
                before = Some(row);
            }
        }
    }

    #[test]
    fn parities_are_those_of_the_rows() {
        for length in [2, 5, 8, 9, 11] {
            let rows = Arrangements::new(length);
            let (odd_highs, odd_lows) = (rows.odd_highs(), rows.odd_lows());
            for number in samples(rows) {
                let row = rows.unrank(number);
                assert_eq!(rows.rank(&row), number);
                let inversions =
                    (0..length).map(|i| row[i + 1..].iter().filter(|&&other| other < row[i]).count());
                let odd = odd_highs[usize::from(number.high)] ^ odd_lows[usize::from(number.low)];
                assert_eq!(inversions.sum::<usize>() % 2 == 1, odd);
            }
        }
    }
}
