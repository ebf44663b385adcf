//! The second phase: the cells receive their tiles one after the other, in the order of the lines.
//!
//! A cell is completed when it holds its tile and all cells before it are completed; the blank never enters it again. A
//! state is evaluated by the exact number of moves that the next two tiles need, by the distances of some tiles after
//! them, and by the distance costs of all tiles, which keep the others from drifting away again.

use super::evaluator::{Child, Evaluation, Evaluator, UNIT};
use super::global_phase::distance_costs;
use super::lines::Line;
use super::pair_distances::PairDistances;
use super::parameters::LineParameters;
use crate::large::mutable_board::MutableBoard;
use crate::large::zobrist::tile_key;

/// How many tiles after the next two are considered.
const LOOKAHEAD: usize = 8;

/// The cost of a step of the first of them, in moves. It decreases linearly.
const LOOKAHEAD_STEP: i32 = 2;

/// The exponent of the distance costs.
const EXPONENT: f64 = 1.3;

pub(super) struct LinePhase {
    /// The tiles in the order of their cells.
    order: Vec<u16>,
    /// The index of each tile in that order, or `u32::MAX`.
    ranks: Vec<u32>,
    /// Whether a cell is completed only together with the next.
    joint: Vec<bool>,
    pair_distances: PairDistances,
    distance_costs: Vec<i32>,
    lookahead: [i32; LOOKAHEAD],
    /// The value of a completed cell, and the cost of a move of the next two tiles.
    cell_value: i32,
    move_cost: i32,
    /// How many of the next tiles the abstraction includes.
    abstraction_tiles: usize,
}

impl LinePhase {
    pub(super) fn new(board: &MutableBoard, lines: &[Line], parameters: LineParameters) -> LinePhase {
        let order: Vec<u16> = lines
            .iter()
            .flat_map(|line| line.cells.iter().map(|&cell| board.goal_tiles[usize::from(cell)]))
            .collect();
        let mut ranks = vec![u32::MAX; board.tiles.len()];
        order.iter().enumerate().for_each(|(rank, &tile)| ranks[usize::from(tile)] = rank as u32);
        let mut joint = vec![false; order.len()];
        let mut end = 0;
        for line in lines {
            end += line.cells.len();
            joint[end - 2] = true;
        }
        let weight = |index: usize| LOOKAHEAD_STEP * UNIT * (LOOKAHEAD - index) as i32 / LOOKAHEAD as i32;
        LinePhase {
            order,
            ranks,
            joint,
            pair_distances: PairDistances::new(board, lines),
            distance_costs: distance_costs(board, EXPONENT, parameters.distance_weight),
            lookahead: std::array::from_fn(weight),
            cell_value: parameters.cell_value * UNIT,
            move_cost: UNIT,
            abstraction_tiles: parameters.abstraction_tiles,
        }
    }

    /// Returns the number of cells to complete.
    pub(super) fn cells(&self) -> u32 {
        self.order.len() as u32
    }

    /// Counts the completed cells, given that some are already known to be completed.
    pub(super) fn completed(&self, board: &MutableBoard, mut known: u32) -> u32 {
        while known < self.cells() && self.is_home(board, known) {
            if !self.joint[known as usize] {
                known += 1;
            } else if self.is_home(board, known + 1) {
                known += 2;
            } else {
                break;
            }
        }
        known
    }

    /// Raises the priority of the next tiles over the distances of the others.
    pub(super) fn raise_priority(&mut self) {
        self.cell_value = self.cell_value.saturating_mul(2).min(UNIT << 12);
        self.move_cost = (self.move_cost * 3 / 2).min(UNIT << 8);
    }

    /// Restores the normal priority of the next tiles.
    pub(super) fn reset_priority(&mut self, parameters: LineParameters) {
        (self.cell_value, self.move_cost) = (parameters.cell_value * UNIT, UNIT);
    }

    fn is_home(&self, board: &MutableBoard, rank: u32) -> bool {
        let tile = self.order[rank as usize];
        board.position(tile) == board.home(tile)
    }

    fn lookahead_cost(&self, board: &MutableBoard, completed: u32) -> i32 {
        let tiles = self.order.iter().skip(completed as usize + 2);
        tiles
            .zip(&self.lookahead)
            .map(|(&tile, weight)| weight * board.distance(board.position(tile), board.home(tile)) as i32)
            .sum()
    }

    /// Returns the cost of the next two tiles.
    fn next_cost(&self, board: &MutableBoard, completed: u32, blank: usize) -> i32 {
        let Some(&[first, second]) = self.order.get(completed as usize..).and_then(|rest| rest.first_chunk())
        else {
            return 0;
        };
        let positions = [first, second].map(|tile| board.position(tile));
        self.move_cost * self.pair_distances.moves(completed as usize, board, blank, positions)
    }
}

impl Evaluator for LinePhase {
    const READS_POSITIONS: bool = true;

    fn distance_costs(&self) -> &[i32] {
        &self.distance_costs
    }

    #[inline]
    fn shared_cost(&self, board: &MutableBoard, completed: u32) -> i32 {
        self.lookahead_cost(board, completed)
    }

    #[inline]
    fn evaluate(&self, board: &MutableBoard, child: &Child) -> Option<Evaluation> {
        let &Child { tile, to, from, completed: before, shared_cost, .. } = child;
        // Never enter a completed cell.
        if self.ranks[usize::from(board.goal_tiles[to])] < before {
            return None;
        }
        let rank = self.ranks[usize::from(tile)];
        let is_next = rank == before || rank == before + 1 && self.joint[before as usize];
        let completed = if is_next { self.completed(board, before) } else { before };
        let lookahead = if completed != before {
            self.lookahead_cost(board, completed)
        } else {
            let weight = self.lookahead.get(rank.wrapping_sub(completed + 2) as usize);
            let home = board.home(tile);
            let change = board.distance(home, from) as i32 - board.distance(home, to) as i32;
            shared_cost + weight.map_or(0, |weight| weight * change)
        };
        let cost = lookahead + self.next_cost(board, completed, to) - self.cell_value * completed as i32;
        let next = self.order.iter().skip(completed as usize).take(self.abstraction_tiles);
        let base = tile_key(0, to + 1) ^ tile_key(u16::MAX, completed as usize);
        let abstraction = next.fold(base, |key, &tile| key ^ tile_key(tile, board.position(tile)));
        Some(Evaluation { completed, cost, abstraction })
    }
}
