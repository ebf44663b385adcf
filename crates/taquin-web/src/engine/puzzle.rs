//! Puzzles as they come and go: the program's own JSON.

use super::MOST_SIDE;
use super::refusal::{Kind, Refusal};
use serde::Deserialize;
use serde_json::{Value, json};
use taquin::solver::Report;
use taquin::{Board, Goal, NamedGoal, Size};

/// The fields of a puzzle in a message.
#[derive(Deserialize)]
pub(super) struct PuzzleFields {
    version: Option<u32>,
    size: SizeField,
    start: Vec<u16>,
    goal: Option<GoalField>,
}

/// Rows and columns.
#[derive(Deserialize, Clone, Copy)]
#[serde(expecting = "rows and columns, as in [3, 4]")]
pub(super) struct SizeField(usize, usize);

impl SizeField {
    /// The size, if it is one that is played here.
    pub(super) fn read(self) -> Result<Size, Refusal> {
        let size = Size::new(self.0, self.1).map_err(|error| {
            let kind = if self.0 == 0 || self.1 == 0 { Kind::BadRequest } else { Kind::TooLarge };
            Refusal::new(kind, error)
        })?;
        playable(size)
    }
}

/// The size, if it is one that is played here.
pub(super) fn playable(size: Size) -> Result<Size, Refusal> {
    let fits = size.rows().max(size.cols()) <= MOST_SIDE;
    if fits { Ok(size) } else { Err(Refusal::board_too_large(size)) }
}

/// A goal by its name or by its tiles.
#[derive(Deserialize)]
#[serde(untagged, expecting = "a goal is a name, as in \"rows\", or the list of its tiles")]
pub(super) enum GoalField {
    /// Its name.
    Name(String),
    /// Its tiles, row by row.
    Tiles(Vec<u16>),
}

impl GoalField {
    pub(super) fn read(&self, size: Size) -> Result<Goal, Refusal> {
        match self {
            GoalField::Name(name) => {
                name.parse::<NamedGoal>().map(|name| name.of(size)).map_err(Refusal::bad)
            }
            GoalField::Tiles(tiles) => Board::new(size, tiles)
                .map(Goal::from)
                .map_err(|error| Refusal::bad(format_args!("goal: {error}"))),
        }
    }
}

/// The goal that is meant, or `rows`.
pub(super) fn goal_of(field: Option<&GoalField>, size: Size) -> Result<Goal, Refusal> {
    field.map_or_else(|| Ok(Goal::rows(size)), |field| field.read(size))
}

/// A board and its goal, of one size.
pub(super) struct Puzzle {
    pub(super) start: Board,
    pub(super) goal: Goal,
}

impl PuzzleFields {
    pub(super) fn read(&self) -> Result<Puzzle, Refusal> {
        if let Some(version) = self.version.filter(|&version| version != Report::VERSION) {
            return Err(Refusal::bad(format_args!(
                "version {version} of the format is not known; this is version {}",
                Report::VERSION
            )));
        }
        let size = self.size.read()?;
        let start =
            Board::new(size, &self.start).map_err(|error| Refusal::bad(format_args!("start: {error}")))?;
        Ok(Puzzle { start, goal: goal_of(self.goal.as_ref(), size)? })
    }
}

impl Puzzle {
    pub(super) fn json(&self) -> Value {
        json!({
            "version": Report::VERSION,
            "size": size_json(self.start.size()),
            "start": tiles_json(&self.start),
            "goal": tiles_json(self.goal.board()),
        })
    }
}

pub(super) fn size_json(size: Size) -> Value {
    json!([size.rows(), size.cols()])
}

pub(super) fn tiles_json(board: &Board) -> Value {
    board.numbers().collect()
}
