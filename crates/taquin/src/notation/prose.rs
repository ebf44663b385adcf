//! Lists of boards among words and other values: a sentence, a session of an interpreter, entries of a priority queue.
//!
//! Only what cannot be read in another notation gets here. A list of fewer numbers than the smallest board has is a
//! value of another kind, such as `(2,2)` or `(0, 5, -1)`. A longer list that is not a board is an error, and so is a row
//! of numbers without brackets: it may be a board that would otherwise be left out.
//!
//! Last of all, the lines that are sentences are left out, and the others are read again.

use super::bracket::{self, closing, first_list};
use super::drawing::has_long_word;
use super::error::ParseError;
use super::record::Record;
use super::term::{self, is_number};
use super::token::Token;

/// A 2x2 board has as many numbers.
const FEWEST_NUMBERS: usize = 4;

/// As many numbers in a row, outside of a list, may be a row of a board.
const LONGEST_ROW: usize = 3;

/// The words that make a text with a single list a sentence; one word could be a mistake.
const FEWEST_WORDS: usize = 2;

/// Reads the lists among the words of a block; `None` if this is not such a text.
///
/// # Errors
/// If one of the lists is not a board, or a board has no brackets.
pub(super) fn read(block: &[Token<'_>]) -> Option<Result<Vec<Record>, ParseError>> {
    // The brackets of LaTeX are not those of lists.
    if block.iter().any(|token| token.text == "\\begin") {
        return None;
    }
    let scan = Scan::of(block);
    // The error of a call is that of its own notation.
    if scan.boards.is_empty() && term::opens(block) {
        return None;
    }
    scan.is_prose().then(|| scan.error.map_or(Ok(scan.boards), Err))
}

/// Returns true for a line that is not part of a board: a sentence, a command after a prompt, or signs for emphasis.
pub(super) fn is_remark(line: &[Token<'_>]) -> bool {
    let words = line.iter().flat_map(|token| token.text.split(|c: char| !c.is_lowercase()));
    let is_emphasis = |token: &Token<'_>| token.text.chars().all(|c| c == '*');
    let has_list = line.iter().any(|token| matches!(token.text, "[" | "{"));
    let is_sentence = words.filter(|word| has_long_word(word)).count() >= FEWEST_WORDS;
    (is_sentence && !has_list) || line.iter().all(is_emphasis)
}

/// What a block has.
#[derive(Default)]
struct Scan {
    boards: Vec<Record>,
    /// The number of lists that are boards or should be.
    lists: usize,
    words: usize,
    /// True if a board is inside of another list, or of a call.
    has_nested: bool,
    /// What is wrong first.
    error: Option<ParseError>,
}

impl Scan {
    fn of(tokens: &[Token<'_>]) -> Scan {
        let mut scan = Scan::default();
        let (mut next, mut depth, mut row) = (0, 0_usize, 0);
        while let Some(token) = tokens.get(next) {
            row = match token.text {
                "," | ";" | "/" => row,
                _ if depth == 0 && is_number(token) => row + 1,
                _ => 0,
            };
            if row == LONGEST_ROW {
                scan.error.get_or_insert_with(|| token.unexpected("brackets around a board among words"));
            }
            if closing(token.text).is_some() {
                let is_call = next > 0 && token.text == "(" && term::is_word(&tokens[next - 1]);
                if !is_call && is_long_list(&tokens[next..]) {
                    next += scan.take_list(&tokens[next..], depth > 0);
                    continue;
                }
                depth += 1;
            } else if matches!(token.text, "]" | ")" | "}") {
                depth = depth.saturating_sub(1);
            } else if has_long_word(token.text) {
                scan.words += 1;
            }
            next += 1;
        }
        scan
    }

    /// Reads the list at the beginning of `tokens`, and returns the number of tokens to skip.
    fn take_list(&mut self, tokens: &[Token<'_>], is_nested: bool) -> usize {
        self.lists += 1;
        match first_list(tokens) {
            Ok((found, taken)) => {
                self.has_nested |= is_nested;
                let line = tokens.first().map_or(1, |token| token.place.line());
                self.boards.extend(found.into_iter().map(|found| Record { line, ..found.into() }));
                taken
            }
            Err(error) => {
                self.error.get_or_insert(error);
                1
            }
        }
    }

    fn is_prose(&self) -> bool {
        let needed = if self.lists == 1 { FEWEST_WORDS } else { 1 };
        self.lists > 0 && (self.has_nested || self.words >= needed)
    }
}

/// Returns true if the list at the beginning of `tokens` has numbers, or rows of numbers, and enough of them for a board
/// before anything else.
fn is_long_list(tokens: &[Token<'_>]) -> bool {
    let mut open: Vec<&str> = Vec::new();
    let mut numbers = 0;
    // How many brackets are open where the numbers are.
    let mut depth = None;
    for token in tokens {
        match token.text {
            sign if closing(sign).is_some() => {
                // Rows do not follow numbers, and there are no rows of rows.
                if open.len() == 2 || depth == Some(open.len()) {
                    return false;
                }
                open.extend(closing(sign));
            }
            sign if open.last() == Some(&sign) => {
                open.pop();
                if open.is_empty() {
                    break;
                }
            }
            "," | ";" => {}
            word if bracket::is_entry(word) || is_negative(word) => {
                if *depth.get_or_insert(open.len()) != open.len() {
                    return false;
                }
                numbers += 1;
            }
            _ => break,
        }
    }
    numbers >= FEWEST_NUMBERS
}

fn is_negative(word: &str) -> bool {
    word.strip_prefix('-').is_some_and(bracket::is_entry)
}
