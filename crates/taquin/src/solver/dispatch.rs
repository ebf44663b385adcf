//! Dispatch: chooses the kernel for a layout and a heuristic, once per solve.
//!
//! Two nested matches, layout × heuristic. Behind them everything is monomorphic; nothing before them is generic. What
//! is run there is a [`Kernel`]: one search of a method, or one of those for many solutions.

use super::method::{Algorithm, Method};
use super::plan::Request;
use super::pushes;
use super::table::{self, obtain};
use crate::board::Board;
use crate::geometry::{Geometry, Order};
use crate::goal::Goal;
use crate::grid::{Flat, Grid, Layout, Packed16, Packed25};
use crate::heuristic::{Heuristic, HeuristicChoice, HeuristicVisitor, Pattern, PatternTable, Patterns, Zero};
use crate::metric::Metric;
use crate::moves::Moves;
use crate::search::{self, Ending, Limits, Observer, Outcome, Policies, Root, Stats, StopReason, Weight};
use crate::space::Workers;
use crate::tables::TableCache;
use std::ops::{ControlFlow, RangeInclusive};
use std::sync::Arc;

/// What a search needs to know before its kernel can be chosen.
pub(super) struct Problem<'a> {
    pub(super) start: &'a Board,
    pub(super) goal: &'a Goal,
    pub(super) order: Order,
    pub(super) heuristic: Option<&'a HeuristicChoice>,
    /// The tables of partitions, instead of a heuristic.
    pub(super) patterns: Vec<Vec<Arc<PatternTable>>>,
    /// Detours of up to so many moves are not made.
    pub(super) fsm_depth: usize,
    pub(super) tables: &'a TableCache,
}

impl Problem<'_> {
    fn geometry(&self) -> Arc<Geometry> {
        self.tables.geometry(self.start.size(), self.order, self.fsm_depth)
    }
}

/// The most patterns of a partition: 24 tiles, each its own.
const MOST_PATTERNS: usize = 24;

/// Something to be run with any layout and any heuristic.
trait Kernel {
    type Output;

    fn run<G: Grid, H: Heuristic>(self, root: &Root<G>, heuristic: &H) -> Self::Output;
}

fn with_layout<K: Kernel>(problem: &Problem, kernel: K) -> K::Output {
    match Layout::of(problem.start.size().cells()) {
        Layout::Packed16 => with_heuristic::<Packed16, K>(problem, kernel),
        Layout::Packed25 => with_heuristic::<Packed25, K>(problem, kernel),
        Layout::Flat => with_heuristic::<Flat, K>(problem, kernel),
    }
}

/// The same for kernels that may be run with patterns, too.
fn with_any_layout<K: Kernel>(problem: &Problem, kernel: K) -> K::Output {
    if problem.patterns.is_empty() {
        return with_layout(problem, kernel);
    }
    match Layout::of(problem.start.size().cells()) {
        Layout::Packed16 => with_patterns::<Packed16, K>(problem, kernel),
        // Larger boards have no patterns.
        Layout::Packed25 | Layout::Flat => with_patterns::<Packed25, K>(problem, kernel),
    }
}

fn with_patterns<G: Grid, K: Kernel>(problem: &Problem, kernel: K) -> K::Output {
    let geometry = problem.geometry();
    let root = &Root::<G>::new(problem.start, problem.goal.board(), &geometry);
    let (goal, tables) = (problem.goal, problem.patterns.clone());
    let most = tables.iter().map(Vec::len).max().unwrap_or_default();
    // What is carried along a path should be no larger than it must.
    match (most, tables.len()) {
        (..=2, 1) => kernel.run(root, &Patterns::<2, 2>::new(goal, tables)),
        (..=2, 2) => kernel.run(root, &Patterns::<2, 4>::new(goal, tables)),
        (..=4, 1) => kernel.run(root, &Patterns::<4, 2>::new(goal, tables)),
        _ => {
            kernel.run(root, &Patterns::<MOST_PATTERNS, { 2 * Request::MOST_PARTITIONS }>::new(goal, tables))
        }
    }
}

fn with_heuristic<G: Grid, K: Kernel>(problem: &Problem, kernel: K) -> K::Output {
    let Problem { start, goal, heuristic, .. } = *problem;
    let geometry = problem.geometry();
    let root = &Root::<G>::new(start, goal.board(), &geometry);
    match heuristic {
        None => kernel.run(root, &Zero),
        Some(choice) => choice.visit(goal, problem.tables.heuristics(), Rooted { root, kernel }),
    }
}

/// A kernel with everything but its heuristic.
struct Rooted<'a, G, K> {
    root: &'a Root<'a, G>,
    kernel: K,
}

impl<G: Grid, K: Kernel> HeuristicVisitor for Rooted<'_, G, K> {
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
    /// No solution is shorter, as is known already.
    pub(super) proven: u32,
}

impl Job<'_> {
    /// What comes of it if it is stopped before the search begins.
    pub(super) fn stopped(&self, reason: StopReason, limits: &Limits) -> Outcome {
        let stats = Stats { elapsed: limits.clock.elapsed(), ..Stats::default() };
        Outcome { ending: Ending::Stopped(reason), lower_bound: self.proven, stats }
    }
}

/// Runs the search of a job.
pub(super) fn run(job: &Job, limits: &Limits, observer: &mut dyn Observer) -> Outcome {
    if job.method.metric == Metric::Multi && job.method.algorithm != Algorithm::Table {
        return pushes::run(job, limits, observer);
    }
    let Job { method, start, goal, tables, proven } = *job;
    let building_bytes = |heuristic: &HeuristicChoice| heuristic.building_bytes(goal.size());
    if let Some(limit) = limits.memory
        && method.heuristic.as_ref().map_or(0, building_bytes) > limit
    {
        return job.stopped(StopReason::Memory(limit), limits);
    }
    let patterns = match build(job, limits, observer) {
        Ok(patterns) => patterns,
        Err(reason) => return job.stopped(reason, limits),
    };
    let (order, heuristic) = (method.order, method.heuristic.as_ref());
    let has_room = limits.memory.is_none_or(|memory| memory >= Geometry::FSM_BYTES);
    let fsm_depth = if has_room { method.fsm_depth } else { 2 };
    let problem = Problem { start, goal, order, heuristic, patterns, fsm_depth, tables };
    if method.patterns.is_empty() {
        with_layout(&problem, Classic { job, limits, observer })
    } else {
        let workers = Workers::new(method.threads);
        with_any_layout(&problem, Deepening { proven, workers, limits, observer })
    }
}

/// The tables of a job's partitions, built if they are not at hand; or why that was stopped.
pub(super) fn build(
    job: &Job,
    limits: &Limits,
    observer: &mut dyn Observer,
) -> Result<Vec<Vec<Arc<PatternTable>>>, StopReason> {
    let mut table = |pattern: &Pattern| {
        let more = if job.tables.has_pattern(pattern) { 0 } else { pattern.building_bytes() };
        let get = |on_layer: &mut dyn FnMut(u64) -> ControlFlow<()>| job.tables.pattern(pattern, on_layer);
        obtain(job.tables, more, limits, observer, get)
    };
    let partitions = job.method.patterns.iter();
    partitions.map(|partition| partition.patterns().iter().map(&mut table).collect()).collect()
}

/// IDA*, the one search that goes with patterns: a kernel of its own, so that the others are not compiled for them.
struct Deepening<'a> {
    proven: u32,
    workers: Workers,
    limits: &'a Limits,
    observer: &'a mut dyn Observer,
}

impl Kernel for Deepening<'_> {
    type Output = Outcome;

    fn run<G: Grid, H: Heuristic>(self, root: &Root<G>, heuristic: &H) -> Outcome {
        let Deepening { proven, workers, limits, observer } = self;
        search::ida_star_parallel(root, heuristic, proven, workers, limits, observer)
    }
}

/// Any search with one of the heuristics that need no tables.
struct Classic<'a> {
    job: &'a Job<'a>,
    limits: &'a Limits,
    observer: &'a mut dyn Observer,
}

impl Kernel for Classic<'_> {
    type Output = Outcome;

    fn run<G: Grid, H: Heuristic>(self, root: &Root<G>, heuristic: &H) -> Outcome {
        let Classic { job, limits, observer } = self;
        let Method { algorithm, weight, duplicates, ties, goal_test, threads, .. } = *job.method;
        let policies =
            Policies { duplicates: duplicates.unwrap_or_default(), ties: ties.unwrap_or_default() };
        match algorithm {
            Algorithm::BreadthFirst => {
                search::breadth_first(root, goal_test.unwrap_or_default(), limits, observer)
            }
            Algorithm::DepthFirst => {
                search::depth_first(root, goal_test.unwrap_or_default(), limits, observer)
            }
            Algorithm::IterativeDeepening => search::iterative_deepening(root, limits, observer),
            Algorithm::Bidirectional => search::bidirectional(root, limits, observer),
            Algorithm::Table => table::run(job, limits, observer),
            // An answer that is improved is none of the searches; what it leaves to one, it leaves to this.
            Algorithm::IdaStar | Algorithm::Fast | Algorithm::Beam | Algorithm::Improve => {
                let workers = Workers::new(threads);
                search::ida_star_parallel(root, heuristic, job.proven, workers, limits, observer)
            }
            Algorithm::AStar => search::a_star(root, heuristic, policies, limits, observer),
            Algorithm::Greedy => search::greedy(root, heuristic, policies, limits, observer),
            Algorithm::WeightedAStar => {
                let weight = weight.unwrap_or(Weight::ONE);
                search::weighted_a_star(root, heuristic, weight, policies, limits, observer)
            }
            Algorithm::Lockstep => {
                let twin = job.start.twin().map(|twin| Root { start: G::load(&twin), ..root.clone() });
                search::lockstep(root, twin.as_ref(), heuristic, policies, limits, observer)
            }
        }
    }
}

pub(super) type OnSolution<'a> = &'a mut dyn FnMut(Moves) -> ControlFlow<()>;

/// Which solutions to look for, where there may be many.
pub(super) enum Many<'a> {
    /// All in a window of lengths, given to this function.
    Window(&'a RangeInclusive<u32>, OnSolution<'a>),
    /// All of the shortest length, given to this function.
    Shortest(u32, OnSolution<'a>),
    /// Only the number of those of the shortest length.
    Counted(u32),
}

struct Several<'a, 'm> {
    many: Many<'m>,
    limits: &'a Limits,
    observer: &'a mut dyn Observer,
}

impl Kernel for Several<'_, '_> {
    type Output = (Outcome, u64);

    fn run<G: Grid, H: Heuristic>(self, root: &Root<G>, heuristic: &H) -> (Outcome, u64) {
        let Several { many, limits, observer } = self;
        match many {
            Many::Window(lengths, on_solution) => {
                (search::enumerate(root, heuristic, lengths, limits, observer, on_solution), 0)
            }
            Many::Shortest(length, on_solution) => {
                (search::all_shortest(root, heuristic, length, limits, observer, on_solution), 0)
            }
            Many::Counted(length) => search::count_shortest(root, heuristic, length, limits, observer),
        }
    }
}

/// Finds many solutions. Gives how it ended and, if they were to be counted only, how many there are.
pub(super) fn run_many(
    problem: &Problem,
    many: Many,
    limits: &Limits,
    observer: &mut dyn Observer,
) -> (Outcome, u64) {
    with_any_layout(problem, Several { many, limits, observer })
}
