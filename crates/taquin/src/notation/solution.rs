//! Solutions as text, in every dialect that is written.
//!
//! An illegal move is not a mistake of the text: it is kept with its place, so that a judge can name the step that
//! fails.
//!
//! ```
//! use taquin::notation::{self, Mover, SolutionText};
//! let start = notation::read("1 2/0 3")?;
//! let text = "Minimum number of moves = 1\n\n2\n 1  2\n 0  3\n\n2\n 1  2\n 3  0\n";
//! let SolutionText::Boards { boards, reported } = notation::read_solution(text, &start, Mover::Tile)? else {
//!     panic!("these are boards");
//! };
//! assert_eq!((boards.len(), reported), (2, Some(1)));
//! # Ok::<(), taquin::notation::ParseError>(())
//! ```

use super::dialect::Dialect;
use super::entry::is_blank_sign;
use super::error::{ParseError, ParseErrorKind};
use super::moves::{self, IllegalStep, Mover};
use super::record::{self, Record};
use super::token::{self, Token};
use super::{columbia, pddl, sise};
use crate::board::Board;
use crate::moves::Moves;

/// What a text says the solution is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SolutionText {
    /// The boards from the start to the goal.
    Boards {
        /// The boards, with their lines.
        boards: Vec<Record>,
        /// The number of moves that the text claims.
        reported: Option<usize>,
    },
    /// The moves.
    Moves {
        /// All moves, or those before the first that the start does not allow.
        moves: Moves,
        /// The first move that the start does not allow.
        illegal: Option<IllegalStep>,
        /// The number of moves that the text claims.
        reported: Option<usize>,
    },
    /// The text says only how many moves are needed.
    Length(usize),
    /// The text says that there is none.
    Unsolvable,
}

impl Dialect {
    /// Reads a solution of `start` in this dialect, where [`read_solution`] could only guess: what letters describe,
    /// and whether a lone number is a length or a tile.
    ///
    /// `mover` says what letters describe if neither the dialect nor the text does.
    ///
    /// ```
    /// use taquin::notation::{self, Dialect, Mover, SolutionText};
    /// let start = notation::read("1 2/0 3")?;
    /// assert_eq!(Dialect::Aizu.read_solution("1", &start, Mover::Tile)?, SolutionText::Length(1));
    /// let moves = Dialect::Rosetta.read_solution("r", &start, Mover::Tile)?;
    /// assert_eq!(moves, Dialect::Slidysim.read_solution("L", &start, Mover::Blank)?);
    /// assert_eq!(moves, Dialect::Moves.read_solution("R", &start, Mover::Blank)?);
    /// # Ok::<(), taquin::notation::ParseError>(())
    /// ```
    ///
    /// # Errors
    /// As [`read_solution`].
    pub fn read_solution(self, text: &str, start: &Board, mover: Mover) -> Result<SolutionText, ParseError> {
        if text.trim().eq_ignore_ascii_case(self.unsolvable()) {
            return Ok(SolutionText::Unsolvable);
        }
        match self {
            Dialect::Pddl => pddl::plan(text, start),
            Dialect::Columbia => columbia::solution(&token::scan(text)?, start),
            Dialect::Sise => sise::solution(&token::scan(text)?, start),
            Dialect::Aizu => length(&token::scan(text)?),
            Dialect::Rosetta => read_solution(text, start, Mover::Blank),
            Dialect::Slidysim => read_solution(text, start, Mover::Tile),
            _ => read_solution(text, start, mover),
        }
    }
}

/// A lone number.
fn length(tokens: &[Token<'_>]) -> Result<SolutionText, ParseError> {
    let number = tokens.first().ok_or(ParseError { line: 1, column: 1, kind: ParseErrorKind::Empty })?;
    let is_number = number.text.bytes().all(|byte| byte.is_ascii_digit());
    match (number.text.parse(), tokens.get(1)) {
        (Ok(length), None) if is_number => Ok(SolutionText::Length(length)),
        (Ok(_), Some(next)) => Err(next.unexpected("nothing after the number of moves")),
        _ => Err(number.unexpected("the number of moves")),
    }
}

/// Reads a solution of `start` in any dialect, or as moves, or from a JSON result.
///
/// `mover` says what letters describe if the text does not.
///
/// # Errors
/// If the text is neither boards nor moves, or holds more than one solution. Not for illegal moves.
pub fn read_solution(text: &str, start: &Board, mover: Mover) -> Result<SolutionText, ParseError> {
    #[cfg(feature = "serde")]
    if super::json::is_json(text) {
        return super::json_solution::read(text, start);
    }
    if pddl::is_pddl(text) {
        return Dialect::Pddl.read_solution(text, start, mover);
    }
    let tokens = token::scan(text)?;
    if columbia::is_output(&tokens) {
        return columbia::solution(&tokens, start);
    }
    if sise::is_solution(&tokens) {
        return sise::solution(&tokens, start);
    }
    let mut lines = Lines::default();
    tokens.chunk_by(Token::same_line).for_each(|line| lines.take(line));
    let Lines { kept, reported, unsolvable } = lines;
    let kept = without_terms(&kept)?;
    if let Some(verdict) = unsolvable {
        return match kept.first() {
            None => Ok(SolutionText::Unsolvable),
            Some(_) => Err(verdict.unexpected("a board or a move")),
        };
    }
    if are_moves(&kept) {
        let (moves, illegal) = moves::moves_of(&kept, start, mover)?;
        return Ok(SolutionText::Moves { moves, illegal, reported });
    }
    Ok(SolutionText::Boards { boards: record::records(&kept)?, reported })
}

/// Every board has brackets, a slash or a blank, and moves have none of these.
fn are_moves(tokens: &[Token<'_>]) -> bool {
    let is_blank = |word: &str| is_blank_sign(word) || word.contains('.') || word.bytes().all(|b| b == b'0');
    let has_prefix = tokens.first().is_some_and(|first| moves::prefix(first.text).is_some());
    has_prefix || !tokens.iter().any(|token| matches!(token.text, "[" | "/" | "{") || is_blank(token.text))
}

/// What is left of a text without what dialects say around boards.
#[derive(Default)]
struct Lines<'t> {
    kept: Vec<Token<'t>>,
    reported: Option<usize>,
    unsolvable: Option<Token<'t>>,
}

impl<'t> Lines<'t> {
    fn take(&mut self, line: &[Token<'t>]) {
        let words: Vec<&str> = line.iter().map(|token| token.text).take(6).collect();
        match words[..] {
            ["Minimum", "number", "of", "moves", "=", count] | ["Number", "of", "moves", "=", count] => {
                self.reported = count.parse().ok();
            }
            ["Number", "of", "moves:", count] => self.reported = count.parse().ok(),
            ["Max", "queue", "length:", _]
            | ["Complexity", "in", "time:" | "size:", _]
            | ["Minimum", "number", "of", "pushes", "=", _]
            | ["Number", "of", "pushes", "=", _] => {}
            // As COS 226 has it, as Algorithms, Part I has it, and as Prolog has it.
            ["Unsolvable", "puzzle"] | ["No", "solution", "possible"] | ["false."] => {
                self.unsolvable = line.first().copied();
            }
            ["[", ..] => {
                let end = line.iter().position(|token| token.text.starts_with("h=")).unwrap_or(line.len());
                self.kept.extend_from_slice(&line[..end]);
            }
            _ => self.kept.extend_from_slice(line),
        }
    }
}

/// The boards of `Name = [board, …].`, without the name, the outer brackets and what separates the boards; other
/// texts stay as they are.
fn without_terms<'t>(tokens: &[Token<'t>]) -> Result<Vec<Token<'t>>, ParseError> {
    if tokens.get(1).is_none_or(|token| token.text != "=") {
        return Ok(tokens.to_vec());
    }
    let Some(open) = tokens.get(2).filter(|token| token.text == "[") else {
        return Err(tokens[1].unexpected("a board or a move"));
    };
    let mut kept = Vec::with_capacity(tokens.len());
    let mut depth = 1_usize;
    let mut rest = tokens[3..].iter();
    for token in rest.by_ref() {
        match token.text {
            "]" if depth == 1 => {
                depth = 0;
                break;
            }
            "," if depth == 1 => continue,
            "[" => depth += 1,
            "]" => depth -= 1,
            _ => {}
        }
        kept.push(*token);
    }
    if depth > 0 {
        return Err(open.unclosed());
    }
    let end = rest.next();
    match (end.map(|token| token.text), rest.next()) {
        (None | Some("." | ";"), None) => Ok(kept),
        (Some("." | ";"), Some(next)) => Err(ParseError::at(next.place, ParseErrorKind::MoreThanOneSolution)),
        _ => Err(end.unwrap_or(open).unexpected("the end of the solution")),
    }
}
