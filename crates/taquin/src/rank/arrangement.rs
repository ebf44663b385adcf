//! Arrangements of distinct things in a row, numbered without gaps, and the turns of a stretch of them.
//!
//! An arrangement is written in the factorial system: digit *m* says how many of the things behind place *m* are
//! smaller than the one there. Exchanging two neighbours changes their two digits only, so a turn of a short stretch
//! changes a few digits in the middle and can be tabulated.

/// So many things at the end of the row are the low part of the number: 8! = 40,320 fits 16 bits.
const LOW_LENGTH: usize = 8;

/// The number of an arrangement in two parts; the high part is 0 for rows of up to eight things.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Arrangement {
    /// The digits of all things but the last eight.
    pub high: u16,
    /// The digits of the last eight things.
    pub low: u16,
}

/// The arrangements of so many distinct things in a row.
///
/// ```
/// use taquin::rank::Arrangements;
/// let rows = Arrangements::new(3);
/// assert_eq!((rows.low_count(), rows.high_count()), (6, 1));
/// assert_eq!(rows.rank(&[0, 1, 2]).low, 0);
/// assert_eq!(rows.rank(&[2, 0, 1]).low, 4);
/// // The first thing goes to the end.
/// let turned = rows.turn(0, 2).apply(rows.rank(&[2, 0, 1]));
/// assert_eq!(turned, rows.rank(&[0, 1, 2]));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Arrangements {
    length: usize,
}

impl Arrangements {
    /// The most things in a row.
    pub const MAX_LENGTH: usize = 11;

    /// Rows of so many things.
    ///
    /// # Panics
    /// If there are more than [`MAX_LENGTH`](Arrangements::MAX_LENGTH).
    pub fn new(length: usize) -> Arrangements {
        assert!(length <= Arrangements::MAX_LENGTH, "a row of {length} things");
        Arrangements { length }
    }

    /// How many things are in a row.
    pub fn length(self) -> usize {
        self.length
    }

    /// How many values the low part has.
    pub fn low_count(self) -> usize {
        (1..=self.low_length()).product()
    }

    /// How many values the high part has.
    pub fn high_count(self) -> usize {
        (self.low_length() + 1..=self.length).product()
    }

    fn low_length(self) -> usize {
        self.length.min(LOW_LENGTH)
    }

    fn high_length(self) -> usize {
        self.length - self.low_length()
    }

    /// The number of a row of distinct things, of which only the order counts.
    pub fn rank(self, row: &[u8]) -> Arrangement {
        let digit = |place: usize| row[place + 1..].iter().filter(|&&other| other < row[place]).count();
        let number = |places: std::ops::Range<usize>| {
            places.fold(0, |number, place| number * (self.length - place) + digit(place)) as u16
        };
        let split = self.high_length();
        Arrangement { high: number(0..split), low: number(split..self.length) }
    }

    /// The row of a number, of the things `0..length`.
    pub fn unrank(self, number: Arrangement) -> Vec<u8> {
        let mut digits = vec![0; self.length];
        let split = self.high_length();
        for (places, mut rest) in
            [(0..split, usize::from(number.high)), (split..self.length, number.low.into())]
        {
            for place in places.rev() {
                digits[place] = rest % (self.length - place);
                rest /= self.length - place;
            }
        }
        let mut left: Vec<u8> = (0..self.length as u8).collect();
        digits.into_iter().map(|digit| left.remove(digit)).collect()
    }

    /// For each value of the low part: does it hold an odd number of inversions?
    pub fn odd_lows(self) -> Vec<bool> {
        odd_numbers(self.low_length(), self.low_length())
    }

    /// For each value of the high part: do its digits sum to an odd number?
    pub fn odd_highs(self) -> Vec<bool> {
        odd_numbers(self.length, self.high_length())
    }

    /// The change of numbers when the thing at place `from` moves to place `to` and those between make room.
    ///
    /// # Panics
    /// If there is no such place.
    pub fn turn(self, from: usize, to: usize) -> Turn {
        assert!(from < self.length && to < self.length, "a turn from {from} to {to}");
        let split = self.high_length();
        // The exchanges of neighbours that carry the thing along, each named by its first place.
        let exchanges: Vec<usize> = if from < to { (from..to).collect() } else { (to..from).rev().collect() };
        let of_low: Vec<usize> = exchanges.iter().filter(|&&at| at >= split).map(|at| at - split).collect();
        let of_high: Vec<usize> = exchanges.iter().copied().filter(|at| at + 1 < split).collect();
        Turn {
            high: StretchTurn::new(self.length, split, &of_high),
            low: StretchTurn::new(self.low_length(), self.low_length(), &of_low),
            crosses: split > 0 && exchanges.contains(&(split - 1)),
            rightwards: from < to,
        }
    }
}

/// A change of numbers, made of a change of each part and the thing's crossing from one to the other.
///
/// As [`Turn`] it is worked out from a few digits and keeps so little that many of them stay in the nearest cache; as
/// [`TurnTable`] it is looked up, which is faster where one turn is made many times.
#[derive(Clone, Debug)]
pub struct GenericTurn<C> {
    high: C,
    low: C,
    /// Does the thing cross from one part to the other?
    crosses: bool,
    /// High part first, or low part first?
    rightwards: bool,
}

/// A turn that is worked out.
pub type Turn = GenericTurn<StretchTurn>;

/// A turn that is looked up.
pub type TurnTable = GenericTurn<Box<[u16]>>;

/// A change of one part of a number.
pub trait Change {
    /// The part afterwards.
    fn apply(&self, part: u16) -> u16;
}

impl Change for Box<[u16]> {
    #[inline]
    fn apply(&self, part: u16) -> u16 {
        self[usize::from(part)]
    }
}

/// The first digit of a full low part counts this much.
const TOP_LOW_WEIGHT: u16 = 5040;

/// The last digit of the high part has so many values, one more than the first digit of the low part.
const LAST_HIGH_RADIX: u16 = LOW_LENGTH as u16 + 1;

impl Turn {
    /// The same as a table.
    pub fn tabulated(&self, arrangements: Arrangements) -> TurnTable {
        let table =
            |turn: &StretchTurn, count: usize| (0..count as u16).map(|part| turn.apply(part)).collect();
        TurnTable {
            high: table(&self.high, arrangements.high_count()),
            low: table(&self.low, arrangements.low_count()),
            crosses: self.crosses,
            rightwards: self.rightwards,
        }
    }
}

impl<C: Change> GenericTurn<C> {
    /// The low part afterwards, for rows that have no other.
    #[inline]
    pub fn apply_low(&self, low: u16) -> u16 {
        self.low.apply(low)
    }

    /// The number afterwards.
    #[inline]
    pub fn apply(&self, number: Arrangement) -> Arrangement {
        let Arrangement { mut high, mut low } = number;
        if self.rightwards {
            high = self.high.apply(high);
        } else {
            low = self.low.apply(low);
        }
        if self.crosses {
            let (a, b) = exchanged(high % LAST_HIGH_RADIX, low / TOP_LOW_WEIGHT);
            (high, low) = (high - high % LAST_HIGH_RADIX + a, low % TOP_LOW_WEIGHT + b * TOP_LOW_WEIGHT);
        }
        if self.rightwards {
            low = self.low.apply(low);
        } else {
            high = self.high.apply(high);
        }
        Arrangement { high, low }
    }
}

/// A change of a few neighbouring digits. What is to be added to a number depends on these digits alone, so the table
/// is short and stays in the nearest cache, which a table of all numbers would not.
#[derive(Clone, Debug)]
pub struct StretchTurn {
    /// The weight of the last of the digits, as the factor of a division by it.
    weight: Divisor,
    /// How many values they have together, likewise.
    count: Divisor,
    /// What is to be added, modulo 2¹⁶.
    differences: Box<[u16]>,
}

impl StretchTurn {
    /// In numbers of `places` digits, the first of radix `length`: some exchanges of neighbours one after the other.
    /// They must be next to each other.
    fn new(length: usize, places: usize, exchanges: &[usize]) -> StretchTurn {
        let (Some(&start), Some(&end)) = (exchanges.iter().min(), exchanges.iter().max()) else {
            return StretchTurn { weight: Divisor::new(1), count: Divisor::new(1), differences: [0].into() };
        };
        let radices = radices(length, places);
        let stretch = &radices[start..end + 2];
        let count: usize = stretch.iter().product();
        let weight: usize = radices[end + 2..].iter().product();
        let difference = |number: usize| {
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
        };
        let differences = (0..count).map(difference).collect();
        StretchTurn { weight: Divisor::new(weight), count: Divisor::new(count), differences }
    }
}

impl Change for StretchTurn {
    #[inline]
    fn apply(&self, number: u16) -> u16 {
        let above = self.weight.divide(number.into());
        let stretch = above - self.count.divide(above) * self.differences.len() as u32;
        number.wrapping_add(self.differences[stretch as usize])
    }
}

/// Divides numbers below 2¹⁶ by multiplying: a hardware division takes several times as long.
#[derive(Clone, Copy, Debug)]
struct Divisor(u64);

impl Divisor {
    fn new(divisor: usize) -> Divisor {
        Divisor((1_u64 << 32).div_ceil(divisor as u64))
    }

    #[inline]
    fn divide(self, number: u32) -> u32 {
        ((u64::from(number) * self.0) >> 32) as u32
    }
}

/// The digits of two neighbours after they were exchanged.
#[inline]
fn exchanged(first: u16, second: u16) -> (u16, u16) {
    if first <= second { (second + 1, first) } else { (second, first - 1) }
}

/// The radices of `places` digits, of which the first has `length` values and each next one fewer.
fn radices(length: usize, places: usize) -> Vec<usize> {
    (0..places).map(|place| length - place).collect()
}

/// For each number of `places` digits, the first of radix `length`: is the sum of its digits odd?
fn odd_numbers(length: usize, places: usize) -> Vec<bool> {
    radices(length, places).iter().fold(vec![false], |numbers, &radix| {
        let longer = numbers.iter().flat_map(|&odd| (0..radix).map(move |digit| odd ^ (digit % 2 == 1)));
        longer.collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn samples(rows: Arrangements) -> impl Iterator<Item = Arrangement> {
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
                assert!(before < Some(row.clone()), "numbers go with the order of the rows");
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

    #[test]
    fn turns_are_those_of_the_rows() {
        for length in [2, 5, 8, 9, 11] {
            let rows = Arrangements::new(length);
            for (from, to) in (0..length).flat_map(|from| (0..length).map(move |to| (from, to))) {
                let turn = rows.turn(from, to);
                for number in samples(rows) {
                    let mut turned = rows.unrank(number);
                    let thing = turned.remove(from);
                    turned.insert(to, thing);
                    assert_eq!(turn.apply(number), rows.rank(&turned), "{length} {from} {to}");
                }
            }
        }
    }
}
