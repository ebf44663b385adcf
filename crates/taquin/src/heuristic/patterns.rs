//! Additive pattern databases: the maximum of several partitions, each looked up directly and reflected.
//!
//! A child is looked up reflected only if the direct lookup does not prune it, which saves about a fifth of all
//! lookups. Dual lookups do not work with one bit per state, because a dual state changes by more than one step per
//! move. Pathmax would gain nothing, because the values are consistent. The node counts of the partitions are in
//! `results/decisions.md`.

use super::pattern_table::PatternTable;
use super::view::{Slot, View};
use super::{Grid, Heuristic, Slide};
use crate::goal::Goal;
use crate::goal_symmetry::GoalSymmetry;
use crate::space::State;
use std::sync::Arc;

/// A partition is looked up directly, and reflected if the goal's blank is on a diagonal. The other symmetries of a blank
/// in the centre cost more time than they save.
const MAX_SYMMETRIES: usize = 2;

/// The maximum of up to `V` sums, each over up to `P` patterns.
#[derive(Clone, Debug)]
pub struct Patterns<const P: usize, const V: usize> {
    views: Vec<View>,
}

/// The states of all patterns in all views, with their values.
#[derive(Clone, Copy, Debug)]
pub struct PatternValues<const P: usize, const V: usize> {
    slots: [[Slot; P]; V],
    sums: [u16; V],
}

impl<const P: usize, const V: usize> Patterns<P, V> {
    /// Builds the heuristic for a goal from the tables of one or several partitions.
    ///
    /// # Panics
    /// If the tables of a partition are for another goal, share a tile or leave one out, or if there are too many.
    pub fn new(goal: &Goal, partitions: Vec<Vec<Arc<PatternTable>>>) -> Patterns<P, V> {
        let mut views = Vec::with_capacity(V);
        for tables in partitions {
            assert!(tables.len() <= P, "at most {P} patterns");
            let symmetries = GoalSymmetry::all(goal).into_iter().take(MAX_SYMMETRIES);
            views.extend(symmetries.map(|symmetry| View::new(symmetry, goal.size(), tables.clone())));
        }
        assert!(views.len() <= V, "at most {V} views");
        Patterns { views }
    }

    /// Updates one view and returns its sum.
    #[inline]
    fn step_view(&self, acc: &mut PatternValues<P, V>, number: usize, slide: Slide) -> u32 {
        let view = &self.views[number];
        let pattern = view.pattern(slide.tile);
        let slot = &mut acc.slots[number][pattern];
        let stepped = view.stepped(pattern, *slot, View::edge(slide.from, slide.direction));
        let sum = &mut acc.sums[number];
        *sum = sum.wrapping_add(stepped.value).wrapping_sub(slot.value);
        *slot = stepped;
        u32::from(*sum)
    }

    /// Computes the states of all patterns, and takes their values from `value`.
    #[inline]
    fn accumulate<G: Grid>(
        &self,
        grid: &G,
        mut value: impl FnMut(&PatternTable, State) -> u32,
    ) -> PatternValues<P, V> {
        let mut acc = PatternValues { slots: [[Slot::default(); P]; V], sums: [0; V] };
        for (view, (slots, sum)) in self.views.iter().zip(acc.slots.iter_mut().zip(&mut acc.sums)) {
            for (slot, now) in slots.iter_mut().zip(view.slots(grid, &mut value)) {
                *slot = now;
                *sum = sum.wrapping_add(now.value);
            }
        }
        acc
    }
}

impl<const P: usize, const V: usize> Heuristic for Patterns<P, V> {
    type Acc = PatternValues<P, V>;
    const ADMISSIBLE: bool = true;
    const CONSISTENT: bool = true;

    fn start<G: Grid>(&self, grid: &G) -> PatternValues<P, V> {
        self.accumulate(grid, |table, state| table.value(state).unwrap_or_default())
    }

    #[inline]
    fn step<G: Grid>(&self, _before: &G, acc: PatternValues<P, V>, slide: Slide) -> PatternValues<P, V> {
        let mut acc = acc;
        for view in 0..self.views.len() {
            self.step_view(&mut acc, view, slide);
        }
        acc
    }

    #[inline]
    fn step_within<G: Grid>(
        &self,
        _before: &G,
        acc: PatternValues<P, V>,
        slide: Slide,
        most: u32,
    ) -> Result<PatternValues<P, V>, u32> {
        let mut acc = acc;
        for view in 0..self.views.len() {
            let sum = self.step_view(&mut acc, view, slide);
            if sum > most {
                return Err(sum);
            }
        }
        Ok(acc)
    }

    #[inline]
    fn value(&self, acc: PatternValues<P, V>) -> u32 {
        acc.sums.iter().copied().max().unwrap_or_default().into()
    }

    fn saved_bytes(&self) -> usize {
        self.views.iter().map(|view| view.tables().len()).sum()
    }

    /// Saves the value of every pattern, without which [`start`](Heuristic::start) walks every table to the goal. No
    /// pattern of eight tiles on 25 cells is as many as 256 moves away.
    fn save(&self, acc: PatternValues<P, V>, saved: &mut [u8]) {
        let slots = self.views.iter().zip(&acc.slots).flat_map(|(view, slots)| &slots[..view.tables().len()]);
        for (saved, slot) in saved.iter_mut().zip(slots) {
            *saved = slot.value as u8;
        }
    }

    fn resume<G: Grid>(&self, grid: &G, _value: u32, saved: &[u8]) -> PatternValues<P, V> {
        let mut saved = saved.iter().map(|&value| u32::from(value));
        self.accumulate(grid, |table, state| saved.next().or_else(|| table.value(state)).unwrap_or_default())
    }
}
