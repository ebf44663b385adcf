//! The moves of a JSON result.
//!
//! A result holds its moves up to three times: as tiles, as directions of the tiles and as directions of the blank.
//! Every form that is present is replayed, and all must agree.

use super::error::{ParseError, ParseErrorKind};
use super::json::{check_version, objects, records};
use super::moves::{IllegalStep, Mover, moves_of};
use super::solution::SolutionText;
use super::token::{self, Place};
use crate::board::Board;
use crate::metric::Metric;
use crate::moves::Moves;
use serde::Deserialize;

#[derive(Deserialize)]
struct ResultObject {
    version: Option<u64>,
    status: Option<String>,
    length: Option<usize>,
    metric: Option<Metric>,
    moves: Option<MovesObject>,
    start: Option<Vec<u64>>,
}

#[derive(Deserialize)]
#[serde(expecting = "an object with tiles, tile or blank")]
struct MovesObject {
    tiles: Option<Vec<u32>>,
    tile: Option<String>,
    blank: Option<String>,
}

/// Reads the one result of a JSON text.
///
/// # Errors
/// If it is not JSON, has no moves though it is not unsolvable, or its forms of the moves disagree.
pub(super) fn read(text: &str, start: &Board) -> Result<SolutionText, ParseError> {
    let mut found = objects::<ResultObject>(token::without_mark(text))?.into_iter();
    let Some(first) = found.next() else {
        return Err(ParseError::at(Place::START, ParseErrorKind::Empty));
    };
    if let Some(second) = found.next() {
        return Err(ParseError::at(second.place, ParseErrorKind::MoreThanOneSolution));
    }
    let place = first.place;
    // A number of pushes does not tell the number of moves.
    let reported = first.object.length.filter(|_| first.object.metric.unwrap_or_default() == Metric::Single);
    check_version(first.object.version, place)?;
    if first.object.start.is_some_and(|numbers| !numbers.into_iter().eq(start.numbers().map(u64::from))) {
        // The judge reports a sequence of boards that begins with another board.
        let boards = records(text)?;
        return Ok(SolutionText::Boards { boards, reported });
    }
    match (first.object.moves, first.object.status.as_deref()) {
        (Some(moves), _) => {
            let (moves, illegal) = moves.read(start, place)?;
            Ok(SolutionText::Moves { moves, illegal, reported })
        }
        (None, Some("unsolvable")) => Ok(SolutionText::Unsolvable),
        (None, _) => Err(complaint(place, "the field \"moves\" is missing")),
    }
}

impl MovesObject {
    fn read(self, start: &Board, place: Place) -> Result<(Moves, Option<IllegalStep>), ParseError> {
        let numbers = |tiles: Vec<u32>| tiles.iter().map(u32::to_string).collect::<Vec<_>>().join(" ");
        let texts =
            [(self.tile, Mover::Tile), (self.blank, Mover::Blank), (self.tiles.map(numbers), Mover::Tile)];
        let mut agreed: Option<(Moves, Option<IllegalStep>)> = None;
        for (text, mover) in texts {
            let Some(text) = text else { continue };
            // Places inside the string would mislead, so errors point to the object.
            let here = |error: ParseError| ParseError::at(place, error.kind);
            let tokens = token::scan(&text).map_err(here)?;
            let (moves, illegal) = moves_of(&tokens, start, mover).map_err(here)?;
            let illegal =
                illegal.map(|step| IllegalStep { line: place.line(), column: place.column(), ..step });
            match &agreed {
                None => agreed = Some((moves, illegal)),
                Some((others, broken)) if *others == moves && broken.is_some() == illegal.is_some() => {}
                Some(_) => return Err(complaint(place, "the forms of \"moves\" do not agree")),
            }
        }
        agreed.ok_or_else(|| complaint(place, "\"moves\" has none of \"tile\", \"blank\" and \"tiles\""))
    }
}

fn complaint(place: Place, message: &str) -> ParseError {
    ParseError::at(place, ParseErrorKind::Json { message: message.to_owned() })
}
