//! Chooses a strategy: which methods to run for a puzzle, from the options and the available tables, threads and
//! budget.
//!
//! The planner knows the cost of tables and estimates the cost of a board (`cost.rs`). It starts where the sum is
//! smallest and gives each stage as many nodes as the next larger table costs to build, so a wrong estimate costs at
//! most twice the time. It omits tables that do not fit the limits of memory and time. Each stage continues from the
//! bound that the stage before has proved. A stage on several threads is preceded by one on a single thread, because
//! most boards are solved before a second thread has started.

use super::algorithm::Algorithm;
use super::anytime::OPTIMAL_CELLS;
use super::cost;
use super::error::PlanError;
use super::method::Method;
use super::options::{MethodOption, MethodOptions};
use super::strategy::{Expectation, Reason, Stage, Strategy};
use crate::board::Board;
use crate::control::Budget;
use crate::geometry::Geometry;
use crate::goal::Goal;
use crate::heuristic::{HeuristicChoice, HeuristicKind, Pattern, PushDistance, PushPattern};
use crate::large::Beam;
use crate::metric::Metric;
use crate::search::{Duplicates, Weight};
use crate::size::Size;
use crate::space::{PuzzleSpace, Workers};
use crate::tables::{Partition, PerfectKey, PreparedTable, TableCache, TableId, has_pool};

/// The most cells for which A* fits into memory with every board: 3x4 has 239,500,800 states, of which A* with linear
/// conflict generates a small part.
const A_STAR_CELLS: usize = 12;

/// The most cells for which A* takes less time than building a table, and shows what textbooks show.
const TEXTBOOK_CELLS: usize = 9;

/// From this many boards of a textbook size their table pays, which takes a few milliseconds.
const MANY: u64 = 20;

/// Boards whose estimate is at most this many moves are first searched without tables, for this many nodes.
const EASY: u32 = 36;
const EASY_NODES: u64 = 100_000;

/// A single board is first searched in pushes without tables for this many nodes, which takes as long as building the
/// tables.
const PUSH_NODES: u64 = 2_000_000;

/// Searches of fewer nodes run on one thread: a second does not pay.
const ONE_THREAD_NODES: u64 = 2_000_000;

/// The inputs of planning.
#[derive(Clone, Copy)]
pub(super) struct Planner<'a> {
    pub(super) options: &'a MethodOptions,
    pub(super) tables: &'a TableCache,
    /// The threads that may search for one solution.
    pub(super) workers: Workers,
    /// The number of boards of this size to be solved. Many pay for a larger table.
    pub(super) boards: u64,
    /// The remaining budget.
    pub(super) budget: Budget,
}

/// Checks the options that do not depend on the size.
pub(super) fn check(options: &MethodOptions, budget: Budget) -> Result<(), PlanError> {
    let Ok(size) = Size::square(3) else { return Ok(()) };
    match Planner::method(size, options, budget.gap.is_some()) {
        Err(PlanError::TableTooLarge { .. } | PlanError::NoTable { .. } | PlanError::NoBeam { .. })
        | Ok(_) => Ok(()),
        Err(error) => Err(error),
    }
}

/// Returns whether a solve needs the default time limit.
pub(super) fn has_default_limit(budget: Budget) -> bool {
    budget.gap.is_none() && budget.time.is_none() && budget.nodes.is_none()
}

impl Planner<'_> {
    /// Chooses how to solve a board.
    pub(super) fn strategy(&self, start: &Board, goal: &Goal) -> Result<Strategy, PlanError> {
        let size = goal.size();
        let out_of_reach = self.options.is_open() && size.cells() > OPTIMAL_CELLS && !size.is_line();
        if !out_of_reach && self.options.algorithm != Some(Algorithm::Improve) {
            return self.optimal(start, goal);
        }
        let options = MethodOptions { algorithm: Some(Algorithm::Improve), ..self.options.clone() };
        let asked = Planner::method(size, &options, self.budget.gap.is_some())?;
        let has_default_limit = has_default_limit(self.budget);
        let reason = match (out_of_reach, has_default_limit) {
            (true, _) => Reason::OutOfReach { has_default_limit },
            (false, true) => Reason::NamedWithDefaultLimit,
            (false, false) => Reason::Named,
        };
        Ok(Strategy { reason, ..asked })
    }

    /// Chooses how to find an optimal solution, however long that takes, unless another method was requested.
    pub(super) fn optimal(&self, start: &Board, goal: &Goal) -> Result<Strategy, PlanError> {
        let options = self.options;
        let is_open = options.is_open();
        if is_open && let Some(strategy) = self.with_table(goal) {
            return Ok(strategy);
        }
        let asked = Planner::method(goal.size(), options, self.budget.gap.is_some())?;
        if !options.patterns.is_empty() {
            return Ok(self.with_given_patterns(asked));
        }
        let is_free = options.heuristic.is_none() && asked.method.algorithm == Algorithm::IdaStar;
        if asked.method.metric == Metric::Multi && is_free {
            return Ok(self.in_pushes(goal, asked));
        }
        Ok(if is_open { self.with_patterns(start, goal, asked) } else { asked })
    }

    /// Completes the options for a size, without looking at tables.
    pub(super) fn method(size: Size, options: &MethodOptions, has_gap: bool) -> Result<Strategy, PlanError> {
        let (algorithm, reason) = choose_algorithm(size, options);
        check_options(size, options, has_gap, algorithm)?;
        let takes = |option| algorithm.takes(option);
        // The planner's own choice is the strongest heuristic; a named method starts from the textbook heuristic.
        let is_planners_choice = MethodOption::ALL.iter().all(|&option| match option {
            MethodOption::Heuristic | MethodOption::Order | MethodOption::Metric => true,
            option => !options.is_set(option),
        });
        let default_heuristic = match options.metric {
            Metric::Multi => HeuristicKind::WalkingDistance,
            Metric::Single if is_planners_choice => HeuristicKind::LinearConflict,
            Metric::Single => HeuristicKind::Manhattan,
        };
        let heuristic = || options.heuristic.clone().unwrap_or(default_heuristic.into());
        let method = Method {
            algorithm,
            heuristic: (takes(MethodOption::Heuristic) && options.patterns.is_empty()).then(heuristic),
            weight: takes(MethodOption::Weight).then(|| options.weight.unwrap_or(Weight::TWO)),
            duplicates: takes(MethodOption::Duplicates).then(|| options.duplicates.unwrap_or_default()),
            ties: takes(MethodOption::Ties).then(|| options.ties.unwrap_or_default()),
            goal_test: takes(MethodOption::GoalTest).then(|| options.goal_test.unwrap_or_default()),
            order: options.order.unwrap_or_default(),
            metric: options.metric,
            patterns: options.patterns.clone(),
            pool: false,
            push_tiles: 0,
            fsm_depth: 2,
            threads: 1,
        };
        let is_textbook = size.cells() <= TEXTBOOK_CELLS && algorithm == Algorithm::AStar;
        let is_measured = method.duplicates == Some(Duplicates::Closed) && method.has_distances();
        let expected =
            (is_textbook && is_measured).then_some(Expectation::average(0.0, cost::TEXTBOOK_BOARD));
        Ok(Strategy { first: Vec::new(), method, expected, reason, size, table_bytes: 0 })
    }

    /// Plans IDA* in pushes: first without pattern databases, because they take a while to build.
    fn in_pushes(&self, goal: &Goal, asked: Strategy) -> Strategy {
        let size = goal.size();
        let patterns = PushDistance::patterns(goal);
        let missing: Vec<&PushPattern> =
            patterns.iter().filter(|pattern| !self.tables.has_pushes(pattern)).collect();
        let bytes: u64 = patterns.iter().map(PushPattern::bytes).sum();
        let more: u64 = missing.iter().map(|pattern| pattern.bytes()).sum();
        let building = missing.iter().map(|pattern| pattern.building_bytes() - pattern.bytes()).max();
        let placements: u64 = missing.iter().map(|pattern| pattern.placements()).sum();
        let set_up = 2.0 * placements as f64 * cost::PLACEMENT / self.tables.workers().count().min(2) as f64;
        let threads = self.workers.count();
        if patterns.is_empty() || !self.allows(more + building.unwrap_or_default(), set_up) {
            let method = Method { threads, ..asked.method };
            return self.staged(Strategy { method, ..asked });
        }
        let alone = Stage { method: asked.method.clone(), nodes: PUSH_NODES };
        let first = if self.boards == 1 && !missing.is_empty() { vec![alone] } else { Vec::new() };
        let push_tiles = PushPattern::tiles(size);
        let method = Method { push_tiles, threads, ..asked.method };
        let expected = Some(Expectation::average(set_up, cost::pushes(size)));
        self.staged(Strategy {
            method,
            reason: Reason::Pushes { tiles: push_tiles },
            expected,
            first,
            table_bytes: bytes,
            ..asked
        })
    }

    /// Plans a perfect table, if there is one that pays.
    fn with_table(&self, goal: &Goal) -> Option<Strategy> {
        let (size, metric) = (goal.size(), self.options.metric);
        if self.budget.nodes.is_some() {
            return None;
        }
        let cached = self.tables.prepared(goal, metric, PreparedTable::bytes);
        let (mut set_up, mut table_bytes) = (0.0, cached.unwrap_or_default());
        if cached.is_none() {
            let key = PerfectKey::of(goal, metric)?;
            table_bytes = key.bytes();
            set_up = self.set_up(&TableId::Perfect(key), key.states(), key.bytes());
            let pays = if size.cells() <= TEXTBOOK_CELLS && metric == Metric::Single {
                self.boards > MANY
            } else {
                set_up < self.boards as f64 * cost::random_board(size, 0) + 100e6
            };
            if !pays || !self.allows(key.building_bytes(), set_up) {
                return None;
            }
        }
        let reason = match cached {
            Some(_) => Reason::CachedTable,
            None => Reason::TablePays { boards: self.boards },
        };
        Some(Strategy {
            first: Vec::new(),
            method: Method {
                algorithm: Algorithm::Table,
                heuristic: None,
                weight: None,
                duplicates: None,
                ties: None,
                goal_test: None,
                order: self.options.order.unwrap_or_default(),
                metric,
                patterns: Vec::new(),
                pool: false,
                push_tiles: 0,
                fsm_depth: 2,
                threads: 1,
            },
            expected: Some(Expectation::certain(set_up, cost::WALK)),
            reason,
            size,
            table_bytes,
        })
    }

    /// Plans pattern databases, the small ones first, each for as long as the next takes to build: so a wrong guess at
    /// most doubles the time.
    fn with_patterns(&self, start: &Board, goal: &Goal, asked: Strategy) -> Strategy {
        let size = goal.size();
        if size.cells() <= TEXTBOOK_CELLS {
            return asked;
        }
        let mut tiers = tiers(goal);
        // A stage needs its own tables and those of the stages before.
        let fits = |last: usize| {
            let before: u64 = tiers[..last].iter().map(|tier| self.missing_bytes(tier)).sum();
            let (bytes, set_up) = self.building(&tiers[last]);
            // The tables of one stage are used at the same time, cached or not.
            self.tables.has_room_for(self.table_bytes(&tiers[last]) + bytes)
                && self.allows(before + self.missing_bytes(&tiers[last]) + bytes, set_up)
        };
        let tiers_in_all = tiers.len();
        let fitting = (0..tiers.len()).take_while(|&last| fits(last)).count();
        tiers.truncate(fitting);
        // Two partitions together are for hard boards; on others they are as fast as one.
        let strength = |tier: usize| tiers[..=tier].iter().filter(|tier| tier.len() == 1).count() - 1;
        let costs = tiers.iter().enumerate().map(|(tier, partitions)| {
            self.building(partitions).1 + self.boards as f64 * cost::random_board(size, strength(tier))
        });
        let cheapest = costs.enumerate().min_by(|(_, a), (_, b)| a.total_cmp(b)).map(|(tier, _)| tier);
        let Some(cheapest) = cheapest else { return asked };
        let plain =
            Method { algorithm: Algorithm::IdaStar, duplicates: None, ties: None, ..asked.method.clone() };
        let mut first = Vec::new();
        let linear_conflict = HeuristicChoice::from(HeuristicKind::LinearConflict);
        let estimate = linear_conflict.evaluate(start, goal);
        if estimate <= EASY && self.boards == 1 && !self.is_cached(&tiers[cheapest]) {
            let method = Method {
                heuristic: Some(linear_conflict),
                fsm_depth: Geometry::usual_fsm_depth(size),
                ..plain.clone()
            };
            first.push(Stage { method, nodes: EASY_NODES });
        }
        for (partitions, next) in tiers[cheapest..].iter().zip(&tiers[cheapest + 1..]) {
            let method = self.strengthened(&plain, partitions.clone());
            let new: Vec<Partition> = next.iter().filter(|one| !partitions.contains(one)).cloned().collect();
            let nodes = self.building(&new).1 / cost::NODE * self.workers.count() as f64;
            first.push(Stage { method, nodes: (nodes as u64).max(ONE_THREAD_NODES) });
        }
        let strongest = tiers.last().cloned().unwrap_or_default();
        let table_bytes = self.table_bytes(&strongest);
        let names: Vec<String> = tiers[cheapest].iter().map(Partition::to_string).collect();
        let names = names.join("+");
        let reason = match self.is_cached(&tiers[cheapest]) {
            true => Reason::CachedPatterns { names, estimate },
            false => Reason::PatternsPay { names, estimate, boards: self.boards },
        };
        let set_up = self.building(&tiers[cheapest]).1;
        let expected = Some(Expectation::average(set_up, cost::board(size, cheapest, estimate)));
        // The pool begins with the largest partition.
        let has_pool = fitting == tiers_in_all && has_pool(size);
        let method = self.strengthened(&plain, strongest);
        let strategy = Strategy { method, reason, expected, first, table_bytes, ..asked };
        match has_pool {
            true => Strategy { method: Method { pool: true, ..strategy.method }, ..strategy },
            false => self.staged(strategy),
        }
    }

    /// Plans the pattern databases that were asked for. Only IDA* has stages on several threads, and prunes duplicates
    /// that it does not store.
    fn with_given_patterns(&self, asked: Strategy) -> Strategy {
        let patterns = &self.options.patterns;
        let table_bytes = self.table_bytes(patterns);
        let set_up = Expectation::certain(self.building(patterns).1, 0.0).set_up;
        let expected = asked.expected.map(|expected| Expectation { set_up, ..expected });
        let asked = Strategy { table_bytes, expected, ..asked };
        if asked.method.algorithm != Algorithm::IdaStar {
            return asked;
        }
        let method = self.strengthened(&asked.method, patterns.clone());
        self.staged(Strategy { method, ..asked })
    }

    /// Returns IDA* with these partitions.
    fn strengthened(&self, plain: &Method, patterns: Vec<Partition>) -> Method {
        let size = patterns.first().map(|partition| partition.patterns()[0].size);
        Method {
            heuristic: None,
            patterns,
            fsm_depth: size.map_or(2, |size| Geometry::usual_fsm_depth(size) + 2),
            threads: self.workers.count(),
            ..plain.clone()
        }
    }

    /// Starts every stage that uses several threads with a stage on one thread.
    fn staged(&self, strategy: Strategy) -> Strategy {
        let alone = |method: &Method| Method { threads: 1, ..method.clone() };
        let mut first = Vec::new();
        for Stage { method, nodes } in strategy.first {
            if method.threads > 1 {
                first.push(Stage { method: alone(&method), nodes: nodes.min(ONE_THREAD_NODES) });
            }
            if method.threads == 1 || nodes > ONE_THREAD_NODES {
                first.push(Stage { method, nodes });
            }
        }
        if strategy.method.threads > 1 {
            first.push(Stage { method: alone(&strategy.method), nodes: ONE_THREAD_NODES });
        }
        Strategy { first, ..strategy }
    }

    fn is_cached(&self, partitions: &[Partition]) -> bool {
        self.missing(partitions).next().is_none()
    }

    /// Returns the patterns whose tables are not cached.
    fn missing<'p>(&self, partitions: &'p [Partition]) -> impl Iterator<Item = &'p Pattern> {
        let patterns = partitions.iter().flat_map(Partition::patterns);
        patterns.filter(|pattern| !self.tables.has_pattern(pattern))
    }

    /// Returns the cost of a table before it can be used, in nanoseconds.
    fn set_up(&self, id: &TableId, states: u64, bytes: u64) -> f64 {
        if self.tables.has_stored(id) {
            bytes as f64 * cost::BYTE
        } else {
            states as f64 * cost::STATE / self.tables.workers().count() as f64
        }
    }

    /// Returns the most bytes that are kept besides the tables while these are built, and the time in nanoseconds.
    fn building(&self, partitions: &[Partition]) -> (u64, f64) {
        let (mut bytes, mut time) = (0, 0.0);
        for pattern in self.missing(partitions) {
            bytes = bytes.max(pattern.building_bytes() - pattern.bytes());
            time += self.set_up(&TableId::Pattern(pattern.clone()), pattern.states(), pattern.bytes());
        }
        (bytes, time)
    }

    /// Returns whether the budget leaves `more` bytes, and time to search after building for `set_up` nanoseconds.
    fn allows(&self, more: u64, set_up: f64) -> bool {
        let Budget { memory, time, .. } = self.budget;
        let has_memory = memory.is_none_or(|memory| more == 0 || self.tables.bytes() + more <= memory);
        let has_time = time.is_none_or(|time| set_up * 2e-9 <= time.as_secs_f64());
        has_memory && has_time && self.tables.has_room_for(more)
    }

    fn missing_bytes(&self, partitions: &[Partition]) -> u64 {
        self.missing(partitions).map(Pattern::bytes).sum()
    }

    fn table_bytes(&self, partitions: &[Partition]) -> u64 {
        partitions.iter().flat_map(Partition::patterns).map(Pattern::bytes).sum()
    }
}

/// Checks that the algorithm takes the options that are set, and that the size supports them.
fn check_options(
    size: Size,
    options: &MethodOptions,
    has_gap: bool,
    algorithm: Algorithm,
) -> Result<(), PlanError> {
    let is_push_search = options.metric == Metric::Multi && algorithm == Algorithm::IdaStar;
    if options.metric == Metric::Multi && !algorithm.counts_pushes() {
        return Err(PlanError::UnsupportedForPushes { option: MethodOption::Algorithm });
    }
    let walking = HeuristicChoice::from(HeuristicKind::WalkingDistance);
    if is_push_search && options.heuristic.as_ref().is_some_and(|asked| *asked != walking) {
        return Err(PlanError::UnsupportedForPushes { option: MethodOption::Heuristic });
    }
    if is_push_search && !options.patterns.is_empty() {
        return Err(PlanError::UnsupportedForPushes { option: MethodOption::Patterns });
    }
    let unsupported = |option: &&MethodOption| options.is_set(**option) && !algorithm.takes(**option);
    if let Some(&option) = MethodOption::ALL.iter().find(unsupported) {
        return Err(match options.metric {
            Metric::Multi if options.algorithm.is_none() => PlanError::UnsupportedForPushes { option },
            _ => PlanError::Unsupported { option, algorithm },
        });
    }
    if has_gap && !options.is_open() && algorithm != Algorithm::Improve {
        return Err(PlanError::Gap { algorithm });
    }
    if options.patterns.len() > MethodOptions::MOST_PARTITIONS {
        return Err(PlanError::Partitions(options.patterns.len()));
    }
    if options.heuristic.is_some() && !options.patterns.is_empty() {
        return Err(PlanError::HeuristicAndPatterns);
    }
    if algorithm == Algorithm::Table && !PuzzleSpace::exists(size) {
        return Err(PlanError::NoTable { size });
    }
    if algorithm == Algorithm::Beam && !Beam::is_for(size) {
        return Err(PlanError::NoBeam { size });
    }
    let asked = options.heuristic.as_ref().map_or(&[][..], HeuristicChoice::kinds);
    match asked.iter().find(|kind| !kind.is_for(size)) {
        Some(&heuristic) if !is_push_search => Err(PlanError::TableTooLarge { heuristic, size }),
        _ => Ok(()),
    }
}

/// Returns the algorithm that was named, or the one whose options are set, or the planner's choice.
fn choose_algorithm(size: Size, options: &MethodOptions) -> (Algorithm, Reason) {
    requested_algorithm(options).unwrap_or(if size.cells() <= A_STAR_CELLS || size.is_line() {
        (Algorithm::AStar, Reason::FewBoards)
    } else {
        (Algorithm::IdaStar, Reason::ManyBoards)
    })
}

/// Returns the algorithm that was named, or the one whose options are set.
pub(super) fn requested_algorithm(options: &MethodOptions) -> Option<(Algorithm, Reason)> {
    if let Some(algorithm) = options.algorithm {
        return Some((algorithm, Reason::Named));
    }
    let implied = |option: MethodOption, algorithm| {
        options.is_set(option).then_some((algorithm, Reason::Option(option.name())))
    };
    implied(MethodOption::BeamWidth, Algorithm::Beam)
        .or(match options.metric {
            // In pushes, the other options are rejected.
            Metric::Multi => Some((Algorithm::IdaStar, Reason::Pushes { tiles: 0 })),
            Metric::Single => None,
        })
        .or_else(|| implied(MethodOption::Weight, Algorithm::WeightedAStar))
        .or_else(|| implied(MethodOption::Duplicates, Algorithm::AStar))
        .or_else(|| implied(MethodOption::Ties, Algorithm::AStar))
        .or_else(|| implied(MethodOption::Patterns, Algorithm::IdaStar))
        .or_else(|| implied(MethodOption::GoalTest, Algorithm::BreadthFirst))
}

/// Returns the combinations of partitions, the fastest to build first.
fn tiers(goal: &Goal) -> Vec<Vec<Partition>> {
    let partitions = Partition::all(goal);
    let mut tiers: Vec<Vec<Partition>> = partitions.iter().map(|partition| vec![partition.clone()]).collect();
    // Two large ones together are for boards on which each alone underestimates.
    if let [.., second, first] = &partitions[..]
        && partitions.len() > 3
    {
        tiers.pop();
        tiers.push(vec![second.clone(), first.clone()]);
    }
    tiers
}
