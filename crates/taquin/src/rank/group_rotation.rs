//! Rotations as permutations of consecutive ranks, for arrangements of one parity and of any length.
//!
//! A rotation changes only the digits of the places that it affects. Ranks with the same digits before these places are a
//! **group**, which the rotation permutes. Ranks that also have the same digits in these places are a **chunk**, whose
//! order does not change. So a rotation permutes the chunks of a group, in the same way in every group.
//!
//! The parity of an arrangement determines one of its digits, that of the last place but one. Arrangements of one parity
//! are numbered by half of their rank, which omits this digit.

use super::arrangement::radices;
use super::rotation::exchanged;

/// A group has the arrangements of at least this many elements at the end: 8! / 2 bits fill 315 words of 64 bits.
const GROUP_LENGTH: usize = 8;

/// The bits of the smallest group, if there are at least eight elements.
pub(crate) const PAGE_BITS: usize = 20_160;

/// A rotation of the arrangements of one parity, numbered by half of their rank.
///
/// ```
/// use taquin::internals::rank::GroupRotation;
/// // The even arrangements of three elements are 012, 120 and 201; each becomes the next if its first element moves to
/// // the end.
/// let rotation = GroupRotation::new(3, 0, 2);
/// assert_eq!((rotation.group(), rotation.chunk()), (3, 1));
/// assert_eq!(rotation.targets(false), [1, 2, 0]);
/// ```
#[derive(Debug)]
pub struct GroupRotation {
    group: usize,
    chunk: usize,
    /// The new index of each chunk in its group. If the rotation affects the omitted digit, the second table is for
    /// groups of odd arrangements; otherwise it is empty.
    targets: [Box<[u32]>; 2],
}

impl GroupRotation {
    /// Builds the rotation in which the element at place `from` of `length` moves to place `to`.
    ///
    /// # Panics
    /// If a place does not exist, or there are fewer than two elements.
    pub fn new(length: usize, from: usize, to: usize) -> GroupRotation {
        assert!(length >= 2 && from.max(to) < length, "{from} to {to} of {length}");
        let Extent { start, end, group, chunk, has_parities } = Extent::of(length, from, to);
        let radices = &radices(length, end)[start..];
        let exchanges: Vec<usize> = if from < to {
            (from - start..to - start).collect()
        } else {
            (to - start..from - start).rev().collect()
        };
        let targets = if has_parities {
            [false, true].map(|odd| permutation(radices, &exchanges, Some(odd)))
        } else {
            [permutation(radices, &exchanges, None), Box::default()]
        };
        GroupRotation { group, chunk, targets }
    }

    /// Returns the bytes of the tables of such a rotation.
    pub(crate) fn bytes(length: usize, from: usize, to: usize) -> u64 {
        let Extent { group, chunk, has_parities, .. } = Extent::of(length, from, to);
        (group / chunk * size_of::<u32>()) as u64 * (1 + u64::from(has_parities))
    }

    /// Returns the number of arrangements in a group.
    pub fn group(&self) -> usize {
        self.group
    }

    /// Returns the number of arrangements in a chunk.
    pub fn chunk(&self) -> usize {
        self.chunk
    }

    /// Returns the new index of each chunk in its group. The digits of the group's arrangements, without those that all
    /// of them share, have an odd sum if `odd`.
    pub fn targets(&self, odd: bool) -> &[u32] {
        match &self.targets {
            [_, of_odd] if odd && !of_odd.is_empty() => of_odd,
            [targets, _] => targets,
        }
    }
}

/// The digits that a table covers, from `start` up to but not including `end`, and the sizes that follow.
struct Extent {
    start: usize,
    end: usize,
    group: usize,
    chunk: usize,
    has_parities: bool,
}

impl Extent {
    fn of(length: usize, from: usize, to: usize) -> Extent {
        let start = from.min(to).min(length.saturating_sub(GROUP_LENGTH));
        let end = from.max(to) + 1;
        let factorial = |number: usize| (1..=number).product::<usize>();
        let group = factorial(length - start) / 2;
        let after = factorial(length - end);
        let has_parities = after == 1;
        Extent {
            start,
            end: if has_parities { length } else { end },
            group,
            chunk: (after / 2).max(1),
            has_parities,
        }
    }
}

/// Returns the number that each number with these radices becomes by a sequence of exchanges of adjacent digits. If a
/// parity is given, only numbers with this parity of their digits' sum count, and each stands for its half.
fn permutation(radices: &[usize], exchanges: &[usize], odd: Option<bool>) -> Box<[u32]> {
    let count: usize = radices.iter().product();
    let radices: Vec<u16> = radices.iter().map(|&radix| radix as u16).collect();
    let mut table = Vec::with_capacity(count >> u32::from(odd.is_some()));
    let mut digits = vec![0_u16; radices.len()];
    let mut changed = digits.clone();
    for _ in 0..count {
        if odd.is_none_or(|odd| (digits.iter().sum::<u16>() % 2 == 1) == odd) {
            changed.copy_from_slice(&digits);
            for &at in exchanges {
                (changed[at], changed[at + 1]) = exchanged(changed[at], changed[at + 1]);
            }
            let number = changed
                .iter()
                .zip(&radices)
                .fold(0, |number, (&digit, &radix)| number * u32::from(radix) + u32::from(digit));
            table.push(number >> u32::from(odd.is_some()));
        }
        for (digit, &radix) in digits.iter_mut().zip(&radices).rev() {
            *digit += 1;
            if *digit < radix {
                break;
            }
            *digit = 0;
        }
    }
    table.into()
}

#[cfg(test)]
mod tests {
    use super::super::arrangement::{rank, unrank};
    use super::*;

    fn is_odd(row: &[u8]) -> bool {
        let after = |i: usize| row[i + 1..].iter().filter(|&&other| other < row[i]).count();
        (0..row.len()).map(after).sum::<usize>() % 2 == 1
    }

    #[test]
    fn agree_with_rows() {
        for (length, passed) in [(3, 1), (5, 2), (8, 2), (9, 4), (11, 3), (11, 5), (13, 6)] {
            for from in 0..length - passed {
                for (from, to) in [(from, from + passed), (from + passed, from)] {
                    let rotation = GroupRotation::new(length, from, to);
                    let (group, chunk) = (rotation.group(), rotation.chunk());
                    let all: usize = (3..=length).product();
                    assert_eq!(all % group, 0);
                    let bytes: usize = rotation.targets.iter().map(|targets| targets.len() * 4).sum();
                    assert_eq!(bytes as u64, GroupRotation::bytes(length, from, to));
                    for step in 0..500 {
                        let half = step * 1_000_000_007 % all;
                        for last in [0, 1] {
                            let mut row = unrank((0..length as u8).collect(), (2 * half + last) as u64);
                            let start =
                                length - (1..).find(|&n| (3..=n).product::<usize>() == group).unwrap();
                            let odd = is_odd(&row[start..]);
                            let (before, within) = (half / group * group, half % group);
                            let target =
                                rotation.targets(odd)[within / chunk] as usize * chunk + within % chunk;
                            let element = row.remove(from);
                            row.insert(to, element);
                            let expected = rank(&row, 0..length) as usize / 2;
                            assert_eq!(before + target, expected, "{length}: {from} to {to}");
                        }
                    }
                }
            }
        }
    }
}
