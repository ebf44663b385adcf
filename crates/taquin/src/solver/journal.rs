//! A journal: what a long search has done, one line of JSON for each step, so that it can be resumed and distributed.
//!
//! The first line describes the puzzle. Then come the solutions found so far, and for each iteration its
//! [plan](IterationPlan), the parts that are done, and the bound that is proved once all are. Every line is on disk before
//! the search goes on. A line that was cut off by a crash is dropped when the journal is opened; the rest is checked.
//!
//! A journal can be restricted to some parts of its last iteration ([`Journal::assign`]): then it is the work of one of
//! many machines, and [`Journal::merge`] brings the results back.

use super::journal_error::{JournalError, JournalFault};
use super::pool_search::{IterationPlan, OpenIteration, SearchLog};
use crate::board::Board;
use crate::control::StopReason;
use crate::direction::Direction;
use crate::goal::Goal;
use crate::metric::Metric;
use crate::moves::Moves;
use crate::notation::{Mover, letters};
use crate::proof::verify;
use crate::puzzle::Puzzle;
use crate::search::views::{Frontier, PartResult};
use crate::size::Size;
use crate::tables::has_pool;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The version of the format. A change of the search that divides iterations differently changes it, too.
pub(super) const VERSION: u32 = 1;

/// A line of a journal.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum Line {
    /// The puzzle; the first line.
    Journal { version: u32, size: [usize; 2], start: Vec<u16>, goal: Vec<u16> },
    /// A solution.
    Incumbent { length: usize, moves: String },
    /// The beginning of an iteration.
    Iteration {
        #[serde(flatten)]
        plan: IterationPlan,
        depth: u32,
        nodes: usize,
        fingerprint: String,
    },
    /// The parts of the iteration that this journal is for; without such a line, all.
    Assignment { bound: u32, parts: Vec<u32> },
    /// A part that is done.
    Part {
        bound: u32,
        part: u32,
        expanded: u64,
        generated: u64,
        seconds: f64,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        moves: Option<String>,
    },
    /// All parts of an iteration are done: no solution is shorter than this.
    Proved { lower_bound: u32 },
}

/// What the lines of a journal add up to.
#[derive(Clone, Debug, Default)]
struct State {
    incumbent: Option<Moves>,
    lower_bound: u32,
    iteration: Option<Recorded>,
}

/// The last iteration of a journal.
#[derive(Clone, Debug)]
struct Recorded {
    plan: IterationPlan,
    depth: u32,
    nodes: usize,
    fingerprint: String,
    assigned: Option<Vec<u32>>,
    /// The lines of the parts that are done.
    done: BTreeMap<u32, Line>,
    /// Whether all are.
    is_proved: bool,
}

impl Recorded {
    fn parts(&self) -> u32 {
        self.plan.part_count(self.nodes)
    }

    fn line(&self) -> Line {
        let Recorded { plan, depth, nodes, fingerprint, .. } = self.clone();
        Line::Iteration { plan, depth, nodes, fingerprint }
    }

    /// Returns the parts that are assigned to this journal and not done.
    fn open_parts(&self) -> Vec<u32> {
        let assigned = self.assigned.clone().unwrap_or_else(|| (0..self.parts()).collect());
        assigned.into_iter().filter(|part| !self.done.contains_key(part)).collect()
    }
}

/// The record of a long search in a file. Only one process can have it open.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    puzzle: Puzzle,
    file: Mutex<File>,
    state: Mutex<State>,
    fault: Mutex<Option<JournalError>>,
}

impl Journal {
    /// Opens the journal of a puzzle, or creates it.
    ///
    /// # Errors
    /// If the size has no search that can be resumed, or the file cannot be read or written, is used by another process,
    /// is damaged, or is for another puzzle.
    pub fn open(path: &Path, puzzle: &Puzzle) -> Result<Journal, JournalError> {
        Journal::opened(path, Some(puzzle))
    }

    /// Opens a journal that exists.
    ///
    /// # Errors
    /// As [`open`](Journal::open).
    pub fn read(path: &Path) -> Result<Journal, JournalError> {
        Journal::opened(path, None)
    }

    fn opened(path: &Path, wanted: Option<&Puzzle>) -> Result<Journal, JournalError> {
        let error = |fault| JournalError { path: path.to_owned(), fault };
        if let Some(size) = wanted.map(Puzzle::size).filter(|&size| !has_pool(size)) {
            return Err(error(JournalFault::Size { size }));
        }
        let opened = OpenOptions::new().read(true).append(true).create(wanted.is_some()).open(path);
        let mut file = opened.map_err(|e| error(JournalFault::Io(e.kind())))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(error(JournalFault::InUse)),
            // A file system without locks: two processes on one journal are the user's care.
            Err(TryLockError::Error(_)) => {}
        }
        let mut text = String::new();
        file.read_to_string(&mut text).map_err(|e| error(JournalFault::Io(e.kind())))?;
        // What follows the last line break was cut off.
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        let mut lines = text[..whole].lines().enumerate();
        let Some((_, first)) = lines.next() else {
            let Some(puzzle) = wanted else { return Err(error(JournalFault::Empty)) };
            if whole < text.len() {
                // The first line was cut off, or this is not a journal at all.
                return Err(error(JournalFault::Line { line: 1 }));
            }
            let journal = Journal::with(path, puzzle.clone(), file, State::default());
            journal.write(&first_line(puzzle))?;
            return Ok(journal);
        };
        let puzzle = read_first(first).map_err(error)?;
        if wanted.is_some_and(|wanted| *wanted != puzzle) {
            return Err(error(JournalFault::OtherPuzzle));
        }
        let mut state = State::default();
        for (index, text) in lines {
            let fault = || error(JournalFault::Line { line: index + 1 });
            let line: Line = serde_json::from_str(text).map_err(|_| fault())?;
            state.add(line, &puzzle).ok_or_else(fault)?;
        }
        if whole < text.len() {
            file.set_len(whole as u64).map_err(|e| error(JournalFault::Io(e.kind())))?;
            file.seek(io::SeekFrom::End(0)).map_err(|e| error(JournalFault::Io(e.kind())))?;
        }
        Ok(Journal::with(path, puzzle, file, state))
    }

    fn with(path: &Path, puzzle: Puzzle, file: File, state: State) -> Journal {
        Journal {
            path: path.to_owned(),
            puzzle,
            file: Mutex::new(file),
            state: Mutex::new(state),
            fault: Mutex::default(),
        }
    }

    /// Returns the puzzle.
    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// Returns the lower bound that is proved.
    pub fn lower_bound(&self) -> u32 {
        let state = self.state();
        state.iteration.as_ref().map_or(0, |iteration| iteration.plan.bound).max(state.lower_bound)
    }

    /// Returns the parts of the unfinished iteration that are assigned to this journal and not done.
    pub fn open_parts(&self) -> Option<Vec<u32>> {
        let state = self.state();
        let iteration = state.iteration.as_ref().filter(|iteration| !iteration.is_proved)?;
        Some(iteration.open_parts())
    }

    /// Returns the best solution.
    pub fn incumbent(&self) -> Option<Moves> {
        self.state().incumbent.clone()
    }

    /// Creates a journal of the same search in a new file, restricted to some parts of the open iteration.
    ///
    /// # Errors
    /// If there is no open iteration, or the file exists or cannot be written.
    pub fn assign(&self, path: &Path, parts: &[u32]) -> Result<(), JournalError> {
        let error = |fault| JournalError { path: path.to_owned(), fault };
        let iteration = self.state().iteration.clone().filter(|iteration| !iteration.is_proved);
        let iteration = iteration.ok_or_else(|| error(JournalFault::NoIteration))?;
        let created = OpenOptions::new().append(true).create_new(true).open(path);
        let mut file = created.map_err(|e| error(JournalFault::Io(e.kind())))?;
        let assignment = Line::Assignment { bound: iteration.plan.bound, parts: parts.to_vec() };
        let lines = [first_line(&self.puzzle), iteration.line(), assignment];
        let lines: Result<Vec<String>, _> = lines.iter().map(serde_json::to_string).collect();
        let text = lines.map_err(|_| error(JournalFault::Io(io::ErrorKind::Other)))?.join("\n") + "\n";
        file.write_all(text.as_bytes()).and_then(|()| file.sync_data()).map_err(|e| {
            // Without its last line the file would be for all parts.
            let _ = std::fs::remove_file(path);
            error(JournalFault::Io(e.kind()))
        })
    }

    /// Returns whether the solution is known to be optimal.
    pub fn is_solved(&self) -> bool {
        let bound = self.lower_bound();
        self.incumbent().is_some_and(|moves| moves.len() as u32 <= bound)
    }

    /// Returns why a plan for a puzzle cannot use this journal as a whole, if it cannot.
    pub(super) fn refusal(&self, puzzle: &Puzzle) -> Option<JournalError> {
        let is_part = self.state().iteration.as_ref().is_some_and(|iteration| iteration.assigned.is_some());
        let fault = match () {
            () if self.puzzle != *puzzle => JournalFault::OtherPuzzle,
            () if is_part => JournalFault::Part,
            () => return None,
        };
        Some(JournalError { path: self.path.clone(), fault })
    }

    /// Adds the parts that another journal of the same iteration has done. Returns how many were new.
    ///
    /// # Errors
    /// If the other journal is for another puzzle or iteration, or this one cannot be written.
    pub fn merge(&self, other: &Journal) -> Result<u32, JournalError> {
        let foreign = |fault| JournalError { path: other.path.clone(), fault };
        if other.puzzle != self.puzzle {
            return Err(foreign(JournalFault::OtherPuzzle));
        }
        let theirs = other.state().iteration.clone().ok_or_else(|| foreign(JournalFault::NoIteration))?;
        let ours = self.state().iteration.clone().filter(|ours| ours.line() == theirs.line());
        let ours = ours.ok_or_else(|| foreign(JournalFault::OtherIteration))?;
        let mut added = 0;
        for (_, line) in theirs.done.iter().filter(|(part, _)| !ours.done.contains_key(part)) {
            self.append(line.clone())?;
            added += 1;
        }
        self.prove()?;
        Ok(added)
    }

    /// Records that the open iteration is proved, if all of its parts are done and none has a solution.
    fn prove(&self) -> Result<(), JournalError> {
        let bound = self.state().iteration.as_ref().and_then(|iteration| {
            let is_done = iteration.done.len() as u32 == iteration.parts() && !iteration.is_proved;
            (is_done && iteration.assigned.is_none()).then_some(iteration.plan.bound)
        });
        let is_solved = |bound| self.incumbent().is_some_and(|moves| moves.len() as u32 == bound);
        match bound {
            Some(bound) if !is_solved(bound) => self.append(Line::Proved { lower_bound: bound + 2 }),
            _ => Ok(()),
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a line to the state, unless it contradicts those before it, and writes it.
    fn append(&self, line: Line) -> Result<(), JournalError> {
        let fault = || JournalError { path: self.path.clone(), fault: JournalFault::OtherIteration };
        self.state().add(line.clone(), &self.puzzle).ok_or_else(fault)?;
        self.write(&line)
    }

    /// Writes a line, and waits until it is on disk. If that fails, the file is as before.
    fn write(&self, line: &Line) -> Result<(), JournalError> {
        let error = |kind| JournalError { path: self.path.clone(), fault: JournalFault::Io(kind) };
        let mut text = serde_json::to_string(line).map_err(|_| error(io::ErrorKind::Other))?;
        text.push('\n');
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        let before = file.metadata().map_err(|e| error(e.kind()))?.len();
        file.write_all(text.as_bytes()).and_then(|()| file.sync_data()).map_err(|e| {
            // If this fails, too, opening the journal drops the incomplete line.
            let _ = file.set_len(before);
            error(e.kind())
        })
    }

    /// Appends a line for a search, which stops if that fails.
    fn record(&self, line: Line) -> Result<(), StopReason> {
        self.append(line).map_err(|error| self.fail(error))
    }

    fn fail(&self, error: JournalError) -> StopReason {
        self.fault.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
        StopReason::Journal
    }

    /// Returns the first problem during a search, once.
    pub fn take_fault(&self) -> Option<JournalError> {
        self.fault.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

impl SearchLog for Journal {
    fn open_iteration(&self) -> Option<OpenIteration> {
        let state = self.state();
        let iteration = state.iteration.as_ref()?;
        let expanded = iteration.done.values().map(|line| match line {
            Line::Part { expanded, .. } => *expanded,
            _ => 0,
        });
        let (plan, expanded) = (iteration.plan.clone(), expanded.fold(0, u64::saturating_add));
        Some(match iteration.is_proved {
            true => OpenIteration {
                plan: IterationPlan { bound: state.lower_bound, ..plan },
                open_parts: None,
                expanded,
            },
            false => OpenIteration { plan, open_parts: Some(iteration.open_parts()), expanded },
        })
    }

    fn lower_bound(&self) -> u32 {
        Journal::lower_bound(self)
    }

    fn incumbent(&self) -> Option<Moves> {
        Journal::incumbent(self)
    }

    fn improved(&self, moves: &Moves) {
        if self.incumbent().is_none_or(|incumbent| moves.len() < incumbent.len()) {
            let line = Line::Incumbent { length: moves.len(), moves: letters(moves, Mover::Tile) };
            // The next line of the search stops it if the journal cannot be written.
            let _ = self.record(line);
        }
    }

    fn begin(&self, plan: &IterationPlan, frontier: &Frontier) -> Result<(), StopReason> {
        let iteration = Recorded {
            plan: plan.clone(),
            depth: frontier.depth(),
            nodes: frontier.len(),
            fingerprint: format!("{:016x}", frontier.fingerprint()),
            assigned: None,
            done: BTreeMap::new(),
            is_proved: false,
        };
        let known = self.state().iteration.clone();
        match known.filter(|known| known.plan.bound == plan.bound && !known.is_proved) {
            Some(known) if known.line() == iteration.line() => Ok(()),
            Some(_) => {
                Err(self.fail(JournalError { path: self.path.clone(), fault: JournalFault::OtherIteration }))
            }
            None => self.record(iteration.line()),
        }
    }

    fn part(&self, bound: u32, result: &PartResult) -> Result<(), StopReason> {
        self.record(Line::Part {
            bound,
            part: result.part,
            expanded: result.counts.expanded,
            generated: result.counts.generated,
            seconds: (result.time.as_secs_f64() * 1e3).round() / 1e3,
            moves: result.moves.as_ref().map(|moves| letters(moves, Mover::Tile)),
        })
    }

    fn proved(&self, lower_bound: u32) -> Result<(), StopReason> {
        self.record(Line::Proved { lower_bound })
    }
}

/// A journal that stops the search when an iteration begins that is worth distributing.
pub(super) struct UntilDivided<'a>(pub(super) &'a Journal);

impl SearchLog for UntilDivided<'_> {
    fn open_iteration(&self) -> Option<OpenIteration> {
        self.0.open_iteration()
    }

    fn lower_bound(&self) -> u32 {
        self.0.lower_bound()
    }

    fn incumbent(&self) -> Option<Moves> {
        self.0.incumbent()
    }

    fn improved(&self, moves: &Moves) {
        self.0.improved(moves);
    }

    fn begin(&self, plan: &IterationPlan, frontier: &Frontier) -> Result<(), StopReason> {
        self.0.begin(plan, frontier)?;
        if plan.is_long() { Err(StopReason::Cancelled) } else { Ok(()) }
    }

    fn part(&self, bound: u32, result: &PartResult) -> Result<(), StopReason> {
        self.0.part(bound, result)
    }

    fn proved(&self, lower_bound: u32) -> Result<(), StopReason> {
        self.0.proved(lower_bound)
    }
}

impl State {
    /// Adds a line; returns `None` if it contradicts the lines before it.
    fn add(&mut self, line: Line, puzzle: &Puzzle) -> Option<()> {
        match line {
            Line::Journal { .. } => return None,
            Line::Incumbent { length, moves } => {
                let moves = replayed(&moves, puzzle).filter(|moves| moves.len() == length)?;
                self.offer(moves);
            }
            Line::Iteration { plan, depth, nodes, fingerprint } => {
                let is_next = plan.bound >= self.lower_bound && plan.is_for(puzzle);
                let is_open = self.iteration.as_ref().is_some_and(|iteration| !iteration.is_proved);
                if !is_next || is_open || depth > plan.bound {
                    return None;
                }
                let done = BTreeMap::new();
                self.iteration = Some(Recorded {
                    plan,
                    depth,
                    nodes,
                    fingerprint,
                    assigned: None,
                    done,
                    is_proved: false,
                });
            }
            Line::Assignment { bound, parts } => {
                let iteration = self.iteration.as_mut()?;
                let fits = iteration.plan.bound == bound && iteration.assigned.is_none();
                let is_ascending = parts.windows(2).all(|pair| pair[0] < pair[1]);
                if !fits || !is_ascending || parts.iter().any(|&part| part >= iteration.parts()) {
                    return None;
                }
                iteration.assigned = Some(parts);
            }
            Line::Part { bound, part, ref moves, .. } => {
                let iteration = self.iteration.as_mut()?;
                if iteration.plan.bound != bound || part >= iteration.parts() || iteration.is_proved {
                    return None;
                }
                let found = match moves {
                    Some(moves) => Some(replayed(moves, puzzle).filter(|moves| moves.len() as u32 == bound)?),
                    None => None,
                };
                iteration.done.insert(part, line);
                found.into_iter().for_each(|moves| self.offer(moves));
            }
            Line::Proved { lower_bound } => {
                let iteration = self.iteration.as_mut()?;
                let is_complete = iteration.done.len() as u32 == iteration.parts();
                let is_solved =
                    self.incumbent.as_ref().is_some_and(|moves| moves.len() as u32 <= iteration.plan.bound);
                if !is_complete || is_solved || iteration.plan.bound + 2 != lower_bound || iteration.is_proved
                {
                    return None;
                }
                iteration.is_proved = true;
                self.lower_bound = lower_bound;
            }
        }
        Some(())
    }

    fn offer(&mut self, moves: Moves) {
        if self.incumbent.as_ref().is_none_or(|incumbent| moves.len() < incumbent.len()) {
            self.incumbent = Some(moves);
        }
    }
}

/// Reads moves and replays them; `None` if they are not a solution.
fn replayed(text: &str, puzzle: &Puzzle) -> Option<Moves> {
    let moves: Moves = text.chars().map(Direction::from_letter).collect::<Option<_>>()?;
    let task = puzzle.task().ok()?;
    verify(&task, moves.clone(), Metric::Single, 0).is_ok().then_some(moves)
}

fn first_line(puzzle: &Puzzle) -> Line {
    let size = puzzle.size();
    Line::Journal {
        version: VERSION,
        size: [size.rows(), size.cols()],
        start: puzzle.start().numbers().collect(),
        goal: puzzle.goal().board().numbers().collect(),
    }
}

fn read_first(text: &str) -> Result<Puzzle, JournalFault> {
    let damaged = JournalFault::Line { line: 1 };
    let line: Line = serde_json::from_str(text).map_err(|_| damaged.clone())?;
    let Line::Journal { version, size: [rows, cols], start, goal } = line else { return Err(damaged) };
    if version != VERSION {
        return Err(JournalFault::Version { found: version });
    }
    let size = Size::new(rows, cols).map_err(|_| damaged.clone())?;
    let board = |numbers: &[u16]| Board::new(size, numbers).map_err(|_| damaged.clone());
    Puzzle::new(board(&start)?, Goal::from(board(&goal)?)).map_err(|_| damaged.clone())
}
