//! The class `Board`.

use crate::error::{self, invalid};
use crate::input;
use numpy::PyArray2;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use taquin::display::Counted;
use taquin::notation::{self, Mover, Notation};
use taquin::{Board, Direction};

/// A board: rows and columns, and a permutation of its tiles, 0 for the blank. Immutable.
///
/// A board is made from text in any notation, nested lists, an array of integers, or a flat list, which needs a size unless
/// the board is square. A size that is given must be that of the board. A goal in the text is dropped; calls that take a text
/// and need a goal, such as `solve`, read it.
///
/// >>> from taquin import Board
/// >>> board = Board("0 1 3/4 2 5/7 8 6")
/// >>> board == Board([[0, 1, 3], [4, 2, 5], [7, 8, 6]])
/// True
/// >>> board.size, board.manhattan(), board.is_solvable()
/// ((3, 3), 4, True)
/// >>> board.play("LULU").is_solved()
/// True
#[pyclass(module = "taquin", name = "Board", frozen, eq, hash)]
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct PyBoard(pub(crate) Board);

/// Writes rows between slashes, as the library reads them.
pub(crate) fn slashes(board: &Board) -> String {
    notation::write(board, Notation::Slash).unwrap_or_default()
}

#[pymethods]
impl PyBoard {
    #[new]
    #[pyo3(signature = (board, size = None))]
    fn new(board: &Bound<'_, PyAny>, size: Option<&Bound<'_, PyAny>>) -> PyResult<PyBoard> {
        let size = size.map(input::size).transpose()?;
        input::board(board, size).map(PyBoard)
    }

    /// The numbers of rows and columns.
    #[getter]
    fn size(&self) -> (usize, usize) {
        (self.0.size().rows(), self.0.size().cols())
    }

    /// The number of rows.
    #[getter]
    fn rows(&self) -> usize {
        self.0.size().rows()
    }

    /// The number of columns.
    #[getter]
    fn cols(&self) -> usize {
        self.0.size().cols()
    }

    /// The tiles in row-major order.
    #[getter]
    fn tiles<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.0.numbers())
    }

    /// The row and column of the blank, from 0.
    #[getter]
    fn blank(&self) -> (usize, usize) {
        (self.0.size().row(self.0.blank()), self.0.size().col(self.0.blank()))
    }

    /// The number of inversions: pairs of tiles in descending order.
    #[getter]
    fn inversions(&self) -> u64 {
        self.0.inversions()
    }

    /// Returns the boards one move away, each with the letter of the direction in which a tile moves.
    ///
    /// >>> from taquin import Board
    /// >>> [letter for letter, _ in Board("0 1 3/4 2 5/7 8 6").neighbours()]
    /// ['L', 'U']
    fn neighbours(&self) -> Vec<(char, PyBoard)> {
        self.0.neighbours().map(|(direction, board)| (direction.letter(), PyBoard(board))).collect()
    }

    /// Returns the board after one move of a tile, `"U"`, `"L"`, `"R"` or `"D"`; None if no tile can make it.
    fn slide(&self, py: Python<'_>, direction: &str) -> PyResult<Option<PyBoard>> {
        let direction: Direction = direction.parse().map_err(|error| invalid(py, error))?;
        Ok(self.0.slide(direction).map(PyBoard))
    }

    /// Returns the board after moves: letters of the tiles' directions, or numbers of tiles.
    ///
    /// >>> from taquin import Board
    /// >>> Board("1 2 3/4 5 6/7 0 8").play("L")
    /// Board("1 2 3/4 5 6/7 8 0")
    fn play(&self, py: Python<'_>, moves: &str) -> PyResult<PyBoard> {
        let moves = notation::read_moves(moves, &self.0, Mover::Tile).map_err(|error| invalid(py, error))?;
        self.0.play(&moves).map(PyBoard).map_err(|error| invalid(py, error))
    }

    /// Returns whether this is the goal.
    #[pyo3(signature = (goal = None))]
    fn is_solved(&self, goal: Option<&Bound<'_, PyAny>>) -> PyResult<bool> {
        Ok(self.0.is_solved(&input::goal(goal, self.0.size())?))
    }

    /// Returns whether the goal can be reached.
    #[pyo3(signature = (goal = None))]
    fn is_solvable(&self, goal: Option<&Bound<'_, PyAny>>) -> PyResult<bool> {
        Ok(self.0.is_solvable(&input::goal(goal, self.0.size())?))
    }

    /// Returns the sum of the tiles' distances to their goal cells.
    #[pyo3(signature = (goal = None))]
    fn manhattan(&self, goal: Option<&Bound<'_, PyAny>>) -> PyResult<u32> {
        Ok(self.0.manhattan(&input::goal(goal, self.0.size())?))
    }

    /// Returns the number of misplaced tiles.
    #[pyo3(signature = (goal = None))]
    fn hamming(&self, goal: Option<&Bound<'_, PyAny>>) -> PyResult<u32> {
        Ok(self.0.hamming(&input::goal(goal, self.0.size())?))
    }

    /// Writes the board in a notation, by its name.
    ///
    /// >>> from taquin import Board
    /// >>> Board("1 2/3 0").to_text("numpy")
    /// 'array([[1, 2], [3, 0]])'
    #[pyo3(signature = (notation = "slash"))]
    fn to_text(&self, py: Python<'_>, notation: &str) -> PyResult<String> {
        let notation: Notation = notation.parse().map_err(|error| invalid(py, error))?;
        notation::write(&self.0, notation).map_err(|error| invalid(py, error))
    }

    /// Returns an array of rows and columns, of the smallest unsigned integers that hold the tiles.
    fn to_numpy<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let shape = [self.rows(), self.cols()];
        let numbers = self.0.numbers();
        if self.0.size().cells() <= 256 {
            let array = PyArray2::from_owned_array(py, reshaped(shape, numbers.map(|n| n as u8).collect()));
            return Ok(array.into_any());
        }
        Ok(PyArray2::from_owned_array(py, reshaped(shape, numbers.collect())).into_any())
    }

    #[pyo3(signature = (dtype = None, copy = None))]
    fn __array__<'py>(
        &self,
        py: Python<'py>,
        dtype: Option<&Bound<'py, PyAny>>,
        copy: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        if let Some(copy) = copy.filter(|copy| !copy.is_none())
            && !copy.is_truthy()?
        {
            return Err(invalid(py, "a Board has no array that could be shared: every array is a copy"));
        }
        let array = self.to_numpy(py)?;
        match dtype.filter(|dtype| !dtype.is_none()) {
            Some(dtype) => array.call_method1("astype", (dtype,)),
            None => Ok(array),
        }
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Board({:?})", slashes(&self.0))
    }

    fn __getnewargs__(&self) -> (Vec<u16>, (usize, usize)) {
        (self.0.numbers().collect(), self.size())
    }

    fn _repr_svg_(&self) -> String {
        taquin_draw::board(&self.0).svg()
    }
}

/// Makes an array of rows and columns.
fn reshaped<T>(shape: [usize; 2], numbers: Vec<T>) -> numpy::ndarray::Array2<T> {
    numpy::ndarray::Array2::from_shape_vec(shape, numbers).expect("the numbers fill the shape")
}

/// Explains a board: its parity, which goals it can reach, its estimates, and how it would be solved.
///
/// >>> import taquin
/// >>> print(taquin.explain("1 2 3/4 5 6/8 7 0"))  # doctest: +ELLIPSIS
/// size        3x3
/// inversions  1
/// solvable    no: the start has 1 inversion (odd), ...
/// reachable   spiral
#[pyfunction]
#[pyo3(signature = (board, goal = None))]
pub(crate) fn explain(board: &Bound<'_, PyAny>, goal: Option<&Bound<'_, PyAny>>) -> PyResult<String> {
    let py = board.py();
    let puzzle = input::puzzle(board, goal)?;
    let (start, goal) = (puzzle.start(), puzzle.goal());
    let mut text = format!("size        {}\ninversions  {}", start.size(), start.inversions());
    match puzzle.task() {
        Err(why) => {
            let names: Vec<&str> = why.reachable_goals().into_iter().map(taquin::NamedGoal::name).collect();
            text += &format!("\nsolvable    no: {why}\nreachable   {}", names.join(", "));
        }
        Ok(_) => {
            let solver = taquin::Solver::new();
            let plan = solver.plan(&puzzle).map_err(|error| error::plan_error(py, &error))?;
            let plan = plan.to_string().replace('\n', "\n            ");
            text += &format!(
                "\nsolvable    yes\nhamming     {}\nmanhattan   {}\nat least    {}\nplan        {plan}",
                start.hamming(goal),
                start.manhattan(goal),
                Counted(solver.lower_bound(&puzzle).into(), "move")
            );
        }
    }
    Ok(text)
}
