//! The dialog for a new board: a difficulty or a distance.

use super::action::Action;
use super::worker::Challenge;

/// Enough digits for the largest distance.
const MOST_DIGITS: usize = 3;

/// The digits typed so far.
#[derive(Debug, Default)]
pub(super) struct Chooser(String);

/// The result of the dialog.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Chosen {
    /// Cancelled.
    Nothing,
    /// A board was chosen.
    Board(Challenge),
}

impl Chooser {
    /// Applies an action; returns `None` while the dialog is open.
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

    /// Returns the title, with the digits typed so far.
    pub(super) fn title(&self) -> String {
        let Chooser(digits) = self;
        if digits.is_empty() {
            "New board:".to_owned()
        } else {
            let moves = if digits == "1" { "move" } else { "moves" };
            format!("New board, {digits} {moves} from the goal:")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use taquin::solver::Difficulty;

    #[test]
    fn digits_are_typed_and_erased() {
        let mut chooser = Chooser::default();
        assert_eq!((chooser.act(Action::Enter), chooser.title().as_str()), (None, "New board:"));
        for digit in ['1', '2', '3', '4'] {
            assert_eq!(chooser.act(Action::Digit(digit)), None);
        }
        assert_eq!(chooser.act(Action::Erase), None);
        assert_eq!(chooser.title(), "New board, 12 moves from the goal:");
        assert_eq!(chooser.act(Action::Enter), Some(Chosen::Board(Challenge::Depth(12))));
        let easy = Chosen::Board(Challenge::Difficulty(Difficulty::Easy));
        assert_eq!(chooser.act(Action::Scramble(Difficulty::Easy)), Some(easy));
        assert_eq!(chooser.act(Action::Leave), Some(Chosen::Nothing));
    }
}
