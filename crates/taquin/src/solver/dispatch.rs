//! Dispatch: chooses the kernel for a layout and a heuristic, once per solve.
//!
//! Two nested matches, layout × heuristic. The code behind them is monomorphic; the code before them is not generic.
//! They run a [`Kernel`]: one search of a method, or a search for many solutions.

use super::algorithm::{Algorithm, MemoryUse};
use super::method::Method;
use super::options::MethodOptions;
use super::pool_search::{self, SearchLog};
use super::pushes;
use super::table;
use crate::board::Board;
use crate::control::{Control, StopReason};
use crate::geometry::{Geometry, Order};
use crate::goal::Goal;
use crate::grid::{Flat, Grid, KernelGrid, Layout, Packed16, Packed25};
use crate::heuristic::{Heuristic, HeuristicChoice, HeuristicVisitor, Pattern, PatternTable, Patterns, Zero};
use crate::metric::Metric;
use crate::moves::Moves;
use crate::search::{Policies, Root, SearchOutcome, Weight, kernel};
use crate::space::Workers;
use crate::tables::{Partition, TableCache};
use std::ops::{ControlFlow, RangeInclusive};
use std::sync::Arc;

/// The input of a search before its kernel is chosen.
pub(super) struct Problem<'a> {
    pub(super) start: &'a Board,
    pub(super) goal: &'a Goal,
    pub(super) order: Order,
    pub(super) heuristic: Option<&'a HeuristicChoice>,
    /// The tables of partitions, instead of a heuristic.
    pub(super) patterns: Vec<Vec<Arc<PatternTable>>>,
    /// The depth of duplicate pruning.
    pub(super) fsm_depth: usize,
    pub(super) tables: &'a TableCache,
}

impl Problem<'_> {
    fn geometry(&self) -> Arc<Geometry> {
        self.tables.geometry(self.start.size(), self.order, self.fsm_depth)
    }
}

/// The most patterns of a partition: 24, one per tile.
const MOST_PATTERNS: usize = 24;

/// A computation that is generic over the layout and the heuristic.
trait Kernel {
    type Output;

    fn run<G: Grid, H: Heuristic>(self, root: &Root<G>, heuristic: &H) -> Self::Output;
}

fn with_layout<K: Kernel>(problem: &Problem, kernel: K) -> K::Output {
    let has_patterns = !problem.patterns.is_empty();
    match Layout::of(problem.start.size().cells()) {
        Layout::Packed16 if has_patterns => with_patterns::<Packed16, K>(problem, kernel),
        // Larger boards have no pattern databases.
        Layout::Packed25 | Layout::Flat if has_patterns => with_patterns::<Packed25, K>(problem, kernel),
        Layout::Packed16 => with_heuristic::<Packed16, K>(problem, kernel),
        Layout::Packed25 => with_heuristic::<Packed25, K>(problem, kernel),
        Layout::Flat => with_heuristic::<Flat, K>(problem, kernel),
    }
}

fn with_patterns<G: Grid, K: Kernel>(problem: &Problem, kernel: K) -> K::Output {
    let geometry = problem.geometry();
    let root = &Root::<G>::new(problem.start, problem.goal.board(), &geometry);
    let (goal, tables) = (problem.goal, problem.patterns.clone());
    let most = tables.iter().map(Vec::len).max().unwrap_or_default();
    // The accumulator should be no larger than necessary: it is copied along the path.
    match (most, tables.len()) {
        (..=2, 1) => kernel.run(root, &Patterns::<2, 2>::new(goal, tables)),
        (..=2, 2) => kernel.run(root, &Patterns::<2, 4>::new(goal, tables)),
        (..=4, 1) => kernel.run(root, &Patterns::<4, 2>::new(goal, tables)),
        _ => kernel
            .run(root, &Patterns::<MOST_PATTERNS, { 2 * MethodOptions::MOST_PARTITIONS }>::new(goal, tables)),
    }
}

fn with_heuristic<G: Grid, K: Kernel>(problem: &Problem, kernel: K) -> K::Output {
    let Problem { start, goal, heuristic, .. } = *problem;
    let geometry = problem.geometry();
    let root = &Root::<G>::new(start, goal.board(), &geometry);
    match heuristic {
        None => kernel.run(root, &Zero),
        Some(choice) => choice.visit(goal, problem.tables.heuristics(), RootedKernel { root, kernel }),
    }
}

/// A kernel and its root; the heuristic is still missing.
struct RootedKernel<'a, G, K> {
    root: &'a Root<'a, G>,
    kernel: K,
}

impl<G: Grid, K: Kernel> HeuristicVisitor for RootedKernel<'_, G, K> {
    type Output = K::Output;

    fn visit<H: Heuristic>(self, heuristic: &H) -> K::Output {
        self.kernel.run(self.root, heuristic)
    }
}

/// A method for a start and a goal of the same size.
pub(super) struct Job<'a> {
    pub(super) method: &'a Method,
    pub(super) start: &'a Board,
    pub(super) goal: &'a Goal,
    pub(super) tables: &'a TableCache,
    /// Where a search that can be resumed records what it has done.
    pub(super) log: &'a dyn SearchLog,
}

/// Runs the search of a job.
pub(super) fn run(job: &Job, control: &Control) -> SearchOutcome {
    if job.method.metric == Metric::Multi && job.method.algorithm != Algorithm::Table {
        return pushes::run(job, control);
    }
    if job.method.algorithm == Algorithm::Table {
        return table::run(job, control);
    }
    let Job { method, start, goal, tables, .. } = *job;
    let memory = control.budget().memory;
    let building_bytes = |heuristic: &HeuristicChoice| heuristic.building_bytes(goal.size());
    if memory.is_some_and(|limit| method.heuristic.as_ref().map_or(0, building_bytes) > limit) {
        return SearchOutcome::stopped(StopReason::Memory, control);
    }
    if method.pool {
        return pool_search::run(job, control);
    }
    let (_in_use, patterns) = match tables.obtain(control, || build(job, control)) {
        Ok(obtained) => obtained,
        Err(reason) => return SearchOutcome::stopped(reason, control),
    };
    let (order, heuristic) = (method.order, method.heuristic.as_ref());
    let has_room = memory.is_none_or(|memory| memory >= Geometry::FSM_BYTES);
    let fsm_depth = if has_room { method.fsm_depth } else { 2 };
    let problem = Problem { start, goal, order, heuristic, patterns, fsm_depth, tables };
    // Stored nodes share the memory limit with the tables.
    let is_shared = method.has_tables() && method.algorithm.memory() == MemoryUse::EveryBoard;
    let control = &control.beside(if is_shared { tables.bytes() } else { 0 });
    with_layout(&problem, SearchKernel { job, control })
}

/// Returns the tables of a job's partitions, built if they are not cached.
///
/// # Errors
/// If the control stops building.
pub(super) fn build(job: &Job, control: &Control) -> Result<Vec<Vec<Arc<PatternTable>>>, StopReason> {
    // They are used at the same time, so none of them is evicted for another.
    let patterns = || job.method.patterns.iter().flat_map(Partition::patterns);
    if !job.tables.has_room_for(patterns().map(Pattern::bytes).sum()) {
        return Err(StopReason::Memory);
    }
    let twin = (job.method.algorithm == Algorithm::Lockstep).then(|| job.start.twin()).flatten();
    let boards: Vec<Packed25> = if job.method.patterns.is_empty() {
        Vec::new()
    } else {
        [Some(job.start), twin.as_ref()].into_iter().flatten().map(Packed25::load).collect()
    };
    let table = |pattern: &Pattern| table::obtain_pattern(job.tables, pattern, job.goal, &boards, control);
    let partitions = job.method.patterns.iter();
    partitions.map(|partition| partition.patterns().iter().map(table).collect()).collect()
}

/// The search of a job.
struct SearchKernel<'a> {
    job: &'a Job<'a>,
    control: &'a Control<'a>,
}

impl Kernel for SearchKernel<'_> {
    type Output = SearchOutcome;

    fn run<G: Grid, H: Heuristic>(self, root: &Root<G>, heuristic: &H) -> SearchOutcome {
        let SearchKernel { job, control } = self;
        let Method { algorithm, weight, duplicates, ties, goal_test, threads, .. } = *job.method;
        let policies =
            Policies { duplicates: duplicates.unwrap_or_default(), ties: ties.unwrap_or_default() };
        match algorithm {
            Algorithm::BreadthFirst => kernel::breadth_first(root, goal_test.unwrap_or_default(), control),
            Algorithm::DepthFirst => kernel::depth_first(root, goal_test.unwrap_or_default(), control),
            Algorithm::IterativeDeepening => kernel::iterative_deepening(root, control),
            Algorithm::Bidirectional => kernel::bidirectional(root, control),
            // Anytime methods are not kernels; the searches they run are IDA*.
            Algorithm::IdaStar
            | Algorithm::Table
            | Algorithm::Fast
            | Algorithm::Beam
            | Algorithm::Improve => {
                let workers = Workers::new(threads);
                kernel::ida_star_parallel(root, heuristic, control.lower_bound(), workers, control)
            }
            Algorithm::AStar => kernel::a_star(root, heuristic, policies, control),
            Algorithm::Greedy => kernel::greedy(root, heuristic, policies, control),
            Algorithm::WeightedAStar => {
                let weight = weight.unwrap_or(Weight::ONE);
                kernel::weighted_a_star(root, heuristic, weight, policies, control)
            }
            Algorithm::Lockstep => {
                let twin = job.start.twin().map(|twin| root.with_start(&twin));
                kernel::lockstep(root, twin.as_ref(), heuristic, policies, control)
            }
        }
    }
}

pub(super) type OnSolution<'a> = &'a mut dyn FnMut(Moves) -> ControlFlow<()>;

/// Which solutions to find, where there may be many.
pub(super) enum Many<'a> {
    /// All solutions whose length is in a range, passed to this function.
    Window(&'a RangeInclusive<u32>, OnSolution<'a>),
    /// All solutions of the optimal length, passed to this function.
    Shortest(u32, OnSolution<'a>),
    /// Only the number of solutions of the optimal length.
    Count(u32),
}

struct ManyKernel<'a, 'm> {
    many: Many<'m>,
    control: &'a Control<'a>,
}

impl Kernel for ManyKernel<'_, '_> {
    type Output = (SearchOutcome, u64);

    fn run<G: Grid, H: Heuristic>(self, root: &Root<G>, heuristic: &H) -> (SearchOutcome, u64) {
        let ManyKernel { many, control } = self;
        match many {
            Many::Window(lengths, on_solution) => {
                (kernel::enumerate(root, heuristic, lengths, control, on_solution), 0)
            }
            Many::Shortest(length, on_solution) => {
                (kernel::all_shortest(root, heuristic, length, control, on_solution), 0)
            }
            Many::Count(length) => kernel::count_shortest(root, heuristic, length, control),
        }
    }
}

/// Finds many solutions. Returns the outcome and, if they are only counted, their number.
pub(super) fn run_many(problem: &Problem, many: Many, control: &Control) -> (SearchOutcome, u64) {
    with_layout(problem, ManyKernel { many, control })
}
