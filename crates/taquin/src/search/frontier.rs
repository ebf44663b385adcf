//! The open list of a best-first search, ordered by a tie policy.

use super::buckets::BucketQueue;
use super::monitor::Monitor;
use super::nodes::NodeId;
use super::policy::Ties;
use crate::control::StopReason;
use crate::grid::Grid;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Above this f a bucket queue, with a stack for every f and g, would take more memory than its small entries save.
const LARGEST_BUCKET_F: u64 = 1 << 12;

/// An open node in a heap. The key contains a serial number, so no two entries are equal.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Entry<K> {
    f: u64,
    key: K,
    g: u32,
    node: NodeId,
}

type Heap<K> = BinaryHeap<Reverse<Entry<K>>>;

enum Queue<G> {
    Buckets(BucketQueue),
    /// Sorted by depth and serial number, each reversed where the policy requires it.
    ByRank(Heap<(u32, u64)>),
    ByState(Heap<(G, u64)>),
}

pub(super) struct Frontier<G> {
    queue: Queue<G>,
    ties: Ties,
    pushed: u64,
}

impl<G: Grid> Frontier<G> {
    /// Builds an empty open list for a search whose root has this f. `is_monotone` says that no child's f is smaller
    /// than its parent's: only then are there few stacks, and only then may several nodes be popped at once.
    pub(super) fn new(ties: Ties, root_f: u64, is_monotone: bool) -> Frontier<G> {
        let few_stacks = is_monotone && root_f <= LARGEST_BUCKET_F;
        let queue = match ties {
            Ties::State => Queue::ByState(BinaryHeap::new()),
            Ties::DeepFirst if few_stacks => Queue::Buckets(BucketQueue::new()),
            Ties::DeepFirst | Ties::ShallowFirst | Ties::Insertion => Queue::ByRank(BinaryHeap::new()),
        };
        Frontier { queue, ties, pushed: 0 }
    }

    #[inline]
    pub(super) fn push(
        &mut self,
        f: u64,
        g: u32,
        node: NodeId,
        grid: &G,
        monitor: &mut Monitor,
    ) -> Result<(), StopReason> {
        let serial = self.pushed;
        self.pushed += 1;
        match &mut self.queue {
            Queue::Buckets(buckets) => buckets.push(f, g, node, monitor),
            Queue::ByState(heap) => {
                monitor.keep(grid.heap_bytes())?;
                push(heap, Entry { f, key: (grid.clone(), serial), g, node }, monitor)
            }
            Queue::ByRank(heap) => {
                let key = match self.ties {
                    Ties::DeepFirst => (u32::MAX - g, u64::MAX - serial),
                    Ties::ShallowFirst => (g, serial),
                    Ties::State | Ties::Insertion => (0, serial),
                };
                push(heap, Entry { f, key, g, node }, monitor)
            }
        }
    }

    /// Pops the next nodes, all with the same f and g: as many as `nodes` has room for with the bucket queue, otherwise
    /// one. Returns their f, g and count.
    #[inline]
    pub(super) fn pop(&mut self, nodes: &mut [NodeId], monitor: &mut Monitor) -> Option<(u64, u32, usize)> {
        let (f, g, node) = match &mut self.queue {
            Queue::Buckets(buckets) => return buckets.pop(nodes),
            Queue::ByState(heap) => {
                let Reverse(entry) = heap.pop()?;
                monitor.release(entry.key.0.heap_bytes());
                (entry.f, entry.g, entry.node)
            }
            Queue::ByRank(heap) => {
                let Reverse(entry) = heap.pop()?;
                (entry.f, entry.g, entry.node)
            }
        };
        nodes[0] = node;
        Some((f, g, 1))
    }
}

fn push<K: Ord>(heap: &mut Heap<K>, entry: Entry<K>, monitor: &mut Monitor) -> Result<(), StopReason> {
    if heap.len() == heap.capacity() {
        let added = (heap.capacity() / 8).max(256);
        monitor.keep((added * size_of::<Entry<K>>()) as u64)?;
        heap.reserve_exact(added);
    }
    heap.push(Reverse(entry));
    Ok(())
}
