//! The classes `Solution` and `Stats`.

use crate::board::{PyBoard, slashes};
use crate::error;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use pyo3::prelude::*;
use pyo3::types::PyList;
use std::hash::{Hash, Hasher};
use taquin::display::{Bytes, Counted, Grouped};
use taquin::proof::{Verified, verify};
use taquin::solver::Outcome;
use taquin::{Board, Goal, Metric, Moves, Puzzle, Tile};

/// Node counts, memory and time of a search.
#[pyclass(module = "taquin", frozen, get_all, eq, hash)]
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Stats {
    /// Nodes expanded.
    expanded: u64,
    /// Nodes generated.
    generated: u64,
    /// The largest number of open nodes.
    max_queue: u64,
    /// The largest number of stored boards.
    max_states: u64,
    /// The peak memory in bytes of nodes, tables and queues.
    bytes: u64,
    /// Seconds.
    elapsed: f64,
}

/// Seconds are left out: floating-point numbers have no hash, and counts tell searches apart.
impl Hash for Stats {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let Stats { expanded, generated, max_queue, max_states, bytes, elapsed: _ } = *self;
        [expanded, generated, max_queue, max_states, bytes].hash(state);
    }
}

impl From<taquin::search::Stats> for Stats {
    fn from(stats: taquin::search::Stats) -> Stats {
        Stats {
            expanded: stats.expanded,
            generated: stats.generated,
            max_queue: stats.max_queue,
            max_states: stats.max_states,
            bytes: stats.bytes,
            elapsed: stats.elapsed.as_secs_f64(),
        }
    }
}

#[pymethods]
impl Stats {
    #[new]
    fn new(
        expanded: u64,
        generated: u64,
        max_queue: u64,
        max_states: u64,
        bytes: u64,
        elapsed: f64,
    ) -> Stats {
        Stats { expanded, generated, max_queue, max_states, bytes, elapsed }
    }

    fn __getnewargs__(&self) -> (u64, u64, u64, u64, u64, f64) {
        let Stats { expanded, generated, max_queue, max_states, bytes, elapsed } = *self;
        (expanded, generated, max_queue, max_states, bytes, elapsed)
    }

    fn __repr__(&self) -> String {
        let Stats { expanded, generated, elapsed, .. } = self;
        format!("<Stats expanded={expanded} generated={generated} elapsed={elapsed:.6}>")
    }
}

/// The most memory of the boards of a solution, and what a board takes beside its tiles.
const MOST_BYTES: u64 = 1 << 30;
const OBJECT_BYTES: u64 = 100;

/// The boards that are created between two checks whether the caller was interrupted: a few milliseconds.
const UNCHECKED: usize = 1 << 10;

/// A solution that was replayed, with what is proved about its length.
///
/// Solutions are equal if their boards, their moves and what is proved are; how they were found does not matter.
///
/// >>> import taquin
/// >>> solution = taquin.solve("0 1 3/4 2 5/7 8 6")
/// >>> solution.length, solution.moves, solution.optimal
/// (4, 'LULU', True)
/// >>> [board.manhattan() for board in solution.boards()]
/// [4, 3, 2, 1, 0]
#[pyclass(module = "taquin", frozen, eq, hash)]
#[derive(Clone, Debug)]
pub(crate) struct Solution {
    puzzle: Puzzle,
    verified: Option<Verified>,
    /// The argument, if the puzzle is unsolvable.
    unsolvable: Option<String>,
    lower_bound: u32,
    stopped: Option<String>,
    method: Option<String>,
    stats: Stats,
}

impl Solution {
    /// Returns what makes solutions equal.
    fn identity(&self) -> (&Puzzle, Option<(&Moves, Metric)>, u32) {
        let verified = self.verified.as_ref();
        (&self.puzzle, verified.map(|verified| (verified.moves(), verified.metric())), self.lower_bound)
    }
}

impl PartialEq for Solution {
    fn eq(&self, other: &Solution) -> bool {
        self.identity() == other.identity()
    }
}

impl Hash for Solution {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.identity().hash(state);
    }
}

/// What a solution is restored from in another process: the puzzle, the moves, their metric, the lower bound, the texts, and the
/// statistics.
type Parts<B, S> = (B, B, Option<String>, String, u32, [Option<String>; 3], S);

/// What `pickle` calls, and its argument.
type Reduced<'py> = (Bound<'py, PyAny>, (Parts<PyBoard, Stats>,));

impl Solution {
    /// Makes a solution of an outcome; an unsolvable puzzle raises unless it should be reported.
    pub(crate) fn new(py: Python<'_>, puzzle: Puzzle, outcome: Outcome, report: bool) -> PyResult<Solution> {
        let Outcome { solution, unsolvable, lower_bound, stopped, method, stats } = outcome;
        match (&unsolvable, &solution, stopped) {
            (Some(why), ..) if !report => return Err(error::unsolvable(py, why)),
            (None, None, Some(reason)) => return Err(error::stopped(py, reason, lower_bound)),
            _ => {}
        }
        Ok(Solution {
            puzzle,
            verified: solution,
            unsolvable: unsolvable.map(|why| why.to_string()),
            lower_bound,
            stopped: stopped.map(|reason| reason.to_string()),
            method: Some(method.to_string()),
            stats: stats.into(),
        })
    }

    pub(crate) fn of(puzzle: Puzzle, verified: Verified, stats: Stats) -> Solution {
        let lower_bound = verified.lower_bound();
        let verified = Some(verified);
        Solution { puzzle, verified, unsolvable: None, lower_bound, stopped: None, method: None, stats }
    }

    fn played(&self) -> Moves {
        self.verified.as_ref().map_or_else(Moves::new, |verified| verified.moves().clone())
    }

    fn start_board(&self) -> &Board {
        self.puzzle.start()
    }
}

#[pymethods]
impl Solution {
    /// The number of moves, in the metric of the solver; -1 for an unsolvable puzzle. With the metric "multi", a push of
    /// several tiles counts once, while `moves` has a letter for each of them.
    #[getter]
    fn length(&self) -> i64 {
        self.verified.as_ref().map_or(-1, |verified| verified.len() as i64)
    }

    /// The letters of the tiles' directions.
    #[getter]
    fn moves(&self) -> String {
        self.played().to_string()
    }

    /// The numbers of the tiles that move, in order.
    #[getter]
    fn tiles(&self) -> Vec<u16> {
        self.played().tiles(self.start_board()).map(Tile::number).collect()
    }

    /// No solution is shorter than this.
    #[getter]
    fn lower_bound(&self) -> u32 {
        self.lower_bound
    }

    /// Whether the solution is proved optimal.
    #[getter]
    fn optimal(&self) -> bool {
        self.verified.as_ref().is_some_and(Verified::is_optimal)
    }

    /// What is proved about the length, in words.
    #[getter]
    fn claim(&self) -> Option<String> {
        self.verified.as_ref().map(|verified| verified.claim().to_string())
    }

    /// Why the puzzle is unsolvable, if it is.
    #[getter]
    fn unsolvable(&self) -> Option<String> {
        self.unsolvable.clone()
    }

    /// Why the search stopped early, if it did.
    #[getter]
    fn stop_reason(&self) -> Option<String> {
        self.stopped.clone()
    }

    /// The method that was run, in words.
    #[getter]
    fn method(&self) -> Option<String> {
        self.method.clone()
    }

    /// Node counts, memory and time.
    #[getter]
    pub(crate) fn stats(&self) -> Stats {
        self.stats.clone()
    }

    /// The board to start from.
    #[getter]
    fn start(&self) -> PyBoard {
        PyBoard(self.start_board().clone())
    }

    /// The goal.
    #[getter]
    fn goal(&self) -> PyBoard {
        PyBoard(self.puzzle.goal().board().clone())
    }

    /// Returns the boards from the start to the goal, both included. More than a gibibyte of boards is refused: a solution of
    /// a large board can have a million moves.
    fn boards<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let moves = self.played();
        let count = moves.as_slice().len() as u64 + 1;
        let bytes = count * (OBJECT_BYTES + 2 * self.puzzle.size().cells() as u64);
        if bytes > MOST_BYTES {
            let message = format!(
                "{} boards take {}, the limit is {}\nhint: play the letters of `moves` one by one with `Board.slide`",
                Grouped(count),
                Bytes(bytes),
                Bytes(MOST_BYTES)
            );
            return Err(error::invalid(py, message));
        }
        let boards = PyList::empty(py);
        for (index, board) in moves.boards(self.start_board()).enumerate() {
            if index % UNCHECKED == 0 {
                py.check_signals()?;
            }
            boards.append(PyBoard(board))?;
        }
        Ok(boards)
    }

    /// Returns an animated GIF. Solutions of more than 2000 moves are refused.
    fn gif<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, pyo3::types::PyBytes>> {
        let gif = py.detach(|| taquin_draw::animation(self.start_board(), &self.played()));
        gif.map(|gif| pyo3::types::PyBytes::new(py, &gif)).map_err(|error| error::invalid(py, error))
    }

    /// Replays the moves of a pickled solution.
    #[staticmethod]
    fn _restore(py: Python<'_>, parts: &Bound<'_, PyAny>) -> PyResult<Solution> {
        let (start, goal, moves, metric, lower_bound, texts, numbers): Parts<
            Bound<'_, PyBoard>,
            Bound<'_, Stats>,
        > = parts.extract()?;
        let goal = Goal::from(goal.get().0.clone());
        let puzzle = Puzzle::new(start.get().0.clone(), goal).map_err(|error| error::invalid(py, error))?;
        let replay = |moves: String| {
            let task = puzzle.task().map_err(|why| error::unsolvable(py, &why))?;
            let moves: Moves = moves.parse().map_err(|error| error::invalid(py, error))?;
            let metric: Metric = metric.parse().map_err(|error| error::invalid(py, error))?;
            verify(&task, moves, metric, lower_bound).map_err(|error| error::invalid(py, error))
        };
        let verified = moves.map(replay).transpose()?;
        let [unsolvable, stopped, method] = texts;
        let stats = numbers.get().clone();
        Ok(Solution { puzzle, verified, unsolvable, lower_bound, stopped, method, stats })
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        let restore = py.get_type::<Solution>().getattr("_restore")?;
        let metric = self.verified.as_ref().map_or(Metric::Single, Verified::metric);
        let texts = [self.unsolvable.clone(), self.stopped.clone(), self.method.clone()];
        let moves = self.verified.as_ref().map(|verified| verified.moves().to_string());
        let (start, goal) = (self.start(), self.goal());
        Ok((restore, ((start, goal, moves, metric.to_string(), self.lower_bound, texts, self.stats()),)))
    }

    fn __len__(&self) -> usize {
        self.verified.as_ref().map_or(0, Verified::len)
    }

    fn __bool__(&self) -> bool {
        self.verified.is_some()
    }

    fn __str__(&self) -> String {
        self.moves()
    }

    fn __repr__(&self) -> String {
        let start = slashes(self.start_board());
        match &self.verified {
            Some(verified) => {
                format!("<Solution of {start}: {}, {}>", moves(verified), verified.claim())
            }
            None => format!("<Solution of {start}: unsolvable>"),
        }
    }

    fn _repr_html_(&self) -> String {
        let claim = self.verified.as_ref().map_or_else(
            || "unsolvable".to_owned(),
            |verified| format!("{}, {}", moves(verified), verified.claim()),
        );
        let picture = match taquin_draw::animation(self.start_board(), &self.played()) {
            Ok(gif) => {
                format!("<img alt=\"the solution\" src=\"data:image/gif;base64,{}\">", STANDARD.encode(gif))
            }
            // Too long to be animated.
            Err(_) => taquin_draw::board(self.start_board()).svg(),
        };
        format!("<figure>{picture}<figcaption>{claim}</figcaption></figure>")
    }
}

fn moves(verified: &Verified) -> Counted<'static> {
    Counted(verified.len() as u64, "move")
}
