//! The choice of views for a board, from a sample of an iteration.
//!
//! The values are consistent, so a node is in the tree of a set of views exactly if none of them exceeds the limit there,
//! whatever happened above it. So the share of sampled nodes that a set of views leaves is the share of the tree that it
//! leaves.

use super::plan::ViewPlan;
use crate::grid::Packed25;
use crate::search::views::MOST_VIEWS;

/// A view must prune at least this share of the nodes that are left, because each costs lookups.
const LEAST_SHARE: f64 = 0.05;

/// A sampled iteration.
pub(super) struct Sample {
    /// Boards with their depth.
    pub(super) nodes: Vec<(Packed25, u32)>,
    /// The f-limit.
    pub(super) bound: u32,
    /// The number of nodes of the whole iteration.
    pub(super) tree: u64,
}

/// A view and the nodes of the sample that it prunes.
pub(super) struct Candidate {
    pub(super) view: ViewPlan,
    pub(super) pruned: Vec<bool>,
}

/// Chooses views one by one, each for what it prunes beyond those before it, and returns that number of nodes with it.
pub(super) fn choose(sample: &Sample, candidates: &[Candidate]) -> Vec<(ViewPlan, usize)> {
    let mut left: Vec<usize> = (0..sample.nodes.len()).collect();
    let mut chosen = Vec::new();
    while chosen.len() < MOST_VIEWS {
        let prunes = |candidate: &Candidate| left.iter().filter(|&&node| candidate.pruned[node]).count();
        let counted = candidates.iter().map(|candidate| (prunes(candidate), candidate));
        let Some((pruned, best)) = counted.max_by_key(|&(pruned, _)| pruned) else { break };
        if (pruned as f64) < (LEAST_SHARE * left.len() as f64).max(1.0) {
            break;
        }
        left.retain(|&node| !best.pruned[node]);
        chosen.push((best.view.clone(), pruned));
    }
    chosen
}
