//! Many boards that an agent moves in step: what `taquin.gym` is made of.
//!
//! A board that is solved, or has had its most moves, is replaced in the next step by one of the starts, as the mode
//! `NEXT_STEP` of Gymnasium requires.

use crate::batch;
use crate::error::invalid;
use crate::input;
use numpy::ndarray::{Array1, Array3};
use numpy::{PyArray1, PyArray3, PyReadonlyArray1};
use pyo3::prelude::*;
use std::sync::{Mutex, MutexGuard, PoisonError};
use taquin::scramble::Scrambler;
use taquin::{Boards, Direction, Goal};

/// The directions of the tiles by their number as an action.
const ACTIONS: [Direction; 4] = [Direction::Up, Direction::Left, Direction::Right, Direction::Down];

/// The most cells whose tiles are bytes in an observation.
const MOST_CELLS: usize = 256;

type Step<'py> = (
    Bound<'py, PyArray3<u8>>,
    Bound<'py, PyArray1<f64>>,
    Bound<'py, PyArray1<bool>>,
    Bound<'py, PyArray1<bool>>,
);

#[derive(Debug)]
struct State {
    boards: Boards,
    /// For each board, the start that it came from and the moves since.
    origins: Vec<u32>,
    elapsed: Vec<u32>,
    /// Which boards begin again in the next step.
    done: Vec<bool>,
    scrambler: Scrambler,
}

/// Boards that move in step, for `taquin.gym`.
#[pyclass(module = "taquin", frozen)]
#[derive(Debug)]
pub(crate) struct Environments {
    goal: Goal,
    starts: Boards,
    most_steps: u32,
    state: Mutex<State>,
}

impl Environments {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn observed<'py>(&self, py: Python<'py>, boards: &Boards) -> Bound<'py, PyArray3<u8>> {
        let shape = (boards.len(), boards.size().rows(), boards.size().cols());
        let tiles = boards.numbers().iter().map(|&tile| tile as u8).collect();
        let tiles = Array3::from_shape_vec(shape, tiles).expect("the tiles fill the shape");
        PyArray3::from_owned_array(py, tiles)
    }
}

impl State {
    fn begin(&mut self, index: usize, starts: &Boards) {
        let start = self.scrambler.one_of(0..=starts.len() as u32 - 1);
        self.boards.replace(index, starts, start as usize);
        self.origins[index] = start;
        self.elapsed[index] = 0;
        self.done[index] = false;
    }
}

#[pymethods]
impl Environments {
    #[new]
    #[pyo3(signature = (starts, count, *, goal = None, size = None, most_steps = 1000, seed = 0))]
    fn new(
        py: Python<'_>,
        starts: &Bound<'_, PyAny>,
        count: i128,
        goal: Option<&Bound<'_, PyAny>>,
        size: Option<&Bound<'_, PyAny>>,
        most_steps: i128,
        seed: i128,
    ) -> PyResult<Environments> {
        let count = input::natural(py, "count", count)?;
        let most_steps = input::natural(py, "most_steps", most_steps)?;
        let seed = input::natural(py, "seed", seed)?;
        let (starts, goal) = batch::read(starts, goal, size)?;
        if starts.is_empty() || starts.len() > u32::MAX as usize {
            return Err(invalid(py, "environments need at least one board to start from"));
        }
        if starts.size().cells() > MOST_CELLS {
            return Err(invalid(py, format_args!("environments have at most {MOST_CELLS} cells")));
        }
        let mut boards = Boards::from(starts.size());
        (0..count).for_each(|_| boards.push(goal.board()));
        let mut state = State {
            boards,
            origins: vec![0; count],
            elapsed: vec![0; count],
            done: vec![false; count],
            scrambler: Scrambler::seeded(seed),
        };
        (0..count).for_each(|index| state.begin(index, &starts));
        Ok(Environments { goal, starts, most_steps, state: Mutex::new(state) })
    }

    /// Begins all boards again, with another seed if there is one, and returns the observation.
    #[pyo3(signature = (seed = None))]
    fn reset<'py>(&self, py: Python<'py>, seed: Option<i128>) -> PyResult<Bound<'py, PyArray3<u8>>> {
        let seed = seed.map(|seed| input::natural(py, "seed", seed)).transpose()?;
        let mut state = self.state();
        if let Some(seed) = seed {
            state.scrambler = Scrambler::seeded(seed);
        }
        (0..state.boards.len()).for_each(|index| state.begin(index, &self.starts));
        Ok(self.observed(py, &state.boards))
    }

    /// Plays an action on every board: 0 moves a tile up, 1 left, 2 right, 3 down. A move that no tile can make changes
    /// nothing. Returns the observation, the rewards, and which boards are solved or have had their most moves.
    fn step<'py>(&self, py: Python<'py>, actions: PyReadonlyArray1<'py, i64>) -> PyResult<Step<'py>> {
        let mut state = self.state();
        let count = state.boards.len();
        let Ok(actions) = actions.as_slice() else {
            return Err(invalid(py, "the actions are not contiguous"));
        };
        if actions.len() != count {
            return Err(invalid(py, format_args!("{} actions for {count} boards", actions.len())));
        }
        if let Some((index, action)) =
            actions.iter().enumerate().find(|(_, action)| !(0..4).contains(*action))
        {
            return Err(invalid(
                py,
                format_args!("board {index}: {action} is not an action, expected 0 to 3"),
            ));
        }
        let mut rewards = vec![-1.0; count];
        let mut terminated = vec![false; count];
        let mut truncated = vec![false; count];
        for (index, &action) in actions.iter().enumerate() {
            if state.done[index] {
                state.begin(index, &self.starts);
                rewards[index] = 0.0;
                continue;
            }
            state.boards.slide(index, ACTIONS[action as usize]);
            state.elapsed[index] += 1;
            terminated[index] = state.boards.is_solved(index, &self.goal);
            truncated[index] = !terminated[index] && state.elapsed[index] >= self.most_steps;
            state.done[index] = terminated[index] || truncated[index];
        }
        Ok((
            self.observed(py, &state.boards),
            PyArray1::from_vec(py, rewards),
            PyArray1::from_vec(py, terminated),
            PyArray1::from_vec(py, truncated),
        ))
    }

    /// The index of the start of every board.
    #[getter]
    fn origins<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u32>> {
        PyArray1::from_owned_array(py, Array1::from_vec(self.state().origins.clone()))
    }

    /// The number of moves of every board since its start.
    #[getter]
    fn elapsed<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u32>> {
        PyArray1::from_owned_array(py, Array1::from_vec(self.state().elapsed.clone()))
    }

    fn __len__(&self) -> usize {
        self.state().boards.len()
    }
}
