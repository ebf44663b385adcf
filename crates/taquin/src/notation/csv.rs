//! Rows of a spreadsheet: cells between commas, semicolons or tabs, with an empty one for the blank.

use super::Notation;
use super::cells::{self, Cell, Row};
use super::format::{Format, Found, Reading};
use super::write::{self, Reason};
use crate::size::Size;

/// `1,2` and `3,` on two lines. It is read as a kind of drawing, because tokens do not tell empty cells.
pub(super) const FORMAT: Format = Format {
    reading: Reading::Shared,
    refusal: |size: Size| size.is_line().then_some(Reason::OneLine),
    write: |board, _| write::csv(board),
    holds_goal: false,
};

/// The separators, in the order in which they are tried.
const SEPARATORS: [char; 3] = ['\t', ';', ','];

/// Reads the board of numbered lines; `None` if they are not the rows of a spreadsheet.
pub(super) fn read(lines: &[(usize, &str)]) -> Option<Found> {
    let separator = SEPARATORS.into_iter().find(|&separator| {
        let mut lines = lines.iter().map(|(_, line)| line.contains(separator));
        if separator == '\t' { lines.any(|has| has) } else { lines.all(|has| has) }
    })?;
    let mut rows: Vec<Row<'_>> = lines
        .iter()
        // A tab at the end of a line is a separator, but no other white space.
        .map(|&(number, line)| cells::split(line.trim_end_matches(['\r', ' ']), number, |c| c == separator))
        .collect();
    let board = match &mut rows[..] {
        // Semicolons on a single line end rows.
        [_] if separator == ';' => return None,
        [row] => cells::flat_board(row),
        rows => {
            pad(rows, separator);
            drop_empty_columns(rows);
            cells::board(&rows.iter().map(Vec::as_slice).collect::<Vec<&[Cell<'_>]>>())
        }
    };
    Some(Found::alone(board.ok()?, Notation::Csv))
}

/// Makes all rows equally long: editors remove tabs at the end of a line, and a comma may follow the last cell.
fn pad(rows: &mut [Row<'_>], separator: char) {
    let longest = rows.iter().map(Vec::len).max().unwrap_or(0);
    let ends_empty = |row: &Row<'_>| row.len() < longest || row.last().is_some_and(Cell::is_empty);
    for row in rows.iter_mut().filter(|row| separator == '\t' && row.len() < longest) {
        if let Some(&last) = row.last() {
            row.resize(longest, Cell { text: "", ..last });
        }
    }
    if separator != '\t' && rows.iter().any(|row| row.len() < longest) && rows.iter().all(ends_empty) {
        rows.iter_mut().for_each(|row| row.truncate(longest - 1));
    }
}

fn drop_empty_columns(rows: &mut [Row<'_>]) {
    let cols = rows.iter().map(Vec::len).min().unwrap_or(0);
    for col in (0..cols).rev() {
        if rows.iter().all(|row| row[col].is_empty()) {
            rows.iter_mut().for_each(|row| _ = row.remove(col));
        }
    }
}
