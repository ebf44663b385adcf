//! Measuring a suite: methods take turns on every board, so that other load on the machine affects all of them alike.

use super::measurement::{MethodResult, Outcome, Sample, SuiteBoard, SuiteResult, disagreements};
use super::prepared_method::{PreparedMethod, TableLocation};
use super::suite::{Instance, Suite};
use crate::commands::method_spec::MethodSpec;
use crate::progress;
use crate::quantity::counted;
use crate::sequence_progress::SequenceProgress;
use crate::signals;
use std::collections::HashMap;
use std::hint::black_box;
use std::sync::Arc;
use std::time::{Duration, Instant};
use taquin::control::{Budget, Control, StopReason};
use taquin::proof::verify;
use taquin::solver::{MethodOptions, SolveError};
use taquin::tables::{GoalTable, PerfectKey, PerfectTable, TableCache};
use taquin::{Board, Metric, Moves};

/// Shorter work is repeated, because reading the clock takes tens of nanoseconds.
const MIN_TIME: Duration = Duration::from_micros(100);

/// The same for all table walks together.
const MIN_WALKS_TIME: Duration = Duration::from_millis(20);

/// A suite with the methods to measure.
pub(super) struct SuiteRun<'a> {
    pub(super) suite: &'a Suite,
    pub(super) specs: Vec<(MethodSpec, Vec<MethodOptions>)>,
    pub(super) repeat: usize,
    pub(super) location: TableLocation<'a>,
    /// The limits per board.
    pub(super) budget: Budget,
}

/// A method and its samples so far.
struct Runner {
    prepared: PreparedMethod,
    samples: Vec<Sample>,
}

impl SuiteRun<'_> {
    /// Measures until all boards are done or the user presses Ctrl-C, which leaves the result incomplete.
    pub(super) fn run(self) -> SuiteResult {
        let SuiteRun { suite, specs, repeat, location, budget } = self;
        let mut runners = Vec::new();
        let mut faults = Vec::new();
        let mut is_ready = true;
        for (spec, options) in specs {
            let name = spec.to_string();
            match PreparedMethod::prepare(spec, &options, suite, location, budget, repeat) {
                Ok(prepared) => runners.push(Runner { prepared, samples: Vec::new() }),
                Err(error) => {
                    if !matches!(error, SolveError::Stopped(_)) {
                        faults.push(format!("{}: {name}: {error}", suite.name));
                    }
                    is_ready = false;
                    break;
                }
            }
        }
        let mut watch = SequenceProgress::new();
        if is_ready {
            let _ = measure(&mut runners, suite, repeat, &mut watch, &mut faults);
        }
        drop(watch);
        // After Ctrl-C, keep the boards that all methods have solved.
        let done = runners.iter().map(|runner| runner.samples.len()).min().unwrap_or_default();
        let boards: Vec<SuiteBoard> = suite.instances[..if is_ready { done } else { 0 }]
            .iter()
            .map(|instance| SuiteBoard { name: instance.name.clone(), known: instance.length })
            .collect();
        let entries: Vec<MethodResult> =
            runners.into_iter().map(|runner| runner.entry(boards.len())).collect();
        faults.extend(disagreements(&suite.name, suite.is_own, &boards, &entries));
        SuiteResult {
            suite: suite.name.clone(),
            title: suite.title.clone(),
            is_own: suite.is_own,
            boards,
            suite_boards: suite.instances.len(),
            repeat,
            entries,
            disagreements: faults,
        }
    }
}

/// Runs all rounds.
///
/// # Errors
/// If the user pressed Ctrl-C.
fn measure(
    runners: &mut [Runner],
    suite: &Suite,
    repeat: usize,
    watch: &mut SequenceProgress,
    faults: &mut Vec<String>,
) -> Result<(), StopReason> {
    for round in 0..repeat {
        let walks: Vec<Option<Walks>> =
            runners.iter().map(|runner| Walks::time(&runner.prepared, suite)).collect();
        for (index, instance) in suite.instances.iter().enumerate() {
            for (runner, walks) in runners.iter_mut().zip(&walks) {
                watch.next(vec![
                    suite.name.clone(),
                    format!("board {} of {}", index + 1, suite.instances.len()),
                    runner.prepared.spec.to_string(),
                ])?;
                let sample = match walks {
                    Some(walks) => walks.sample(index, instance),
                    None => runner.sample(index, instance, watch),
                };
                if let Err(SolveError::Stopped(reason)) = sample {
                    return Err(reason);
                }
                let method = &runner.prepared.spec;
                let sample = sample.unwrap_or_else(|error| {
                    faults.push(format!("{}, board {}: {method}: {error}", suite.name, instance.name));
                    Sample {
                        runs: vec![f64::NAN],
                        outcome: Outcome::Stopped(error.to_string()),
                        expanded: 0,
                        generated: 0,
                    }
                });
                match runner.samples.get_mut(index) {
                    None => runner.samples.push(sample),
                    Some(first) => {
                        let lengths = (first.outcome.length(), sample.outcome.length());
                        if let (Some(first), Some(now)) = lengths
                            && first != now
                            && method.is_optimal()
                        {
                            faults.push(format!(
                                "{}, board {}: {method} found {} in round 1 and {now} in round {}",
                                suite.name,
                                instance.name,
                                counted(first.into(), "move"),
                                round + 1
                            ));
                        }
                        first.runs.extend(sample.runs);
                    }
                }
            }
        }
    }
    Ok(())
}

impl Runner {
    /// Solves and times one board.
    ///
    /// # Errors
    /// If the user pressed Ctrl-C, or the answer is wrong.
    fn sample(
        &self,
        index: usize,
        Instance { puzzle, .. }: &Instance,
        watch: &mut SequenceProgress,
    ) -> Result<Sample, SolveError> {
        let solver = &self.prepared.solvers[index];
        let control = progress::control().on_event(|event| watch.show(event));
        let (result, seconds) = timed(MIN_TIME, || solver.plan(puzzle)?.run(&control));
        self.prepared.report_table_fault();
        let found = result?;
        let outcome = match (found.stopped, found.solution) {
            (Some(StopReason::Cancelled), _) => return Err(SolveError::Stopped(StopReason::Cancelled)),
            (Some(reason), _) => Outcome::Stopped(reason.to_string()),
            (None, Some(verified)) => Outcome::Solved(verified.len() as u32),
            (None, None) => return Err(SolveError::Contradiction),
        };
        let (expanded, generated) = (found.stats.expanded, found.stats.generated);
        Ok(Sample { runs: vec![seconds], outcome, expanded, generated })
    }

    fn entry(self, boards: usize) -> MethodResult {
        let Runner { prepared, mut samples } = self;
        samples.truncate(boards);
        MethodResult {
            method: prepared.spec.to_string(),
            threads: prepared.spec.threads(),
            is_optimal: prepared.spec.is_optimal(),
            set_up: prepared.set_up,
            table_bytes: prepared.tables().map_or(0, TableCache::bytes),
            timed_together: prepared.spec.is_table(),
            samples,
        }
    }
}

/// Returns the result of `work` and its time in seconds, as the mean of enough repetitions to last `enough`.
fn timed<T>(enough: Duration, mut work: impl FnMut() -> T) -> (T, f64) {
    let mut times = 1;
    loop {
        let begin = Instant::now();
        let mut result = work();
        for _ in 1..times {
            result = black_box(work());
        }
        let passed = begin.elapsed();
        if passed >= enough || signals::was_interrupted() {
            return (result, passed.as_secs_f64() / f64::from(times));
        }
        // The first run is slower than the next ones, so repeat a little more often than it suggests.
        let missing = 1.2 * enough.as_secs_f64() / passed.as_secs_f64().max(1e-9);
        times = (f64::from(times) * missing).ceil().clamp(f64::from(times) + 1.0, 1e9) as u32;
    }
}

/// Walks from all boards of a suite to the goal along tables.
struct Walks {
    seconds: f64,
    moves: Vec<Option<Moves>>,
}

impl Walks {
    /// Times the walks; `None` if the method is not `table`, or its table is too large.
    fn time(prepared: &PreparedMethod, suite: &Suite) -> Option<Walks> {
        if !prepared.spec.is_table() {
            return None;
        }
        let cache = prepared.tables()?;
        let table = |Instance { puzzle, .. }: &Instance| -> Option<Arc<PerfectTable>> {
            let key = PerfectKey::of(puzzle.goal(), Metric::Single)?;
            cache.has_perfect(key).then(|| cache.perfect(key, &Control::new()).ok())?
        };
        let mut tables: HashMap<&Board, Arc<PerfectTable>> = HashMap::new();
        for instance in &suite.instances {
            let goal = instance.puzzle.goal().board();
            if !tables.contains_key(goal) {
                tables.insert(goal, table(instance)?);
            }
        }
        let mut guides: HashMap<&Board, GoalTable<'_>> = HashMap::new();
        for Instance { puzzle, .. } in &suite.instances {
            let goal = puzzle.goal().board();
            if !guides.contains_key(goal) {
                guides.insert(goal, tables[goal].for_goal(puzzle.goal())?);
            }
        }
        let walks: Vec<(&GoalTable<'_>, &Board)> = suite
            .instances
            .iter()
            .map(|Instance { puzzle, .. }| (&guides[puzzle.goal().board()], puzzle.start()))
            .collect();
        let (_, seconds) = timed(MIN_WALKS_TIME, || {
            for (guide, start) in &walks {
                black_box(guide.solve(start));
            }
        });
        let moves = walks.iter().map(|(guide, start)| guide.solve(start)).collect();
        Some(Walks { seconds: seconds / walks.len() as f64, moves })
    }

    fn sample(&self, index: usize, Instance { puzzle, .. }: &Instance) -> Result<Sample, SolveError> {
        let (Some(moves), Ok(task)) = (self.moves[index].clone(), puzzle.task()) else {
            return Err(SolveError::Contradiction);
        };
        let length = moves.len() as u32;
        verify(&task, moves, Metric::Single, length).map_err(SolveError::Check)?;
        // The same counts as in the library.
        let (expanded, generated) = (length.into(), u64::from(length) + 1);
        Ok(Sample { runs: vec![self.seconds], outcome: Outcome::Solved(length), expanded, generated })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_work_is_repeated() {
        let mut times = 0;
        let (result, seconds) = timed(Duration::from_millis(2), || {
            times += 1;
            times
        });
        assert!(times > 10 && result == times && seconds > 0.0 && seconds < 0.002, "{times}, {seconds}");
        let (_, seconds) = timed(Duration::ZERO, || std::thread::sleep(Duration::from_millis(2)));
        assert!(seconds >= 0.002);
    }
}
