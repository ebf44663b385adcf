//! One beam search, layer by layer.

use super::back_pointers::{BackPointer, BackPointers};
use super::expansion::Expansion;
use super::layer::Layer;
use super::selection::Selection;
use super::slide_deltas::SlideDeltas;
use super::width::BeamWidth;
use super::{AnyDeltas, Beam, DUPLICATE_MARGIN, canonical_tiles, share};
use crate::board::Board;
use crate::control::{Control, StopReason};
use crate::search::Monitor;
use crate::space::Workers;
use std::sync::Mutex;
use std::time::Duration;

/// The search gives up after this many layers for each cell.
const MAX_LAYERS_PER_CELL: usize = 16;

/// Layers with fewer boards are expanded by one thread, because starting another costs more.
const MIN_BOARDS_FOR_THREADS: usize = 500;

/// A path of the blank to the goal, in the coordinates of the goal symmetry.
pub(super) struct FoundPath {
    /// Step codes, as in a [`Slide`](super::slide_deltas::Slide).
    pub(super) steps: Vec<u8>,
    /// Whether it ends with the blank in a corner instead of at the goal.
    pub(super) ends_in_corner: bool,
}

pub(super) struct BeamSearch<'a> {
    beam: &'a Beam,
    width: BeamWidth,
    workers: Workers,
    control: &'a Control<'a>,
    /// The most moves that a solution may have.
    max_moves: usize,
    /// The incumbent. The estimate leads to a corner; the goal may be reached slightly later with fewer moves in total.
    via_corner: Option<FoundPath>,
}

impl<'a> BeamSearch<'a> {
    pub(super) fn new(
        beam: &'a Beam,
        width: BeamWidth,
        below: Option<usize>,
        workers: Workers,
        control: &'a Control<'a>,
    ) -> BeamSearch<'a> {
        let max_moves =
            below.map_or(MAX_LAYERS_PER_CELL * beam.size.cells(), |below| below.saturating_sub(1));
        BeamSearch { beam, width, workers, control, max_moves, via_corner: None }
    }

    pub(super) fn run(
        mut self,
        start: &Board,
        monitor: &mut Monitor,
    ) -> Result<Option<FoundPath>, StopReason> {
        let tiles = canonical_tiles(&self.beam.symmetry, start);
        let found = match &self.beam.tables.deltas {
            AnyDeltas::Small(deltas) => self.layers(deltas, &tiles, monitor),
            AnyDeltas::Large(deltas) => self.layers(deltas, &tiles, monitor),
        };
        match found {
            Ok(Some(path)) => Ok(Some(path)),
            Ok(None) => Ok(self.via_corner),
            Err(reason) => self.via_corner.map_or(Err(reason), |path| Ok(Some(path))),
        }
    }

    fn layers<const STRIDE: usize>(
        &mut self,
        deltas: &SlideDeltas<STRIDE>,
        tiles: &[u8],
        monitor: &mut Monitor,
    ) -> Result<Option<FoundPath>, StopReason> {
        let BeamSearch { beam, width, workers, control, .. } = *self;
        let (keys, goals) = (&beam.tables.keys, &beam.goals);
        if goals[0].is_board(tiles) {
            return Ok(Some(FoundPath { steps: Vec::new(), ends_in_corner: false }));
        }
        monitor.keep(beam.bytes(width.max(), workers))?;
        let share = share(width.max(), workers);
        let begun = control.elapsed();
        let mut layer = Layer::start(tiles, keys, workers.count());
        let mut expansions: Vec<Expansion> = layer.parts.iter().map(|_| Expansion::new(share)).collect();
        let mut selections: Vec<Selection> = layer.parts.iter().map(|_| Selection::new(share)).collect();
        let mut back_pointers = BackPointers::default();
        let mut back_pointer_bytes = 0;
        let mut depth = 0;
        let has_time = || control.time_left() != Some(Duration::ZERO);
        while depth < self.max_moves && layer.len() > 0 {
            monitor.quota()?;
            if monitor.nodes_left() < layer.len() as u64 {
                return Err(StopReason::Nodes);
            }
            let threads = if layer.len() < MIN_BOARDS_FOR_THREADS { Workers::ONE } else { workers };
            let lowest = layer.lowest();
            let found = Mutex::new(None);
            let mut next = 0;
            let numbered = layer.parts.iter().map(|part| {
                let first = next;
                next += part.len();
                (first, part)
            });
            threads.share(numbered.zip(&mut expansions), |((first, part), expansion)| {
                let goal = expansion.expand(part, first, lowest, deltas, (keys, goals), has_time);
                if let (Some(goal), Ok(mut found)) = (goal, found.lock()) {
                    // The minimum does not depend on which thread is faster.
                    *found = Some(found.map_or(goal, |other: (usize, BackPointer)| goal.min(other)));
                }
            });
            let generated = expansions.iter().map(|expansion| expansion.children.len() as u64).sum();
            monitor.count(layer.len() as u32, generated, depth as u32);
            depth += 1;
            if let Some((number, back_pointer)) = found.into_inner().ok().flatten() {
                let ends_in_corner = number > 0;
                let path = FoundPath { steps: back_pointers.steps_to(back_pointer), ends_in_corner };
                if !ends_in_corner {
                    return Ok(Some(path));
                }
                let moves = depth + beam.from_corner.as_slice().len();
                if moves <= self.max_moves {
                    self.max_moves = moves - 1;
                    self.via_corner = Some(path);
                }
            }
            if !has_time() {
                monitor.quota()?;
            }
            let next = width.next(begun, control.elapsed(), monitor.stats.expanded, depth);
            let highest = Expansion::highest(&expansions, (next as f64 * DUPLICATE_MARGIN) as usize);
            threads.share(selections.iter_mut().enumerate(), |(part_index, selection)| {
                selection.select(part_index, &layer, &expansions, highest, deltas);
            });
            let pointers = selections.iter().flat_map(|selection| &selection.part.back_pointers);
            let bytes = back_pointers.add(pointers.copied().collect());
            monitor.release(std::mem::replace(&mut back_pointer_bytes, bytes));
            monitor.keep(bytes)?;
            for (part, selection) in layer.parts.iter_mut().zip(&mut selections) {
                std::mem::swap(part, &mut selection.part);
            }
        }
        Ok(None)
    }
}
