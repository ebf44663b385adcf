//! `download`: a solution as a file: text, JSON or a picture.

use super::api_error::{ApiError, ErrorKind};
use super::message::Message;
use super::puzzle::PuzzleFields;
use super::{Engine, Listener, Pace};
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use serde::Deserialize;
use serde_json::{Map, Value, json};
use taquin::notation::{Dialect, MoveNotation, Mover, Transcript};
use taquin::{Metric, Moves};
use taquin_draw::TooLong;

/// A result, or only a board, and the format of the file.
#[derive(Deserialize)]
pub(super) struct Download {
    format: Format,
    dialect: Option<String>,
    /// All other fields: the result, unchanged.
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

/// The fields of a result that a picture or a text needs.
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

impl Message for Download {
    const NAME: &'static str = "download";
    const PACE: Pace = Pace::Slow;

    fn answer(self, _: &Engine, _: &mut dyn Listener) -> Result<Value, ApiError> {
        let result = Value::Object(self.result);
        let fields: ResultFields = serde_json::from_value(result.clone()).map_err(ApiError::bad_request)?;
        let puzzle = fields.puzzle.read()?;
        let (start, goal) = (puzzle.start().clone(), puzzle.goal().clone());
        let moves = &fields.moves.tile;
        // Never write moves that are not a solution.
        let end = moves.apply(&start).map_err(ApiError::bad_request)?;
        if !moves.is_empty() && !end.is_solved(&goal) {
            return Err(ApiError::bad_request("the moves do not end at the goal"));
        }
        let dialect: Option<Dialect> =
            self.dialect.map(|name| name.parse().map_err(ApiError::bad_request)).transpose()?;
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
                let text = text.ok_or_else(|| ApiError::new(ErrorKind::Internal, "cannot write the text"))?;
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

impl From<TooLong> for ApiError {
    fn from(error: TooLong) -> ApiError {
        ApiError::new(ErrorKind::TooLarge, error)
    }
}
