//! The library's errors as Python exceptions, which `taquin/errors.py` defines.

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyType;
use std::fmt::Display;
use taquin::Unsolvable;
use taquin::control::StopReason;
use taquin::solver::{AtDepthError, JournalError, MethodOption, PlanError, SolveError};

const MODULE: &str = "taquin.errors";

fn raise(py: Python<'_>, class: &str, build: impl FnOnce(&Bound<'_, PyType>) -> PyResult<PyErr>) -> PyErr {
    let class = py.import(MODULE).and_then(|module| module.getattr(class));
    let class = class.and_then(|class| Ok(class.cast_into::<PyType>()?));
    class.and_then(|class| build(&class)).unwrap_or_else(|error| error)
}

/// A value that cannot be what it should be.
pub(crate) fn invalid(py: Python<'_>, message: impl Display) -> PyErr {
    raise(py, "InvalidInput", |class| Ok(PyErr::from_value(class.call1((message.to_string(),))?)))
}

/// An object of a type that is not accepted.
pub(crate) fn wrong_type(expected: &str, found: &Bound<'_, PyAny>) -> PyErr {
    let name = found.get_type().name();
    PyTypeError::new_err(format!(
        "expected {expected}, not {}",
        name.map_or("?".into(), |name| name.to_string())
    ))
}

/// Says which board of a batch an error is about.
pub(crate) fn of_board(py: Python<'_>, index: usize, error: PyErr) -> PyErr {
    let message = format!("board {index}: {}", error.value(py));
    if error.is_instance_of::<PyTypeError>(py) {
        PyTypeError::new_err(message)
    } else if error.is_instance_of::<PyValueError>(py) {
        invalid(py, message)
    } else {
        error
    }
}

/// A puzzle that cannot be solved, with the argument.
pub(crate) fn unsolvable(py: Python<'_>, why: &Unsolvable) -> PyErr {
    let goals: Vec<&str> = why.reachable_goals().into_iter().map(taquin::NamedGoal::name).collect();
    raise(py, "Unsolvable", |class| {
        Ok(PyErr::from_value(class.call1((format!("unsolvable: {why}"), goals))?))
    })
}

/// Unsolvable boards of a batch.
pub(crate) fn unsolvable_rows(py: Python<'_>, rows: &[usize]) -> PyErr {
    let shown: Vec<String> = rows.iter().take(5).map(ToString::to_string).collect();
    let more = if rows.len() > 5 { format!(" and {} more", rows.len() - 5) } else { String::new() };
    let noun = if rows.len() == 1 { "board" } else { "boards" };
    let message = format!(
        "{noun} {}{more} cannot reach the goal\nhint: on_unsolvable=\"report\" marks them with -1",
        shown.join(", ")
    );
    raise(py, "Unsolvable", |class| Ok(PyErr::from_value(class.call1((message, Vec::<&str>::new()))?)))
}

/// A search that stopped without a solution.
pub(crate) fn stopped(py: Python<'_>, reason: StopReason, lower_bound: u32) -> PyErr {
    raise(py, "Stopped", |class| Ok(PyErr::from_value(class.call1((reason.to_string(), lower_bound))?)))
}

fn with_hint(error: &impl Display, hint: Option<String>) -> String {
    hint.map_or_else(|| error.to_string(), |hint| format!("{error}\nhint: {hint}"))
}

/// Options that contradict each other or a size.
pub(crate) fn plan_error(py: Python<'_>, error: &PlanError) -> PyErr {
    let (option, message) = (error.option(), error.to_string());
    // The name of the argument: a search that is not optimal was chosen by `algorithm`, whatever needs an optimal one.
    let name = match error {
        PlanError::NotOptimal(_) => MethodOption::Algorithm.name().to_owned(),
        _ => option.replace('-', "_"),
    };
    let rest = message.strip_prefix(option).unwrap_or(&message);
    invalid(py, with_hint(&format_args!("{name}{rest}"), error.hint()))
}

pub(crate) fn solve_error(py: Python<'_>, error: &SolveError) -> PyErr {
    match error {
        SolveError::Plan(error) => plan_error(py, error),
        SolveError::Unsolvable(why) => unsolvable(py, why),
        SolveError::Stopped(reason) => stopped(py, *reason, 0),
        error => invalid(py, with_hint(error, error.hint())),
    }
}

/// A journal that cannot be used.
pub(crate) fn journal_error(py: Python<'_>, error: &JournalError) -> PyErr {
    invalid(py, with_hint(error, error.hint().map(str::to_owned)))
}

pub(crate) fn depth_error(py: Python<'_>, error: &AtDepthError) -> PyErr {
    match error {
        AtDepthError::Stopped(reason) => stopped(py, *reason, 0),
        AtDepthError::Solve(error) => solve_error(py, error),
        error => invalid(py, error),
    }
}
