//! A second, independent proof of a lower bound.
//!
//! Invariant: the second proof uses neither the tables nor the estimate of the method that the first one reports. It
//! searches from the goal to the start, without duplicate pruning by finite-state machine, and with tables that it builds
//! itself in memory. So a forged or damaged table or a mistake in one heuristic has to coincide with another mistake to
//! remain unnoticed. (In pushes both may use walking distance, in opposite directions.)
//!
//! A solution is optimal if its length equals the lower bound, so the bound is all that has to be proved again; the
//! moves have been replayed already.

use super::algorithm::Algorithm;
use super::anytime::OPTIMAL_CELLS;
use super::error::SolveError;
use super::method::Method;
use super::outcome::Outcome;
use super::plan::run_strategy;
use super::planner;
use super::pool_search::NoLog;
use super::strategy::{Reason, Stage, Strategy};
use super::{Config, Shared, Solver};
use crate::control::{Budget, Control, StopReason};
use crate::display::Counted;
use crate::geometry::Order;
use crate::goal::Goal;
use crate::heuristic::{HeuristicChoice, HeuristicKind, Pattern, PushPattern};
use crate::metric::Metric;
use crate::proof::{Verified, verify_task};
use crate::search::SearchOutcome;
use crate::size::Size;
use crate::space::{PuzzleSpace, Workers};
use crate::stats::Stats;
use crate::tables::{Partition, TableCache, pool};
use crate::task::Task;
use std::fmt;
use std::sync::Arc;

/// Up to this many cells, a search without any estimate takes less than a second.
const BLIND_CELLS: usize = 9;

/// Up to this many cells, the table of all boards in pushes takes about a second to build.
const PUSH_TABLE_CELLS: usize = 10;

/// Larger patterns take minutes to build, or gigabytes.
const MOST_TILES: usize = 6;

/// The nodes that are searched with a heuristic before tables are built: as many as take about as long.
const HEURISTIC_NODES: u64 = 2_000_000;

/// What a second proof of a lower bound came to, returned by [`Solver::recheck`]. `Display` says what was compared.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Recheck {
    /// Whether the two proofs agree.
    pub verdict: RecheckVerdict,
    /// The lower bound that was to be proved again, in the metric of the methods.
    pub lower_bound: u32,
    /// The method of the first proof.
    pub first: Method,
    /// The methods of the second proof, in the order in which they ran. They search from the goal to the start.
    pub second: Vec<Method>,
    /// Node counts, memory and time of the second proof.
    pub stats: Stats,
}

/// Whether two proofs of a lower bound agree.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum RecheckVerdict {
    /// The second search proved the same bound.
    Confirmed,
    /// The second search found a solution that is shorter than the bound; it has been replayed.
    Shorter(Box<Verified>),
    /// The second search proved that every solution is longer than the one that is known, so one of the two is wrong.
    Longer {
        /// The length of the known solution.
        known: usize,
        /// The lower bound of the second search.
        lower_bound: u32,
    },
    /// A limit was reached first.
    Stopped {
        /// Which one.
        reason: StopReason,
        /// The lower bound that the second search had proved by then.
        lower_bound: u32,
    },
    /// There is no method for the size that is independent of the first.
    NoMethod,
}

impl Recheck {
    /// Returns whether both proofs agree.
    pub fn is_confirmed(&self) -> bool {
        self.verdict == RecheckVerdict::Confirmed
    }

    /// Returns whether the proofs contradict each other, which is a bug in this library or a fault of the machine.
    pub fn is_contradiction(&self) -> bool {
        matches!(self.verdict, RecheckVerdict::Shorter(_) | RecheckVerdict::Longer { .. })
    }
}

impl fmt::Display for Recheck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Recheck { verdict, lower_bound, first, second, stats } = self;
        let metric = first.metric;
        let bound = metric.counted((*lower_bound).into());
        let nodes = Counted(stats.generated, "node");
        let how = Steps(second);
        let first = Steps(std::slice::from_ref(first));
        match verdict {
            RecheckVerdict::Confirmed => write!(
                f,
                "{how} from the goal searched every path shorter than {bound} and found none ({nodes}); \
                 first proof: {first}"
            ),
            RecheckVerdict::Shorter(found) => {
                let length = metric.counted(found.len() as u64);
                write!(f, "{how} from the goal found a solution of {length}, but {first} claims that none ")?;
                write!(f, "is shorter than {bound}")
            }
            RecheckVerdict::Longer { known, lower_bound } => {
                let (known, proved) = (metric.counted(*known as u64), metric.counted((*lower_bound).into()));
                write!(f, "{how} from the goal claims that no solution is shorter than {proved}, ")?;
                write!(f, "but the solution of {first} has {known}")
            }
            RecheckVerdict::Stopped { reason, lower_bound } => {
                let proved = metric.counted((*lower_bound).into());
                write!(f, "not rechecked: {reason}; {how} from the goal proved {proved} of {bound}")
            }
            RecheckVerdict::NoMethod => {
                write!(
                    f,
                    "not rechecked: there is no second method for this size that is independent of {first}"
                )
            }
        }
    }
}

/// Methods in words: `IDA* with walking-distance, then with patterns 6-6-3`.
struct Steps<'a>(&'a [Method]);

impl fmt::Display for Steps<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, method) in self.0.iter().enumerate() {
            match index {
                0 => f.write_str(method.algorithm.title())?,
                _ => f.write_str(", then")?,
            }
            if method.heuristic.is_some() || method.has_tables() {
                write!(f, " with {}", method.estimate())?;
            }
        }
        Ok(())
    }
}

impl Solver {
    /// Proves the lower bound of an outcome a second time, in a different way: from the goal to the start, with another
    /// estimate, and with tables built for it in memory. If the solution is claimed to be optimal, this proves the claim
    /// again. Returns `None` if the outcome has no solution.
    ///
    /// Limits that the control does not set are those of the solver, from now on. Without a limit or a gap, boards with
    /// more than 16 cells get the default time limit, as in [`solve`](Solver::solve).
    ///
    /// ```
    /// use taquin::control::Control;
    /// use taquin::{Puzzle, Solver};
    /// let solver = Solver::builder().threads(1).build()?;
    /// let puzzle: Puzzle = "8 1 3/4 0 2/7 6 5".parse()?;
    /// let outcome = solver.solve(&puzzle)?;
    /// let recheck = solver.recheck(&outcome, &Control::new())?.unwrap();
    /// assert!(recheck.is_confirmed());
    /// assert!(recheck.to_string().starts_with(
    ///     "breadth-first search from the goal searched every path shorter than 14 moves and found none"
    /// ));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If there is a time limit and no clock, or the second search finds moves that do not solve the puzzle, which is a
    /// bug in this library. That the proofs contradict each other is not an error, but a [`RecheckVerdict`].
    pub fn recheck(&self, outcome: &Outcome, control: &Control) -> Result<Option<Recheck>, SolveError> {
        let Some(known) = &outcome.solution else { return Ok(None) };
        let (first, lower_bound) = (&outcome.method, outcome.lower_bound);
        let size = known.task().size();
        let budget = Budget { gap: None, ..self.config.budget };
        let control = control.started_within(budget).stop_at_bound(lower_bound);
        let is_out_of_reach = size.cells() > OPTIMAL_CELLS && !size.is_line();
        let has_default_limit = is_out_of_reach
            && self.config.budget.gap.is_none()
            && planner::has_default_limit(control.budget());
        if (has_default_limit || control.budget().time.is_some()) && !control.has_clock() {
            return Err(SolveError::NoClock);
        }
        let control = match has_default_limit {
            true => control.within_time(StopReason::DEFAULT_TIME),
            false => control,
        };
        let rechecked = |verdict, second, stats| {
            Ok(Some(Recheck { verdict, lower_bound, first: first.clone(), second, stats }))
        };
        let back = backward(known.task());
        let Some(strategy) = second_strategy(first, known.task(), back.goal(), self.config.workers) else {
            return rechecked(RecheckVerdict::NoMethod, Vec::new(), Stats::default());
        };
        let solver = self.without_tables();
        let (found, last) = run_strategy(&solver, back.start(), back.goal(), &strategy, &NoLog, &control);
        let SearchOutcome { moves, lower_bound: proved, stopped, stats } = found;
        let verdict = match moves {
            Some(moves) => {
                let task = known.task().clone();
                // Checked against the moves alone: its bound is what the comparison is about.
                let found =
                    verify_task(task, moves.inverse(), known.metric(), 0).map_err(SolveError::Check)?;
                match found.len() {
                    length if length < lower_bound as usize => RecheckVerdict::Shorter(Box::new(found)),
                    length => confirmed(known, proved.max(length.try_into().unwrap_or(u32::MAX))),
                }
            }
            None if proved >= lower_bound => confirmed(known, proved),
            None => match stopped {
                Some(StopReason::Time) if has_default_limit => {
                    RecheckVerdict::Stopped { reason: StopReason::DefaultTime, lower_bound: proved }
                }
                Some(reason) => RecheckVerdict::Stopped { reason, lower_bound: proved },
                // The search claims that there is no solution at all.
                None => RecheckVerdict::Longer { known: known.len(), lower_bound: u32::MAX },
            },
        };
        let mut second: Vec<Method> = strategy.first.into_iter().map(|stage| stage.method).collect();
        second.push(strategy.method);
        let ran = second.iter().position(|method| *method == last).map_or(second.len(), |index| index + 1);
        second.truncate(ran);
        rechecked(verdict, second, stats)
    }

    /// Returns a solver with the same settings and no tables, in memory or on disk.
    fn without_tables(&self) -> Solver {
        let workers = self.shared.tables.workers();
        let config = Config { boards: Some(1), ..(*self.config).clone() };
        let shared = Shared::new(TableCache::new(workers), self.shared.models.clone());
        Solver { shared, config: Arc::new(config) }
    }
}

/// Returns the verdict of a search that proved a lower bound not below the claimed one.
fn confirmed(known: &Verified, lower_bound: u32) -> RecheckVerdict {
    match lower_bound as usize > known.len() {
        true => RecheckVerdict::Longer { known: known.len(), lower_bound },
        false => RecheckVerdict::Confirmed,
    }
}

/// Returns the task of reaching the start from the goal. Its solutions are those of the task, backwards, and as long.
fn backward(task: &Task) -> Task {
    let goal = Goal::from(task.start().clone());
    Task::new(task.goal().board().clone(), goal).expect("moves can be undone")
}

/// Chooses a second proof that shares neither estimate nor table with the first.
fn second_strategy(first: &Method, task: &Task, back: &Goal, workers: Workers) -> Option<Strategy> {
    let size = task.size();
    let threads = workers.count();
    let base = Method {
        algorithm: Algorithm::IdaStar,
        heuristic: None,
        weight: None,
        duplicates: None,
        ties: None,
        goal_test: None,
        order: Order::default(),
        metric: first.metric,
        patterns: Vec::new(),
        pool: false,
        push_tiles: 0,
        fsm_depth: 2,
        threads: 1,
    };
    let strategy = |stages: Vec<Stage>, method: Method| {
        Some(Strategy { first: stages, method, expected: None, reason: Reason::Named, size, table_bytes: 0 })
    };
    let table = Method { algorithm: Algorithm::Table, ..base.clone() };
    let walking = Method { heuristic: Some(HeuristicKind::WalkingDistance.into()), ..base.clone() };
    if first.metric == Metric::Multi {
        let is_table = first.algorithm == Algorithm::Table;
        let has_table = PuzzleSpace::exists(size) && size.cells() <= PUSH_TABLE_CELLS;
        let push_tiles = PushPattern::tiles(size);
        let method = match () {
            () if has_table && !is_table => table,
            () if is_table || first.push_tiles > 0 => Method { threads, ..walking },
            () if push_tiles > 0 => Method { push_tiles, threads, ..walking },
            () => return None,
        };
        return strategy(Vec::new(), method);
    }
    let has_estimate = first.heuristic.is_some() || first.has_tables();
    let is_blind = !has_estimate && first.algorithm.is_optimal() && first.algorithm != Algorithm::Table;
    if (size.cells() <= BLIND_CELLS || size.is_line()) && !is_blind {
        return strategy(Vec::new(), Method { algorithm: Algorithm::BreadthFirst, ..base });
    }
    let heuristic = Some(unused_heuristic(first, size));
    let alone = Method { heuristic, ..base.clone() };
    match unused_partition(first, task.goal(), back) {
        Some(partition) => {
            let with_patterns = Method { patterns: vec![partition], threads, ..base };
            strategy(vec![Stage { method: alone, nodes: HEURISTIC_NODES }], with_patterns)
        }
        None => strategy(Vec::new(), Method { threads, ..alone }),
    }
}

/// Returns the strongest heuristic that the first proof did not use.
fn unused_heuristic(first: &Method, size: Size) -> HeuristicChoice {
    use HeuristicKind::{Hamming, LinearConflict, Manhattan, WalkingDistance, Zero};
    let named = first.heuristic.as_ref().map_or(&[][..], HeuristicChoice::kinds);
    // The planner begins with linear conflict; anytime search also has a bound from walking distance.
    let planned: &[HeuristicKind] = match first.algorithm {
        Algorithm::Fast | Algorithm::Beam | Algorithm::Improve => &[LinearConflict, WalkingDistance],
        _ if first.has_tables() => &[LinearConflict],
        _ => &[],
    };
    let is_free =
        |kind: &HeuristicKind| kind.is_for(size) && ![named, planned].iter().any(|used| used.contains(kind));
    let kinds = [WalkingDistance, LinearConflict, Manhattan, Hamming];
    kinds.into_iter().find(is_free).unwrap_or(Zero).into()
}

/// Returns the strongest partition of moderate size that has no pattern of the first proof.
fn unused_partition(first: &Method, goal: &Goal, back: &Goal) -> Option<Partition> {
    let may_use_pool = first.pool || first.algorithm == Algorithm::Improve;
    let pooled = if may_use_pool { pool(goal) } else { Vec::new() };
    let used: Vec<&Pattern> = first.patterns.iter().chain(&pooled).flat_map(Partition::patterns).collect();
    let is_free = |partition: &Partition| {
        partition.patterns().iter().all(|pattern| pattern.tiles() <= MOST_TILES && !used.contains(&pattern))
    };
    Partition::all(back).into_iter().rev().find(is_free)
}
