//! The sum of pattern databases that share no tile, seen straight and in the mirror.

use super::Heuristic;
use super::pattern_table::{Pattern, PatternTable};
use crate::cell::Cell;
use crate::frame::Frame;
use crate::geometry::Slide;
use crate::goal::Goal;
use crate::grid::Grid;
use crate::rank::Arrangement;
use crate::space::State;
use crate::tile::Tile;
use std::sync::Arc;

/// The most cells of a board.
const MAX_CELLS: usize = 25;

/// How many ways to look at a board are asked: straight, and mirrored where the goal's blank lies on a diagonal.
const VIEWS: usize = 2;

/// The sum of the values of up to `P` patterns, the larger of two views.
#[derive(Clone, Debug)]
pub struct Patterns<const P: usize> {
    tables: Vec<Arc<PatternTable>>,
    views: Vec<View>,
}

/// A frame as the inner loop wants it.
#[derive(Clone, Debug)]
struct View {
    cells: [u8; MAX_CELLS + 7],
    homes: [u8; MAX_CELLS + 7],
    /// To which pattern each tile belongs.
    patterns: [u8; MAX_CELLS + 7],
}

/// The states of all patterns in all views, with their values.
#[derive(Clone, Copy, Debug)]
pub struct PatternValues<const P: usize> {
    slots: [[Slot; P]; VIEWS],
    sums: [u16; VIEWS],
}

/// The state of one pattern, without the blank, and its value.
#[derive(Clone, Copy, Debug, Default)]
struct Slot {
    cells: u32,
    low: u16,
    value: u16,
}

impl<const P: usize> Patterns<P> {
    /// The estimate for a goal from the tables of patterns.
    ///
    /// # Panics
    /// If the tables are not made for the goal's frame, have a tile in common or leave one out, or are more than `P`.
    pub fn new(goal: &Goal, tables: Vec<Arc<PatternTable>>) -> Patterns<P> {
        let frames = Frame::all(goal);
        let size = frames[0].size();
        assert!(tables.len() <= P && size.cells() <= MAX_CELLS, "at most {P} patterns on 25 cells");
        let mut covered = 1 << frames[0].blank();
        for Pattern { size: of, blank, homes } in tables.iter().map(|table| table.pattern()) {
            assert!(*of == size && usize::from(*blank) == frames[0].blank(), "tables for another goal");
            assert!(covered & homes == 0, "patterns share a tile");
            covered |= homes;
        }
        assert_eq!(covered.count_ones() as usize, size.cells(), "patterns leave tiles out");
        let views = frames.iter().take(VIEWS).map(|frame| View::new(frame, &tables)).collect();
        Patterns { tables, views }
    }
}

impl View {
    fn new(frame: &Frame, tables: &[Arc<PatternTable>]) -> View {
        let mut view = View { cells: [0; 32], homes: [0; 32], patterns: [0; 32] };
        for index in 0..frame.size().cells() {
            view.cells[index] = frame.cell(Cell::new(index)) as u8;
            let home = frame.home(Tile::new(index as u16));
            view.homes[index] = home as u8;
            let pattern = tables.iter().position(|table| table.pattern().homes >> home & 1 == 1);
            view.patterns[index] = pattern.unwrap_or_default() as u8;
        }
        view
    }
}

impl<const P: usize> Heuristic for Patterns<P> {
    type Acc = PatternValues<P>;
    const ADMISSIBLE: bool = true;
    const CONSISTENT: bool = true;

    fn start<G: Grid>(&self, grid: &G) -> PatternValues<P> {
        let mut acc = PatternValues { slots: [[Slot::default(); P]; VIEWS], sums: [0; VIEWS] };
        let cells = self.tables.first().map_or(0, |table| table.pattern().size.cells());
        for (view, (slots, sum)) in self.views.iter().zip(acc.slots.iter_mut().zip(&mut acc.sums)) {
            let mut tiles = vec![0; cells];
            for cell in 0..cells {
                tiles[usize::from(view.cells[cell])] = view.homes[grid.tile(cell)];
            }
            let blank = view.cells[grid.blank()].into();
            for (slot, table) in slots.iter_mut().zip(&self.tables) {
                let state = table.state(&tiles, blank);
                let value = table.value(state) as u16;
                *slot = Slot { cells: state.cells, low: state.arrangement.low, value };
                *sum += value;
            }
        }
        acc
    }

    #[inline]
    fn step<G: Grid>(&self, _before: &G, acc: PatternValues<P>, slide: Slide) -> PatternValues<P> {
        let mut acc = acc;
        for (view, (slots, sum)) in self.views.iter().zip(acc.slots.iter_mut().zip(&mut acc.sums)) {
            let pattern = usize::from(view.patterns[slide.tile]);
            let (from, to) = (view.cells[slide.from].into(), view.cells[slide.to]);
            let slot = &mut slots[pattern];
            let arrangement = Arrangement { high: 0, low: slot.low };
            let state = State { cells: slot.cells, arrangement, blank: to };
            let (state, value) = self.tables[pattern].moved(state, slot.value.into(), from, to.into());
            *sum = *sum + value as u16 - slot.value;
            *slot = Slot { cells: state.cells, low: state.arrangement.low, value: value as u16 };
        }
        acc
    }

    #[inline]
    fn value(&self, acc: PatternValues<P>) -> u32 {
        acc.sums[0].max(acc.sums[1]).into()
    }

    fn resume<G: Grid>(&self, grid: &G, _value: u32) -> PatternValues<P> {
        self.start(grid)
    }
}
