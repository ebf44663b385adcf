//! Move sequences as text.
//!
//! Letters can describe the tile or the blank, so every text that is written says which: `tile: LULU` is the same as
//! `blank: RDRD`. A prefix in a text that is read takes precedence over the caller's assumption. Numbers name the tiles
//! themselves and need no prefix.
//!
//! ```
//! use taquin::notation::{self, MoveNotation, Mover};
//! let start = notation::read("0 1 3/4 2 5/7 8 6")?;
//! let moves = notation::read_moves("1 2 5 6", &start, Mover::Tile)?;
//! let mut text = Vec::new();
//! notation::write_moves(&mut text, &moves, &start, MoveNotation::Letters, Mover::Blank).unwrap();
//! assert_eq!(text, b"blank: RDRD");
//! assert_eq!(notation::read_moves("blank: RDRD", &start, Mover::Tile)?, moves);
//! # Ok::<(), taquin::notation::ParseError>(())
//! ```

use super::error::{ParseError, ParseErrorKind};
use super::token::{self, Place, Token};
use crate::board::Board;
use crate::direction::Direction;
use crate::moves::Moves;
use crate::names::named_enum;
use crate::size::Size;
use crate::tile::Tile;
use std::io::{self, Write};

named_enum! {
    /// What the letters and words of a move sequence describe.
    pub enum Mover as "what the letters describe" {
        /// The tile's direction, as in [`Direction`].
        Tile = "tile": "the direction of the tile",
        /// The blank's direction, which is the opposite.
        Blank = "blank": "the direction of the blank",
    }
}

impl Mover {
    /// Converts between the direction of the tile and that of this mover, both ways.
    pub fn convert(self, direction: Direction) -> Direction {
        match self {
            Mover::Tile => direction,
            Mover::Blank => direction.of_blank(),
        }
    }
}

named_enum! {
    /// A way to write moves.
    pub enum MoveNotation as "a move notation" {
        /// One letter per move: `tile: ULDR`.
        Letters = "letters": "tile: ULDR",
        /// One letter per run of moves in the same direction, with its length if that is not 1: `tile: R2U2L`.
        Counted = "counted": "tile: R2U2L",
        /// One word per move: `tile: up left down right`.
        Words = "words": "tile: up left down right",
        /// The number of the tile that moves: `1 2 5 6`.
        Numbers = "numbers": "the tiles that move: 1 2 5 6",
    }
}

/// A move as it is written in a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// The direction of the tile.
    Direction(Direction),
    /// The tile that moves.
    Tile(u32),
}

/// The first illegal move of a text, with its place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IllegalStep {
    /// The index of the move, from 0: the number of legal moves before it.
    pub index: usize,
    /// The move.
    pub step: Step,
    /// Its line, from 1.
    pub line: usize,
    /// Its column, from 1.
    pub column: usize,
}

impl IllegalStep {
    fn into_error(self) -> ParseError {
        let number = self.index + 1;
        let kind = match self.step {
            Step::Direction(direction) => ParseErrorKind::NoTileToMove { number, direction },
            Step::Tile(tile) => ParseErrorKind::NotBesideBlank { number, tile },
        };
        ParseError::new(self.line, self.column, kind)
    }
}

/// Reads moves that start at a board, in any move notation; `mover` says what letters describe if the text does not.
///
/// # Errors
/// At the first word that is not a move, and at the first illegal move.
pub fn read_moves(text: &str, start: &Board, mover: Mover) -> Result<Moves, ParseError> {
    let (moves, illegal) = moves_of(&token::scan(text)?, start, mover)?;
    match illegal {
        None => Ok(moves),
        Some(illegal) => Err(illegal.into_error()),
    }
}

/// Reads the legal moves at the beginning and the first illegal one, if there is one.
///
/// # Errors
/// At the first word that is not a move.
pub(super) fn moves_of(
    tokens: &[Token<'_>],
    start: &Board,
    mover: Mover,
) -> Result<(Moves, Option<IllegalStep>), ParseError> {
    let replay = Replay::of(tokens, Some(start), mover)?;
    Ok((replay.moves, replay.illegal))
}

/// Reads moves without a board; whether they are legal is not known.
///
/// # Errors
/// At the first word that is not a direction.
pub(super) fn directions(tokens: &[Token<'_>], mover: Mover) -> Result<Moves, ParseError> {
    Replay::of(tokens, None, mover).map(|replay| replay.moves)
}

/// Returns the mover of `tile:` or `blank:` at the beginning of a word, and the length of this prefix.
pub(super) fn prefix(word: &str) -> Option<(Mover, usize)> {
    Mover::ALL.iter().find_map(|&mover| {
        let name = mover.name();
        let begins = word.get(..name.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(name));
        (begins && word[name.len()..].starts_with(':')).then_some((mover, name.len() + 1))
    })
}

/// The longest run in one direction that any board allows.
const LONGEST_RUN: u64 = Size::MAX_SIDE as u64 - 1;

/// Plays moves on a board, if there is one, as they are read, so that a run of a billion moves stops at the edge.
struct Replay {
    board: Option<Board>,
    moves: Moves,
    mover: Mover,
    illegal: Option<IllegalStep>,
    are_numbers: Option<bool>,
}

impl Replay {
    fn of(tokens: &[Token<'_>], start: Option<&Board>, mover: Mover) -> Result<Replay, ParseError> {
        let (mover, rest) = match tokens.split_first().map(|(first, rest)| (first, prefix(first.text), rest))
        {
            Some((first, Some((mover, bytes)), rest)) => {
                let first = first.without_prefix(bytes);
                let word = (!first.text.is_empty()).then_some(first);
                (mover, word.into_iter().chain(rest.iter().copied()))
            }
            _ => (mover, None.into_iter().chain(tokens.iter().copied())),
        };
        let mut replay =
            Replay { board: start.cloned(), moves: Moves::new(), mover, illegal: None, are_numbers: None };
        for token in rest.filter(|token| token.text != ",") {
            replay.word(&token)?;
        }
        Ok(replay)
    }

    fn word(&mut self, token: &Token<'_>) -> Result<(), ParseError> {
        let is_number = token.text.bytes().all(|byte| byte.is_ascii_digit());
        if *self.are_numbers.get_or_insert(is_number) != is_number {
            // `R 2` is ambiguous: 2 could be a count or a tile.
            return Err(token.unexpected(if is_number {
                "a move like R or R2"
            } else {
                "the number of a tile"
            }));
        }
        if is_number {
            let too_large = |_| {
                let found = token.text.chars().take(40).collect();
                ParseError::at(token.place, ParseErrorKind::TooLarge { found })
            };
            if self.board.is_none() {
                return Err(token.unexpected("a letter or a word, because tile numbers need a board,"));
            }
            self.tile(token.text.parse().map_err(too_large)?, token.place);
        } else if let Some(direction) = Direction::from_word(token.text) {
            self.direction(self.mover.convert(direction), 1, token.place);
        } else {
            self.letters(token)?;
        }
        Ok(())
    }

    /// Reads letters, each with an optional count after it.
    fn letters(&mut self, token: &Token<'_>) -> Result<(), ParseError> {
        let bytes = token.text.as_bytes();
        let mut at = 0;
        while let Some(&byte) = bytes.get(at) {
            let place = token.place.right(at);
            let letter = Direction::from_letter(byte.into());
            let letter = letter.ok_or_else(|| token.unexpected("a move (U, L, D, R, a word or a tile)"))?;
            let digits = bytes[at + 1..].iter().take_while(|byte| byte.is_ascii_digit());
            let (length, count) = digits.fold((0, 0_u64), |(length, count), &digit| {
                (length + 1, count.saturating_mul(10).saturating_add(u64::from(digit - b'0')))
            });
            let count = if length == 0 { 1 } else { count };
            if count == 0 {
                return Err(ParseError::at(place, ParseErrorKind::ZeroCount));
            }
            if self.board.is_none() && count > LONGEST_RUN {
                return Err(token.unexpected("a run of at most 126 moves"));
            }
            self.direction(self.mover.convert(letter), count, place);
            at += 1 + length;
        }
        Ok(())
    }

    fn direction(&mut self, direction: Direction, count: u64, place: Place) {
        for _ in 0..count {
            if self.illegal.is_some() {
                return;
            }
            let moved = self.board.as_mut().map(|board| board.slide_in_place(direction));
            if let Some(None) = moved {
                self.stop(Step::Direction(direction), place);
            } else {
                self.moves.push(direction);
            }
        }
    }

    fn tile(&mut self, number: u32, place: Place) {
        if self.illegal.is_some() {
            return;
        }
        let moving = self.board.as_ref().and_then(|board| {
            let mut directions = Direction::SUCCESSOR_ORDER.into_iter();
            directions.find(|direction| {
                let from = board.size().step(board.blank(), direction.of_blank());
                let tile = from.and_then(|cell| board.tile(cell));
                tile.is_some_and(|tile| u32::from(tile.number()) == number)
            })
        });
        match moving {
            Some(direction) => self.direction(direction, 1, place),
            None => self.stop(Step::Tile(number), place),
        }
    }

    fn stop(&mut self, step: Step, place: Place) {
        let index = self.moves.as_slice().len();
        self.illegal = Some(IllegalStep { index, step, line: place.line(), column: place.column() });
    }
}

/// Writes moves that start at a board, without a line end.
///
/// # Errors
/// If the writer fails, and for numbers also if a move is illegal, because then no tile moves
/// ([`io::ErrorKind::InvalidInput`]).
pub fn write_moves(
    out: &mut (impl Write + ?Sized),
    moves: &Moves,
    start: &Board,
    notation: MoveNotation,
    mover: Mover,
) -> io::Result<()> {
    let prefix = if moves.is_empty() { format!("{mover}:") } else { format!("{mover}: ") };
    let mut directions = moves.iter().map(|direction| mover.convert(direction));
    match notation {
        MoveNotation::Numbers => write_numbers(out, moves, start),
        MoveNotation::Letters => {
            write!(out, "{prefix}")?;
            directions.try_for_each(|direction| write!(out, "{}", direction.letter()))
        }
        MoveNotation::Counted => {
            write!(out, "{prefix}")?;
            write_runs(out, moves, mover)
        }
        MoveNotation::Words => {
            write!(out, "{mover}:")?;
            directions.try_for_each(|direction| write!(out, " {direction}"))
        }
    }
}

/// Writes `R2U2L`, without the prefix.
pub(super) fn write_runs(out: &mut (impl Write + ?Sized), moves: &Moves, mover: Mover) -> io::Result<()> {
    let mut runs = moves.as_slice().chunk_by(|a, b| a == b).map(|run| (run[0], run.len()));
    runs.try_for_each(|(direction, length)| {
        write!(out, "{}", mover.convert(direction).letter())?;
        if length > 1 { write!(out, "{length}") } else { Ok(()) }
    })
}

fn write_numbers(out: &mut (impl Write + ?Sized), moves: &Moves, start: &Board) -> io::Result<()> {
    let mut board = start.clone();
    for (index, direction) in moves.iter().enumerate() {
        let tile = slide(&mut board, index, direction)?;
        let separator = if index == 0 { "" } else { " " };
        write!(out, "{separator}{tile}")?;
    }
    Ok(())
}

/// Plays a move while writing.
///
/// # Errors
/// If it is illegal, which is a mistake of the caller.
pub(super) fn slide(board: &mut Board, index: usize, direction: Direction) -> io::Result<Tile> {
    let illegal =
        || io::Error::new(io::ErrorKind::InvalidInput, crate::moves::IllegalMove { index, direction });
    board.slide_in_place(direction).ok_or_else(illegal)
}

/// Returns the letters without the prefix that says what they describe, for places that say it in another way.
pub fn letters(moves: &Moves, mover: Mover) -> String {
    moves.iter().map(|direction| mover.convert(direction).letter()).collect()
}
