//! A cost model of tables and searches in nanoseconds: rough, but good enough to choose a method and to tell the user
//! what to expect.
//!
//! Fitted to Korf's 100 boards: with 5-5-5 they expand 856,000 nodes on average, with 6-6-3 117,000, with 7-8 7,700.
//! One more move in the estimate costs about a sixth more; a board can easily be five times as hard or as easy.

use crate::size::Size;
use std::time::Duration;

/// A node that IDA* expands with pattern databases: 80 with small tables, 200 with tables that exceed the caches.
pub(super) const NODE: f64 = 100.0;

/// A state of a table, for each thread that builds it.
pub(super) const STATE: f64 = 9.0;

/// A placement of a table in pushes, for each thread that builds it.
pub(super) const PLACEMENT: f64 = 80.0;

/// A byte of a table that is read and verified.
pub(super) const BYTE: f64 = 1.0;

/// A random 4x4 board with the first partition, and with pattern databases in pushes. Each next partition divides the
/// cost by `GAIN`.
const RANDOM_BOARD: f64 = 60e6;
const RANDOM_PUSHES: f64 = 360e6;
const GAIN: f64 = 5.0;

/// The factor per additional cell: the 24-puzzle takes some hours on average.
const CELL: f64 = 5.2;

/// The factor per additional move in the estimate.
const MOVE: f64 = 1.17;

/// A 3x3 board with A*, and a table lookup.
pub(super) const TEXTBOOK_BOARD: f64 = 1e6;
pub(super) const WALK: f64 = 1e3;

/// Returns the cost of a random board with the partition of a tier.
pub(super) fn random_board(size: Size, tier: usize) -> f64 {
    RANDOM_BOARD * CELL.powi(size.cells() as i32 - 16) / GAIN.powi(tier as i32)
}

/// Returns the cost of a board from its estimate.
pub(super) fn board(size: Size, tier: usize, estimate: u32) -> f64 {
    // The mean Manhattan distance, tile by tile.
    let line = |cells: usize| (cells as f64 - 1.0 / cells as f64) / 3.0;
    let usual = (line(size.rows()) + line(size.cols())) * (size.cells() - 1) as f64;
    random_board(size, tier) * MOVE.powf(f64::from(estimate) - usual)
}

/// Returns the cost of a random board in pushes.
pub(super) fn pushes(size: Size) -> f64 {
    RANDOM_PUSHES * CELL.powi(size.cells() as i32 - 16)
}

/// Formats a time for people.
pub(super) fn readable(time: Duration) -> String {
    const UNITS: [(f64, &str); 7] = [
        (1e-6, "µs"),
        (1e-3, "ms"),
        (1.0, "s"),
        (60.0, "min"),
        (3600.0, "h"),
        (86400.0, "days"),
        (365.25 * 86400.0, "years"),
    ];
    let seconds = time.as_secs_f64();
    let (unit, name) = UNITS.into_iter().rev().find(|(unit, _)| seconds >= 0.95 * unit).unwrap_or(UNITS[0]);
    // The estimate is not precise enough for more than one digit.
    let amount = (seconds / unit).round();
    let digit = 10_f64.powf(amount.max(1.0).log10().floor());
    match (amount / digit).round() * digit {
        amount if amount > 1e6 => format!("more than a million {name}"),
        amount => format!("{amount} {name}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_readable() {
        let seconds = [0.0, 1.2e-6, 9.99e-4, 4.6e-3, 0.923, 59.0, 121.0, 7300.0, 4e5];
        let said = seconds.map(|seconds| readable(Duration::from_secs_f64(seconds)));
        assert_eq!(said, ["0 µs", "1 µs", "1 ms", "5 ms", "900 ms", "1 min", "2 min", "2 h", "5 days"]);
        assert_eq!(readable(Duration::MAX), "more than a million years");
    }

    #[test]
    fn a_harder_board_and_a_larger_size_cost_more() {
        let four = Size::square(4).unwrap();
        assert!(board(four, 0, 50) > board(four, 0, 40) && board(four, 1, 50) < board(four, 0, 50));
        assert!(board(Size::square(5).unwrap(), 0, 100) > board(four, 0, 60));
    }
}
