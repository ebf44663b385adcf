//! Rows ended by slashes, semicolons or line ends: numbers between slashes, and boards of letters.
//!
//! A slash at the end of a line ends the row together with the line end. A slash after the last row is allowed: it
//! tells a board of one row from a flat list. A semicolon does the same, but between single numbers it could also
//! separate cells.

use super::Notation;
use super::entry::{self, Entry};
use super::error::{ParseError, ParseErrorKind};
use super::format::{Format, Found, Reading, any_size};
use super::token::{Place, Token};
use super::write::{self, Reason};
use crate::board::Board;
use crate::size::Size;

/// `1 2/3 0`; its reader takes semicolons and letters, too.
pub(super) const SLASH: Format = Format {
    reading: Reading::Board { is: |tokens| has_row_end(tokens) || is_letters(tokens), read },
    refusal: any_size,
    write: |board, _| write::slashes(board),
    holds_goal: false,
};

/// `AB/C.`.
pub(super) const LETTERS: Format = Format {
    reading: Reading::Shared,
    refusal: |size: Size| (size.cells() > 53).then_some(Reason::TooManyTiles),
    write: |board, _| write_letters(board),
    holds_goal: false,
};

/// Returns true if one of the tokens ends a row.
pub(super) fn has_row_end(tokens: &[Token<'_>]) -> bool {
    tokens.iter().any(ends_row)
}

fn ends_row(token: &Token<'_>) -> bool {
    matches!(token.text, "/" | ";")
}

/// Reads a board whose tokens contain a slash or a semicolon, or which is written in letters.
///
/// # Errors
/// If a row is empty, the lengths of rows differ, or the entries are not a board.
fn read(tokens: &[Token<'_>]) -> Result<Found, ParseError> {
    // Without a digit, a board that is not in letters was meant to be.
    let has_digit = || tokens.iter().any(|token| token.text.contains(|c: char| c.is_ascii_digit()));
    let is_numbers = !is_letters(tokens) && (has_digit() || is_lone_blank(tokens));
    let letters = (!is_numbers).then(|| Alphabet::of(tokens));
    let mut entries: Vec<Entry> = Vec::new();
    let mut widths: Vec<usize> = Vec::new();
    let mut row_start = 0;
    let mut last: Option<Token<'_>> = None;
    for token in tokens {
        let is_slash = ends_row(token);
        let new_line = last.is_some_and(|last| !last.same_line(token));
        if (is_slash || new_line) && entries.len() > row_start {
            check_width(&mut widths, &entries, row_start)?;
            row_start = entries.len();
        } else if is_slash {
            let row = widths.len() + 1;
            return Err(ParseError::at(token.place, ParseErrorKind::EmptyRow { row }));
        }
        match &letters {
            Some(_) | None if is_slash => {}
            Some(alphabet) => {
                alphabet.read(token, &mut entries).map_err(|error| error.near(Notation::Letters))?;
            }
            // Commas may separate the numbers of a row.
            None if token.text == "," && entries.len() > row_start => {}
            None => entries.push(Entry::read(token)?),
        }
        last = Some(*token);
    }
    if entries.len() > row_start {
        check_width(&mut widths, &entries, row_start)?;
    }
    let start = tokens.first().map_or(Place::START, |token| token.place);
    let has_semicolons = tokens.iter().any(|token| token.text == ";");
    if has_semicolons && widths.len() > 1 && widths.iter().all(|&width| width == 1) {
        let (first, second) = ("a column of tiles", "a flat list");
        return Err(ParseError::at(start, ParseErrorKind::Ambiguous { first, second }));
    }
    let size = entry::size_at(start, widths.len(), widths.first().copied().unwrap_or(0))?;
    let notation = match letters {
        Some(_) => Notation::Letters,
        None if has_semicolons => Notation::Matlab,
        None => Notation::Slash,
    };
    Ok(Found::alone(entry::assemble(size, &entries, start)?, notation))
}

/// Records the width of the row that ends with the last entry, and checks it against the first.
pub(super) fn check_width(
    widths: &mut Vec<usize>,
    entries: &[Entry],
    row_start: usize,
) -> Result<(), ParseError> {
    let found = entries.len() - row_start;
    let expected = widths.first().copied().unwrap_or(found);
    widths.push(found);
    if found == expected {
        return Ok(());
    }
    let blamed = if found < expected { entries.len() - 1 } else { row_start + expected };
    let place = entries.get(blamed).map_or(Place::START, |entry| entry.place);
    Err(ParseError::at(place, ParseErrorKind::Ragged { row: widths.len(), found, expected }))
}

/// Returns true if the tokens are letters. Numbers always have a digit somewhere, except for the board that is only a
/// blank.
fn is_letters(tokens: &[Token<'_>]) -> bool {
    let in_alphabet = |c: char| c.is_ascii_alphabetic() || c == '.' || c == '_';
    !is_lone_blank(tokens) && words(tokens).all(|word| word.text.chars().all(in_alphabet))
}

fn is_lone_blank(tokens: &[Token<'_>]) -> bool {
    words(tokens).count() == 1 && words(tokens).all(|word| matches!(word.text, "x" | "X" | "_"))
}

fn words<'a, 't>(tokens: &'a [Token<'t>]) -> impl Iterator<Item = &'a Token<'t>> {
    tokens.iter().filter(|token| !ends_row(token))
}

/// The tiles that letters stand for.
#[derive(Clone, Copy)]
enum Alphabet {
    /// `A` to `Z` are 1 to 26, `a` to `z` 27 to 52.
    Both,
    /// Only lower-case letters occur: `a` to `z` are 1 to 26.
    Small,
}

impl Alphabet {
    fn of(tokens: &[Token<'_>]) -> Alphabet {
        let mut characters = tokens.iter().flat_map(|token| token.text.chars());
        if characters.any(|c| c.is_ascii_uppercase()) { Alphabet::Both } else { Alphabet::Small }
    }

    /// Reads every letter of a word as an entry.
    fn read(self, token: &Token<'_>, entries: &mut Vec<Entry>) -> Result<(), ParseError> {
        for (index, character) in token.text.chars().enumerate() {
            let number = match (character, self) {
                ('.' | '_', _) => 0,
                ('A'..='Z', _) => u32::from(character) - u32::from('A') + 1,
                ('a'..='z', Alphabet::Small) => u32::from(character) - u32::from('a') + 1,
                ('a'..='z', Alphabet::Both) => u32::from(character) - u32::from('a') + 27,
                _ => return Err(token.unexpected("a letter or a dot")),
            };
            entries.push(Entry { number, place: token.place.right(index) });
        }
        Ok(())
    }
}

fn write_letters(board: &Board) -> String {
    write::rows_between(board, "/", |text, row| {
        text.extend(row.iter().filter_map(|tile| letter(tile.number())));
    })
}

/// Returns the letter of a tile, `.` for the blank; `None` beyond 52.
fn letter(number: u16) -> Option<char> {
    let number = u8::try_from(number).ok()?;
    match number {
        0 => Some('.'),
        1..=26 => Some((b'A' + number - 1).into()),
        27..=52 => Some((b'a' + number - 27).into()),
        _ => None,
    }
}
