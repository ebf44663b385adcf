//! The search for optimal solutions of boards with 17 to 25 cells: IDA* with views chosen for the board.
//!
//! The first iterations use one partition, whose tables are built in seconds. Each is sampled. Once the next iteration is
//! expected to take as long as the tables of the [pool](crate::tables::pool), they are built, and the views that prune
//! most of the sample are taken. A long search from the goal to the start may be shorter than one from the start: before
//! the pool is built, both are tried up to the same f-limit.
//!
//! An iteration is described by an [`IterationPlan`] and divided into parts; a [`SearchLog`] can record those that are
//! done, so that the search can be resumed or distributed. A part that takes long can be divided again, into pieces: the
//! nodes of a frontier below it, dealt out in turn.

mod choice;
#[cfg(all(feature = "disk", feature = "serde"))]
mod iteration_sample;
mod plan;
mod search_log;
mod selection;
mod staged_log;

#[cfg(all(feature = "disk", feature = "serde"))]
pub use iteration_sample::IterationSample;
#[cfg(all(feature = "disk", feature = "serde"))]
pub(super) use iteration_sample::sample;
pub(crate) use plan::{IterationPlan, ViewPlan};
pub(super) use search_log::{NoLog, SearchLog};
#[cfg(all(feature = "disk", feature = "serde"))]
pub(super) use selection::OpenParts;
pub(super) use selection::{OpenIteration, Selection};
pub(super) use staged_log::StagedLog;

use super::cost;
use super::dispatch::Job;
use super::table::obtain_pattern;
use crate::control::{Control, Event, StopReason, ViewChoice};
use crate::geometry::Geometry;
use crate::goal::Goal;
use crate::goal_symmetry::GoalSymmetry;
use crate::grid::{KernelGrid, Packed25};
use crate::heuristic::view::View;
use crate::heuristic::{Pattern, PatternTable};
use crate::moves::Moves;
use crate::search::views::{Counts, Frontier, Iteration, PartResult, Piece, Sampler, part_nodes};
use crate::search::{Monitor, SearchOutcome};
use crate::space::Workers;
use crate::tables::{Partition, TableId, pool};
use choice::{Candidate, Sample};
use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

/// The number of sampled nodes: enough to tell views apart that differ by a few percent.
const SAMPLED: usize = 1024;
const FEWEST_SAMPLED: usize = 128;

/// An iteration is about this many times as large as the one before it.
const GROWTH: u64 = 8;

/// The first iteration is this many moves below a known lower bound.
const WARM_UP: u32 = 4;

/// The cost of a node, and of choosing views, in nanoseconds.
const NODE: f64 = 200.0;
const CHOICE: f64 = 2e9;

/// From this many nodes on, deeper duplicate pruning pays, which takes most of a second and this much memory to build on
/// 5x5.
const MANY_NODES: u64 = 5_000_000;
const DEEPER: usize = 4;
const DEEPER_BYTES: u64 = 200_000_000;

/// The other direction is tried if the next iteration is expected to have at least this many nodes, and taken if it has
/// less than this share of them.
const BACKWARD_NODES: u64 = 30_000_000;
const BACKWARD_SHARE: f64 = 0.7;

/// The nodes of an iteration for each node of its frontier, and the most nodes of a frontier: one for this many bytes of
/// the memory limit.
const NODES_PER_PREFIX: u64 = 1_000;
const MOST_PREFIXES: u64 = 100_000;
const MEMORY_PER_PREFIX: u64 = 10_000;

/// A part for each node of the frontier, up to many; then the nodes of an iteration for each part, up to the most.
const MANY_PARTS: u64 = 1_000;
const NODES_PER_PART: u64 = 1_000_000;
const MOST_PARTS: u64 = 10_000;

/// The nodes of the frontier below a part for each piece of it: enough that pieces take about equally long.
const PREFIXES_PER_PIECE: usize = 64;

/// The share of the memory limit for tables.
const TABLE_SHARE: f64 = 0.8;

/// Runs the search of a job.
pub(super) fn run(job: &Job, control: &Control) -> SearchOutcome {
    SearchOutcome::of(job.goal.size().cells(), control, |monitor| {
        if job.start.is_solved(job.goal) {
            return Ok(Some(Moves::new()));
        }
        let workers = Workers::new(job.method.threads);
        PoolSearch { job, control, monitor, workers }.run()
    })
}

/// Searches the open parts of the iteration in the log of a job, and nothing else. Without a solution, the outcome is
/// [exhausted](SearchOutcome::is_exhausted).
#[cfg(all(feature = "disk", feature = "serde"))]
pub(super) fn run_open_parts(job: &Job, control: &Control) -> SearchOutcome {
    SearchOutcome::of(job.goal.size().cells(), control, |monitor| {
        let Some(OpenIteration { plan, selection, .. }) = job.log.open_iteration() else { return Ok(None) };
        monitor.raise_lower_bound(plan.bound);
        let workers = Workers::new(job.method.threads);
        let mut search = PoolSearch { job, control, monitor, workers };
        Ok(search.iterate(&plan, selection, job.log)?.moves)
    })
}

struct PoolSearch<'a, 'm, 'c> {
    job: &'a Job<'a>,
    control: &'a Control<'a>,
    monitor: &'m mut Monitor<'c>,
    workers: Workers,
}

/// The result of an iteration.
struct Iterated {
    moves: Option<Moves>,
    nodes: u64,
    sample: Sample,
}

/// A part that is divided into pieces.
struct DividedPart {
    part: u32,
    of: u32,
    /// The nodes between the frontier of the iteration and that of the pieces.
    above: Counts,
}

impl DividedPart {
    /// Returns the result of the piece whose number a result has as its part. The nodes above count for the first piece.
    fn piece(&self, mut result: PartResult) -> PartResult {
        if result.part == 0 {
            result.counts.expanded += self.above.expanded;
            result.counts.generated += self.above.generated;
        }
        PartResult { part: self.part, piece: Some(Piece { number: result.part, of: self.of }), ..result }
    }
}

impl PoolSearch<'_, '_, '_> {
    fn run(&mut self) -> Result<Option<Moves>, StopReason> {
        let open = match self.job.log.open_iteration() {
            Some(open) => open,
            // The first iterations are small.
            None => OpenIteration { plan: self.first_plan(false)?, selection: Selection::All, expanded: 0 },
        };
        let OpenIteration { mut plan, mut selection, mut expanded } = open;
        self.monitor.raise_lower_bound(plan.bound);
        if expanded > 0 && matches!(selection, Selection::All) {
            // The iteration before was searched in an earlier run or stage: plan this one as that would have.
            let nodes = std::mem::take(&mut expanded);
            self.job.log.expect(nodes.saturating_mul(GROWTH))?;
            let sample = Sample { nodes: Vec::new(), bound: plan.bound - 2, tree: nodes };
            let last = IterationPlan { bound: plan.bound - 2, ..plan };
            plan = self.next_plan(last, nodes, sample)?;
        } else {
            self.job.log.expect(plan.expected)?;
        }
        loop {
            self.monitor.raise_lower_bound(plan.bound);
            self.monitor.check()?;
            // A part that was searched before may have the solution.
            if let Some(moves) = self.job.log.incumbent().filter(|moves| moves.len() as u32 == plan.bound) {
                return Ok(Some(moves));
            }
            let selection = std::mem::replace(&mut selection, Selection::All);
            let Iterated { moves, nodes, sample } = self.iterate(&plan, selection, self.job.log)?;
            let nodes = nodes + std::mem::take(&mut expanded);
            if let Some(moves) = moves {
                return Ok(Some(moves));
            }
            self.job.log.proved(plan.bound + 2)?;
            self.monitor.raise_lower_bound(plan.bound + 2);
            self.monitor.check()?;
            self.job.log.expect(nodes.saturating_mul(GROWTH))?;
            plan = self.next_plan(plan, nodes, sample)?;
        }
    }

    /// Returns the goal of a direction.
    fn goal(&self, backward: bool) -> Goal {
        if backward { Goal::from(self.job.start.clone()) } else { self.job.goal.clone() }
    }

    /// Returns whether there is memory for duplicate pruning.
    fn has_fsm_memory(&self) -> bool {
        self.control.budget().memory.is_none_or(|memory| memory >= Geometry::FSM_BYTES)
    }

    /// Returns the start of a direction.
    fn start(&self, backward: bool) -> Packed25 {
        Packed25::load(if backward { self.job.goal.board() } else { self.job.start })
    }

    /// Plans the first iteration: one partition, from the larger of its value and the lower bound.
    fn first_plan(&mut self, backward: bool) -> Result<IterationPlan, StopReason> {
        let goal = self.goal(backward);
        let symmetries = GoalSymmetry::all(&goal);
        let first = match backward {
            true => pool(&goal).into_iter().next(),
            false => self.job.method.patterns.first().cloned(),
        };
        let views = first.iter().flat_map(|partition| ViewPlan::all(partition, &symmetries)).collect();
        let fsm_depth = if self.has_fsm_memory() { self.job.method.fsm_depth } else { 2 };
        let order = self.job.method.order;
        let mut plan = IterationPlan {
            bound: 0,
            backward,
            chosen: false,
            views,
            order,
            fsm_depth,
            expected: 1,
            prefixes: 1,
            parts: 1,
        };
        let start = self.start(backward);
        let value = self.views(&plan)?.iter().map(|view| view.value(&start)).max().unwrap_or_default();
        // Every solution has the parity of the value. Up to a known lower bound there is no solution, but the iterations
        // just below it tell how large the next ones will be, and give a sample.
        let lower_bound = self.control.lower_bound().saturating_sub(WARM_UP);
        plan.bound = value + lower_bound.saturating_sub(value).next_multiple_of(2);
        Ok(plan)
    }

    /// Plans the iteration after one with this many nodes.
    fn next_plan(
        &mut self,
        last: IterationPlan,
        nodes: u64,
        sample: Sample,
    ) -> Result<IterationPlan, StopReason> {
        let expected = nodes.saturating_mul(GROWTH);
        let mut plan = IterationPlan { bound: last.bound + 2, ..last };
        let needed = self.job.tables.bytes() + DEEPER_BYTES;
        let has_memory = self.control.budget().memory.is_none_or(|memory| needed <= memory);
        if expected > MANY_NODES && has_memory {
            plan.fsm_depth = self.job.method.fsm_depth + DEEPER;
        }
        if !plan.chosen {
            plan = self.chosen_plan(plan, nodes, sample)?;
        }
        let memory = self.control.budget().memory.unwrap_or(u64::MAX);
        let most = (memory / MEMORY_PER_PREFIX).clamp(1, MOST_PREFIXES);
        let prefixes = (expected / NODES_PER_PREFIX).clamp(1, most);
        plan.expected = expected;
        plan.prefixes = prefixes as usize;
        plan.parts = prefixes.min((expected / NODES_PER_PART).clamp(MANY_PARTS, MOST_PARTS)) as u32;
        Ok(plan)
    }

    /// Chooses views from the pool, and the direction, if that pays.
    fn chosen_plan(
        &mut self,
        plan: IterationPlan,
        nodes: u64,
        sample: Sample,
    ) -> Result<IterationPlan, StopReason> {
        let expected = nodes.saturating_mul(GROWTH);
        let searching = expected as f64 * NODE / self.workers.count() as f64;
        let pays = |set_up: f64| searching >= set_up + CHOICE;
        let (forward, set_up) = self.fitting_pool(&plan);
        if forward.is_empty() {
            return Ok(IterationPlan { chosen: true, ..plan });
        }
        if !pays(set_up) {
            return Ok(plan);
        }
        let other = IterationPlan { backward: !plan.backward, ..plan.clone() };
        let (partitions, set_up) = self.fitting_pool(&other);
        let can_turn = expected >= BACKWARD_NODES && !partitions.is_empty() && pays(set_up);
        let other = if can_turn { self.other_direction(&plan, &sample)? } else { None };
        let turned = other.as_ref().map(|(_, found)| (sample.tree, found.tree));
        let (plan, sample) = other.unwrap_or((plan, sample));
        let (partitions, _) = self.fitting_pool(&plan);
        let sample = match sample.nodes.len() {
            // Most of the iteration was searched in an earlier run or stage: sample a smaller one.
            0..FEWEST_SAMPLED => {
                let (bound, expected) = (sample.bound.saturating_sub(2), nodes / GROWTH);
                let smaller = IterationPlan { bound, expected, ..plan.clone() };
                self.iterate(&smaller, Selection::All, &NoLog)?.sample
            }
            _ => sample,
        };
        if sample.nodes.is_empty() {
            return Ok(plan);
        }
        let candidates = self.candidates(&plan, &partitions, &sample)?;
        let (views, pruned): (Vec<ViewPlan>, Vec<usize>) =
            choice::choose(&sample, &candidates).into_iter().unzip();
        if views.is_empty() {
            return Ok(IterationPlan { chosen: true, ..plan });
        }
        self.control.report(&Event::Views(ViewChoice {
            candidates: candidates.len(),
            sampled: sample.nodes.len(),
            pruned: &pruned,
            is_backward: plan.backward,
            turned,
        }))?;
        Ok(IterationPlan { views, chosen: true, ..plan })
    }

    /// Searches in the other direction up to the same f-limit; returns its plan and sample if it has fewer nodes.
    fn other_direction(
        &mut self,
        plan: &IterationPlan,
        sample: &Sample,
    ) -> Result<Option<(IterationPlan, Sample)>, StopReason> {
        // Without memory for a second set of tables, the search goes on in this direction.
        let unless_memory = |reason| if reason == StopReason::Memory { Ok(None) } else { Err(reason) };
        let mut other = match self.first_plan(!plan.backward) {
            Err(reason) => return unless_memory(reason),
            Ok(other) => other,
        };
        let mut last = None;
        while other.bound <= sample.bound && !other.views.is_empty() {
            let tried = match self.iterate(&other, Selection::All, &NoLog) {
                Err(reason) => return unless_memory(reason),
                Ok(tried) => tried,
            };
            if tried.nodes as f64 > BACKWARD_SHARE * sample.tree as f64 {
                return Ok(None);
            }
            other.expected = tried.nodes.saturating_mul(GROWTH);
            last = Some(tried.sample);
            other.bound += 2;
        }
        let other = IterationPlan { bound: plan.bound, fsm_depth: plan.fsm_depth, ..other };
        Ok(last.map(|sample| (other, sample)))
    }

    /// Returns the partitions of the pool that fit into memory, and the time to get their tables in nanoseconds.
    fn fitting_pool(&self, plan: &IterationPlan) -> (Vec<Partition>, f64) {
        let tables = self.job.tables;
        let limit =
            self.control.budget().memory.map_or(u64::MAX, |memory| (memory as f64 * TABLE_SHARE) as u64);
        let mut patterns: HashMap<Pattern, ()> = HashMap::new();
        let mut bytes = tables.bytes();
        let mut set_up = 0.0;
        let fits = |partition: &Partition| {
            let mut new = partition
                .patterns()
                .iter()
                .filter(|pattern| !patterns.contains_key(*pattern))
                .cloned()
                .collect::<Vec<_>>();
            new.retain(|pattern| !tables.has_pattern(pattern));
            let more: u64 = new.iter().map(Pattern::bytes).sum();
            let building = new.iter().map(Pattern::building_bytes).max().unwrap_or_default();
            if bytes + more + building > limit || !tables.has_room_for(bytes + more + building) {
                return false;
            }
            bytes += more;
            for pattern in new {
                set_up += match tables.has_stored(&TableId::Pattern(pattern.clone())) {
                    true => pattern.bytes() as f64 * cost::BYTE,
                    false => pattern.states() as f64 * cost::STATE / tables.workers().count() as f64,
                };
                patterns.insert(pattern, ());
            }
            true
        };
        let partitions = pool(&self.goal(plan.backward)).into_iter().take_while(fits).collect();
        let is_in_time = self.control.time_left().is_none_or(|left| 3e-9 * set_up < left.as_secs_f64());
        if is_in_time { (partitions, set_up) } else { (Vec::new(), 0.0) }
    }

    /// Evaluates all views of some partitions on a sample, each pattern once.
    fn candidates(
        &mut self,
        plan: &IterationPlan,
        partitions: &[Partition],
        sample: &Sample,
    ) -> Result<Vec<Candidate>, StopReason> {
        let goal = self.goal(plan.backward);
        let symmetries = GoalSymmetry::all(&goal);
        let mut values: HashMap<(u32, usize), OnceLock<Vec<u8>>> = HashMap::new();
        let mut views = Vec::new();
        for (done, partition) in partitions.iter().enumerate() {
            self.control.report(&Event::Tables { done, all: partitions.len() })?;
            for view_plan in ViewPlan::all(partition, &symmetries) {
                for &homes in &view_plan.patterns {
                    values.entry((homes, view_plan.symmetry)).or_default();
                }
                let Some(view) = self.view(plan.backward, &view_plan)? else { continue };
                views.push((view_plan, view));
            }
        }
        self.control.report(&Event::Tables { done: partitions.len(), all: partitions.len() })?;
        let evaluate = |(view_plan, view): &(ViewPlan, View)| {
            for (number, &homes) in view_plan.patterns.iter().enumerate() {
                let value = |(grid, _): &(Packed25, u32)| view.pattern_value(number, grid) as u8;
                values[&(homes, view_plan.symmetry)].get_or_init(|| sample.nodes.iter().map(value).collect());
            }
        };
        self.workers.share_while(&views, evaluate, || self.monitor.check())?;
        let candidates = views.into_iter().map(|(view, _)| {
            let is_pruned = |number: usize| {
                let value =
                    |&homes: &u32| values[&(homes, view.symmetry)].get().map_or(0, |values| values[number]);
                let sum: u32 = view.patterns.iter().map(|homes| u32::from(value(homes))).sum();
                sample.nodes[number].1 + sum > sample.bound
            };
            let pruned = (0..sample.nodes.len()).map(is_pruned).collect();
            Candidate { view, pruned }
        });
        Ok(candidates.collect())
    }

    /// Returns the views of a plan.
    fn views(&mut self, plan: &IterationPlan) -> Result<Vec<View>, StopReason> {
        let views = plan.views.iter().map(|view| self.view(plan.backward, view));
        Ok(views.collect::<Result<Vec<_>, _>>()?.into_iter().flatten().collect())
    }

    fn view(&self, backward: bool, plan: &ViewPlan) -> Result<Option<View>, StopReason> {
        let goal = &self.goal(backward);
        let Some(patterns) = plan.patterns_for(goal) else { return Ok(None) };
        let start = [self.start(backward)];
        let table = |pattern: &Pattern| obtain_pattern(self.job.tables, pattern, goal, &start, self.control);
        let tables: Vec<Arc<PatternTable>> = patterns.iter().map(table).collect::<Result<_, _>>()?;
        Ok(plan.view(goal, tables))
    }

    /// Runs the selected parts of an iteration.
    fn iterate(
        &mut self,
        plan: &IterationPlan,
        selection: Selection,
        log: &dyn SearchLog,
    ) -> Result<Iterated, StopReason> {
        let views = self.views(plan)?;
        let geometry = self.job.tables.geometry(self.job.goal.size(), plan.order, plan.fsm_depth);
        let before = self.monitor.stats.expanded;
        let start = self.start(plan.backward);
        let bound = plan.bound;
        let frontier = Frontier::expand(start, &views, &geometry, bound, plan.prefixes, self.monitor)?;
        log.begin(plan, &frontier)?;
        let parts = plan.part_count(frontier.len());
        let (frontier, parts, divided_part) = match selection.divided_part() {
            None => (frontier, parts, None),
            Some((part, of)) => {
                let nodes = frontier.selected(part_nodes(part, parts, frontier.len()));
                let before = self.monitor.stats;
                let enough = of as usize * PREFIXES_PER_PIECE;
                let frontier = nodes.expanded(&views, &geometry, bound, enough, self.monitor)?;
                let stats = &self.monitor.stats;
                let above = Counts {
                    expanded: stats.expanded - before.expanded,
                    generated: stats.generated - before.generated,
                };
                (frontier, of, Some(DividedPart { part, of, above }))
            }
        };
        let bytes = frontier.bytes();
        self.monitor.keep(bytes)?;
        let control = self.control;
        let iteration =
            Iteration { views: &views, geometry: &geometry, frontier: &frontier, bound, parts, control };
        let open_parts = selection.of(parts);
        let sampler = if plan.chosen { Sampler::none() } else { Sampler::new(2 * SAMPLED, plan.expected) };
        let counter = Arc::clone(&self.monitor.parts);
        counter.begin(open_parts.total.saturating_sub(open_parts.numbers.len() as u32), open_parts.total);
        let on_part = |result: PartResult| {
            counter.count();
            let result = plan.forward(result);
            let result = match &divided_part {
                None => result,
                Some(divided_part) => divided_part.piece(result),
            };
            log.part(bound, &result)
        };
        // A few thousand nodes are searched before a second thread has started.
        let workers = if parts > 1 { self.workers } else { Workers::ONE };
        let found = iteration.search(&open_parts.numbers, workers, &sampler, self.monitor, &on_part);
        counter.begin(0, 0);
        self.monitor.release(bytes);
        let nodes = self.monitor.stats.expanded - before;
        let moves = found?.map(|moves| if plan.backward { moves.inverse() } else { moves });
        let sample = Sample { nodes: sampler.into_nodes(), bound, tree: nodes };
        Ok(Iterated { moves, nodes, sample })
    }
}
