//! Resuming an interrupted run.
//!
//! The output file is the only record of that run. It is read along with the input, and every answer must belong to its
//! board. The file is changed only after all answers have been checked.

use super::answer::{BatchContext, LineContent, LineResult};
use super::sink::{Sink, claim, name};
use super::summary::Summary;
use crate::exit::Failure;
use crate::lines::{Line, Lines, read_line};
use serde_json::Value;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Seek, SeekFrom};
use std::path::Path;
use taquin::display::SystemError;
use taquin::{Board, Metric};

/// Maximum length of an answer, larger than any answer.
const LONGEST: usize = 1 << 30;

/// Opens the output file, skips the answered lines of `lines`, and truncates a partial answer.
///
/// # Errors
/// If another run uses the file, it cannot be read or written, or its answers do not belong to the first lines.
pub(super) fn open(
    path: &Path,
    lines: &mut Lines<impl BufRead>,
    context: &BatchContext,
    summary: &mut Summary,
) -> Result<Sink, Failure> {
    let name = name(path);
    let fault = |error: io::Error| Failure::input(format_args!("{name}: {}", SystemError(&error)));
    let mut file = match File::options().read(true).write(true).open(path) {
        Ok(file) => file,
        // The first run starts from nothing, so that the same command works for all runs.
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Sink::create(path, true),
        Err(error) => return Err(fault(error)),
    };
    if !file.metadata().map_err(fault)?.is_file() {
        return Err(Failure::input(format_args!("{name}: not a regular file")));
    }
    claim(&file, &name, true)?;
    let mut answers = BufReader::new(&mut file);
    let (mut number, mut end) = (0, 0);
    let mut text = Vec::new();
    loop {
        text.clear();
        let read = read_line(&mut answers, &mut text, LONGEST).map_err(fault)?;
        if read.bytes == 0 {
            break;
        }
        number += 1;
        let wrong = |what: String| {
            Failure::input(format_args!("{name}, line {number}: {what}"))
                .hint("--resume requires a file written by the same command; the file was not changed")
        };
        if read.is_whole {
            let (line, found, contradiction) = next_answer(&text, lines, context).map_err(wrong)?;
            summary.add(line.number, found);
            summary.contradicts(line.number, contradiction);
            summary.read = line.end;
            end += read.bytes;
        } else if !is_begun(&text) {
            return Err(wrong("not the beginning of an answer".to_owned()));
        }
    }
    file.set_len(end).map_err(fault)?;
    file.seek(SeekFrom::Start(end)).map_err(fault)?;
    summary.start_new_run();
    Ok(Sink::to(file, name))
}

/// The beginnings of answers, followed by the line number; the second is that of taquin 0.2.0.
const BEGINNINGS: [&[u8]; 2] = [br#"{"kind":"solution","version":1,"line":"#, br#"{"version":1,"line":"#];

/// Returns whether this can be a partial answer.
fn is_begun(text: &[u8]) -> bool {
    BEGINNINGS.iter().any(|beginning| text.starts_with(beginning) || beginning.starts_with(text))
}

/// Checks an answer against the next line of the input.
fn next_answer(
    text: &[u8],
    lines: &mut Lines<impl BufRead>,
    context: &BatchContext,
) -> Result<(Line, LineResult, Option<String>), String> {
    let answer: Value = serde_json::from_slice(text).map_err(|_| "not an answer in JSON".to_owned())?;
    let number = answer["line"].as_u64().ok_or("the answer has no line number")?;
    let source = &context.source;
    let line = match lines.next() {
        Some(line) => line.map_err(|error| format!("{source}: {}", SystemError(&error)))?,
        None => return Err(format!("the answer is for line {number}, but {source} has no more boards")),
    };
    if line.number != number {
        let due = line.number;
        return Err(format!(
            "the answer is for line {number}, but the next board of {source} is on line {due}"
        ));
    }
    let other = |what: &str| format!("the answer is for a different {what} than line {number} of {source}");
    let mut contradiction = None;
    match context.content(&line) {
        LineContent::Refused { board, .. } => {
            if answer["status"] != "error" || board.is_some_and(|board| !holds(&answer["start"], &board)) {
                return Err(other("board"));
            }
        }
        LineContent::Puzzle(given) => {
            let (puzzle, metric) = (&given.puzzle, context.requested.options.metric);
            contradiction = answer["length"]
                .as_u64()
                .and_then(|length| given.contradiction(length, answer["status"] == "optimal", metric));
            let start = puzzle.start();
            let size = serde_json::json!([start.size().rows(), start.size().cols()]);
            if answer["size"] != size || !holds(&answer["start"], start) {
                return Err(other("board"));
            }
            // An answer with an error has no goal.
            if answer["status"] != "error" {
                if !holds(&answer["goal"], puzzle.goal().board()) {
                    return Err(format!("the answer is for a different goal than line {number} of {source}"));
                }
                let other = answer["metric"].as_str().unwrap_or(Metric::Single.name());
                if other != metric.name() {
                    return Err(format!("the answer uses the metric {other}"));
                }
            }
        }
    }
    let found = match answer["status"].as_str() {
        Some("valid") if answer["stopped"].is_string() => answer["length"].as_u64().map(LineResult::Unproven),
        Some("optimal" | "valid") => answer["length"].as_u64().map(LineResult::Solved),
        Some("unsolvable") => Some(LineResult::Unsolvable),
        Some("stopped") => Some(LineResult::Stopped),
        Some("error") => Some(LineResult::Error),
        _ => None,
    };
    Ok((line, found.ok_or("the answer has no valid status")?, contradiction))
}

/// Returns whether these are the tiles of the board.
fn holds(tiles: &Value, board: &Board) -> bool {
    tiles.as_array().is_some_and(|tiles| {
        tiles.len() == board.size().cells()
            && tiles.iter().zip(board.numbers()).all(|(tile, number)| tile.as_u64() == Some(number.into()))
    })
}
