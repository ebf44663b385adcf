//! What Python callers pass: boards, goals, sizes and ranges of depths.

use crate::board::PyBoard;
use crate::error::{invalid, wrong_type};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PySet, PyString};
use std::ops::RangeInclusive;
use taquin::{Board, Goal, NamedGoal, Puzzle, Size};

const BOARD: &str = "a board as text, nested lists or an array";

/// Reads a board from text in any notation, lists, or an array of integers. With a size, the board must have it, and a flat
/// list need not be square.
pub(crate) fn board(value: &Bound<'_, PyAny>, size: Option<Size>) -> PyResult<Board> {
    let py = value.py();
    if let Ok(board) = value.cast::<PyBoard>() {
        return of_size(py, board.get().0.clone(), Board::size, size);
    }
    if let Ok(text) = value.cast::<PyString>() {
        let board: Board = text.to_str()?.parse().map_err(|error| invalid(py, error))?;
        return of_size(py, board, Board::size, size);
    }
    let items = items(value)?;
    let is_nested = items.first().is_some_and(|item| item.try_iter().is_ok());
    if !is_nested {
        let tiles = numbers(&items)?;
        let board = match size {
            Some(size) => Board::new(size, &tiles),
            None => Board::from_flat(&tiles),
        };
        return board.map_err(|error| invalid(py, error));
    }
    let rows: Vec<Vec<u16>> = items.iter().map(|row| numbers(&self::items(row)?)).collect::<PyResult<_>>()?;
    let board = Board::from_rows(&rows).map_err(|error| invalid(py, error))?;
    of_size(py, board, Board::size, size)
}

/// Checks the size of a board or a puzzle.
fn of_size<T>(py: Python<'_>, value: T, size: impl Fn(&T) -> Size, expected: Option<Size>) -> PyResult<T> {
    match expected {
        Some(expected) if size(&value) != expected => {
            Err(invalid(py, format_args!("the board is {}, expected {expected}", size(&value))))
        }
        Some(_) | None => Ok(value),
    }
}

/// Converts an integer that must not be negative; the error names the argument.
pub(crate) fn natural<T: TryFrom<i128>>(py: Python<'_>, name: &str, number: i128) -> PyResult<T> {
    T::try_from(number).map_err(|_| {
        let most = u64::MAX >> (64 - 8 * size_of::<T>());
        invalid(py, format_args!("{name}: expected 0 to {most}, not {number}"))
    })
}

fn items<'py>(value: &Bound<'py, PyAny>) -> PyResult<Vec<Bound<'py, PyAny>>> {
    // These can be iterated over, but not as tiles.
    if value.is_instance_of::<PyBytes>()
        || value.is_instance_of::<PySet>()
        || value.is_instance_of::<PyDict>()
    {
        return Err(wrong_type(BOARD, value));
    }
    // An array of numpy becomes lists of Python's numbers at once.
    let value = if value.hasattr("tolist")? { value.call_method0("tolist")? } else { value.clone() };
    let items = value.try_iter().map_err(|_| wrong_type(BOARD, &value))?;
    items.collect()
}

fn numbers(items: &[Bound<'_, PyAny>]) -> PyResult<Vec<u16>> {
    items.iter().map(|item| number(item)).collect()
}

fn number(item: &Bound<'_, PyAny>) -> PyResult<u16> {
    let number: i128 = item.extract().map_err(|_| wrong_type("integers as tiles", item))?;
    u16::try_from(number).map_err(|_| invalid(item.py(), format_args!("{number} is not a tile")))
}

/// Reads a goal: a name, or a board. Without one it is `1 2 … 0`.
pub(crate) fn goal(value: Option<&Bound<'_, PyAny>>, size: Size) -> PyResult<Goal> {
    let Some(value) = value.filter(|value| !value.is_none()) else { return Ok(Goal::rows(size)) };
    let py = value.py();
    if let Ok(text) = value.cast::<PyString>() {
        let text = text.to_str()?;
        let unknown = match text.parse::<NamedGoal>() {
            Ok(name) => return Ok(name.of(size)),
            Err(unknown) => unknown,
        };
        // A text with digits was meant as a board.
        if !text.contains(|c: char| c.is_ascii_digit()) {
            return Err(invalid(py, unknown));
        }
    }
    let goal = Goal::from(board(value, None)?);
    let mismatch =
        || format!("the board is {size} but the goal is {}: they must have the same size", goal.size());
    if goal.size() == size { Ok(goal) } else { Err(invalid(py, mismatch())) }
}

/// Reads a puzzle: a board, and a goal if the text of the board has none.
pub(crate) fn puzzle(board: &Bound<'_, PyAny>, goal: Option<&Bound<'_, PyAny>>) -> PyResult<Puzzle> {
    let py = board.py();
    let puzzle = sized_puzzle(board, None)?;
    match goal.filter(|goal| !goal.is_none()) {
        None => Ok(puzzle),
        goal => {
            let goal = self::goal(goal, puzzle.size())?;
            puzzle.with_goal(goal).map_err(|error| invalid(py, error))
        }
    }
}

/// Reads a board, with the goal of its text if it has one.
pub(crate) fn sized_puzzle(board: &Bound<'_, PyAny>, size: Option<Size>) -> PyResult<Puzzle> {
    let py = board.py();
    let Ok(text) = board.cast::<PyString>() else { return Ok(self::board(board, size)?.into()) };
    let puzzle: Puzzle = text.to_str()?.parse().map_err(|error| invalid(py, error))?;
    of_size(py, puzzle, Puzzle::size, size)
}

/// Reads a size: `(3, 4)`, `"3x4"` or `4`.
pub(crate) fn size(value: &Bound<'_, PyAny>) -> PyResult<Size> {
    let py = value.py();
    let size = if let Ok(text) = value.cast::<PyString>() {
        text.to_str()?.parse()
    } else if let Ok(side) = value.extract::<usize>() {
        Size::square(side)
    } else {
        let (rows, cols) =
            value.extract().map_err(|_| wrong_type("a size as in (3, 4), \"3x4\" or 4", value))?;
        Size::new(rows, cols)
    };
    size.map_err(|error| invalid(py, error))
}

/// Reads a depth or a range of depths, both ends included.
pub(crate) fn depths(value: &Bound<'_, PyAny>) -> PyResult<RangeInclusive<u32>> {
    if let Ok(depth) = value.extract::<u32>() {
        return Ok(depth..=depth);
    }
    let (first, last): (u32, u32) =
        value.extract().map_err(|_| wrong_type("a depth as in 30, or a pair as in (30, 40)", value))?;
    if first > last {
        return Err(invalid(
            value.py(),
            format_args!("depth: ({first}, {last}) is empty, give the smaller number first"),
        ));
    }
    Ok(first..=last)
}
