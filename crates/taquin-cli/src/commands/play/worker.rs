//! Searches on a separate thread, so that the game never blocks.
//!
//! A move does not cancel the running search: its solution passes through the next board or near it, so it continues
//! while the player waits, and then the newest board is searched. Boards in between are skipped. While the player
//! thinks, the search is repeated with four times the time, so that hard boards get their number, too. A new game
//! cancels everything at once.

use std::cell::RefCell;
use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};
use taquin::control::{CancelToken, Control};
use taquin::display::Counted;
use taquin::scramble::Scrambler;
use taquin::solver::{Bounds, Difficulty, Hints, Remaining, Solver};
use taquin::{Board, Goal, Puzzle};

/// Time limit for generating a board.
const SCRAMBLE_TIME: Duration = Duration::from_secs(20);

/// The difficulty of a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Challenge {
    Difficulty(Difficulty),
    /// An exact distance from the goal.
    Depth(u32),
}

impl fmt::Display for Challenge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Challenge::Difficulty(Difficulty::Any) => write!(f, "any board"),
            Challenge::Difficulty(difficulty) => write!(f, "a board of difficulty {difficulty}"),
            Challenge::Depth(depth) => {
                write!(f, "a board {} from the goal", Counted((*depth).into(), "move"))
            }
        }
    }
}

/// A result of the worker.
#[derive(Debug)]
pub(super) enum WorkerEvent {
    /// The remaining moves of a board.
    Remaining(Board, Remaining),
    /// A new board, or why it could not be generated.
    Scrambled(Result<Board, String>),
}

enum Task {
    Remaining(Puzzle),
    Scramble(Goal, Challenge),
}

/// A task, and what tells it to stop.
struct Job {
    task: Task,
    number: u64,
    /// The number of the latest job.
    latest: Arc<AtomicU64>,
    /// Cancelled together with all jobs of its time.
    cancelled: CancelToken,
}

impl Job {
    /// Returns whether there is a newer job.
    fn is_superseded(&self) -> bool {
        self.latest.load(Ordering::SeqCst) > self.number || self.cancelled.is_cancelled()
    }

    /// Returns a control for `time` that also stops when the job is cancelled, or superseded after `patience`.
    fn control(&self, time: Duration, patience: Duration) -> Control<'_> {
        let (search, begun) = (CancelToken::new(), Instant::now());
        Control::new().time_limit(time).with_cancel_token(search.clone()).on_event(move |_| {
            let was_patient = begun.elapsed() >= patience;
            if self.cancelled.is_cancelled() || (was_patient && self.is_superseded()) {
                search.cancel();
            }
        })
    }
}

/// A worker thread. It ends with the program.
pub(super) struct Worker {
    jobs: Sender<Job>,
    events: Receiver<WorkerEvent>,
    latest: Arc<AtomicU64>,
    /// Cancels the jobs that were submitted since the last cancellation.
    cancel: RefCell<CancelToken>,
}

impl Worker {
    pub(super) fn start(solver: Solver, hints: Arc<Hints>, scrambler: Scrambler) -> Worker {
        let (jobs, received) = channel::<Job>();
        let (sender, events) = channel();
        let mut state = WorkerState { solver, hints, scrambler, events: sender };
        thread::spawn(move || {
            for job in received {
                if state.work(&job).is_break() {
                    return;
                }
            }
        });
        Worker { jobs, events, latest: Arc::default(), cancel: RefCell::default() }
    }

    /// Returns the channel of events, which closes if the thread panics.
    pub(super) fn events(&self) -> &Receiver<WorkerEvent> {
        &self.events
    }

    /// Requests the remaining moves. A running search continues for a while, because its solution helps with neighbouring
    /// boards.
    pub(super) fn ask(&self, board: &Board, goal: &Goal) {
        // All boards of a game have the size of its goal.
        if let Ok(puzzle) = Puzzle::new(board.clone(), goal.clone()) {
            self.submit(Task::Remaining(puzzle));
        }
    }

    /// Requests a new board and cancels all other jobs.
    pub(super) fn scramble(&self, goal: &Goal, challenge: Challenge) {
        self.cancel();
        self.submit(Task::Scramble(goal.clone(), challenge));
    }

    /// Cancels all jobs.
    pub(super) fn cancel(&self) {
        self.cancel.take().cancel();
    }

    fn submit(&self, task: Task) {
        let number = self.latest.fetch_add(1, Ordering::SeqCst) + 1;
        let (latest, cancelled) = (Arc::clone(&self.latest), self.cancel.borrow().clone());
        // If the thread panicked, the closed channel of events shows it.
        let _ = self.jobs.send(Job { task, number, latest, cancelled });
    }
}

/// The state of the worker thread.
struct WorkerState {
    solver: Solver,
    hints: Arc<Hints>,
    scrambler: Scrambler,
    events: Sender<WorkerEvent>,
}

impl WorkerState {
    /// Runs a job; breaks if the channel of events is closed.
    fn work(&mut self, job: &Job) -> ControlFlow<()> {
        match &job.task {
            Task::Remaining(puzzle) => self.remaining(job, puzzle),
            Task::Scramble(goal, challenge) => {
                let made = self.scramble(job, goal, *challenge);
                self.send(WorkerEvent::Scrambled(made))
            }
        }
    }

    fn send(&self, event: WorkerEvent) -> ControlFlow<()> {
        if self.events.send(event).is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }

    fn remaining(&self, job: &Job, puzzle: &Puzzle) -> ControlFlow<()> {
        let attempts = Hints::patience(puzzle.size());
        for time in attempts {
            if job.is_superseded() {
                break;
            }
            let control = job.control(time, attempts[0]);
            // The options are the defaults, so nothing can be wrong with them.
            let Ok(left) = self.hints.remaining(&self.solver, puzzle, &control) else { break };
            if matches!(left, Remaining::Stopped(_)) && job.is_superseded() {
                break;
            }
            let is_settled = !matches!(left, Remaining::Moves(known) if !Bounds::is_exact(&known));
            self.send(WorkerEvent::Remaining(puzzle.start().clone(), left))?;
            if is_settled {
                break;
            }
        }
        ControlFlow::Continue(())
    }

    fn scramble(&mut self, job: &Job, goal: &Goal, challenge: Challenge) -> Result<Board, String> {
        let control = job.control(SCRAMBLE_TIME, SCRAMBLE_TIME);
        let scrambler = &mut self.scrambler;
        match challenge {
            Challenge::Depth(depth) => self.solver.board_at(scrambler, goal, depth, &control),
            Challenge::Difficulty(difficulty) => {
                self.solver.scramble(scrambler, goal, difficulty, &control).map(|(board, _)| board)
            }
        }
        .map_err(|error| error.to_string())
    }
}
