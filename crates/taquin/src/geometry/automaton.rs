//! The automaton that reads the moves of a path and knows which moves would complete a duplicate.
//!
//! A state remembers the longest end of the path so far that is the beginning of a duplicate (Aho and Corasick's way to
//! look for many words at once), and with it the blank's cell. States that allow the same moves for ever after are
//! made one. Each state becomes a list of exits; the automaton itself is gone when the geometry is made.

use super::duplicates::Duplicate;
use super::{ARRIVALS, Exit, Geometry, list};
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
    /// The state of the same path without its first moves: the longest shorter end that begins a duplicate.
    fallback: StateId,
    /// Does the path end with a duplicate?
    forbidden: bool,
}

/// The states of a geometry; the first ones, by blank cell, are those of no moves.
pub(super) struct Automaton<'a> {
    plain: &'a Geometry,
    states: Vec<State>,
}

impl<'a> Automaton<'a> {
    /// The automaton that finds these duplicates.
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

    /// Finds the fallback of every state, shorter paths first, and from it the moves that lead out of the tree.
    fn complete(&mut self) {
        let roots = self.plain.cells();
        let mut queue: Vec<StateId> = (0..roots as StateId).collect();
        let mut taken = 0;
        while let Some(&id) = queue.get(taken) {
            taken += 1;
            let State { blank, next, fallback, .. } = self.states[id as usize];
            for exit in self.plain.exits(blank, None) {
                let direction = exit.direction as usize;
                // Where the path without its first moves goes; from no moves it goes to no moves.
                let outside = if (id as usize) < roots {
                    exit.from() as StateId
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

    /// The state after a move, unless it completes a duplicate.
    fn after(&self, state: StateId, direction: Direction) -> Option<StateId> {
        let next = self.states[state as usize].next[direction as usize]?;
        (!self.states[next as usize].forbidden).then_some(next)
    }

    /// For each state one that allows the same moves for ever after, mostly the same for all that do: states with
    /// the same blank cell whose moves lead to the same states are one, longer memories first. Going over them again
    /// and again until nothing changes would find one more in a hundred.
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

    /// A list of exits for each state that a path can be in, or for its representative.
    pub(super) fn geometry(&self) -> Geometry {
        let representatives = self.representatives();
        let representative = |state: StateId| representatives[state as usize];
        let mut first_exits: Vec<Option<u32>> = vec![None; self.states.len()];
        // In the order in which they are met, so that the lists of short memories lie close together.
        let mut met: Vec<StateId> = (0..self.plain.cells() as StateId).map(representative).collect();
        let mut exits: Vec<Option<Exit>> = Vec::new();
        let mut taken = 0;
        while let Some(&state) = met.get(taken) {
            taken += 1;
            if first_exits[state as usize].is_some() {
                continue;
            }
            first_exits[state as usize] = Some(exits.len() as u32);
            for exit in self.plain.exits(self.states[state as usize].blank, None) {
                if let Some(next) = self.after(state, exit.direction).map(representative) {
                    // For the time being the state, because where its list begins may not be known yet.
                    exits.push(Some(Exit { onward: next, ..exit }));
                    met.push(next);
                }
            }
            exits.push(None);
        }
        let list_of =
            |state: StateId| first_exits[state as usize].expect("every state that was met has a list");
        for exit in exits.iter_mut().flatten() {
            exit.onward = list_of(exit.onward);
        }
        let mut firsts = vec![0; self.plain.cells() * ARRIVALS];
        for blank in 0..self.plain.cells() {
            let unmoved = blank as StateId;
            firsts[list(blank, None)] = list_of(representative(unmoved));
            for last in Direction::SUCCESSOR_ORDER {
                let earlier = self.plain.size.step(Cell::new(blank), last);
                let moved = earlier.and_then(|earlier| self.after(earlier.index() as StateId, last));
                firsts[list(blank, Some(last))] = list_of(representative(moved.unwrap_or(unmoved)));
            }
        }
        Geometry { exits, firsts, ..*self.plain }
    }
}
