//! The nodes that a search has generated and not expanded yet.

use super::Node;
use std::hash::{BuildHasher, RandomState};
use taquin::Board;

/// The end of a list.
const NONE: usize = usize::MAX;

/// Finds generated nodes by their board and depth.
///
/// It refers to the boards of the trace, and its lists are arrays: a copy and a list for each of a million nodes would take
/// several times the memory, and a fifth of a second to be freed, which is as long as a signal may take.
#[derive(Default)]
pub(super) struct Unexpanded {
    hasher: RandomState,
    /// For each slot the newest node with such a hash. Their number is a power of two.
    newest: Vec<usize>,
    /// For each node the next older one of its slot.
    older: Vec<usize>,
}

impl Unexpanded {
    /// Adds a node that has just been generated.
    pub(super) fn add(&mut self, nodes: &[Node], node: usize) {
        if nodes.len() > self.newest.len() {
            self.grow(nodes);
        }
        self.older.resize(nodes.len(), NONE);
        let slot = self.slot(&nodes[node].board, nodes[node].g);
        self.older[node] = self.newest[slot];
        self.newest[slot] = node;
    }

    /// Removes the newest or the oldest of the nodes with a board and a depth.
    pub(super) fn take(&mut self, nodes: &[Node], board: &Board, g: u32, is_oldest: bool) -> Option<usize> {
        if self.newest.is_empty() {
            return None;
        }
        let slot = self.slot(board, g);
        let (mut newer, mut at, mut found) = (NONE, self.newest[slot], None);
        while at != NONE {
            if nodes[at].g == g && nodes[at].board == *board {
                found = Some((newer, at));
                if !is_oldest {
                    break;
                }
            }
            (newer, at) = (at, self.older[at]);
        }
        let (newer, node) = found?;
        let next = self.older[node];
        match newer {
            NONE => self.newest[slot] = next,
            newer => self.older[newer] = next,
        }
        Some(node)
    }

    /// Removes all nodes.
    pub(super) fn clear(&mut self) {
        self.newest.fill(NONE);
    }

    /// Makes room for at least twice as many nodes.
    fn grow(&mut self, nodes: &[Node]) {
        let slots = (2 * nodes.len()).next_power_of_two();
        let before = std::mem::replace(&mut self.newest, vec![NONE; slots]);
        let mut list = Vec::new();
        for newest in before {
            let next = |&node: &usize| (self.older[node] != NONE).then(|| self.older[node]);
            list.extend(std::iter::successors((newest != NONE).then_some(newest), next));
            // The oldest first, so that they keep their order.
            while let Some(node) = list.pop() {
                let slot = self.slot(&nodes[node].board, nodes[node].g);
                self.older[node] = self.newest[slot];
                self.newest[slot] = node;
            }
        }
    }

    fn slot(&self, board: &Board, g: u32) -> usize {
        self.hasher.hash_one((board, g)) as usize & (self.newest.len() - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_are_taken_in_the_order_of_a_map_of_lists() {
        let boards: Vec<Board> =
            ["1 2/3 0", "1 2/0 3", "0 2/1 3"].iter().map(|text| text.parse().expect(text)).collect();
        let mut nodes = Vec::new();
        let mut unexpanded = Unexpanded::default();
        let mut lists: Vec<Vec<usize>> = vec![Vec::new(); 9];
        let mut number = 1_u32;
        for step in 0..3000 {
            number = number.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let kind = (number >> 16) as usize % 9;
            let (board, g) = (&boards[kind % 3], kind as u32 / 3);
            match number >> 28 {
                0..9 => {
                    lists[kind].push(nodes.len());
                    nodes.push(Node { origin: None, board: board.clone(), g, h: None });
                    unexpanded.add(&nodes, nodes.len() - 1);
                }
                9..15 => {
                    let is_oldest = step % 2 == 0;
                    let list = &mut lists[kind];
                    let expected = match is_oldest {
                        true if !list.is_empty() => Some(list.remove(0)),
                        true => None,
                        false => list.pop(),
                    };
                    assert_eq!(unexpanded.take(&nodes, board, g, is_oldest), expected);
                }
                _ if step % 16 == 0 => {
                    unexpanded.clear();
                    lists.iter_mut().for_each(Vec::clear);
                }
                _ => {}
            }
        }
        assert!(nodes.len() > 1000);
    }
}
