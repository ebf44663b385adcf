//! Additive pattern databases: the maximum of several partitions, each looked up directly and reflected.
//!
//! A child is looked up reflected only if the direct lookup does not prune it, which saves about a fifth of all
//! lookups. Dual lookups do not work with one bit per state, because a dual state changes by more than one step per
//! move. Pathmax would gain nothing, because the values are consistent. The node counts of the partitions are in
//! `results/decisions.md`.

use super::pattern_table::{Pattern, PatternTable};
use super::{Grid, Heuristic, Slide};
use crate::cell::Cell;
use crate::direction::Direction;
use crate::goal::Goal;
use crate::goal_symmetry::GoalSymmetry;
use crate::size::Size;
use crate::space::{State, Step};
use crate::tile::Tile;
use std::sync::Arc;

/// The largest number of cells of a board.
const MAX_CELLS: usize = 25;

/// Arrays by tile or cell have a power of two entries, so that a remainder makes an index valid.
const TILES: usize = 32;

/// A partition is looked up directly, and reflected if the goal's blank is on a diagonal. The other symmetries of a blank
/// in the centre cost more time than they save.
const MAX_SYMMETRIES: usize = 2;

/// The maximum of up to `V` sums, each over up to `P` patterns.
#[derive(Clone, Debug)]
pub struct Patterns<const P: usize, const V: usize> {
    lookups: Vec<Lookup>,
}

/// A partition and the symmetry under which it is looked up, laid out for the inner loop.
#[derive(Clone, Debug)]
struct Lookup {
    symmetry: GoalSymmetry,
    tables: Vec<Arc<PatternTable>>,
    /// The pattern of each tile.
    patterns: [u8; TILES],
    /// The step of the tile at each cell in each direction; unused beyond the border.
    steps: [Step; 4 * TILES],
}

/// The states of all patterns in all lookups, with their values.
#[derive(Clone, Copy, Debug)]
pub struct PatternValues<const P: usize, const V: usize> {
    slots: [[Slot; P]; V],
    sums: [u16; V],
}

/// The state of one pattern, without the blank, and its value.
#[derive(Clone, Copy, Debug, Default)]
struct Slot {
    cells: u32,
    low: u16,
    value: u16,
}

impl<const P: usize, const V: usize> Patterns<P, V> {
    /// Builds the heuristic for a goal from the tables of one or several partitions.
    ///
    /// # Panics
    /// If the tables of a partition are for another goal, share a tile or leave one out, or if there are too many.
    pub fn new(goal: &Goal, partitions: Vec<Vec<Arc<PatternTable>>>) -> Patterns<P, V> {
        let symmetries = GoalSymmetry::all(goal);
        let (size, goal_blank) = (symmetries[0].size(), symmetries[0].blank());
        assert!(size.cells() <= MAX_CELLS, "patterns on more than 25 cells");
        let mut lookups = Vec::with_capacity(V);
        for tables in partitions {
            assert!(tables.len() <= P, "at most {P} patterns");
            let mut covered = 1 << goal_blank;
            for Pattern { size: of, blank, homes } in tables.iter().map(|table| table.pattern()) {
                assert!(*of == size && usize::from(*blank) == goal_blank, "tables for another goal");
                assert!(covered & homes == 0, "patterns share a tile");
                covered |= homes;
            }
            assert_eq!(covered.count_ones() as usize, size.cells(), "patterns leave tiles out");
            let symmetries = symmetries.iter().take(MAX_SYMMETRIES).cloned();
            lookups.extend(symmetries.map(|symmetry| Lookup::new(symmetry, goal.size(), tables.clone())));
        }
        assert!(lookups.len() <= V, "at most {V} lookups");
        Patterns { lookups }
    }
}

impl<const P: usize, const V: usize> Patterns<P, V> {
    /// Updates one lookup and returns its sum.
    #[inline]
    fn step_lookup(&self, acc: &mut PatternValues<P, V>, number: usize, slide: Slide) -> u32 {
        let lookup = &self.lookups[number];
        let pattern = usize::from(lookup.patterns[slide.tile % TILES]);
        let step = &lookup.steps[(slide.from * 4 + slide.direction as usize) % (4 * TILES)];
        let slot = &mut acc.slots[number][pattern];
        let (cells, low, value) = lookup.tables[pattern].stepped(slot.cells, slot.low, slot.value, step);
        let sum = &mut acc.sums[number];
        *sum = *sum + value - slot.value;
        *slot = Slot { cells, low, value };
        u32::from(*sum)
    }
}

impl<const P: usize, const V: usize> Patterns<P, V> {
    /// Computes the states of all patterns, and takes their values from `value`.
    #[inline]
    fn accumulate<G: Grid>(
        &self,
        grid: &G,
        mut value: impl FnMut(&PatternTable, State) -> u32,
    ) -> PatternValues<P, V> {
        let mut acc = PatternValues { slots: [[Slot::default(); P]; V], sums: [0; V] };
        for (lookup, (slots, sum)) in self.lookups.iter().zip(acc.slots.iter_mut().zip(&mut acc.sums)) {
            let symmetry = &lookup.symmetry;
            let cells = symmetry.size().cells();
            let mut tiles = [0; MAX_CELLS];
            for cell in 0..cells {
                let tile = Tile::new(grid.tile(cell) as u16);
                tiles[symmetry.cell(Cell::new(cell))] = symmetry.home(tile) as u8;
            }
            let blank = symmetry.cell(Cell::new(grid.blank()));
            for (slot, table) in slots.iter_mut().zip(&lookup.tables) {
                let state = table.state(&tiles[..cells], blank);
                let value = value(table, state) as u16;
                *slot = Slot { cells: state.cells, low: state.arrangement.low, value };
                *sum += value;
            }
        }
        acc
    }
}

impl Lookup {
    fn new(symmetry: GoalSymmetry, size: Size, tables: Vec<Arc<PatternTable>>) -> Lookup {
        let mut patterns = [0; TILES];
        for tile in (1..size.cells()).map(|number| Tile::new(number as u16)) {
            let home = symmetry.home(tile);
            let pattern = tables.iter().position(|table| table.pattern().homes >> home & 1 == 1);
            patterns[tile.index()] = pattern.unwrap_or_default() as u8;
        }
        let mut steps = [Step::default(); 4 * TILES];
        for cell in (0..size.cells()).map(Cell::new) {
            for direction in Direction::SUCCESSOR_ORDER {
                if let Some(next) = size.step(cell, direction) {
                    steps[cell.index() * 4 + direction as usize] =
                        Step::new(symmetry.cell(cell), symmetry.cell(next));
                }
            }
        }
        Lookup { symmetry, tables, patterns, steps }
    }
}

impl<const P: usize, const V: usize> Heuristic for Patterns<P, V> {
    type Acc = PatternValues<P, V>;
    const ADMISSIBLE: bool = true;
    const CONSISTENT: bool = true;

    fn start<G: Grid>(&self, grid: &G) -> PatternValues<P, V> {
        self.accumulate(grid, PatternTable::value)
    }

    #[inline]
    fn step<G: Grid>(&self, _before: &G, acc: PatternValues<P, V>, slide: Slide) -> PatternValues<P, V> {
        let mut acc = acc;
        for lookup in 0..self.lookups.len() {
            self.step_lookup(&mut acc, lookup, slide);
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
        for lookup in 0..self.lookups.len() {
            let sum = self.step_lookup(&mut acc, lookup, slide);
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
        self.lookups.iter().map(|lookup| lookup.tables.len()).sum()
    }

    /// Saves the value of every pattern, without which [`start`](Heuristic::start) walks every table to the goal. No
    /// pattern of eight tiles on 25 cells is as many as 256 moves away.
    fn save(&self, acc: PatternValues<P, V>, saved: &mut [u8]) {
        let slots =
            self.lookups.iter().zip(&acc.slots).flat_map(|(lookup, slots)| &slots[..lookup.tables.len()]);
        for (saved, slot) in saved.iter_mut().zip(slots) {
            *saved = slot.value as u8;
        }
    }

    fn resume<G: Grid>(&self, grid: &G, _value: u32, saved: &[u8]) -> PatternValues<P, V> {
        let mut saved = saved.iter().map(|&value| u32::from(value));
        self.accumulate(grid, |table, state| saved.next().unwrap_or_else(|| table.value(state)))
    }
}
