//! The first phase: all tiles approach their homes at once, in no particular order.
//!
//! The cost of a tile is a power of its row offset plus a power of its column offset. Both shrink together, which leaves
//! the tile more than one way to continue; a power of the whole distance takes a tenth more moves.

use super::evaluator::{Child, Evaluation, Evaluator, UNIT};
use crate::large::mutable_board::MutableBoard;
use crate::large::zobrist::tile_key;

/// The rows and columns of a region whose visits by the blank are counted.
const REGION: usize = 4;

/// The blank moves along rows or columns: states that entered a cell along different axes are different enough to be kept, if
/// the beam has room for a state for each cell. A narrower one may get stuck far from the goal (`results/decisions.md`).
const AXES: usize = 2;

/// The initial cost of a visit, in tile steps. It grows when the gain is small; larger initial values are worse.
const VISIT_COST: f64 = 0.05;
const MAX_VISIT_COST: f64 = 1.0;

/// Below this gain a move, visits become more expensive, so that the blank leaves the region.
const SMALL_GAIN: f64 = 0.3;

/// Below this gain a move, with visits at their most expensive, the phase ends.
const NEGLIGIBLE_GAIN: f64 = 0.1;

pub(super) struct GlobalPhase {
    distance_costs: Vec<i32>,
    exponent: f64,
    /// The axes that are told apart.
    axes: u16,
    /// How many states of a layer may have the blank in the same cell, after a move along the same axis.
    states_per_cell: u16,
    /// The region of each cell.
    regions: Vec<u16>,
    /// The cost of entering each region, which grows with every visit.
    region_costs: Vec<i32>,
    /// The cost of a visit as an evaluation counts it, and in tile steps.
    visit: i32,
    visit_cost: f64,
}

impl GlobalPhase {
    pub(super) fn new(board: &MutableBoard, width: usize, exponent: f64) -> GlobalPhase {
        let region_cols = board.size.cols().div_ceil(REGION);
        let region = |&[row, col]: &[u8; 2]| {
            (usize::from(row) / REGION * region_cols + usize::from(col) / REGION) as u16
        };
        let regions: Vec<u16> = board.coordinates.iter().map(region).collect();
        let count = regions.iter().max().map_or(0, |&last| usize::from(last) + 1);
        let mut phase = GlobalPhase {
            distance_costs: distance_costs(board, exponent, 1.0),
            exponent,
            axes: 1,
            states_per_cell: 1,
            regions,
            region_costs: vec![0; count],
            visit: 0,
            visit_cost: VISIT_COST,
        };
        phase.set_width(width);
        phase.scale_visits(board);
        phase
    }

    /// Adapts to the width of the beam.
    pub(super) fn set_width(&mut self, width: usize) {
        let cells = self.regions.len();
        let axes = if width < cells { 1 } else { AXES };
        let states = width.div_ceil(axes * cells).min(usize::from(u16::MAX) / AXES - 1);
        (self.axes, self.states_per_cell) = (axes as u16, states.max(1) as u16);
    }

    /// Scales the cost of a visit to the cost of a tile step at the current mean distance.
    fn scale_visits(&mut self, board: &MutableBoard) {
        let mean = board.total_distance() as f64 / board.tiles.len() as f64 / 2.0;
        let step = self.exponent * mean.max(1.0).powf(self.exponent - 1.0);
        self.visit = (self.visit_cost * step * f64::from(UNIT)).max(1.0) as i32;
    }

    /// Adapts to the mean gain of the last moves; returns `false` if the phase should end.
    pub(super) fn adapt(&mut self, board: &MutableBoard, gain: f64) -> bool {
        let is_stuck = self.visit_cost >= MAX_VISIT_COST && gain < NEGLIGIBLE_GAIN;
        if gain < SMALL_GAIN {
            self.visit_cost = (self.visit_cost * 1.5).min(MAX_VISIT_COST);
        }
        self.scale_visits(board);
        !is_stuck
    }

    /// Counts a visit of the blank.
    pub(super) fn visit(&mut self, cell: usize) {
        self.region_costs[usize::from(self.regions[cell])] += self.visit;
    }
}

/// Returns the cost of a row or column offset, by its size.
pub(super) fn distance_costs(board: &MutableBoard, exponent: f64, weight: f64) -> Vec<i32> {
    let longest = board.size.rows().max(board.size.cols());
    (0..longest)
        .map(|offset| (f64::from(offset as u32).powf(exponent) * weight * f64::from(UNIT)) as i32)
        .collect()
}

impl Evaluator for GlobalPhase {
    const READS_POSITIONS: bool = false;

    fn distance_costs(&self) -> &[i32] {
        &self.distance_costs
    }

    #[inline]
    fn shared_cost(&self, _: &MutableBoard, _: u32) -> i32 {
        0
    }

    #[inline]
    fn evaluate(&self, _: &MutableBoard, child: &Child) -> Option<Evaluation> {
        let along_row = u16::from(child.to.abs_diff(child.from) == 1);
        let slot = (child.hash >> 8) as u16 % self.states_per_cell;
        let abstraction = tile_key(self.axes * slot + along_row % self.axes, child.to + 1);
        let cost = self.region_costs[usize::from(self.regions[child.to])];
        Some(Evaluation { completed: 0, cost, abstraction })
    }
}
