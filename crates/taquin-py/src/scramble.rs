//! Random boards.

use crate::batch;
use crate::board::PyBoard;
use crate::error::{self, invalid};
use crate::input;
use crate::solver::PySolver;
use crate::supervision::{Reporter, supervised};
use pyo3::prelude::*;
use taquin::scramble::Scrambler;
use taquin::solver::Solver;
use taquin::{Boards, Goal};

/// The boards that are drawn between two checks whether the caller was interrupted: up to a millisecond.
const UNCHECKED: usize = 256;

/// Draws random boards from which the goal can be reached.
///
/// With a depth, or a pair of depths, every board's optimal solution has such a length. Without a count one `Board` is
/// returned, otherwise an array of shape (count, cells). A seed gives the same boards on every machine; `stream` selects an
/// independent sequence of the same seed. A `solver` with tables draws large depths faster.
///
/// >>> import taquin
/// >>> taquin.scramble((3, 3), seed=7)
/// Board("2 0 1/6 7 5/3 8 4")
/// >>> boards = taquin.scramble((4, 4), depth=(8, 10), count=5, seed=7)
/// >>> boards.shape, sorted(set(taquin.Solver().distances(boards).tolist()) - {8, 9, 10})
/// ((5, 16), [])
#[pyfunction]
#[pyo3(signature = (size, *, depth = None, count = None, seed = None, stream = 0, goal = None, solver = None, progress = None))]
#[expect(clippy::too_many_arguments, reason = "keyword arguments of Python")]
pub(crate) fn scramble<'py>(
    py: Python<'py>,
    size: &Bound<'py, PyAny>,
    depth: Option<&Bound<'py, PyAny>>,
    count: Option<i128>,
    seed: Option<i128>,
    stream: i128,
    goal: Option<&Bound<'py, PyAny>>,
    solver: Option<&Bound<'py, PySolver>>,
    progress: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let count: Option<usize> = count.map(|count| input::natural(py, "count", count)).transpose()?;
    let seed = seed.map(|seed| input::natural(py, "seed", seed)).transpose()?;
    let stream = input::natural(py, "stream", stream)?;
    let size = input::size(size)?;
    let goal: Goal = input::goal(goal, size)?;
    let depths = depth.filter(|depth| !depth.is_none()).map(input::depths).transpose()?;
    let mut scrambler = Scrambler::stream(seed.unwrap_or_else(Scrambler::any_seed), stream);
    let solver = solver.map_or_else(Solver::new, |solver| solver.get().solver.clone());
    let number = count.unwrap_or(1);
    if number.checked_mul(size.cells()).is_none_or(|numbers| numbers > 1 << 40) {
        return Err(invalid(py, format_args!("count: {number} boards do not fit into memory")));
    }
    let boards = match depths {
        Some(depths) => supervised(py, &Reporter::new(progress)?, None, |control, _| {
            solver.boards_within(&mut scrambler, &goal, depths, number, control)
        })?
        .map_err(|error| error::depth_error(py, &error))?,
        None => supervised(py, &Reporter::new(progress)?, None, |control, _| {
            let mut boards = Boards::from(size);
            for index in 0..number {
                if index % UNCHECKED == 0 {
                    control.check()?;
                }
                boards.push(&scrambler.solvable(&goal));
            }
            Ok(boards)
        })?
        .map_err(|reason| error::stopped(py, reason, 0))?,
    };
    Ok(match count {
        Some(_) => batch::array(py, &boards),
        None => Bound::new(py, PyBoard(boards.board(0)))?.into_any(),
    })
}
