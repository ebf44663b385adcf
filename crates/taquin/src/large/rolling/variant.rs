//! What beams of the same width may differ in. The lengths they lead to differ by some percent, and none is best on all
//! boards; so several beams are worth more than a wider one.

use super::peel::Settings;

#[derive(Clone, Copy, Debug)]
pub(super) struct Variant {
    /// The pull of the homes while tiles are gathered.
    pub(super) exponent: f64,
    /// Tiles are near with so many steps to go on the average. From then on they are gathered only as long as a move
    /// brings them so much nearer.
    pub(super) near: f64,
    pub(super) least_gain: f64,
    pub(super) settings: Settings,
}

/// A beam is wide with so many states for each cell.
const WIDE: usize = 10;

impl Variant {
    /// The variant of a number, for a width; the first are the best on the average.
    pub(super) fn of(number: usize, width: usize, cells: usize) -> Variant {
        let exponent = [1.6, 1.7, 1.5, 1.8, 1.65][number % 5];
        let turn = number % 3;
        if width < WIDE * cells {
            let settings = Settings { worth: [7, 8, 6][turn], pull: 0.7, told_apart: [4, 3, 4][turn] };
            Variant { exponent, near: 2.5, least_gain: 0.5, settings }
        } else {
            let pull = [0.8, 1.0, 0.7][turn];
            let settings = Settings { worth: [5, 6, 5][turn], pull, told_apart: [6, 8, 6, 5][number % 4] };
            Variant { exponent, near: 3.5, least_gain: [0.6, 0.7, 0.65, 0.5][number % 4], settings }
        }
    }
}
