//! The class `Journal`: what a long search has done, in a file.

use crate::board::PyBoard;
use crate::error::{invalid, journal_error, unsolvable};
use crate::input;
use pyo3::prelude::*;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use taquin::Puzzle;
use taquin::solver::{IterationProgress, Journal};

/// How much of an unfinished iteration of a long search is done.
#[pyclass(module = "taquin", frozen, get_all)]
#[derive(Clone, Debug)]
pub(crate) struct Iteration {
    /// The f-limit: the length of the solutions that the iteration can find.
    bound: u32,
    /// The parts that the journal is for.
    parts: u32,
    /// The parts that are done.
    done: u32,
    /// The nodes expanded in them.
    expanded: u64,
    /// The seconds that they took, one after the other.
    seconds: f64,
}

impl From<IterationProgress> for Iteration {
    fn from(progress: IterationProgress) -> Iteration {
        let IterationProgress { bound, parts, done, expanded, seconds, .. } = progress;
        Iteration { bound, parts, done, expanded, seconds }
    }
}

#[pymethods]
impl Iteration {
    fn __repr__(&self) -> String {
        let Iteration { bound, parts, done, expanded, seconds } = self;
        format!("<Iteration bound={bound} done={done}/{parts} expanded={expanded} seconds={seconds:.3}>")
    }
}

/// The journal of a long search on a board of 17 to 25 cells, which `taquin solve --resume` reads and writes, too.
///
/// With a board, the file is created if it does not exist; without one, it must exist. Only one process can have it open, until
/// it is closed: `with` does that.
///
/// >>> import taquin, tempfile
/// >>> folder = tempfile.TemporaryDirectory()
/// >>> board = "1 2 3 4 5 6/7 8 9 10 11 12/13 0 14 15 16 17"
/// >>> with taquin.Journal(folder.name + "/search.jsonl", board) as journal:
/// ...     solution = taquin.Solver(threads=1).advance(journal)
/// ...     solution.moves, solution.optimal
/// ('LLLL', True)
/// >>> folder.cleanup()
#[pyclass(module = "taquin", name = "Journal", frozen)]
#[derive(Debug)]
pub(crate) struct PyJournal {
    journal: Mutex<Option<Arc<Journal>>>,
    path: PathBuf,
}

impl PyJournal {
    /// Returns the journal, unless it was closed.
    pub(crate) fn open(&self, py: Python<'_>) -> PyResult<Arc<Journal>> {
        let journal = self.journal.lock().unwrap_or_else(PoisonError::into_inner).clone();
        journal.ok_or_else(|| invalid(py, format_args!("{}: the journal is closed", self.path.display())))
    }
}

/// Expands `~` in a path.
pub(crate) fn path(value: &Bound<'_, PyAny>) -> PyResult<PathBuf> {
    value.py().import("os.path")?.call_method1("expanduser", (value,))?.extract()
}

#[pymethods]
impl PyJournal {
    #[new]
    #[pyo3(signature = (path, board = None, goal = None))]
    fn new(
        path: &Bound<'_, PyAny>,
        board: Option<&Bound<'_, PyAny>>,
        goal: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<PyJournal> {
        let py = path.py();
        let path = self::path(path)?;
        let puzzle = board.map(|board| input::puzzle(board, goal)).transpose()?;
        if let Some(Err(why)) = puzzle.as_ref().map(Puzzle::task) {
            return Err(unsolvable(py, &why));
        }
        let opened = py.detach(|| match &puzzle {
            Some(puzzle) => Journal::open(&path, puzzle),
            None => Journal::read(&path),
        });
        let journal = opened.map_err(|error| journal_error(py, &error))?;
        Ok(PyJournal { journal: Mutex::new(Some(Arc::new(journal))), path })
    }

    /// The file.
    #[getter]
    fn path(&self) -> PathBuf {
        self.path.clone()
    }

    /// The board to start from.
    #[getter]
    fn start(&self, py: Python<'_>) -> PyResult<PyBoard> {
        Ok(PyBoard(self.open(py)?.puzzle().start().clone()))
    }

    /// The goal.
    #[getter]
    fn goal(&self, py: Python<'_>) -> PyResult<PyBoard> {
        Ok(PyBoard(self.open(py)?.puzzle().goal().board().clone()))
    }

    /// No solution is shorter than this.
    #[getter]
    fn lower_bound(&self, py: Python<'_>) -> PyResult<u32> {
        Ok(self.open(py)?.lower_bound())
    }

    /// The parts of the unfinished iteration that this journal is for and that are not done, or None without an iteration.
    #[getter]
    fn open_parts(&self, py: Python<'_>) -> PyResult<Option<Vec<u32>>> {
        Ok(self.open(py)?.open_parts())
    }

    /// How much of the unfinished iteration is done, or None without one.
    #[getter]
    fn iteration(&self, py: Python<'_>) -> PyResult<Option<Iteration>> {
        Ok(self.open(py)?.iteration().map(Iteration::from))
    }

    /// The moves of the best solution, or None.
    #[getter]
    fn incumbent(&self, py: Python<'_>) -> PyResult<Option<String>> {
        Ok(self.open(py)?.incumbent().map(|moves| moves.to_string()))
    }

    /// Whether the best solution is proved optimal.
    #[getter]
    fn is_solved(&self, py: Python<'_>) -> PyResult<bool> {
        Ok(self.open(py)?.is_solved())
    }

    /// Returns the text of a journal that is restricted to some open parts: the work of one of many processes.
    fn assignment(&self, py: Python<'_>, parts: Vec<u32>) -> PyResult<String> {
        let journal = self.open(py)?;
        let parts = assignable(py, &journal, parts)?;
        journal.assignment(&parts).map_err(|error| journal_error(py, &error))
    }

    /// Returns the text of a journal that is restricted to some pieces of one open part, which is divided into `of` pieces. The part
    /// is done once the results of all its pieces are merged.
    fn piece_assignment(&self, py: Python<'_>, part: u32, of: u32, mut pieces: Vec<u32>) -> PyResult<String> {
        let journal = self.open(py)?;
        assignable(py, &journal, vec![part])?;
        pieces.sort_unstable();
        pieces.dedup();
        journal.piece_assignment(part, of, &pieces).map_err(|error| journal_error(py, &error))
    }

    /// The pieces that are not done of a part that is divided into `of` pieces.
    fn open_pieces(&self, py: Python<'_>, part: u32, of: u32) -> PyResult<Vec<u32>> {
        Ok(self.open(py)?.open_pieces(part, of))
    }

    /// The parts of which some pieces are done and others are not, each with the number of its pieces.
    #[getter]
    fn divided_parts(&self, py: Python<'_>) -> PyResult<Vec<(u32, u32)>> {
        Ok(self.open(py)?.divided_parts())
    }

    /// Writes a journal that is restricted to some open parts to a new file, which `taquin solve --part` and `Solver.run_parts` accept.
    fn assign(&self, path: &Bound<'_, PyAny>, parts: Vec<u32>) -> PyResult<()> {
        let py = path.py();
        let journal = self.open(py)?;
        let parts = assignable(py, &journal, parts)?;
        let path = self::path(path)?;
        py.detach(|| journal.assign(&path, &parts)).map_err(|error| journal_error(py, &error))
    }

    /// Adds the parts and pieces that another journal of the same iteration has done; returns how many were new. They are on disk
    /// then.
    fn merge(&self, py: Python<'_>, other: &PyJournal) -> PyResult<u32> {
        let (journal, other) = (self.open(py)?, other.open(py)?);
        if Arc::ptr_eq(&journal, &other) {
            return Ok(0);
        }
        py.detach(|| journal.merge(&other)).map_err(|error| journal_error(py, &error))
    }

    /// Closes the file, so that other processes can open it.
    fn close(&self) {
        self.journal.lock().unwrap_or_else(PoisonError::into_inner).take();
    }

    fn __enter__(slf: Py<PyJournal>) -> Py<PyJournal> {
        slf
    }

    #[pyo3(signature = (*_args))]
    fn __exit__(&self, _args: &Bound<'_, pyo3::types::PyTuple>) {
        self.close();
    }

    fn __str__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(self.open(py)?.to_string())
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        let state = self.open(py).map_or_else(|_| "closed".to_owned(), |journal| journal.to_string());
        format!("<Journal {}: {state}>", self.path.display())
    }
}

/// Sorts parts, and checks that they are open.
fn assignable(py: Python<'_>, journal: &Journal, mut parts: Vec<u32>) -> PyResult<Vec<u32>> {
    let open = journal.open_parts().unwrap_or_default();
    parts.sort_unstable();
    parts.dedup();
    match parts.iter().find(|part| open.binary_search(part).is_err()) {
        Some(part) => Err(invalid(py, format_args!("part {part} is not an open part of this journal"))),
        None => Ok(parts),
    }
}
