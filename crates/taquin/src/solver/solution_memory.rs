//! The solutions found last. A player who follows one of them, or is one move beside it, needs no new search.

use crate::board::Board;
use crate::direction::Direction;
use crate::fingerprint::Fingerprint;
use crate::goal::Goal;
use crate::metric::Metric;
use crate::moves::Moves;
use crate::proof::Verified;
use std::collections::{HashMap, VecDeque};

/// The most solutions to keep.
const MOST_PATHS: usize = 32;

/// The most moves of all kept solutions, at about fifty bytes per move. A 70x70 board is solved in fewer.
const MOST_MOVES: usize = 1 << 20;

#[derive(Debug, Default)]
pub(super) struct SolutionMemory {
    /// The newest path first.
    paths: VecDeque<Path>,
}

#[derive(Debug)]
struct Path {
    goal: Goal,
    moves: Vec<Direction>,
    /// The number of moves before each board of the path.
    positions: HashMap<Fingerprint, usize>,
    /// A lower bound on the distance of the start.
    lower_bound: usize,
}

/// Bounds on a board's distance from its goal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    /// The length of the shortest known solution.
    pub upper_bound: usize,
    /// No solution is shorter than this.
    pub lower_bound: usize,
    /// The first move of the known solution; `None` at the goal, or if only the length is known.
    pub next: Option<Direction>,
}

/// A solution that follows a path, from a board on it or one move beside it.
struct Continuation<'a> {
    path: &'a Path,
    /// The move that leads to the path, if the board is beside it.
    first: Option<Direction>,
    /// The number of moves of the path that are skipped.
    position: usize,
}

impl SolutionMemory {
    /// Adds a solution and drops the oldest ones beyond the limits.
    pub(super) fn remember(&mut self, verified: &Verified) {
        let (task, moves) = (verified.task(), verified.moves());
        if verified.metric() == Metric::Single {
            self.add(task.start(), task.goal(), moves, verified.lower_bound() as usize);
        }
    }

    /// Adds a lower bound of a board whose solution is known.
    pub(super) fn raise(&mut self, board: &Board, goal: &Goal, lower_bound: usize) {
        let is_better = self.recall(board, goal).is_some_and(|known| known.lower_bound < lower_bound);
        if let Some(moves) = self.solution(board, goal).filter(|_| is_better) {
            self.add(board, goal, &moves, lower_bound);
        }
    }

    fn add(&mut self, start: &Board, goal: &Goal, moves: &Moves, lower_bound: usize) {
        if moves.len() > MOST_MOVES {
            return;
        }
        let positions = positions(start, moves);
        self.paths.push_front(Path {
            goal: goal.clone(),
            moves: moves.iter().collect(),
            positions,
            lower_bound,
        });
        let mut sum = 0;
        let fitting = self.paths.iter().take(MOST_PATHS).take_while(|path| {
            sum += path.moves.len();
            sum <= MOST_MOVES
        });
        let fitting = fitting.count();
        self.paths.truncate(fitting);
    }

    /// Returns the best bounds from all paths that the board is on or beside.
    pub(super) fn recall(&self, board: &Board, goal: &Goal) -> Option<Bounds> {
        let all: Vec<Bounds> = self.continuations(board, goal).iter().map(Continuation::bounds).collect();
        let best = all.iter().copied().min_by_key(|known| known.upper_bound)?;
        let lower_bound = all.iter().map(|known| known.lower_bound).max()?;
        Some(Bounds { lower_bound, ..best })
    }

    /// Returns the shortest known solution of a board.
    pub(super) fn solution(&self, board: &Board, goal: &Goal) -> Option<Moves> {
        let continuations = self.continuations(board, goal);
        continuations
            .iter()
            .min_by_key(|continuation| continuation.bounds().upper_bound)
            .map(Continuation::moves)
    }

    /// Returns all known solutions of a board.
    fn continuations(&self, board: &Board, goal: &Goal) -> Vec<Continuation<'_>> {
        let here = Fingerprint::of(board);
        let beside = here.neighbours(board).map(|(direction, print)| (Some(direction), print));
        let near: Vec<_> = std::iter::once((None, here)).chain(beside).collect();
        let paths = self.paths.iter().filter(|path| path.goal == *goal);
        let on = |path: &Path, print| path.positions.get(print).copied();
        let continuations = paths.flat_map(|path| {
            let continuations = near.iter().map(move |(first, print)| (*first, on(path, print)));
            continuations
                .filter_map(move |(first, position)| Some(Continuation { path, first, position: position? }))
        });
        continuations.collect()
    }
}

/// Returns the position of every board on the path; of a repeated board, the last.
fn positions(start: &Board, moves: &Moves) -> HashMap<Fingerprint, usize> {
    let (mut board, mut print) = (start.clone(), Fingerprint::of(start));
    let mut positions = HashMap::from([(print, 0)]);
    for (index, direction) in moves.iter().enumerate() {
        let to = board.blank();
        let Some(tile) = board.slide_in_place(direction) else { break };
        print = print.after(tile, board.blank(), to);
        positions.insert(print, index + 1);
    }
    positions
}

impl Continuation<'_> {
    fn bounds(&self) -> Bounds {
        let on_path = Bounds {
            upper_bound: self.path.moves.len() - self.position,
            // A shorter rest would give a solution of the start below its lower bound.
            lower_bound: self.path.lower_bound.saturating_sub(self.position),
            next: self.path.moves.get(self.position).copied(),
        };
        match self.first {
            None => on_path,
            Some(first) => Bounds { next: Some(first), ..on_path.one_move_away() },
        }
    }

    fn moves(&self) -> Moves {
        let rest = self.path.moves[self.position..].iter().copied();
        self.first.into_iter().chain(rest).collect()
    }
}

impl Bounds {
    /// Returns whether the optimal length is known.
    pub fn is_exact(&self) -> bool {
        self.lower_bound == self.upper_bound
    }

    /// Returns the shorter solution of both with the larger lower bound.
    #[must_use]
    pub fn better(self, other: Bounds) -> Bounds {
        let best = if other.upper_bound <= self.upper_bound { other } else { self };
        Bounds { lower_bound: self.lower_bound.max(other.lower_bound), ..best }
    }

    /// Returns the bounds for any board one move away.
    #[must_use]
    pub fn one_move_away(self) -> Bounds {
        Bounds {
            upper_bound: self.upper_bound + 1,
            lower_bound: self.lower_bound.saturating_sub(1),
            next: None,
        }
    }
}
