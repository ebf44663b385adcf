//! Tables of the change of the estimate for every slide.
//!
//! A slide moves a tile along an edge of the board and the blank back along it. For every edge and tile there is a row with
//! an entry for each cell and tile: the change of the weights of their pairs. The change of a slide is thus the sum of one
//! entry for each cell, all from one row, which stays in the nearest cache while many boards make the same slide.
//!
//! Many boards are evaluated at once if the processor can do that ([`lanes`](super::lanes)). Otherwise the number of cells, a
//! constant of the kernel, makes the sum a straight line of loads and additions: a tile is a byte and selects from a window of
//! 256 entries, so no bounds are checked. Boards of other sizes are padded with cells whose entries are 0.

use super::lanes::{LANES, Lanes};
use super::weights::{MOVE, Weights};
use crate::cell::Cell;
use crate::control::{Control, StopReason};
use crate::direction::Direction;
use crate::large::zobrist::ZobristKeys;
use crate::space::Workers;

/// The entries that a byte can select from. The windows of consecutive cells overlap.
const WINDOW: usize = 256;

pub(super) struct SlideDeltas<const N: usize> {
    cells: usize,
    /// The slides into each cell of the blank.
    slides: Vec<Vec<Slide>>,
    /// What does not depend on other tiles, by row.
    alone: Vec<Alone>,
    /// Row by row, each with `N` entries for every cell, and a window at the end.
    rows: Vec<i16>,
}

/// The tiles of a board, cell by cell; those beyond the last cell are 0.
pub(super) type Tiles<const N: usize> = [u8; N];

/// A slide of a tile into the blank.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slide {
    /// The cell that the tile leaves and the blank enters.
    pub(super) from: usize,
    /// The code of the step of the blank; opposite steps differ in the lowest bit.
    pub(super) step: u8,
    /// The number of the edge's first row.
    row: usize,
    /// Rows are for tiles that move to the larger cell.
    sign: i32,
}

/// The changes that a slide makes whatever the other tiles are.
#[derive(Clone, Copy, Debug, Default)]
struct Alone {
    /// The change of the weights of the tile and the blank alone and of their pair, for a move to the larger cell.
    delta: i32,
    hash: u64,
}

/// The changes of a slide of one tile.
pub(super) struct TileDeltas<'a, const N: usize> {
    row: &'a [i16],
    sign: i32,
    delta: i32,
    /// The change of the hash.
    pub(super) hash: u64,
}

/// The directions of the blank by step code, in pairs of opposites.
const STEPS: [Direction; 4] = [Direction::Up, Direction::Down, Direction::Left, Direction::Right];

impl<const N: usize> SlideDeltas<N> {
    /// Builds the tables; asks now and then whether to go on.
    pub(super) fn new(
        weights: &Weights,
        keys: &ZobristKeys,
        workers: Workers,
        control: &Control,
    ) -> Result<Self, StopReason> {
        let (size, cells) = (weights.size(), weights.size().cells());
        let mut slides = vec![Vec::new(); cells];
        let mut edges = Vec::new();
        for low in 0..cells {
            for step in [1, 3] {
                let Some(high) = size.step(Cell::new(low), STEPS[step]) else { continue };
                let (row, high) = (edges.len() * cells, high.index());
                slides[low].push(Slide { from: high, step: step as u8, row, sign: -1 });
                slides[high].push(Slide { from: low, step: step as u8 ^ 1, row, sign: 1 });
                edges.push((low, high));
            }
        }
        let mut alone = vec![Alone::default(); edges.len() * cells];
        // Plain numbers, because the allocator returns zeroed pages at once, which the system maps only when they are
        // written.
        let mut rows = vec![0; edges.len() * cells * N * N + WINDOW];
        let mut rows_left = rows.chunks_exact_mut(cells * N * N).zip(alone.chunks_exact_mut(cells));
        // The rows of an edge take about a hundredth of a second.
        for edges in edges.chunks(workers.count()) {
            control.check()?;
            workers.share(edges.iter().zip(rows_left.by_ref()), |(&edge, (rows, alone))| {
                fill::<N>(rows, weights, edge);
                for (tile, alone) in alone.iter_mut().enumerate().skip(1) {
                    let hash = keys.change(tile, edge.0, edge.1);
                    *alone = Alone { delta: alone_delta(weights, tile, edge), hash };
                }
            });
        }
        Ok(SlideDeltas { cells, slides, alone, rows })
    }

    /// Returns the bytes of the tables for a number of rows and columns.
    pub(super) fn bytes(rows: usize, cols: usize) -> u64 {
        let (cells, edges) = ((rows * cols) as u64, (2 * rows * cols - rows - cols) as u64);
        edges * cells * ((N * N * size_of::<i16>()) as u64 + size_of::<Alone>() as u64)
    }

    pub(super) fn cells(&self) -> usize {
        self.cells
    }

    pub(super) fn slides(&self, blank: usize) -> &[Slide] {
        &self.slides[blank]
    }

    /// Returns the changes of a slide of a tile. `buffer` is filled with the entries if `is_repeated`: copying reads them
    /// in order, which is much faster than reading them at random from a distant cache.
    pub(super) fn of_tile<'a>(
        &'a self,
        slide: Slide,
        tile: usize,
        is_repeated: bool,
        buffer: &'a mut RowBuffer<N>,
    ) -> TileDeltas<'a, N> {
        let Alone { delta, hash } = self.alone[slide.row + tile];
        let row = &self.rows[(slide.row + tile) * N * N..][..N * N + WINDOW];
        let row = if is_repeated {
            buffer.0[..N * N].copy_from_slice(&row[..N * N]);
            &buffer.0[..N * N + WINDOW]
        } else {
            row
        };
        TileDeltas { row, sign: slide.sign, delta, hash }
    }
}

/// A copy of the row that is in use.
pub(super) struct RowBuffer<const N: usize>(Vec<i16>);

impl<const N: usize> RowBuffer<N> {
    pub(super) fn new() -> RowBuffer<N> {
        RowBuffer(vec![0; N * N + WINDOW])
    }
}

impl<const N: usize> TileDeltas<'_, N> {
    /// Returns the sums of the entries of at most [`LANES`] boards, given by their indices; `None` if the processor lacks the
    /// instructions, or for so few boards that one by one is faster.
    #[inline]
    pub(super) fn sums(
        &self,
        boards: &[Tiles<N>],
        indices: &[u16],
        lanes: Option<Lanes>,
    ) -> Option<[i16; LANES]> {
        lanes?.sums(boards, indices, self.row)
    }

    /// Returns the change of the estimate, given the sum of the entries.
    #[inline(always)]
    pub(super) fn change(&self, sum: i16) -> i32 {
        self.sign * (self.delta + i32::from(sum))
    }

    /// Returns the sum of the entries of a board.
    #[inline(always)]
    pub(super) fn sum(&self, tiles: &Tiles<N>) -> i16 {
        let row = &self.row[..N * N + WINDOW];
        let mut sum = 0;
        for cell in 0..N {
            sum += i32::from(row[cell * N..][..WINDOW][usize::from(tiles[cell])]);
        }
        // A sum beyond 64 moves wraps around, in lanes, too: a model with such weights only estimates worse.
        sum as i16
    }
}

/// Fills the rows of an edge, for all tiles that move to its larger cell.
fn fill<const N: usize>(rows: &mut [i16], weights: &Weights, (low, high): (usize, usize)) {
    let cells = weights.size().cells();
    let mut blanks = vec![[0.0; N]; cells];
    for (other, blanks) in blanks.iter_mut().enumerate().skip(1) {
        let [to, from] = [low, high].map(|cell| weights.pair_weights(0, cell, other));
        for (blank, (to, from)) in blanks.iter_mut().zip(to.weights().zip(from.weights())) {
            *blank = to - from;
        }
    }
    for (tile, row) in rows.chunks_exact_mut(N * N).enumerate().skip(1) {
        let by_cell = row.as_chunks_mut::<N>().0;
        for other in (1..cells).filter(|&other| other != tile) {
            let [to, from] = [high, low].map(|cell| weights.pair_weights(tile, cell, other));
            let changes = to.weights().zip(from.weights()).zip(&blanks[other]);
            for (by_tile, ((to, from), blank)) in by_cell.iter_mut().zip(changes) {
                by_tile[other] = rounded(to - from + blank) as i16;
            }
        }
    }
}

fn alone_delta(weights: &Weights, tile: usize, (low, high): (usize, usize)) -> i32 {
    let alone = weights.single(tile, high) - weights.single(tile, low);
    let blank = weights.single(0, low) - weights.single(0, high);
    let pair = weights.pair((tile, high), (0, low)) - weights.pair((tile, low), (0, high));
    rounded(alone + blank + pair)
}

fn rounded(weight: f32) -> i32 {
    // Without SSE4.1 as a baseline, `f32::round` is a call: a seventh of the instructions of a narrow beam. Adding a half gives
    // the same integer except for the number just below a half, and above 2^23.
    let weight = weight * MOVE;
    (weight + 0.5_f32.copysign(weight)) as i32
}

impl Slide {
    /// Returns the direction of the blank for a step code.
    pub(super) fn direction(step: u8) -> Direction {
        STEPS[usize::from(step)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mix::splitmix;

    /// Compares the sums of random rows and boards with those of one board after the other.
    fn sums_do_not_depend_on_lanes<const N: usize>(lanes: Lanes) {
        let random = |number: usize| splitmix((N * N * N + number) as u64);
        let row: Vec<i16> = (0..N * N + WINDOW).map(|at| random(at) as i16).collect();
        let changes = TileDeltas { row: &row, sign: 1, delta: 0, hash: 0 };
        let boards: Vec<Tiles<N>> = (0..100)
            .map(|board| std::array::from_fn(|cell| (random(1_000_000 + board * N + cell) % N as u64) as u8))
            .collect();
        let mut evaluated = 0;
        for count in 0..=LANES {
            let indices: Vec<u16> = (0..count).map(|at| (random(2_000_000 + at) % 100) as u16).collect();
            for (sum, &index) in changes.sums(&boards, &indices, Some(lanes)).iter().flatten().zip(&indices) {
                assert_eq!(*sum, changes.sum(&boards[usize::from(index)]), "{N} cells, {count} boards");
                evaluated += 1;
            }
        }
        assert!(evaluated >= LANES);
    }

    /// On a processor without the instructions there is only one way to add up.
    #[test]
    fn sums_of_boards_at_once_are_those_of_each_board() {
        let Some(lanes) = Lanes::detect() else {
            eprintln!("not compared: this processor does not evaluate boards at once");
            return;
        };
        sums_do_not_depend_on_lanes::<16>(lanes);
        sums_do_not_depend_on_lanes::<25>(lanes);
        sums_do_not_depend_on_lanes::<36>(lanes);
        sums_do_not_depend_on_lanes::<49>(lanes);
        sums_do_not_depend_on_lanes::<64>(lanes);
        sums_do_not_depend_on_lanes::<81>(lanes);
        sums_do_not_depend_on_lanes::<100>(lanes);
    }
}
