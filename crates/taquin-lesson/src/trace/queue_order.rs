//! The order in which a search pops the nodes of its open list.

use super::Trace;
use std::cmp::{Ordering, Reverse};
use taquin::search::{GoalTest, Ties, Weight};
use taquin::solver::{Algorithm, Method, MethodOption};

/// The search pops as many nodes with equal f and g at once, newest first, if the ties are `deep-first` and f never
/// decreases.
pub(super) const BATCH: usize = 16;

/// Above this f the search does not pop several nodes at once.
const LARGEST_BATCH_F: u64 = 1 << 12;

/// The nodes of a trace in the order in which they would be popped if all of them were open.
#[derive(Clone, Debug)]
pub(super) struct QueueOrder {
    /// For each node, its place.
    ranks: Vec<usize>,
    /// The node of each place.
    nodes: Vec<usize>,
    /// For each node, f as the search computes it, and g.
    keys: Vec<(u64, u32)>,
    is_batched: bool,
}

impl QueueOrder {
    pub(super) fn new(trace: &Trace, method: &Method) -> QueueOrder {
        let (of_g, of_h) = factors(method);
        let f = |g, h: Option<u32>| of_g * u64::from(g) + of_h * u64::from(h.unwrap_or_default());
        let keys: Vec<(u64, u32)> = trace.nodes.iter().map(|node| (f(node.g, node.h), node.g)).collect();
        let mut nodes: Vec<usize> = (0..keys.len()).collect();
        let ties = method.algorithm.takes(MethodOption::Ties).then(|| method.ties.unwrap_or_default());
        match ties {
            Some(ties) => nodes.sort_by(|&a, &b| by_priority(trace, &keys, ties, a, b)),
            None if is_stack(method) => {
                let families = families(trace);
                nodes.sort_by_key(|&node| (Reverse(families[node]), node));
            }
            // First in, first out.
            None => {}
        }
        let mut ranks = vec![0; nodes.len()];
        for (rank, &node) in nodes.iter().enumerate() {
            ranks[node] = rank;
        }
        let is_small = || {
            trace
                .nodes
                .iter()
                .zip(&keys)
                .all(|(node, (f, _))| node.origin.is_some() || f / of_g <= LARGEST_BATCH_F)
        };
        let is_batched = ties == Some(Ties::DeepFirst) && of_g == of_h && is_small();
        QueueOrder { ranks, nodes, keys, is_batched }
    }

    /// Returns the place of a node.
    pub(super) fn rank(&self, node: usize) -> usize {
        self.ranks[node]
    }

    /// Returns the node of a place.
    pub(super) fn node(&self, rank: usize) -> usize {
        self.nodes[rank]
    }

    /// Returns whether the search pops several nodes at once.
    pub(super) fn is_batched(&self) -> bool {
        self.is_batched
    }

    /// Returns whether two nodes have equal f and g.
    pub(super) fn is_equal(&self, a: usize, b: usize) -> bool {
        self.keys[a] == self.keys[b]
    }
}

/// Returns whether the search has an open list, whose order is known.
pub const fn has_open_list(method: &Method) -> bool {
    method.algorithm.has_open_list() || is_stack(method)
}

/// Returns whether the open list is a stack.
const fn is_stack(method: &Method) -> bool {
    matches!((method.algorithm, method.goal_test), (Algorithm::DepthFirst, Some(GoalTest::Selected)))
}

/// Compares two nodes by f, the tie policy and the order of their generation.
fn by_priority(trace: &Trace, keys: &[(u64, u32)], ties: Ties, a: usize, b: usize) -> Ordering {
    let ((first_f, first_g), (second_f, second_g)) = (keys[a], keys[b]);
    first_f.cmp(&second_f).then_with(|| match ties {
        Ties::State => trace.nodes[a].board.numbers().cmp(trace.nodes[b].board.numbers()).then(a.cmp(&b)),
        Ties::DeepFirst => second_g.cmp(&first_g).then(b.cmp(&a)),
        Ties::ShallowFirst => first_g.cmp(&second_g).then(a.cmp(&b)),
        Ties::Insertion => a.cmp(&b),
    })
}

/// Returns for each node the first of its siblings. All children of a node are generated before those of another, and
/// pushed so that the first one is popped first.
fn families(trace: &Trace) -> Vec<usize> {
    let mut families: Vec<usize> = Vec::with_capacity(trace.nodes.len());
    for (index, node) in trace.nodes.iter().enumerate() {
        let parent = node.origin.map(|origin| origin.parent);
        let is_sibling = index > 0
            && parent.is_some()
            && trace.nodes[index - 1].origin.map(|origin| origin.parent) == parent;
        families.push(if is_sibling { families[index - 1] } else { index });
    }
    families
}

/// Returns the factors of g and h in f.
fn factors(method: &Method) -> (u64, u64) {
    match (method.algorithm, method.weight.map(Weight::fraction)) {
        (Algorithm::Greedy, _) => (0, 1),
        (_, Some((numerator, denominator))) => (denominator.into(), numerator.into()),
        (_, None) => (1, 1),
    }
}
