//! `goal`: the board of a named goal.

use super::api_error::ApiError;
use super::message::Message;
use super::puzzle::{SizeField, size_json, tiles_json};
use super::{Engine, Listener, Pace};
use serde::Deserialize;
use serde_json::{Value, json};
use taquin::NamedGoal;

/// A size and a name.
#[derive(Deserialize)]
pub(super) struct Goal {
    size: SizeField,
    name: String,
}

impl Message for Goal {
    const NAME: &'static str = "goal";
    const PACE: Pace = Pace::Quick;

    fn answer(self, _: &Engine, _: &mut dyn Listener) -> Result<Value, ApiError> {
        let size = self.size.read()?;
        let name: NamedGoal = self.name.parse().map_err(ApiError::bad_request)?;
        Ok(json!({ "size": size_json(size), "goal": tiles_json(name.of(size).board()) }))
    }
}
