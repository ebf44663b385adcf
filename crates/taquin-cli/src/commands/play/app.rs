//! The state of the game: takes actions, time and worker events, and returns effects. Independent of the terminal.

use super::action::Action;
use super::chooser::{Chooser, Chosen};
use super::game::Game;
use super::mode::Mode;
use super::playback::Playback;
use super::worker::{Challenge, WorkerEvent};
use std::sync::Arc;
use std::time::Duration;
use taquin::solver::{Bounds, Hints, Remaining};
use taquin::{Board, Direction, Goal, Tile};

/// What the caller has to do after an action.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Effect {
    /// Generate a board.
    Scramble(Challenge),
    /// Stop generating a board.
    CancelScramble,
    /// Quit.
    Quit,
    /// Quit because of Ctrl-C.
    Interrupt,
}

/// A request that waits for a solution.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Pending {
    Hint,
    Watch,
}

pub(super) struct App {
    game: Game,
    hints: Arc<Hints>,
    mode: Mode,
    inverted: bool,
    /// Whether the board is known to be unsolvable.
    unsolvable: bool,
    hint: bool,
    pending: Option<Pending>,
    note: String,
}

impl App {
    pub(super) fn new(start: Board, goal: Goal, hints: Arc<Hints>, inverted: bool) -> App {
        let game = Game::new(start, goal);
        let mut app = App {
            game,
            hints,
            mode: Mode::Play,
            inverted,
            unsolvable: false,
            hint: false,
            pending: None,
            note: String::new(),
        };
        app.moved();
        app
    }

    pub(super) fn game(&self) -> &Game {
        &self.game
    }

    /// Returns what is known about the remaining moves.
    #[cfg(test)]
    pub(super) fn hints(&self) -> &Hints {
        &self.hints
    }

    pub(super) fn mode(&self) -> &Mode {
        &self.mode
    }

    /// Returns whether the keys move the blank.
    pub(super) fn is_inverted(&self) -> bool {
        self.inverted
    }

    /// Returns whether the board is known to be unsolvable.
    pub(super) fn is_unsolvable(&self) -> bool {
        self.unsolvable
    }

    /// Returns the message for the player.
    pub(super) fn note(&self) -> &str {
        &self.note
    }

    /// Returns the board to draw: that of the game, or of the playback.
    pub(super) fn shown(&self) -> &Board {
        match &self.mode {
            Mode::Watch(playback) => playback.board(),
            Mode::Play | Mode::New(_) | Mode::Scrambling | Mode::Help => self.game.board(),
        }
    }

    /// Returns the tile to highlight.
    pub(super) fn hinted(&self) -> Option<Tile> {
        if !self.hint || matches!(self.mode, Mode::Watch(_)) {
            return None;
        }
        Some(self.next()?.0)
    }

    /// Returns the next tile of the best known solution, and its direction.
    fn next(&self) -> Option<(Tile, Direction)> {
        let board = self.game.board();
        let remembered = self.hints.recall(board, self.game.goal()).and_then(|known| known.next);
        // A solution that is too long to be cached still has a first move.
        let direction = remembered.or(self.game.remaining()?.next)?;
        let from = board.size().step(board.blank(), direction.of_blank())?;
        Some((board.tile(from)?, direction))
    }

    /// Applies an action.
    pub(super) fn act(&mut self, action: Action, now: Duration) -> Option<Effect> {
        match action {
            Action::Quit => return Some(Effect::Quit),
            Action::Interrupt => return Some(Effect::Interrupt),
            _ => {}
        }
        match &mut self.mode {
            Mode::Play => self.play(action, now),
            Mode::Watch(playback) => {
                match action {
                    Action::PlayOrPause => playback.play_or_pause(now),
                    Action::Forward => playback.forward(),
                    Action::Back => playback.back(),
                    Action::Faster => playback.faster(),
                    Action::Slower => playback.slower(),
                    Action::Leave => self.back_to_game(),
                    Action::New => self.mode = Mode::New(Chooser::default()),
                    _ => {}
                }
                None
            }
            Mode::New(_) => self.choose(action),
            Mode::Scrambling => {
                if action != Action::Leave {
                    return None;
                }
                self.back_to_game();
                Some(Effect::CancelScramble)
            }
            Mode::Help => {
                self.back_to_game();
                None
            }
        }
    }

    fn play(&mut self, action: Action, now: Duration) -> Option<Effect> {
        let is_changed = match action {
            Action::Slide(direction) => {
                let direction = if self.inverted { direction.opposite() } else { direction };
                self.game.slide(direction, now)
            }
            Action::Push(cell) => self.game.push(cell, now) > 0,
            Action::Undo => self.game.undo(),
            Action::Redo => self.game.redo(),
            Action::Restart => {
                self.game.restart();
                true
            }
            _ => false,
        };
        if is_changed {
            self.moved();
            return None;
        }
        match action {
            // Keep the message of the win.
            Action::Hint | Action::Watch if self.game.is_won() => {}
            Action::Hint | Action::Watch if self.unsolvable => {
                self.note = "No solution. Press n for a new board.".to_owned();
            }
            Action::Hint => self.ask_for(Pending::Hint, now),
            Action::Watch => self.ask_for(Pending::Watch, now),
            Action::Invert => {
                self.inverted = !self.inverted;
                let moved = if self.inverted { "blank" } else { "tile" };
                self.note = format!("The keys now move the {moved}.");
            }
            Action::New => self.mode = Mode::New(Chooser::default()),
            Action::Help => self.mode = Mode::Help,
            _ => {}
        }
        None
    }

    fn choose(&mut self, action: Action) -> Option<Effect> {
        let Mode::New(chooser) = &mut self.mode else { return None };
        let Chosen::Board(challenge) = chooser.act(action)? else {
            self.back_to_game();
            return None;
        };
        self.mode = Mode::Scrambling;
        self.note = format!("Generating {challenge} …");
        Some(Effect::Scramble(challenge))
    }

    fn back_to_game(&mut self) {
        self.mode = Mode::Play;
        self.moved();
    }

    /// Resets what depends on the board.
    fn moved(&mut self) {
        (self.hint, self.pending) = (false, None);
        self.note.clear();
        if let Some(known) = self.hints.recall(self.game.board(), self.game.goal()) {
            self.game.update_remaining(known);
        }
        if self.game.is_won() {
            self.note = self.game.win_message();
        }
    }

    /// Requests a hint or a solution, shown as soon as it is known.
    fn ask_for(&mut self, what: Pending, now: Duration) {
        self.pending = Some(what);
        self.note = "Searching …".to_owned();
        self.answer(now);
    }

    fn answer(&mut self, now: Duration) {
        let (Some(known), Some((tile, direction))) = (self.game.remaining(), self.next()) else { return };
        match self.pending.take() {
            Some(Pending::Hint) => {
                let quality = if known.is_exact() { "" } else { " (best known)" };
                self.hint = true;
                self.note = format!("Hint: move tile {tile} {}{quality}.", direction.word());
            }
            Some(Pending::Watch) => match self.hints.way(self.game.board(), self.game.goal()) {
                Some(moves) => {
                    self.note.clear();
                    self.mode = Mode::Watch(Playback::new(self.game.board(), moves, now));
                }
                None => self.note = "The solution is too long to play back.".to_owned(),
            },
            None => {}
        }
    }

    /// Advances the playback.
    pub(super) fn tick(&mut self, now: Duration) {
        if let Mode::Watch(playback) = &mut self.mode {
            playback.tick(now);
        }
    }

    /// Handles an event of the worker.
    pub(super) fn handle(&mut self, event: WorkerEvent, now: Duration) {
        match event {
            WorkerEvent::Remaining(board, left) if board == *self.game.board() => {
                self.handle_remaining(left, now);
            }
            // The result for a previous board is cached by the hints.
            WorkerEvent::Remaining(..) => {}
            WorkerEvent::Scrambled(Ok(start)) if matches!(self.mode, Mode::Scrambling) => {
                self.game = Game::new(start, self.game.goal().clone());
                self.unsolvable = false;
                self.back_to_game();
            }
            WorkerEvent::Scrambled(Err(why)) if matches!(self.mode, Mode::Scrambling) => {
                self.back_to_game();
                self.note = format!("Cannot generate the board: {why}.");
            }
            // Cancelled in the meantime.
            WorkerEvent::Scrambled(_) => {}
        }
    }

    fn handle_remaining(&mut self, left: Remaining, now: Duration) {
        let why = match left {
            Remaining::Moves(known) => {
                self.game.update_remaining(known);
                self.answer(now);
                return;
            }
            Remaining::Unsolvable(why) => {
                self.unsolvable = true;
                format!("No solution: {why}.")
            }
            Remaining::Stopped(reason) => format!("No solution found: {reason}."),
        };
        self.pending = None;
        self.note = why;
    }

    /// Returns the board whose remaining moves are still to be computed.
    pub(super) fn question(&self) -> Option<&Board> {
        let is_exact = self.game.remaining().is_some_and(|known: Bounds| known.is_exact());
        let is_settled = self.game.is_won() || self.unsolvable || is_exact;
        (!is_settled && !matches!(self.mode, Mode::Scrambling)).then(|| self.game.board())
    }
}

#[cfg(test)]
mod tests;
