//! The extension module `taquin._taquin`: the library for Python.
//!
//! Each class and function translates its arguments, calls the library without the interpreter's lock, and returns what the
//! library says. The package `python/taquin` exports them with their types.

#![forbid(unsafe_code)]

mod a_star;
mod batch;
mod board;
mod environments;
mod error;
mod game;
mod input;
mod journal;
mod scramble;
mod solution;
mod solver;
mod supervision;

use pyo3::prelude::pymodule;

/// The extension module of the package taquin.
#[pymodule(gil_used = false)]
mod _taquin {
    use numpy::{PyArray1, PyArrayMethods};
    use pyo3::prelude::*;

    #[pymodule_export]
    use crate::a_star::{PyTraceEvent, SearchResult};
    #[pymodule_export]
    use crate::batch::as_array;
    #[pymodule_export]
    use crate::board::{PyBoard, explain};
    #[pymodule_export]
    use crate::environments::Environments;
    #[pymodule_export]
    use crate::game::PyGame;
    #[pymodule_export]
    use crate::journal::{Iteration, PyJournal};
    #[pymodule_export]
    use crate::scramble::scramble;
    #[pymodule_export]
    use crate::solution::{Solution, Stats};
    #[pymodule_export]
    use crate::solver::{PySolver, solve};
    #[pymodule_export]
    use crate::supervision::Progress;

    /// Loads what numpy exports now: rust-numpy panics if that fails later, as after Ctrl-C.
    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        let _ = PyArray1::<u8>::zeros(module.py(), 0, false).try_readonly()?;
        Ok(())
    }

    /// The version of the package.
    #[pymodule_export]
    #[expect(non_upper_case_globals, reason = "a name of Python")]
    const __version__: &str = env!("CARGO_PKG_VERSION");
}
