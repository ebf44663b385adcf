//! The open list of a best-first search, replayed from its trace.

use super::{Recorded, Trace};
use std::cmp::Ordering;
use std::collections::VecDeque;
use taquin::search::{ChildStatus, Ties, Weight};
use taquin::solver::{Algorithm, Method};

/// The search pops as many nodes with equal f and g at once, newest first, if the ties are `deep-first` and f never
/// decreases.
const BATCH: usize = 16;

/// Above this f the search does not pop several nodes at once.
const LARGEST_BATCH_F: u64 = 1 << 12;

/// The open list after each expansion, in the order in which the search will pop its nodes if it adds no others.
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
/// assert_eq!((open.nodes().len(), open.place(first.node)), (3, Some(0)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct OpenList<'a> {
    trace: &'a Trace,
    method: &'a Method,
    /// The nodes of the queue in the order of their generation. A node that a shorter path made stale stays in it.
    queue: Vec<usize>,
    /// The nodes that were popped together and are not expanded yet.
    batch: VecDeque<usize>,
    is_batched: bool,
    is_stale: Vec<bool>,
    /// For each node, how many were expanded before it.
    places: Vec<Option<usize>>,
    expanded: usize,
}

impl OpenList<'_> {
    /// Creates the list before the first expansion.
    pub fn new(recorded: &Recorded) -> OpenList<'_> {
        let Recorded { trace, method, .. } = recorded;
        let count = trace.nodes.len();
        let mut open = OpenList {
            trace,
            method,
            queue: (0..count.min(1)).collect(),
            batch: VecDeque::new(),
            is_batched: false,
            is_stale: vec![false; count],
            places: vec![None; count],
            expanded: 0,
        };
        let (of_g, of_h) = factors(method);
        open.is_batched = open.ties() == Ties::DeepFirst
            && of_g == of_h
            && open.queue.iter().all(|&root| open.f(root) / of_g <= LARGEST_BATCH_F);
        open
    }

    /// Removes a node from the list and adds those of its children that the search kept. A child that was open already and
    /// has a shorter path now replaces its older node.
    pub fn expand(&mut self, node: usize, children: &[usize]) {
        self.pop(node);
        self.places[node] = Some(self.expanded);
        self.expanded += 1;
        for &child in children {
            let entry = &self.trace.nodes[child];
            match entry.origin.map(|origin| origin.status) {
                Some(ChildStatus::Kept | ChildStatus::Goal) => self.queue.push(child),
                Some(ChildStatus::Improved) => {
                    for &other in self.batch.iter().chain(&self.queue) {
                        self.is_stale[other] |= self.trace.nodes[other].board == entry.board;
                    }
                    self.queue.push(child);
                }
                Some(
                    ChildStatus::StepsBack
                    | ChildStatus::Closed
                    | ChildStatus::NotBetter
                    | ChildStatus::OverBound
                    | ChildStatus::OnPath,
                )
                | None => {}
            }
        }
    }

    /// Removes the node that is expanded. Stale nodes before it were popped, too, and filled their places of a batch.
    fn pop(&mut self, node: usize) {
        if !self.is_batched {
            self.queue.retain(|&other| other != node);
            return;
        }
        loop {
            if self.batch.is_empty() {
                self.fill_batch();
            }
            match self.batch.pop_front() {
                Some(first) if first != node => {}
                Some(_) | None => return,
            }
        }
    }

    /// Takes the next nodes from the queue, all with the same f and g.
    fn fill_batch(&mut self) {
        let Some(&first) = self.queue.iter().min_by(|&&a, &&b| self.compare(a, b)) else { return };
        let key = |node: usize| (self.f(node), self.trace.nodes[node].g);
        let next = self.queue.iter().rev().copied().filter(|&node| key(node) == key(first));
        self.batch = next.take(BATCH).collect();
        let batch = &self.batch;
        self.queue.retain(|node| !batch.contains(node));
    }

    /// Returns the open nodes in the order in which they will be popped.
    pub fn nodes(&self) -> Vec<usize> {
        let is_open = |node: &usize| !self.is_stale[*node];
        let mut queue: Vec<usize> = self.queue.iter().copied().filter(is_open).collect();
        // The newest comes first where only the order of generation is left to decide.
        if self.ties() == Ties::DeepFirst {
            queue.reverse();
        }
        queue.sort_by(|&a, &b| self.compare(a, b));
        self.batch.iter().copied().filter(is_open).chain(queue).collect()
    }

    /// Compares two nodes by f and the tie policy, but not by the order of their generation.
    fn compare(&self, a: usize, b: usize) -> Ordering {
        let [first, second] = [a, b].map(|node| &self.trace.nodes[node]);
        self.f(a).cmp(&self.f(b)).then_with(|| match self.ties() {
            Ties::State => first.board.numbers().cmp(second.board.numbers()),
            Ties::DeepFirst => second.g.cmp(&first.g),
            Ties::ShallowFirst => first.g.cmp(&second.g),
            Ties::Insertion => Ordering::Equal,
        })
    }

    fn ties(&self) -> Ties {
        self.method.ties.unwrap_or_default()
    }

    /// Returns the priority of a node as the search computes it, in whole numbers.
    fn f(&self, node: usize) -> u64 {
        let (of_g, of_h) = factors(self.method);
        let node = &self.trace.nodes[node];
        of_g * u64::from(node.g) + of_h * u64::from(node.h.unwrap_or_default())
    }

    /// Returns how many nodes were expanded before a node; `None` if it has not been expanded.
    pub fn place(&self, node: usize) -> Option<usize> {
        self.places[node]
    }
}

/// Returns the factors of g and h in f.
fn factors(method: &Method) -> (u64, u64) {
    match (method.algorithm, method.weight.map(Weight::fraction)) {
        (Algorithm::Greedy, _) => (0, 1),
        (_, Some((numerator, denominator))) => (denominator.into(), numerator.into()),
        (_, None) => (1, 1),
    }
}
