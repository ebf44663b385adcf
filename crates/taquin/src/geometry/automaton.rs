//! The finite-state machine for duplicate pruning: it reads the moves of a path and rejects those that would complete a
//! duplicate (Taylor & Korf 1993).
//!
//! A state is the longest suffix of the path that is a prefix of a duplicate (the Aho–Corasick algorithm), together with
//! the blank's cell. States with equal successors are merged. Each state becomes a list of successors; the machine itself
//! is dropped once the geometry is built.

use super::duplicates::Duplicate;
use super::{Geometry, LAST_MOVES, Successor, list};
use crate::cell::Cell;
use crate::direction::Direction;
use std::collections::HashMap;

type StateId = u32;

#[derive(Clone)]
struct State {
    /// The blank's cell.
    blank: usize,
    /// The state after each move; `None` beyond the border.
    next: [Option<StateId>; 4],
    /// The failure link: the state of the longest proper suffix that is a prefix of a duplicate.
    fallback: StateId,
    /// True if the path ends with a duplicate.
    forbidden: bool,
}

/// The states of the machine. The first ones, one per blank cell, are the initial states without moves.
pub(super) struct Automaton<'a> {
    plain: &'a Geometry,
    states: Vec<State>,
}

impl<'a> Automaton<'a> {
    /// Builds the machine that rejects these duplicates.
    pub(super) fn new(plain: &'a Geometry, duplicates: &[Duplicate]) -> Automaton<'a> {
        let root = |blank| State { blank, next: [None; 4], fallback: blank as StateId, forbidden: false };
        let mut states: Vec<State> = (0..plain.cells()).map(root).collect();
        for duplicate in duplicates {
            let mut state = duplicate.blank;
            for &direction in &duplicate.moves {
                let blank =
                    plain.beyond(states[state].blank, direction).expect("a duplicate stays on the board");
                let fresh = states.len() as StateId;
                let next = *states[state].next[direction as usize].get_or_insert(fresh);
                if next == fresh {
                    states.push(State { blank, next: [None; 4], fallback: 0, forbidden: false });
                }
                state = next as usize;
            }
            states[state].forbidden = true;
        }
        let mut automaton = Automaton { plain, states };
        automaton.complete();
        automaton
    }

    /// Sets the failure link of every state, shorter paths first, and from it the transitions that leave the tree.
    fn complete(&mut self) {
        let roots = self.plain.cells();
        let mut queue: Vec<StateId> = (0..roots as StateId).collect();
        let mut taken = 0;
        while let Some(&id) = queue.get(taken) {
            taken += 1;
            let State { blank, next, fallback, .. } = self.states[id as usize];
            for successor in self.plain.successors(blank, None) {
                let direction = successor.direction as usize;
                // The transition of the suffix; initial states go to initial states.
                let outside = if (id as usize) < roots {
                    successor.from() as StateId
                } else {
                    self.states[fallback as usize].next[direction].expect("a fallback has the same blank")
                };
                if let Some(child) = next[direction] {
                    self.states[child as usize].fallback = outside;
                    self.states[child as usize].forbidden |= self.states[outside as usize].forbidden;
                    queue.push(child);
                } else {
                    self.states[id as usize].next[direction] = Some(outside);
                }
            }
        }
    }

    /// Returns the state after a move, or `None` if the move completes a duplicate.
    fn after(&self, state: StateId, direction: Direction) -> Option<StateId> {
        let next = self.states[state as usize].next[direction as usize]?;
        (!self.states[next as usize].forbidden).then_some(next)
    }

    /// Returns for each state an equivalent one: states with the same blank cell and the same transitions are merged,
    /// those of longer paths first. One pass is not a full minimisation; repeating it until nothing changes would merge
    /// one more state in a hundred.
    fn representatives(&self) -> Vec<StateId> {
        let mut representatives: Vec<StateId> = (0..self.states.len() as StateId).collect();
        let mut known = HashMap::with_capacity(self.states.len());
        for state in (0..self.states.len() as StateId).rev() {
            let after = |direction| self.after(state, direction).map(|next| representatives[next as usize]);
            let key = (self.states[state as usize].blank, Direction::SUCCESSOR_ORDER.map(after));
            representatives[state as usize] = *known.entry(key).or_insert(state);
        }
        representatives
    }

    /// Returns a geometry with one list of successors for each reachable representative.
    pub(super) fn geometry(&self) -> Geometry {
        let representatives = self.representatives();
        let representative = |state: StateId| representatives[state as usize];
        let mut starts: Vec<Option<u32>> = vec![None; self.states.len()];
        // Breadth first, so that the lists of the most frequent states are close together in memory.
        let mut queue: Vec<StateId> = (0..self.plain.cells() as StateId).map(representative).collect();
        let mut successors: Vec<Option<Successor>> = Vec::new();
        let mut taken = 0;
        while let Some(&state) = queue.get(taken) {
            taken += 1;
            if starts[state as usize].is_some() {
                continue;
            }
            starts[state as usize] = Some(successors.len() as u32);
            for successor in self.plain.successors(self.states[state as usize].blank, None) {
                if let Some(next) = self.after(state, successor.direction).map(representative) {
                    // Holds the state for now: its list may not have a start yet.
                    successors.push(Some(Successor { next_list: next, ..successor }));
                    queue.push(next);
                }
            }
            successors.push(None);
        }
        let list_of = |state: StateId| starts[state as usize].expect("every state in the queue has a list");
        for successor in successors.iter_mut().flatten() {
            successor.next_list = list_of(successor.next_list);
        }
        let mut list_starts = vec![0; self.plain.cells() * LAST_MOVES];
        for blank in 0..self.plain.cells() {
            let unmoved = blank as StateId;
            list_starts[list(blank, None)] = list_of(representative(unmoved));
            for last in Direction::SUCCESSOR_ORDER {
                let earlier = self.plain.size.step(Cell::new(blank), last);
                let moved = earlier.and_then(|earlier| self.after(earlier.index() as StateId, last));
                list_starts[list(blank, Some(last))] = list_of(representative(moved.unwrap_or(unmoved)));
            }
        }
        Geometry { successors, list_starts, ..*self.plain }
    }
}
