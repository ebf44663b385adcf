//! The class `Solver`, and `solve`.

use crate::a_star::{self, SearchResult};
use crate::batch;
use crate::error::{self, invalid};
use crate::input;
use crate::journal::{self, PyJournal};
use crate::solution::Solution;
use crate::supervision::{Reporter, duration, supervised};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use std::ops::ControlFlow;
use std::time::Instant;
use taquin::Gap;
use taquin::control::{Control, StopReason};
use taquin::display::Bytes;
use taquin::solver::{Journal, MethodOption, Solver};

/// Solves puzzles. It owns tables, threads and limits, and can be shared by threads; it gets faster by use.
///
/// Options that are not given are chosen for each puzzle.
///
/// - `threads`: the threads that search and build tables; by default all of the machine.
/// - `tables`: a folder in which large tables are stored, and from which other processes read them.
/// - `memory`: the limit of nodes and tables, as in "2 GiB" or a number of bytes.
/// - `time_limit`, in seconds, and `node_limit`: limits of the search for each board, also in a batch. A `time_limit` of a call
///   replaces that of the solver; in a batch it is for all boards together. `math.inf` sets no limit, as None does.
/// - `gap`: accepts a solution that is at most this many percent longer than a proved lower bound. 5 or "5%" is five percent,
///   0.05 is a twentieth of a percent, and 0 searches until the solution is optimal.
/// - `expected_boards`: how many boards will be solved, which determines how large a table pays.
/// - `algorithm`, `heuristic`, `weight`, `duplicates`, `ties`, `goal_test`, `order`, `beam_width`: the method, as in `taquin solve`.
/// - `metric`: "single" counts every tile that moves by one cell; "multi" counts a push of several tiles in one line once.
///
/// >>> from taquin import Solver
/// >>> solver = Solver(threads=1, algorithm="idastar", heuristic="linear-conflict")
/// >>> solver.solve("2 5 1 3/9 6 12 4/10 14 8 7/13 0 11 15").length
/// 22
#[pyclass(module = "taquin", name = "Solver", frozen)]
#[derive(Debug)]
pub(crate) struct PySolver {
    pub(crate) solver: Solver,
    /// The arguments, for copies in other processes.
    arguments: Py<PyDict>,
}

/// Reads whether unsolvable boards raise or are reported.
pub(crate) fn is_reported(py: Python<'_>, on_unsolvable: &str) -> PyResult<bool> {
    match on_unsolvable {
        "raise" => Ok(false),
        "report" => Ok(true),
        other => {
            Err(invalid(py, format_args!("on_unsolvable: expected \"raise\" or \"report\", not {other:?}")))
        }
    }
}

/// Reads bytes: `"2 GiB"`, or a number.
fn bytes(value: &Bound<'_, PyAny>) -> PyResult<u64> {
    match value.extract::<u64>() {
        Ok(bytes) => Ok(bytes),
        Err(_) => {
            let text = value.str()?;
            let read = text.to_str()?.parse::<Bytes>();
            read.map(|Bytes(bytes)| bytes)
                .map_err(|error| invalid(value.py(), format_args!("memory: {error}")))
        }
    }
}

fn build(arguments: &Bound<'_, PyDict>) -> PyResult<Solver> {
    let py = arguments.py();
    let mut builder = Solver::builder();
    for (name, value) in arguments.iter() {
        let name: String = name.extract()?;
        let text = value.str()?;
        let text = text.to_str()?;
        builder = match name.as_str() {
            "threads" => match value.extract::<usize>() {
                Ok(threads @ 1..=1024) => builder.threads(threads),
                _ => return Err(invalid(py, format_args!("threads: expected 1 to 1024, not {text}"))),
            },
            "tables" => builder.table_dir(journal::path(&value)?),
            "memory" => builder.memory_limit(bytes(&value)?),
            "time_limit" => match duration(py, &name, value.extract()?)? {
                Some(limit) => builder.time_limit(limit),
                None => builder,
            },
            "node_limit" => builder.node_limit(input::natural(py, &name, value.extract()?)?),
            "expected_boards" => builder.expected_boards(input::natural(py, &name, value.extract()?)?),
            "gap" => {
                builder.gap(text.parse::<Gap>().map_err(|error| invalid(py, format_args!("gap: {error}")))?)
            }
            name => {
                let option: MethodOption =
                    name.replace('_', "-").parse().map_err(|error| invalid(py, error))?;
                let set = builder.option(option, text);
                set.map_err(|error| invalid(py, format_args!("{name}: {error}")))?
            }
        };
    }
    builder.build().map_err(|error| error::plan_error(py, &error))
}

#[pymethods]
impl PySolver {
    #[new]
    #[pyo3(signature = (*, threads = None, tables = None, memory = None, time_limit = None, node_limit = None, gap = None,
        expected_boards = None, algorithm = None, heuristic = None, weight = None, duplicates = None, ties = None,
        goal_test = None, order = None, metric = None, beam_width = None))]
    #[expect(clippy::too_many_arguments, reason = "keyword arguments of Python")]
    fn new(
        py: Python<'_>,
        threads: Option<Bound<'_, PyAny>>,
        tables: Option<Bound<'_, PyAny>>,
        memory: Option<Bound<'_, PyAny>>,
        time_limit: Option<Bound<'_, PyAny>>,
        node_limit: Option<Bound<'_, PyAny>>,
        gap: Option<Bound<'_, PyAny>>,
        expected_boards: Option<Bound<'_, PyAny>>,
        algorithm: Option<Bound<'_, PyAny>>,
        heuristic: Option<Bound<'_, PyAny>>,
        weight: Option<Bound<'_, PyAny>>,
        duplicates: Option<Bound<'_, PyAny>>,
        ties: Option<Bound<'_, PyAny>>,
        goal_test: Option<Bound<'_, PyAny>>,
        order: Option<Bound<'_, PyAny>>,
        metric: Option<Bound<'_, PyAny>>,
        beam_width: Option<Bound<'_, PyAny>>,
    ) -> PyResult<PySolver> {
        let given = [
            ("threads", threads),
            ("tables", tables),
            ("memory", memory),
            ("time_limit", time_limit),
            ("node_limit", node_limit),
            ("gap", gap),
            ("expected_boards", expected_boards),
            ("algorithm", algorithm),
            ("heuristic", heuristic),
            ("weight", weight),
            ("duplicates", duplicates),
            ("ties", ties),
            ("goal_test", goal_test),
            ("order", order),
            ("metric", metric),
            ("beam_width", beam_width),
        ];
        let arguments = PyDict::new(py);
        for (name, value) in given {
            if let Some(value) = value {
                arguments.set_item(name, value)?;
            }
        }
        Ok(PySolver { solver: build(&arguments)?, arguments: arguments.unbind() })
    }

    /// Solves a puzzle: optimally up to 16 cells, as well as the time limit allows beyond.
    ///
    /// `progress` is a callable that receives a `Progress`, or True for a status line. An unsolvable puzzle raises
    /// `Unsolvable`, or is returned with a length of -1 if `on_unsolvable` is "report".
    ///
    /// `journal` is a file in which a search on 17 to 25 cells records what is done, and from which it continues: with `gap=0`
    /// as an option of the solver, until the solution is optimal. `taquin solve --resume` reads and writes the same file.
    ///
    /// >>> from taquin import Solver
    /// >>> Solver().solve("1 2 3/4 5 6/8 7 0", on_unsolvable="report").length
    /// -1
    #[pyo3(signature = (board, goal = None, *, time_limit = None, progress = None, on_unsolvable = "raise", journal = None))]
    #[expect(clippy::too_many_arguments, reason = "keyword arguments of Python")]
    fn solve(
        &self,
        py: Python<'_>,
        board: &Bound<'_, PyAny>,
        goal: Option<&Bound<'_, PyAny>>,
        time_limit: Option<f64>,
        progress: Option<&Bound<'_, PyAny>>,
        on_unsolvable: &str,
        journal: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Solution> {
        let report = is_reported(py, on_unsolvable)?;
        let puzzle = input::puzzle(board, goal)?;
        let reporter = Reporter::new(progress)?;
        // An unsolvable puzzle needs no journal.
        let journal = journal.filter(|_| puzzle.task().is_ok()).map(journal::path).transpose()?;
        let journal = journal.map(|path| Journal::open(&path, &puzzle)).transpose();
        let journal = journal.map_err(|error| error::journal_error(py, &error))?;
        let solved = supervised(py, &reporter, time_limit, |control, _| {
            let plan = self.solver.plan(&puzzle)?;
            match &journal {
                Some(journal) => plan.run_with_journal(journal, control),
                None => plan.run(control),
            }
        });
        let outcome = solved?.map_err(|error| error::solve_error(py, &error))?;
        Solution::new(py, puzzle, outcome, report)
    }

    /// Continues the search of a journal until it is solved, or until an iteration begins that is worth distributing: then
    /// returns None, and `journal.open_parts` are the parts that can be assigned to other processes.
    ///
    /// A limit that is reached before raises `Stopped`; the next call continues.
    #[pyo3(signature = (journal, *, time_limit = None, progress = None))]
    fn advance(
        &self,
        py: Python<'_>,
        journal: &PyJournal,
        time_limit: Option<f64>,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Option<Solution>> {
        let journal = journal.open(py)?;
        let puzzle = journal.puzzle().clone();
        let advanced = supervised(py, &Reporter::new(progress)?, time_limit, |control, _| {
            // Only a proof ends the search.
            let control = control.clone().gap(Gap::ZERO);
            self.solver.plan(&puzzle)?.run_until_divided(&journal, &control)
        })?;
        let outcome = advanced.map_err(|error| error::solve_error(py, &error))?;
        match outcome.stopped {
            // Nothing but the journal has stopped it: an exception was raised above.
            Some(StopReason::Cancelled) => Ok(None),
            Some(reason) => Err(error::stopped(py, reason, outcome.lower_bound)),
            None => Solution::new(py, puzzle, outcome, false).map(Some),
        }
    }

    /// Searches the open parts of a journal on the threads of the solver, and records their results in it; returns how many were
    /// done. A solution, which is `journal.incumbent`, ends the call.
    ///
    /// `patience` is a number of seconds after which no other part begins. A time limit stops in the midst of a part, which is
    /// then searched again from its beginning.
    #[pyo3(signature = (journal, *, patience = None, time_limit = None, progress = None))]
    fn run_parts(
        &self,
        py: Python<'_>,
        journal: &PyJournal,
        patience: Option<f64>,
        time_limit: Option<f64>,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<usize> {
        let journal = journal.open(py)?;
        let open = || journal.open_parts().map_or(0, |parts| parts.len());
        let before = open();
        let patience = patience.map_or(Ok(None), |seconds| duration(py, "patience", seconds))?;
        let searched = supervised(py, &Reporter::new(progress)?, time_limit, |control, _| {
            let began = Instant::now();
            let is_over = || patience.is_some_and(|patience| began.elapsed() >= patience);
            self.solver.plan(journal.puzzle())?.run_parts_until(&journal, control, &is_over)
        })?;
        searched.map_err(|error| error::solve_error(py, &error))?;
        Ok(before.saturating_sub(open()))
    }

    /// Returns the first move of the best solution found within the limits, as a letter; None at the goal.
    #[pyo3(signature = (board, goal = None, *, time_limit = None))]
    fn hint(
        &self,
        py: Python<'_>,
        board: &Bound<'_, PyAny>,
        goal: Option<&Bound<'_, PyAny>>,
        time_limit: Option<f64>,
    ) -> PyResult<Option<char>> {
        let puzzle = input::puzzle(board, goal)?;
        let solved = supervised(py, &Reporter::new(None)?, time_limit, |control, _| {
            self.solver.plan(&puzzle)?.run(control)?.into_solution()
        })?;
        let solution = solved.map_err(|error| error::solve_error(py, &error))?;
        Ok(solution.moves().iter().next().map(taquin::Direction::letter))
    }

    /// Returns a lower bound on the length of every solution, without a search.
    #[pyo3(signature = (board, goal = None))]
    fn lower_bound(
        &self,
        py: Python<'_>,
        board: &Bound<'_, PyAny>,
        goal: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<u32> {
        let puzzle = input::puzzle(board, goal)?;
        Ok(py.detach(|| self.solver.lower_bound(&puzzle)))
    }

    /// Returns how the puzzle would be solved, in words.
    #[pyo3(signature = (board, goal = None))]
    fn plan(
        &self,
        py: Python<'_>,
        board: &Bound<'_, PyAny>,
        goal: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<String> {
        let puzzle = input::puzzle(board, goal)?;
        let plan = self.solver.plan(&puzzle).map(|plan| plan.to_string());
        plan.map_err(|error| error::plan_error(py, &error))
    }

    /// Returns the moves of all optimal solutions, or of the first `most`.
    ///
    /// >>> from taquin import Solver
    /// >>> Solver().all_shortest("4 3 2/1 0 5/6 7 8", goal="blank-first")  # doctest: +ELLIPSIS
    /// ['...', '...']
    #[pyo3(signature = (board, goal = None, *, most = None, time_limit = None))]
    fn all_shortest(
        &self,
        py: Python<'_>,
        board: &Bound<'_, PyAny>,
        goal: Option<&Bound<'_, PyAny>>,
        most: Option<i128>,
        time_limit: Option<f64>,
    ) -> PyResult<Vec<String>> {
        let puzzle = input::puzzle(board, goal)?;
        let most = most.map_or(Ok(usize::MAX), |most| input::natural(py, "most", most))?;
        let mut found = Vec::new();
        if most == 0 {
            return Ok(found);
        }
        let mut list = |control: &Control| {
            self.solver.all_shortest(&puzzle, control, |solution| {
                found.push(solution.moves().to_string());
                if found.len() < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            })
        };
        let all = supervised(py, &Reporter::new(None)?, time_limit, |control, _| list(control))?;
        let all = all.map_err(|error| error::solve_error(py, &error))?;
        if let Some(why) = &all.first.unsolvable {
            return Err(error::unsolvable(py, why));
        }
        match all.stopped.filter(|_| found.len() < most) {
            Some(reason) => Err(error::stopped(py, reason, all.first.lower_bound)),
            None => Ok(found),
        }
    }

    /// Returns the optimal solution length of every board: labels.
    ///
    /// The boards are an array of integers of shape (n, cells) or (n, rows, cols), or a list of boards. The lengths are uint8
    /// up to 25 cells, uint16 beyond. Unsolvable boards raise `Unsolvable`; if `on_unsolvable` is "report", the lengths are
    /// int16, and theirs is -1. If the time limit is reached before every length is proved, `Stopped` is raised.
    ///
    /// The goal is that of the texts if they have one, and it must be the same for all boards, unless `goal` is given.
    ///
    /// Boards of up to nine cells are looked up in a table of all boards, whatever algorithm the solver has. On larger ones a
    /// solution that is not proved optimal raises `InvalidInput`.
    ///
    /// >>> from taquin import Solver
    /// >>> Solver().distances([[0, 1, 3, 4, 2, 5, 7, 8, 6], [1, 2, 3, 4, 5, 6, 7, 8, 0]])
    /// array([4, 0], dtype=uint8)
    #[pyo3(signature = (boards, goal = None, *, size = None, time_limit = None, progress = None, on_unsolvable = "raise"))]
    #[expect(clippy::too_many_arguments, reason = "keyword arguments of Python")]
    fn distances<'py>(
        &self,
        py: Python<'py>,
        boards: &Bound<'py, PyAny>,
        goal: Option<&Bound<'py, PyAny>>,
        size: Option<&Bound<'py, PyAny>>,
        time_limit: Option<f64>,
        progress: Option<&Bound<'py, PyAny>>,
        on_unsolvable: &str,
    ) -> PyResult<Bound<'py, PyAny>> {
        batch::distances(&self.solver, py, boards, goal, size, time_limit, progress, on_unsolvable)
    }

    /// Solves many boards on all threads of the solver; returns an int32 array of lengths and a list of moves.
    ///
    /// With `optimal`, only solutions that are proved optimal are accepted, however long that takes, also beyond 16 cells; an
    /// algorithm that does not find them, such as "greedy", is refused.
    ///
    /// Unsolvable boards have length -1 and no moves, unless `on_unsolvable` is "raise". A board whose search stopped at a limit
    /// without a solution has length -2. `time_limit` is for all boards together: those that have no solution when it is reached
    /// have length -2.
    ///
    /// The goal is that of the texts if they have one, and it must be the same for all boards, unless `goal` is given.
    ///
    /// >>> from taquin import Solver
    /// >>> Solver().solve_many(["0 1 3/4 2 5/7 8 6", "1 2 3/4 5 6/8 7 0"])
    /// (array([ 4, -1], dtype=int32), ['LULU', None])
    #[pyo3(signature = (boards, goal = None, *, size = None, optimal = false, time_limit = None, progress = None, on_unsolvable = "report"))]
    #[expect(clippy::too_many_arguments, reason = "keyword arguments of Python")]
    fn solve_many<'py>(
        &self,
        py: Python<'py>,
        boards: &Bound<'py, PyAny>,
        goal: Option<&Bound<'py, PyAny>>,
        size: Option<&Bound<'py, PyAny>>,
        optimal: bool,
        time_limit: Option<f64>,
        progress: Option<&Bound<'py, PyAny>>,
        on_unsolvable: &str,
    ) -> PyResult<batch::Solved<'py>> {
        batch::solve_many(&self.solver, py, boards, goal, size, optimal, time_limit, progress, on_unsolvable)
    }

    /// Runs A*, with the name of a heuristic or a function from a `Board` to an integer.
    ///
    /// A function takes about a microsecond for each node, and what Python needs: a named heuristic is a hundred times faster.
    /// The solution is reported as optimal only if its length equals a lower bound; `consistent=True` promises that the
    /// function is 0 at the goal and changes by at most one with every move. `trace=True` records the steps. A solver with the
    /// metric "multi" is refused.
    ///
    /// >>> from taquin import Solver
    /// >>> result = Solver().a_star("0 1 3/4 2 5/7 8 6", lambda board: board.manhattan(), trace=True)
    /// >>> result.solution.moves, result.stats.expanded
    /// ('LULU', 4)
    /// >>> result.trace[0]
    /// <TraceEvent expand 0 1 3/4 2 5/7 8 6 g=0 h=4>
    #[pyo3(signature = (board, heuristic, goal = None, *, trace = false, consistent = false, time_limit = None, progress = None))]
    #[expect(clippy::too_many_arguments, reason = "keyword arguments of Python")]
    fn a_star(
        &self,
        py: Python<'_>,
        board: &Bound<'_, PyAny>,
        heuristic: &Bound<'_, PyAny>,
        goal: Option<&Bound<'_, PyAny>>,
        trace: bool,
        consistent: bool,
        time_limit: Option<f64>,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<SearchResult> {
        a_star::a_star(&self.solver, py, board, heuristic, goal, trace, consistent, time_limit, progress)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let arguments = self.arguments.bind(py).iter();
        let given: PyResult<Vec<String>> =
            arguments.map(|(name, value)| Ok(format!("{name}={}", value.repr()?))).collect();
        Ok(format!("Solver({})", given?.join(", ")))
    }

    fn __getnewargs_ex__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyTuple>, Bound<'py, PyDict>) {
        (PyTuple::empty(py), self.arguments.bind(py).clone())
    }
}

/// Solves one puzzle optimally, or as well as ten seconds allow if it has more than 16 cells. To solve several, keep a
/// `Solver`.
///
/// >>> import taquin
/// >>> taquin.solve("0 1 3/4 2 5/7 8 6").moves
/// 'LULU'
/// >>> taquin.solve([[1, 2, 3], [4, 5, 6], [8, 7, 0]])
/// Traceback (most recent call last):
///     ...
/// taquin.errors.Unsolvable: unsolvable: the start has 1 inversion (odd), the goal has 0 inversions (even), and no move changes the parity
#[pyfunction]
#[pyo3(signature = (board, goal = None, *, time_limit = None, progress = None, on_unsolvable = "raise"))]
pub(crate) fn solve(
    py: Python<'_>,
    board: &Bound<'_, PyAny>,
    goal: Option<&Bound<'_, PyAny>>,
    time_limit: Option<f64>,
    progress: Option<&Bound<'_, PyAny>>,
    on_unsolvable: &str,
) -> PyResult<Solution> {
    let solver = PySolver { solver: Solver::new(), arguments: PyDict::new(py).unbind() };
    solver.solve(py, board, goal, time_limit, progress, on_unsolvable, None)
}
