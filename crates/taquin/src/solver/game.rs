//! A game in progress, for programs that let people play.

use super::solution_memory::Bounds;
use super::{AtDepthError, Difficulty, Hints, Remaining, SolveError, Solver};
use crate::board::Board;
use crate::control::Control;
use crate::direction::Direction;
use crate::goal::Goal;
use crate::moves::Moves;
use crate::puzzle::Puzzle;
use crate::scramble::Scrambler;
use crate::tile::Tile;
use std::ops::RangeInclusive;

/// A game: a board that a player moves to its goal, with undo, redo and hints.
///
/// ```
/// use taquin::scramble::Scrambler;
/// use taquin::solver::{Difficulty, Game, Solver};
/// use taquin::{Goal, Size};
/// let goal = Goal::rows(Size::square(3)?);
/// let mut game = Game::scrambled(Solver::new(), &mut Scrambler::seeded(7), goal, Difficulty::Easy)?;
/// while let Some(direction) = game.hint()? {
///     game.play(direction);
/// }
/// assert!(game.is_solved());
/// game.undo();
/// assert_eq!(game.remaining()?.upper_bound, 1);
/// game.redo();
/// assert!(game.is_solved());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Game {
    solver: Solver,
    hints: Hints,
    puzzle: Puzzle,
    board: Board,
    played: Vec<Direction>,
    /// Moves that were undone, the next to be redone last.
    undone: Vec<Direction>,
}

impl Game {
    /// Starts a game with a puzzle.
    pub fn new(solver: Solver, puzzle: Puzzle) -> Game {
        let board = puzzle.start().clone();
        Game { solver, hints: Hints::default(), puzzle, board, played: Vec::new(), undone: Vec::new() }
    }

    /// Starts a game with a random board of a difficulty.
    ///
    /// # Errors
    /// If a limit of the solver stops it.
    pub fn scrambled(
        solver: Solver,
        scrambler: &mut Scrambler,
        goal: Goal,
        difficulty: Difficulty,
    ) -> Result<Game, AtDepthError> {
        let (board, _) = solver.scramble(scrambler, &goal, difficulty, &Control::new())?;
        Game::from_board(solver, board, goal)
    }

    /// Starts a game with a random board whose optimal solution has a length in a range.
    ///
    /// # Errors
    /// If no board is at such a distance, or a limit of the solver stops it.
    pub fn scrambled_at(
        solver: Solver,
        scrambler: &mut Scrambler,
        goal: Goal,
        depths: RangeInclusive<u32>,
    ) -> Result<Game, AtDepthError> {
        let board = solver.board_within(scrambler, &goal, depths, &Control::new())?;
        Game::from_board(solver, board, goal)
    }

    fn from_board(solver: Solver, board: Board, goal: Goal) -> Result<Game, AtDepthError> {
        let puzzle = Puzzle::new(board, goal).map_err(|_| SolveError::Contradiction)?;
        Ok(Game::new(solver, puzzle))
    }

    /// Returns the current board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the goal.
    pub fn goal(&self) -> &Goal {
        self.puzzle.goal()
    }

    /// Returns the moves so far.
    pub fn moves(&self) -> Moves {
        self.played.iter().copied().collect()
    }

    /// Returns whether the board is the goal.
    pub fn is_solved(&self) -> bool {
        self.board.is_solved(self.goal())
    }

    /// Moves the tile beside the blank that can go in a direction, and returns it; `None` if there is none. Moves that were
    /// undone can no longer be redone.
    pub fn play(&mut self, direction: Direction) -> Option<Tile> {
        let tile = self.board.slide_in_place(direction)?;
        self.played.push(direction);
        self.undone.clear();
        Some(tile)
    }

    /// Undoes the last move and returns it.
    pub fn undo(&mut self) -> Option<Direction> {
        let direction = self.played.pop()?;
        self.board.slide_in_place(direction.opposite());
        self.undone.push(direction);
        Some(direction)
    }

    /// Plays the move that was undone last and returns it.
    pub fn redo(&mut self) -> Option<Direction> {
        let direction = self.undone.pop()?;
        self.board.slide_in_place(direction);
        self.played.push(direction);
        Some(direction)
    }

    /// Returns how many moves remain: what is remembered of the solutions found so far, or else what a search within the
    /// limits of the solver finds.
    ///
    /// # Errors
    /// If the puzzle is unsolvable, or the limits leave no solution.
    pub fn remaining(&self) -> Result<Bounds, SolveError> {
        self.remaining_within(&Control::new())
    }

    /// Returns the bounds of [`remaining`](Game::remaining), unless a control stops the search for them.
    ///
    /// # Errors
    /// As [`remaining`](Game::remaining).
    pub fn remaining_within(&self, control: &Control) -> Result<Bounds, SolveError> {
        if let Some(bounds) = self.hints.recall(&self.board, self.goal()) {
            return Ok(bounds);
        }
        let puzzle =
            Puzzle::new(self.board.clone(), self.goal().clone()).map_err(|_| SolveError::Contradiction)?;
        match self.hints.remaining(&self.solver, &puzzle, control)? {
            Remaining::Moves(bounds) => Ok(bounds),
            Remaining::Unsolvable(why) => Err(SolveError::Unsolvable(Box::new(why))),
            Remaining::Stopped(reason) => Err(SolveError::Stopped(reason)),
        }
    }

    /// Returns the next move of the best solution known; `None` at the goal.
    ///
    /// # Errors
    /// If the puzzle is unsolvable, or the limits leave no solution.
    pub fn hint(&self) -> Result<Option<Direction>, SolveError> {
        if self.is_solved() {
            return Ok(None);
        }
        Ok(self.remaining()?.next)
    }
}
