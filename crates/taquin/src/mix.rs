//! Mixing functions for hashes: deterministic, fast, and not meant to resist an adversary.

/// 2⁶⁴ divided by the golden ratio, the constant of Fibonacci hashing (Knuth, volume 3, section 6.4).
const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;

/// Mixes one word into a hash by folding a 128-bit product.
///
/// The upper half of the product brings the high bits of the word down, the lower half carries its low bits up. With
/// one half alone the boards of a search, which differ in a few cells only, cluster.
#[inline]
pub(crate) fn mix(hash: u64, word: u64) -> u64 {
    let product = u128::from(hash ^ word) * u128::from(GOLDEN);
    product as u64 ^ (product >> 64) as u64
}

/// Returns the number at an index of the SplitMix64 sequence with seed 0 (Steele, Lea and Flood 2014).
pub(crate) fn splitmix(index: u64) -> u64 {
    let mut number = index.wrapping_add(1).wrapping_mul(GOLDEN);
    number = (number ^ number >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    number = (number ^ number >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    number ^ number >> 31
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn splitmix_matches_other_implementations() {
        // The first numbers from seed 0, as in the generators of Java, Boost and xoshiro's authors.
        assert_eq!((splitmix(0), splitmix(1)), (0xE220_A839_7B1D_CDAF, 0x6E78_9E6A_A1B9_65F4));
    }
}
