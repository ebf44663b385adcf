//! A small random generator (SplitMix64): the same seed gives the same attack everywhere.

pub(super) struct Random(u64);

impl Random {
    /// Creates the generator of an attempt.
    pub(super) fn new(seed: u64, name: &str, round: u64) -> Random {
        let name = name.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
        });
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ name ^ round.wrapping_mul(0xd134_2543_de82_ef95))
    }

    pub(super) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// Returns a number below `bound`, which must not be 0.
    pub(super) fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    pub(super) fn one_of<'a, T: ?Sized>(&mut self, items: &[&'a T]) -> &'a T {
        items[self.below(items.len())]
    }

    /// Returns true once in `times`.
    pub(super) fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    /// Returns a random permutation of 0 to `cells` - 1.
    pub(super) fn permutation(&mut self, cells: usize) -> Vec<u8> {
        let mut numbers: Vec<u8> = (0..cells as u8).collect();
        for index in (1..cells).rev() {
            numbers.swap(index, self.below(index + 1));
        }
        numbers
    }
}
