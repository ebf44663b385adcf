//! The class `Game`.

use crate::board::PyBoard;
use crate::error::{self, invalid};
use crate::input;
use crate::solver::PySolver;
use crate::supervision::{Reporter, supervised};
use pyo3::prelude::*;
use std::sync::{Mutex, MutexGuard, PoisonError};
use taquin::display::Counted;
use taquin::solver::{Bounds, Game, Solver};
use taquin::{Direction, Tile};

/// A game: a board that a player moves to its goal, with undo, redo and hints.
///
/// >>> from taquin import Game
/// >>> game = Game("0 1 3/4 2 5/7 8 6")
/// >>> while (letter := game.hint()) is not None:
/// ...     _ = game.play(letter)
/// >>> game.is_solved, game.moves
/// (True, 'LULU')
/// >>> game.undo(), game.remaining()
/// ('U', (1, 1))
#[pyclass(module = "taquin", name = "Game", frozen)]
#[derive(Debug)]
pub(crate) struct PyGame(Mutex<Game>);

impl PyGame {
    fn game(&self) -> MutexGuard<'_, Game> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns what is known about the remaining moves; Ctrl-C stops the search for it.
    fn bounds(&self, py: Python<'_>) -> PyResult<Bounds> {
        let found =
            supervised(py, &Reporter::new(None)?, None, |control, _| self.game().remaining_within(control))?;
        found.map_err(|error| error::solve_error(py, &error))
    }
}

#[pymethods]
impl PyGame {
    #[new]
    #[pyo3(signature = (board, goal = None, *, solver = None))]
    fn new(
        board: &Bound<'_, PyAny>,
        goal: Option<&Bound<'_, PyAny>>,
        solver: Option<&Bound<'_, PySolver>>,
    ) -> PyResult<PyGame> {
        let solver = solver.map_or_else(Solver::new, |solver| solver.get().solver.clone());
        Ok(PyGame(Mutex::new(Game::new(solver, input::puzzle(board, goal)?))))
    }

    /// The current board.
    #[getter]
    fn board(&self) -> PyBoard {
        PyBoard(self.game().board().clone())
    }

    /// The moves so far.
    #[getter]
    fn moves(&self) -> String {
        self.game().moves().to_string()
    }

    /// Whether the board is the goal.
    #[getter]
    fn is_solved(&self) -> bool {
        self.game().is_solved()
    }

    /// Moves a tile in a direction and returns its number; None if no tile can make the move.
    fn play(&self, py: Python<'_>, direction: &str) -> PyResult<Option<u16>> {
        let direction: Direction = direction.parse().map_err(|error| invalid(py, error))?;
        Ok(self.game().play(direction).map(Tile::number))
    }

    /// Undoes the last move and returns its letter; None if there is none.
    fn undo(&self) -> Option<char> {
        self.game().undo().map(Direction::letter)
    }

    /// Plays the move that was undone last and returns its letter; None if there is none.
    fn redo(&self) -> Option<char> {
        self.game().redo().map(Direction::letter)
    }

    /// Returns the letter of the next move of the best solution known; None at the goal.
    fn hint(&self, py: Python<'_>) -> PyResult<Option<char>> {
        if self.game().is_solved() {
            return Ok(None);
        }
        Ok(self.bounds(py)?.next.map(Direction::letter))
    }

    /// Returns the fewest and the most moves that remain; they are equal where the optimal length is known.
    fn remaining(&self, py: Python<'_>) -> PyResult<(usize, usize)> {
        let bounds = self.bounds(py)?;
        Ok((bounds.lower_bound, bounds.upper_bound))
    }

    fn __repr__(&self) -> String {
        let game = self.game();
        let moves = Counted(game.moves().len() as u64, "move");
        format!("<Game {} after {moves}>", crate::board::slashes(game.board()))
    }

    fn _repr_svg_(&self) -> String {
        taquin_draw::board(self.game().board()).svg()
    }
}
