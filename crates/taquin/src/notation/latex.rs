//! Matrices and tables of LaTeX: cells between `&`, rows that end with `\\`, and an empty cell for the blank.
//!
//! Only what cannot be read in another notation gets here. Any text may surround the environments; commands in a cell,
//! such as `\textbf`, are skipped.

use super::Notation;
use super::cells::{self, Cell, Row};
use super::error::{ParseError, ParseErrorKind};
use super::format::{Format, Found, Reading, any_size};
use super::record::Record;
use super::token::Place;
use super::write;

/// `\begin{bmatrix} 1 & 2 \\ 3 & 0 \end{bmatrix}`.
pub(super) const FORMAT: Format = Format {
    reading: Reading::Shared,
    refusal: any_size,
    write: |board, _| write::latex(board),
    holds_goal: false,
};

/// The environments with rows of cells, without the star that some have.
const ENVIRONMENTS: [&str; 13] = [
    "matrix",
    "pmatrix",
    "bmatrix",
    "Bmatrix",
    "vmatrix",
    "Vmatrix",
    "smallmatrix",
    "array",
    "tabular",
    "tabularx",
    "longtable",
    "tblr",
    "NiceTabular",
];

/// Commands whose argument is not part of the cell.
const WITHOUT_ARGUMENT: [&str; 8] =
    ["phantom", "hphantom", "cline", "cmidrule", "cellcolor", "rowcolor", "color", "vspace"];

/// Reads every matrix and table of a text; `None` if it has none.
///
/// # Errors
/// If an environment is not closed, or is not a board.
pub(super) fn read(text: &str) -> Option<Result<Vec<Record>, ParseError>> {
    let mut records = Vec::new();
    let mut cursor = Cursor { rest: text, line: 1, column: 1 };
    while let Some(name) = next_environment(&mut cursor) {
        match environment(&mut cursor, name) {
            Ok(record) => records.push(record),
            Err(error) => return Some(Err(error.near(Notation::Latex))),
        }
    }
    (!records.is_empty()).then_some(Ok(records))
}

/// A text and where in it we are. Invariant: `line` and `column` are the place of the first character of `rest`.
#[derive(Clone, Copy)]
struct Cursor<'t> {
    rest: &'t str,
    line: usize,
    column: usize,
}

impl<'t> Cursor<'t> {
    fn place(&self) -> Place {
        Place::new(self.line, self.column)
    }

    /// Consumes this many bytes, and returns them.
    fn take(&mut self, bytes: usize) -> &'t str {
        let (taken, rest) = self.rest.split_at(bytes);
        for character in taken.chars() {
            (self.line, self.column) =
                if character == '\n' { (self.line + 1, 1) } else { (self.line, self.column + 1) };
        }
        self.rest = rest;
        taken
    }

    /// Consumes the next piece: a comment, a command, or one character.
    fn piece(&mut self) -> Option<&'t str> {
        let mut characters = self.rest.char_indices();
        let (_, first) = characters.next()?;
        let bytes = match (first, characters.next()) {
            ('%', _) => self.rest.find('\n').unwrap_or(self.rest.len()),
            ('\\', Some((_, second))) if second.is_ascii_alphabetic() => {
                let name = &self.rest[1..];
                1 + name.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(name.len())
            }
            ('\\', Some((_, second))) => 1 + second.len_utf8(),
            _ => first.len_utf8(),
        };
        Some(self.take(bytes))
    }

    /// Consumes white space and a group between these signs, if there is one, and returns its content.
    fn group(&mut self, open: char, close: char) -> Option<&'t str> {
        let trimmed = self.rest.trim_start();
        let content = trimmed.strip_prefix(open)?;
        let mut depth = 0_usize;
        for (at, character) in content.char_indices() {
            if character == close && depth == 0 {
                self.take(self.rest.len() - content.len() + at + close.len_utf8());
                return Some(&content[..at]);
            }
            if character == open {
                depth += 1;
            } else if character == close {
                depth -= 1;
            }
        }
        None
    }
}

/// Moves to the inside of the next environment with rows, and returns its name.
fn next_environment<'t>(cursor: &mut Cursor<'t>) -> Option<&'t str> {
    loop {
        if cursor.piece()? == "\\begin"
            && let Some(name) = cursor.group('{', '}')
            && ENVIRONMENTS.contains(&name.trim_end_matches('*'))
        {
            return Some(name);
        }
    }
}

/// Reads the board of the environment that has begun, and its end.
fn environment<'t>(cursor: &mut Cursor<'t>, name: &str) -> Result<Record, ParseError> {
    let begin = *cursor;
    // The position, the width and the columns of a table.
    while cursor.group('[', ']').is_some() || cursor.group('{', '}').is_some() {}
    let mut rows: Vec<Row<'t>> = Vec::new();
    let mut row: Row<'t> = Vec::new();
    let mut cell = None;
    let cell_at = |cell: &mut Option<Cell<'t>>, place| cell.take().unwrap_or(Cell { text: "", place });
    loop {
        let before = *cursor;
        match cursor.piece() {
            None => return Err(ParseError::at(begin.place(), ParseErrorKind::Unclosed { bracket: '{' })),
            Some("\\end") if cursor.group('{', '}') == Some(name) => {
                // Nothing but lines follows the end of the last row.
                if cell.is_some() || !row.is_empty() {
                    row.push(cell_at(&mut cell, before.place()));
                    rows.push(row);
                }
                break;
            }
            Some("&") => row.push(cell_at(&mut cell, before.place())),
            Some("\\\\" | "\\tabularnewline" | "\\cr") => {
                row.push(cell_at(&mut cell, before.place()));
                rows.push(std::mem::take(&mut row));
                cursor.group('[', ']');
            }
            Some("{" | "}" | "~" | "$" | "\\$" | "\\_") => {
                let place = before.place();
                cell.get_or_insert(Cell { text: "", place });
            }
            Some(command) if command.starts_with('\\') => {
                if WITHOUT_ARGUMENT.contains(&&command[1..]) {
                    cursor.group('{', '}');
                }
            }
            Some(piece) if piece.starts_with('%') || piece.trim().is_empty() => {}
            Some(_) => {
                let word = word(before, cursor);
                let place = before.place();
                match cell {
                    Some(Cell { text, .. }) if !text.is_empty() => {
                        return Err(
                            super::token::Token::new(word, place).unexpected("& or \\\\ after a cell")
                        );
                    }
                    _ => cell = Some(Cell { text: word, place }),
                }
            }
        }
    }
    let rows: Vec<&[Cell<'t>]> = rows.iter().map(Vec::as_slice).collect();
    let board = cells::board(&rows)?;
    Ok(Record { line: begin.line, ..Found::alone(board, Notation::Latex).into() })
}

/// Consumes the rest of a word that begins at `before`, and returns the word.
fn word<'t>(before: Cursor<'t>, cursor: &mut Cursor<'t>) -> &'t str {
    let is_end = |c: char| c.is_whitespace() || "&\\{}~$%".contains(c);
    let bytes = before.rest.find(is_end).unwrap_or(before.rest.len());
    cursor.take(bytes - (before.rest.len() - cursor.rest.len()));
    &before.rest[..bytes]
}
