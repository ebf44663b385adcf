//! The choice of a new board: a difficulty, or a number of moves that is typed.

use super::action::Action;
use super::worker::Challenge;

/// No board is farther away than what is typed in so many digits.
const MOST_DIGITS: usize = 3;

/// The digits typed so far.
#[derive(Debug, Default)]
pub(super) struct Chooser(String);

/// How a choice ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Chosen {
    /// No new board after all.
    Nothing,
    /// Such a board.
    Board(Challenge),
}

impl Chooser {
    /// What was chosen; `None` while it goes on.
    pub(super) fn act(&mut self, action: Action) -> Option<Chosen> {
        match action {
            Action::Digit(digit) if self.0.len() < MOST_DIGITS => self.0.push(digit),
            Action::Erase => {
                self.0.pop();
            }
            Action::Leave => return Some(Chosen::Nothing),
            Action::Enter => return Some(Chosen::Board(Challenge::Depth(self.0.parse().ok()?))),
            Action::Scramble(difficulty) => return Some(Chosen::Board(Challenge::Difficulty(difficulty))),
            _ => {}
        }
        None
    }

    /// What was chosen so far, in words.
    pub(super) fn title(&self) -> String {
        let Chooser(digits) = self;
        if digits.is_empty() {
            "A new board:".to_owned()
        } else {
            format!("A new board, {digits} moves away:")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use taquin::solver::Difficulty;

    #[test]
    fn digits_are_typed_and_taken_back() {
        let mut chooser = Chooser::default();
        assert_eq!((chooser.act(Action::Enter), chooser.title().as_str()), (None, "A new board:"));
        for digit in ['1', '2', '3', '4'] {
            assert_eq!(chooser.act(Action::Digit(digit)), None);
        }
        assert_eq!(chooser.act(Action::Erase), None);
        assert_eq!(chooser.title(), "A new board, 12 moves away:");
        assert_eq!(chooser.act(Action::Enter), Some(Chosen::Board(Challenge::Depth(12))));
        let easy = Chosen::Board(Challenge::Difficulty(Difficulty::Easy));
        assert_eq!(chooser.act(Action::Scramble(Difficulty::Easy)), Some(easy));
        assert_eq!(chooser.act(Action::Leave), Some(Chosen::Nothing));
    }
}
