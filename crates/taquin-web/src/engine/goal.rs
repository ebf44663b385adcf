//! `goal`: the board of a goal's name.

use super::puzzle::{SizeField, size_json, tiles_json};
use super::refusal::Refusal;
use super::{Engine, Listener};
use serde::Deserialize;
use serde_json::{Value, json};
use taquin::NamedGoal;

/// A size and a name.
#[derive(Deserialize)]
pub struct Ask {
    size: SizeField,
    name: String,
}

impl Ask {
    pub(super) fn answer(self, _: &Engine, _: &mut dyn Listener) -> Result<Value, Refusal> {
        let size = self.size.read()?;
        let name: NamedGoal = self.name.parse().map_err(Refusal::bad)?;
        Ok(json!({ "size": size_json(size), "goal": tiles_json(name.of(size).board()) }))
    }
}
