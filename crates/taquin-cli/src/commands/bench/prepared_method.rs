//! A method whose tables are built, with the cost of building them.

use super::measurement::{SetUp, median};
use super::suite::Suite;
use crate::commands::method_spec::MethodSpec;
use crate::commands::solve;
use crate::exit::Failure;
use crate::progress::StatusLine;
use crate::table_dir;
use std::collections::HashSet;
use std::ffi::OsStr;
use std::ops::ControlFlow;
use std::time::Instant;
use taquin::Metric;
use taquin::heuristic::Pattern;
use taquin::search::Limits;
use taquin::solver::{Request, Workshop};
use taquin::space::{Stopped, Workers};
use taquin::tables::{Partition, PerfectKey, TableCache, TableId};

/// Set-ups of at most this many seconds are repeated as well.
const REPEATED_SET_UP: f64 = 0.5;

/// A method prepared for a suite.
pub(super) struct PreparedMethod {
    pub(super) spec: MethodSpec,
    /// Its own tables, so that its set-up does not depend on other methods.
    pub(super) tables: TableCache,
    /// The request for every board of the suite.
    pub(super) requests: Vec<Request>,
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
    /// Returns the requests of a method for all boards of a suite.
    ///
    /// # Errors
    /// If the method cannot solve one of them.
    pub(super) fn requests(spec: &MethodSpec, suite: &Suite) -> Result<Vec<Request>, Failure> {
        let tables = TableCache::new(Workers::ONE);
        let workshop = workshop(spec, suite, &tables);
        let limits = Limits::none();
        let request = |puzzle: &super::suite::Puzzle| {
            let request = spec.request(&puzzle.goal)?;
            match workshop.plan(&puzzle.start, &puzzle.goal, &request, &limits) {
                Ok(_) => Ok(request),
                Err(error) => Err(Failure::input(format_args!("--method {spec} on {}: {error}", suite.name))),
            }
        };
        suite.puzzles.iter().map(request).collect()
    }

    /// Builds everything that the boards of a suite share.
    ///
    /// # Errors
    /// If the user pressed Ctrl-C.
    pub(super) fn prepare(
        spec: MethodSpec,
        requests: Vec<Request>,
        suite: &Suite,
        location: TableLocation<'_>,
        limits: &Limits,
        repeat: usize,
    ) -> Result<PreparedMethod, Stopped> {
        let set_up = SetUp { on_demand: spec.is_auto(), ..SetUp::default() };
        let empty = || match location {
            TableLocation::Disk(dir) => {
                TableCache::stored(table_dir::store(dir), Workers::new(spec.threads()))
            }
            TableLocation::Memory => TableCache::new(Workers::new(spec.threads())),
        };
        let mut prepared = PreparedMethod { tables: empty(), spec: spec.clone(), requests, set_up };
        prepared.set_up(suite, limits)?;
        let mut seconds = vec![prepared.set_up.seconds];
        while seconds.len() < repeat && seconds[0] <= REPEATED_SET_UP {
            let first = prepared.set_up;
            prepared.tables = empty();
            prepared.set_up(suite, limits)?;
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
        solve::report_table_fault(&prepared.tables);
        Ok(prepared)
    }

    fn set_up(&mut self, suite: &Suite, limits: &Limits) -> Result<(), Stopped> {
        let mut set_up = SetUp { built: 0, read: 0, ..self.set_up };
        let begin = Instant::now();
        // Tables are shared by all boards with the same goal.
        let mut seen = HashSet::new();
        let goals = suite.puzzles.iter().zip(&self.requests);
        for (puzzle, request) in goals.filter(|(puzzle, _)| seen.insert(puzzle.goal.board().clone())) {
            if set_up.on_demand {
                break;
            }
            if let Some(key) = PerfectKey::of(&puzzle.goal, Metric::Single).filter(|_| self.spec.is_table()) {
                self.table(&TableId::Perfect(key), &mut set_up, limits)?;
            }
            for pattern in request.patterns.iter().flat_map(Partition::patterns) {
                self.table(&TableId::Pattern(Pattern::clone(pattern)), &mut set_up, limits)?;
            }
            let workshop = workshop(&self.spec, suite, &self.tables);
            if let Ok(plan) = workshop.plan(&puzzle.start, &puzzle.goal, request, limits) {
                for method in plan.first.iter().map(|stage| &stage.method).chain([&plan.method]) {
                    self.tables.geometry(puzzle.goal.size(), method.order, method.fsm_depth);
                }
            }
        }
        set_up.seconds = begin.elapsed().as_secs_f64();
        self.set_up = set_up;
        Ok(())
    }

    /// Builds or reads a table, unless it exceeds the memory limit, which the searches will report.
    fn table(&self, id: &TableId, set_up: &mut SetUp, limits: &Limits) -> Result<(), Stopped> {
        let is_cached = match id {
            TableId::Perfect(key) => self.tables.has_perfect(*key),
            TableId::Pattern(pattern) => self.tables.has_pattern(pattern),
        };
        let needed = self.tables.bytes() + id.building_bytes();
        if is_cached || limits.memory.is_some_and(|memory| needed > memory) {
            return Ok(());
        }
        let mut line = StatusLine::new();
        let name = format!("building a table for {}", self.spec);
        let mut done = 0;
        let on_layer = |found| -> ControlFlow<()> {
            done += found;
            line.table(&name, done, id.states())
        };
        match id {
            TableId::Perfect(key) => drop(self.tables.perfect(*key, on_layer)?),
            TableId::Pattern(pattern) => drop(self.tables.pattern(pattern, on_layer)?),
        }
        // Reading a table reports no layers.
        if done > 0 {
            set_up.built += 1;
        } else {
            set_up.read += 1;
        }
        Ok(())
    }

    /// Returns the solver for the boards.
    pub(super) fn workshop<'a>(&'a self, suite: &Suite) -> Workshop<'a> {
        workshop(&self.spec, suite, &self.tables)
    }
}

fn workshop<'a>(spec: &MethodSpec, suite: &Suite, tables: &'a TableCache) -> Workshop<'a> {
    Workshop { tables, boards: suite.puzzles.len() as u64, workers: Workers::new(spec.threads()) }
}
