//! Many boards with one goal at once: solutions, or only their lengths.

use super::{Outcome, PlanError, SolveError, Solver, solve_easy};
use crate::boards::Boards;
use crate::control::{CancelToken, Control, StopReason};
use crate::goal::Goal;
use crate::metric::Metric;
use crate::puzzle::Puzzle;
use crate::space::Workers;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// Boards up to this many cells are assigned to the threads in groups, because a table lookup takes less time than asking for
/// the next board.
const GROUPED_CELLS: usize = 12;
const GROUP: usize = 64;

/// The lookups in a table of distances between two polls: a millisecond.
const LOOKUPS: usize = 1 << 14;

/// What plain IDA* usually solves within a millisecond.
const EASY_DISTANCE: u32 = 24;
const EASY_NODES: u64 = 20_000;

impl Solver {
    /// Solves boards on all threads and passes each outcome through `keep`, in their order. The limits of the solver are for
    /// each board, those of the control for all of them together. The boards that have no solution when the time is up are
    /// [`SolveError::Stopped`].
    ///
    /// ```
    /// use taquin::control::Control;
    /// use taquin::{Boards, Goal, Size, Solver};
    /// let size = Size::square(3)?;
    /// let boards = Boards::new(size, vec![0, 1, 3, 4, 2, 5, 7, 8, 6, 1, 2, 3, 4, 5, 6, 8, 7, 0])?;
    /// let solver = Solver::new();
    /// let lengths = solver.solve_batch(&boards, &Goal::rows(size), &Control::new(), |outcome| {
    ///     outcome.ok()?.solution.map(|solution| solution.len())
    /// });
    /// assert_eq!(lengths.unwrap(), [Some(4), None]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the control stops it, other than by its time limit.
    ///
    /// # Panics
    /// If the goal has another size.
    pub fn solve_batch<T: Send>(
        &self,
        boards: &Boards,
        goal: &Goal,
        control: &Control,
        keep: impl Fn(Result<Outcome, SolveError>) -> T + Sync,
    ) -> Result<Vec<T>, StopReason> {
        let (solved, ended) = self.each_board(boards, goal, control, |solver, puzzle, control| {
            keep(guarded(|| solver.plan(puzzle)?.run(control)))
        });
        completed(solved, ended, keep)
    }

    /// Solves boards as [`solve_batch`](Solver::solve_batch) does, but optimally, however long that takes. Of the optimal
    /// solutions of boards of 13 to 16 cells, the first in the order of successors is found, whatever tables are used.
    /// With an algorithm that does not find optimal solutions, every outcome is [`PlanError::NotOptimal`].
    ///
    /// # Errors
    /// As [`solve_batch`](Solver::solve_batch).
    ///
    /// # Panics
    /// If the goal has another size.
    pub fn solve_batch_optimal<T: Send>(
        &self,
        boards: &Boards,
        goal: &Goal,
        control: &Control,
        keep: impl Fn(Result<Outcome, SolveError>) -> T + Sync,
    ) -> Result<Vec<T>, StopReason> {
        let (solved, ended) = self.each_board(boards, goal, control, |solver, puzzle, control| {
            keep(guarded(|| {
                solver.options().check_optimal()?;
                solver.plan_optimal(puzzle)?.run(control)
            }))
        });
        completed(solved, ended, keep)
    }

    /// Returns the optimal solution length of each board, in the metric of the solver; `None` for unsolvable boards. Up to nine
    /// cells this is a lookup. The limits are those of [`solve_batch`](Solver::solve_batch).
    ///
    /// ```
    /// use taquin::control::Control;
    /// use taquin::{Boards, Goal, Size, Solver};
    /// let size = Size::square(3)?;
    /// let boards = Boards::new(size, vec![0, 1, 3, 4, 2, 5, 7, 8, 6, 1, 2, 3, 4, 5, 6, 8, 7, 0])?;
    /// let lengths = Solver::new().distances(&boards, &Goal::rows(size), &Control::new());
    /// assert_eq!(lengths.unwrap(), [Some(4), None]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If a limit stops it before every length is proved.
    ///
    /// # Panics
    /// If the goal has another size.
    pub fn distances(
        &self,
        boards: &Boards,
        goal: &Goal,
        control: &Control,
    ) -> Result<Vec<Option<u32>>, SolveError> {
        assert_eq!(boards.size(), goal.size(), "the boards and the goal must have the same size");
        if let Some(table) = self.tables().distances(goal, self.options().metric) {
            let rows = |number: usize| number * LOOKUPS..boards.len().min((number + 1) * LOOKUPS);
            let (groups, ended) = self.each(boards.len().div_ceil(LOOKUPS), 1, control, |_, number, _| {
                rows(number).map(|index| table.distance(boards.row(index))).collect::<Vec<_>>()
            });
            ended.map_err(SolveError::Stopped)?;
            return Ok(groups.into_iter().flatten().collect::<Vec<_>>().concat());
        }
        let (lengths, ended) = self.each_board(boards, goal, control, |solver, puzzle, control| {
            if let Some(length) = solver.easy_length(puzzle) {
                return Ok(Some(length));
            }
            let outcome = solver.plan_optimal(puzzle)?.run(control)?;
            let algorithm = outcome.method.algorithm;
            match outcome.into_solution() {
                Ok(solution) if solution.is_optimal() => Ok(Some(solution.len() as u32)),
                Ok(_) => Err(PlanError::NotOptimal(algorithm).into()),
                Err(SolveError::Unsolvable(_)) => Ok(None),
                Err(error) => Err(error),
            }
        });
        ended.map_err(SolveError::Stopped)?;
        lengths.into_iter().flatten().collect()
    }

    /// Returns the optimal length of a board that plain IDA* solves within a millisecond. A plan for many boards would begin with
    /// large tables, which boards near the goal do not need.
    pub(super) fn easy_length(&self, puzzle: &Puzzle) -> Option<u32> {
        let options = self.options();
        if !options.is_open() || options.metric != Metric::Single {
            return None;
        }
        let solution = solve_easy(puzzle, EASY_DISTANCE, EASY_NODES)?;
        solution.is_optimal().then_some(solution.len() as u32)
    }

    /// Calls `work` with each puzzle on the next free thread, and returns what [`each`](Solver::each) does.
    fn each_board<T: Send>(
        &self,
        boards: &Boards,
        goal: &Goal,
        control: &Control,
        work: impl Fn(&Solver, &Puzzle, &Control) -> T + Sync,
    ) -> (Vec<Option<T>>, Result<(), StopReason>) {
        assert_eq!(boards.size(), goal.size(), "the boards and the goal must have the same size");
        let group = if boards.size().cells() <= GROUPED_CELLS { GROUP } else { 1 };
        self.each(boards.len(), group, control, |solver, index, control| {
            let puzzle = Puzzle::new(boards.board(index), goal.clone()).expect("the sizes were compared");
            work(solver, &puzzle, control)
        })
    }

    /// Calls `work` with the numbers below `count` on the next free thread, some in a group, and returns the results in order
    /// and why it stopped before it had all, if it did. The solver that is passed searches with one thread and expects as many boards.
    pub(super) fn each<T: Send>(
        &self,
        count: usize,
        group: usize,
        control: &Control,
        work: impl Fn(&Solver, usize, &Control) -> T + Sync,
    ) -> (Vec<Option<T>>, Result<(), StopReason>) {
        let control = control.started();
        let mut config = (*self.config).clone();
        let workers = std::mem::take(&mut config.workers);
        config.boards = config.boards.or_else(|| Some(count as u64).filter(|&boards| boards > 1));
        let solver = &Solver { config: Arc::new(config), ..self.clone() };
        let groups = count.div_ceil(group);
        let (next, stop) = (AtomicUsize::new(0), CancelToken::new());
        let done: Mutex<Vec<(usize, Vec<T>)>> = Mutex::new(Vec::with_capacity(groups));
        let run = |_| {
            let control = Control::new().with_cancel_token(stop.clone());
            while !stop.is_cancelled() {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= groups {
                    return;
                }
                let first = number * group;
                let indices = first..count.min(first + group);
                let results = indices.map(|index| work(solver, index, &control)).collect();
                done.lock().unwrap_or_else(PoisonError::into_inner).push((first, results));
            }
        };
        let ended = Workers::new(workers.count().min(groups)).supervise(&stop, run, || control.check());
        let mut all: Vec<Option<T>> = (0..count).map(|_| None).collect();
        for (first, results) in done.into_inner().unwrap_or_else(PoisonError::into_inner) {
            for (slot, result) in all[first..].iter_mut().zip(results) {
                *slot = Some(result);
            }
        }
        (all, ended)
    }
}

/// Keeps what was solved before the time was up.
fn completed<T>(
    solved: Vec<Option<T>>,
    ended: Result<(), StopReason>,
    keep: impl Fn(Result<Outcome, SolveError>) -> T,
) -> Result<Vec<T>, StopReason> {
    match ended {
        Ok(()) | Err(StopReason::Time) => {}
        Err(reason) => return Err(reason),
    }
    let missing = || keep(Err(SolveError::Stopped(StopReason::Time)));
    Ok(solved.into_iter().map(|result| result.unwrap_or_else(missing)).collect())
}

/// A bug that panics costs the answer of one board, not the others.
fn guarded(solve: impl FnOnce() -> Result<Outcome, SolveError>) -> Result<Outcome, SolveError> {
    catch_unwind(AssertUnwindSafe(solve)).unwrap_or(Err(SolveError::Contradiction))
}
