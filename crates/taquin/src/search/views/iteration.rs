//! One iteration of IDA*: the subtrees of a frontier, divided into parts, on several threads.

use super::frontier::Frontier;
use super::lane::{Counts, Lane, Status};
use super::sampler::Sampler;
use crate::control::{Control, StopReason};
use crate::geometry::Geometry;
use crate::heuristic::view::View;
use crate::moves::Moves;
use crate::search::branches::on_threads;
use crate::search::deepening::{IterationMonitor, NodeCounts};
use crate::search::monitor::Monitor;
use crate::space::Workers;
use std::iter::StepBy;
use std::ops::Range;
use std::sync::Mutex;
use std::time::Duration;

/// The number of searches that a thread interleaves, so that none waits for memory.
const LANES: usize = 8;

/// An iteration: all paths of at most `bound` moves through a frontier.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Iteration<'a> {
    pub(crate) views: &'a [View],
    pub(crate) geometry: &'a Geometry,
    pub(crate) frontier: &'a Frontier,
    pub(crate) bound: u32,
    /// The number of parts.
    pub(crate) parts: u32,
    /// Tells how long a part took.
    pub(crate) control: &'a Control<'a>,
}

/// The result of one part of an iteration.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct PartResult {
    /// The part, from 0.
    pub(crate) part: u32,
    /// The piece of it; `None` if it is the result of the whole part.
    pub(crate) piece: Option<Piece>,
    /// The nodes below the frontier.
    pub(crate) counts: Counts,
    /// How long it took.
    pub(crate) time: Duration,
    /// A solution, if there is one in this part.
    pub(crate) moves: Option<Moves>,
}

/// A piece of a part that takes long.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Piece {
    /// The piece, from 0.
    pub(crate) number: u32,
    /// The number of pieces.
    pub(crate) of: u32,
}

/// Returns the nodes of a part of a frontier with this many nodes. They are from everywhere in the frontier, because
/// neighbours have subtrees of similar sizes: so parts differ less.
pub(crate) fn part_nodes(part: u32, parts: u32, nodes: usize) -> StepBy<Range<usize>> {
    (part as usize..nodes).step_by(parts.max(1) as usize)
}

impl Iteration<'_> {
    /// Returns the memory of the lanes of all threads.
    pub(crate) fn lane_bytes(&self, workers: Workers) -> u64 {
        Lane::bytes(self.views.len(), self.bound) * (LANES * workers.count()) as u64
    }

    /// Searches some parts, each on the next free thread, and passes on the result of each. Returns a solution if there is
    /// one; the parts that have not been finished then have no result.
    ///
    /// # Errors
    /// If the monitor stops the search, or `on_part` does.
    pub(crate) fn search(
        &self,
        parts: &[u32],
        workers: Workers,
        sampler: &Sampler,
        monitor: &mut Monitor,
        on_part: &(impl Fn(PartResult) -> Result<(), StopReason> + Sync),
    ) -> Result<Option<Moves>, StopReason> {
        let bytes = self.lane_bytes(workers);
        monitor.keep(bytes)?;
        let found = if workers.count() == 1 {
            self.search_each(&mut parts.iter().copied(), sampler, monitor, on_part)
        } else {
            let stopped = Mutex::new(None);
            let parts = Mutex::new(parts.iter().copied());
            let found = on_threads(workers, monitor, |shared| {
                // No thread panics while it holds the lock; if one did, this thread ends, too.
                let mut parts = std::iter::from_fn(|| parts.lock().ok()?.next());
                let found = self.search_each(&mut parts, sampler, &mut shared.monitor(), on_part);
                found.unwrap_or_else(|reason| {
                    // A thread that is told to stop is not the reason why.
                    if reason != StopReason::Cancelled
                        && let Ok(mut stopped) = stopped.lock()
                    {
                        *stopped = Some(reason);
                        shared.stop();
                    }
                    None
                })
            });
            match stopped.into_inner().ok().flatten() {
                Some(reason) if found == Ok(None) => Err(reason),
                _ => found,
            }
        };
        monitor.release(bytes);
        found
    }

    fn search_each<M: IterationMonitor>(
        &self,
        parts: &mut impl Iterator<Item = u32>,
        sampler: &Sampler,
        monitor: &mut M,
        on_part: &impl Fn(PartResult) -> Result<(), StopReason>,
    ) -> Result<Option<Moves>, StopReason> {
        let mut lanes: Vec<ActiveLane> = vec![ActiveLane::new(self); LANES];
        // The nodes that may be expanded before the monitor is asked again.
        let mut quota = 0;
        for part in parts {
            let began = self.control.elapsed();
            let (counts, moves) = self.search_part(part, &mut lanes, sampler, &mut quota, monitor)?;
            let time = self.control.elapsed().saturating_sub(began);
            let recorded = on_part(PartResult { part, piece: None, counts, time, moves: moves.clone() });
            // A solution counts even if it could not be recorded.
            if moves.is_some() {
                return Ok(moves);
            }
            recorded?;
        }
        Ok(None)
    }

    /// Searches one part.
    fn search_part<M: IterationMonitor>(
        &self,
        part: u32,
        lanes: &mut [ActiveLane],
        sampler: &Sampler,
        quota: &mut u64,
        monitor: &mut M,
    ) -> Result<(Counts, Option<Moves>), StopReason> {
        let Iteration { frontier, bound, .. } = *self;
        let rest = bound - frontier.depth();
        let mut nodes = part_nodes(part, self.parts, frontier.len());
        let mut counts = Counts::default();
        let mut reported = counts;
        if *quota == 0 {
            *quota = monitor.quota()?.into();
        }
        let mut until = *quota;
        let mut next_sample = sampler.interval();
        lanes.iter_mut().for_each(|lane| lane.root = None);
        loop {
            let mut is_waiting = false;
            for ActiveLane { lane, root } in &mut *lanes {
                let mut status = match root {
                    Some(_) => lane.advance(&mut counts),
                    None => Status::Exhausted,
                };
                while status == Status::Exhausted {
                    *root = nodes.next();
                    let Some(number) = *root else { break };
                    let (prefix, values) = frontier.node(number);
                    status = lane.begin(prefix, values, rest, &mut counts);
                }
                let Some(root) = *root else { continue };
                if status == Status::Solved {
                    report(counts, &mut reported, bound, monitor);
                    let moves = frontier.moves(root).chain(lane.moves()).collect();
                    return Ok((counts, Some(moves)));
                }
                is_waiting = true;
                if counts.expanded >= next_sample {
                    let (grid, depth) = lane.node(frontier.node(root).0);
                    sampler.add(grid, frontier.depth() + depth);
                    next_sample = counts.expanded + sampler.interval();
                }
            }
            if counts.expanded >= until {
                report(counts, &mut reported, bound, monitor);
                until = counts.expanded + u64::from(monitor.quota()?);
            }
            if !is_waiting {
                *quota = until - counts.expanded;
                report(counts, &mut reported, bound, monitor);
                return Ok((counts, None));
            }
        }
    }
}

/// A lane and the node of the frontier whose subtree it searches, if any is left.
#[derive(Clone)]
struct ActiveLane<'a> {
    lane: Lane<'a>,
    root: Option<usize>,
}

impl<'a> ActiveLane<'a> {
    fn new(iteration: &Iteration<'a>) -> ActiveLane<'a> {
        ActiveLane { lane: Lane::new(iteration.views, iteration.geometry), root: None }
    }
}

/// Reports the counts since the last report.
fn report<M: IterationMonitor>(counts: Counts, reported: &mut Counts, bound: u32, monitor: &mut M) {
    monitor.count(NodeCounts {
        expanded: (counts.expanded - reported.expanded) as u32,
        generated: counts.generated - reported.generated,
        deepest: bound.saturating_sub(1) as usize,
    });
    *reported = counts;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::geometry::Order;
    use crate::goal::Goal;
    use crate::goal_symmetry::GoalSymmetry;
    use crate::grid::{KernelGrid, Packed25};
    use crate::metric::Metric;
    use crate::size::Size;
    use crate::tables::{Partition, PerfectKey, PerfectTable, TableCache};
    use std::sync::atomic::{AtomicU64, Ordering};

    /// How an iteration is divided: nodes of the frontier, parts, threads.
    type Division = (usize, u32, usize);

    struct Search {
        views: Vec<View>,
        geometry: Geometry,
    }

    impl Search {
        fn new(goal: &Goal, fsm_depth: usize) -> Search {
            let tables = TableCache::new(Workers::ONE);
            let views = Partition::all(goal).into_iter().flat_map(|partition| {
                let table = |pattern| tables.pattern(pattern, &Control::new()).unwrap();
                let tables: Vec<_> = partition.patterns().iter().map(table).collect();
                let symmetries = GoalSymmetry::all(goal).into_iter();
                symmetries.map(move |symmetry| View::new(symmetry, goal.size(), tables.clone()))
            });
            let geometry = Geometry::pruned(goal.size(), Order::default(), fsm_depth);
            Search { views: views.collect(), geometry }
        }

        /// Returns the solution and the nodes of the iterations before the last.
        fn solve(&self, start: &Board, (enough, parts, threads): Division) -> (Moves, u64) {
            let control = &Control::new();
            let mut monitor = Monitor::new(start.size().cells(), control);
            let grid = Packed25::load(start);
            let Search { views, geometry } = self;
            let mut bound = views.iter().map(|view| view.value(&grid)).max().unwrap();
            loop {
                let nodes = monitor.stats.expanded;
                let frontier = Frontier::expand(grid, views, geometry, bound, enough, &mut monitor).unwrap();
                let parts = parts.clamp(1, frontier.len().max(1) as u32);
                let iteration = Iteration { views, geometry, frontier: &frontier, bound, parts, control };
                let parts: Vec<u32> = (0..parts).collect();
                let counted = AtomicU64::new(0);
                let on_part = |result: PartResult| {
                    counted.fetch_add(result.counts.expanded, Ordering::Relaxed);
                    Ok(())
                };
                let before = monitor.stats.expanded;
                let workers = Workers::new(threads);
                let found = iteration.search(&parts, workers, &Sampler::none(), &mut monitor, &on_part);
                if let Some(moves) = found.unwrap() {
                    return (moves, nodes);
                }
                assert_eq!(counted.into_inner(), monitor.stats.expanded - before, "every node is in a part");
                bound += 2;
            }
        }
    }

    /// Solves one of `step` states of 2x4, divided in several ways.
    fn assert_optimal(goal: &Goal, step: usize) {
        let key = PerfectKey::of(goal, Metric::Single).unwrap();
        let table = PerfectTable::build(key, Workers::ONE, &Control::new()).unwrap();
        let table = table.for_goal(goal).unwrap();
        let search = Search::new(goal, 8);
        let divisions = [(1, 1, 1), (4, 3, 1), (50, 7, 1), (1_000_000, 5, 1)];
        let mut tried = 0;
        for number in (0..20_160 * 2).step_by(step) {
            let Some(start) = Board::from_rank(goal.size(), number) else { continue };
            let Some(optimal) = table.solve(&start) else { continue };
            let (moves, _) = search.solve(&start, divisions[number as usize % divisions.len()]);
            assert_eq!(moves.len(), optimal.len(), "{start:?}");
            assert!(moves.apply(&start).unwrap().is_solved(goal));
            tried += 1;
        }
        assert!(tried >= 20_160 / step / 2, "{tried}");
    }

    #[test]
    fn some_2x4_states_have_their_optimal_length() {
        let size = Size::new(2, 4).unwrap();
        assert_optimal(&Goal::rows(size), 11);
        assert_optimal(&Goal::spiral(size), 23);
    }

    #[test]
    #[ignore = "slow; run by `cargo xtask test`"]
    fn every_2x4_state_has_its_optimal_length() {
        assert_optimal(&Goal::rows(Size::new(2, 4).unwrap()), 1);
    }

    #[test]
    #[ignore = "slow; run by `cargo xtask test`"]
    fn parts_and_threads_do_not_change_the_nodes() {
        let goal = Goal::rows(Size::square(4).unwrap());
        let search = Search::new(&goal, 8);
        let starts = [
            [13, 2, 10, 3, 1, 12, 8, 4, 5, 0, 9, 6, 15, 14, 11, 7],
            [6, 13, 7, 10, 8, 9, 11, 0, 15, 2, 12, 5, 14, 3, 1, 4],
        ];
        for start in starts {
            let start = Board::new(goal.size(), &start).unwrap();
            let (whole, nodes) = search.solve(&start, (1, 1, 1));
            for division in [(100, 1, 1), (100, 7, 1), (100, 7, 2), (2_000, 50, 2)] {
                let (moves, divided) = search.solve(&start, division);
                assert_eq!(moves.len(), whole.len());
                // The frontier has no duplicates, so there are rather fewer nodes.
                assert!(divided <= nodes, "{divided} of {nodes}");
            }
        }
    }
}
