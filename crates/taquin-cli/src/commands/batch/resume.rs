//! Going on where an interrupted run stopped.
//!
//! The file of answers is the only memory of that run: it is read along with the input, and every answer must be the one
//! of the board that stands there. Nothing is changed before that is known of all of them.

use super::answer::{BatchContext, LineContent, LineResult};
use super::sink::{Sink, claim, name};
use super::summary::Summary;
use crate::exit::Failure;
use crate::lines::{Line, Lines, read_line};
use serde_json::Value;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Seek, SeekFrom};
use std::path::Path;
use taquin::{Board, Metric};

/// An answer has a move per letter and number; this is more than any of them needs.
const LONGEST: usize = 1 << 30;

/// Opens the file of answers, takes the lines that are answered off `lines`, and cuts off what was half written.
///
/// # Errors
/// If another run has it, it cannot be read or written, or its answers are not those of the first lines.
pub(super) fn open(
    path: &Path,
    lines: &mut Lines<impl BufRead>,
    context: &BatchContext,
    summary: &mut Summary,
) -> Result<Sink, Failure> {
    let name = name(path);
    let fault = |error: io::Error| Failure::input(format_args!("{name}: {error}"));
    let mut file = match File::options().read(true).write(true).open(path) {
        Ok(file) => file,
        // The first run has nothing to go on from, so that one command will do for all of them.
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Sink::create(path),
        Err(error) => return Err(fault(error)),
    };
    if !file.metadata().map_err(fault)?.is_file() {
        return Err(Failure::input(format_args!("{name}: this is no file that --resume could read")));
    }
    claim(&file, &name)?;
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
                .hint("--resume takes the file that the same command has written; it is left as it is")
        };
        if read.is_whole {
            let (line, found) = next_answer(&text, lines, context).map_err(wrong)?;
            summary.add(line.number, found);
            summary.read = line.end;
            end += read.bytes;
        } else if !is_begun(&text) {
            return Err(wrong("this is not the beginning of an answer".to_owned()));
        }
    }
    file.set_len(end).map_err(fault)?;
    file.seek(SeekFrom::Start(end)).map_err(fault)?;
    summary.start_new_run();
    Ok(Sink::to(file, name))
}

/// How every answer begins; the number of the line follows.
const BEGINNING: &[u8] = br#"{"version":1,"line":"#;

/// Can this be what is left of an answer that was half written?
fn is_begun(text: &[u8]) -> bool {
    text.starts_with(BEGINNING) || BEGINNING.starts_with(text)
}

/// Holds an answer against the next line of the input.
fn next_answer(
    text: &[u8],
    lines: &mut Lines<impl BufRead>,
    context: &BatchContext,
) -> Result<(Line, LineResult), String> {
    let answer: Value =
        serde_json::from_slice(text).map_err(|_| "this is not an answer in JSON".to_owned())?;
    let number = answer["line"].as_u64().ok_or("this answer does not tell the line of its board")?;
    let source = &context.source;
    let line = match lines.next() {
        Some(line) => line.map_err(|error| format!("{source}: {error}"))?,
        None => return Err(format!("this answer is for line {number}, but {source} has no more boards")),
    };
    if line.number != number {
        let due = line.number;
        return Err(format!(
            "this answer is for line {number}, but the next board of {source} is in line {due}"
        ));
    }
    let other =
        |what: &str| format!("this answer is for another {what} than line {number} of {source} holds");
    match context.content(&line) {
        LineContent::Refused { board, .. } => {
            if answer["status"] != "error" || board.is_some_and(|board| !holds(&answer["start"], &board)) {
                return Err(other("board"));
            }
        }
        LineContent::Puzzle(start, goal, _) => {
            let size = serde_json::json!([start.size().rows(), start.size().cols()]);
            if answer["size"] != size || !holds(&answer["start"], &start) {
                return Err(other("board"));
            }
            // A method that refuses a size knows no goal.
            if answer["status"] != "error" {
                if !holds(&answer["goal"], goal.board()) {
                    return Err(format!(
                        "this answer is for another goal than that of line {number} of {source}"
                    ));
                }
                let metric = answer["metric"].as_str().unwrap_or(Metric::Single.name());
                if metric != context.options.request.metric.name() {
                    return Err(format!("this answer counts in the metric {metric}"));
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
    Ok((line, found.ok_or("this answer does not tell what came of the board")?))
}

/// Are these the tiles of the board?
fn holds(tiles: &Value, board: &Board) -> bool {
    tiles.as_array().is_some_and(|tiles| {
        tiles.len() == board.size().cells()
            && tiles.iter().zip(board.numbers()).all(|(tile, number)| tile.as_u64() == Some(number.into()))
    })
}
