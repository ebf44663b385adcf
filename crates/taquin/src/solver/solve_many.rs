//! Solves many puzzles on all threads, with the outcomes in order.

use super::{Outcome, SolveError, Solver};
use crate::control::{CancelToken, Control};
use crate::puzzle::Puzzle;
use std::collections::BTreeMap;
use std::iter::{self, Fuse};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::vec;

/// Puzzles of up to this many cells are sent to the threads in groups, because a table lookup is as fast as sending one.
const GROUPED_CELLS: usize = 9;
const GROUP: usize = 32;

/// The number of groups in flight per thread, so that one hard puzzle does not block the others.
const GROUPS_A_THREAD: u64 = 16;

type Group = (u64, Vec<Puzzle>);
type Answers = Vec<Result<Outcome, SolveError>>;

impl Solver {
    /// Solves puzzles on all threads of the solver and returns the outcomes in their order. Puzzles are taken from the
    /// iterator as the threads need them, some ahead, so there may be any number of them.
    ///
    /// ```
    /// use taquin::scramble::Scrambler;
    /// use taquin::solver::Solver;
    /// use taquin::{Goal, Size};
    /// let goal = Goal::rows(Size::square(3)?);
    /// let mut scrambler = Scrambler::seeded(1);
    /// let boards = (0..100).map(|_| scrambler.solvable(&goal));
    /// let mut moves = 0;
    /// for outcome in Solver::new().solve_many(boards) {
    ///     moves += outcome?.into_solution()?.len();
    /// }
    /// assert_eq!(moves, 2210);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn solve_many<I>(&self, puzzles: I) -> SolveMany<I::IntoIter>
    where
        I: IntoIterator<Item: Into<Puzzle>>,
    {
        let puzzles = puzzles.into_iter();
        // The puzzles share the threads, so each is searched by one.
        let mut config = (*self.config).clone();
        let threads = std::mem::take(&mut config.workers).count();
        config.boards =
            config.boards.or_else(|| Some(puzzles.size_hint().0 as u64).filter(|&boards| boards > 1));
        let solver = Solver { config: Arc::new(config), ..self.clone() };
        SolveMany::new(solver, puzzles.fuse(), threads)
    }
}

/// The outcomes of [`Solver::solve_many`]. Dropping it stops the searches.
#[derive(Debug)]
pub struct SolveMany<I> {
    solver: Solver,
    puzzles: Fuse<I>,
    threads: Option<Threads>,
    /// Groups that finished before earlier ones.
    early: BTreeMap<u64, Answers>,
    current: vec::IntoIter<Result<Outcome, SolveError>>,
    /// The next group to return, and the next group to send.
    next: u64,
    sent: u64,
}

#[derive(Debug)]
struct Threads {
    groups: Sender<Group>,
    answers: Receiver<(u64, Answers)>,
    most_groups: u64,
    cancel: CancelToken,
    handles: Vec<JoinHandle<()>>,
}

impl Threads {
    /// Starts the threads; returns `None` if the system refuses.
    fn start(solver: &Solver, count: usize) -> Option<Threads> {
        let (groups, waiting) = mpsc::channel::<Group>();
        let (done, answers) = mpsc::channel();
        let cancel = CancelToken::new();
        let waiting = Arc::new(Mutex::new(waiting));
        let work = || {
            let (solver, done, waiting) = (solver.clone(), done.clone(), Arc::clone(&waiting));
            let control = Control::new().with_cancel_token(cancel.clone());
            let token = cancel.clone();
            move || {
                let solve = |puzzle: &Puzzle| {
                    // A bug that panics costs the answer of one puzzle, not the others.
                    let solve = AssertUnwindSafe(|| solver.plan(puzzle)?.run(&control));
                    catch_unwind(solve).unwrap_or(Err(SolveError::Contradiction))
                };
                // The lock is held only while receiving a group.
                while !token.is_cancelled()
                    && let Some((number, puzzles)) =
                        waiting.lock().ok().and_then(|waiting| waiting.recv().ok())
                {
                    let wanted = puzzles.iter().take_while(|_| !token.is_cancelled());
                    if done.send((number, wanted.map(solve).collect())).is_err() {
                        return;
                    }
                }
            }
        };
        let handles: Vec<_> = (0..count).map_while(|_| thread::Builder::new().spawn(work()).ok()).collect();
        let most_groups = GROUPS_A_THREAD * handles.len() as u64;
        (!handles.is_empty()).then_some(Threads { groups, answers, most_groups, cancel, handles })
    }
}

impl<I: Iterator<Item: Into<Puzzle>>> SolveMany<I> {
    fn new(solver: Solver, puzzles: Fuse<I>, threads: usize) -> SolveMany<I> {
        // With one thread the caller solves.
        let threads = if threads > 1 { Threads::start(&solver, threads) } else { None };
        SolveMany {
            solver,
            puzzles,
            threads,
            early: BTreeMap::new(),
            current: Vec::new().into_iter(),
            next: 0,
            sent: 0,
        }
    }

    /// Blocks until the next group of outcomes is complete; returns `None` if there are no more puzzles.
    fn next_group(&mut self) -> Option<Answers> {
        let threads = self.threads.as_ref()?;
        while self.sent < self.next + threads.most_groups {
            let Some(first) = self.puzzles.next().map(Into::into) else { break };
            let more = if first.size().cells() <= GROUPED_CELLS { GROUP - 1 } else { 0 };
            let group = iter::once(first).chain(self.puzzles.by_ref().take(more).map(Into::into)).collect();
            // Fails only if all threads have ended, which is detected below.
            let _ = threads.groups.send((self.sent, group));
            self.sent += 1;
        }
        if self.next == self.sent {
            return None;
        }
        loop {
            if let Some(answers) = self.early.remove(&self.next) {
                self.next += 1;
                return Some(answers);
            }
            match threads.answers.recv() {
                Ok((number, answers)) => {
                    self.early.insert(number, answers);
                }
                // No thread is left, which takes more than a panic in a search.
                Err(_) => {
                    self.next = self.sent;
                    return Some(vec![Err(SolveError::Contradiction)]);
                }
            }
        }
    }
}

impl<I: Iterator<Item: Into<Puzzle>>> Iterator for SolveMany<I> {
    type Item = Result<Outcome, SolveError>;

    fn next(&mut self) -> Option<Result<Outcome, SolveError>> {
        if self.threads.is_none() {
            return Some(self.solver.solve(&self.puzzles.next()?.into()));
        }
        loop {
            if let Some(answer) = self.current.next() {
                return Some(answer);
            }
            self.current = self.next_group()?.into_iter();
        }
    }
}

impl Drop for Threads {
    fn drop(&mut self) {
        self.cancel.cancel();
        // Without the sender no thread waits for another group.
        self.groups = mpsc::channel().0;
        for handle in self.handles.drain(..) {
            // A panic of the thread was handled before.
            let _ = handle.join();
        }
    }
}
