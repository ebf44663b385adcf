//! Searches on a thread of their own, so that the game never waits.

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

/// While the player thinks, a board is searched again, each time for this many times as long.
const PATIENCE: [u32; 3] = [1, 4, 16];

/// A board at an exact distance takes no longer.
const SCRAMBLING: Duration = Duration::from_secs(20);

/// How hard a board is to be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Challenge {
    Difficulty(Difficulty),
    /// Exactly so many moves from the goal.
    Depth(u32),
}

impl fmt::Display for Challenge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Challenge::Difficulty(Difficulty::Any) => write!(f, "any board"),
            Challenge::Difficulty(difficulty) => write!(f, "a board of difficulty {difficulty}"),
            Challenge::Depth(depth) => write!(f, "a board {depth} moves away"),
        }
    }
}

/// What was found out.
#[derive(Debug)]
pub(super) enum WorkerEvent {
    /// What is left of a board.
    Left(Board, Remaining),
    /// A new board, or why there is none.
    Scrambled(Result<Board, String>),
}

enum Job {
    Left(Board, Goal),
    Scramble(Goal, Challenge),
}

/// The numbers of the jobs that are given last, which tell the one that runs when to end.
#[derive(Default)]
struct JobNumbers {
    /// Of all.
    given: AtomicU64,
    /// The one before which nothing is of use any more.
    oldest_wanted: AtomicU64,
}

/// The thread. It ends with the program, wherever it is.
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

    /// The events; it is closed if the thread died of a defect.
    pub(super) fn events(&self) -> &Receiver<WorkerEvent> {
        &self.events
    }

    /// Asks what is left. A search that runs already goes on for a while, because its solution helps with the boards
    /// beside it.
    pub(super) fn ask(&self, board: &Board, goal: &Goal) {
        self.give(Job::Left(board.clone(), goal.clone()));
    }

    /// Asks for a board, at once.
    pub(super) fn scramble(&self, goal: &Goal, challenge: Challenge) {
        self.forget();
        self.give(Job::Scramble(goal.clone(), challenge));
    }

    /// Ends whatever runs.
    pub(super) fn forget(&self) {
        let next = self.numbers.given.load(Ordering::SeqCst) + 1;
        self.numbers.oldest_wanted.store(next, Ordering::SeqCst);
    }

    fn give(&self, job: Job) {
        let number = self.numbers.given.fetch_add(1, Ordering::SeqCst) + 1;
        // If the thread died, the closed events tell.
        let _ = self.jobs.send((number, job));
    }
}

/// What the thread works with.
struct WorkerState {
    tables: TableCache,
    hints: Arc<Hints>,
    scrambler: Scrambler,
    numbers: Arc<JobNumbers>,
    events: Sender<WorkerEvent>,
}

impl WorkerState {
    /// Does one job; breaks when nobody listens any more.
    fn work(&mut self, number: u64, job: Job) -> ControlFlow<()> {
        match job {
            Job::Left(board, goal) => self.remaining(number, &board, &goal),
            Job::Scramble(goal, challenge) => {
                let made = self.scramble(number, &goal, challenge);
                self.tell(WorkerEvent::Scrambled(made))
            }
        }
    }

    fn tell(&self, events: WorkerEvent) -> ControlFlow<()> {
        if self.events.send(events).is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
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
            self.tell(WorkerEvent::Left(board.clone(), left))?;
            if is_settled {
                break;
            }
        }
        ControlFlow::Continue(())
    }

    fn scramble(&mut self, number: u64, goal: &Goal, challenge: Challenge) -> Result<Board, String> {
        let workshop = Workshop::new(&self.tables);
        let limits = limits(SCRAMBLING);
        let mut watch = Watch { numbers: &self.numbers, number, patience: SCRAMBLING, begun: Instant::now() };
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

/// Ends a search that is of no use any more, or that others have waited for long enough.
struct Watch<'a> {
    numbers: &'a JobNumbers,
    number: u64,
    patience: Duration,
    begun: Instant,
}

impl Watch<'_> {
    /// Is there a newer job?
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
