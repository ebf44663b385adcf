//! Searches on a separate thread, so that the game never blocks.
//!
//! A move does not cancel the running search: its solution passes through the next board or near it, so it continues
//! while the player waits, and then the newest board is searched. Boards in between are skipped. While the player
//! thinks, the search is repeated with four times the time, so that hard boards get their number, too. A new game
//! cancels everything at once.

use crate::memory;
use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};
use taquin::scramble::Scrambler;
use taquin::search::{Limits, Observer, Progress};
use taquin::solver::{Bounds, Difficulty, Hints, Remaining, Workshop};
use taquin::tables::TableCache;
use taquin::{Board, Goal};

/// Multiples of the time limit for repeated searches of the same board.
const PATIENCE: [u32; 3] = [1, 4, 16];

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
            Challenge::Depth(depth) => write!(f, "a board {depth} moves from the goal"),
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

enum Job {
    Remaining(Board, Goal),
    Scramble(Goal, Challenge),
}

/// Numbers of the latest jobs, which tell the running job when to stop.
#[derive(Default)]
struct JobNumbers {
    /// The latest job.
    given: AtomicU64,
    /// Jobs before this one are cancelled.
    oldest_wanted: AtomicU64,
}

/// A worker thread. It ends with the program.
pub(super) struct Worker {
    jobs: Sender<(u64, Job)>,
    events: Receiver<WorkerEvent>,
    numbers: Arc<JobNumbers>,
}

impl Worker {
    pub(super) fn start(tables: TableCache, hints: Arc<Hints>, scrambler: Scrambler) -> Worker {
        let (jobs, received) = channel();
        let (sender, events) = channel();
        let numbers = Arc::new(JobNumbers::default());
        let mut state =
            WorkerState { tables, hints, scrambler, numbers: Arc::clone(&numbers), events: sender };
        thread::spawn(move || {
            for (number, job) in received {
                if state.work(number, job).is_break() {
                    return;
                }
            }
        });
        Worker { jobs, events, numbers }
    }

    /// Returns the channel of events, which closes if the thread panics.
    pub(super) fn events(&self) -> &Receiver<WorkerEvent> {
        &self.events
    }

    /// Requests the remaining moves. A running search continues for a while, because its solution helps with neighbouring
    /// boards.
    pub(super) fn ask(&self, board: &Board, goal: &Goal) {
        self.submit(Job::Remaining(board.clone(), goal.clone()));
    }

    /// Requests a new board and cancels all other jobs.
    pub(super) fn scramble(&self, goal: &Goal, challenge: Challenge) {
        self.cancel();
        self.submit(Job::Scramble(goal.clone(), challenge));
    }

    /// Cancels all jobs.
    pub(super) fn cancel(&self) {
        let next = self.numbers.given.load(Ordering::SeqCst) + 1;
        self.numbers.oldest_wanted.store(next, Ordering::SeqCst);
    }

    fn submit(&self, job: Job) {
        let number = self.numbers.given.fetch_add(1, Ordering::SeqCst) + 1;
        // If the thread panicked, the closed channel of events shows it.
        let _ = self.jobs.send((number, job));
    }
}

/// The state of the worker thread.
struct WorkerState {
    tables: TableCache,
    hints: Arc<Hints>,
    scrambler: Scrambler,
    numbers: Arc<JobNumbers>,
    events: Sender<WorkerEvent>,
}

impl WorkerState {
    /// Runs a job; breaks if the channel of events is closed.
    fn work(&mut self, number: u64, job: Job) -> ControlFlow<()> {
        match job {
            Job::Remaining(board, goal) => self.remaining(number, &board, &goal),
            Job::Scramble(goal, challenge) => {
                let made = self.scramble(number, &goal, challenge);
                self.send(WorkerEvent::Scrambled(made))
            }
        }
    }

    fn send(&self, event: WorkerEvent) -> ControlFlow<()> {
        if self.events.send(event).is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }

    fn remaining(&self, number: u64, board: &Board, goal: &Goal) -> ControlFlow<()> {
        let patience = Hints::patience(board.size());
        for times in PATIENCE {
            let mut watch = Watch { numbers: &self.numbers, number, patience, begun: Instant::now() };
            if watch.is_superseded() {
                break;
            }
            let limits = limits(patience * times);
            let workshop = Workshop::new(&self.tables);
            // The sizes are the same, and nothing else can be wrong.
            let Ok(left) = self.hints.left(&workshop, board, goal, &limits, &mut watch) else { break };
            if matches!(left, Remaining::Stopped(_)) && watch.is_superseded() {
                break;
            }
            let is_settled = !matches!(left, Remaining::Moves(known) if !Bounds::is_exact(&known));
            self.send(WorkerEvent::Remaining(board.clone(), left))?;
            if is_settled {
                break;
            }
        }
        ControlFlow::Continue(())
    }

    fn scramble(&mut self, number: u64, goal: &Goal, challenge: Challenge) -> Result<Board, String> {
        let workshop = Workshop::new(&self.tables);
        let limits = limits(SCRAMBLE_TIME);
        let mut watch =
            Watch { numbers: &self.numbers, number, patience: SCRAMBLE_TIME, begun: Instant::now() };
        let scrambler = &mut self.scrambler;
        match challenge {
            Challenge::Depth(depth) => workshop.scramble_to(scrambler, goal, depth, &limits, &mut watch),
            Challenge::Difficulty(difficulty) => {
                workshop.scramble(scrambler, goal, difficulty, &limits, &mut watch).map(|(board, _)| board)
            }
        }
        .map_err(|error| error.to_string())
    }
}

fn limits(time: Duration) -> Limits {
    Limits { time: Some(time), memory: Some(memory::default_limit()), ..Limits::none() }
}

/// An observer that stops a search that is cancelled, or superseded for long enough.
struct Watch<'a> {
    numbers: &'a JobNumbers,
    number: u64,
    patience: Duration,
    begun: Instant,
}

impl Watch<'_> {
    /// Returns whether there is a newer job.
    fn is_superseded(&self) -> bool {
        self.numbers.given.load(Ordering::SeqCst) > self.number || self.is_cancelled()
    }

    fn is_cancelled(&self) -> bool {
        self.numbers.oldest_wanted.load(Ordering::SeqCst) > self.number
    }
}

impl Observer for Watch<'_> {
    fn progress(&mut self, _: &Progress) -> ControlFlow<()> {
        let was_patient = self.begun.elapsed() >= self.patience;
        let ends = self.is_cancelled() || (was_patient && self.is_superseded());
        if ends { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}
