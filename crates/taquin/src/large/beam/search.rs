//! One beam search, layer by layer.

use super::back_pointers::{BackPointer, BackPointers};
use super::demonstration::LayerSamples;
use super::expansion::Expansion;
use super::layer::Layer;
use super::selection::{DuplicateTable, Selection};
use super::slide_deltas::SlideDeltas;
use super::width::BeamWidth;
use super::{AnyDeltas, Beam, DUPLICATE_MARGIN, canonical_tiles, share, with_deltas};
use crate::board::Board;
use crate::control::{Control, StopReason};
use crate::search::Monitor;
use crate::space::Workers;
use std::sync::Mutex;
use std::time::Duration;

/// The search gives up after this many layers for each cell.
const MAX_LAYERS_PER_CELL: usize = 16;

/// Layers with fewer boards are expanded by one thread, because starting another costs more.
const MIN_BOARDS_FOR_THREADS: usize = 2000;

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
    /// Receives every layer but the first.
    samples: Option<&'a mut LayerSamples>,
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
        BeamSearch { beam, width, workers, control, max_moves, via_corner: None, samples: None }
    }

    /// Records boards of each layer.
    pub(super) fn sampling(self, samples: &'a mut LayerSamples) -> BeamSearch<'a> {
        BeamSearch { samples: Some(samples), ..self }
    }

    pub(super) fn run(
        mut self,
        start: &Board,
        monitor: &mut Monitor,
    ) -> Result<Option<FoundPath>, StopReason> {
        let tiles = canonical_tiles(&self.beam.symmetry, start);
        let found = with_deltas!(&self.beam.tables.deltas, deltas => self.layers(deltas, &tiles, monitor));
        match found {
            Ok(Some(path)) => Ok(Some(path)),
            Ok(None) => Ok(self.via_corner),
            Err(reason) => self.via_corner.map_or(Err(reason), |path| Ok(Some(path))),
        }
    }

    fn layers<const N: usize>(
        &mut self,
        deltas: &SlideDeltas<N>,
        tiles: &[u8],
        monitor: &mut Monitor,
    ) -> Result<Option<FoundPath>, StopReason> {
        let BeamSearch { beam, width, workers, control, .. } = *self;
        let goals = &beam.goals;
        if goals[0].is_board(tiles) {
            return Ok(Some(FoundPath { steps: Vec::new(), ends_in_corner: false }));
        }
        monitor.keep(beam.bytes(width.max(), workers))?;
        let begun = control.elapsed();
        let mut layer = Layer::start(tiles, &beam.tables.keys, deltas);
        let mut next_layer = Layer::empty();
        let mut threads: Vec<Thread<N>> =
            (0..workers.count()).map(|_| Thread::new(width.max(), workers, tiles.len())).collect();
        let mut back_pointers = BackPointers::default();
        let mut back_pointer_bytes = 0;
        let mut depth = 0;
        let has_time = || control.time_left() != Some(Duration::ZERO);
        while depth < self.max_moves && layer.len() > 0 {
            monitor.quota()?;
            if monitor.nodes_left() < layer.len() as u64 {
                return Err(StopReason::Nodes);
            }
            let active = if layer.len() < MIN_BOARDS_FOR_THREADS { 1 } else { workers.count() };
            let (workers, threads) = (Workers::new(active), &mut threads[..active]);
            let lowest = layer.lowest();
            let found = Mutex::new(None);
            workers.share(layer.batches(active).into_iter().zip(threads.iter_mut()), |(batches, thread)| {
                let goal = thread.expansion.expand(&layer, &batches, lowest, (deltas, goals), has_time);
                if let (Some(goal), Ok(mut found)) = (goal, found.lock()) {
                    // The minimum does not depend on which thread is faster.
                    *found = Some(found.map_or(goal, |other: (usize, BackPointer)| goal.min(other)));
                }
            });
            let generated = threads.iter().map(|thread| thread.expansion.children.len() as u64).sum();
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
            let boards = width.next(begun, control.elapsed(), monitor.stats.expanded, depth);
            select(
                threads,
                workers,
                (boards as f64 * DUPLICATE_MARGIN) as usize,
                (&layer, deltas),
                &mut next_layer,
            );
            std::mem::swap(&mut layer, &mut next_layer);
            if let Some(samples) = &mut self.samples {
                samples.add(&layer.tiles, tiles.len());
            }
            let bytes = back_pointers.add(std::mem::take(&mut layer.back_pointers));
            monitor.release(std::mem::replace(&mut back_pointer_bytes, bytes));
            monitor.keep(bytes)?;
        }
        Ok(None)
    }
}

/// What one thread works on.
struct Thread<const N: usize> {
    expansion: Expansion<N>,
    selection: Selection,
    seen: DuplicateTable,
}

impl<const N: usize> Thread<N> {
    fn new(width: usize, workers: Workers, cells: usize) -> Thread<N> {
        Thread {
            expansion: Expansion::new(share(width, workers)),
            selection: Selection::new(width, cells),
            seen: DuplicateTable::new(),
        }
    }
}

/// Writes the best children, at most `most` including duplicates, to the next layer.
fn select<const N: usize>(
    threads: &mut [Thread<N>],
    workers: Workers,
    most: usize,
    (layer, deltas): (&Layer<N>, &SlideDeltas<N>),
    next_layer: &mut Layer<N>,
) {
    let expansions = || threads.iter().map(|thread| &thread.expansion);
    let highest = Expansion::highest(expansions(), most);
    let last_kept = highest.is_none().then(|| Expansion::last_kept(expansions(), most));
    workers.share(threads.iter_mut(), |thread| {
        match (highest, last_kept) {
            (Some(highest), _) => thread.expansion.retain(|child| child.value <= highest),
            (None, Some(last)) => thread.expansion.retain(|child| (child.value, child.hash) <= last),
            (None, None) => {}
        }
        thread.selection.distribute(&thread.expansion.children);
    });
    let (mut expansions, mut selections, mut tables) = (Vec::new(), Vec::new(), Vec::new());
    for Thread { expansion, selection, seen } in threads {
        expansions.push(&*expansion);
        selections.push(selection);
        tables.push(seen);
    }
    {
        let selections: Vec<&Selection> = selections.iter().map(|selection| &**selection).collect();
        let threads = tables.len();
        workers.share(tables.into_iter().enumerate(), |(number, seen)| {
            for bucket in (number..selections[0].buckets()).step_by(threads) {
                Selection::mark_duplicates(&selections, bucket, seen);
            }
        });
    }
    workers
        .share(selections.iter_mut().zip(&expansions), |(selection, expansion)| selection.count(expansion));
    let selections: Vec<&Selection> = selections.into_iter().map(|selection| &*selection).collect();
    let destinations = Selection::destinations(&selections, next_layer);
    let work = selections.iter().zip(expansions).zip(destinations);
    workers.share(work, |((selection, expansion), mut destinations)| {
        selection.write(layer, expansion, &mut destinations, deltas);
    });
}
