//! Many boards at once: arrays in, arrays out.

use crate::board::PyBoard;
use crate::error::{self, invalid, wrong_type};
use crate::input;
use crate::solver::is_reported;
use crate::supervision::{Reporter, supervised};
use numpy::ndarray::Array2;
use numpy::{
    Element, PyArray1, PyArray2, PyArrayDescrMethods, PyArrayDyn, PyArrayMethods, PyUntypedArray,
    PyUntypedArrayMethods,
};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PyString, PyTuple};
use std::fmt::Display;
use taquin::solver::{Outcome, SolveError, Solver};
use taquin::{Boards, Goal, Size};

/// Boards, and the goal that they have in common, or else the index of the first whose goal differs from that of board 0.
type Read = (Boards, Result<Goal, usize>);

/// Reads boards and their goal: the one that is given, or the one that they have in common.
pub(crate) fn read(
    value: &Bound<'_, PyAny>,
    goal: Option<&Bound<'_, PyAny>>,
    size: Option<&Bound<'_, PyAny>>,
) -> PyResult<(Boards, Goal)> {
    let (boards, common) = read_all(value, size)?;
    let goal = match (goal.filter(|goal| !goal.is_none()), common) {
        (None, Ok(goal)) => goal,
        (None, Err(index)) => {
            let message = format!(
                "board {index} has another goal than board 0\nhint: make a call for each goal, or give goal= for all boards"
            );
            return Err(invalid(value.py(), message));
        }
        (goal, _) => input::goal(goal, boards.size())?,
    };
    Ok((boards, goal))
}

/// Reads boards: an array of integers with a row or a matrix for each, or any iterable of boards.
fn read_all(value: &Bound<'_, PyAny>, size: Option<&Bound<'_, PyAny>>) -> PyResult<Read> {
    let py = value.py();
    let size = size.filter(|size| !size.is_none()).map(input::size).transpose()?;
    let of_array = |array: Bound<'_, PyUntypedArray>| {
        let boards = read_array(array, size)?;
        let goal = Goal::rows(boards.size());
        Ok((boards, Ok(goal)))
    };
    let is_one = value.cast::<PyString>().is_ok() || value.cast::<PyBoard>().is_ok();
    if is_one || value.is_instance_of::<PyBytes>() {
        return Err(wrong_type("several boards", value));
    }
    if value.hasattr("__array__")? {
        return of_array(contiguous(value)?);
    }
    if value.try_iter().is_err() {
        return Err(wrong_type("an array of boards", value));
    }
    // An iterator can be read only once.
    let items = match value.cast::<PyList>().is_ok() || value.cast::<PyTuple>().is_ok() {
        true => value.clone(),
        false => py.get_type::<PyList>().call1((value,))?,
    };
    let first = items.try_iter()?.next().transpose()?;
    let is_text = |item: &Bound<'_, PyAny>| item.cast::<PyString>().is_ok() || item.cast::<PyBoard>().is_ok();
    if !first.is_some_and(|first| is_text(&first)) {
        // Numpy reads lists of numbers at once. It refuses lists of different lengths, and makes texts or objects of
        // what are not numbers.
        match contiguous(&items) {
            Ok(array) if !matches!(array.dtype().kind(), b'O' | b'S' | b'U') => return of_array(array),
            Ok(_) => {}
            Err(error) if error.is_instance_of::<PyValueError>(py) => {}
            Err(error) => return Err(error),
        }
    }
    listed(&items, size)
}

fn contiguous<'py>(value: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyUntypedArray>> {
    let array = value.py().import("numpy")?.call_method1("ascontiguousarray", (value,))?;
    Ok(array.cast_into::<PyUntypedArray>()?)
}

fn read_array(array: Bound<'_, PyUntypedArray>, size: Option<Size>) -> PyResult<Boards> {
    let py = array.py();
    let shape = array.shape().to_vec();
    let dtype = array.dtype();
    // An empty list has no integers to derive a type from.
    if shape.contains(&0) {
        let size = size.map_or_else(|| size_of_shape(py, &shape), Ok);
        return Ok(Boards::from(size.or_else(|_| Size::square(1).map_err(|error| invalid(py, error)))?));
    }
    let size = match size {
        Some(size) if matches!(shape[..], [_, cells] if cells == size.cells()) => size,
        Some(size) if matches!(shape[..], [_, rows, cols] if (rows, cols) == (size.rows(), size.cols())) => {
            size
        }
        Some(size) => {
            return Err(invalid(py, format_args!("an array of shape {shape:?} does not hold {size} boards")));
        }
        None => size_of_shape(py, &shape)?,
    };
    let array = match dtype.getattr("isnative")?.extract()? {
        true => array.into_any(),
        false => array.call_method1("astype", (dtype.call_method1("newbyteorder", ("=",))?,))?,
    };
    boards_of(&array, size)
}

/// The boards that are read between two checks whether the caller was interrupted: a few milliseconds.
const UNCHECKED: usize = 1 << 16;

/// The items of a list that are read between two checks.
const UNCHECKED_ITEMS: usize = 1 << 10;

/// Reads a list item by item.
fn listed(items: &Bound<'_, PyAny>, size: Option<Size>) -> PyResult<Read> {
    let py = items.py();
    let mut read: Option<(Boards, Goal)> = None;
    let mut other_goal = None;
    for (index, item) in items.try_iter()?.enumerate() {
        let item = item?;
        if index % UNCHECKED_ITEMS == 0 {
            py.check_signals()?;
        }
        let puzzle = input::sized_puzzle(&item, size).map_err(|error| error::of_board(py, index, error))?;
        let (boards, goal) = read.get_or_insert_with(|| (Boards::from(puzzle.size()), puzzle.goal().clone()));
        if puzzle.size() != boards.size() {
            let (found, expected) = (puzzle.size(), boards.size());
            return Err(invalid(py, format_args!("board {index} is {found}, the others are {expected}")));
        }
        if puzzle.goal() != goal {
            other_goal = other_goal.or(Some(index));
        }
        boards.push(puzzle.start());
    }
    let Some((boards, goal)) = read else { return Err(wrong_type("several boards", items)) };
    Ok((boards, other_goal.map_or(Ok(goal), Err)))
}

fn size_of_shape(py: Python<'_>, shape: &[usize]) -> PyResult<Size> {
    let size = match *shape {
        [_, rows, cols] => Size::new(rows, cols),
        [_, cells] if cells.isqrt().pow(2) == cells => Size::square(cells.isqrt()),
        [_, cells] => {
            let message = format!("{cells} cells are not a square board\nhint: give size=(rows, cols)");
            return Err(invalid(py, message));
        }
        _ => {
            let message = format!(
                "an array of shape {shape:?} does not hold boards: expected (n, cells) or (n, rows, cols)"
            );
            return Err(invalid(py, message));
        }
    };
    size.map_err(|error| invalid(py, error))
}

/// Reads an array of any integer type.
fn boards_of(array: &Bound<'_, PyAny>, size: Size) -> PyResult<Boards> {
    fn of<T>(array: &Bound<'_, PyAny>, size: Size) -> Option<PyResult<Boards>>
    where
        T: Element + Copy + Sync + Display,
        u16: TryFrom<T>,
    {
        let array = array.cast::<PyArrayDyn<T>>().ok()?.readonly();
        let py = array.py();
        Some(match array.as_slice() {
            Ok(values) => boards_of_values(py, values, size),
            Err(_) => Err(invalid(py, "the array is not contiguous")),
        })
    }
    let found = of::<u8>(array, size)
        .or_else(|| of::<i64>(array, size))
        .or_else(|| of::<i32>(array, size))
        .or_else(|| of::<u16>(array, size))
        .or_else(|| of::<i8>(array, size))
        .or_else(|| of::<i16>(array, size))
        .or_else(|| of::<u32>(array, size))
        .or_else(|| of::<u64>(array, size));
    match found {
        Some(boards) => boards,
        None => {
            let dtype = array.getattr("dtype")?.str()?;
            Err(pyo3::exceptions::PyTypeError::new_err(format!(
                "expected an array of integers, not of {dtype}"
            )))
        }
    }
}

fn boards_of_values<T>(py: Python<'_>, values: &[T], size: Size) -> PyResult<Boards>
where
    T: Copy + Sync + Display,
    u16: TryFrom<T>,
{
    let cells = size.cells();
    let mut boards = Boards::from(size);
    for values in values.chunks(UNCHECKED * cells) {
        py.check_signals()?;
        let first = boards.len();
        // Numbers that are not tiles of any board become one that no permutation has.
        let convert = |&value: &T| u16::try_from(value).unwrap_or(u16::MAX);
        let (outside, appended) = py.detach(|| {
            let numbers: Vec<u16> = values.iter().map(convert).collect();
            (numbers.iter().position(|&tile| tile == u16::MAX), boards.append(&numbers))
        });
        if let Some(place) = outside {
            let (row, value) = (first + place / cells, values[place]);
            let message = format!("board {row}: {value} is not a tile of a board of {cells} cells");
            return Err(invalid(py, message));
        }
        appended.map_err(|error| invalid(py, error))?;
    }
    Ok(boards)
}

/// Makes an array with a row for each board, of the smallest unsigned integers that hold the tiles.
pub(crate) fn array<'py>(py: Python<'py>, boards: &Boards) -> Bound<'py, PyAny> {
    let shape = [boards.len(), boards.size().cells()];
    let numbers = boards.numbers().iter();
    if boards.size().cells() <= 256 {
        let tiles = Array2::from_shape_vec(shape, numbers.map(|&tile| tile as u8).collect());
        return PyArray2::from_owned_array(py, tiles.expect("the tiles fill the shape")).into_any();
    }
    let tiles = Array2::from_shape_vec(shape, numbers.copied().collect());
    PyArray2::from_owned_array(py, tiles.expect("the tiles fill the shape")).into_any()
}

/// Returns boards as an array of unsigned integers of shape (n, rows, cols), once each is known to be a permutation. Goals in
/// texts are dropped.
///
/// >>> import taquin
/// >>> taquin.as_array(["1 2/3 0", "0 1/3 2"]).tolist()
/// [[[1, 2], [3, 0]], [[0, 1], [3, 2]]]
#[pyfunction]
#[pyo3(signature = (boards, size = None))]
pub(crate) fn as_array<'py>(
    boards: &Bound<'py, PyAny>,
    size: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = boards.py();
    let (boards, _) = read_all(boards, size)?;
    let shape = (boards.len(), boards.size().rows(), boards.size().cols());
    array(py, &boards).call_method1("reshape", (shape,))
}

/// The lengths and the moves of many boards.
pub(crate) type Solved<'py> = (Bound<'py, PyArray1<i32>>, Bound<'py, PyList>);

/// Sizes up to these cells have optimal lengths below 255: the 24-puzzle has no board beyond 205.
const BYTE_CELLS: usize = 25;

/// Implements `Solver.distances`.
#[expect(clippy::too_many_arguments, reason = "keyword arguments of Python")]
pub(crate) fn distances<'py>(
    solver: &Solver,
    py: Python<'py>,
    boards: &Bound<'py, PyAny>,
    goal: Option<&Bound<'py, PyAny>>,
    size: Option<&Bound<'py, PyAny>>,
    time_limit: Option<f64>,
    progress: Option<&Bound<'py, PyAny>>,
    on_unsolvable: &str,
) -> PyResult<Bound<'py, PyAny>> {
    let report = is_reported(py, on_unsolvable)?;
    let (boards, goal) = read(boards, goal, size)?;
    let reporter = Reporter::new(progress)?;
    let found =
        supervised(py, &reporter, time_limit, |control, _| solver.distances(&boards, &goal, control))?;
    let lengths = found.map_err(|error| error::solve_error(py, &error))?;
    if report {
        let lengths = lengths.iter().map(|length| length.map_or(-1, |length| length as i16));
        return Ok(PyArray1::from_iter(py, lengths).into_any());
    }
    let unsolvable: Vec<usize> =
        lengths.iter().enumerate().filter(|(_, length)| length.is_none()).map(|(row, _)| row).collect();
    if !unsolvable.is_empty() {
        return Err(error::unsolvable_rows(py, &unsolvable));
    }
    let lengths = lengths.into_iter().flatten();
    Ok(match boards.size().cells() <= BYTE_CELLS {
        true => PyArray1::from_vec(py, lengths.map(|length| length as u8).collect()).into_any(),
        false => PyArray1::from_vec(py, lengths.map(|length| length as u16).collect()).into_any(),
    })
}

/// Implements `Solver.solve_many`.
#[expect(clippy::too_many_arguments, reason = "keyword arguments of Python")]
pub(crate) fn solve_many<'py>(
    solver: &Solver,
    py: Python<'py>,
    boards: &Bound<'py, PyAny>,
    goal: Option<&Bound<'py, PyAny>>,
    size: Option<&Bound<'py, PyAny>>,
    optimal: bool,
    time_limit: Option<f64>,
    progress: Option<&Bound<'py, PyAny>>,
    on_unsolvable: &str,
) -> PyResult<Solved<'py>> {
    let report = is_reported(py, on_unsolvable)?;
    if optimal {
        solver.options().check_optimal().map_err(|error| error::plan_error(py, &error))?;
    }
    let (boards, goal) = read(boards, goal, size)?;
    let reporter = Reporter::new(progress)?;
    let keep = |outcome: Result<Outcome, SolveError>| match outcome.and_then(Outcome::into_solution) {
        // With a gap, a search can stop at a solution that is longer.
        Ok(solution) if optimal && !solution.is_optimal() => Ok((-2, None)),
        Ok(solution) => Ok((solution.len() as i32, Some(solution.moves().to_string()))),
        Err(SolveError::Unsolvable(_)) => Ok((-1, None)),
        Err(SolveError::Stopped(_)) => Ok((-2, None)),
        Err(error) => Err(error),
    };
    let solved = supervised(py, &reporter, time_limit, |control, _| match optimal {
        true => solver.solve_batch_optimal(&boards, &goal, control, keep),
        false => solver.solve_batch(&boards, &goal, control, keep),
    })?;
    let solved = solved.map_err(|reason| error::stopped(py, reason, 0))?;
    let solved: Result<Vec<_>, SolveError> = solved.into_iter().collect();
    let solved = solved.map_err(|error| error::solve_error(py, &error))?;
    let (lengths, moves): (Vec<i32>, Vec<Option<String>>) = solved.into_iter().unzip();
    let unsolvable: Vec<usize> =
        lengths.iter().enumerate().filter(|(_, length)| **length == -1).map(|(row, _)| row).collect();
    if !report && !unsolvable.is_empty() {
        return Err(error::unsolvable_rows(py, &unsolvable));
    }
    let list = PyList::empty(py);
    for (index, letters) in moves.into_iter().enumerate() {
        if index % UNCHECKED == 0 {
            py.check_signals()?;
        }
        list.append(letters)?;
    }
    Ok((PyArray1::from_vec(py, lengths), list))
}
