//! The classes `Solution` and `Stats`.

use crate::board::{PyBoard, slashes};
use crate::error;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use pyo3::prelude::*;
use taquin::control::StopReason;
use taquin::proof::Verified;
use taquin::solver::{Method, Outcome};
use taquin::{Board, Moves, Puzzle, Tile, Unsolvable};

/// Node counts, memory and time of a search.
#[pyclass(module = "taquin", frozen, get_all)]
#[derive(Clone, Debug)]
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
    fn __repr__(&self) -> String {
        let Stats { expanded, generated, elapsed, .. } = self;
        format!("<Stats expanded={expanded} generated={generated} elapsed={elapsed:.6}>")
    }
}

/// A solution that was replayed, with what is proved about its length.
///
/// >>> import taquin
/// >>> solution = taquin.solve("0 1 3/4 2 5/7 8 6")
/// >>> solution.length, solution.moves, solution.optimal
/// (4, 'LULU', True)
/// >>> [board.manhattan() for board in solution.boards()]
/// [4, 3, 2, 1, 0]
#[pyclass(module = "taquin", frozen)]
#[derive(Clone, Debug)]
pub(crate) struct Solution {
    puzzle: Puzzle,
    verified: Option<Verified>,
    unsolvable: Option<Unsolvable>,
    lower_bound: u32,
    stopped: Option<StopReason>,
    method: Option<Method>,
    stats: Stats,
}

impl Solution {
    /// Makes a solution of an outcome; an unsolvable puzzle raises unless it should be reported.
    pub(crate) fn new(py: Python<'_>, puzzle: Puzzle, outcome: Outcome, report: bool) -> PyResult<Solution> {
        let Outcome { solution, unsolvable, lower_bound, stopped, method, stats } = outcome;
        match (&unsolvable, &solution, stopped) {
            (Some(why), ..) if !report => return Err(error::unsolvable(py, why)),
            (None, None, Some(reason)) => return Err(error::stopped(py, reason, lower_bound)),
            _ => {}
        }
        let (verified, method, stats) = (solution, Some(method), stats.into());
        Ok(Solution { puzzle, verified, unsolvable, lower_bound, stopped, method, stats })
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
    /// The number of moves, in the metric of the solver; -1 for an unsolvable puzzle.
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
        self.unsolvable.as_ref().map(ToString::to_string)
    }

    /// Why the search stopped early, if it did.
    #[getter]
    fn stop_reason(&self) -> Option<String> {
        self.stopped.map(|reason| reason.to_string())
    }

    /// The method that was run, in words.
    #[getter]
    fn method(&self) -> Option<String> {
        self.method.as_ref().map(ToString::to_string)
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

    /// Returns the boards from the start to the goal, both included.
    fn boards(&self) -> Vec<PyBoard> {
        self.played().boards(self.start_board()).map(PyBoard).collect()
    }

    /// Returns an animated GIF.
    fn gif<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, pyo3::types::PyBytes>> {
        let gif = py.detach(|| taquin_draw::animation(self.start_board(), &self.played()));
        gif.map(|gif| pyo3::types::PyBytes::new(py, &gif)).map_err(|error| error::invalid(py, error))
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
                format!("<Solution of {start}: {} moves, {}>", verified.len(), verified.claim())
            }
            None => format!("<Solution of {start}: unsolvable>"),
        }
    }

    fn _repr_html_(&self) -> String {
        let claim = self.verified.as_ref().map_or_else(
            || "unsolvable".to_owned(),
            |verified| format!("{} moves, {}", verified.len(), verified.claim()),
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
