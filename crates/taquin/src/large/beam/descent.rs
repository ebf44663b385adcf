//! One search of a beam, layer by layer.

use super::back_pointers::{BackPointers, Link};
use super::layer::{Expansion, Layer, Selection};
use super::steps::Steps;
use super::{AnySteps, Beam, WITH_EQUALS, Width, framed, share};
use crate::board::Board;
use crate::control::{Control, StopReason};
use crate::search::Monitor;
use crate::space::Workers;
use std::sync::Mutex;
use std::time::Duration;

/// A solution of more layers for each cell is given up.
const MOST_LAYERS: usize = 16;

/// A thread is worth its start from so many boards on.
const FOR_A_THREAD: usize = 500;

/// A way to the goal, as the blank goes in the frame.
pub(super) struct Arrival {
    pub(super) ways: Vec<u8>,
    /// Does it end with the blank in a corner, from where it has to go on?
    pub(super) is_detour: bool,
}

pub(super) struct Descent<'a> {
    beam: &'a Beam,
    width: Width,
    workers: Workers,
    control: &'a Control<'a>,
    /// A solution has at most so many moves.
    longest: usize,
    /// The estimate leads to a corner; the goal itself may come a little later, and with fewer moves.
    detour: Option<Arrival>,
}

impl<'a> Descent<'a> {
    pub(super) fn new(
        beam: &'a Beam,
        width: Width,
        below: Option<usize>,
        workers: Workers,
        control: &'a Control<'a>,
    ) -> Descent<'a> {
        let longest = below.map_or(MOST_LAYERS * beam.size.cells(), |below| below.saturating_sub(1));
        Descent { beam, width, workers, control, longest, detour: None }
    }

    pub(super) fn run(mut self, start: &Board, monitor: &mut Monitor) -> Result<Option<Arrival>, StopReason> {
        let tiles = framed(&self.beam.frame, start);
        let found = match &self.beam.tables.steps {
            AnySteps::Small(steps) => self.layers(steps, &tiles, monitor),
            AnySteps::Large(steps) => self.layers(steps, &tiles, monitor),
        };
        match found {
            Ok(Some(arrival)) => Ok(Some(arrival)),
            Ok(None) => Ok(self.detour),
            Err(reason) => self.detour.map_or(Err(reason), |detour| Ok(Some(detour))),
        }
    }

    fn layers<const STRIDE: usize>(
        &mut self,
        steps: &Steps<STRIDE>,
        tiles: &[u8],
        monitor: &mut Monitor,
    ) -> Result<Option<Arrival>, StopReason> {
        let Descent { beam, width, workers, control, .. } = *self;
        let (keys, targets) = (&beam.tables.keys, &beam.targets);
        if targets[0].is_board(tiles) {
            return Ok(Some(Arrival { ways: Vec::new(), is_detour: false }));
        }
        monitor.keep(beam.bytes(width.most(), workers))?;
        let share = share(width.most(), workers);
        let begun = control.elapsed();
        let mut layer = Layer::start(tiles, keys, workers.count());
        let mut broods: Vec<Expansion> = layer.parts.iter().map(|_| Expansion::new(share)).collect();
        let mut sieves: Vec<Selection> = layer.parts.iter().map(|_| Selection::new(share)).collect();
        let mut ancestry = BackPointers::default();
        let mut links_kept = 0;
        let mut depth = 0;
        let goes_on = || control.time_left() != Some(Duration::ZERO);
        while depth < self.longest && layer.len() > 0 {
            monitor.quota()?;
            if monitor.nodes_left() < layer.len() as u64 {
                return Err(StopReason::Nodes);
            }
            let threads = if layer.len() < FOR_A_THREAD { Workers::ONE } else { workers };
            let lowest = layer.lowest();
            let found = Mutex::new(None);
            let mut next = 0;
            let numbered = layer.parts.iter().map(|part| {
                let first = next;
                next += part.len();
                (first, part)
            });
            threads.share(numbered.zip(&mut broods), |((first, part), brood)| {
                let target = brood.of(part, first, lowest, steps, (keys, targets), goes_on);
                if let (Some(target), Ok(mut found)) = (target, found.lock()) {
                    // The first, whichever thread is faster.
                    *found = Some(found.map_or(target, |other: (usize, Link)| target.min(other)));
                }
            });
            let generated = broods.iter().map(|brood| brood.children.len() as u64).sum();
            monitor.count(layer.len() as u32, generated, depth as u32);
            depth += 1;
            if let Some((number, link)) = found.into_inner().ok().flatten() {
                let is_detour = number > 0;
                let arrival = Arrival { ways: ancestry.ways_to(link), is_detour };
                if !is_detour {
                    return Ok(Some(arrival));
                }
                let moves = depth + beam.rest.as_slice().len();
                if moves <= self.longest {
                    self.longest = moves - 1;
                    self.detour = Some(arrival);
                }
            }
            if !goes_on() {
                monitor.quota()?;
            }
            let next = width.next(begun, control.elapsed(), monitor.stats.expanded, depth);
            let highest = Expansion::highest(&broods, (next as f64 * WITH_EQUALS) as usize);
            threads.share(sieves.iter_mut().enumerate(), |(number, sieve)| {
                sieve.choose(number, &layer, &broods, highest, steps);
            });
            let links: Vec<Link> = sieves.iter().flat_map(|sieve| &sieve.part.links).copied().collect();
            let now = ancestry.add(links);
            monitor.release(std::mem::replace(&mut links_kept, now));
            monitor.keep(now)?;
            for (part, sieve) in layer.parts.iter_mut().zip(&mut sieves) {
                std::mem::swap(part, &mut sieve.part);
            }
        }
        Ok(None)
    }
}
