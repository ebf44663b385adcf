//! Boards as a sequence of JSON objects, one per line or pretty-printed.
//!
//! Fields that are not about the board are ignored, because the program's results have more of them. The schema of the
//! whole object is `schema/taquin.schema.json`.

use super::Notation;
use super::entry::{self, Entry};
use super::error::{ParseError, ParseErrorKind};
use super::format::{Format, Reading, any_size};
use super::record::Record;
use super::token::{self, Place};
use crate::board::Board;
use crate::size::Size;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

pub(super) const FORMAT: Format = Format {
    reading: Reading::Text { is: token::begins_object, read: records },
    refusal: any_size,
    write,
    holds_goal: true,
};

/// The kind of an object that is a board and nothing else.
const KIND: &str = "board";

/// The version of the format that this library reads and writes.
const VERSION: u64 = 1;

/// The fields read from a board's object. All are optional so that a wrong version is reported before the fields that
/// it may not have.
#[derive(Deserialize)]
struct BoardObject {
    version: Option<u64>,
    size: Option<(u64, u64)>,
    start: Option<Vec<u64>>,
    goal: Option<Vec<u64>>,
}

/// The fields written for a board.
#[derive(Serialize)]
struct NewBoardObject {
    kind: &'static str,
    version: u64,
    size: (usize, usize),
    start: Vec<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    goal: Option<Vec<u16>>,
}

fn write(board: &Board, goal: Option<&Board>) -> String {
    let size = (board.size().rows(), board.size().cols());
    let goal = goal.map(|goal| goal.numbers().collect());
    let object =
        NewBoardObject { kind: KIND, version: VERSION, size, start: board.numbers().collect(), goal };
    // Serialising fails only for maps whose keys are not strings, and there are none.
    serde_json::to_string(&object).unwrap_or_default()
}

/// Reads the boards of a JSON text.
///
/// # Errors
/// If it is not JSON, a field is missing or of the wrong type, or the tiles are not a board.
pub(super) fn records(text: &str) -> Result<Vec<Record>, ParseError> {
    let text = token::without_mark(text);
    let mut records = Vec::new();
    for found in objects::<BoardObject>(text)? {
        let place = found.place;
        let missing = |field: &str| {
            let message = format!("the field {field:?} is missing");
            ParseError::at(place, ParseErrorKind::Json { message })
        };
        check_version(found.object.version, place)?;
        let (rows, cols) = found.object.size.ok_or_else(|| missing("size"))?;
        let side = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
        let size = entry::size_at(place, side(rows), side(cols))?;
        let start = found.object.start.ok_or_else(|| missing("start"))?;
        let board = board(text, &found.text, place, size, "\"start\"", &start)?;
        let goal = match found.object.goal {
            Some(numbers) => Some(self::board(text, &found.text, place, size, "\"goal\"", &numbers)?),
            None => None,
        };
        records.push(Record { goal, line: place.line(), ..Record::of_board(board, Notation::Json) });
    }
    if records.is_empty() {
        return Err(ParseError::at(Place::START, ParseErrorKind::Empty));
    }
    Ok(records)
}

/// Checks the field `version`.
///
/// # Errors
/// If it is missing or not ours.
pub(super) fn check_version(version: Option<u64>, place: Place) -> Result<(), ParseError> {
    match version {
        Some(VERSION) => Ok(()),
        Some(found) => Err(ParseError::at(place, ParseErrorKind::Version { found })),
        None => {
            let message = "the field \"version\" is missing".to_owned();
            Err(ParseError::at(place, ParseErrorKind::Json { message }))
        }
    }
}

fn board(
    text: &str,
    object: &std::ops::Range<usize>,
    place: Place,
    size: Size,
    key: &str,
    numbers: &[u64],
) -> Result<Board, ParseError> {
    // A number beyond u32 is beyond every board, and so is the largest u32.
    let small: Vec<u32> = numbers.iter().map(|&number| u32::try_from(number).unwrap_or(u32::MAX)).collect();
    let entries = |places: &[Place]| -> Vec<Entry> {
        let places = places.iter().copied().chain(std::iter::repeat(place));
        small.iter().zip(places).map(|(&number, place)| Entry { number, place }).collect()
    };
    // serde_json does not tell the places of the numbers; they are searched only if a number is wrong.
    entry::assemble(size, &entries(&[]), place).or_else(|_| {
        let key = text[object.clone()].find(key).map_or(object.start, |at| object.start + at);
        entry::assemble(size, &entries(&number_places(text, key, numbers.len())), place)
    })
}

/// Returns the places of the next `count` numbers from byte `from` on.
fn number_places(text: &str, from: usize, count: usize) -> Vec<Place> {
    let (mut line, mut column) = (1, 0);
    let mut places = Vec::new();
    let mut after_digit = false;
    for (at, character) in text.char_indices() {
        column += 1;
        if character.is_ascii_digit() && !after_digit && at >= from && places.len() < count {
            places.push(Place::new(line, column));
        }
        after_digit = character.is_ascii_digit();
        if character == '\n' {
            (line, column) = (line + 1, 0);
        }
    }
    places
}

/// An object, the place where it begins and the bytes it spans.
pub(super) struct Found<T> {
    pub(super) object: T,
    pub(super) place: Place,
    pub(super) text: std::ops::Range<usize>,
}

/// Reads all objects of a text.
///
/// # Errors
/// If the text is not a sequence of such objects.
pub(super) fn objects<T: DeserializeOwned>(text: &str) -> Result<Vec<Found<T>>, ParseError> {
    let plain = without_comments(text);
    let mut objects = Vec::new();
    let mut stream = serde_json::Deserializer::from_str(&plain).into_iter::<T>();
    // Places count the characters of the original text: a comment may have fewer characters than bytes.
    let mut walker = Walker { text, at: 0, line: 1, column: 1 };
    loop {
        let before = stream.byte_offset();
        let start = before + (plain.len() - before - plain[before..].trim_start().len());
        match stream.next() {
            None => return Ok(objects),
            Some(Ok(object)) => {
                let place = walker.place(start);
                objects.push(Found { object, place, text: start..stream.byte_offset() });
            }
            Some(Err(error)) => return Err(json_error(text, &error)),
        }
    }
}

/// Finds lines and columns of ascending offsets in one pass.
struct Walker<'t> {
    text: &'t str,
    at: usize,
    line: usize,
    column: usize,
}

impl Walker<'_> {
    fn place(&mut self, offset: usize) -> Place {
        for character in self.text[self.at..offset].chars() {
            self.column += 1;
            if character == '\n' {
                (self.line, self.column) = (self.line + 1, 1);
            }
        }
        self.at = offset;
        Place::new(self.line, self.column)
    }
}

/// Converts an error of serde_json, which counts bytes and points behind the character it means.
fn json_error(text: &str, error: &serde_json::Error) -> ParseError {
    let line = text.split('\n').nth(error.line().saturating_sub(1)).unwrap_or_default();
    let column = line.char_indices().take_while(|(at, _)| *at < error.column()).count();
    let message = error.to_string();
    // The place is a field of our error, so it is cut from the message.
    let message =
        message.rsplit_once(" at line ").map_or(message.as_str(), |(message, _)| message).to_owned();
    ParseError::at(Place::new(error.line().max(1), column.max(1)), ParseErrorKind::Json { message })
}

/// Overwrites every comment outside of strings by spaces, so that offsets do not change.
fn without_comments(text: &str) -> Cow<'_, str> {
    if !text.contains('#') {
        return text.into();
    }
    let mut plain = String::with_capacity(text.len());
    let (mut in_string, mut in_comment, mut escaped) = (false, false, false);
    for character in text.chars() {
        match character {
            '\n' => (in_comment, in_string) = (false, false),
            '#' if !in_string => in_comment = true,
            '"' if !in_comment && !escaped => in_string = !in_string,
            _ => {}
        }
        escaped = in_string && character == '\\' && !escaped;
        if in_comment {
            plain.extend(std::iter::repeat_n(' ', character.len_utf8()));
        } else {
            plain.push(character);
        }
    }
    plain.into()
}
