//! The solutions found last. A player who follows one of them, or leaves it by a step, needs no new search.

use crate::board::Board;
use crate::direction::Direction;
use crate::fingerprint::Fingerprint;
use crate::goal::Goal;
use crate::metric::Metric;
use crate::moves::Moves;
use crate::proof::Verified;
use std::collections::{HashMap, VecDeque};

/// So many solutions are remembered.
const MOST_PATHS: usize = 32;

/// All of them together have no more moves, which take some fifty bytes each. Boards of 70 x 70 are solved in fewer.
const MOST_MOVES: usize = 1 << 20;

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
    places: HashMap<Fingerprint, usize>,
    /// No solution of the start is shorter.
    lower_bound: usize,
}

/// What is known of a board's distance from its goal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    /// A solution has so many moves.
    pub upper_bound: usize,
    /// No solution has fewer.
    pub lower_bound: usize,
    /// Its first move; none at the goal, or if only its length is known.
    pub next: Option<Direction>,
}

/// A solution along a path, from a board on it or beside it.
struct Way<'a> {
    path: &'a Path,
    /// The move that leads to the path, where the board lies beside it.
    first: Option<Direction>,
    /// The moves of the path that are behind.
    place: usize,
}

impl Remembered {
    /// Keeps a solution in mind, and forgets the oldest ones that there is no room for.
    pub(super) fn remember(&mut self, verified: &Verified) {
        let (task, moves) = (verified.task(), verified.moves());
        if moves.len() > MOST_MOVES || verified.metric() != Metric::Single {
            return;
        }
        self.paths.push_front(Path {
            goal: task.goal().clone(),
            moves: moves.iter().collect(),
            places: places(task.start(), moves),
            lower_bound: verified.lower_bound() as usize,
        });
        let mut sum = 0;
        let fitting = self.paths.iter().take(MOST_PATHS).take_while(|path| {
            sum += path.moves.len();
            sum <= MOST_MOVES
        });
        let fitting = fitting.count();
        self.paths.truncate(fitting);
    }

    /// What the paths tell of a board: the best of those that it lies on, or beside.
    pub(super) fn recall(&self, board: &Board, goal: &Goal) -> Option<Bounds> {
        let all: Vec<Bounds> = self.ways(board, goal).iter().map(Way::known).collect();
        let best = all.iter().copied().min_by_key(|known| known.upper_bound)?;
        let lower_bound = all.iter().map(|known| known.lower_bound).max()?;
        Some(Bounds { lower_bound, ..best })
    }

    /// The solution of which the length is recalled.
    pub(super) fn way(&self, board: &Board, goal: &Goal) -> Option<Moves> {
        let ways = self.ways(board, goal);
        ways.iter().min_by_key(|way| way.known().upper_bound).map(Way::moves)
    }

    /// All ways from a board.
    fn ways(&self, board: &Board, goal: &Goal) -> Vec<Way<'_>> {
        let here = Fingerprint::of(board);
        let beside = here.neighbours(board).map(|(direction, print)| (Some(direction), print));
        let near: Vec<_> = std::iter::once((None, here)).chain(beside).collect();
        let paths = self.paths.iter().filter(|path| path.goal == *goal);
        let on = |path: &Path, print| path.places.get(print).copied();
        let ways = paths.flat_map(|path| {
            let ways = near.iter().map(move |(first, print)| (*first, on(path, print)));
            ways.filter_map(move |(first, place)| Some(Way { path, first, place: place? }))
        });
        ways.collect()
    }
}

/// The place of every board on the way; of one that is met again, the last.
fn places(start: &Board, moves: &Moves) -> HashMap<Fingerprint, usize> {
    let (mut board, mut print) = (start.clone(), Fingerprint::of(start));
    let mut places = HashMap::from([(print, 0)]);
    for (index, direction) in moves.iter().enumerate() {
        let to = board.blank();
        let Some(tile) = board.slide_in_place(direction) else { break };
        print = print.after(tile, board.blank(), to);
        places.insert(print, index + 1);
    }
    places
}

impl Way<'_> {
    fn known(&self) -> Bounds {
        let on_path = Bounds {
            upper_bound: self.path.moves.len() - self.place,
            // Otherwise the moves so far and a shorter rest would be shorter than the start allows.
            lower_bound: self.path.lower_bound.saturating_sub(self.place),
            next: self.path.moves.get(self.place).copied(),
        };
        match self.first {
            None => on_path,
            Some(first) => Bounds { next: Some(first), ..on_path.one_move_away() },
        }
    }

    fn moves(&self) -> Moves {
        let rest = self.path.moves[self.place..].iter().copied();
        self.first.into_iter().chain(rest).collect()
    }
}

impl Bounds {
    /// Is it the length of a shortest solution?
    pub fn is_exact(&self) -> bool {
        self.lower_bound == self.upper_bound
    }

    /// The shorter solution of both, and the larger bound.
    #[must_use]
    pub fn better(self, other: Bounds) -> Bounds {
        let best = if other.upper_bound <= self.upper_bound { other } else { self };
        Bounds { lower_bound: self.lower_bound.max(other.lower_bound), ..best }
    }

    /// What follows for any board one move away.
    #[must_use]
    pub fn one_move_away(self) -> Bounds {
        Bounds {
            upper_bound: self.upper_bound + 1,
            lower_bound: self.lower_bound.saturating_sub(1),
            next: None,
        }
    }
}
