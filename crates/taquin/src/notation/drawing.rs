//! Boards as people draw them: lines between the cells, or columns of numbers with a gap for the blank.
//!
//! Only what cannot be read in another notation gets here, so a drawing never changes the meaning of a text. Several
//! boards may be side by side, with arrows between them, and words above and below.

use super::Notation;
use super::cells::{self, Cell, Row};
use super::csv;
use super::error::{ParseError, ParseErrorKind};
use super::format::{Format, Found, Reading, any_size};
use super::layout::Layout;
use super::record::Record;
use super::token::{self, Place, Token};
use super::write;

pub(super) const FORMAT: Format = Format {
    // Tokens do not tell where the gaps are, so drawings are read from the lines that no other notation can read.
    reading: Reading::Shared,
    refusal: any_size,
    write: |board, _| write::drawing(board),
    holds_goal: false,
};

/// The result of reading lines as a drawing.
pub(super) enum Drawn {
    /// They are a drawing, and its boards were added.
    Yes,
    /// They do not look like a drawing.
    No,
    /// They are a drawing, or a board with a row that is too short, but wrong.
    Wrong(ParseError),
}

/// The most lines of a drawing: a rule between any two rows, and some words.
const MOST_LINES: usize = 300;

/// The most characters on a line, enough for a few of the largest boards side by side.
const LONGEST_LINE: usize = 10_000;

/// Words at the beginning and end of a line that separate boards.
const ARROWS: [&str; 8] = ["=>", "->", "==>", "-->", "→", "⇒", "⟶", "➜"];

/// Reads the lines of a block as a drawing, and adds its boards.
pub(super) fn read(block: &[Token<'_>], lines: &[&str], records: &mut Vec<Record>) -> Drawn {
    let (Some(first), Some(last)) = (block.first(), block.last()) else { return Drawn::No };
    let range = first.place.line() - 1..last.place.line().min(lines.len());
    if range.len() > MOST_LINES || lines[range.clone()].iter().any(|line| line.len() > LONGEST_LINE) {
        return Drawn::No;
    }
    let numbered: Vec<(usize, &str)> = range
        .map(|index| (index + 1, token::without_comment(lines[index], token::BOARD_COMMENTS)))
        .filter(|(_, line)| !line.trim().is_empty())
        .collect();
    match boards(&numbered) {
        Ok(found) if found.is_empty() => Drawn::No,
        Ok(found) => {
            let line = first.place.line();
            records.extend(found.into_iter().map(|found| Record { line, ..found.into() }));
            Drawn::Yes
        }
        Err(error) => Drawn::Wrong(error.near(Notation::Drawing)),
    }
}

/// Returns the boards of a drawing; none if the lines are not one.
fn boards(lines: &[(usize, &str)]) -> Result<Vec<Found>, ParseError> {
    let has_bars = lines.iter().any(|(_, line)| line.contains(is_bar));
    if !has_bars && let Some(found) = csv::read(lines) {
        return Ok(vec![found]);
    }
    let is_rule =
        |line: &str| is_rule(line) || (has_bars && line.trim().chars().all(|c| c == '_' || c == ' '));
    let rows: Vec<(usize, &str)> = lines.iter().copied().filter(|(_, line)| !is_rule(line)).collect();
    let is_row = |line: &str| if has_bars { line.contains(is_bar) } else { !has_long_word(line) };
    let Some(start) = rows.iter().position(|(_, line)| is_row(line)) else { return Ok(Vec::new()) };
    let end = rows.iter().rposition(|(_, line)| is_row(line)).map_or(start, |last| last + 1);
    let (titles, captions) = (&rows[..start], &rows[end..]);
    let rows = &rows[start..end];
    let has_words = !titles.is_empty() || !captions.is_empty();
    let found = match has_bars {
        true => drawn_with_bars(rows)?,
        false => drawn_with_gaps(rows, has_words)?,
    };
    Ok(with_goal(found, titles.first().map_or("", |(_, title)| title)))
}

/// Joins the two boards under a title like `start   goal: rows`, as `taquin inspect` draws them.
fn with_goal(mut found: Vec<Found>, title: &str) -> Vec<Found> {
    let mut words = title.split_whitespace();
    let is_pair = words.next() == Some("start") && words.any(|word| word.starts_with("goal"));
    if let (true, [start, goal]) = (is_pair, &mut found[..])
        && start.board.size() == goal.board.size()
    {
        start.goal = Some(goal.board.clone());
        found.truncate(1);
    }
    found
}

/// Reads rows of cells between bars.
fn drawn_with_bars(lines: &[(usize, &str)]) -> Result<Vec<Found>, ParseError> {
    if let Some((number, line)) = lines.iter().find(|(_, line)| !line.contains(is_bar)) {
        let column = line.chars().take_while(|c| c.is_whitespace()).count() + 1;
        let word = Token::new(line.trim(), Place::new(*number, column));
        return Err(word.unexpected("a row with | between the cells"));
    }
    let mut rows: Vec<Row<'_>> =
        lines.iter().map(|&(number, line)| cells::split(line, number, is_bar)).collect();
    let is_framed = remove_frame(&mut rows);
    if rows.iter().flatten().any(Cell::has_words) {
        // Numbers in a frame around the whole board.
        let bare: Vec<(usize, String)> =
            lines.iter().map(|(number, line)| (*number, line.replace(is_bar, " "))).collect();
        let bare: Vec<(usize, &str)> = bare.iter().map(|(number, line)| (*number, line.as_str())).collect();
        return Layout::new(&bare).boards();
    }
    if let ([row], false) = (&rows[..], is_framed)
        && row.len().isqrt().pow(2) == row.len()
    {
        let (first, second) = ("one row of tiles", "a flat list");
        let place = row.first().map_or(Place::START, |cell| cell.place);
        return Err(ParseError::at(place, ParseErrorKind::Ambiguous { first, second }));
    }
    let panels = panels(&rows);
    let boards = panels.iter().map(|panel| {
        let rows: Vec<&[Cell<'_>]> =
            rows.iter().map(|row| &row[panel.start.min(row.len())..panel.end.min(row.len())]).collect();
        Ok(Found::alone(cells::board(without_empty_ends(&rows))?, Notation::Drawing))
    });
    boards.collect()
}

/// Removes the empty cells outside of the frame, and returns whether there is a frame on both sides.
fn remove_frame(rows: &mut [Row<'_>]) -> bool {
    let is_open = |cell: Option<&Cell<'_>>| cell.is_some_and(Cell::is_empty);
    let left = rows.iter().all(|row| row.len() > 1 && is_open(row.first()));
    let right = rows.iter().all(|row| row.len() > 1 && is_open(row.last()));
    // A single row needs both, because its first or last cell may be the blank.
    let is_single = rows.len() == 1;
    if left && (right || !is_single) {
        rows.iter_mut().for_each(|row| _ = row.remove(0));
    }
    if right && (left || !is_single) {
        rows.iter_mut().for_each(|row| _ = row.pop());
    }
    left && right
}

/// Returns the ranges of columns between those that are empty or have only arrows in every row.
fn panels(rows: &[Row<'_>]) -> Vec<std::ops::Range<usize>> {
    let cols = rows.iter().map(Vec::len).max().unwrap_or(0);
    let is_gap = |col: usize| {
        rows.len() > 1
            && rows.iter().all(|row| row.get(col).is_none_or(|cell| cell.is_empty() || is_arrow(cell.text)))
    };
    let mut panels = Vec::new();
    let mut start = None;
    for col in 0..=cols {
        match start {
            None if col < cols && !is_gap(col) => start = Some(col),
            Some(begin) if col == cols || is_gap(col) => {
                panels.push(begin..col);
                start = None;
            }
            _ => {}
        }
    }
    // A board of one column and one row is only its blank.
    if panels.is_empty() {
        panels.push(0..cols);
    }
    panels
}

/// Returns the rows without empty ones at both ends, where a smaller board is beside a larger one.
fn without_empty_ends<'r, 't>(rows: &'r [&'r [Cell<'t>]]) -> &'r [&'r [Cell<'t>]] {
    let has_number = |row: &&[Cell<'_>]| row.iter().any(|cell| !cell.is_empty());
    // One column with the blank at an end is a board of one column.
    if rows.iter().all(|row| row.len() == 1) {
        return rows;
    }
    let start = rows.iter().position(has_number).unwrap_or(0);
    let end = rows.iter().rposition(has_number).map_or(rows.len(), |last| last + 1);
    &rows[start..end]
}

/// Reads columns of numbers in which a gap is the blank. Words above and below are allowed where boards are side by
/// side.
fn drawn_with_gaps(lines: &[(usize, &str)], has_words: bool) -> Result<Vec<Found>, ParseError> {
    let layout = Layout::new(lines);
    let found = layout.boards().unwrap_or_default();
    let is_one = found.len() == 1;
    if is_one && (has_words || !layout.has_gap()) {
        return Ok(Vec::new());
    }
    if (is_one && !layout.shows_gap()) || found.is_empty() && !has_words {
        return layout.blank_unclear().map_or(Ok(Vec::new()), Err);
    }
    Ok(found)
}

pub(super) fn is_arrow(word: &str) -> bool {
    ARROWS.contains(&word)
}

/// Returns true for the vertical lines of a drawing.
fn is_bar(character: char) -> bool {
    matches!(character, '|' | '¦' | '│' | '┃' | '║' | '┆' | '┇' | '┊' | '┋' | '╎' | '╏')
}

/// Returns true for a line between rows: dashes, and the corners and crossings of a frame.
pub(super) fn is_rule(line: &str) -> bool {
    let is_dash =
        |c: char| matches!(c, '-' | '=' | '–' | '—' | '─' | '━' | '═' | '┄' | '┅' | '┈' | '┉' | '╌' | '╍');
    let is_crossing = |c: char| matches!(c, '+' | ':' | '*' | '\u{2500}'..='\u{257f}') || is_bar(c);
    line.contains(is_dash) && line.chars().all(|c| is_dash(c) || is_crossing(c) || c.is_whitespace())
}

/// Returns true if a line has a word of at least three small letters, as captions have.
pub(super) fn has_long_word(line: &str) -> bool {
    line.split(|c: char| !c.is_lowercase()).any(|word| word.chars().count() >= 3)
}

/// Returns true for what may be below a drawing: words, or the tiles of its boards on one line without their blanks.
pub(super) fn is_below(block: &[Token<'_>], drawn: &[Record]) -> bool {
    is_caption(block) || repeats(block, drawn)
}

/// Returns true for a block of words without a line that is only numbers.
pub(super) fn is_caption(block: &[Token<'_>]) -> bool {
    let is_number = |token: &Token<'_>| token.text.bytes().all(|byte| byte.is_ascii_digit());
    let mut lines = block.chunk_by(Token::same_line);
    block.iter().any(|token| has_long_word(token.text)) && lines.all(|line| !line.iter().all(is_number))
}

/// Returns true for one line with the tiles of all boards in order, as people write them to count inversions.
fn repeats(block: &[Token<'_>], drawn: &[Record]) -> bool {
    let tiles = drawn.iter().flat_map(|record| record.board.tiles());
    let tiles = tiles.filter(|tile| !tile.is_blank()).map(|tile| Some(usize::from(tile.number())));
    let is_one_line = block.first().zip(block.last()).is_some_and(|(first, last)| first.same_line(last));
    is_one_line && block.iter().map(|token| token.text.parse().ok()).eq(tiles)
}
