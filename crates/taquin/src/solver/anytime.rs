//! Always an answer: one at once, then shorter ones and a larger lower bound, until both meet or a limit is reached.
//!
//! Invariant: every answer is replayed before anybody hears of it, each is shorter than the one before, and the lower
//! bound never falls. Boards of up to [`PROVEN_CELLS`] are left to a search for a shortest solution, and get a first
//! answer only if that is stopped.

use super::bound::lower_bound_within;
use super::gap::Gap;
use super::improver::Improver;
use super::method::Algorithm;
use super::plan::{Plan, Request, plan};
use super::relay::Relay;
use super::{Resolution, SolveError, Verdict, Workshop};
use crate::heuristic::HeuristicKind;
use crate::large::{self, BeamWidth};
use crate::metric::Metric;
use crate::moves::Moves;
use crate::proof::{Answer, Verified, lowest, verify};
use crate::search::{Ending, Improvement, Limits, Observer, Progress, Stats, StopReason};
use crate::size::Size;
use crate::task::Task;
use std::ops::ControlFlow;
use std::time::Duration;

/// Up to so many cells a shortest solution is found in reasonable time.
pub(super) const PROVEN_CELLS: usize = 16;

/// Larger boards are improved for so long if nobody says how long, or how good the answer has to be.
pub(super) const USUAL: Duration = Duration::from_secs(10);

/// Boards whose bound is at most so many moves are looked at by a search without tables, for so many nodes: easy ones are
/// solved by then, whatever their size, and the others get a larger bound.
const GLIMPSE_BOUND: u32 = 200;
const GLIMPSE_NODES: u64 = 100_000;

/// A search for a shortest solution gets this part of the time before the answer is improved further, if it may be done
/// by then.
const SLICE: f64 = 0.2;

/// So many quick improvements come first.
const FIRST_STEPS: u32 = 2;

/// Once an answer is within so many moves and a twentieth of the bound, it gets this part.
const CLOSE: usize = 2;
const CLOSE_SLICE: f64 = 0.5;

/// What is taken for the time that is left where there is no limit.
const UNLIMITED: Duration = Duration::from_secs(60);

/// What the first answer takes at most: so many moves for each cell and each row or column, every move twice; and so many
/// bytes for each cell besides.
const MOST_MOVES: u64 = 2;
const BYTES_A_CELL: u64 = 200;

/// What boards, neighbour tables and estimates take besides what searches ask for.
const OVERHEAD: u64 = 450_000;

/// The limits of the searches: some memory is left for what they do not ask for.
pub(super) fn spared(limits: &Limits) -> Limits {
    let memory = limits.memory.map(|memory| memory.saturating_sub(OVERHEAD));
    Limits { memory, ..limits.clone() }
}

/// Nobody looks at an answer while a shortest one is expected after this time, even if it takes ten times as long.
const SOON: Duration = Duration::from_millis(5);

/// How wide a beam is if nobody says.
const USUAL_WIDTH: usize = 10_000;

/// Is a time limit needed that nobody gave?
pub(super) fn is_usual(request: &Request, limits: &Limits) -> bool {
    request.gap.is_none() && limits.time.is_none() && limits.nodes.is_none()
}

/// Why it is over.
enum Halt {
    /// The answer is good enough.
    Enough,
    /// A limit was reached, or the observer asked to stop.
    Stopped(StopReason),
    /// A defect.
    Failed(SolveError),
}

/// Runs a plan that may have an answer before it is done.
pub(super) fn solve(
    workshop: &Workshop,
    task: &Task,
    plan: Plan,
    request: &Request,
    limits: &Limits,
    observer: &mut dyn Observer,
) -> Result<Resolution, SolveError> {
    let is_usual = plan.method.algorithm == Algorithm::Improve && is_usual(request, limits);
    let mut anytime = Anytime {
        workshop,
        task,
        request: Request { algorithm: None, gap: None, beam_width: None, ..request.clone() },
        beam_width: request.beam_width,
        limits: Limits { time: if is_usual { Some(USUAL) } else { limits.time }, ..limits.clone() },
        relay: Relay::new(observer, request.gap.unwrap_or(Gap::ZERO)),
        plan,
        best: None,
    };
    let stopped = match anytime.run() {
        Ok(()) | Err(Halt::Enough) => None,
        Err(Halt::Stopped(StopReason::Time(time))) if is_usual => Some(StopReason::Usual(time)),
        Err(Halt::Stopped(reason)) => Some(reason),
        Err(Halt::Failed(error)) => return Err(error),
    };
    anytime.resolution(stopped)
}

struct Anytime<'a> {
    workshop: &'a Workshop<'a>,
    task: &'a Task,
    /// What is asked of a search for a shortest solution.
    request: Request,
    limits: Limits,
    beam_width: Option<usize>,
    relay: Relay<'a>,
    plan: Plan,
    best: Option<Verified>,
}

impl Anytime<'_> {
    fn run(&mut self) -> Result<(), Halt> {
        match self.plan.method.algorithm {
            Algorithm::Fast => self.first(),
            Algorithm::Beam => self.beam(),
            Algorithm::Improve => self.improve(),
            _ => self.prove(),
        }
    }

    /// Looks for a shortest solution; until that is found, and if it is not, any will do.
    fn prove(&mut self) -> Result<(), Halt> {
        if self.relay.gap != Gap::ZERO {
            self.first()?;
        } else if self.plan.expected.is_some_and(|expected| expected.set_up + expected.search > SOON) {
            // Without the better bound, which takes longer than many a search.
            self.relay.bound = lowest(self.metric(), self.task.start(), self.task.goal());
            self.construct()?;
        }
        let plan = self.plan.clone();
        let reason = match self.optimal(plan, &self.left()) {
            Ok(reason) | Err(Halt::Stopped(reason)) => reason,
            Err(halt) => return Err(halt),
        };
        self.first()?;
        Err(Halt::Stopped(reason))
    }

    /// An answer, then a better one, and so on.
    fn improve(&mut self) -> Result<(), Halt> {
        self.first()?;
        self.poll()?;
        if self.relay.bound <= GLIMPSE_BOUND {
            let plan = self.glimpse()?;
            self.optimal(plan, &self.slice(None, Some(GLIMPSE_NODES)))?;
        }
        let mut improver = Improver::new(self.task, self.metric(), self.workshop.workers);
        let mut is_tried = false;
        for steps in 1.. {
            self.poll()?;
            let limits = self.improver_limits();
            let Some(best) = &self.best else { break };
            let Some(step) = improver.step(best.moves(), &limits, &mut self.relay) else { break };
            self.relay.add(&step.stats);
            if let Some(moves) = step.moves {
                self.offer(moves)?;
            }
            self.account(step.stopped)?;
            if !is_tried && steps >= FIRST_STEPS && (steps == FIRST_STEPS || self.is_close()) {
                is_tried = self.try_optimal(self.is_close())?;
            }
        }
        let limits = self.left();
        let plan = self.shortest(&limits)?;
        let reason = self.optimal(plan, &limits)?;
        Err(Halt::Stopped(reason))
    }

    /// One beam. Until it is done, or if it finds nothing, the answer is the first one.
    fn beam(&mut self) -> Result<(), Halt> {
        self.first()?;
        self.poll()?;
        let limits = self.improver_limits();
        let mut improver = Improver::new(self.task, self.metric(), self.workshop.workers);
        let width = self.beam_width.unwrap_or(USUAL_WIDTH);
        let step = improver.beam(BeamWidth::Fixed(width), None, &limits, &mut self.relay);
        self.relay.add(&step.stats);
        if let Some(moves) = step.moves {
            self.offer(moves)?;
        }
        self.account(step.stopped)?;
        step.stopped.map_or(Ok(()), |reason| Err(Halt::Stopped(self.in_full(reason))))
    }

    /// The first answer, and the best bound without a search.
    fn first(&mut self) -> Result<(), Halt> {
        if self.best.is_none() {
            let most = self.limits.memory.map_or(u64::MAX, |memory| memory / 2);
            let bound = lower_bound_within(self.task.start(), self.task.goal(), self.metric(), most);
            self.relay.bound = self.relay.bound.max(bound);
            self.construct()?;
        }
        Ok(())
    }

    /// An answer that takes no search.
    fn construct(&mut self) -> Result<(), Halt> {
        let bytes = first_bytes(self.task.size());
        if let Some(limit) = self.limits.memory.filter(|&limit| bytes > limit) {
            return Err(Halt::Stopped(StopReason::Memory(limit)));
        }
        let elapsed = self.limits.clock.elapsed();
        self.relay.add(&Stats { bytes, elapsed, ..Stats::default() });
        self.offer(large::construct(self.task))
    }

    /// A search without tables.
    fn glimpse(&self) -> Result<Plan, Halt> {
        let heuristic = match self.metric() {
            Metric::Single => HeuristicKind::LinearConflict,
            Metric::Multi => HeuristicKind::WalkingDistance,
        };
        let algorithm = Some(Algorithm::IdaStar);
        let request = Request { algorithm, heuristic: Some(heuristic.into()), ..self.request.clone() };
        plan(self.task.size(), &request).map_err(|error| Halt::Failed(SolveError::Plan(error)))
    }

    /// How to look for a shortest solution with what the limits leave.
    fn shortest(&self, limits: &Limits) -> Result<Plan, Halt> {
        self.workshop
            .plan_shortest(self.task.start(), self.task.goal(), &self.request, limits)
            .map_err(|error| Halt::Failed(SolveError::Plan(error)))
    }

    /// Looks for a shortest solution for a part of the time, if it has a chance: it may be done by then, or `is_close`
    /// says so, or its tables are there so soon that they pay for the bound alone.
    fn try_optimal(&mut self, is_close: bool) -> Result<bool, Halt> {
        let elapsed = self.limits.clock.elapsed();
        let left = self.limits.time.map_or(UNLIMITED, |limit| limit.saturating_sub(elapsed));
        let share = if is_close { CLOSE_SLICE } else { SLICE };
        let part = left.mul_f64(share);
        let nodes = self.left().nodes.map(|nodes| (nodes as f64 * share) as u64);
        let limits = self.slice(Some(part), nodes);
        let plan = self.shortest(&limits)?;
        let has_chance = plan.expected.is_some_and(|expected| {
            // A board is easily five times as easy as expected.
            let is_quick = expected.set_up + expected.search / 5 <= part;
            is_quick || expected.set_up <= part / 2 || is_close && expected.set_up <= part
        });
        if has_chance {
            self.optimal(plan, &limits)?;
        }
        Ok(has_chance)
    }

    /// Is the answer so good that it may soon be proven to be shortest?
    fn is_close(&self) -> bool {
        let is_close =
            |best: &Verified| best.length() - self.relay.bound as usize <= CLOSE + best.length() / 20;
        self.best.as_ref().is_some_and(is_close)
    }

    /// Runs a search for a shortest solution, and gives why it gave up. The bound that it proved stays.
    fn optimal(&mut self, mut plan: Plan, limits: &Limits) -> Result<StopReason, Halt> {
        let (start, goal) = (self.task.start(), self.task.goal());
        let outcome = self.workshop.run(&mut plan, start, goal, self.relay.bound, limits, &mut self.relay);
        self.relay.add(&outcome.stats);
        self.relay.bound = self.relay.bound.max(outcome.lower_bound);
        match outcome.ending {
            Ending::Solved(moves) => {
                self.plan = plan;
                self.offer(moves)?;
                Err(Halt::Enough)
            }
            Ending::Exhausted => Err(Halt::Failed(SolveError::Contradiction)),
            Ending::Stopped(reason) => {
                self.account(Some(reason))?;
                Ok(self.in_full(reason))
            }
        }
    }

    /// Takes an answer if it is better than the one before.
    fn offer(&mut self, moves: Moves) -> Result<(), Halt> {
        let (metric, lower_bound) = (self.metric(), self.relay.bound);
        if self.best.as_ref().is_none_or(|best| moves.len(metric) < best.length()) {
            let verified = verify(self.task, Answer { moves, metric, lower_bound })
                .map_err(|error| Halt::Failed(SolveError::Check(error)))?;
            let (length, elapsed) = (verified.length(), self.limits.clock.elapsed());
            self.best = Some(verified);
            self.relay.tell(&Improvement { length, lower_bound, elapsed });
        }
        if self.relay.has_enough() { Err(Halt::Enough) } else { Ok(()) }
    }

    /// Is it over, now that something has stopped?
    fn account(&self, stopped: Option<StopReason>) -> Result<(), Halt> {
        if self.relay.has_enough() {
            return Err(Halt::Enough);
        }
        match stopped {
            Some(reason @ StopReason::Asked) => Err(Halt::Stopped(reason)),
            Some(reason @ StopReason::Time(time)) if self.limits.time == Some(time) => {
                Err(Halt::Stopped(reason))
            }
            _ => Ok(()),
        }
    }

    /// Asks the limits and the observer whether to go on.
    fn poll(&mut self) -> Result<(), Halt> {
        let elapsed = self.limits.clock.elapsed();
        if let Some(limit) = self.limits.nodes.filter(|&limit| self.relay.stats.expanded >= limit) {
            return Err(Halt::Stopped(StopReason::Nodes(limit)));
        }
        if let Some(limit) = self.limits.time.filter(|&limit| elapsed >= limit) {
            return Err(Halt::Stopped(StopReason::Time(limit)));
        }
        let progress = Progress { stats: Stats { elapsed, ..Stats::default() }, lower_bound: 0 };
        match self.relay.progress(&progress) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => {
                self.account(None)?;
                Err(Halt::Stopped(StopReason::Asked))
            }
        }
    }

    /// What the limits leave beside the answer.
    fn left(&self) -> Limits {
        let nodes = self.limits.nodes.map(|nodes| nodes.saturating_sub(self.relay.stats.expanded));
        let kept = self.best.as_ref().map_or(0, |best| size_of_val(best.moves().as_slice()) as u64);
        let memory = self.limits.memory.map(|memory| memory.saturating_sub(kept));
        spared(&Limits { nodes, memory, ..self.limits.clone() })
    }

    /// What they leave beside answer and tables.
    fn improver_limits(&self) -> Limits {
        let limits = self.left();
        let memory = limits.memory.map(|memory| memory.saturating_sub(self.workshop.tables.bytes()));
        Limits { memory, ..limits }
    }

    /// A part of that.
    fn slice(&self, time: Option<Duration>, nodes: Option<u64>) -> Limits {
        let left = self.left();
        let until = time.map(|time| self.limits.clock.elapsed() + time);
        let time = until.into_iter().chain(left.time).min();
        Limits { time, nodes: nodes.into_iter().chain(left.nodes).min(), ..left }
    }

    /// The reason as whoever gave the limits would say it.
    fn in_full(&self, reason: StopReason) -> StopReason {
        match (reason, self.limits.nodes, self.limits.memory) {
            (StopReason::Nodes(_), Some(nodes), _) => StopReason::Nodes(nodes),
            (StopReason::Memory(_), _, Some(memory)) => StopReason::Memory(memory),
            (reason, ..) => reason,
        }
    }

    fn metric(&self) -> Metric {
        self.request.metric
    }

    fn resolution(self, stopped: Option<StopReason>) -> Result<Resolution, SolveError> {
        let Anytime { task, request, relay: Relay { bound, mut stats, .. }, plan, best, limits, .. } = self;
        stats.elapsed = limits.clock.elapsed();
        let (verdict, lower_bound) = match (best, stopped) {
            (Some(best), _) => {
                let best = best.with_bound(bound).map_err(SolveError::Check)?;
                let bound = best.lower_bound();
                (Verdict::Solved(best), bound)
            }
            (None, Some(reason)) => {
                let least = lower_bound_within(task.start(), task.goal(), request.metric, 0);
                (Verdict::Stopped(reason), bound.max(least))
            }
            (None, None) => return Err(SolveError::Contradiction),
        };
        Ok(Resolution { plan, verdict, lower_bound, stopped, stats })
    }
}

/// The most bytes that the first answer takes while it is made: the moves, a copy of them without needless steps, and
/// what the board takes.
fn first_bytes(size: Size) -> u64 {
    let (rows, cols) = (size.rows() as u64, size.cols() as u64);
    MOST_MOVES * rows * cols * (rows + cols) + BYTES_A_CELL * rows * cols
}
