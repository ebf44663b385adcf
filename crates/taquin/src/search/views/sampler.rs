//! A sample of the nodes of an iteration, from which the views of the next one are chosen.

use crate::grid::Packed25;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// Collects a node after each interval. If there are too many, it drops every second one and doubles the interval.
#[derive(Debug)]
pub(crate) struct Sampler {
    interval: AtomicU64,
    most: usize,
    /// Boards with their depth.
    nodes: Mutex<Vec<(Packed25, u32)>>,
}

impl Sampler {
    /// Samples at most `most` of about `expected` nodes.
    pub(crate) fn new(most: usize, expected: u64) -> Sampler {
        // The first interval is short: dropping nodes is cheap, and an iteration may be smaller than expected.
        let interval = (expected / (4 * most as u64)).max(1);
        Sampler { interval: interval.into(), most, nodes: Mutex::default() }
    }

    /// Samples nothing.
    pub(crate) fn none() -> Sampler {
        Sampler { interval: u64::MAX.into(), most: 0, nodes: Mutex::default() }
    }

    /// Returns the number of nodes between two samples.
    pub(super) fn interval(&self) -> u64 {
        self.interval.load(Ordering::Relaxed)
    }

    /// Adds a node.
    pub(super) fn add(&self, grid: Packed25, depth: u32) {
        let mut nodes = self.nodes.lock().unwrap_or_else(PoisonError::into_inner);
        nodes.push((grid, depth));
        if nodes.len() >= self.most {
            let mut is_kept = false;
            nodes.retain(|_| {
                is_kept = !is_kept;
                is_kept
            });
            self.interval
                .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |interval| {
                    Some(interval.saturating_mul(2))
                })
                .ok();
        }
    }

    /// Returns the nodes.
    pub(crate) fn into_nodes(self) -> Vec<(Packed25, u32)> {
        self.nodes.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}
