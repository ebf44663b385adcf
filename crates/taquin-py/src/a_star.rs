//! A* with a heuristic of the caller, and its trace.

use crate::board::PyBoard;
use crate::error::{self, invalid, wrong_type};
use crate::input;
use crate::solution::{Solution, Stats};
use crate::supervision::{Failure, Reporter, supervised};
use pyo3::prelude::*;
use pyo3::types::PyString;
use std::borrow::Cow;
use taquin::control::Control;
use taquin::display::Counted;
use taquin::heuristic::{consistent_from_fn, from_fn};
use taquin::proof::verify;
use taquin::search::{self, Policies, SearchOutcome, TraceEvent};
use taquin::solver::{Algorithm, MethodOption, MethodOptions, SolveError, Solver};
use taquin::{Board, Metric, Puzzle};

/// One step of a search. Fields that a kind of step does not have are None.
#[pyclass(module = "taquin", frozen, get_all, eq, hash, name = "TraceEvent")]
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct PyTraceEvent {
    /// "expand", "child", "goal", "iteration" or "backtrack".
    kind: Cow<'static, str>,
    /// The board that is expanded.
    board: Option<PyBoard>,
    /// The moves that led to the node.
    g: Option<u32>,
    /// The estimate of the remaining moves.
    h: Option<u32>,
    /// The number of open nodes.
    open: Option<usize>,
    /// The number of closed nodes.
    closed: Option<usize>,
    /// The letter of the direction that leads to a child.
    direction: Option<char>,
    /// Whether a child is kept or why it is pruned.
    status: Option<Cow<'static, str>>,
}

impl From<&TraceEvent> for PyTraceEvent {
    fn from(event: &TraceEvent) -> PyTraceEvent {
        match event {
            TraceEvent::Iteration { .. } => {
                PyTraceEvent { kind: "iteration".into(), ..PyTraceEvent::default() }
            }
            TraceEvent::Expand { board, g, h, open, closed } => PyTraceEvent {
                kind: "expand".into(),
                board: Some(PyBoard(board.clone())),
                g: Some(*g),
                h: Some(*h),
                open: Some(*open),
                closed: Some(*closed),
                ..PyTraceEvent::default()
            },
            TraceEvent::Child { direction, g, h, status } => PyTraceEvent {
                kind: "child".into(),
                g: Some(*g),
                h: *h,
                direction: Some(direction.letter()),
                status: Some(status.name().into()),
                ..PyTraceEvent::default()
            },
            TraceEvent::Goal { g, open, closed } => PyTraceEvent {
                kind: "goal".into(),
                g: Some(*g),
                open: Some(*open),
                closed: Some(*closed),
                ..PyTraceEvent::default()
            },
            TraceEvent::Backtrack => PyTraceEvent { kind: "backtrack".into(), ..PyTraceEvent::default() },
        }
    }
}

/// What a step is restored from in another process.
type EventParts = (
    String,
    Option<PyBoard>,
    Option<u32>,
    Option<u32>,
    Option<usize>,
    Option<usize>,
    Option<char>,
    Option<String>,
);

#[pymethods]
impl PyTraceEvent {
    #[new]
    #[pyo3(signature = (kind, board = None, g = None, h = None, open = None, closed = None, direction = None, status = None))]
    #[expect(clippy::too_many_arguments, reason = "the fields of a step")]
    fn new(
        kind: String,
        board: Option<Bound<'_, PyBoard>>,
        g: Option<u32>,
        h: Option<u32>,
        open: Option<usize>,
        closed: Option<usize>,
        direction: Option<char>,
        status: Option<String>,
    ) -> PyTraceEvent {
        PyTraceEvent {
            kind: kind.into(),
            board: board.map(|board| board.get().clone()),
            g,
            h,
            open,
            closed,
            direction,
            status: status.map(Cow::from),
        }
    }

    fn __getnewargs__(&self) -> EventParts {
        let PyTraceEvent { kind, board, g, h, open, closed, direction, status } = self.clone();
        (kind.into_owned(), board, g, h, open, closed, direction, status.map(Cow::into_owned))
    }

    fn __repr__(&self) -> String {
        let mut text = format!("<TraceEvent {}", self.kind);
        if let Some(board) = &self.board {
            text += &format!(" {}", crate::board::slashes(&board.0));
        }
        if let Some(direction) = self.direction {
            text += &format!(" {direction}");
        }
        for (name, value) in [("g", self.g), ("h", self.h)] {
            if let Some(value) = value {
                text += &format!(" {name}={value}");
            }
        }
        if let Some(status) = &self.status {
            text += &format!(" {status}");
        }
        text + ">"
    }
}

/// The result of `Solver.a_star`.
#[pyclass(module = "taquin", frozen, get_all)]
#[derive(Debug)]
pub(crate) struct SearchResult {
    /// The solution.
    solution: Py<Solution>,
    /// Node counts, memory and time.
    stats: Stats,
    /// The steps of the search; empty unless a trace was requested.
    trace: Vec<PyTraceEvent>,
}

#[pymethods]
impl SearchResult {
    #[new]
    fn new(
        solution: Py<Solution>,
        stats: &Bound<'_, Stats>,
        trace: Vec<Bound<'_, PyTraceEvent>>,
    ) -> SearchResult {
        let trace = trace.iter().map(|event| event.get().clone()).collect();
        SearchResult { solution, stats: stats.get().clone(), trace }
    }

    fn __getnewargs__(&self, py: Python<'_>) -> (Py<Solution>, Stats, Vec<PyTraceEvent>) {
        (self.solution.clone_ref(py), self.stats.clone(), self.trace.clone())
    }

    fn __eq__(&self, other: &SearchResult) -> bool {
        let solutions = [self, other].map(|result| result.solution.get());
        solutions[0] == solutions[1] && self.stats == other.stats && self.trace == other.trace
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        (self.solution.clone_ref(py), self.stats.clone()).into_pyobject(py)?.hash()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let steps = Counted(self.trace.len() as u64, "step");
        Ok(format!("<SearchResult {} {steps}>", self.solution.bind(py).repr()?))
    }
}

/// Calls a heuristic of Python and checks what it returns.
fn estimate(function: &Py<PyAny>, board: &Board) -> PyResult<u32> {
    Python::attach(|py| {
        // A slow function leaves the search no time to poll.
        py.check_signals()?;
        let value = function.call1(py, (PyBoard(board.clone()),))?;
        let value = value.bind(py);
        let number: i128 = value.extract().map_err(|_| wrong_type("an integer from the heuristic", value))?;
        // Larger estimates could overflow f.
        u32::try_from(number).ok().filter(|number| *number < 1 << 20).ok_or_else(|| {
            invalid(
                py,
                format_args!(
                    "the heuristic returned {number}, expected a number from 0 to {}",
                    (1 << 20) - 1
                ),
            )
        })
    })
}

fn run(
    puzzle: &Puzzle,
    function: &Py<PyAny>,
    is_consistent: bool,
    control: &Control,
    failure: &Failure,
) -> SearchOutcome {
    let call = |board: &Board| match failure.is_set() {
        true => 0,
        false => failure.note(estimate(function, board)).unwrap_or(0),
    };
    let (size, policies) = (puzzle.size(), Policies::default());
    match is_consistent {
        true => search::a_star(puzzle, &consistent_from_fn(size, call), policies, control),
        false => search::a_star(puzzle, &from_fn(size, call), policies, control),
    }
}

/// Implements `Solver.a_star`.
#[expect(clippy::too_many_arguments, reason = "keyword arguments of Python")]
pub(crate) fn a_star(
    solver: &Solver,
    py: Python<'_>,
    board: &Bound<'_, PyAny>,
    heuristic: &Bound<'_, PyAny>,
    goal: Option<&Bound<'_, PyAny>>,
    trace: bool,
    consistent: bool,
    time_limit: Option<f64>,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<SearchResult> {
    if solver.options().is_set(MethodOption::Metric) {
        let hint = "a_star counts single moves; pushes are counted by solve";
        return Err(invalid(py, format_args!("a_star: not supported with metric multi\nhint: {hint}")));
    }
    let puzzle = input::puzzle(board, goal)?;
    let reporter = Reporter::new(progress)?;
    let mut events = Vec::new();
    let mut record = |event: &TraceEvent| events.push(PyTraceEvent::from(event));
    let recorder = if trace { Some(&mut record as &mut (dyn FnMut(&TraceEvent) + Send)) } else { None };
    match solve(solver, py, puzzle, heuristic, consistent, time_limit, &reporter, recorder) {
        Ok(solution) => {
            let stats = solution.stats();
            Ok(SearchResult { solution: Py::new(py, solution)?, stats, trace: events })
        }
        Err(error) => {
            // Freeing millions of boards takes longer than Ctrl-C may.
            std::thread::spawn(move || drop(events));
            Err(error)
        }
    }
}

/// Runs A* with a named heuristic or a function.
#[expect(clippy::too_many_arguments, reason = "the arguments of `a_star`, converted")]
fn solve(
    solver: &Solver,
    py: Python<'_>,
    puzzle: Puzzle,
    heuristic: &Bound<'_, PyAny>,
    consistent: bool,
    time_limit: Option<f64>,
    reporter: &Reporter,
    recorder: Option<&mut (dyn FnMut(&TraceEvent) + Send)>,
) -> PyResult<Solution> {
    let task = puzzle.task().map_err(|why| error::unsolvable(py, &why))?;
    if let Ok(name) = heuristic.cast::<PyString>() {
        let mut options = MethodOptions::of(Algorithm::AStar);
        let set = options.set(MethodOption::Heuristic, name.to_str()?);
        set.map_err(|error| invalid(py, format_args!("heuristic: {error}")))?;
        let solver = solver.with_options(options).map_err(|error| error::plan_error(py, &error))?;
        let outcome = supervised(py, reporter, time_limit, |control, _| {
            let control = match recorder {
                Some(recorder) => control.clone().on_trace(recorder),
                None => control.clone(),
            };
            solver.plan(&puzzle)?.run(&control)
        })?;
        let outcome = outcome.map_err(|error| error::solve_error(py, &error))?;
        return Solution::new(py, puzzle, outcome, false);
    }
    if !heuristic.is_callable() {
        return Err(wrong_type("a name or a function as heuristic", heuristic));
    }
    let function = heuristic.clone().unbind();
    let outcome = supervised(py, reporter, time_limit, |control, failure| {
        let control = control.clone().with_budget(control.budget().or(solver.budget()));
        let control = match recorder {
            Some(recorder) => control.on_trace(recorder),
            None => control,
        };
        run(&puzzle, &function, consistent, &control, failure)
    })?;
    let SearchOutcome { moves, lower_bound, stopped, stats } = outcome;
    let Some(moves) = moves else {
        return Err(match stopped {
            Some(reason) => error::stopped(py, reason, lower_bound),
            None => error::solve_error(py, &SolveError::Contradiction),
        });
    };
    let bound = if consistent { lower_bound } else { 0 };
    let verified = verify(&task, moves, Metric::Single, bound);
    let verified =
        verified.map_err(|error| invalid(py, format_args!("the heuristic is not consistent: {error}")))?;
    Ok(Solution::of(puzzle, verified, stats.into()))
}
