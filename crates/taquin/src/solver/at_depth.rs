//! Random boards at an exact distance, for sizes that are too large to enumerate.
//!
//! A random walk leads near the distance, a solver proves the distance of its end, and the walk continues by as many
//! moves as are missing, until the distance is right. At very large distances, which few random moves reach, the walk
//! begins at one of the farthest boards, where these are known. Only proved distances count, so a seed gives the same
//! board with every solver.

use super::{MethodOptions, PlanError, SolveError, Solver};
use crate::board::Board;
use crate::boards::Boards;
use crate::control::{Control, StopReason};
use crate::goal::Goal;
use crate::metric::Metric;
use crate::puzzle::Puzzle;
use crate::scramble::Scrambler;
use crate::size::Size;
use crate::tables::{DepthError, NoTable, PerfectKey, boards_between, fifteen_diameter, hardest_fifteen};
use std::fmt;
use std::ops::RangeInclusive;

/// Larger distances are refused where the diameter is unknown, because no search proves them.
const BEYOND_PROOF: u32 = 200;

impl Solver {
    /// Draws a board at an exact distance from a goal: uniformly where the boards can be enumerated, otherwise by a
    /// random walk, which can reach every such board but not all with the same probability.
    ///
    /// ```
    /// use taquin::control::Control;
    /// use taquin::scramble::Scrambler;
    /// use taquin::solver::Solver;
    /// use taquin::{Goal, Metric, Size};
    /// let goal = Goal::rows(Size::square(4)?);
    /// let solver = Solver::new();
    /// let mut scrambler = Scrambler::seeded(1);
    /// let mut draw = |depth| solver.board_at(&mut scrambler, &goal, depth, &Control::new());
    /// assert_eq!(draw(0).as_ref(), Ok(goal.board()));
    /// assert!(draw(81).is_err());
    /// # Ok::<(), taquin::SizeError>(())
    /// ```
    ///
    /// # Errors
    /// If no board is at that distance, or the control stops it.
    pub fn board_at(
        &self,
        scrambler: &mut Scrambler,
        goal: &Goal,
        depth: u32,
        control: &Control,
    ) -> Result<Board, AtDepthError> {
        self.board_within(scrambler, goal, depth..=depth, control)
    }

    /// Draws a board whose distance from a goal is in a range: uniformly where the boards can be enumerated, otherwise a
    /// distance first, and then a board as [`board_at`](Solver::board_at) does.
    ///
    /// # Errors
    /// If no board is at such a distance, or the control stops it.
    pub fn board_within(
        &self,
        scrambler: &mut Scrambler,
        goal: &Goal,
        depths: RangeInclusive<u32>,
        control: &Control,
    ) -> Result<Board, AtDepthError> {
        if depths.is_empty() {
            return Err(AtDepthError::EmptyRange(depths));
        }
        let control = &control.started_within(self.config.budget);
        if !is_enumerable(goal) {
            let metric = self.options().metric;
            let (first, last) = (*depths.start(), *depths.end().min(&largest(goal, metric)));
            let depth = if first < last { scrambler.one_of(first..=last) } else { first };
            return self.walk_to(scrambler, goal, depth, control);
        }
        // `enumerated` returns as many boards as requested.
        let board = self.enumerated(scrambler, goal, depths, 1, control)?.pop();
        board.ok_or(AtDepthError::Solve(SolveError::Contradiction))
    }

    /// Draws boards whose distance from a goal is in a range, on all threads, each as [`board_within`](Solver::board_within)
    /// does. Where the boards cannot be enumerated, each has a seed of its own, drawn from the scrambler, so the first boards do
    /// not depend on their number.
    ///
    /// ```
    /// use taquin::control::Control;
    /// use taquin::scramble::Scrambler;
    /// use taquin::{Goal, Size, Solver};
    /// let goal = Goal::rows(Size::square(3)?);
    /// let mut scrambler = Scrambler::seeded(7);
    /// let (solver, control) = (Solver::new(), Control::new());
    /// let boards = solver.boards_within(&mut scrambler, &goal, 8..=9, 100, &control).unwrap();
    /// let distances = solver.distances(&boards, &goal, &control).unwrap();
    /// assert!(distances.iter().all(|distance| matches!(distance, Some(8 | 9))));
    /// # Ok::<(), taquin::SizeError>(())
    /// ```
    ///
    /// # Errors
    /// If no board is at such a distance, or the control stops it.
    pub fn boards_within(
        &self,
        scrambler: &mut Scrambler,
        goal: &Goal,
        depths: RangeInclusive<u32>,
        count: usize,
        control: &Control,
    ) -> Result<Boards, AtDepthError> {
        if depths.is_empty() {
            return Err(AtDepthError::EmptyRange(depths));
        }
        let mut boards = Boards::from(goal.size());
        if is_enumerable(goal) {
            let control = &control.started_within(self.config.budget);
            self.enumerated(scrambler, goal, depths, count, control)?
                .iter()
                .for_each(|board| boards.push(board));
            return Ok(boards);
        }
        let seeds: Vec<Scrambler> = (0..count).map(|_| scrambler.fork()).collect();
        let (drawn, ended) = self.each(count, 1, control, |solver, index, control| {
            solver.board_within(&mut seeds[index].clone(), goal, depths.clone(), control)
        });
        ended.map_err(AtDepthError::Stopped)?;
        for board in drawn.into_iter().flatten() {
            boards.push(&board?);
        }
        Ok(boards)
    }

    /// Draws boards of a size that can be enumerated.
    fn enumerated(
        &self,
        scrambler: &mut Scrambler,
        goal: &Goal,
        depths: RangeInclusive<u32>,
        count: usize,
        control: &Control,
    ) -> Result<Vec<Board>, AtDepthError> {
        let metric = self.options().metric;
        let key = PerfectKey::of(goal, metric);
        let needed = key.map_or(0, PerfectKey::building_bytes);
        if control.budget().memory.is_some_and(|memory| needed > memory) {
            return Err(AtDepthError::Stopped(StopReason::Memory));
        }
        let workers = self.tables().workers();
        boards_between(scrambler, goal, metric, depths, count, workers, control).map_err(
            |error| match error {
                DepthError::NoTable(NoTable::Stopped(reason)) => AtDepthError::Stopped(reason),
                error => AtDepthError::Enumeration(error),
            },
        )
    }

    /// Walks to a board at a distance, for sizes that are too large to enumerate.
    fn walk_to(
        &self,
        scrambler: &mut Scrambler,
        goal: &Goal,
        depth: u32,
        control: &Control,
    ) -> Result<Board, AtDepthError> {
        let (size, metric) = (goal.size(), self.options().metric);
        let largest = largest(goal, metric);
        if depth > largest {
            let is_proven = diameter(size, metric).is_some();
            return Err(AtDepthError::TooFar { size, metric, depth, largest, is_proven });
        }
        let hardest = hardest_fifteen(goal, metric).filter(|_| depth > largest / 4 * 3);
        let (mut board, mut distance) = match hardest {
            Some(boards) => (boards[scrambler.below(boards.len())].clone(), largest),
            None => (goal.board().clone(), 0),
        };
        let solver = &self.with_options(MethodOptions { metric, ..MethodOptions::default() })?;
        while distance != depth {
            board = scrambler.walk_from(&board, distance.abs_diff(depth).into());
            let puzzle = Puzzle::new(board, goal.clone()).map_err(|_| SolveError::Contradiction)?;
            distance = match solver.easy_length(&puzzle) {
                Some(length) => length,
                None => match solver.plan_optimal(&puzzle)?.run(control)?.into_solution() {
                    Ok(verified) => verified.len() as u32,
                    Err(SolveError::Stopped(reason)) => return Err(AtDepthError::Stopped(reason)),
                    Err(error) => return Err(error.into()),
                },
            };
            board = puzzle.start().clone();
        }
        Ok(board)
    }
}

/// Returns whether all boards can be enumerated.
fn is_enumerable(goal: &Goal) -> bool {
    goal.size().is_line() || PerfectKey::of(goal, Metric::Single).is_some()
}

/// Returns the diameter of a size whose goal has the blank in a corner, where it is known; the sources are in
/// `data/statespace.txt`.
fn diameter(size: Size, metric: Metric) -> Option<u32> {
    let (single, multi) = match (size.rows().min(size.cols()), size.rows().max(size.cols())) {
        (2, 7) => (108, 52),
        (2, 8) => (140, 57),
        (3, 5) => (84, 44),
        (4, 4) => (fifteen_diameter(Metric::Single), fifteen_diameter(Metric::Multi)),
        _ => return None,
    };
    Some(if metric == Metric::Single { single } else { multi })
}

/// Returns the number of moves of the blank from its goal cell to the nearest corner.
fn to_corner(goal: &Goal) -> u32 {
    let (size, blank) = (goal.size(), goal.board().blank());
    let to_end = |at: usize, count: usize| at.min(count - 1 - at) as u32;
    to_end(size.row(blank), size.rows()) + to_end(size.col(blank), size.cols())
}

/// Returns the largest distance that a board can have, or that a search can prove.
fn largest(goal: &Goal, metric: Metric) -> u32 {
    let (size, is_fifteen) = (goal.size(), goal.size().cells() == 16 && goal.size().rows() == 4);
    match diameter(size, metric) {
        // The same for every blank cell.
        Some(diameter) if is_fifteen && metric == Metric::Single => diameter,
        // For another blank cell, add the moves of the blank to the corner.
        Some(diameter) => diameter + to_corner(goal),
        None => BEYOND_PROOF,
    }
}

/// Why no board could be drawn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AtDepthError {
    /// No board is at that distance, or none whose distance could be proved.
    TooFar {
        /// The size.
        size: Size,
        /// The metric.
        metric: Metric,
        /// The requested distance.
        depth: u32,
        /// The largest accepted distance.
        largest: u32,
        /// Whether no board is farther; otherwise no search proves a larger distance.
        is_proven: bool,
    },
    /// The range has no distance.
    EmptyRange(RangeInclusive<u32>),
    /// The boards of the size could not be enumerated, or none is at that distance.
    Enumeration(DepthError),
    /// The solver stopped before it proved the distance.
    Stopped(StopReason),
    /// The solver failed.
    Solve(SolveError),
}

impl fmt::Display for AtDepthError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AtDepthError::TooFar { size, metric, depth, largest, is_proven } => {
                let (depth, largest) = (metric.counted((*depth).into()), metric.counted((*largest).into()));
                if *is_proven {
                    write!(f, "no {size} board is {depth} from this goal: none is farther than {largest}")
                } else {
                    write!(f, "whether a {size} board is {depth} from this goal cannot be proved; ")?;
                    write!(f, "only distances of at most {largest} can")
                }
            }
            AtDepthError::EmptyRange(depths) => write!(f, "the range {depths:?} is empty"),
            AtDepthError::Enumeration(error) => error.fmt(f),
            AtDepthError::Stopped(reason) => reason.fmt(f),
            AtDepthError::Solve(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for AtDepthError {}

impl From<SolveError> for AtDepthError {
    fn from(error: SolveError) -> AtDepthError {
        AtDepthError::Solve(error)
    }
}

impl From<PlanError> for AtDepthError {
    fn from(error: PlanError) -> AtDepthError {
        AtDepthError::Solve(error.into())
    }
}
