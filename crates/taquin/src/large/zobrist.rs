//! Zobrist hashing: a board's hash is the exclusive or of one key for each tile in its cell.
//!
//! Both kinds of keys come from the same mixer; their values decide ties in the beams and must not change.

/// 2⁶⁴ divided by the golden ratio.
const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;
/// The first multiplier of SplitMix64.
const MULTIPLIER: u64 = 0xBF58_476D_1CE4_E5B9;

/// Mixes a number in one round for each shift.
#[inline]
fn mix<const ROUNDS: usize>(number: u64, shifts: [u32; ROUNDS]) -> u64 {
    let start = number.wrapping_mul(GOLDEN);
    shifts.into_iter().fold(start, |key, shift| (key ^ (key >> shift)).wrapping_mul(MULTIPLIER))
}

/// Returns a key without a table, for boards of any size.
#[inline]
pub(super) fn tile_key(tile: u16, cell: usize) -> u64 {
    mix(u64::from(tile) << 16 | cell as u64, [29])
}

/// A table of keys for boards of one size.
pub(super) struct ZobristKeys {
    cells: usize,
    keys: Vec<u64>,
}

impl ZobristKeys {
    pub(super) fn new(cells: usize) -> ZobristKeys {
        let key = |index: usize| {
            let key = mix(index as u64 + 1, [30, 27, 31]);
            key ^ (key >> 32)
        };
        ZobristKeys { cells, keys: (0..cells * cells).map(key).collect() }
    }

    /// Returns the hash of a board, given as the tile in each cell.
    pub(super) fn hash(&self, tiles: &[u8]) -> u64 {
        tiles.iter().enumerate().fold(0, |hash, (cell, &tile)| hash ^ self.key(tile.into(), cell))
    }

    fn key(&self, tile: usize, cell: usize) -> u64 {
        self.keys[tile * self.cells + cell]
    }

    /// Returns the change of the hash when a tile slides.
    pub(super) fn change(&self, tile: usize, from: usize, to: usize) -> u64 {
        self.key(tile, from) ^ self.key(tile, to) ^ self.key(0, from) ^ self.key(0, to)
    }
}
