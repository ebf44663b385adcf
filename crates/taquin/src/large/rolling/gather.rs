//! The first part: all tiles get nearer to their homes at once, in no order.
//!
//! A row or column that a tile is away from its home costs the more the more there are. So both shrink together, which
//! leaves a tile more than one way to go on; sums of distances with one exponent for both take a tenth more moves.

use super::scene::Scene;
use super::walk::{Child, Guide, Judgement, UNIT, scatter};

/// The blank tires of regions of so many rows and columns.
const REGION: usize = 4;

/// What a visit costs in steps of a tile, to begin with. It grows when there is little gain; beginning with more is worse.
const TIRING: f64 = 0.05;

/// The most that a visit costs.
const MOST_TIRING: f64 = 1.0;

/// With less gain than this the blank should look elsewhere.
const LITTLE_GAIN: f64 = 0.3;
const NEXT_TO_NOTHING: f64 = 0.1;

pub(super) struct Gather {
    pull: Vec<i32>,
    exponent: f64,
    /// How many states may have the blank at the same cell.
    alike: u64,
    /// The region of each cell, and how often the blank was in each, as a cost.
    regions: Vec<u16>,
    visits: Vec<i32>,
    visit: i32,
    tiring: f64,
}

impl Gather {
    pub(super) fn new(scene: &Scene, width: usize, exponent: f64) -> Gather {
        let region_cols = scene.size.cols().div_ceil(REGION);
        let region = |&[row, col]: &[u8; 2]| {
            (usize::from(row) / REGION * region_cols + usize::from(col) / REGION) as u16
        };
        let regions: Vec<u16> = scene.spots.iter().map(region).collect();
        let count = regions.iter().max().map_or(0, |&last| usize::from(last) + 1);
        let mut gather = Gather {
            pull: pull(scene, exponent, 1.0),
            exponent,
            alike: (width / scene.tiles.len()).max(1) as u64,
            regions,
            visits: vec![0; count],
            visit: 0,
            tiring: TIRING,
        };
        gather.adapt(scene);
        gather
    }

    /// Adapts what a visit costs to what a step of a tile is worth, now that they are so far away.
    fn adapt(&mut self, scene: &Scene) {
        let mean = scene.total_distance() as f64 / scene.tiles.len() as f64 / 2.0;
        let step = self.exponent * mean.max(1.0).powf(self.exponent - 1.0);
        self.visit = (self.tiring * step * f64::from(UNIT)).max(1.0) as i32;
    }

    /// Goes on after a stretch in which each move brought the tiles so much nearer; `false` if that was next to nothing,
    /// and the blank already tires as soon as it should.
    pub(super) fn go_on(&mut self, scene: &Scene, gain: f64) -> bool {
        let is_hopeless = self.tiring >= MOST_TIRING && gain < NEXT_TO_NOTHING;
        if gain < LITTLE_GAIN {
            self.tiring = (self.tiring * 1.5).min(MOST_TIRING);
        }
        self.adapt(scene);
        !is_hopeless
    }

    /// The blank was at a cell.
    pub(super) fn visited(&mut self, cell: usize) {
        self.visits[usize::from(self.regions[cell])] += self.visit;
    }
}

/// The costs of rows and columns by number.
pub(super) fn pull(scene: &Scene, exponent: f64, weight: f64) -> Vec<i32> {
    let longest = scene.size.rows().max(scene.size.cols());
    (0..longest)
        .map(|count| (f64::from(count as u32).powf(exponent) * weight * f64::from(UNIT)) as i32)
        .collect()
}

impl Guide for Gather {
    fn pull(&self) -> &[i32] {
        &self.pull
    }

    #[inline]
    fn survey(&self, _: &Scene, _: u32) -> i32 {
        0
    }

    #[inline]
    fn judge(&self, _: &Scene, child: &Child) -> Option<Judgement> {
        let view = scatter((child.hash >> 8) as u16 % self.alike as u16, child.to + 1);
        Some(Judgement { mark: 0, cost: self.visits[usize::from(self.regions[child.to])], view })
    }
}
