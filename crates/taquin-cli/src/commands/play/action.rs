//! Maps keys to actions, depending on the mode.

use super::mode::Mode;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use taquin::solver::Difficulty;
use taquin::{Cell, Direction};

/// An action of the player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Action {
    /// Move a tile in this direction.
    Slide(Direction),
    /// Move the tile on this cell.
    Push(Cell),
    Undo,
    Redo,
    Restart,
    Hint,
    Watch,
    Invert,
    /// Choose a new board.
    New,
    /// Generate a board of this difficulty.
    Scramble(Difficulty),
    /// Type a digit of the distance.
    Digit(char),
    /// Erase a digit.
    Erase,
    /// Confirm the number.
    Enter,
    PlayOrPause,
    Forward,
    Back,
    Faster,
    Slower,
    Help,
    /// Return to the game.
    Leave,
    Quit,
    /// Ctrl-C.
    Interrupt,
}

/// Returns the action of a key.
pub(super) fn of_key(key: KeyEvent, mode: &Mode) -> Option<Action> {
    if key.kind == KeyEventKind::Release {
        return None;
    }
    // Ignore Caps Lock.
    let code = match key.code {
        KeyCode::Char(letter) => KeyCode::Char(letter.to_ascii_lowercase()),
        code => code,
    };
    if key.modifiers.contains(KeyModifiers::CONTROL) {
        return match code {
            KeyCode::Char('c') => Some(Action::Interrupt),
            KeyCode::Char('z') => Some(Action::Undo),
            KeyCode::Char('y' | 'r') => Some(Action::Redo),
            _ => None,
        };
    }
    match mode {
        Mode::Play | Mode::Scrambling => playing(code),
        Mode::New(_) => choosing(code),
        Mode::Watch(_) => watching(code),
        Mode::Help => Some(if code == KeyCode::Char('q') { Action::Quit } else { Action::Leave }),
    }
}

fn playing(code: KeyCode) -> Option<Action> {
    Some(match code {
        KeyCode::Up | KeyCode::Char('k' | 'w') => Action::Slide(Direction::Up),
        KeyCode::Left | KeyCode::Char('h' | 'a') => Action::Slide(Direction::Left),
        KeyCode::Down | KeyCode::Char('j' | 's') => Action::Slide(Direction::Down),
        KeyCode::Right | KeyCode::Char('l' | 'd') => Action::Slide(Direction::Right),
        KeyCode::Char('u') | KeyCode::Backspace => Action::Undo,
        KeyCode::Char('r') => Action::Redo,
        KeyCode::Char('x') => Action::Restart,
        KeyCode::Char('t') => Action::Hint,
        KeyCode::Char('p' | ' ') => Action::Watch,
        KeyCode::Char('i') => Action::Invert,
        KeyCode::Char('n') => Action::New,
        KeyCode::Char('?') | KeyCode::F(1) => Action::Help,
        KeyCode::Char('q') => Action::Quit,
        KeyCode::Esc => Action::Leave,
        _ => return None,
    })
}

fn choosing(code: KeyCode) -> Option<Action> {
    Some(match code {
        KeyCode::Char('e') => Action::Scramble(Difficulty::Easy),
        KeyCode::Char('m') => Action::Scramble(Difficulty::Medium),
        KeyCode::Char('h') => Action::Scramble(Difficulty::Hard),
        KeyCode::Char('a') => Action::Scramble(Difficulty::Any),
        KeyCode::Char(digit) if digit.is_ascii_digit() => Action::Digit(digit),
        KeyCode::Backspace => Action::Erase,
        KeyCode::Enter => Action::Enter,
        KeyCode::Char('q') => Action::Quit,
        KeyCode::Esc | KeyCode::Char('n') => Action::Leave,
        _ => return None,
    })
}

fn watching(code: KeyCode) -> Option<Action> {
    Some(match code {
        KeyCode::Char(' ') => Action::PlayOrPause,
        KeyCode::Right | KeyCode::Char('l' | 'd' | '.') => Action::Forward,
        KeyCode::Left | KeyCode::Char('h' | 'a' | ',') => Action::Back,
        KeyCode::Char('+' | '=') | KeyCode::Up => Action::Faster,
        KeyCode::Char('-') | KeyCode::Down => Action::Slower,
        KeyCode::Char('n') => Action::New,
        KeyCode::Esc | KeyCode::Char('p') | KeyCode::Enter => Action::Leave,
        KeyCode::Char('q') => Action::Quit,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::play::chooser::Chooser;

    fn key(code: KeyCode) -> KeyEvent {
        KeyEvent::new(code, KeyModifiers::NONE)
    }

    #[test]
    fn three_keys_for_left() {
        for code in [KeyCode::Left, KeyCode::Char('h'), KeyCode::Char('a'), KeyCode::Char('A')] {
            assert_eq!(of_key(key(code), &Mode::Play), Some(Action::Slide(Direction::Left)));
        }
    }

    #[test]
    fn keys_depend_on_the_mode() {
        let choosing = Mode::New(Chooser::default());
        assert_eq!(of_key(key(KeyCode::Char('h')), &choosing), Some(Action::Scramble(Difficulty::Hard)));
        assert_eq!(of_key(key(KeyCode::Char('7')), &choosing), Some(Action::Digit('7')));
        assert_eq!(of_key(key(KeyCode::Char('7')), &Mode::Play), None);
        assert_eq!(of_key(key(KeyCode::Char('z')), &Mode::Help), Some(Action::Leave));
    }

    #[test]
    fn control_c_always_ends_it() {
        let control_c = KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL);
        for mode in [Mode::Play, Mode::Help, Mode::Scrambling, Mode::New(Chooser::default())] {
            assert_eq!(of_key(control_c, &mode), Some(Action::Interrupt));
        }
    }
}
