//! The signature: the number of nodes that searches generate on a fixed selection of boards.
//!
//! Searches use one thread, no files and no clock, so the number is the same on every machine and changes only if a
//! search, a heuristic, the planner or a table changes.

use super::prepared_method::{PreparedMethod, TableLocation};
use super::suite::{Instance, Suite, SuiteName};
use crate::commands::method_spec::MethodSpec;
use crate::exit::Failure;
use crate::known_length::contradiction;
use crate::progress;
use taquin::Metric;
use taquin::control::{Budget, StopReason};
use taquin::solver::{Algorithm, MethodOptions, SolveError};

/// Methods for all boards of the suite `small`: every heuristic, and every search that terminates on them.
const SMALL: [&str; 17] = [
    "auto",
    "astar:zero",
    "astar:hamming",
    "astar:manhattan",
    "astar:linear-conflict",
    "astar:walking-distance",
    "astar:linear-conflict+walking-distance",
    "wastar:manhattan",
    "greedy:manhattan",
    "bfs",
    "iddfs",
    "idastar:hamming",
    "idastar:manhattan",
    "idastar:linear-conflict",
    "idastar:walking-distance",
    "bidirectional",
    "lockstep:linear-conflict",
];

/// Depth-first search finds very long solutions of larger boards.
const DEPTH_FIRST_CELLS: usize = 6;

/// Larger perfect tables take too long to build here.
const TABLE_CELLS: usize = 9;

/// The search for the multi metric.
const WALKING: &str = "idastar:walking-distance";

/// Methods for some of Korf's boards.
const LARGE: [&str; 4] = ["auto", "5-5-5", "6-6-3", "5-5-5+6-6-3"];

/// Easy instances of Korf's boards, of 41 to 57 moves.
const KORF: [&str; 10] = ["5", "12", "19", "28", "38", "42", "48", "55", "79", "97"];

/// A method and its number of generated nodes.
pub(super) struct Line {
    pub(super) suite: String,
    pub(super) method: String,
    pub(super) nodes: u64,
}

/// Why there is no signature.
pub(super) enum NoSignature {
    /// The user pressed Ctrl-C.
    Interrupted,
    /// A method does not support the boards, or an answer is wrong.
    Failed(Failure),
}

impl From<Failure> for NoSignature {
    fn from(failure: Failure) -> NoSignature {
        NoSignature::Failed(failure)
    }
}

impl From<SolveError> for NoSignature {
    fn from(error: SolveError) -> NoSignature {
        match error {
            SolveError::Stopped(StopReason::Cancelled) => NoSignature::Interrupted,
            error => NoSignature::Failed(Failure::input(error)),
        }
    }
}

/// Counts the nodes of the fixed selection.
pub(super) fn selection() -> Result<Vec<Line>, NoSignature> {
    let small = Suite::new(SuiteName::Small)?;
    let of_cells = |most| small.selected(|instance| instance.puzzle.size().cells() <= most);
    let (tiny, tabled) = (of_cells(DEPTH_FIRST_CELLS), of_cells(TABLE_CELLS));
    let korf = Suite::new(SuiteName::Korf100)?;
    let korf = korf.selected(|instance| KORF.contains(&instance.name.as_str()));
    let mut lines = Vec::new();
    let parts = [(&small, &SMALL[..]), (&tiny, &["dfs"]), (&tabled, &["table"]), (&korf, &LARGE)];
    for (suite, methods) in parts {
        for method in methods {
            let spec = MethodSpec::read(method).map_err(Failure::input)?;
            lines.push(count(suite, spec, Metric::Single)?);
        }
    }
    // A single board is solved without pattern databases for pushes; several boards pay for them.
    let one = small.selected(|instance| instance.name == "3x3-rows");
    for (suite, method) in [(&one, WALKING), (&tabled, WALKING), (&tabled, "table")] {
        let spec = MethodSpec::read(method).map_err(Failure::input)?;
        lines.push(count(suite, spec, Metric::Multi)?);
    }
    Ok(lines)
}

/// Counts the nodes of a method on all boards of a suite.
pub(super) fn count(suite: &Suite, spec: MethodSpec, metric: Metric) -> Result<Line, NoSignature> {
    let spec = spec.single_threaded();
    let options = PreparedMethod::options(&spec, suite, metric)?;
    let pushes = if metric == Metric::Multi { " in pushes" } else { "" };
    let method = format!("{spec}{pushes}");
    let (location, budget) = (TableLocation::Memory, Budget::default());
    let prepared = PreparedMethod::prepare(spec, &options, suite, location, budget, 1)?;
    let mut nodes = 0;
    for (instance, solver) in suite.instances.iter().zip(&prepared.solvers) {
        let plan = solver.plan(&instance.puzzle).map_err(SolveError::from)?;
        let outcome = plan.run(&progress::control())?;
        if let Some(reason) = outcome.stopped {
            return Err(SolveError::Stopped(reason).into());
        }
        if let Some(verified) = &outcome.solution {
            check(suite, instance, &method, solver.options(), verified.len() as u32)?;
        }
        nodes += outcome.stats.generated;
    }
    Ok(Line { suite: suite.name.clone(), method, nodes })
}

/// Checks the length of an answer: node counts of wrong answers are meaningless.
fn check(
    suite: &Suite,
    instance: &Instance,
    method: &str,
    options: &MethodOptions,
    length: u32,
) -> Result<(), Failure> {
    let is_optimal = options.algorithm.is_none_or(Algorithm::is_optimal);
    let known = instance.length.map(u64::from);
    match known.and_then(|known| contradiction(method, length.into(), is_optimal, "the known length", known))
    {
        Some(wrong) => Err(Failure::input(format_args!("{}, board {}: {wrong}", suite.name, instance.name))),
        None => Ok(()),
    }
}
