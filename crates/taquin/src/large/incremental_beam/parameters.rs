//! Tunable parameters of a run.
//!
//! The solution lengths of different parameters differ by some percent, and none is best on all boards. Several runs
//! therefore gain more than one run with a wider beam.

#[derive(Clone, Copy, Debug)]
pub(super) struct Parameters {
    /// The exponent of the distance costs in the global phase.
    pub(super) exponent: f64,
    /// The global phase continues at least until the mean distance of the tiles falls below this.
    pub(super) near: f64,
    /// From then on it continues while a move reduces the total distance by at least this.
    pub(super) min_gain: f64,
    pub(super) line: LineParameters,
}

/// Tunable parameters of the line phase.
#[derive(Clone, Copy, Debug)]
pub(super) struct LineParameters {
    /// The value of a completed cell, in moves.
    pub(super) cell_value: i32,
    pub(super) distance_weight: f64,
    /// How many of the next tiles the abstraction of a state includes.
    pub(super) abstraction_tiles: usize,
}

/// From this many states a cell on, a beam counts as wide.
const WIDE: usize = 10;

/// Beams with fewer states than the board has cells, divided by this, count as narrow. Others follow a steeper distance cost
/// without losing their way.
const NARROW: usize = 4;

impl Parameters {
    /// Returns the parameters of a run by its number; on average the first are the best.
    pub(super) fn of_run(number: usize, width: usize, cells: usize) -> Parameters {
        let is_narrow = width < cells / NARROW;
        let exponent = match width < WIDE * cells && !is_narrow {
            true => [1.9, 2.0, 1.85, 1.95, 1.8][number % 5],
            false => [1.6, 1.7, 1.5, 1.8, 1.65][number % 5],
        };
        let turn = number % 3;
        if width < WIDE * cells {
            let line = LineParameters {
                cell_value: [7, 8, 6][turn],
                distance_weight: 0.7,
                abstraction_tiles: [4, 3, 4][turn],
            };
            Parameters { exponent, near: 2.5, min_gain: if is_narrow { 0.5 } else { 0.7 }, line }
        } else {
            let line = LineParameters {
                cell_value: [5, 6, 5][turn],
                distance_weight: [0.8, 1.0, 0.7][turn],
                abstraction_tiles: [6, 8, 6, 5][number % 4],
            };
            Parameters { exponent, near: 3.5, min_gain: [0.6, 0.7, 0.65, 0.5][number % 4], line }
        }
    }
}
