//! `read`: a board in any notation that the library reads.

use super::api_error::ApiError;
use super::message::Message;
use super::puzzle::{GoalField, check_size, goal_of, puzzle_json};
use super::{Engine, Listener, Pace};
use serde::Deserialize;
use serde_json::Value;
use taquin::notation::{self, ParseError, ParseErrorKind};
use taquin::{Goal, NamedGoal};

/// A text that contains one board.
#[derive(Deserialize)]
pub(super) struct Read {
    text: String,
    goal: Option<GoalField>,
}

impl Message for Read {
    const NAME: &'static str = "read";
    const PACE: Pace = Pace::Quick;

    fn answer(self, _: &Engine, _: &mut dyn Listener) -> Result<Value, ApiError> {
        let records = notation::read_all(&self.text).map_err(ApiError::bad_request)?;
        let [record] = <[_; 1]>::try_from(records).map_err(|records| {
            let line = records.get(1).map_or(1, |record| record.line);
            ApiError::bad_request(ParseError::new(line, 1, ParseErrorKind::MoreThanOneBoard))
        })?;
        let size = check_size(record.board.size())?;
        if size.cells() < 2 {
            return Err(ApiError::bad_request("a board needs at least one tile and the gap"));
        }
        // The goal of the message takes precedence over the goal in the text.
        let goal = match (&self.goal, record.goal) {
            (None, Some(board)) => Goal::from(board),
            (None, None) => NamedGoal::default().of(size),
            (goal, _) => goal_of(goal.as_ref(), size)?,
        };
        Ok(puzzle_json(&record.board, &goal))
    }
}
