//! With what to solve: the tables at hand, how many boards there will be, how many threads. And what to make of it.

use super::anytime::{self, PROVEN_CELLS};
use super::cost;
use super::dispatch::{self, Job};
use super::method::{Algorithm, Method};
use super::plan::{Expectation, Plan, PlanError, Request, Stage, TEXTBOOK_CELLS, plan};
use super::{Resolution, SolveError, Verdict, lowest};
use crate::board::Board;
use crate::geometry::Geometry;
use crate::goal::Goal;
use crate::heuristic::{HeuristicChoice, HeuristicKind, Pattern, PushDistance, PushPattern};
use crate::metric::Metric;
use crate::proof::{Answer, verify};
use crate::search::{Ending, Limits, Observer, Outcome, Stats, StopReason};
use crate::space::Workers;
use crate::tables::{Partition, PerfectKey, TableCache, TableId};
use crate::task::{Task, TaskError};

/// With what to solve.
///
/// ```
/// use taquin::search::{Limits, Unobserved};
/// use taquin::solver::{Request, Verdict, Workshop};
/// use taquin::space::Workers;
/// use taquin::tables::TableCache;
/// use taquin::{Board, Goal, Metric};
/// let start = Board::from_flat(&[2, 5, 1, 3, 9, 6, 12, 4, 10, 14, 8, 7, 13, 0, 11, 15])?;
/// let goal = Goal::rows(start.size());
/// let tables = TableCache::new(Workers::all());
/// let workshop = Workshop::new(&tables);
/// let (request, limits) = (Request::default(), Limits::none());
/// let resolution = workshop.solve(&start, &goal, &request, &limits, &mut Unobserved).unwrap();
/// let Verdict::Solved(solution) = resolution.verdict else { panic!() };
/// assert_eq!((solution.moves().len(Metric::Single), solution.is_optimal()), (22, true));
/// # Ok::<(), taquin::BoardError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Workshop<'a> {
    /// The tables at hand; what is built is added to them.
    pub tables: &'a TableCache,
    /// How many boards are to be solved. Many are worth a larger table.
    pub boards: u64,
    /// How many threads may search for one solution.
    pub workers: Workers,
}

/// So many boards of a textbook size are worth their table, which takes a few milliseconds.
const MANY: u64 = 20;

/// Boards whose estimate is at most so many moves are tried without any table, for so many nodes.
const EASY: u32 = 36;
const EASY_NODES: u64 = 100_000;

/// One board is tried in pushes for so many nodes before the tables are made, which take as long.
const PUSH_NODES: u64 = 2_000_000;

/// A second thread is worth its start only for searches of more nodes.
const ONE_THREAD_NODES: u64 = 2_000_000;

impl<'a> Workshop<'a> {
    /// For one board, searched by as many threads as build the tables.
    pub fn new(tables: &'a TableCache) -> Workshop<'a> {
        Workshop { tables, boards: 1, workers: tables.workers() }
    }

    /// Chooses how to solve a board.
    ///
    /// # Errors
    /// If the request contradicts itself.
    pub fn plan(
        &self,
        start: &Board,
        goal: &Goal,
        request: &Request,
        limits: &Limits,
    ) -> Result<Plan, PlanError> {
        let size = goal.size();
        let out_of_reach = request.is_open() && size.cells() > PROVEN_CELLS && !size.is_line();
        if out_of_reach || request.algorithm == Some(Algorithm::Improve) {
            let asked = plan(size, &Request { algorithm: Some(Algorithm::Improve), ..request.clone() })?;
            return Ok(improving(asked, out_of_reach, request, limits));
        }
        self.plan_shortest(start, goal, request, limits)
    }

    /// Chooses how to find a shortest solution, however long that takes, unless the request is for another method.
    ///
    /// # Errors
    /// If the request contradicts itself.
    pub fn plan_shortest(
        &self,
        start: &Board,
        goal: &Goal,
        request: &Request,
        limits: &Limits,
    ) -> Result<Plan, PlanError> {
        let asked = plan(goal.size(), request)?;
        if !request.patterns.is_empty() {
            let method = self.strengthened(&asked.method, request.patterns.clone());
            let memory = self.table_memory(&request.patterns);
            return Ok(self.staged(Plan { method, memory, ..asked }));
        }
        let is_open = request.is_open() && start.size() == goal.size();
        if is_open && let Some(plan) = self.with_table(goal, &asked, limits) {
            return Ok(plan);
        }
        let is_free = request.heuristic.is_none() && asked.method.algorithm == Algorithm::IdaStar;
        if asked.method.metric == Metric::Multi && is_free {
            return Ok(self.in_pushes(goal, asked, limits));
        }
        Ok(if is_open { self.with_patterns(start, goal, asked, limits) } else { asked })
    }

    /// IDA* in pushes: without patterns first, because their tables take a while.
    fn in_pushes(&self, goal: &Goal, asked: Plan, limits: &Limits) -> Plan {
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
        if patterns.is_empty() || !self.allows(limits, more + building.unwrap_or_default(), set_up) {
            let method = Method { threads, ..asked.method };
            return self.staged(Plan { method, ..asked });
        }
        let alone = Stage { method: asked.method.clone(), nodes: PUSH_NODES };
        let first = if self.boards == 1 && !missing.is_empty() { vec![alone] } else { Vec::new() };
        let push_tiles = PushPattern::tiles(size);
        let method = Method { push_tiles, threads, ..asked.method };
        let reason =
            format!("{}; patterns of {push_tiles} tiles and the blank help the estimate", asked.reason);
        let memory = format!("one path, and about {} of tables at most", readable(bytes));
        let expected = Some(Expectation::new(set_up, cost::pushes(size)));
        self.staged(Plan { method, reason, memory, expected, first })
    }

    /// A table of all boards, if there is one that pays.
    fn with_table(&self, goal: &Goal, asked: &Plan, limits: &Limits) -> Option<Plan> {
        let size = goal.size();
        let key = PerfectKey::of(goal, asked.method.metric)?;
        let at_hand = self.tables.has_perfect(key);
        let stored = TableId::Perfect(key);
        let set_up = if at_hand { 0.0 } else { self.set_up(&stored, key.states(), key.bytes()) };
        let bytes = if at_hand { 0 } else { key.building_bytes() };
        if !self.allows(limits, bytes, set_up) || limits.nodes.is_some() {
            return None;
        }
        let pays = if size.cells() <= TEXTBOOK_CELLS && asked.method.metric == Metric::Single {
            self.boards > MANY
        } else {
            set_up < self.boards as f64 * cost::random_board(size, 0) + 100e6
        };
        (at_hand || pays).then(|| {
            let method = Method { algorithm: Algorithm::Table, heuristic: None, ..asked.method.clone() };
            let boards = self.counted_boards();
            let reason = match at_hand {
                true => format!("the table of all {size} boards is at hand"),
                false => format!("{boards} of {size}: a table of all of them is built quickly"),
            };
            let memory = format!("{} for the table", readable(key.bytes()));
            let expected = Some(Expectation::new(set_up, cost::WALK));
            Plan { method, reason, memory, expected, first: Vec::new() }
        })
    }

    /// Pattern databases, the small ones first, each for as long as the next takes to build: so a wrong guess costs
    /// twice the time at most.
    fn with_patterns(&self, start: &Board, goal: &Goal, asked: Plan, limits: &Limits) -> Plan {
        let size = goal.size();
        if size.cells() <= TEXTBOOK_CELLS {
            return asked;
        }
        let mut tiers = tiers(goal);
        // A stage's tables come on top of those of the stages before.
        let fits = |last: usize| {
            let before: u64 = tiers[..last].iter().map(|tier| self.missing_bytes(tier)).sum();
            let (bytes, set_up) = self.building(&tiers[last]);
            self.allows(limits, before + self.missing_bytes(&tiers[last]) + bytes, set_up)
        };
        let fitting = (0..tiers.len()).take_while(|&last| fits(last)).count();
        tiers.truncate(fitting);
        // Two partitions together are for hard boards; others take as long as with one of them.
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
        if estimate <= EASY && self.boards == 1 && !self.is_at_hand(&tiers[cheapest]) {
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
        let memory = self.table_memory(&strongest);
        let boards = self.counted_boards();
        let names: Vec<String> = tiers[cheapest].iter().map(Partition::to_string).collect();
        let (names, at_hand) = (names.join("+"), self.is_at_hand(&tiers[cheapest]));
        let reason = if at_hand {
            format!("the tables of {names} are at hand; the estimate is {estimate} moves")
        } else {
            format!("the estimate is {estimate} moves; for {boards} the tables of {names} pay first")
        };
        let set_up = self.building(&tiers[cheapest]).1;
        let expected = Some(Expectation::new(set_up, cost::board(size, cheapest, estimate)));
        let method = self.strengthened(&plain, strongest);
        self.staged(Plan { method, reason, memory, expected, first })
    }

    /// IDA* with these partitions.
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

    /// Every stage that several threads work on is begun by one.
    fn staged(&self, plan: Plan) -> Plan {
        let alone = |method: &Method| Method { threads: 1, ..method.clone() };
        let mut first = Vec::new();
        for Stage { method, nodes } in plan.first {
            if method.threads > 1 {
                first.push(Stage { method: alone(&method), nodes: nodes.min(ONE_THREAD_NODES) });
            }
            if method.threads == 1 || nodes > ONE_THREAD_NODES {
                first.push(Stage { method, nodes });
            }
        }
        if plan.method.threads > 1 {
            first.push(Stage { method: alone(&plan.method), nodes: ONE_THREAD_NODES });
        }
        Plan { first, ..plan }
    }

    fn counted_boards(&self) -> String {
        if self.boards == 1 { "one board".to_owned() } else { format!("{} boards", self.boards) }
    }

    fn is_at_hand(&self, partitions: &[Partition]) -> bool {
        self.missing(partitions).next().is_none()
    }

    /// The patterns whose tables would have to be built.
    fn missing<'p>(&self, partitions: &'p [Partition]) -> impl Iterator<Item = &'p Pattern> {
        let patterns = partitions.iter().flat_map(Partition::patterns);
        patterns.filter(|pattern| !self.tables.has_pattern(pattern))
    }

    /// What a table costs before it can be used, in nanoseconds.
    fn set_up(&self, id: &TableId, states: u64, bytes: u64) -> f64 {
        if self.tables.has_stored(id) {
            bytes as f64 * cost::BYTE
        } else {
            states as f64 * cost::STATE / self.tables.workers().count() as f64
        }
    }

    /// The most bytes that are kept besides the tables while these are built, and the nanoseconds it takes.
    fn building(&self, partitions: &[Partition]) -> (u64, f64) {
        let (mut bytes, mut time) = (0, 0.0);
        for pattern in self.missing(partitions) {
            bytes = bytes.max(pattern.building_bytes() - pattern.bytes());
            time += self.set_up(&TableId::Pattern(pattern.clone()), pattern.states(), pattern.bytes());
        }
        (bytes, time)
    }

    /// Do the limits leave so many bytes more, and time to search after so many nanoseconds of building?
    fn allows(&self, limits: &Limits, more: u64, set_up: f64) -> bool {
        let has_memory = limits.memory.is_none_or(|memory| more == 0 || self.tables.bytes() + more <= memory);
        has_memory && limits.time.is_none_or(|time| set_up * 2e-9 <= time.as_secs_f64())
    }

    fn missing_bytes(&self, partitions: &[Partition]) -> u64 {
        self.missing(partitions).map(Pattern::bytes).sum()
    }

    fn table_bytes(&self, partitions: &[Partition]) -> u64 {
        partitions.iter().flat_map(Partition::patterns).map(Pattern::bytes).sum()
    }

    fn table_memory(&self, partitions: &[Partition]) -> String {
        format!("one path, and about {} of tables at most", readable(self.table_bytes(partitions)))
    }

    /// Plans and runs the search for a way from `start` to `goal`, and replays what it finds.
    ///
    /// If the request leaves the method to the planner, there is an answer whatever the limits, unless there is no memory
    /// to write it down. Parity decides beforehand whether there is a way, except in [`Algorithm::Lockstep`], which finds
    /// out by itself.
    ///
    /// # Errors
    /// If the sizes differ or the request contradicts itself; never because a limit was reached.
    pub fn solve(
        &self,
        start: &Board,
        goal: &Goal,
        request: &Request,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Result<Resolution, SolveError> {
        let has_first_answer = request.algorithm.is_some_and(Algorithm::has_first_answer);
        let is_anytime = request.is_open() || has_first_answer || request.beam_width.is_some();
        let spared = if is_anytime { anytime::spared(limits) } else { limits.clone() };
        let plan = self.plan(start, goal, request, &spared).map_err(SolveError::Plan)?;
        match Task::new(start.clone(), goal.clone()) {
            Ok(task) if is_anytime => anytime::solve(self, &task, plan, request, limits, observer),
            // It also has the words for what is wrong with a task.
            _ => self.carry_out(plan, start, goal, limits, observer),
        }
    }

    /// The same, but an answer that is not proven to be shortest is none: if a limit is reached first, the verdict is
    /// [`Verdict::Stopped`].
    ///
    /// # Errors
    /// If the sizes differ or the request contradicts itself; never because a limit was reached.
    pub fn solve_shortest(
        &self,
        start: &Board,
        goal: &Goal,
        request: &Request,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Result<Resolution, SolveError> {
        let plan = self.plan_shortest(start, goal, request, limits).map_err(SolveError::Plan)?;
        self.carry_out(plan, start, goal, limits, observer)
    }

    /// Runs a plan, all or nothing.
    fn carry_out(
        &self,
        mut plan: Plan,
        start: &Board,
        goal: &Goal,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Result<Resolution, SolveError> {
        let task = match Task::new(start.clone(), goal.clone()) {
            Ok(task) => Ok(task),
            Err(TaskError::Size { start, goal }) => return Err(SolveError::Size { start, goal }),
            Err(TaskError::Unsolvable(why)) if plan.method.algorithm == Algorithm::Lockstep => Err(*why),
            Err(TaskError::Unsolvable(why)) => {
                let verdict = Verdict::Unsolvable(*why);
                let (lower_bound, stopped, stats) = (0, None, Stats::default());
                return Ok(Resolution { plan, verdict, lower_bound, stopped, stats });
            }
        };
        let Outcome { ending, lower_bound, stats } = self.run(&mut plan, start, goal, 0, limits, observer);
        let metric = plan.method.metric;
        let stopped = if let Ending::Stopped(reason) = ending { Some(reason) } else { None };
        let resolution = |verdict, lower_bound| Resolution { plan, verdict, lower_bound, stopped, stats };
        match (ending, task) {
            (Ending::Solved(moves), Ok(task)) => {
                let verified =
                    verify(&task, Answer { moves, metric, lower_bound }).map_err(SolveError::Check)?;
                let lower_bound = verified.lower_bound();
                Ok(resolution(Verdict::Solved(verified), lower_bound))
            }
            (Ending::Exhausted, Err(unsolvable)) => Ok(resolution(Verdict::Unsolvable(unsolvable), 0)),
            (Ending::Stopped(reason), _) => {
                let lower_bound = lower_bound.max(lowest(metric, start, goal));
                Ok(resolution(Verdict::Stopped(reason), lower_bound))
            }
            (Ending::Solved(_), Err(_)) | (Ending::Exhausted, Ok(_)) => Err(SolveError::Contradiction),
        }
    }

    /// Runs the stages of a plan until one has an answer, which becomes the plan's method. No solution is shorter than
    /// `proven`.
    pub(super) fn run(
        &self,
        plan: &mut Plan,
        start: &Board,
        goal: &Goal,
        mut proven: u32,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Outcome {
        let mut so_far = Stats::default();
        let stages = plan.first.iter().map(|stage| (stage.method.clone(), Some(stage.nodes)));
        let stages: Vec<(Method, Option<u64>)> = stages.chain([(plan.method.clone(), None)]).collect();
        let mut last = None;
        for (method, stage_nodes) in stages {
            let left = limits.nodes.map(|nodes| nodes.saturating_sub(so_far.expanded));
            let nodes = left.into_iter().chain(stage_nodes).min();
            let job = Job { method: &method, start, goal, tables: self.tables, proven };
            let mut outcome = dispatch::run(&job, &Limits { nodes, ..limits.clone() }, observer);
            outcome.stats.bytes += if method.has_tables() { self.tables.bytes() } else { 0 };
            outcome.stats = so_far.followed_by(&outcome.stats);
            proven = proven.max(outcome.lower_bound);
            outcome.lower_bound = proven;
            so_far = outcome.stats;
            plan.method = method;
            let gave_up = matches!(outcome.ending, Ending::Stopped(StopReason::Nodes(_))) && nodes != left;
            if let (Ending::Stopped(StopReason::Nodes(nodes)), Some(limit)) =
                (&mut outcome.ending, limits.nodes)
            {
                *nodes = limit;
            }
            last = Some(outcome);
            if !gave_up {
                break;
            }
        }
        last.expect("there is at least the last stage")
    }
}

/// How an answer is improved, in words.
fn improving(asked: Plan, out_of_reach: bool, request: &Request, limits: &Limits) -> Plan {
    let mut reason = asked.reason;
    if out_of_reach {
        reason = "to find a shortest solution may take too long on so many cells".to_owned();
    }
    if anytime::is_usual(request, limits) {
        reason += &format!("; after {:?} it ends, because no limit or gap was given", anytime::USUAL);
    }
    let memory = "the solution twice, and tables as far as the limits allow".to_owned();
    Plan { reason, memory, ..asked }
}

/// Which partitions to use together, weak and quick to build first.
fn tiers(goal: &Goal) -> Vec<Vec<Partition>> {
    let partitions = Partition::all(goal);
    let mut tiers: Vec<Vec<Partition>> = partitions.iter().map(|partition| vec![partition.clone()]).collect();
    // Two large ones together are for boards that one of them alone does not see through.
    if let [.., second, first] = &partitions[..]
        && partitions.len() > 3
    {
        tiers.pop();
        tiers.push(vec![second.clone(), first.clone()]);
    }
    tiers
}

/// Bytes as a person says them.
fn readable(bytes: u64) -> String {
    match bytes {
        ..1_000 => format!("{bytes} bytes"),
        1_000..1_000_000 => format!("{} kB", bytes.div_ceil(1_000)),
        1_000_000..1_000_000_000 => format!("{} MB", bytes.div_ceil(1_000_000)),
        _ => format!("{:.1} GB", bytes as f64 / 1e9),
    }
}
