//! Puzzles as text: a board, and optionally an arrow and a goal.

use super::error::ParseError;
use super::write::slashes;
use super::{read, read_one};
use crate::goal::{Goal, NamedGoal};
use crate::puzzle::{Puzzle, SizeMismatch};
use std::fmt;
use std::str::FromStr;

/// Separates the board from the goal in the text of a puzzle.
const ARROW: &str = "->";

/// Writes the rows between slashes and, unless the goal is [`Goal::rows`], an arrow and the goal.
impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&slashes(self.start()))?;
        if *self.goal() == Goal::rows(self.size()) {
            return Ok(());
        }
        write!(f, " {ARROW} {}", slashes(self.goal().board()))
    }
}

impl FromStr for Puzzle {
    type Err = PuzzleError;

    fn from_str(text: &str) -> Result<Puzzle, PuzzleError> {
        let Some((before, after)) = text.split_once(ARROW) else {
            let record = read_one(text)?;
            return Ok(match record.goal {
                Some(goal) => Puzzle::new(record.board, goal.into())?,
                None => Puzzle::from(record.board),
            });
        };
        let board = read(before)?;
        let goal = match after.trim().parse::<NamedGoal>() {
            Ok(name) => name.of(board.size()),
            Err(_) => {
                // Blank characters in place of the board keep the lines and columns of errors right.
                let blank = |c: char| if c == '\n' { '\n' } else { ' ' };
                let mut padded: String = before.chars().chain(ARROW.chars()).map(blank).collect();
                padded.push_str(after);
                read(&padded)?.into()
            }
        };
        Ok(Puzzle::new(board, goal)?)
    }
}

/// The error of a text that is not a [`Puzzle`].
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum PuzzleError {
    /// The text cannot be read.
    Parse(ParseError),
    /// The board and the goal have different sizes.
    Size(SizeMismatch),
}

impl From<ParseError> for PuzzleError {
    fn from(error: ParseError) -> PuzzleError {
        PuzzleError::Parse(error)
    }
}

impl From<SizeMismatch> for PuzzleError {
    fn from(error: SizeMismatch) -> PuzzleError {
        PuzzleError::Size(error)
    }
}

impl fmt::Display for PuzzleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PuzzleError::Parse(error) => error.fmt(f),
            PuzzleError::Size(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for PuzzleError {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::{Notation, write_with_goal};
    use crate::size::Size;

    #[test]
    fn the_goal_comes_from_the_text() {
        let puzzle = |text: &str| text.parse::<Puzzle>().expect(text);
        let name = |text: &str| puzzle(text).goal().name();
        assert_eq!(name("1 2 3/4 5 6/7 8 0"), Some("rows"));
        assert_eq!(name("bfs 1,2,5,3,4,0,6,7,8"), Some("blank-first"));
        assert_eq!(name("1 2 3/4 5 6/7 8 0 -> spiral"), Some("spiral"));
        assert_eq!(name("1 2/3 0\n->\n0 1/2 3"), Some("blank-first"));
        let pddl = write_with_goal(
            puzzle("1 2/3 0").start(),
            Some(Goal::spiral(Size::square(2).unwrap()).board()),
            Notation::Pddl,
        );
        assert_eq!(name(&pddl.unwrap()), Some("spiral"));
    }

    #[test]
    fn what_is_displayed_is_read_back() {
        for text in ["1 2/0 3", "1 2 0/", "0/1", "0/", "1 2/0 3 -> 0 1/2 3", "1 0/ -> 0 1/"] {
            let puzzle: Puzzle = text.parse().expect(text);
            assert_eq!(puzzle.to_string(), text);
        }
    }

    #[test]
    fn errors_name_their_place() {
        let error = |text: &str| text.parse::<Puzzle>().unwrap_err().to_string();
        assert_eq!(
            error("1 2/3 0 -> 1 2 3/4 5 0"),
            "the board is 2x2 but the goal is 2x3: they must have the same size"
        );
        assert!(error("1 2/3 0 -> 1 2/3 ?").starts_with("line 1, column 18: "));
        assert!(error("1 2/3 0\n-> 1 2/3 ?").starts_with("line 2, column 10: "));
        assert!(error("1 2/3 3").starts_with("line 1, column 7: "));
    }
}
