//! What the lines of a journal add up to.

use super::line::{IterationLine, Line, PartLine};
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
    /// The parts that are done.
    pub(super) done: BTreeMap<u32, PartLine>,
    /// Whether all are, and none has a solution.
    pub(super) is_proved: bool,
}

impl Recorded {
    fn new(line: IterationLine) -> Recorded {
        Recorded { line, assigned: None, done: BTreeMap::new(), is_proved: false }
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
            Line::Part(line) => {
                let iteration = self.iteration.as_mut()?;
                let bound = iteration.bound();
                if line.bound != bound || line.part >= iteration.parts() || iteration.is_proved {
                    return None;
                }
                let found = match &line.moves {
                    Some(moves) => Some(replayed(moves, puzzle).filter(|moves| moves.len() as u32 == bound)?),
                    None => None,
                };
                iteration.done.insert(line.part, line);
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
