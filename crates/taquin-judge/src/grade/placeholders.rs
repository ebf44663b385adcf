//! Placeholders in a program's arguments.

use crate::child::Program;
use std::ffi::{OsStr, OsString};
use taquin::Board;
use taquin::notation::Notation;

/// The name of a file with the board.
const FILE: &str = "{}";
/// The board itself.
const BOARD: &str = "{board}";
/// The largest number of moves.
const BOUND: &str = "{bound}";
/// The name of a file to which the program writes its answer.
const ANSWER: &str = "{answer}";

/// The student's file or folder.
pub const SUBMISSION: &str = "{submission}";

/// How a program gets the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum BoardSource {
    /// From a file whose name replaces `{}`.
    File,
    /// From an argument, in place of `{board}`.
    Argument,
    /// From standard input.
    Input,
}

impl BoardSource {
    /// Returns the source according to the program's arguments.
    pub(super) fn of(program: &Program) -> BoardSource {
        match (has(program, FILE), has(program, BOARD)) {
            (true, _) => BoardSource::File,
            (false, true) => BoardSource::Argument,
            (false, false) => BoardSource::Input,
        }
    }

    /// Returns the default notation of the board.
    pub(super) fn notation(self, board: &Board) -> Notation {
        let is_square = board.size().rows() == board.size().cols();
        match (self, is_square) {
            (BoardSource::Argument, true) => Notation::List,
            (BoardSource::Argument, false) => Notation::Nested,
            (BoardSource::File | BoardSource::Input, true) => Notation::Princeton,
            (BoardSource::File | BoardSource::Input, false) => Notation::Header,
        }
    }
}

/// Returns whether the program writes its answer to a file.
pub(super) fn writes_answer(program: &Program) -> bool {
    has(program, ANSWER)
}

fn has(program: &Program, placeholder: &str) -> bool {
    program.arguments.iter().any(|word| word.to_string_lossy().contains(placeholder))
}

/// The values of the placeholders; an empty value removes its placeholder.
#[derive(Clone, Copy, Debug)]
pub(super) struct Substitution<'a> {
    pub(super) file: &'a OsStr,
    pub(super) board: &'a str,
    pub(super) bound: &'a str,
    pub(super) answer: &'a OsStr,
    pub(super) submission: &'a OsStr,
}

impl Substitution<'_> {
    /// Replaces the placeholders. Everything else stays unchanged, and no shell is involved.
    pub(super) fn apply(&self, program: &Program) -> Program {
        let apply = |word: &OsString| match word.to_str() {
            Some(word) => self.apply_to(word),
            // An argument that is not valid Unicode has no placeholders.
            None => word.clone(),
        };
        Program {
            name: apply(&program.name),
            arguments: program.arguments.iter().map(apply).collect(),
            directory: program.directory.clone(),
        }
    }

    /// Works from left to right, so that inserted values are never searched for placeholders.
    fn apply_to(&self, word: &str) -> OsString {
        let placeholders = [
            (FILE, self.file),
            (BOARD, OsStr::new(self.board)),
            (BOUND, OsStr::new(self.bound)),
            (ANSWER, self.answer),
            (SUBMISSION, self.submission),
        ];
        let next = |rest: &str| {
            let found =
                placeholders.iter().filter_map(|&(name, value)| Some((rest.find(name)?, name, value)));
            found.min_by_key(|&(at, ..)| at)
        };
        let mut result = OsString::new();
        let mut rest = word;
        while let Some((at, name, value)) = next(rest) {
            result.push(&rest[..at]);
            result.push(value);
            rest = &rest[at + name.len()..];
        }
        result.push(rest);
        result
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_placeholder_is_replaced_once() {
        let substitution = Substitution {
            file: OsStr::new("in {bound}"),
            board: "[1, 0]",
            bound: "7",
            answer: OsStr::new("out {}"),
            submission: OsStr::new("{board}.py"),
        };
        for (word, expected) in [
            ("{}", "in {bound}"),
            ("solve({board},{bound},{board})", "solve([1, 0],7,[1, 0])"),
            ("--out={answer} {}", "--out=out {} in {bound}"),
            ("{boards} {{}} ${answer", "{boards} {in {bound}} ${answer"),
            ("{submission}/main", "{board}.py/main"),
            ("", ""),
        ] {
            assert_eq!(substitution.apply_to(word), expected, "{word}");
        }
    }

    #[test]
    fn board_sources() {
        let source = |argument: &str| {
            BoardSource::of(&Program {
                name: "{}".into(),
                arguments: vec!["-v".into(), argument.into()],
                directory: None,
            })
        };
        assert_eq!(source("a {} b {board}"), BoardSource::File);
        assert_eq!(source("a{board}b"), BoardSource::Argument);
        assert_eq!(source("{answer} {bound}"), BoardSource::Input);
    }
}
