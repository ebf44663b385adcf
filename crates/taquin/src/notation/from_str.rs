//! `FromStr` for the vocabulary: the notations as `parse` reads them.

use super::error::ParseError;
use super::moves::{Mover, directions};
use super::{read, token};
use crate::board::Board;
use crate::goal::Goal;
use crate::moves::Moves;
use std::str::FromStr;

/// Reads a board in any notation.
impl FromStr for Board {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Board, ParseError> {
        read(text)
    }
}

/// Reads a goal as a board in any notation.
impl FromStr for Goal {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Goal, ParseError> {
        read(text).map(Goal::from)
    }
}

/// Reads letters, letters with counts, or words. They describe the tile unless the text starts with `blank:`.
impl FromStr for Moves {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Moves, ParseError> {
        directions(&token::scan(text)?, Mover::Tile)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_without_a_board() {
        let moves = |text: &str| text.parse::<Moves>().map(|moves| moves.to_string());
        for (text, letters) in [
            ("", ""),
            ("ULDR", "ULDR"),
            ("u l, d r", "ULDR"),
            ("R2U2L", "RRUUL"),
            ("tile: R2", "RR"),
            ("blank:R2", "LL"),
            ("up left Down", "ULD"),
            ("R126", &"R".repeat(126)),
        ] {
            assert_eq!(moves(text).as_deref(), Ok(letters), "{text}");
        }
        for (text, message) in [
            (
                "5 6",
                "line 1, column 1: found \"5\" where a letter or a word, because tile numbers need a board, was expected",
            ),
            ("U 5", "line 1, column 3: found \"5\" where a move like R or R2 was expected"),
            ("R127", "line 1, column 1: found \"R127\" where a run of at most 126 moves was expected"),
            (
                "R99999999999999999999",
                "line 1, column 1: found \"R99999999999999999999\" where a run of at most 126 moves was expected",
            ),
            ("U0", "line 1, column 1: a move cannot be repeated 0 times"),
            (
                "hop",
                "line 1, column 1: found \"hop\" where a move (U, L, D, R, a word or a tile) was expected",
            ),
        ] {
            assert_eq!(moves(text).map_err(|error| error.to_string()), Err(message.to_owned()));
        }
    }
}
