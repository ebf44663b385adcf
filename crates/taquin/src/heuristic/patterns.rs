//! The sum of pattern databases that share no tile, seen straight and in the mirror, the largest of several sums.

use super::pattern_table::{Pattern, PatternTable};
use super::{Grid, Heuristic, Slide};
use crate::cell::Cell;
use crate::direction::Direction;
use crate::goal::Goal;
use crate::goal_symmetry::GoalSymmetry;
use crate::size::Size;
use crate::space::Step;
use crate::tile::Tile;
use std::sync::Arc;

/// The most cells of a board.
const MAX_CELLS: usize = 25;

/// Tables by tile or cell have a power of two entries, so that an index is within them after a remainder.
const TILES: usize = 32;

/// A partition is looked up straight, and mirrored where the goal's blank lies on a diagonal; further symmetries of a
/// blank in the very middle are not worth their time.
const FRAMES: usize = 2;

/// The largest of up to `V` sums, each of the values of up to `P` patterns.
#[derive(Clone, Debug)]
pub struct Patterns<const P: usize, const V: usize> {
    views: Vec<View>,
}

/// A partition seen through a frame, as the inner loop wants it.
#[derive(Clone, Debug)]
struct View {
    frame: GoalSymmetry,
    tables: Vec<Arc<PatternTable>>,
    /// To which pattern each tile belongs.
    patterns: [u8; TILES],
    /// The step of the tile at each cell in each direction; those over the edge are empty.
    steps: [Step; 4 * TILES],
}

/// The states of all patterns in all views, with their values.
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
    /// The estimate for a goal from the tables of one or several partitions.
    ///
    /// # Panics
    /// If the tables of a partition are not made for the goal's frame, have a tile in common or leave one out, or if
    /// there are too many.
    pub fn new(goal: &Goal, partitions: Vec<Vec<Arc<PatternTable>>>) -> Patterns<P, V> {
        let frames = GoalSymmetry::all(goal);
        let size = frames[0].size();
        assert!(size.cells() <= MAX_CELLS, "patterns on more than 25 cells");
        let mut views = Vec::with_capacity(V);
        for tables in partitions {
            assert!(tables.len() <= P, "at most {P} patterns");
            let mut covered = 1 << frames[0].blank();
            for Pattern { size: of, blank, homes } in tables.iter().map(|table| table.pattern()) {
                assert!(*of == size && usize::from(*blank) == frames[0].blank(), "tables for another goal");
                assert!(covered & homes == 0, "patterns share a tile");
                covered |= homes;
            }
            assert_eq!(covered.count_ones() as usize, size.cells(), "patterns leave tiles out");
            let frames = frames.iter().take(FRAMES).cloned();
            views.extend(frames.map(|frame| View::new(frame, goal.size(), tables.clone())));
        }
        assert!(views.len() <= V, "at most {V} views");
        Patterns { views }
    }
}

impl<const P: usize, const V: usize> Patterns<P, V> {
    /// Steps one view; gives its sum.
    #[inline]
    fn step_view(&self, acc: &mut PatternValues<P, V>, number: usize, slide: Slide) -> u32 {
        let view = &self.views[number];
        let pattern = usize::from(view.patterns[slide.tile % TILES]);
        let step = &view.steps[(slide.from * 4 + slide.direction as usize) % (4 * TILES)];
        let slot = &mut acc.slots[number][pattern];
        let (cells, low, value) = view.tables[pattern].stepped(slot.cells, slot.low, slot.value, step);
        let sum = &mut acc.sums[number];
        *sum = *sum + value - slot.value;
        *slot = Slot { cells, low, value };
        u32::from(*sum)
    }
}

impl View {
    fn new(frame: GoalSymmetry, size: Size, tables: Vec<Arc<PatternTable>>) -> View {
        let mut patterns = [0; TILES];
        for tile in (1..size.cells()).map(|number| Tile::new(number as u16)) {
            let home = frame.home(tile);
            let pattern = tables.iter().position(|table| table.pattern().homes >> home & 1 == 1);
            patterns[tile.index()] = pattern.unwrap_or_default() as u8;
        }
        let mut steps = [Step::default(); 4 * TILES];
        for cell in (0..size.cells()).map(Cell::new) {
            for direction in Direction::SUCCESSOR_ORDER {
                if let Some(next) = size.step(cell, direction) {
                    steps[cell.index() * 4 + direction as usize] =
                        Step::new(frame.cell(cell), frame.cell(next));
                }
            }
        }
        View { frame, tables, patterns, steps }
    }
}

impl<const P: usize, const V: usize> Heuristic for Patterns<P, V> {
    type Acc = PatternValues<P, V>;
    const ADMISSIBLE: bool = true;
    const CONSISTENT: bool = true;

    fn start<G: Grid>(&self, grid: &G) -> PatternValues<P, V> {
        let mut acc = PatternValues { slots: [[Slot::default(); P]; V], sums: [0; V] };
        for (view, (slots, sum)) in self.views.iter().zip(acc.slots.iter_mut().zip(&mut acc.sums)) {
            let cells = view.frame.size().cells();
            let mut tiles = vec![0; cells];
            for cell in 0..cells {
                let tile = Tile::new(grid.tile(cell) as u16);
                tiles[view.frame.cell(Cell::new(cell))] = view.frame.home(tile) as u8;
            }
            let blank = view.frame.cell(Cell::new(grid.blank()));
            for (slot, table) in slots.iter_mut().zip(&view.tables) {
                let state = table.state(&tiles, blank);
                let value = table.value(state) as u16;
                *slot = Slot { cells: state.cells, low: state.arrangement.low, value };
                *sum += value;
            }
        }
        acc
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
}
