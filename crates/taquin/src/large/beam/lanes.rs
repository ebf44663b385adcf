//! Sums of deltas for many boards at once, where the processor has the instructions for it.
//!
//! Boards that make the same slide with the same tile use the same row of deltas. A cell has at most 128 entries in it, which fit
//! into registers: AVX-512 looks up the entries of 32 boards in one or two instructions. The tiles of the boards are transposed
//! first, so that those in the same cell are next to each other. The sums are the same with and without these instructions.

use super::slide_deltas::Tiles;

/// How many boards are evaluated at once.
pub(super) const LANES: usize = 32;

/// Fewer boards are evaluated one by one.
const MIN_BOARDS: usize = 8;

/// The cells that are transposed at once.
const COLUMNS: usize = 64;

/// The instructions of the processor that look up entries.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lanes(imp::Token);

impl Lanes {
    /// Returns the instructions of this processor, if it has them.
    pub(super) fn detect() -> Option<Lanes> {
        imp::detect().map(Lanes)
    }

    /// Adds up the entries of the tiles of at most [`LANES`] boards, given by their indices; `None` if there are too few of them.
    ///
    /// A row has `N` entries for each cell, one for each tile, and more entries at the end.
    #[inline]
    pub(super) fn sums<const N: usize>(
        self,
        boards: &[Tiles<N>],
        indices: &[u16],
        row: &[i16],
    ) -> Option<[i16; LANES]> {
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
            imp::add(self.0, &columns, &row[first * N..], N, count, &mut sums);
        }
        Some(sums)
    }
}

#[cfg(target_arch = "x86_64")]
mod imp {
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
            let load = |board: &[u8; COLUMNS]| -> __m512i { u8x64::from_slice(avx512, board).into() };
            let (upper, lower) = boards.split_at(ROWS);
            let upper = transposed(std::array::from_fn(|number| load(&upper[number])));
            let lower = transposed(std::array::from_fn(|number| load(&lower[number])));
            // The eight bytes of both that make up two columns of all rows.
            let first = _mm512_setr_epi64(0, 1, 8, 9, 2, 3, 10, 11);
            let last = _mm512_setr_epi64(4, 5, 12, 13, 6, 7, 14, 15);
            let mut sum: __m512i = i16x32::from_slice(avx512, sums).into();
            let mut add = |cell: usize, tiles_in_cell: __m256i| {
                if cell < count {
                    let entries = &row[cell * tiles..][..128];
                    let load =
                        |at: usize| -> __m512i { i16x32::from_slice(avx512, &entries[at..at + 32]).into() };
                    let index = _mm512_cvtepu8_epi16(tiles_in_cell);
                    let mut found = _mm512_permutex2var_epi16(load(0), index, load(32));
                    if tiles > 64 {
                        let is_large = _mm512_movepi16_mask(_mm512_slli_epi16::<9>(index));
                        let large = _mm512_permutex2var_epi16(load(64), index, load(96));
                        found = _mm512_mask_blend_epi16(is_large, found, large);
                    }
                    sum = _mm512_add_epi16(sum, found);
                }
            };
            for (column, (&upper, &lower)) in upper.iter().zip(&lower).enumerate() {
                let [low, high] = [first, last].map(|order| _mm512_permutex2var_epi64(upper, order, lower));
                add(column, _mm512_castsi512_si256(low));
                add(column + ROWS, _mm512_extracti64x4_epi64::<1>(low));
                add(column + 2 * ROWS, _mm512_castsi512_si256(high));
                add(column + 3 * ROWS, _mm512_extracti64x4_epi64::<1>(high));
            }
            let sum: i16x32<Avx512> = sum.simd_into(avx512);
            sum.store_slice(sums);
        }
    );

    /// Transposes four blocks of 16 rows and 16 columns: the result has a column of each block in each register.
    ///
    /// To interleave the first half of the rows with the second half rotates the bits of the row and the column by one.
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
mod imp {
    use super::{COLUMNS, LANES};

    /// There is no such processor.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mix::splitmix;

    /// Compares the sums of random rows and boards with those of a loop.
    fn sums_are_those_of_a_loop<const N: usize>() {
        let Some(lanes) = Lanes::detect() else { return };
        let random = |number: usize| splitmix((N * N * N + number) as u64);
        let row: Vec<i16> = (0..N * N + 256).map(|at| random(at) as i16).collect();
        let boards: Vec<Tiles<N>> = (0..100)
            .map(|board| std::array::from_fn(|cell| (random(1_000_000 + board * N + cell) % N as u64) as u8))
            .collect();
        for count in 0..=LANES {
            let indices: Vec<u16> = (0..count).map(|at| (random(2_000_000 + at) % 100) as u16).collect();
            let Some(sums) = lanes.sums(&boards, &indices, &row) else {
                assert!(count < MIN_BOARDS);
                continue;
            };
            for (&index, sum) in indices.iter().zip(sums) {
                let entries = boards[usize::from(index)].iter().enumerate();
                let entries = entries.map(|(cell, &tile)| row[cell * N + usize::from(tile)]);
                assert_eq!(sum, entries.fold(0, i16::wrapping_add), "{N} cells, {count} boards");
            }
        }
    }

    #[test]
    fn sums_do_not_depend_on_the_instructions() {
        sums_are_those_of_a_loop::<16>();
        sums_are_those_of_a_loop::<25>();
        sums_are_those_of_a_loop::<36>();
        sums_are_those_of_a_loop::<49>();
        sums_are_those_of_a_loop::<64>();
        sums_are_those_of_a_loop::<81>();
        sums_are_those_of_a_loop::<100>();
    }
}
