//! A method whose tables are built, with the cost of building them.

use super::measurement::{SetUp, median};
use super::suite::{Instance, Suite};
use crate::commands::method_spec::MethodSpec;
use crate::commands::solve;
use crate::exit::Failure;
use crate::progress::{self, StatusLine};
use crate::table_dir;
use std::collections::HashSet;
use std::ffi::OsStr;
use std::time::Instant;
use taquin::control::{Budget, Event, StopReason};
use taquin::heuristic::Pattern;
use taquin::solver::{Hints, MethodOptions, PlanError, SolveError, Solver};
use taquin::tables::{Partition, PerfectKey, TableCache, TableId};
use taquin::{Gap, Metric};

/// Set-ups of at most this many seconds are repeated as well.
const REPEATED_SET_UP: f64 = 0.5;

/// A method prepared for a suite.
pub(super) struct PreparedMethod {
    pub(super) spec: MethodSpec,
    /// For each board of the suite the solver with its options. They share tables, but not with other methods, so that the
    /// set-up of a method does not depend on the others.
    pub(super) solvers: Vec<Solver>,
    pub(super) set_up: SetUp,
}

/// Where tables are stored.
#[derive(Clone, Copy)]
pub(super) enum TableLocation<'a> {
    /// In the directory that `--tables` gives.
    Disk(Option<&'a OsStr>),
    /// In memory only.
    Memory,
}

impl PreparedMethod {
    /// Returns the options of a method for all boards of a suite.
    ///
    /// # Errors
    /// If the method cannot solve one of them.
    pub(super) fn options(
        spec: &MethodSpec,
        suite: &Suite,
        metric: Metric,
    ) -> Result<Vec<MethodOptions>, Failure> {
        let options = |Instance { puzzle, .. }: &Instance| {
            let mut options = spec.options(puzzle.goal())?;
            options.metric = metric;
            match options.method(puzzle.size()) {
                Ok(_) => Ok(options),
                Err(error) => {
                    let failure = Failure::input(format_args!("--method {spec} on {}: {error}", suite.name));
                    Err(failure.maybe_hint(error.hint()))
                }
            }
        };
        suite.instances.iter().map(options).collect()
    }

    /// Builds everything that the boards of a suite share.
    ///
    /// # Errors
    /// If the user pressed Ctrl-C.
    pub(super) fn prepare(
        spec: MethodSpec,
        options: &[MethodOptions],
        suite: &Suite,
        location: TableLocation<'_>,
        budget: Budget,
        repeat: usize,
    ) -> Result<PreparedMethod, SolveError> {
        let set_up = SetUp { on_demand: spec.is_auto(), ..SetUp::default() };
        let solvers = || -> Result<Vec<Solver>, PlanError> {
            let store = match location {
                TableLocation::Disk(dir) => table_dir::store(dir),
                TableLocation::Memory => None,
            };
            // Without a gap, boards that may be out of reach would get an answer that is not proven.
            let can_be_proved = |instance: &Instance| Hints::can_be_exact(instance.puzzle.size());
            let gap = (spec.is_auto() && suite.instances.iter().all(can_be_proved)).then_some(Gap::ZERO);
            let solver = Solver::builder()
                .threads(spec.threads())
                .store(store)
                .expected_boards(suite.instances.len() as u64)
                .budget(Budget { gap, ..budget })
                .build()?;
            let mut solvers: Vec<Solver> = Vec::with_capacity(options.len());
            for options in options {
                solvers.push(match solvers.last() {
                    Some(last) if last.options() == options => last.clone(),
                    _ => solver.with_options(options.clone())?,
                });
            }
            Ok(solvers)
        };
        let mut prepared = PreparedMethod { solvers: solvers()?, spec: spec.clone(), set_up };
        prepared.set_up(suite)?;
        let mut seconds = vec![prepared.set_up.seconds];
        while seconds.len() < repeat && seconds[0] <= REPEATED_SET_UP {
            let first = prepared.set_up;
            prepared.solvers = solvers()?;
            prepared.set_up(suite)?;
            // A table built the first time may be read from disk the second time, which is not comparable.
            if (prepared.set_up.built, prepared.set_up.read) != (first.built, first.read) {
                prepared.set_up = first;
                break;
            }
            seconds.push(prepared.set_up.seconds);
        }
        if seconds.len() > 1 {
            prepared.set_up.seconds = median(seconds.into_iter());
        }
        prepared.report_table_fault();
        Ok(prepared)
    }

    /// Returns the tables, which all boards share; `None` if there are no boards.
    pub(super) fn tables(&self) -> Option<&TableCache> {
        self.solvers.first().map(Solver::tables)
    }

    /// Warns once if tables cannot be stored.
    pub(super) fn report_table_fault(&self) {
        self.solvers.first().into_iter().for_each(solve::report_table_fault);
    }

    fn set_up(&mut self, suite: &Suite) -> Result<(), SolveError> {
        let mut set_up = SetUp { built: 0, read: 0, ..self.set_up };
        let begin = Instant::now();
        // Tables are shared by all boards with the same goal.
        let mut seen = HashSet::new();
        for (Instance { puzzle, .. }, solver) in suite.instances.iter().zip(&self.solvers) {
            if set_up.on_demand || !seen.insert(puzzle.goal().board()) {
                continue;
            }
            let key = PerfectKey::of(puzzle.goal(), Metric::Single).filter(|_| self.spec.is_table());
            let patterns = solver.options().patterns.iter().flat_map(Partition::patterns);
            let tables = key.map(TableId::Perfect).into_iter();
            for id in tables.chain(patterns.map(|pattern| TableId::Pattern(Pattern::clone(pattern)))) {
                self.table(solver, &id, &mut set_up).map_err(SolveError::Stopped)?;
            }
            let plan = solver.plan(puzzle)?;
            let strategy = plan.strategy();
            for method in strategy.first.iter().map(|stage| &stage.method).chain([&strategy.method]) {
                solver.tables().geometry(puzzle.size(), method.order, method.fsm_depth);
            }
        }
        set_up.seconds = begin.elapsed().as_secs_f64();
        self.set_up = set_up;
        Ok(())
    }

    /// Builds or reads a table, unless it exceeds the memory limit, which the searches will report.
    fn table(&self, solver: &Solver, id: &TableId, set_up: &mut SetUp) -> Result<(), StopReason> {
        let tables = solver.tables();
        let is_cached = match id {
            TableId::Perfect(key) => tables.has_perfect(*key),
            TableId::Pattern(pattern) => tables.has_pattern(pattern),
            TableId::Pruning(_) => false,
        };
        let needed = tables.bytes() + id.building_bytes();
        if is_cached || solver.budget().memory.is_some_and(|memory| needed > memory) {
            return Ok(());
        }
        let mut line = StatusLine::new();
        let name = format!("building a table for {}", self.spec);
        let mut done = 0;
        let control = progress::control().on_event(|event| {
            if let Event::Layer { states, .. } = event {
                done += states;
                line.bar(&name, done, id.states());
            }
        });
        match id {
            TableId::Perfect(key) => drop(tables.perfect(*key, &control)?),
            TableId::Pattern(pattern) => drop(tables.pattern(pattern, &control)?),
            TableId::Pruning(key) => drop(tables.geometry(key.size, key.order, key.depth.into())),
        }
        drop(control);
        // Reading a table reports no layers.
        if done > 0 {
            set_up.built += 1;
        } else {
            set_up.read += 1;
        }
        Ok(())
    }
}
