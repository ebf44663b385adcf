//! The open list of a search, replayed from its trace.

use super::queue_order::{BATCH, QueueOrder};
use super::{Node, Recorded, Trace};
use std::collections::{BTreeSet, HashMap, VecDeque};
use taquin::Board;
use taquin::search::ChildStatus;

/// The open list after each expansion, in the order in which the search will pop its nodes if it adds no others.
///
/// A search from two boards has an open list for each of them; the others have one.
///
/// ```
/// use taquin::Puzzle;
/// use taquin::control::Control;
/// use taquin::solver::{MethodOptions, Solver};
/// use taquin_lesson::trace::{OpenList, Recording};
/// let puzzle: Puzzle = "1 2 3/4 5 6/7 0 8".parse()?;
/// let recording = Recording { puzzle: &puzzle, options: MethodOptions::default(), bound: None, max_nodes: 100 };
/// let recorded = recording.run(&Solver::new(), &Control::new())?;
/// let (children, first) = (recorded.trace.children(), recorded.trace.expansions().next().unwrap());
/// let mut open = OpenList::new(&recorded);
/// open.expand(first.node, &children[first.node]);
/// assert_eq!((open.nodes(0).len(), open.place(first.node)), (3, Some(0)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct OpenList<'a> {
    trace: &'a Trace,
    order: QueueOrder,
    /// For each node, the number of its root.
    trees: Vec<usize>,
    /// One for each root.
    queues: Vec<Queue>,
    /// The open node of each board.
    open: HashMap<(usize, &'a Board), usize>,
    is_stale: Vec<bool>,
    /// For each node, the one whose path was longer and which it replaced.
    replaced: Vec<Option<usize>>,
    /// For each node, how many were expanded before it.
    places: Vec<Option<usize>>,
    expanded: usize,
}

/// The queue of one root.
#[derive(Clone, Debug, Default)]
struct Queue {
    /// The places of its nodes in the order of popping. A node that a shorter path made stale stays in it.
    waiting: BTreeSet<usize>,
    /// The nodes that were popped together and are not expanded yet.
    batch: VecDeque<usize>,
}

impl OpenList<'_> {
    /// Creates the list before the first expansion.
    pub fn new(recorded: &Recorded) -> OpenList<'_> {
        let Recorded { trace, method, .. } = recorded;
        let count = trace.nodes.len();
        let order = QueueOrder::new(trace, method);
        let (mut trees, mut queues, mut open) = (Vec::with_capacity(count), Vec::new(), HashMap::new());
        for (index, node) in trace.nodes.iter().enumerate() {
            let Node { origin, board, .. } = node;
            trees.push(match origin {
                Some(origin) => trees[origin.parent],
                None => {
                    let waiting = BTreeSet::from([order.rank(index)]);
                    queues.push(Queue { waiting, ..Queue::default() });
                    open.insert((queues.len() - 1, board), index);
                    queues.len() - 1
                }
            });
        }
        OpenList {
            trace,
            order,
            trees,
            queues,
            open,
            is_stale: vec![false; count],
            replaced: vec![None; count],
            places: vec![None; count],
            expanded: 0,
        }
    }

    /// Removes a node from the list and adds those of its children that the search kept. A child that was open already and
    /// has a shorter path now replaces its older node.
    ///
    /// Returns the nodes that the search popped together with it, and will expand before any other.
    pub fn expand(&mut self, node: usize, children: &[usize]) -> Vec<usize> {
        let popped = self.pop(node);
        self.places[node] = Some(self.expanded);
        self.expanded += 1;
        for &child in children {
            let Node { origin: Some(origin), board, .. } = &self.trace.nodes[child] else { continue };
            if !origin.status.is_kept() {
                continue;
            }
            let tree = self.trees[child];
            let older = self.open.insert((tree, board), child);
            if let Some(older) = older.filter(|_| origin.status == ChildStatus::Improved) {
                self.is_stale[older] = true;
                self.replaced[child] = Some(older);
            }
            self.queues[tree].waiting.insert(self.order.rank(child));
        }
        popped
    }

    /// Removes the node that is expanded. Stale nodes before it were popped, too, and filled their places of a batch.
    fn pop(&mut self, node: usize) -> Vec<usize> {
        let queue = &mut self.queues[self.trees[node]];
        if !self.order.is_batched() {
            queue.waiting.remove(&self.order.rank(node));
            return Vec::new();
        }
        let mut popped = Vec::new();
        loop {
            if queue.batch.is_empty() {
                queue.fill_batch(&self.order);
                popped = queue.batch.iter().copied().filter(|&other| !self.is_stale[other]).collect();
            }
            match queue.batch.pop_front() {
                Some(first) if first != node => {}
                Some(_) | None => break,
            }
        }
        popped.retain(|&other| other != node);
        popped
    }

    /// Returns the open nodes of a root in the order in which they will be popped; the start is root 0.
    pub fn nodes(&self, root: usize) -> Vec<usize> {
        let Some(Queue { waiting, batch }) = self.queues.get(root) else { return Vec::new() };
        let waiting = waiting.iter().map(|&rank| self.order.node(rank));
        batch.iter().copied().chain(waiting).filter(|&node| !self.is_stale[node]).collect()
    }

    /// Returns the place of a node among all of them if they were popped in their order.
    pub fn rank(&self, node: usize) -> usize {
        self.order.rank(node)
    }

    /// Returns the open node that a node replaced, because its path was longer.
    pub fn replaced(&self, node: usize) -> Option<usize> {
        self.replaced[node]
    }

    /// Returns how many nodes were expanded before a node; `None` if it has not been expanded.
    pub fn place(&self, node: usize) -> Option<usize> {
        self.places[node]
    }
}

impl Queue {
    /// Pops the next nodes, all with the same f and g.
    fn fill_batch(&mut self, order: &QueueOrder) {
        let Some(&first) = self.waiting.first() else { return };
        let is_equal = |rank: &usize| order.is_equal(order.node(*rank), order.node(first));
        let ranks: Vec<usize> = self.waiting.iter().copied().take(BATCH).take_while(is_equal).collect();
        for rank in &ranks {
            self.waiting.remove(rank);
        }
        self.batch = ranks.into_iter().map(|rank| order.node(rank)).collect();
    }
}
