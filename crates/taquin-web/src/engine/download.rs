//! `download`: a solution as a file, in words, data or pictures.

use super::puzzle::{Puzzle, PuzzleFields};
use super::refusal::{Kind, Refusal};
use super::{Engine, Listener};
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use serde::Deserialize;
use serde_json::{Map, Value, json};
use taquin::notation::{Dialect, MoveNotation, Mover, Transcript};
use taquin::{Metric, Moves};
use taquin_draw::TooLong;

/// A result, or a board alone, and what it is to become.
#[derive(Deserialize)]
pub struct Ask {
    format: Format,
    dialect: Option<String>,
    /// All the rest: the result as it came.
    #[serde(flatten)]
    result: Map<String, Value>,
}

#[derive(Deserialize, Clone, Copy)]
#[serde(rename_all = "lowercase")]
enum Format {
    Text,
    Json,
    Svg,
    Gif,
}

/// What a picture or a text needs of a result.
#[derive(Deserialize)]
struct ResultFields {
    #[serde(flatten)]
    puzzle: PuzzleFields,
    #[serde(default)]
    moves: MovesField,
    metric: Option<Metric>,
    status: Option<String>,
    stats: Option<StatsField>,
}

#[derive(Deserialize, Default)]
struct MovesField {
    #[serde(default)]
    tile: Moves,
}

#[derive(Deserialize)]
struct StatsField {
    max_queue: Option<u64>,
}

impl Ask {
    pub(super) fn answer(self, _: &Engine, _: &mut dyn Listener) -> Result<Value, Refusal> {
        let result = Value::Object(self.result);
        let fields: ResultFields = serde_json::from_value(result.clone()).map_err(Refusal::bad)?;
        let Puzzle { start, goal } = fields.puzzle.read()?;
        let moves = &fields.moves.tile;
        // Nobody is given a solution that is none.
        let end = moves.apply(&start).map_err(Refusal::bad)?;
        if !moves.is_empty() && !end.is_solved(&goal) {
            return Err(Refusal::bad("the moves do not end at the goal"));
        }
        let dialect: Option<Dialect> =
            self.dialect.map(|name| name.parse().map_err(Refusal::bad)).transpose()?;
        let name = |ending: &str| format!("taquin-{}.{ending}", start.size());
        match self.format {
            Format::Text => {
                let transcript = Transcript {
                    start: &start,
                    moves,
                    metric: fields.metric.unwrap_or_default(),
                    minimal: fields.status.as_deref() == Some("optimal"),
                    heuristic: &|board| board.manhattan(&goal),
                    max_queue: fields.stats.and_then(|stats| stats.max_queue),
                    stats: None,
                    move_notation: MoveNotation::Letters,
                    mover: Mover::Tile,
                };
                let mut text = Vec::new();
                let written = dialect.unwrap_or(Dialect::Princeton).write_solution(&mut text, &transcript);
                let text = written.ok().and_then(|()| String::from_utf8(text).ok());
                let text =
                    text.ok_or_else(|| Refusal::new(Kind::Internal, "the text could not be written"))?;
                Ok(json!({ "name": name("txt"), "type": "text/plain", "text": text }))
            }
            Format::Json => {
                let text = format!("{result}\n");
                Ok(json!({ "name": name("json"), "type": "application/json", "text": text }))
            }
            Format::Svg => {
                let text = taquin_draw::picture(&start, moves)?.svg();
                Ok(json!({ "name": name("svg"), "type": "image/svg+xml", "text": text }))
            }
            Format::Gif => {
                let data = BASE64_STANDARD.encode(taquin_draw::animation(&start, moves)?);
                Ok(json!({ "name": name("gif"), "type": "image/gif", "data": data }))
            }
        }
    }
}

impl From<TooLong> for Refusal {
    fn from(error: TooLong) -> Refusal {
        Refusal::new(Kind::TooLarge, error)
    }
}
