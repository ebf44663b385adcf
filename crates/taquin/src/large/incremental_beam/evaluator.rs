//! The interface between the beam and its phases.

use crate::large::mutable_board::MutableBoard;

/// The cost of a move; costs are fixed-point numbers.
pub(super) const UNIT: i32 = 32;

/// Ranks the states of a beam and tells which of them are too similar to be kept together.
pub(super) trait Evaluator {
    /// Whether an evaluation reads the positions of tiles. They are not kept up to date otherwise.
    const READS_POSITIONS: bool;

    /// Returns the cost of a row or column offset between a tile and its home, by its size.
    fn distance_costs(&self) -> &[i32];

    /// Returns a cost of a state that the evaluation of its children starts from.
    fn shared_cost(&self, board: &MutableBoard, completed: u32) -> i32;

    /// Evaluates a child when its tile has already moved and the blank is still at `from`; `None` if the move is not
    /// allowed.
    fn evaluate(&self, board: &MutableBoard, child: &Child) -> Option<Evaluation>;
}

/// A state that is being generated.
pub(super) struct Child {
    pub(super) tile: u16,
    /// The cell that the blank enters.
    pub(super) to: usize,
    /// The cell that the blank leaves.
    pub(super) from: usize,
    /// The number of completed cells of the parent.
    pub(super) completed: u32,
    /// The shared cost of the parent.
    pub(super) shared_cost: i32,
    pub(super) hash: u64,
}

pub(super) struct Evaluation {
    /// The number of completed cells.
    pub(super) completed: u32,
    /// The cost in addition to the distance costs of all tiles.
    pub(super) cost: i32,
    /// Of the states with the same abstraction a layer keeps the best.
    pub(super) abstraction: u64,
}
