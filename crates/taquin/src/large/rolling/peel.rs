//! The second part: the cells get their tiles one after the other, in the order of the lines.
//!
//! A cell that has its tile when its turn comes is done, and the blank does not enter it any more. So a state is
//! marked by the number of cells that are done. It is judged by the exact moves that the next two tiles take, by the
//! distances of some that come later, and by the pull of all homes, so that the others are not scattered again.

use super::gather::pull;
use super::lines::Line;
use super::scene::Scene;
use super::two_tiles::TwoTiles;
use super::walk::{Child, Guide, Judgement, UNIT, scatter};

/// The tiles after the next two that are looked at, and what a step of the first of them costs, in moves.
const AHEAD: usize = 8;
const STEP_AHEAD: i32 = 2;

/// The pull of the homes.
const EXPONENT: f64 = 1.3;

pub(super) struct Peel {
    /// The tiles in the order of their cells.
    order: Vec<u16>,
    /// The place of each tile in that order, or the last number if it has none.
    ranks: Vec<u32>,
    /// May a cell get its tile only together with the next?
    joint: Vec<bool>,
    two_tiles: TwoTiles,
    pull: Vec<i32>,
    ahead: [i32; AHEAD],
    /// What a cell that is done is worth, and what a move costs.
    worth: i32,
    urgency: i32,
    /// The tiles that tell views apart.
    told_apart: usize,
}

/// What one may turn.
#[derive(Clone, Copy, Debug)]
pub(super) struct Settings {
    pub(super) worth: i32,
    pub(super) pull: f64,
    pub(super) told_apart: usize,
}

impl Peel {
    pub(super) fn new(scene: &Scene, lines: &[Line], settings: Settings) -> Peel {
        let order: Vec<u16> = lines
            .iter()
            .flat_map(|line| line.cells.iter().map(|&cell| scene.residents[usize::from(cell)]))
            .collect();
        let mut ranks = vec![u32::MAX; scene.tiles.len()];
        order.iter().enumerate().for_each(|(rank, &tile)| ranks[usize::from(tile)] = rank as u32);
        let mut joint = vec![false; order.len()];
        let mut end = 0;
        for line in lines {
            end += line.cells.len();
            joint[end - 2] = true;
        }
        let weight = |index: usize| STEP_AHEAD * UNIT * (AHEAD - index) as i32 / AHEAD as i32;
        Peel {
            order,
            ranks,
            joint,
            two_tiles: TwoTiles::new(scene, lines),
            pull: pull(scene, EXPONENT, settings.pull),
            ahead: std::array::from_fn(weight),
            worth: settings.worth * UNIT,
            urgency: UNIT,
            told_apart: settings.told_apart,
        }
    }

    /// How many cells are to be done.
    pub(super) fn cells(&self) -> u32 {
        self.order.len() as u32
    }

    /// How many cells are done, of which so many are known to be.
    pub(super) fn done(&self, scene: &Scene, mut mark: u32) -> u32 {
        while mark < self.cells() && self.is_home(scene, mark) {
            if !self.joint[mark as usize] {
                mark += 1;
            } else if self.is_home(scene, mark + 1) {
                mark += 2;
            } else {
                break;
            }
        }
        mark
    }

    /// Makes the next tiles more important than what becomes of the others.
    pub(super) fn hurry(&mut self) {
        self.worth = self.worth.saturating_mul(2).min(UNIT << 12);
        self.urgency = (self.urgency * 3 / 2).min(UNIT << 8);
    }

    /// Back to what is usual.
    pub(super) fn relax(&mut self, settings: Settings) {
        (self.worth, self.urgency) = (settings.worth * UNIT, UNIT);
    }

    fn is_home(&self, scene: &Scene, rank: u32) -> bool {
        let tile = self.order[rank as usize];
        scene.place(tile) == scene.home(tile)
    }

    fn cost_ahead(&self, scene: &Scene, mark: u32) -> i32 {
        let tiles = self.order.iter().skip(mark as usize + 2);
        tiles
            .zip(&self.ahead)
            .map(|(&tile, weight)| weight * scene.distance(scene.place(tile), scene.home(tile)))
            .sum()
    }

    /// What the next two tiles cost.
    fn cost_next(&self, scene: &Scene, mark: u32, blank: usize) -> i32 {
        let Some(&[first, second]) = self.order.get(mark as usize..).and_then(|rest| rest.first_chunk())
        else {
            return 0;
        };
        let places = [first, second].map(|tile| scene.place(tile));
        self.urgency * self.two_tiles.moves(mark as usize, scene, blank, places)
    }
}

impl Guide for Peel {
    fn pull(&self) -> &[i32] {
        &self.pull
    }

    #[inline]
    fn survey(&self, scene: &Scene, mark: u32) -> i32 {
        self.cost_ahead(scene, mark)
    }

    #[inline]
    fn judge(&self, scene: &Scene, child: &Child) -> Option<Judgement> {
        let &Child { tile, to, from, mark: before, surveyed, .. } = child;
        // Whose resident is done is not entered.
        if self.ranks[usize::from(scene.residents[to])] < before {
            return None;
        }
        let rank = self.ranks[usize::from(tile)];
        let is_next = rank == before || rank == before + 1 && self.joint[before as usize];
        let mark = if is_next { self.done(scene, before) } else { before };
        let ahead = if mark != before {
            self.cost_ahead(scene, mark)
        } else {
            let weight = self.ahead.get(rank.wrapping_sub(mark + 2) as usize);
            let home = scene.home(tile);
            surveyed
                + weight.map_or(0, |weight| weight * (scene.distance(home, from) - scene.distance(home, to)))
        };
        let cost = ahead + self.cost_next(scene, mark, to) - self.worth * mark as i32;
        let next = self.order.iter().skip(mark as usize).take(self.told_apart);
        let view = next.fold(scatter(0, to + 1) ^ scatter(u16::MAX, mark as usize), |view, &tile| {
            view ^ scatter(tile, scene.place(tile))
        });
        Some(Judgement { mark, cost, view })
    }
}
