//! What the lines of a journal add up to.

use super::line::{IterationLine, Line, PartLine, PieceLine};
use crate::direction::Direction;
use crate::metric::Metric;
use crate::moves::Moves;
use crate::proof::verify;
use crate::puzzle::Puzzle;
use std::collections::BTreeMap;

/// What the lines of a journal add up to.
#[derive(Clone, Debug, Default)]
pub(super) struct State {
    pub(super) incumbent: Option<Moves>,
    pub(super) lower_bound: u32,
    pub(super) improving_nodes: u64,
    pub(super) iteration: Option<Recorded>,
}

/// The last iteration of a journal.
#[derive(Clone, Debug)]
pub(super) struct Recorded {
    pub(super) line: IterationLine,
    /// The parts that this journal is for; `None` if all.
    pub(super) assigned: Option<Vec<u32>>,
    /// The pieces of its only part that this journal is for; `None` if it is for parts.
    pub(super) assigned_pieces: Option<AssignedPieces>,
    /// The parts that are done.
    pub(super) done: BTreeMap<u32, PartLine>,
    /// The pieces that are done of parts that are not.
    pub(super) pieces: BTreeMap<Division, BTreeMap<u32, PieceLine>>,
    /// Whether all are, and none has a solution.
    pub(super) is_proved: bool,
}

/// A part, and the number of pieces into which it is divided.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Division {
    pub(super) part: u32,
    pub(super) of: u32,
}

/// Some pieces of a part.
#[derive(Clone, Debug)]
pub(super) struct AssignedPieces {
    pub(super) division: Division,
    pub(super) numbers: Vec<u32>,
}

/// The most pieces of a part.
pub(super) const MOST_PIECES: u32 = 10_000;

impl Recorded {
    fn new(line: IterationLine) -> Recorded {
        Recorded {
            line,
            assigned: None,
            assigned_pieces: None,
            done: BTreeMap::new(),
            pieces: BTreeMap::new(),
            is_proved: false,
        }
    }

    /// Returns whether these are pieces of a part of the iteration.
    pub(super) fn has(&self, division: Division, numbers: &[u32]) -> bool {
        let Division { part, of } = division;
        let is_ascending = numbers.windows(2).all(|pair| pair[0] < pair[1]);
        let fits = numbers.last().is_none_or(|&last| last < of);
        part < self.parts() && (1..=MOST_PIECES).contains(&of) && is_ascending && fits
    }

    /// Returns which of these pieces are not done.
    pub(super) fn open_pieces(&self, division: Division, numbers: impl Iterator<Item = u32>) -> Vec<u32> {
        let done = self.pieces.get(&division);
        let is_open = |number: &u32| {
            !self.done.contains_key(&division.part) && done.is_none_or(|done| !done.contains_key(number))
        };
        numbers.filter(is_open).collect()
    }

    /// Adds a piece that is done. With the last one, its part is done.
    fn add_piece(&mut self, line: PieceLine) {
        let division = Division { part: line.result.part, of: line.of };
        let done = self.pieces.entry(division).or_default();
        done.insert(line.number, line);
        let mut lines = done.values().map(|line| &line.result);
        if done.len() as u32 == division.of
            && let Some(first) = lines.next().cloned()
        {
            let joined = PartLine::joined(first, lines);
            self.add_part(joined);
        }
    }

    fn add_part(&mut self, line: PartLine) {
        self.pieces.retain(|division, _| division.part != line.part);
        self.done.insert(line.part, line);
    }

    pub(super) fn bound(&self) -> u32 {
        self.line.plan.bound
    }

    pub(super) fn parts(&self) -> u32 {
        self.line.plan.part_count(self.line.nodes)
    }

    /// Returns whether every part of the iteration is done.
    pub(super) fn is_complete(&self) -> bool {
        self.done.len() as u32 == self.parts()
    }

    /// Returns the number of parts that this journal is for.
    pub(super) fn assigned_parts(&self) -> u32 {
        self.assigned.as_ref().map_or(self.parts(), |parts| parts.len() as u32)
    }

    /// Returns the parts that are assigned to this journal and not done.
    pub(super) fn open_parts(&self) -> Vec<u32> {
        let assigned = self.assigned.clone().unwrap_or_else(|| (0..self.parts()).collect());
        assigned.into_iter().filter(|part| !self.done.contains_key(part)).collect()
    }
}

impl State {
    /// Adds a line; returns `None` if it contradicts the lines before it.
    pub(super) fn add(&mut self, line: Line, puzzle: &Puzzle) -> Option<()> {
        match line {
            Line::Journal { .. } => return None,
            Line::Incumbent { length, moves } => {
                let moves = replayed(&moves, puzzle).filter(|moves| moves.len() == length)?;
                self.offer(moves);
            }
            Line::Improving { nodes } => self.improving_nodes = nodes,
            Line::Iteration(line) => {
                let is_next = line.plan.bound >= self.lower_bound && line.plan.is_for(puzzle);
                let is_open = self.iteration.as_ref().is_some_and(|iteration| !iteration.is_proved);
                if !is_next || is_open || line.depth > line.plan.bound {
                    return None;
                }
                self.iteration = Some(Recorded::new(line));
            }
            Line::Assignment { bound, parts } => {
                let iteration = self.iteration.as_mut()?;
                let fits = iteration.bound() == bound && iteration.assigned.is_none();
                let is_ascending = parts.windows(2).all(|pair| pair[0] < pair[1]);
                if !fits || !is_ascending || parts.iter().any(|&part| part >= iteration.parts()) {
                    return None;
                }
                iteration.assigned = Some(parts);
            }
            Line::Pieces { bound, part, of, numbers } => {
                let iteration = self.iteration.as_mut()?;
                let division = Division { part, of };
                let fits = iteration.bound() == bound && iteration.assigned.is_none();
                if !fits || !iteration.has(division, &numbers) {
                    return None;
                }
                iteration.assigned = Some(vec![part]);
                iteration.assigned_pieces = Some(AssignedPieces { division, numbers });
            }
            Line::Part(line) => {
                let found = self.found(&line, puzzle)?;
                let iteration = self.iteration.as_mut()?;
                if iteration.assigned_pieces.is_some() {
                    return None;
                }
                iteration.add_part(line);
                found.into_iter().for_each(|moves| self.offer(moves));
            }
            Line::Piece(line) => {
                let found = self.found(&line.result, puzzle)?;
                let iteration = self.iteration.as_mut()?;
                let division = Division { part: line.result.part, of: line.of };
                let assigned = iteration.assigned_pieces.as_ref().map(|pieces| pieces.division);
                let is_other = assigned.is_some_and(|assigned| assigned != division);
                if is_other || !iteration.has(division, &[line.number]) {
                    return None;
                }
                iteration.add_piece(line);
                found.into_iter().for_each(|moves| self.offer(moves));
            }
            Line::Proved { lower_bound } => {
                let iteration = self.iteration.as_mut()?;
                let bound = iteration.bound();
                let is_solved = self.incumbent.as_ref().is_some_and(|moves| moves.len() as u32 <= bound);
                if !iteration.is_complete() || is_solved || bound + 2 != lower_bound || iteration.is_proved {
                    return None;
                }
                iteration.is_proved = true;
                self.lower_bound = lower_bound;
            }
        }
        Some(())
    }

    /// Returns the solution in the result of a part or piece, if it has one; `None` if the result contradicts the lines
    /// before it.
    fn found(&self, line: &PartLine, puzzle: &Puzzle) -> Option<Option<Moves>> {
        let iteration = self.iteration.as_ref()?;
        let bound = iteration.bound();
        if line.bound != bound || line.part >= iteration.parts() || iteration.is_proved {
            return None;
        }
        match &line.moves {
            Some(moves) => replayed(moves, puzzle).filter(|moves| moves.len() as u32 == bound).map(Some),
            None => Some(None),
        }
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
