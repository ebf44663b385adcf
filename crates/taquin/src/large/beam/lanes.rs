//! Sums of deltas for many boards at once, where the processor has the instructions for it.
//!
//! Boards that make the same slide with the same tile use the same row of deltas. A row has at most 100 entries for each cell,
//! and four registers hold 128: AVX-512 finds the entries of 32 boards in one or two instructions. First the tiles of the
//! boards are transposed, so that those in the same cell are next to each other.
//!
//! The sums are the same with and without these instructions. `fearless_simd` detects all AVX-512 extensions of Ice Lake
//! together, so processors before Ice Lake and Zen 4 add up board by board, although AVX-512BW would be enough.

/// How many boards are evaluated at once.
pub(super) const LANES: usize = 32;

/// Fewer boards are evaluated one by one.
const MIN_BOARDS: usize = 8;

/// The cells that are transposed at once.
const COLUMNS: usize = 64;

/// The instructions of the processor that look up entries.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lanes(avx512::Token);

impl Lanes {
    /// Returns the instructions of this processor, if it has them.
    pub(super) fn detect() -> Option<Lanes> {
        avx512::detect().map(Lanes)
    }

    /// Adds up the entries of the tiles of at most [`LANES`] boards, given by their indices; `None` for fewer than
    /// [`MIN_BOARDS`].
    ///
    /// A row has `N` entries for each cell, one for each tile, and more entries at the end.
    #[inline]
    pub(super) fn sums<const N: usize>(
        self,
        boards: &[[u8; N]],
        indices: &[u16],
        row: &[i16],
    ) -> Option<[i16; LANES]> {
        debug_assert!(indices.len() <= LANES, "more boards than lanes");
        if indices.len() < MIN_BOARDS {
            return None;
        }
        let mut sums = [0; LANES];
        for first in (0..N).step_by(COLUMNS) {
            let count = COLUMNS.min(N - first);
            let mut columns = [[0; COLUMNS]; LANES];
            for (columns, &index) in columns.iter_mut().zip(indices) {
                columns[..count].copy_from_slice(&boards[usize::from(index)][first..first + count]);
            }
            avx512::add(self.0, &columns, &row[first * N..], N, count, &mut sums);
        }
        Some(sums)
    }
}

#[cfg(target_arch = "x86_64")]
mod avx512 {
    use super::{COLUMNS, LANES};
    use fearless_simd::{Avx512, Level, i16x32, prelude::*, u8x64};
    use std::arch::x86_64::*;

    pub(super) type Token = Avx512;

    pub(super) fn detect() -> Option<Avx512> {
        Level::new().as_avx512()
    }

    /// The rows of a block that is transposed.
    const ROWS: usize = 16;

    fearless_simd::kernel!(
        /// Adds the entries of `count` cells to the sums. A cell has `tiles` entries.
        pub(super) fn add(
            avx512: Avx512,
            boards: &[[u8; COLUMNS]; LANES],
            row: &[i16],
            tiles: usize,
            count: usize,
            sums: &mut [i16; LANES],
        ) {
            let tiles_of = |board: &[u8; COLUMNS]| -> __m512i { u8x64::from_slice(avx512, board).into() };
            let (upper, lower) = boards.split_at(ROWS);
            let upper = transposed(std::array::from_fn(|number| tiles_of(&upper[number])));
            let lower = transposed(std::array::from_fn(|number| tiles_of(&lower[number])));
            // The eight bytes of both that make up two columns of all rows.
            let first = _mm512_setr_epi64(0, 1, 8, 9, 2, 3, 10, 11);
            let last = _mm512_setr_epi64(4, 5, 12, 13, 6, 7, 14, 15);
            let mut sum: __m512i = i16x32::from_slice(avx512, sums).into();
            let mut add_cell = |cell: usize, tiles_in_cell: __m256i| {
                if cell < count {
                    let entries = &row[cell * tiles..][..128];
                    let entries_at =
                        |at: usize| -> __m512i { i16x32::from_slice(avx512, &entries[at..at + 32]).into() };
                    let index = _mm512_cvtepu8_epi16(tiles_in_cell);
                    let mut found = _mm512_permutex2var_epi16(entries_at(0), index, entries_at(32));
                    if tiles > 64 {
                        let is_large = _mm512_movepi16_mask(_mm512_slli_epi16::<9>(index));
                        let large = _mm512_permutex2var_epi16(entries_at(64), index, entries_at(96));
                        found = _mm512_mask_blend_epi16(is_large, found, large);
                    }
                    sum = _mm512_add_epi16(sum, found);
                }
            };
            for (column, (&upper, &lower)) in upper.iter().zip(&lower).enumerate() {
                let [low, high] = [first, last].map(|order| _mm512_permutex2var_epi64(upper, order, lower));
                add_cell(column, _mm512_castsi512_si256(low));
                add_cell(column + ROWS, _mm512_extracti64x4_epi64::<1>(low));
                add_cell(column + 2 * ROWS, _mm512_castsi512_si256(high));
                add_cell(column + 3 * ROWS, _mm512_extracti64x4_epi64::<1>(high));
            }
            let sum: i16x32<Avx512> = sum.simd_into(avx512);
            sum.store_slice(sums);
        }
    );

    /// Transposes four blocks of 16 rows and 16 columns: the result has a column of each block in each register.
    ///
    /// Interleaving the first half of the rows with the second half rotates the bits of the row and the column by one.
    #[target_feature(enable = "avx512f,avx512bw")]
    #[inline]
    fn transposed(mut rows: [__m512i; ROWS]) -> [__m512i; ROWS] {
        for _ in 0..ROWS.ilog2() {
            let mut next = rows;
            for index in 0..ROWS / 2 {
                next[2 * index] = _mm512_unpacklo_epi8(rows[index], rows[index + ROWS / 2]);
                next[2 * index + 1] = _mm512_unpackhi_epi8(rows[index], rows[index + ROWS / 2]);
            }
            rows = next;
        }
        rows
    }
}

#[cfg(not(target_arch = "x86_64"))]
mod avx512 {
    use super::{COLUMNS, LANES};

    /// No processor of this architecture has these instructions.
    #[derive(Clone, Copy, Debug)]
    pub(super) enum Token {}

    pub(super) fn detect() -> Option<Token> {
        None
    }

    pub(super) fn add(
        token: Token,
        _: &[[u8; COLUMNS]; LANES],
        _: &[i16],
        _: usize,
        _: usize,
        _: &mut [i16; LANES],
    ) {
        match token {}
    }
}
