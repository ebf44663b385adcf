//! Puzzles in messages and answers, in the program's own JSON format.

use super::MAX_SIDE;
use super::api_error::{ApiError, ErrorKind};
use serde::Deserialize;
use serde_json::{Value, json};
use taquin::solver::Report;
use taquin::{Board, Goal, NamedGoal, Puzzle, Size};

/// The fields of a puzzle in a message.
#[derive(Deserialize)]
pub(super) struct PuzzleFields {
    version: Option<u32>,
    size: SizeField,
    start: Vec<u16>,
    goal: Option<GoalField>,
}

/// A size: rows and columns.
#[derive(Deserialize, Clone, Copy)]
#[serde(expecting = "rows and columns, as in [3, 4]")]
pub(super) struct SizeField(usize, usize);

impl SizeField {
    /// Returns the size if it is within the limits.
    pub(super) fn read(self) -> Result<Size, ApiError> {
        let size = Size::new(self.0, self.1).map_err(|error| {
            let kind = if self.0 == 0 || self.1 == 0 { ErrorKind::BadRequest } else { ErrorKind::TooLarge };
            ApiError::new(kind, error)
        })?;
        check_size(size)
    }
}

/// Returns the size if both sides are at most [`MAX_SIDE`].
pub(super) fn check_size(size: Size) -> Result<Size, ApiError> {
    let fits = size.rows().max(size.cols()) <= MAX_SIDE;
    if fits { Ok(size) } else { Err(ApiError::board_too_large(size)) }
}

/// A goal by its name or by its tiles.
#[derive(Deserialize)]
#[serde(untagged, expecting = "a goal must be a name, as in \"rows\", or the list of its tiles")]
pub(super) enum GoalField {
    /// Its name.
    Name(String),
    /// Its tiles, row by row.
    Tiles(Vec<u16>),
}

impl GoalField {
    pub(super) fn read(&self, size: Size) -> Result<Goal, ApiError> {
        match self {
            GoalField::Name(name) => {
                name.parse::<NamedGoal>().map(|name| name.of(size)).map_err(ApiError::bad_request)
            }
            GoalField::Tiles(tiles) => Board::new(size, tiles)
                .map(Goal::from)
                .map_err(|error| ApiError::bad_request(format_args!("goal: {error}"))),
        }
    }
}

/// Returns the goal of a field, or `rows` without one.
pub(super) fn goal_of(field: Option<&GoalField>, size: Size) -> Result<Goal, ApiError> {
    field.map_or_else(|| Ok(Goal::rows(size)), |field| field.read(size))
}

impl PuzzleFields {
    pub(super) fn read(&self) -> Result<Puzzle, ApiError> {
        if let Some(version) = self.version.filter(|&version| version != Report::VERSION) {
            return Err(ApiError::bad_request(format_args!(
                "version: {version} is not supported; expected {}",
                Report::VERSION
            )));
        }
        let size = self.size.read()?;
        let start = Board::new(size, &self.start)
            .map_err(|error| ApiError::bad_request(format_args!("start: {error}")))?;
        Puzzle::new(start, goal_of(self.goal.as_ref(), size)?).map_err(ApiError::bad_request)
    }
}

pub(super) fn puzzle_json(start: &Board, goal: &Goal) -> Value {
    json!({
        "version": Report::VERSION,
        "size": size_json(start.size()),
        "start": tiles_json(start),
        "goal": tiles_json(goal.board()),
    })
}

pub(super) fn size_json(size: Size) -> Value {
    json!([size.rows(), size.cols()])
}

pub(super) fn tiles_json(board: &Board) -> Value {
    board.numbers().collect()
}
