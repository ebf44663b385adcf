//! A journal: what a long search has done, one line of JSON for each step, so that it can be resumed and distributed.
//!
//! The first line describes the puzzle. Then come the solutions found so far, and for each iteration its
//! [plan](IterationPlan), the parts that are done, and the bound that is proved once all are. Every line is on disk before
//! the search goes on. A line that was cut off by a crash is dropped when the journal is opened; the rest is checked.
//!
//! A journal can be restricted to some parts of its last iteration ([`Journal::assign`]), or to some pieces of one part
//! that takes long ([`Journal::piece_assignment`]): then it is the work of one of many machines, and [`Journal::merge`]
//! brings the results back.

mod error;
mod line;
mod state;

pub use error::{JournalError, JournalFault};

use super::pool_search::{IterationPlan, OpenIteration, OpenParts, SearchLog, Selection};
use crate::control::StopReason;
use crate::display::Grouped;
use crate::moves::Moves;
use crate::notation::{Mover, letters};
use crate::puzzle::Puzzle;
use crate::search::views::{Frontier, PartResult, Piece};
use crate::tables::has_pool;
use line::{IterationLine, Line, PartLine, PieceLine};
use state::{AssignedPieces, Division, Recorded, State};
use std::collections::BTreeMap;
use std::fmt;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, Write};
use std::iter;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The record of a long search in a file. Only one process can have it open.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    puzzle: Puzzle,
    file: Mutex<File>,
    state: Mutex<State>,
    fault: Mutex<Option<JournalError>>,
}

/// How much of an unfinished iteration is done.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct IterationProgress {
    /// The f-limit.
    pub bound: u32,
    /// The parts that the journal is for.
    pub parts: u32,
    /// Those that are done.
    pub done: u32,
    /// The nodes expanded in them.
    pub expanded: u64,
    /// The seconds that they took, one after the other.
    pub seconds: f64,
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
            journal.write(&Line::first(puzzle))?;
            return Ok(journal);
        };
        let puzzle = Line::read_first(first).map_err(error)?;
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

    /// Returns the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the puzzle.
    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// Returns the lower bound that is proved.
    pub fn lower_bound(&self) -> u32 {
        let state = self.state();
        state.iteration.as_ref().map_or(0, Recorded::bound).max(state.lower_bound)
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

    /// Returns how much of the unfinished iteration is done.
    pub fn iteration(&self) -> Option<IterationProgress> {
        let state = self.state();
        let iteration = state.iteration.as_ref().filter(|iteration| !iteration.is_proved)?;
        let done = || iteration.done.values();
        Some(IterationProgress {
            bound: iteration.bound(),
            parts: iteration.assigned_parts(),
            done: iteration.done.len() as u32,
            expanded: done().map(|part| part.expanded).fold(0, u64::saturating_add),
            seconds: done().map(|part| part.seconds).sum(),
        })
    }

    /// Returns the text of a journal of the same search, restricted to some parts of the open iteration.
    ///
    /// # Errors
    /// If there is no open iteration.
    pub fn assignment(&self, parts: &[u32]) -> Result<String, JournalError> {
        self.restricted(|bound| Line::Assignment { bound, parts: parts.to_vec() })
    }

    /// Returns the text of a journal of the same search, restricted to some pieces of one part, which is divided into `of`
    /// pieces. A part is done once the results of all its pieces are merged.
    ///
    /// # Errors
    /// If there is no open iteration, or these are not pieces of one of its parts, in ascending order.
    pub fn piece_assignment(&self, part: u32, of: u32, pieces: &[u32]) -> Result<String, JournalError> {
        let text = self.restricted(|bound| Line::Pieces { bound, part, of, numbers: pieces.to_vec() })?;
        let has_pieces = |iteration: &Recorded| iteration.has(Division { part, of }, pieces);
        match self.state().iteration.as_ref().is_some_and(has_pieces) {
            true => Ok(text),
            false => Err(JournalError { path: self.path.clone(), fault: JournalFault::OtherIteration }),
        }
    }

    /// Returns the pieces that are not done of a part that is divided into `of` pieces.
    pub fn open_pieces(&self, part: u32, of: u32) -> Vec<u32> {
        let state = self.state();
        let iteration = state.iteration.as_ref().filter(|iteration| !iteration.is_proved);
        iteration.map_or_else(Vec::new, |iteration| iteration.open_pieces(Division { part, of }, 0..of))
    }

    /// Returns the parts of which some pieces are done and others are not, and into how many pieces each is divided.
    pub fn divided_parts(&self) -> Vec<(u32, u32)> {
        let state = self.state();
        let divisions = state.iteration.iter().flat_map(|iteration| iteration.pieces.keys());
        divisions.map(|division| (division.part, division.of)).collect()
    }

    /// Returns the text of a journal with the open iteration and a line that restricts it.
    fn restricted(&self, to: impl FnOnce(u32) -> Line) -> Result<String, JournalError> {
        let error = |fault| JournalError { path: self.path.clone(), fault };
        let iteration = self.state().iteration.clone().filter(|iteration| !iteration.is_proved);
        let iteration = iteration.ok_or_else(|| error(JournalFault::NoIteration))?;
        let restriction = to(iteration.bound());
        let lines = [Line::first(&self.puzzle), Line::Iteration(iteration.line), restriction];
        let lines: Result<Vec<String>, _> = lines.iter().map(serde_json::to_string).collect();
        Ok(lines.map_err(|_| error(JournalFault::Io(io::ErrorKind::Other)))?.join("\n") + "\n")
    }

    /// Creates a journal of the same search in a new file, restricted to some parts of the open iteration.
    ///
    /// # Errors
    /// If there is no open iteration, or the file exists or cannot be written.
    pub fn assign(&self, path: &Path, parts: &[u32]) -> Result<(), JournalError> {
        let error = |fault| JournalError { path: path.to_owned(), fault };
        let text = self.assignment(parts).map_err(|e| error(e.fault))?;
        let created = OpenOptions::new().append(true).create_new(true).open(path);
        let mut file = created.map_err(|e| error(JournalFault::Io(e.kind())))?;
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

    /// Returns the error of a journal for another puzzle.
    pub(super) fn mismatch(&self, puzzle: &Puzzle) -> Option<JournalError> {
        (self.puzzle != *puzzle)
            .then(|| JournalError { path: self.path.clone(), fault: JournalFault::OtherPuzzle })
    }

    /// Returns why a plan for a puzzle cannot use this journal as a whole, if it cannot.
    pub(super) fn refusal(&self, puzzle: &Puzzle) -> Option<JournalError> {
        let is_part = self.state().iteration.as_ref().is_some_and(|iteration| iteration.assigned.is_some());
        let part = is_part.then(|| JournalError { path: self.path.clone(), fault: JournalFault::Part });
        self.mismatch(puzzle).or(part)
    }

    /// Adds the parts and pieces that another journal of the same iteration has done. Returns how many were new.
    ///
    /// # Errors
    /// If the other journal is for another puzzle or iteration, or this one cannot be written.
    pub fn merge(&self, other: &Journal) -> Result<u32, JournalError> {
        let foreign = |fault| JournalError { path: other.path.clone(), fault };
        if other.puzzle != self.puzzle {
            return Err(foreign(JournalFault::OtherPuzzle));
        }
        if let Some(refusal) = self.refusal(&self.puzzle) {
            return Err(refusal);
        }
        let theirs = other.state().iteration.clone().ok_or_else(|| foreign(JournalFault::NoIteration))?;
        let ours = self.state().iteration.clone().filter(|ours| ours.line == theirs.line);
        let ours = ours.ok_or_else(|| foreign(JournalFault::OtherIteration))?;
        let parts = theirs.done.values().filter(|line| !ours.done.contains_key(&line.part));
        let pieces = theirs.pieces.values().flat_map(BTreeMap::values).filter(|line| {
            let division = Division { part: line.result.part, of: line.of };
            !ours.open_pieces(division, iter::once(line.number)).is_empty()
        });
        let parts = parts.cloned().map(Line::Part);
        let mut added = 0;
        for line in parts.chain(pieces.cloned().map(Line::Piece)) {
            self.append(line)?;
            added += 1;
        }
        self.prove()?;
        Ok(added)
    }

    /// Records that the open iteration is proved, if all of its parts are done and none has a solution.
    fn prove(&self) -> Result<(), JournalError> {
        let bound = self.state().iteration.as_ref().and_then(|iteration| {
            let is_whole = iteration.assigned.is_none() && !iteration.is_proved;
            (is_whole && iteration.is_complete()).then_some(iteration.bound())
        });
        let is_unsolved = |bound: &u32| self.incumbent().is_none_or(|moves| moves.len() as u32 != *bound);
        match bound.filter(is_unsolved) {
            Some(bound) => self.append(Line::Proved { lower_bound: bound + 2 }),
            None => Ok(()),
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes a line, unless it contradicts those before it, and adds it to the state once it is on disk.
    fn append(&self, line: Line) -> Result<(), JournalError> {
        let fault = || JournalError { path: self.path.clone(), fault: JournalFault::OtherIteration };
        let mut state = self.state();
        let mut next = state.clone();
        next.add(line.clone(), &self.puzzle).ok_or_else(fault)?;
        self.write(&line)?;
        *state = next;
        Ok(())
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

/// What is done, in words: `no solution shorter than 96; 281 of 1,000 parts of the next iteration done`.
impl fmt::Display for Journal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no solution shorter than {}", self.lower_bound())?;
        match &self.state().iteration {
            Some(iteration) if !iteration.is_proved => write!(
                f,
                "; {} of {} parts of the next iteration done",
                Grouped(iteration.done.len() as u64),
                Grouped(iteration.assigned_parts().into())
            ),
            _ => Ok(()),
        }
    }
}

impl SearchLog for Journal {
    fn open_iteration(&self) -> Option<OpenIteration> {
        let state = self.state();
        let iteration = state.iteration.as_ref()?;
        let expanded = iteration.done.values().map(|part| part.expanded).fold(0, u64::saturating_add);
        let plan = iteration.line.plan.clone();
        let selection = match &iteration.assigned_pieces {
            _ if iteration.is_proved => {
                let plan = IterationPlan { bound: state.lower_bound, ..plan };
                return Some(OpenIteration { plan, selection: Selection::All, expanded });
            }
            None => Selection::Open(OpenParts {
                numbers: iteration.open_parts(),
                total: iteration.assigned_parts(),
            }),
            Some(AssignedPieces { division, numbers }) => Selection::Pieces {
                part: division.part,
                of: division.of,
                open: OpenParts {
                    total: numbers.len() as u32,
                    numbers: iteration.open_pieces(*division, numbers.iter().copied()),
                },
            },
        };
        Some(OpenIteration { plan, selection, expanded })
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

    fn improving_nodes(&self) -> u64 {
        self.state().improving_nodes
    }

    fn improving(&self, nodes: u64) -> Result<(), StopReason> {
        self.record(Line::Improving { nodes })
    }

    fn begin(&self, plan: &IterationPlan, frontier: &Frontier) -> Result<(), StopReason> {
        let line = IterationLine {
            plan: plan.clone(),
            depth: frontier.depth(),
            nodes: frontier.len(),
            fingerprint: format!("{:016x}", frontier.fingerprint()),
        };
        let known = self.state().iteration.clone();
        match known.filter(|known| known.bound() == plan.bound && !known.is_proved) {
            Some(known) if known.line == line => Ok(()),
            Some(_) => {
                Err(self.fail(JournalError { path: self.path.clone(), fault: JournalFault::OtherIteration }))
            }
            None => self.record(Line::Iteration(line)),
        }
    }

    fn part(&self, bound: u32, result: &PartResult) -> Result<(), StopReason> {
        let line = PartLine {
            bound,
            part: result.part,
            expanded: result.counts.expanded,
            generated: result.counts.generated,
            seconds: (result.time.as_secs_f64() * 1e3).round() / 1e3,
            moves: result.moves.as_ref().map(|moves| letters(moves, Mover::Tile)),
        };
        self.record(match result.piece {
            None => Line::Part(line),
            Some(Piece { number, of }) => Line::Piece(PieceLine { number, of, result: line }),
        })
    }

    fn proved(&self, lower_bound: u32) -> Result<(), StopReason> {
        self.record(Line::Proved { lower_bound })
    }
}

/// A journal that stops the search at a moment when nothing is lost.
pub(super) struct StoppingJournal<'a> {
    pub(super) journal: &'a Journal,
    /// Whether to stop when an iteration begins that is worth distributing.
    pub(super) until_divided: bool,
    /// Whether to stop, asked after each part.
    pub(super) is_over: &'a (dyn Fn() -> bool + Sync),
}

impl SearchLog for StoppingJournal<'_> {
    fn open_iteration(&self) -> Option<OpenIteration> {
        self.journal.open_iteration()
    }

    fn lower_bound(&self) -> u32 {
        self.journal.lower_bound()
    }

    fn incumbent(&self) -> Option<Moves> {
        self.journal.incumbent()
    }

    fn improved(&self, moves: &Moves) {
        self.journal.improved(moves);
    }

    fn improving_nodes(&self) -> u64 {
        self.journal.improving_nodes()
    }

    fn improving(&self, nodes: u64) -> Result<(), StopReason> {
        self.journal.improving(nodes)
    }

    fn begin(&self, plan: &IterationPlan, frontier: &Frontier) -> Result<(), StopReason> {
        self.journal.begin(plan, frontier)?;
        if self.until_divided && plan.is_long() { Err(StopReason::Cancelled) } else { Ok(()) }
    }

    fn part(&self, bound: u32, result: &PartResult) -> Result<(), StopReason> {
        self.journal.part(bound, result)?;
        if (self.is_over)() { Err(StopReason::Time) } else { Ok(()) }
    }

    fn proved(&self, lower_bound: u32) -> Result<(), StopReason> {
        self.journal.proved(lower_bound)
    }
}
