//! Runs searches without the interpreter's lock, while Ctrl-C stops them and a callback sees their progress.
//!
//! The search runs on the calling thread, and its control calls back every few milliseconds. Fifty times a second the
//! callback takes the lock, lets Python handle signals, and reports progress. An exception cancels the search and is raised
//! once it has ended.

use crate::error;
use pyo3::prelude::*;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};
use taquin::control::{CancelToken, Control, Event};
use taquin::display::{Counted, Grouped};

/// How often Python handles signals and progress: Ctrl-C stops a search within 100 ms.
const INTERVAL: Duration = Duration::from_millis(20);

/// What a search has done so far.
#[pyclass(module = "taquin", frozen, get_all)]
#[derive(Clone, Debug)]
pub(crate) struct Progress {
    /// Seconds since the search began.
    elapsed: f64,
    /// Nodes expanded.
    expanded: u64,
    /// No solution is shorter than this.
    lower_bound: u32,
    /// The length of the best solution so far, if there is one.
    length: Option<usize>,
}

#[pymethods]
impl Progress {
    fn __str__(&self) -> String {
        let Progress { elapsed, expanded, lower_bound, length } = self;
        let best = length.map_or_else(String::new, |length| format!(", best {length}"));
        format!(
            "{elapsed:.1} s: {} expanded, at least {}{best}",
            Grouped(*expanded),
            Counted((*lower_bound).into(), "move")
        )
    }

    fn __repr__(&self) -> String {
        format!("<Progress {self}>", self = self.__str__())
    }
}

/// Where progress is reported.
#[derive(Debug)]
pub(crate) struct Reporter(Option<Py<PyAny>>);

impl Reporter {
    /// Accepts a callable, `True` for a status line on standard error, `False` or `None`.
    pub(crate) fn new(progress: Option<&Bound<'_, PyAny>>) -> PyResult<Reporter> {
        let Some(progress) = progress else { return Ok(Reporter(None)) };
        if let Ok(wanted) = progress.extract::<bool>() {
            let line = || progress.py().import("taquin.status")?.getattr("StatusLine")?.call0();
            return Ok(Reporter(if wanted { Some(line()?.unbind()) } else { None }));
        }
        if !progress.is_callable() {
            return Err(error::wrong_type("a callable or a bool as progress", progress));
        }
        Ok(Reporter(Some(progress.clone().unbind())))
    }

    fn report(&self, py: Python<'_>, progress: &Progress) -> PyResult<()> {
        match &self.0 {
            Some(callback) => callback.call1(py, (progress.clone(),)).map(|_| ()),
            None => Ok(()),
        }
    }

    /// Ends the status line.
    fn close(&self, py: Python<'_>) -> PyResult<()> {
        match &self.0 {
            Some(callback) if callback.bind(py).hasattr("close")? => {
                callback.call_method0(py, "close").map(|_| ())
            }
            Some(_) | None => Ok(()),
        }
    }
}

/// Makes a limit of a number of seconds; infinity sets no limit, as `None` does.
pub(crate) fn duration(py: Python<'_>, name: &str, seconds: f64) -> PyResult<Option<Duration>> {
    if seconds == f64::INFINITY {
        return Ok(None);
    }
    let limit = Duration::try_from_secs_f64(seconds);
    let limit =
        limit.map_err(|_| error::invalid(py, format_args!("{name}: {seconds} is not a number of seconds")));
    limit.map(Some)
}

/// Runs `work` without the lock and returns its result, or the exception that stopped it. The failure can also be set by
/// `work` itself, through the [`Failure`].
pub(crate) fn supervised<T: Send>(
    py: Python<'_>,
    reporter: &Reporter,
    time_limit: Option<f64>,
    work: impl FnOnce(&Control, &Failure) -> T + Send,
) -> PyResult<T> {
    let failure = Failure::default();
    let limit = time_limit.map_or(Ok(None), |seconds| duration(py, "time_limit", seconds))?;
    let result = py.detach(|| {
        let mut last = Instant::now();
        let mut known = Progress { elapsed: 0.0, expanded: 0, lower_bound: 0, length: None };
        let control = Control::new().with_cancel_token(failure.token.clone()).on_event(|event| {
            let is_new = match event {
                Event::Progress(progress) => {
                    known.elapsed = progress.stats.elapsed.as_secs_f64();
                    known.expanded = progress.stats.expanded;
                    known.lower_bound = known.lower_bound.max(progress.lower_bound);
                    false
                }
                Event::Improved(improvement) => {
                    known.elapsed = improvement.elapsed.as_secs_f64();
                    known.lower_bound = known.lower_bound.max(improvement.lower_bound);
                    known.length = Some(improvement.solution.len());
                    true
                }
                _ => false,
            };
            if is_new || last.elapsed() >= INTERVAL {
                last = Instant::now();
                let seen = Python::attach(|py| py.check_signals().and_then(|()| reporter.report(py, &known)));
                failure.note(seen);
            }
        });
        let control = match limit {
            Some(limit) => control.time_limit(limit),
            None => control,
        };
        work(&control, &failure)
    });
    let closed = reporter.close(py);
    failure.into_result()?;
    closed.map(|()| result)
}

/// The first exception that was raised while a search ran, which cancels the search.
#[derive(Debug, Default)]
pub(crate) struct Failure {
    token: CancelToken,
    error: Mutex<Option<PyErr>>,
}

impl Failure {
    /// Records an exception; returns the value otherwise.
    pub(crate) fn note<T>(&self, result: PyResult<T>) -> Option<T> {
        match result {
            Ok(value) => Some(value),
            Err(error) => {
                self.error.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
                self.token.cancel();
                None
            }
        }
    }

    /// Returns whether there is one already.
    pub(crate) fn is_set(&self) -> bool {
        self.token.is_cancelled()
    }

    fn into_result(self) -> PyResult<()> {
        self.error.into_inner().unwrap_or_else(PoisonError::into_inner).map_or(Ok(()), Err)
    }
}
