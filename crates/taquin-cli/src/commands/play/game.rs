//! A game: a board, the moves made, and the known bounds on remaining moves after each of them.

use crate::quantity::counted;
use std::time::Duration;
use taquin::solver::Bounds;
use taquin::{Board, Cell, Direction, Goal};

/// A game. Times are relative to the start of the program; the caller owns the clock.
#[derive(Debug)]
pub(super) struct Game {
    goal: Goal,
    start: Board,
    board: Board,
    /// The moves made, followed by undone moves.
    moves: Vec<Direction>,
    made: usize,
    /// Bounds for the start and after each move.
    remaining: Vec<Option<Bounds>>,
    begun: Option<Duration>,
    won: Option<Duration>,
}

impl Game {
    pub(super) fn new(start: Board, goal: Goal) -> Game {
        let board = start.clone();
        Game { goal, start, board, moves: Vec::new(), made: 0, remaining: vec![None], begun: None, won: None }
    }

    pub(super) fn goal(&self) -> &Goal {
        &self.goal
    }

    /// Returns the current board.
    pub(super) fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the number of moves made and not undone.
    pub(super) fn made(&self) -> usize {
        self.made
    }

    pub(super) fn is_won(&self) -> bool {
        self.board.is_solved(&self.goal)
    }

    /// Returns the time from the first move to the win, or until now.
    pub(super) fn time(&self, now: Duration) -> Duration {
        let begun = self.begun.unwrap_or(now);
        self.won.unwrap_or(now).saturating_sub(begun)
    }

    /// Moves the tile that can move in this direction, unless the game is won; returns whether a tile moved.
    pub(super) fn slide(&mut self, direction: Direction, now: Duration) -> bool {
        if self.is_won() {
            return false;
        }
        let Some(next) = self.board.slide(direction) else { return false };
        self.moves.truncate(self.made);
        self.remaining.truncate(self.made + 1);
        self.remaining.push(self.remaining().map(Bounds::one_move_away));
        self.moves.push(direction);
        self.made += 1;
        self.board = next;
        self.begun.get_or_insert(now);
        self.won = self.is_won().then_some(now);
        true
    }

    /// Moves the tile on a cell and all tiles between it and the blank by one cell; returns how many moved.
    pub(super) fn push(&mut self, cell: Cell, now: Duration) -> usize {
        let towards = Direction::SUCCESSOR_ORDER.into_iter().find(|direction| {
            let mut at = cell;
            while let Some(next) = self.board.size().step(at, *direction) {
                if next == self.board.blank() {
                    return true;
                }
                at = next;
            }
            false
        });
        let mut moved = 0;
        if let Some(direction) = towards {
            while self.board.blank() != cell && self.slide(direction, now) {
                moved += 1;
            }
        }
        moved
    }

    /// Undoes the last move.
    pub(super) fn undo(&mut self) -> bool {
        let Some(last) = self.made.checked_sub(1) else { return false };
        let Some(before) = self.board.slide(self.moves[last].opposite()) else { return false };
        (self.board, self.made) = (before, last);
        true
    }

    /// Redoes an undone move.
    pub(super) fn redo(&mut self) -> bool {
        let next = self.moves.get(self.made).and_then(|direction| self.board.slide(*direction));
        let Some(next) = next else { return false };
        (self.board, self.made) = (next, self.made + 1);
        true
    }

    /// Restarts the board.
    pub(super) fn restart(&mut self) {
        let first = self.remaining.first().copied().flatten();
        *self = Game::new(self.start.clone(), self.goal.clone());
        self.remaining = vec![first];
    }

    /// Returns the bounds for the current board.
    pub(super) fn remaining(&self) -> Option<Bounds> {
        self.remaining.get(self.made).copied().flatten()
    }

    /// Updates the bounds for the current board.
    pub(super) fn update_remaining(&mut self, known: Bounds) {
        if let Some(slot) = self.remaining.get_mut(self.made) {
            *slot = Some(slot.map_or(known, |before| before.better(known)));
        }
    }

    /// Returns the length of the best known solution after each move, from the start until now.
    pub(super) fn history(&self) -> impl ExactSizeIterator<Item = Option<u64>> + '_ {
        self.remaining[..=self.made].iter().map(|known| known.map(|known| known.upper_bound as u64))
    }

    /// Returns the optimal solution length of the start, if known.
    pub(super) fn optimum(&self) -> Option<usize> {
        let known = self.remaining.first().copied().flatten()?;
        known.is_exact().then_some(known.upper_bound)
    }

    /// Returns the message for a win.
    pub(super) fn win_message(&self) -> String {
        let made = self.made;
        let moves = counted(made as u64, "move");
        match self.optimum() {
            _ if made == 0 => "Already solved. Press n for a new board.".to_owned(),
            Some(least) if least == made => format!("Solved in {moves}, the optimum!"),
            Some(least) => format!("Solved in {moves}; the optimum is {least}."),
            None => format!("Solved in {moves}!"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use taquin::notation;

    const NOW: Duration = Duration::from_secs(5);

    fn game(start: &str, goal: &str) -> Game {
        Game::new(notation::read(start).unwrap(), notation::read(goal).unwrap().into())
    }

    fn shown(game: &Game) -> Vec<u16> {
        game.board().numbers().collect()
    }

    #[test]
    fn tiles_slide_back_and_forth() {
        let mut game = game("1 2/3 0", "0 1/2 3");
        assert!(!game.slide(Direction::Left, NOW) && !game.slide(Direction::Up, NOW));
        assert!(game.slide(Direction::Right, NOW));
        assert_eq!((shown(&game), game.made()), (vec![1, 2, 0, 3], 1));
        assert!(game.undo() && !game.undo());
        assert_eq!((shown(&game), game.made()), (vec![1, 2, 3, 0], 0));
        assert!(game.redo() && !game.redo());
        assert!(game.undo() && game.slide(Direction::Down, NOW));
        // A new move discards undone moves.
        assert!(!game.redo());
        game.restart();
        assert_eq!((shown(&game), game.made(), game.time(NOW)), (vec![1, 2, 3, 0], 0, Duration::ZERO));
    }

    #[test]
    fn a_click_moves_all_tiles_up_to_the_blank() {
        let mut game = game("1 2 3/4 5 6/7 8 0", "0 1 2/3 4 5/6 7 8");
        assert_eq!(game.push(Cell::new(6), NOW), 2);
        assert_eq!((shown(&game), game.made()), (vec![1, 2, 3, 4, 5, 6, 0, 7, 8], 2));
        assert_eq!(game.push(Cell::new(0), NOW), 2);
        assert_eq!(shown(&game), [0, 2, 3, 1, 5, 6, 4, 7, 8]);
        // Neither the blank itself nor a tile that is not in line with it.
        assert_eq!((game.push(Cell::new(0), NOW), game.push(Cell::new(4), NOW)), (0, 0));
    }

    #[test]
    fn a_win_against_any_goal_stops_the_clock() {
        let mut game = game("1 2/3 0", "1 2/0 3");
        assert!(!game.is_won());
        assert!(game.slide(Direction::Right, NOW) && game.is_won());
        assert_eq!(game.time(NOW * 9), Duration::ZERO);
        assert!(!game.slide(Direction::Left, NOW) && game.undo() && !game.is_won());
    }

    #[test]
    fn what_is_left_belongs_to_a_board() {
        let known = |moves| Bounds { upper_bound: moves, lower_bound: moves, next: None };
        let mut game = game("1 2/3 0", "0 1/2 3");
        game.update_remaining(known(6));
        game.slide(Direction::Right, NOW);
        // One move changes each bound by at most one.
        let nearby = Bounds { upper_bound: 7, lower_bound: 5, next: None };
        assert_eq!((game.remaining(), game.optimum()), (Some(nearby), Some(6)));
        game.update_remaining(known(5));
        assert_eq!(game.history().collect::<Vec<_>>(), [Some(6), Some(5)]);
        game.undo();
        assert_eq!((game.remaining(), game.history().len()), (Some(known(6)), 1));
        game.redo();
        assert_eq!(game.remaining(), Some(known(5)));
    }
}
