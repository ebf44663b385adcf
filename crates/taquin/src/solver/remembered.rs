//! The solutions found last. A player who follows one of them, or leaves it by a step, needs no new search.

use crate::board::Board;
use crate::direction::Direction;
use crate::goal::Goal;
use crate::metric::Metric;
use crate::proof::Verified;
use std::collections::{HashMap, VecDeque};

/// So many solutions are remembered.
const MOST_PATHS: usize = 32;

/// Longer ones take too much room.
const MOST_MOVES: usize = 5000;

#[derive(Debug, Default)]
pub(super) struct Remembered {
    /// The newest first.
    paths: VecDeque<Path>,
}

#[derive(Debug)]
struct Path {
    goal: Goal,
    moves: Vec<Direction>,
    /// How many moves lead to each board of the path.
    places: HashMap<Board, usize>,
    /// No solution of the start is shorter.
    lower_bound: usize,
}

/// What is known of a board's distance from its goal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Known {
    /// A solution has so many moves.
    pub upper_bound: usize,
    /// No solution has fewer.
    pub lower_bound: usize,
    /// Its first move; none at the goal, or if only its length is known.
    pub next: Option<Direction>,
}

impl Remembered {
    /// Keeps a solution in mind.
    pub(super) fn remember(&mut self, verified: &Verified) {
        let (task, moves) = (verified.task(), verified.moves());
        if moves.len(Metric::Single) > MOST_MOVES || verified.metric() != Metric::Single {
            return;
        }
        let places = moves.boards(task.start()).enumerate().map(|(place, board)| (board, place)).collect();
        self.paths.push_front(Path {
            goal: task.goal().clone(),
            moves: moves.iter().collect(),
            places,
            lower_bound: verified.lower_bound() as usize,
        });
        self.paths.truncate(MOST_PATHS);
    }

    /// What the paths tell of a board: the best of those that it lies on, or beside.
    pub(super) fn recall(&self, board: &Board, goal: &Goal) -> Option<Known> {
        let paths = || self.paths.iter().filter(|path| path.goal == *goal);
        let on = paths().filter_map(|path| path.on(board));
        let neighbours: Vec<(Direction, Board)> = board.neighbours().collect();
        let beside = paths().flat_map(|path| {
            neighbours.iter().filter_map(|(direction, next)| Some(path.on(next)?.one_before(*direction)))
        });
        let all: Vec<Known> = on.chain(beside).collect();
        let best = all.iter().copied().min_by_key(|known| known.upper_bound)?;
        let lower_bound = all.iter().map(|known| known.lower_bound).max()?;
        Some(Known { lower_bound, ..best })
    }
}

impl Path {
    fn on(&self, board: &Board) -> Option<Known> {
        let place = *self.places.get(board)?;
        Some(Known {
            upper_bound: self.moves.len() - place,
            // Otherwise the moves so far and a shorter rest would be shorter than the start allows.
            lower_bound: self.lower_bound.saturating_sub(place),
            next: self.moves.get(place).copied(),
        })
    }
}

impl Known {
    /// Is it the length of a shortest solution?
    pub fn is_exact(&self) -> bool {
        self.lower_bound == self.upper_bound
    }

    /// The shorter solution of both, and the larger bound.
    #[must_use]
    pub fn better(self, other: Known) -> Known {
        let best = if other.upper_bound <= self.upper_bound { other } else { self };
        Known { lower_bound: self.lower_bound.max(other.lower_bound), ..best }
    }

    /// What follows for any board one move away.
    #[must_use]
    pub fn one_move_away(self) -> Known {
        Known {
            upper_bound: self.upper_bound + 1,
            lower_bound: self.lower_bound.saturating_sub(1),
            next: None,
        }
    }

    /// What follows for the board from which this move leads here.
    fn one_before(self, direction: Direction) -> Known {
        Known { next: Some(direction), ..self.one_move_away() }
    }
}
