//! `read`: a board in any notation that the program reads.

use super::puzzle::{GoalField, Puzzle, goal_of, playable};
use super::refusal::Refusal;
use super::{Engine, Listener};
use serde::Deserialize;
use serde_json::Value;
use taquin::notation::{self, ParseError, ParseErrorKind};
use taquin::{Goal, NamedGoal};

/// A text with one board.
#[derive(Deserialize)]
pub struct Ask {
    text: String,
    goal: Option<GoalField>,
}

impl Ask {
    pub(super) fn answer(self, _: &Engine, _: &mut dyn Listener) -> Result<Value, Refusal> {
        let records = notation::read_all(&self.text).map_err(Refusal::bad)?;
        let [record] = <[_; 1]>::try_from(records).map_err(|records| {
            let line = records.get(1).map_or(1, |record| record.line);
            Refusal::bad(ParseError { line, column: 1, kind: ParseErrorKind::MoreThanOneBoard })
        })?;
        let size = playable(record.board.size())?;
        // What is asked for goes before what the text says.
        let goal = match (&self.goal, record.goal) {
            (None, Some(board)) => Goal::from(board),
            (None, None) => NamedGoal::default().of(size),
            (asked, _) => goal_of(asked.as_ref(), size)?,
        };
        Ok(Puzzle { start: record.board, goal }.json())
    }
}
